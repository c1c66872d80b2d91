package shell

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// sound checks what holds of every script, whatever the text.
func sound(t interface{ Fatalf(string, ...any) }, in Input, s Script) {
	n := len(s.Commands)
	inside := func(start, end int) bool { return 0 <= start && start <= end && end <= len(in.Text) }
	index := func(i int) bool { return i >= -1 && i < n }
	for i := range s.Commands {
		c := &s.Commands[i]
		if !index(c.PipedTo) || !index(c.Into) || !index(c.Parent) || c.Parent >= i {
			t.Fatalf("command %d of %q points at %d, %d, %d of %d", i, in.Text, c.PipedTo, c.Into, c.Parent, n)
		}
		if !inside(c.Start, c.End) {
			t.Fatalf("command %d of %q is at %d:%d", i, in.Text, c.Start, c.End)
		}
		for _, f := range c.Stdin.From {
			if f < 0 || f >= n {
				t.Fatalf("command %d of %q reads from %d of %d", i, in.Text, f, n)
			}
		}
		for _, w := range c.Words {
			if w.Known && len(w.Alts) > 0 || !w.Known && w.Text != "" || len(w.Alts) == 1 {
				t.Fatalf("word %+v of %q contradicts itself", w, in.Text)
			}
			if !inside(w.Start, w.End) {
				t.Fatalf("word %+v of %q is not in the text", w, in.Text)
			}
			for _, f := range w.Subs {
				if f < 0 || f >= n {
					t.Fatalf("word %+v of %q holds the output of %d of %d", w, in.Text, f, n)
				}
			}
		}
	}
	for _, list := range [][]Issue{s.Opaque, s.Hostile} {
		for _, o := range list {
			if o.Why == "" || !inside(o.Start, o.End) {
				t.Fatalf("issue %+v of %q is not in the text", o, in.Text)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, list := range [][]string{wrapperTexts(), quoteTexts(), lineTexts(), kinds3to6()} {
		for _, text := range some(list, 40) {
			f.Add(text, "bash")
		}
	}
	f.Fuzz(func(t *testing.T, text, shell string) {
		in := Input{Text: text, Dir: "/w", Home: "/home/u", User: "u", Shell: shell}
		s := readAll(in)
		sound(t, in, s)
		if again := readAll(in); !reflect.DeepEqual(s, again) {
			t.Fatalf("%q is read in two ways", text)
		}
	})
}

func TestReadHoldsForAnyBytes(t *testing.T) {
	pieces := append(some(quoteTexts(), 200), some(lineTexts(), 200)...)
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(
			rapid.String(),
			rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
			rapid.Map(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 3), func(l []string) string { return strings.Join(l, "\n") }),
			rapid.StringMatching("[ab$(){}'\"`\\\\;&|<>\n #=x*\\[\\]!~0-9-]{0,60}"),
		).Draw(t, "text")
		in := Input{Text: text, Dir: "/w", Shell: rapid.SampledFrom([]string{"", "bash", "sh", "zsh", "fish"}).Draw(t, "shell")}
		sound(t, in, readAll(in))
	})
}

// wraps put a command into another text that runs it.
var wraps = []func(string) string{
	func(s string) string { return "sh -c " + sglQuote(s) },
	func(s string) string { return "bash -lc " + sglQuote(s) },
	func(s string) string { return "eval " + sglQuote(s) },
	func(s string) string { return "( " + s + " )" },
	func(s string) string { return "{ " + s + "; }" },
	func(s string) string { return "true && " + s },
	func(s string) string { return s + " || true" },
	func(s string) string { return "cd /tmp; " + s },
	func(s string) string { return s + " | cat" },
	func(s string) string { return "if true; then " + s + "; fi" },
	func(s string) string { return "for i in 1 2; do " + s + "; done" },
	func(s string) string { return "f() { " + s + "; }; f" },
	func(s string) string { return "echo \"$(" + s + ")\"" },
	func(s string) string { return "X=1; export Y=$X; " + s },
	func(s string) string { return "sudo -u root -- sh -c " + sglQuote(s) },
	func(s string) string { return "ssh host " + sglQuote(s) },
	func(s string) string { return "docker exec -it box sh -c " + sglQuote(s) },
	func(s string) string { return "find . -name x -exec sh -c " + sglQuote(s) + " \\;" },
	func(s string) string { return "ls | xargs -n1 sh -c " + sglQuote(s) },
	func(s string) string { return "printf '%s' " + sglQuote(s) + " | bash" },
	func(s string) string { return "bash <<'END'\n" + s + "\nEND\n" },
	func(s string) string { return "trap " + sglQuote(s) + " EXIT" },
	func(s string) string { return "cmd=" + sglQuote(s) + "; eval \"$cmd\"" },
	func(s string) string { return s + " # and so on" },
	func(s string) string { return "true \\\n  && " + s },
	func(s string) string { return s + " &" },
	func(s string) string { return "watch -n 5 " + sglQuote(s) },
	func(s string) string { return "su - app -c " + sglQuote(s) },
	func(s string) string { return "flock /tmp/l -c " + sglQuote(s) },
	func(s string) string { return "nix-shell -p x --run " + sglQuote(s) },
	func(s string) string { return "script -qc " + sglQuote(s) + " /dev/null" },
	func(s string) string { return "env -i PATH=/bin timeout --signal=KILL 5 bash -c " + sglQuote(s) },
	func(s string) string { return "kubectl exec pod -- sh -c " + sglQuote(s) },
	func(s string) string { return "cat <<END\n$(" + s + ")\nEND\n" },
	func(s string) string { return "while read -r l; do " + s + "; done < f" },
	func(s string) string { return "case $1 in start) " + s + ";; esac" },
	func(s string) string { return "diff <(" + s + ") /dev/null" },
}

// prefixes run the simple command that follows them.
var prefixes = []string{
	"sudo", "sudo -E -u app", "env A=1", "env -u B", "timeout 5", "timeout -k 1 2m", "nice -n 10", "nohup", "setsid", "stdbuf -oL", "time -p", "command",
	"ionice -c3", "taskset -c 0", "chronic", "busybox", "unshare -n", "strace -f -o /tmp/t", "xargs -0 -n 1", "doas -u app", "chroot /mnt", "uv run", "poetry run",
	"bundle exec", "flock /tmp/l", "find . -exec", "caffeinate -i", "proxychains4 -q", "setpriv --reuid=1", "systemd-run --user --scope", "parallel", "direnv exec .",
}

// shellPrefixes do so too, and are the shell's own.
var shellPrefixes = []string{"exec", "A=1 B=2", "!", "coproc", "builtin command", "exec -a x", "eval", "time", "npx-is-not-known;"}

func sglQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func TestWrappingNeverLosesTheCommand(t *testing.T) {
	word := rapid.OneOf(rapid.StringMatching("[a-z][a-z0-9./_-]{0,6}"), rapid.SampledFrom([]string{"-rf", "/", "a b", "it's", "*.c", "$x", "\"q\"", "--k=v", "~/x", "{a,b}", "é", "\\"}))
	rapid.Check(t, func(t *rapid.T) {
		words := append([]string{rapid.SampledFrom([]string{"rm", "prog", "/usr/bin/prog", "git"}).Draw(t, "program")}, rapid.SliceOfN(word, 0, 4).Draw(t, "words")...)
		var quoted []string
		for i, w := range words {
			if i > 0 {
				w = sglQuote(w)
			}
			quoted = append(quoted, w)
		}
		text := strings.Join(quoted, " ")
		n := rapid.IntRange(0, 3).Draw(t, "prefixes")
		for i := range n {
			p := rapid.SampledFrom(prefixes).Draw(t, "prefix")
			if i == n-1 {
				// the shell's own come before those of other programs
				p = rapid.SampledFrom(append(shellPrefixes, prefixes...)).Draw(t, "outer prefix")
			}
			text = p + " " + text
			if strings.HasPrefix(p, "find") {
				text += " \\;"
			}
			if (p == "parallel" || p == "eval") && len(words) > 1 {
				return // it reads its words as shell text
			}
		}
		for range rapid.IntRange(0, 3).Draw(t, "wraps") {
			text = rapid.SampledFrom(wraps).Draw(t, "wrap")(text)
		}
		in := Input{Text: text, Dir: "/w", Home: "/home/u"}
		s := readAll(in)
		sound(t, in, s)
		if len(s.Opaque)+len(s.Hostile) > 0 {
			return
		}
		for i := range s.Commands {
			if slices.EqualFunc(s.Commands[i].Words[:min(len(s.Commands[i].Words), len(words))], words, func(w Word, t string) bool { return w.Known && w.Text == t }) {
				return
			}
		}
		t.Fatalf("%q is not among the commands of\n%s\n%s", words, text, brief(s))
	})
}

// Each of these would run for minutes, or out of stack, without the bounds.
func TestReadIsBounded(t *testing.T) {
	for _, c := range []struct{ kind, unit string }{
		{"nested subshells", "("}, {"nested arithmetic", "(("}, {"nested substitutions", "$("}, {"nested arithmetic expansions", "$(("}, {"nested backquotes", "`\\"},
		{"nested process substitutions", "<("}, {"nested blocks", "{ "}, {"nested conditions", "if "}, {"nested loops", "while :; do "}, {"nested expansions", "${x:-"},
		{"nested quotes", "\"$("}, {"nested subscripts", "${a["}, {"signs", "$((-"}, {"functions", "f() "}, {"negations", "! "}, {"loops over constants", "for i in a b c d; do "},
		{"function calls", "f() { f; f; }; f; "}, {"braces", "{a,b}"}, {"assignments", "a=$a$a; "}, {"appends", "a+=b$a;"}, {"here-documents", "cat <<E;"}, {"evals", "eval "}, {"wrappers", "env "}, {"shells", "sh -c '"},
		{"pipes", "a|"}, {"lists", "a&&"}, {"conditional assignments", "b && a=x$a; "}, {"case", "case x in a) "}, {"closers", ")"}, {"zeros", "\x00"}, {"controls", "\x01 a "}, {"invisible", "a\u200b"}, {"quotes", "'"}, {"slashes", "\\"},
	} {
		for _, n := range []int{1 << 10, maxText, maxText + 1} {
			text := strings.Repeat(c.unit, n/len(c.unit))
			in := Input{Text: text, Dir: "/w"}
			sound(t, in, readAll(in))
		}
	}
}
