package shell

import "mvdan.cc/sh/v3/syntax"

// maxMatch is the length of text that patterns are matched on.
const maxMatch = 1024

// trimPattern takes what matches pat off an end of t. ok is false when that
// cannot be told.
func trimPattern(t, pat string, op syntax.ParExpOperator) (out string, ok bool) {
	if len(t) > maxMatch || !simplePattern(pat) || !isASCII(t) {
		return "", false
	}
	switch op {
	case syntax.RemSmallSuffix:
		for i := len(t); i >= 0; i-- {
			if match(pat, t[i:]) {
				return t[:i], true
			}
		}
	case syntax.RemLargeSuffix:
		for i := 0; i <= len(t); i++ {
			if match(pat, t[i:]) {
				return t[:i], true
			}
		}
	case syntax.RemSmallPrefix:
		for i := 0; i <= len(t); i++ {
			if match(pat, t[:i]) {
				return t[i:], true
			}
		}
	case syntax.RemLargePrefix:
		for i := len(t); i >= 0; i-- {
			if match(pat, t[:i]) {
				return t[i:], true
			}
		}
	}
	return t, true
}

// replacePattern is ${t/pat/with}; all replaces every match.
func replacePattern(t, pat, with string, all bool) (out string, ok bool) {
	anchor := byte(0)
	if !all && pat != "" && (pat[0] == '#' || pat[0] == '%') {
		anchor, pat = pat[0], pat[1:]
	}
	if len(t) > maxMatch/4 || !simplePattern(pat) || pat == "" || !isASCII(t) || all && (pat[0] == '#' || pat[0] == '%') {
		return "", false
	}
	for i := 0; i <= len(t); {
		n := -1
		if anchor != '#' || i == 0 {
			for j := len(t); j >= i; j-- {
				if anchor == '%' && j < len(t) {
					break
				}
				if match(pat, t[i:j]) {
					n = j
					break
				}
			}
		}
		if n == i {
			return "", false // an empty match
		}
		if n < 0 {
			if i < len(t) {
				out += t[i : i+1]
			}
			i++
			continue
		}
		out += with
		i = n
		if !all {
			return out + t[i:], true
		}
	}
	return out, true
}

// simplePattern tells whether match knows all that stands in pat.
func simplePattern(pat string) bool {
	stars := 0
	for i := 0; i < len(pat); i++ {
		switch pat[i] {
		case '[':
			return false
		case '*':
			stars++
		case '\\':
			i++
		case '(':
			if i > 0 && (pat[i-1] == '@' || pat[i-1] == '!' || pat[i-1] == '+' || pat[i-1] == '*' || pat[i-1] == '?') {
				return false
			}
		}
	}
	return stars <= 4 && len(pat) < 256
}

// match tells whether pat, of literals, escapes, * and ?, matches all of t.
func match(pat, t string) bool {
	for pat != "" {
		switch pat[0] {
		case '*':
			for i := 0; i <= len(t); i++ {
				if match(pat[1:], t[i:]) {
					return true
				}
			}
			return false
		case '?':
			if t == "" {
				return false
			}
			pat, t = pat[1:], t[1:]
		default:
			if pat[0] == '\\' && len(pat) > 1 {
				pat = pat[1:]
			}
			if t == "" || t[0] != pat[0] {
				return false
			}
			pat, t = pat[1:], t[1:]
		}
	}
	return t == ""
}
