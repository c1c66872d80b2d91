package shell

import (
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
)

func BenchmarkRead(b *testing.B) {
	for _, c := range []struct{ name, text string }{
		{"simple", "git status --porcelain"},
		{"pipe", "git log --oneline -5 | head -3 > out.txt 2>&1"},
		{"wrapped", `cd src && sudo -u app timeout 60 env A=1 bash -c 'make -j"$N" test && rm -rf build'`},
		{"script", "set -e\nfor f in a b c; do\n  x=${f%.c}.o\n  gcc -c \"$f\" -o \"$x\" || exit 1\ndone\nn=$(ls | wc -l); echo $((n+1))\n"},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			in := Input{Text: c.text, Dir: "/home/u/app", Home: "/home/u", User: "u"}
			for b.Loop() {
				Read(in)
			}
		})
	}
}

func BenchmarkParseOnly(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		syntax.NewParser().Parse(strings.NewReader("git status --porcelain"), "")
	}
}
