package settings

import (
	"fmt"
	"strings"

	"automode/verdict"
)

// Notices are what people should be told once of the settings, one line each:
// the keys that stand in a file and count for nothing there, and how it is
// then.
func (s *Settings) Notices() []string {
	var lines []string
	for i := 0; i < len(s.Ignored); {
		first := s.Ignored[i]
		var keys []string
		for ; i < len(s.Ignored) && s.Ignored[i].Origin.File == first.Origin.File && s.Ignored[i].Why == first.Why; i++ {
			keys = append(keys, s.Ignored[i].Key)
		}
		lines = append(lines, fmt.Sprintf("%s: %s, so this does not count: %s", first.Origin.File, first.Why, verdict.Quote(strings.Join(keys, ", "), 200)))
	}
	return lines
}
