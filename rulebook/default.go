package rulebook

// Default is the rulebook that ships with the gate. The result is shared: do
// not change it.
func Default() *Book { return &defaultBook }

// Find gives the entry of that id; ok is false when b does not hold it.
func (b *Book) Find(id string) (Entry, bool) {
	for _, e := range b.Entries {
		if e.ID == id {
			return e, true
		}
	}
	return Entry{}, false
}
