package prompt

import "unicode/utf8"

// Estimate is about how many tokens s is, erring to too many: what is said to
// fit must fit. Models count differently; TestEstimates shows by how much it
// errs against one of them.
func Estimate(s string) int {
	// In twelfths of a token: words cost by their length, and so do numbers
	// and white space; signs mostly stand alone.
	n, run := 0, 0
	var kind, before byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c >= 'a' && c <= 'z':
			kind = 'a'
		case c >= 'A' && c <= 'Z':
			kind = 'A'
		case c >= '0' && c <= '9':
			kind = '0'
		case c == ' ':
			kind = ' '
		case c >= utf8.RuneSelf:
			kind = 'x'
		default:
			kind = '.'
		}
		if kind != before {
			run = 0
		}
		run++
		switch kind {
		case 'a':
			switch {
			case run != 1:
			case before == '0':
				n += 11
			case before != 'A':
				n += 9
			default:
				n += 5
			}
			n++
			if run > 8 {
				n += 2
			}
		case 'A':
			if run == 1 {
				n += 7
			}
			n += 5
		case '0':
			n += 8
			if run == 1 {
				n += 3
			}
		case ' ':
			if run == 2 {
				n += 12
			}
		case 'x':
			n += 5
		default:
			n += 11
			if run > 3 && s[i-1] == c {
				n -= 8 // a rule of one sign
			}
		}
		before = kind
	}
	return n/12 + 1
}
