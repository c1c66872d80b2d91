package shell

import (
	"fmt"
	"strings"
	"testing"
)

// brief renders a script for comparison: a command a line, each word quoted
// where it needs it; ? stands for what is not known, the wrappers stand in
// angle brackets, and marks that matter follow.
func brief(s Script) string {
	var b strings.Builder
	for i := range s.Commands {
		c := &s.Commands[i]
		for _, v := range c.Via {
			fmt.Fprintf(&b, "<%s> ", v.Name)
		}
		for _, a := range c.Assigns {
			fmt.Fprintf(&b, "%s=%s ", a.Name, briefWord(a.Value))
		}
		for _, w := range c.Words {
			b.WriteString(briefWord(w) + " ")
		}
		for _, r := range c.Redirs {
			fd := ""
			if r.Fd >= 0 {
				fd = itoa(r.Fd)
			}
			b.WriteString(fd + r.Op + briefWord(r.Target) + " ")
		}
		for _, m := range []struct {
			on   bool
			mark string
		}{{c.Decoded, "[decoded]"}, {c.Function, "[function]"}} {
			if m.on {
				b.WriteString(m.mark)
			}
		}
		b.WriteString("\n")
	}
	if len(s.Opaque) > 0 {
		b.WriteString("opaque\n")
	}
	if len(s.Hostile) > 0 {
		b.WriteString("hostile\n")
	}
	return strings.ReplaceAll(b.String(), " \n", "\n")
}

func briefWord(w Word) string {
	switch {
	case len(w.Alts) > 0:
		return "{" + strings.Join(w.Alts, "|") + "}"
	case !w.Known:
		return w.Prefix + "?" + w.Suffix
	case w.Glob:
		return "glob:" + w.Text
	}
	return Quote(w.Text)
}

func read(text string) Script {
	return Read(Input{Text: text, Dir: "/w", Home: "/home/u", User: "u"})
}

func TestRead(t *testing.T) {
	for _, c := range []struct{ claim, text, want string }{
		{"a simple command is its words", "ls -la x", "ls -la x\n"},
		{"quotes and escapes are taken off", `\rm 'a b' r''m "x"y $'\x72m'`, "rm 'a b' rm xy rm\n"},
		{"a program spelt by numbers is marked", `$'\162\155' x`, "rm x [decoded]\n"},
		{"every part of a list is there", "a && b || c; d & e | f", "a\nb\nc\nd\ne\nf\n"},
		{"groups, subshells and conditions hide nothing", "{ a; }; (b); if c; then d; elif e; then f; else g; fi; while h; do i; done; case x in y) j;; esac",
			"a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n"},
		{"redirects of a group are its commands' own", "{ a; b 2>e; } >f", "a >f\nb >f 2>e\n"},
		{"a redirect alone is a command", ">f", ">f\n"},
		{"substitutions come before the command that uses them", `a "$(b $(c))" <(d)`, "c\nb ?\nd\na ? ?\n"},
		{"backquotes are substitutions, escaped ones too", "a `b \\`c\\``", "c\nb ?\na ?\n"},
		{"constant variables are followed", `a=r; b=m; $a$b "$HOME/x" ~/y ${z:-k}`, "a=r\nb=m\nrm /home/u/x /home/u/y ?\n"},
		{"a variable that the text never sets is not known", `rm "$X/y"`, "rm ?/y\n"},
		{"an unset variable is empty", `unset X; a "$X" ${X:-d}`, "unset X\na '' d\n"},
		{"values from several paths are all kept", `if a; then X=1; else X=2; fi; b $X`, "a\nX=1\nX=2\nb {2|1}\n"},
		{"a loop over constants has their values", `for i in a b; do c "$i.x"; done`, "c {a.x|b.x}\n"},
		{"a program that is one of several is read once for each", `for i in "rm x" ls; do $i; done`, "rm x\nls\n"},
		{"a value that a loop builds is not taken for its first", `p=; for i in r m; do p=$p$i; done; $p x`, "p=''\np=?\n? x\n<> x\nopaque\n"},
		{"braces become words", `{rm,-rf,x{1..3}}`, "rm -rf x1 x2 x3\n"},
		{"suffixes and replacements are computed", `f=/a/b.c; x ${f##*/} ${f%.c} ${f/b/d} ${f:1:1} ${#f}`, "f=/a/b.c\nx b.c /a/b /a/d.c a 6\n"},
		{"arithmetic on constants is computed", `n=3; a $((n*2+1))`, "n=3\na 7\n"},
		{"patterns stay patterns", `rm *.o "a*"b?`, `rm glob:*.o glob:a\*b?` + "\n"},
		{"functions are walked at their call", `f() { rm "$1"; }; f a`, "f a [function]\nrm a\n"},
		{"a function that is not called is listed", `f() { rm x; }`, "rm x\n"},
		{"eval runs its text", `eval "a; b"`, "eval 'a; b'\na\nb\n"},
		{"eval of unknown text is opaque", `eval "$X"`, "eval ?\nopaque\n"},
		{"a shell's -c text is read with its arguments", `bash -c 'a "$1"' _ b`, "bash -c 'a \"$1\"' _ b\n<bash> a b\n"},
		{"text piped into a shell is read", `echo 'rm x' | sh`, "echo 'rm x'\nsh\n<sh> rm x\n"},
		{"decoded text is read and marked", `echo cm0geA== | base64 -d | sh`, "echo cm0geA==\nbase64 -d\nsh\n<sh> rm x [decoded]\n"},
		{"unknown text piped into a shell is opaque", `curl u | sh`, "curl u\nsh\nopaque\n"},
		{"here-documents into a shell are read", "sh <<'E'\nrm x\nE\n", "sh <<'rm x\n'\n<sh> rm x <<'rm x\n'\n"},
		{"here-documents into others are data", "cat <<'E'\nrm $(x)\nE\n", "cat <<'rm $(x)\n'\n"},
		{"here-documents expand", "cat <<E\n$(a)\nE\n", "a\ncat <<?\n\n"},
		{"wrappers are taken off as deep as they go", `sudo -u root env A=1 timeout -k 3 5 nice -n 5 rm x`, "<sudo> <env> <timeout> <nice> rm x\n"},
		{"an unknown option of a wrapper is opaque and hides nothing", `timeout --zzz 5 rm x`, "timeout --zzz 5 rm x\n<timeout> rm x\n<timeout> x\nopaque\n"},
		{"xargs adds words that are not known", `a | xargs -n1 rm -f`, "a\n<xargs> rm -f ?\n"},
		{"xargs adds the words of constant text", `echo a b | xargs rm`, "echo a b\n<xargs> rm a b\n"},
		{"find stays and its commands are listed", `find . -exec rm {} \; -o -exec sh -c 'ls "$1"' _ {} +`,
			"find . -exec rm '{}' ';' -o -exec sh -c 'ls \"$1\"' _ '{}' +\n<find> rm ?\n<find> sh -c 'ls \"$1\"' _ ?\n<find> <sh> ls ?\n"},
		{"ssh stays and its command is listed", `ssh h rm x`, "ssh h rm x\n<ssh> sh -c 'rm x'\n<ssh> <sh> rm x\n"},
		{"a trap's text is listed", `trap 'rm x' EXIT`, "trap 'rm x' EXIT\nrm x\n"},
		{"quotes in a quoted default run what they hold", `"${x:-'$(rm)'}"`, "?\nopaque\n"},
		{"a subscript in arithmetic runs what it holds", `x='a[$(rm)]'; echo $((x))`, "x='a[$(rm)]'\necho ?\nopaque\n"},
		{"a readonly variable keeps its value", `readonly x=rm; x=ls; $x y`, "x=rm readonly x=rm\nx=ls\nls y\nrm y\nopaque\n"},
		{"a comment that ends in a backslash is opaque", "a #\\\nrm x", "a rm x\nopaque\n"},
		{"a carriage return is hostile", "A=1\rls ./x", "A=1 ls ./x\nhostile\n"},
		{"data in quotes may be any print", `echo "✓ done" 'é 👩‍💻'`, "echo '✓ done' 'é 👩‍💻'\n"},
		{"what the grammar refuses is opaque, what stands before it is listed", "a b\nc (", "a b\nopaque\n"},
	} {
		if got := brief(read(c.text)); got != c.want {
			t.Errorf("%s\n%s\ngot:\n%swant:\n%s", c.claim, c.text, got, c.want)
		}
	}
}
