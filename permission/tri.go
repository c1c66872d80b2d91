package permission

// tri is the answer to whether a rule that tightens matches words some of
// which are not known.
type tri uint8

const (
	no tri = iota
	maybe
	yes
)

// and is the weaker of two answers.
func (t tri) and(u tri) tri { return min(t, u) }

// or is the stronger of two answers.
func (t tri) or(u tri) tri { return max(t, u) }
