package shell

import (
	"strings"
	"testing"
)

func TestHostileCharacters(t *testing.T) {
	for _, c := range []struct {
		claim, text string
		hostile     bool
	}{
		{"a carriage return between words", "A=1\rls ./x", true},
		{"lines that end as on Windows", "ls\r\npwd\r\n", true},
		{"a carriage return in double quotes", "echo \"a\rb\"", true},
		{"a carriage return in single quotes is data", "printf 'a\rb'", false},
		{"a carriage return in a here-document is data", "cat > f <<'E'\na\r\nE\n", false},
		{"an escape sequence", "echo \x1b[2Jx", true},
		{"an escape sequence in single quotes is data", "printf '\x1b[0m'", false},
		{"a NUL anywhere, for bash drops it", "echo 'a\x00b'", true},
		{"a NUL between letters", "r\x00m x", true},
		{"a vertical tab", "rm\vx", true},
		{"a form feed", "rm\fx", true},
		{"a delete", "rm\x7f x", true},
		{"a C1 control", "rm\u0085x", true},
		{"a no-break space between words", "rm\u00a0-rf x", true},
		{"a no-break space in quotes is data", "echo \"a\u00a0b\" 'c\u00a0d'", false},
		{"an ideographic space", "rm\u3000x", true},
		{"an ideographic space in quotes is data", "git commit -m \"a\u3000b\"", false},
		{"a zero-width space in a program", "r\u200bm x", true},
		{"a zero-width space in double quotes", "echo \"a\u200bb\"", true},
		{"a zero-width space in single quotes is data", "echo 'a\u200bb'", false},
		{"a direction override", "ls \u202e x", true},
		{"a direction override in double quotes", "echo \"\u202ex\"", true},
		{"a direction override in a comment", "ls # \u202e x", true},
		{"a direction mark in a here-document is data", "cat <<E\n\u200ex\nE\n", false},
		{"a soft hyphen", "r\u00adm x", true},
		{"a byte order mark", "\ufeffls", true},
		{"tag characters", "ls \U000e0041", true},
		{"a variation selector that hides data", "ls x\ufe01", true},
		{"bytes that are no text", "ls \xff", true},
		{"bytes that are no text, in single quotes", "ls '\xff'", true}, // the parser refuses them
		{"the mark that holes are told by", "ls \U0010fffd", true},
		{"letters of any script", "cat résumé.txt файл 文件", false},
		{"emoji in quotes", "echo \"✓ done 🎉 👩‍💻 ❤️\"", false},
		{"emoji outside quotes", "echo 👍🏽 ✔️ 1️⃣", false},
		{"a joiner that joins no emoji", "echo \"a\u200db\"", true},
		{"a joiner of a script that joins", "echo \"می\u200cخواهم\"", false},
		{"a joiner in a program", "r\u200cm x", true},
		{"tabs and newlines", "if true\nthen\tls\nfi\n", false},
		{"what is hidden in a nested text", "sh -c 'A=1\rls'", true},
		{"what is hidden by a decoder", "printf 'ls\\r' | sh", true},
		{"what is hidden by escapes", "eval $'r\\x0dm x'", true},
		{"anything hidden where the grammar refuses the text", "ls '\x1b' (", true},
		{"data in quotes where the grammar refuses the text may be anything", "ls 'é' (", false},
	} {
		s := read(c.text)
		if (len(s.Hostile) > 0) != c.hostile {
			t.Errorf("%s: %q: hostile is %v, want %v", c.claim, c.text, s.Hostile, c.hostile)
		}
	}
}

func TestHostileSaysWhere(t *testing.T) {
	text := "ls x\u200b"
	s := read(text)
	if len(s.Hostile) != 1 || text[s.Hostile[0].Start:s.Hostile[0].End] != "\u200b" {
		t.Errorf("hostile is %+v", s.Hostile)
	}
	if n := len(read(strings.Repeat("a\u200b ", 5000)).Hostile); n == 0 || n > 64 {
		t.Errorf("%d notes on one text", n)
	}
}

func TestVisible(t *testing.T) {
	for _, c := range []struct{ claim, in, want string }{
		{"plain text stays", "ls -la 'x'", "ls -la 'x'"},
		{"newlines and tabs stay", "a\n\tb", "a\n\tb"},
		{"other scripts and emoji stay", "файл 👩‍💻 ✔️", "файл 👩‍💻 ✔️"},
		{"escape sequences show", "a\x1b[31mb", `a\x1b[31mb`},
		{"carriage returns and backspaces show", "a\rb\bc", `a\x0db\x08c`},
		{"direction marks show", "a\u202eb", `a\u202eb`},
		{"zero-width characters show", "a\u200bb", `a\u200bb`},
		{"odd blanks show", "a\u00a0b", `a\u00a0b`},
		{"characters of other planes show", "a\U000e0041b", `a\U000e0041b`},
		{"bytes that are no text show", "a\xffb", `a\xffb`},
		{"C1 controls show", "a\u009bb", `a\u009bb`},
	} {
		if got := Visible(c.in); got != c.want {
			t.Errorf("%s: Visible(%q) = %q, want %q", c.claim, c.in, got, c.want)
		}
	}
}

func TestQuote(t *testing.T) {
	for _, c := range []struct{ claim, in, want string }{
		{"a plain word stays", "a-b_c.d/e:f=g@h%i,j+k", "a-b_c.d/e:f=g@h%i,j+k"},
		{"nothing is a pair of quotes", "", "''"},
		{"blanks and pattern characters are quoted", "a b*", "'a b*'"},
		{"quotes are quoted", "it's", `'it'\''s'`},
		{"a tilde is quoted", "~/x", "'~/x'"},
		{"newlines stay in quotes", "a\nb", "'a\nb'"},
		{"what hides is shown", "a\x1bb'\\", `$'a\x1bb\'\\'`},
	} {
		if got := Quote(c.in); got != c.want {
			t.Errorf("%s: Quote(%q) = %s, want %s", c.claim, c.in, got, c.want)
		}
	}
	for _, text := range quoteTexts()[:400] {
		w := read("x " + Quote(text)).Commands[0].Words
		if len(w) != 2 || w[1].Text != text {
			t.Errorf("Quote(%q) is read as %q", text, w[1].Text)
		}
	}
}
