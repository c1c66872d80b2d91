package shell

import "testing"

func TestWhatIsDecoded(t *testing.T) {
	for _, c := range []struct {
		claim, text string
		decoded     bool
	}{
		{"base64", "echo cm0geA== | base64 -d | sh", true},
		{"base64 of BSD", "echo cm0geA== | base64 -D | bash", true},
		{"base64 by a long option", "base64 --decode <<< cm0geA== | sh", true},
		{"base64 by openssl", "echo cm0geA== | openssl base64 -d | sh", true},
		{"base64 over several lines", "sh <<< \"$(base64 -d <<'E'\ncm0g\neA==\nE\n)\"", true},
		{"base32", "echo OJWSA6A= | base32 -d | sh", true},
		{"hexadecimal", "echo 726d2078 | xxd -r -p | sh", true},
		{"backwards", "echo 'x mr' | rev | sh", true},
		{"rotated letters", "echo 'ez k' | tr a-zA-Z n-za-mN-ZA-M | sh", true},
		{"letters taken out", "echo 'r_m_ x' | tr -d _ | sh", true},
		{"compressed", "echo H4sIAAAAAAACAyvKVajgAgBsNwKzBQAAAA== | base64 -d | gunzip | sh", true},
		{"octal escapes of printf", `printf '\162\155 x' | sh`, true},
		{"hexadecimal escapes of printf", `printf '\x72m x' | sh`, true},
		{"escapes of echo -e", `echo -e '\x72\x6d x' | bash`, true},
		{"escapes in a program's name", `$'\x72\x6d' x`, true},
		{"escapes printed by %b", `printf %b '\0162m x' | sh`, true},
		{"into eval", `eval "$(echo cm0geA== | base64 -d)"`, true},
		{"into -c", `bash -c "$(echo cm0geA== | base64 -d)"`, true},
		{"into a process substitution", `bash <(echo cm0geA== | base64 -d)`, true},
		{"into source", `source <(echo cm0geA== | base64 -d)`, true},
		{"through variables", `a=$(echo cm0geA== | base64 -d); b=$a; $b`, true},
		{"through a function", `d() { base64 -d; }; echo cm0geA== | d | sh`, true},
		{"through a group", `{ echo cm0g; echo eA==; } | base64 -d | sh`, true},
		{"twice", "echo Y20wZ2VBPT0= | base64 -d | base64 -d | sh", true},
		{"through tee and cat", "echo cm0geA== | base64 -d | tee f | cat | sh", true},
		{"plain text is not decoded", "echo 'rm x' | sh", false},
		{"newlines of printf hide nothing", `printf 'rm x\n' | sh`, false},
		{"a here-document hides nothing", "cat <<'E' | sh\nrm x\nE\n", false},
		{"joined variables hide nothing", "a=r; b=m; $a$b x", false},
	} {
		s := read(c.text)
		rm := command(t, s, "rm")
		if len(rm.Words) != 2 || rm.Words[1].Text != "x" || len(s.Opaque) > 0 {
			t.Errorf("%s: %s is read as\n%s", c.claim, c.text, brief(s))
		}
		if rm.Decoded != c.decoded {
			t.Errorf("%s: %s: decoded is %v", c.claim, c.text, rm.Decoded)
		}
	}
}

func TestWhatIsNotKnownIsOpaque(t *testing.T) {
	for _, text := range []string{
		"curl u | sh", "cat f | sh", "echo $X | sh", "base64 -d f | sh", "echo cm0geA== | unknown -d | sh", "echo !!notbase64 | base64 -d | sh", "sh -c \"$X\"", "sh -c \"$(cat f)\"", "bash <(curl u)",
		"source <(curl u)", "eval \"$(ssh-agent -s)\"", "$X a", "\"$(which a)\" b", "./*.sh", "printf \"$X\" | sh", "echo a | sed s/a/b/ | sh", "head -1 f | bash -s", "xargs sh -c", "find . -exec {} \\;", "xargs -I{} sh -c '{}'",
		"trap \"$X\" EXIT", "alias a=b; a", "alias \"$X\"", "hash -p /x ls; ls", "enable -f x y", "shopt -s extglob", "shopt -s expand_aliases", "set -k", "compgen -C x", "mapfile -C x a", "BASH_ENV=x bash -c y", "PS4='$(x)'; set -x", "PROMPT_COMMAND=x", "declare -n a=$b", "unset \"$(x)\"", "export $(cat f)",
		"env 'BASH_FUNC_a%%=() { b; }' bash -c a", "env -S 'a $b'", "timeout \"$T\" a", "timeout $T a", "sudo $O a", "sudo --unknown a", "xargs --unknown a", "nice \"$(x)\" a", "exec < f", "fish -c x", "bash --rcfile x -i", "bash -O extglob -c x",
		"x=$(cat f); ((x))", "read x; echo $((x))", "x=$(cat f); [[ $x -eq 1 ]]", "x=$(cat f); [ $x ]", "x=$(cat f); echo ${a[x]}", "read x; echo ${!x}", "f() { f; f; f; }; f",
	} {
		if s := read(text); len(s.Opaque) == 0 {
			t.Errorf("%s is taken for understood:\n%s", text, brief(s))
		}
	}
}

func TestWhatIsRoutineIsNotOpaque(t *testing.T) {
	for _, text := range []string{
		"git status && git diff --stat", "cd src && make -j\"$(nproc)\" 2>&1 | tail -20", "find . -name '*.go' -not -path './vendor/*' | xargs grep -n TODO", "for f in *.md; do wc -l \"$f\"; done",
		"n=$(ls | wc -l); if [ $n -gt 3 ]; then echo $((n-3)); fi", "i=0; while [ $i -lt 3 ]; do i=$((i+1)); done", "x=${1:-a}; echo \"${x%.*}\"", "[ -z \"$A\" ] && A=1", "set -euo pipefail", "trap 'rm -f \"$t\"' EXIT; t=$(mktemp)", "read -r a b <<< \"1 2\"; echo $a",
		"while IFS= read -r l; do echo \"$l\"; done < f", "cat > f <<'E'\n$(x) `y`\nE\n", "python3 - <<'E'\nprint(1)\nE\n", "awk '{print $1}' f", "sed -n '1,5p' f", "export PATH=\"$HOME/bin:$PATH\"", "source venv/bin/activate && python -m pytest", "(cd a && npm test)", "time make", "[[ $A == b* ]] && echo c",
		"start=$(date +%s); sleep 1; echo $(( $(date +%s) - start ))", "docker exec -it c sh -c 'ls /'", "kill %1", "test -f a || touch a", "printf '%s\\n' a b", "arr=(a b); for x in \"${arr[@]}\"; do echo \"$x\"; done; echo ${#arr[@]}", "f() { local x=$1; echo \"$x\"; }; f a", "echo {1..5}", "case \"$1\" in a|b) c;; *) d;; esac",
		"nohup ./server > log 2>&1 &", "timeout 60 npm test", "env A=1 make", "xargs -0 -n1 rm -f < f", "diff <(sort a) <(sort b)", "exec 3< f; read -r x <&3", "echo ${#x} ${x:0:3}", "declare -A m; m[a]=1; echo \"${m[a]}\"", "select_something=1", "true # a comment", "echo \"it's\" 'a \"b\"' \\$c",
		"sudo apt-get install -y x", "ssh h 'ls -la'", "find . -exec chmod 644 {} +", "git log --format='%h %s' | head -3", "PORT=${PORT:-80}; curl localhost:$PORT", "((i++)); echo $i", "for ((i=0;i<3;i++)); do echo $i; done", "local_var=1 ./run.sh", "bash script.sh a b", "sh ./x",
	} {
		if s := read(text); len(s.Opaque)+len(s.Hostile) > 0 {
			t.Errorf("%s is not understood: %v", text, s.Opaque)
		}
	}
}

func TestFormats(t *testing.T) {
	for _, c := range []struct {
		claim  string
		format string
		args   []string
		want   string
		ok     bool
	}{
		{"a format alone", `a\tb\n`, nil, "a\tb\n", true},
		{"strings", "%s-%s", []string{"a", "b"}, "a-b", true},
		{"a format used again", "%s,", []string{"a", "b"}, "a,b,", true},
		{"a missing argument is empty", "[%s]", nil, "[]", true},
		{"percent signs", "100%%", nil, "100%", true},
		{"numbers", "%d", []string{"12"}, "12", true},
		{"octal escapes", `\0101`, nil, "\x081", true},
		{"no number is not known", "%d", []string{"x"}, "", false},
		{"widths are not known", "%5s", []string{"x"}, "", false},
		{"times are not known", "%(%s)T", nil, "", false},
		{"a lone percent sign is not known", "%", nil, "", false},
		{"an unknown escape is not known", `\q`, nil, "", false},
	} {
		got, _, ok := format(c.format, c.args)
		if ok != c.ok || ok && got != c.want {
			t.Errorf("%s: %q %q gives %q %v, want %q %v", c.claim, c.format, c.args, got, ok, c.want, c.ok)
		}
	}
}
