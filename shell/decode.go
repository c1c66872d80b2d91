package shell

import (
	"bytes"
	"compress/gzip"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"io"
	"strings"
	"unicode/utf8"
)

// filter computes what a filter makes of a known input. ok is false for what
// it does not know.
func filter(name string, args []Word, in val) (out val, ok bool) {
	texts := make([]string, 0, len(args))
	for i := range args {
		if !args[i].Lit() {
			return val{}, false
		}
		texts = append(texts, args[i].Text)
	}
	f, hides := filterFunc(name, texts)
	if f == nil {
		return val{}, false
	}
	out = in.each(func(t string) (string, bool) {
		s, ok := f(t)
		return s, ok && len(s) <= maxText
	})
	out.dec = out.dec || hides
	return out, out.closed()
}

// filterFunc is what a filter with these arguments does to a text; hides says
// that its output tells what its input kept from a reader.
func filterFunc(name string, args []string) (f func(string) (string, bool), hides bool) {
	same := func(s string) (string, bool) { return s, true }
	switch name {
	case "cat":
		if len(args) == 0 || len(args) == 1 && (args[0] == "-" || args[0] == "/dev/stdin" || args[0] == "-u") {
			return same, false
		}
	case "tee":
		return same, false
	case "rev":
		if len(args) == 0 {
			return reverseLines, true
		}
	case "tr":
		if t := translation(args); t != nil {
			return t, true
		}
	case "base64", "gbase64":
		if len(args) == 1 && (args[0] == "-d" || args[0] == "-D" || args[0] == "--decode" || args[0] == "-di") {
			return unbase64, true
		}
	case "base32":
		if len(args) == 1 && (args[0] == "-d" || args[0] == "--decode") {
			return unbase32, true
		}
	case "openssl":
		if a := strings.Join(args, " "); a == "base64 -d" || a == "base64 -d -A" || a == "enc -base64 -d" || a == "enc -d -base64" || a == "base64 -A -d" || a == "enc -d -base64 -A" || a == "enc -base64 -d -A" {
			return unbase64, true
		}
	case "xxd":
		if a := strings.Join(args, " "); a == "-r -p" || a == "-p -r" || a == "-rp" || a == "-pr" || a == "-r -ps" || a == "-ps -r" {
			return unhex, true
		}
	case "gunzip", "zcat", "gzip":
		a := strings.Join(args, " ")
		if name == "gzip" && a != "-d" && a != "-dc" && a != "-cd" && a != "-d -c" || name != "gzip" && a != "" && a != "-c" && a != "-" {
			return nil, false
		}
		return gunzip, true
	}
	return nil, false
}

func reverseLines(s string) (string, bool) {
	if !utf8.ValidString(s) {
		return "", false
	}
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		runes := []rune(l)
		for a, b := 0, len(runes)-1; a < b; a, b = a+1, b-1 {
			runes[a], runes[b] = runes[b], runes[a]
		}
		lines[i] = string(runes)
	}
	return strings.Join(lines, "\n"), true
}

func unbase64(s string) (string, bool) {
	s = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\r' || r == ' ' {
			return -1
		}
		return r
	}, s)
	for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding} {
		if b, err := enc.DecodeString(s); err == nil {
			return string(b), true
		}
	}
	return "", false
}

func unbase32(s string) (string, bool) {
	b, err := base32.StdEncoding.DecodeString(strings.ReplaceAll(s, "\n", ""))
	return string(b), err == nil
}

func unhex(s string) (string, bool) {
	b, err := hex.DecodeString(strings.Join(strings.Fields(s), ""))
	return string(b), err == nil
}

func gunzip(s string) (string, bool) {
	z, err := gzip.NewReader(strings.NewReader(s))
	if err != nil {
		return "", false
	}
	b, err := io.ReadAll(io.LimitReader(z, maxText+1))
	return string(bytes.TrimSuffix(b, nil)), err == nil && len(b) <= maxText
}

// translation is tr SET1 SET2 or tr -d SET1 of plain sets.
func translation(args []string) func(string) (string, bool) {
	if len(args) == 2 && (args[0] == "-d" || args[0] == "--delete") {
		set, ok := trSet(args[1])
		if !ok {
			return nil
		}
		return func(s string) (string, bool) {
			return strings.Map(func(r rune) rune {
				if r < 0x80 && strings.IndexByte(set, byte(r)) >= 0 {
					return -1
				}
				return r
			}, s), isASCII(s)
		}
	}
	if len(args) != 2 || strings.HasPrefix(args[0], "-") && len(args[0]) > 1 {
		return nil
	}
	from, ok1 := trSet(args[0])
	to, ok2 := trSet(args[1])
	if !ok1 || !ok2 || from == "" || to == "" {
		return nil
	}
	for len(to) < len(from) {
		to += to[len(to)-1:]
	}
	return func(s string) (string, bool) {
		out := []byte(s)
		for i, c := range out {
			if k := strings.LastIndexByte(from, c); k >= 0 {
				out[i] = to[k]
			}
		}
		return string(out), isASCII(s)
	}
}

// trSet spells out a set of tr.
func trSet(s string) (string, bool) {
	var out []byte
	switch s {
	case "[:upper:]":
		return "ABCDEFGHIJKLMNOPQRSTUVWXYZ", true
	case "[:lower:]":
		return "abcdefghijklmnopqrstuvwxyz", true
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c >= 0x80:
			return "", false
		case c == '\\':
			if i+1 >= len(s) {
				return "", false
			}
			i++
			switch s[i] {
			case 'n':
				c = '\n'
			case 't':
				c = '\t'
			case 'r':
				c = '\r'
			case '\\':
				c = '\\'
			default:
				return "", false
			}
		case c == '[' && i+1 < len(s) && (s[i+1] == ':' || s[i+1] == '='):
			return "", false
		case c == '[' && strings.Contains(s[i:], "*"):
			return "", false
		}
		if i+2 < len(s) && s[i+1] == '-' {
			end := s[i+2]
			if end < c || end == '\\' || end >= 0x80 {
				return "", false
			}
			for x := c; x <= end; x++ {
				out = append(out, x)
			}
			i += 2
			continue
		}
		out = append(out, c)
	}
	return string(out), true
}

// ansiC is the value of $'...'; hidden tells whether it spells printable
// characters by their numbers.
func ansiC(s string) (out string, hidden bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		n, t, dec, _ := escape(s[i:], true)
		hidden = hidden || dec
		b.WriteString(t)
		i += n - 1
	}
	out, _, _ = strings.Cut(b.String(), "\x00")
	return out, hidden
}

// unescape takes the escapes of echo -e and printf %b off. ok is false for
// what shells print differently.
func unescape(s string, zeroOctal bool) (out string, hidden, ok bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		if i+1 < len(s) && s[i+1] == 'c' {
			return b.String(), hidden, false
		}
		if zeroOctal && i+1 < len(s) && s[i+1] == '0' {
			// up to three digits after the zero
			n, v := 2, 0
			for n < 5 && i+n < len(s) && s[i+n] >= '0' && s[i+n] <= '7' {
				v = v*8 + int(s[i+n]-'0')
				n++
			}
			b.WriteByte(byte(v))
			hidden = hidden || v > ' ' && v < 0x7f
			i += n - 1
			continue
		}
		n, t, dec, good := escape(s[i:], false)
		if !good {
			return "", false, false
		}
		hidden = hidden || dec
		b.WriteString(t)
		i += n - 1
	}
	return b.String(), hidden, true
}

// escape reads one escape at the start of s: how many bytes it takes and what
// it stands for. ansi is for $'...', which knows \cx and \' too.
func escape(s string, ansi bool) (n int, out string, hidden, ok bool) {
	if len(s) < 2 {
		return len(s), s, false, !ansi || true
	}
	number := func(from, max, base int) (int, int) {
		v, i := 0, from
		for i < len(s) && i < from+max {
			d := hexDigit(s[i])
			if d < 0 || d >= base {
				break
			}
			v = v*base + d
			i++
		}
		return v, i
	}
	printable := func(v int) bool { return v > ' ' && v < 0x7f }
	switch c := s[1]; c {
	case 'a':
		return 2, "\a", false, true
	case 'b':
		return 2, "\b", false, true
	case 'e', 'E':
		return 2, "\x1b", false, true
	case 'f':
		return 2, "\f", false, true
	case 'n':
		return 2, "\n", false, true
	case 'r':
		return 2, "\r", false, true
	case 't':
		return 2, "\t", false, true
	case 'v':
		return 2, "\v", false, true
	case '\\':
		return 2, "\\", false, true
	case '\'', '"', '?':
		if ansi {
			return 2, s[1:2], false, true
		}
		return 2, s[1:2], false, c == '"' && false
	case '0', '1', '2', '3', '4', '5', '6', '7':
		v, i := number(1, 3, 8)
		return i, string([]byte{byte(v)}), printable(v & 0xff), true
	case 'x':
		if len(s) > 2 && s[2] == '{' {
			return 2, s[:2], false, false
		}
		v, i := number(2, 2, 16)
		if i == 2 {
			return 2, s[:2], false, ansi
		}
		return i, string([]byte{byte(v)}), printable(v), true
	case 'u', 'U':
		max := 4
		if c == 'U' {
			max = 8
		}
		v, i := number(2, max, 16)
		if i == 2 || v > utf8.MaxRune {
			return 2, s[:2], false, ansi
		}
		return i, string(rune(v)), printable(v), true
	case 'c':
		if ansi && len(s) > 2 {
			x := s[2]
			k := 3
			if x == '\\' && len(s) > 3 && s[3] == '\\' {
				k = 4
			}
			if x >= 'a' && x <= 'z' {
				x -= 'a' - 'A'
			}
			return k, string([]byte{(x ^ 0x40) & 0x7f}), true, true
		}
		return 2, s[:2], false, false
	}
	return 2, s[:2], false, ansi
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// oddEscape tells whether s has an escape that is not the same in all shells
// that know $'...'.
func oddEscape(s string) bool {
	for i := 0; i+1 < len(s); i++ {
		if s[i] == '\\' {
			i++
			if strings.IndexByte("abefnrtv01234567x'\"\\", s[i]) < 0 {
				return true
			}
		}
	}
	return false
}
