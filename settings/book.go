package settings

import "automode/rulebook"

// Book is the rulebook as the prose of all layers makes it. Code judges by the
// entries that are ours; prose of others it cannot read, and Foreign says that
// there is some in a section that denies.
func (s *Settings) Book() *rulebook.Book {
	lists := make([]rulebook.List, 0, len(s.Prose))
	for _, p := range s.Prose {
		l := rulebook.List{Section: p.Section}
		for _, item := range p.Items {
			origin := item.Origin.String()
			if origin == "" {
				origin = p.Source // not ours, wherever it was written
			}
			l.Items = append(l.Items, rulebook.Item{Text: item.Text, Origin: origin})
		}
		lists = append(lists, l)
	}
	book := rulebook.Merge(lists)
	if e := s.Models.External; e.File != "" {
		book = book.External(e.Text, e.File, e.Replace)
	}
	return book
}
