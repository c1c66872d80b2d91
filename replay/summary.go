package replay

import (
	"sort"

	"automode/verdict"
)

// Summary counts what the gate says of many calls. The zero Summary is that of
// none; NewSummary's is the same, and shows its counts in JSON.
type Summary struct {
	Sessions int            `json:"sessions"`
	Calls    int            `json:"calls"`
	Behavior map[string]int `json:"behavior"`
	Layer    map[string]int `json:"layer"`
	Category map[string]int `json:"category"`         // of asks and denials
	Program  map[string]int `json:"program"`          // of asks and denials
	Unread   []string       `json:"unread,omitempty"` // files that are no transcripts, or cannot be read
}

// NewSummary gives an empty summary.
func NewSummary() Summary {
	return Summary{Behavior: map[string]int{}, Layer: map[string]int{}, Category: map[string]int{}, Program: map[string]int{}}
}

// Add counts one call.
func (s *Summary) Add(j Judged) {
	s.Calls++
	count := func(m *map[string]int, key string) {
		if key == "" {
			return
		}
		if *m == nil {
			*m = map[string]int{}
		}
		(*m)[key]++
	}
	count(&s.Behavior, j.Decision.Behavior.String())
	count(&s.Layer, string(j.Decision.Layer))
	if j.Decision.Behavior != verdict.Allow {
		category := j.Decision.Category
		if category == "" {
			category = string(j.Decision.Code)
		}
		count(&s.Category, category)
		count(&s.Program, j.Program)
	}
}

// Join adds another summary.
func (s *Summary) Join(o Summary) {
	s.Sessions += o.Sessions
	s.Calls += o.Calls
	s.Unread = append(s.Unread, o.Unread...)
	for _, pair := range [...]struct {
		to   *map[string]int
		from map[string]int
	}{{&s.Behavior, o.Behavior}, {&s.Layer, o.Layer}, {&s.Category, o.Category}, {&s.Program, o.Program}} {
		for k, n := range pair.from {
			if *pair.to == nil {
				*pair.to = map[string]int{}
			}
			(*pair.to)[k] += n
		}
	}
}

// Row is a name and how often it counts.
type Row struct {
	Name string
	N    int
}

// Most gives the entries of a count, most first, at most n.
func Most(m map[string]int, n int) []Row {
	rows := make([]Row, 0, len(m))
	for k, v := range m {
		rows = append(rows, Row{k, v})
	}
	sort.Slice(rows, func(i, j int) bool {
		if rows[i].N != rows[j].N {
			return rows[i].N > rows[j].N
		}
		return rows[i].Name < rows[j].Name
	})
	return rows[:min(n, len(rows))]
}
