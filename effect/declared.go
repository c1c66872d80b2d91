package effect

import (
	"strings"
)

// tri is an answer that may be lacking.
type tri int8

const (
	dontKnow tri = iota
	yes
	no
)

// declaredIn tells whether a manifest of the project's names a package.
func (c *cmd) declaredIn(manifest, name string) tri {
	f := c.nearest(manifest)
	if !f.known {
		return dontKnow
	}
	if f.changed || !mentions(f.text, name) {
		return no
	}
	return yes
}

// mentions tells whether a text names a package as a word of its own, however
// its parts are joined: "-", "_" and "." are alike.
func mentions(text, name string) bool {
	name = joined(name)
	if name == "" {
		return false
	}
	text = joined(text)
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 {
			return false
		}
		i += from
		if (i == 0 || !nameByte(text[i-1])) && (i+len(name) == len(text) || !nameByte(text[i+len(name)])) {
			return true
		}
		from = i + 1
	}
}

func joined(s string) string {
	return strings.NewReplacer("_", "-", ".", "-").Replace(strings.ToLower(s))
}

func nameByte(b byte) bool {
	return b == '-' || b == '@' || b == '/' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z'
}
