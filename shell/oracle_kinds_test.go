package shell

import (
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
)

// wrapperTexts puts commands behind wrappers that really are there, nested
// and quoted.
func wrapperTexts() (out []string) {
	outer := []string{
		"H", "env H", "env A=1 B=2 H", "env -i PATH=\"$PATH\" H", "env -u A H", "env -C / H", "env --chdir=/ H", "env -S 'H'", "env -S'H' x", "env -v H", "env - PATH=\"$PATH\" H", "env --unset=A H", "env --unse A H", "env -uA H", "env -- A=1 H",
		"timeout 5 H", "timeout -k 1 5 H", "timeout --kill-after=1 5s H", "timeout --kill 1 5 H", "timeout -s KILL 5 H", "timeout --preserve-status 5 H", "timeout -v -- 5 H", "timeout -sTERM 5 H", "timeout --foreground -k1 5 H",
		"nice H", "nice -n 5 H", "nice -n5 H", "nice -5 H", "nice --adjustment=3 H", "nice --adj 3 H", "nohup H", "setsid -w H", "setsid --wait H", "stdbuf -oL H", "stdbuf -o L -e0 H", "stdbuf --output=L H",
		"command H", "command -p H", "command -- H", "builtin command H", "exec H", "exec -a x H", "exec -c H", "exec -l H", "exec -cla x H", "(exec H)", "eval H", "eval 'H'", "eval -- H", "time H", "time -p H", "! H", "coproc H", "{ H; }", "(H)", "if H; then :; fi", "true && H", "false || H", "H &", "H | cat", "cat </dev/null | H", "$(H)", "x=$(H)", "x=`H`", ": <(H)", ": >(H)", "cat <<E\n$(H)\nE", "f() { H; }; f", "function f { H; }; f", "trap 'H' EXIT", "for i in 1; do H; done", "while H; do break; done", "case x in x) H;; esac", "[[ -n $(H) ]]", "(( $(H) + 1 ))", "a=( $(H) )", "export x=$(H)", "A=1 H", "A=1 B=$(H) true", ">o H", "H >o 2>&1", "<<<x H", "{ H; } 2>/dev/null",
		"sh -c 'H'", "bash -c 'H'", "bash -ec 'H'", "bash -c -- 'H'", "bash --norc -c 'H'", "bash -o pipefail -c 'H'", "bash +x -c 'H'", "dash -c 'H'", "sh -ec 'H' x y", "bash -cx 'H'", "sh -c \"H\"", "bash -xc \"H\"", "bash -c \"$(echo 'H')\"", "echo 'H' | sh", "echo 'H' | bash -s", "echo 'H' | bash -s x y", "bash <<< 'H'", "sh <<'E'\nH\nE", "bash -s <<E\nH\nE", "bash <(echo 'H')", "source <(echo 'H')", ". /dev/stdin <<< 'H'", "bash /dev/stdin <<< 'H'", "printf 'H\\n' | sh", "printf '%s' 'H' | sh", "cat <<'E' | sh\nH\nE", "x='H'; $x", "x='H'; eval \"$x\"", "x='H'; bash -c \"$x\"", "x='H' bash -c '$x'", "export x='H'; bash -c '$x'", "x='H' sh -c 'eval \"$x\"'", "env x='H' sh -c '$x'", "set -- H; \"$@\"", "set -- H; $1", "x=(H); \"${x[@]}\"", "f() { \"$@\"; }; f H", "f() { $1; }; f 'H'", "alias q='H'", "flock o H", "flock -n o -c 'H'", "flock -w 1 o sh -c 'H'",
		"xargs H </dev/null", "xargs -r H </dev/null", "echo z | xargs H", "echo z | xargs -n1 H", "echo z | xargs -I{} H", "echo z | xargs -I % H", "echo z | xargs -0 H", "echo z | xargs -i H", "echo z | xargs --max-args=1 H", "echo z | xargs -t -P 2 -n 1 H", "echo z | xargs -I{} sh -c 'H'", "echo H | xargs env", "echo 'H' | xargs -I{} sh -c '{}'", "echo H | xargs", "xargs -a /dev/null H", "echo z | xargs -d '\\n' H", "echo z | xargs -L 1 H", "echo z | xargs --no-run-if-empty -n 1 -- H",
		"find . -maxdepth 0 -exec H \\;", "find . -maxdepth 0 -exec H {} \\;", "find . -maxdepth 0 -exec H {} +", "find . -maxdepth 0 -execdir H ';'", "find . -maxdepth 0 -exec sh -c 'H' \\;", "find . -maxdepth 0 -exec sh -c 'H' _ {} +", "find . -maxdepth 0 -exec env H \\; -exec H \\;", "find . -maxdepth 0 -name '*' -o -name x -exec H \\;", "find . -maxdepth 0 -type d -exec true \\; -a -exec H {} ';'",
		"f() { H; }; export -f f; bash -c f", "f() { H; }; export -f f; echo 1 | xargs bash -c f", "f() { H; }; export -f f; env bash -c f",
	}
	inner := []string{
		"aa x", "rm -rf /tmp/zz", "aa 'b c' \"d\"", "aa $HOME ~ \"$USER\"", "aa {b,c}", "aa $u x", "\\aa x", "a\"a\" x", "'aa' x", "aa *", "aa $((1+2))", "aa; bb", "aa && cc y", "aa | bb", "A=2 aa x", "aa >o", "env aa x", "sh -c \"aa x\"", "timeout 5 aa x", "aa \"$(bb)\"", "aa -x {} y", "aa -- -c", "$1", "aa \\; b", "aa a=b", "command aa x", "exec aa x",
	}
	for _, o := range outer {
		for _, i := range inner {
			out = append(out, strings.ReplaceAll(o, "H", i))
		}
	}
	for _, a := range outer {
		for _, b := range outer {
			if strings.Contains(a, "flock") && strings.Contains(b, "flock") || strings.Contains(b, "\n") || strings.Contains(a, "\n") && strings.Contains(b, "'") {
				continue
			}
			out = append(out, strings.ReplaceAll(a, "H", strings.ReplaceAll(b, "H", "aa x")))
		}
	}
	return out
}

// quoteTexts are spellings of words.
func quoteTexts() (out []string) {
	pieces := []string{"a", "'a'", "\"a\"", "\\a", "$'a'", "$'\\x61'", "$'\\141'", "{a,b}", "{a..c}", "a\\\na", "${u:-a}", "$(echo a)", "$(printf a)", "$(printf '\\141')", "$(echo -e '\\x61')", "\"${u-a}\"", "$x", "\"$x\"", "${x}", "${x:0:1}", "${x%b}", "${x#a}", "${x/b/}", "${x,,}", "${x@L}", "`echo a`", "$((1))", "''", "\"\"", "$e", "\"$e\"", "*", "?", "[a]", "~", "a=b", "$u", "\"$u\"", "#", "a#b", "$#", "!", "^", "{a}", "{}", "{,a}", "{a,}", "\"{a,b}\"", "{\"a\",b}", "{a,b}{c,d}", "{a,{b,c}}", "{a,b", "a,b}", "{a\\,b}", "{a,\\}}", "\\{a,b}", "{$x,b}", "${x}{a,b}", "{1..3}", "{3..1}", "{01..3}", "{a..c..2}", "{1..2}{a,b}", "x{a,b}y", "$'a\\'b'", "\"a\\\"b\"", "\"a\\$b\"", "\"a\\b\"", "'a'\\''b'", "$\"a\"", "é", "\"✓\"", "\\\n", "$w", "\"$w\"", "$w$x", "${w}x", "$l", "${l[@]}", "\"${l[@]}\"", "\"${l[*]}\"", "${l[1]}", "$g", "\"$g\"", "${l[@]:1}", "${#l[@]}", "${#x}", "$-", "${x:-{a,b}}", "{~,a}", "a~", "a:~", "a=~", "x=~:~", "\"~\"", "~root", "~/x", "'~'/x", "$(echo 'a b')", "\"$(echo 'a b')\"", "$(echo)", "\"$(echo 'a\nb')\"", "${n}", "$@", "\"$@\"", "$*", "\"$*\"", "${@}", "{a,\"b c\"}", "{'a b',c}", "\\ ", "' '", "%", "+", "-", "@", ".", "/", ":", "]", "[", "{", "}"}
	for _, p := range pieces {
		out = append(out, "aa "+p, "aa "+p+" z", "x"+p+" y")
		for _, q := range pieces {
			out = append(out, "aa "+p+q, "aa "+p+" "+q)
		}
	}
	programs := []string{"r{m,} x", "{rm,x}", "{r,}m", "'r'm", "r\\m x", "r$e\"\"m x", "$'r''m' x", "${u:-rm} x", "r${e}m x", "r\\\nm x", "$(echo rm) x", "`echo rm` x", "$(echo r)m x", "\"rm\" x", "r''m x", "/bin/../bin/true; rm x", "$r$m x", "${r}${m} x", "${k:1:2} x", "${k#x} x", "${k%%y*}", "${R,,} x", "${r^}m", "$rx x", "\"${l[0]}\" x", "${!p} x", "$w", "$e rm x", "\"$e\" rm x", "$u rm x", "rm$u x", "${u}rm x", "$u$u rm x", "r*", "r?", "{,rm} x", "{,} rm", "~rm", "\\~rm", "=rm x", "r\"$e\"m x", "'rm' -x", "\"r\"'m' x", "rm\\ x", "$'rm\\x20x'", "$'\\162\\155' x", "$'\\u0072m' x", "$(printf '\\x72\\x6d') x", "$(printf '\\162\\155') x", "$(printf '%s%s' r m) x", "$(echo cm0= | base64 -d) x", "$(rev <<< mr) x", "$(echo qn | tr q-z r-za) x", "$(tr a-z b-za <<< ql) x", "$(echo 726d | xxd -r -p) x", "$(cat <<< rm) x", "$(cat <<'E'\nrm\nE\n) x", "${l[@]}", "\"${l[@]}\"", "${l[*]} x", "a=rm; $a x", "a=rm b=$a; $b x", "a=r; a+=m; $a x", "a=rm $a x", "a=rm eval '$a x'", "a=rm; unset a; $a rm x", "a=x; a=rm; $a x", "a=rm; (a=ls); $a x", "(a=rm; $a x)", "a=ls; { a=rm; }; $a x", "a=ls; a=rm | :; $a x", "a=ls; : | a=rm; $a x", "a=ls; if :; then a=rm; fi; $a x", "a=ls; : && a=rm; $a x", "a=ls; false || a=rm; $a x", "a=ls; for a in rm; do :; done; $a x", "a=ls; while :; do a=rm; break; done; $a x", "a=ls; case x in x) a=rm;; esac; $a x", "a=ls; f() { a=rm; }; f; $a x", "a=ls; f() { local a=rm; }; f; $a x", "a=ls; f() { local a=rm; g; }; g() { $a x; }; f", "a=ls; eval a=rm; $a x", "a=ls; eval 'a=rm' ; $a x", "a=ls; read a <<< rm; $a x", "a=ls; printf -v a rm; $a x", "a=ls; a=rm :; $a x", "a=ls; ((a=1)); $a rm x", "a=ls; : ${a:=rm}; $a x", "a=; : ${a:=rm}; $a x", "a=ls; : $((a=2)); $a rm", "a=ls; export a=rm; $a x", "a=ls; declare a=rm; $a x", "f() { declare a=rm; }; a=ls; f; $a x", "f() { declare -g a=rm; }; a=ls; f; $a x", "a=ls; declare -n b=a; b=rm; $a x", "a=ls; readonly a; a=rm; $a x", "readonly a=rm; a=ls; $a x", "readonly a=rm; export a=ls; $a x", "readonly a=rm; unset a; $a x", "readonly a=rm; for a in ls; do $a x; done", "declare -u a=x; a=rm; $a x", "declare -l a; a=RM; $a x", "typeset -l a=RM; $a x", "declare -l a; for a in RM; do $a x; done", "declare -l a; read a <<< RM; $a x", "declare -l a; printf -v a RM; $a x", "declare -l a=RM; b=$a; $b x", "declare -i a; a=1+1; aa $a", "a=(ls); a[0]=rm; $a x", "a=(ls rm); $a x; ${a[1]} x", "a=ls; a=(rm x); $a x", "a=ls; a[1]=rm; $a x; ${a[1]}", "a=(rm); a=ls; ${a[0]} x", "a=(ls); a+=(rm); ${a[1]} x", "a=(ls); a+=rm; $a x", "declare -A a=([k]=rm); ${a[k]} x", "IFS=,; a=rm,x; $a", "IFS=x; a=axbxc; aa $a", "IFS=; a='rm x'; $a", "IFS=:; aa $(echo a:b)", "a=a:b; IFS=: ; aa $a", "a=a:b; IFS=: eval 'aa $a'", "a=a:b; IFS=: aa $a", "unset IFS; a='rm x'; $a", "IFS=' '; a=$'a\\tb'; aa $a", "IFS=$'\\n'; a='a b'; aa $a", "IFS=', '; a='a, b,,c'; aa $a", "IFS=,; a=,a,; aa $a", "IFS=,; set -- a b; aa \"$*\"", "IFS=12; aa $((3*4))", "IFS=1; for i in 31 41; do aa $i; done", "a=PATH; unset $a; ls", "HOME=/x; aa ~", "HOME='a b'; aa ~ ~/c", "PWD=/x; aa ~+ $PWD", "cd /; aa $PWD ~-", "cd / && cd - && aa $OLDPWD", "set -- rm x; $@", "set -- rm x; \"$@\"", "set -- rm x; $1 $2", "set -- a rm; shift; $1 x", "set -- a b; shift 5; aa $1", "set rm x; $1", "set -- -x y; aa \"$@\"", "f() { set -- q; }; set -- rm; f; $1 x", "f() { shift; $1 x; }; f a rm", "f() { $0 x; }; f", "f() { rm $1; }; f 'a b'", "f() { rm \"$@\"; }; f 'a b' c", "f() { rm $#; }; f a b", "f() { f2() { rm y; }; }; f; f2", "rm() { ls \"$@\"; }; rm x", "rm() { ls x; }; command rm y", "rm() { ls x; }; \\rm y", "rm() { ls x; }; unset -f rm; rm y", "ls() { rm x; }; (unset -f ls; ls); ls", "f() { rm x; }; g() { f; }; f() { ls y; }; g", "f() { ls x; }; if false; then f() { rm y; }; fi; f", "f() (rm x); f", "f() { rm x; } >o; f", "f() if :; then rm x; fi; f", "f() for i in a; do rm $i; done; f", "function f() { rm x; }; f", "function rm { ls x; }; rm", "function a-b { rm x; }; a-b", "f () { rm x; }; 'f'", "f() { rm x; }; $(echo f)", "f() { rm x; }; x=f; $x", "eval 'f() { rm x; }'; f", "f() { return; rm x; }; f; ls", "f() { a=rm; return; }; f; $a x", "x() { $a x; }; a=rm x", "x() { $a x; }; a=rm; x; a=ls", "x() { :; }; a=rm x; $a ls", "a=$(a=rm; echo $a); $a x", "a=$(exit; echo rm); $a ls x", "a=$(echo rm; exit); $a x", "a=$(return 1; echo rm); $a ls", "a=$(false && echo rm); $a ls", "a=$(: ${u:?}; echo rm); $a ls x", "a=$(set -e; false; echo rm); $a ls x", "set -u; a=$(: $u; echo rm); $a ls x", "a=$(echo rm >o); $a ls", "a=$(echo rm >&2); $a ls", "a=$(exec >o; echo rm); $a ls", "a=$(echo -n rm); $a x", "a=$(echo -ne 'rm\\n\\n'); $a x", "a=$(printf 'rm\\0x'); $a y", "a=$(echo rm; echo x); $a", "a=$(echo rm | cat); $a x", "a=$(echo rm | cat -); $a x", "a=$(cat <<< rm | rev | rev); $a x", "a=$({ echo rm; }); $a x", "a=$( (echo rm) ); $a x", "a=$(f() { echo rm; }; f); $a x", "f() { echo rm; }; a=$(f); $a x", "f() { echo $1; }; $(f rm) x", "f() { :; echo rm; }; `f` x", "a=$(for i in r m; do echo -n $i; done); $a x", "a=$(echo rm & ); $a x", "a=$(time echo rm); $a x", "a=$(echo rm;); $a x", "a=$(\n# c\necho rm\n); $a x", "a=$(echo \"rm\" 'x'); $a", "a=$(echo rm\\ x); $a", "a=$(echo r{m,n}); $a", "a=$(echo *); aa \"$a\"", "touch() { :; }; a=$(echo '*'); aa $a", "a=$(pwd); aa \"$a\"", "a=$(cd / && pwd); aa \"$a\"", "a=$(cd /nonexistent; pwd); aa $a", "cd /nonexistent; aa \"$PWD\"", "cd /nonexistent || aa \"$PWD\"", "cd / ; aa \"$(pwd)\"", "a=$((2+3)); aa $a", "a=08; aa $((10#$a))", "a=5; ((a++)); aa $a", "a=5; ((a+=2)); aa $a", "a=5; b=$((a++)); aa $a $b", "a=5; b=$((--a)); aa $a $b", "let a=5; aa $a", "let a=5+1 b=2; aa $a $b", "for ((i=0;i<3;i++)); do aa $i; done", "for i in {1..3}; do aa $i; done", "for i in $(seq 1 3); do aa $i; done", "for i in a b; do for j in c d; do aa $i$j; done; done", "for i in a b; do x=$i; done; aa $x $i", "for i in a b; do aa $x; x=$i; done", "x=a; while [ \"$x\" = a ]; do x=rm; done; $x y", "for i in 1 2 3; do x=$y; y=$z; z=rm; done; $x ls", "for i in 1 2 3 4; do d=$c; c=$b; b=$a; a=rm; done; $d x", "i=0; while [ $i -lt 3 ]; do i=$((i+1)); aa $i; done", "for i; do aa $i; done", "set -- a b; for i; do aa $i; done", "for i in; do aa $i; done; aa \"$i\"", "for i in 'a b' c; do aa $i; done", "for i in 'a b' c; do aa \"$i\"; done", "for i in * ; do aa $i; done", "until :; do aa; done", "select i in rm; do $i x; break; done <<< 1", "while read i; do $i x; done <<< rm", "while read i j; do aa $j; done <<< 'a b'", "mapfile -t a <<< rm; ${a[0]} x", "read -a a <<< 'rm x'; ${a[@]}", "read <<< rm; $REPLY x", "getopts x a -x; aa $a", "[[ rm =~ (.*) ]] && ${BASH_REMATCH[1]} x", "a=rmx; ${a:0:2} y", "a=xrm; ${a: -2} y", "a=rm; ${a@Q} y", "a=rm; ${a@E} y", "a=r; ${a/r/rm} y", "a=r; ${a/%r/rm} y", "a=r; ${a/#r/rm} y", "a=rr; ${a//r/m} y", "a=rm.x.y; ${a%%.*} z", "a=x.rm; ${a##*.} z", "a=r; ${a/r/&m} y", "a=RM; ${a,,} y", "a=Rm; ${a,} y", "a=rM; ${a~~} y", "a=r*m; ${a/\\*/} y", "a='r m'; ${a/ /} y", "a=rm; b=a; ${!b} x", "rm=ls; a=rm; ${!a} x", "a=1; set -- rm; ${!a} x", "a=rm; ${a:+ls} x", "a=; ${a:+ls} rm x", "a=; ${a+ls} x", "${a+ls} rm x", "${a:-rm x}", "${a:-\"rm x\"} y", "\"${a:-rm x}\" y", "${a:-$(echo rm)} x", "${a:-${b:-rm}} x", "${a:-'rm'} x", "${a:-r\\m} x", "aa ${a:-~}", "aa \"${a:-~}\"", "aa ${a:-a b}", "aa ${a:-'a b'}", "aa ${a:-\"$HOME\" b}", "aa \"${a:-'b'}\"", "aa \"${a:-\"b c\"}\"", "aa \"${a:-\\}}\"", "aa ${a:-\\}}", "aa \"${a:-{b}}\"", "aa ${a:-{b,c}}", "aa \"${a:-b\\\"c}\"", "set -- a b; aa ${1+\"$@\"}", "set --; aa ${1+\"$@\"} x", "set -- 'a b' c; aa ${@:-x}", "set -- a b c; aa ${@:2}", "set -- a b c; aa \"${@:2:1}\"", "set -- a b c; aa \"${@: -1}\"", "set -- a b; aa ${@/a/x}", "set -- a b; aa x\"$@\"y", "set -- ; aa x\"$@\"y \"$@\"", "l=(a 'b c'); aa x\"${l[@]}\"y", "l=(a 'b c'); aa ${l[@]}", "l=(a 'b c'); aa \"${l[@]:1}\"", "l=(a b); aa \"${l[@]/a/x}\"", "l=(a b); aa ${l[-1]}", "l=(a b); unset 'l[0]'; aa ${l[@]}", "l=([2]=x y); aa ${l[@]} ${l[2]}", "l=(a b); aa ${!l[@]}", "l=(); aa \"${l[@]}\" x", "l=($(echo a b)); aa ${l[1]}", "l=(a b); l2=(\"${l[@]}\" c); aa ${l2[2]}"}
	for _, p := range programs {
		out = append(out, "r=r m=m k=xrmy R=RM w='rm x y' e= p=k2 k2=rm l=(rm x); "+p, p)
	}
	return out
}

// lineTexts are about lines: comments, continuations, here-documents.
func lineTexts() (out []string) {
	pieces := []string{"aa x", "# c", "#", "\\\n", "\n", "; ", "bb # c\n", "bb #c\\\ncc", "aa \\\n b", "aa\\\nbb", "cat <<E\n$(cc)\nE\n", "cat <<'E'\n$(cc)\nE\n", "cat <<-E\n\t$(cc)\n\tE\n", "cat <<\\E\n$(cc)\nE\n", "cat <<E; aa y\nx\nE\n", "cat <<E | bb\nx\nE\n", "cat <<A <<B\n$(aa)\nA\n$(bb)\nB\n", "cat <<E\nE\\\nE\n", "cat <<E\nx\\\nE\nE\n", "cat <<E\nx \\$(cc) \\`cc\\`\nE\n", "cat <<E\n`cc`\nE\n", "cat <<\"E F\"\nx\nE F\n", "cat <<E\n\"$(cc)\" '$(bb)'\nE\n", "cat <<E\n\\\\$(cc)\nE\n", "cat <<E\n\\\\\\$(cc)\nE\n", "$(cat <<E\naa\nE\n) z\n", "cat <<E\n${u:-$(cc)}\nE\n", "cat <<E\n${u:-'$(cc)'}\nE\n", "cat <<E\n$((1+$(cc)))\nE\n", "(cat <<E\nx\nE\n)\n", "if :; then cat <<E\nx\nE\nfi; aa\n", "f() { cat <<E\n$(aa)\nE\n}; f\n", "cat <<$E\n$(cc)\n$E\n", "cat <<E\"F\"\n$(cc)\nEF\n", "cat <<''\n$(cc)\n\n", "aa 'x\n# y\n'", "aa \"x\n# y\n\"", "aa x#y", "aa $#", "aa ${#x}", "aa $((2#1))", "aa;#c\n", "aa&#c\n", "(#c\naa)", "{ #c\naa; }", "aa |#c\nbb", "aa &&#c\nbb", "\\\n# c\naa", "aa \\\n# c\nbb", "a\\\na x", "$\\\n(cc)", "$(\\\ncc)", "`\\\ncc`", "aa \\\\\nbb", "aa \\\\\\\nbb", "'aa'\\\n'x'", "aa '\\\nx'", "aa \"\\\nx\"", "aa &\\\n& bb", "aa |\\\n| bb", "aa ;\\\n bb", "if\\\n aa; then bb; fi", "case x in\nx) aa;;\nesac\n", "case x in x) aa ;; # c\n*) bb;; esac", "aa <<< \"$(cc)\"", "aa $'\\\nx'", "aa \\", "#!/bin/sh\naa", ": <<'E'\nrm x\nE\naa\n", "echo $(# c )\ncc\n)", "echo `# c`; cc", "echo \"`# c`\"; cc", "echo $(cc # x\n)", "[[ a # b\n]]", "(( 1 # 2\n))", "a=(aa # c\nbb); \"${a[@]}\"", "aa # c \\", "aa\t# c \\\nbb", "aa x \\\n  # c\n bb",
		"aa <(bb)# ; cc\n", "aa $(bb)# ; cc\n", "aa `bb`# ; cc\n", "aa ${x}# ; cc\n", "aa \"x\"# ; cc\n", "{ aa; }# ; cc\n", "(aa)# ; cc\n", "aa >o# ; cc\n", "aa <<<x# ; cc\n", "aa &# ; cc\n", "[[ x ]]# ; cc\n", "((1))# ; cc\n", "aa $((1))# ; cc\n", "$\\\n\"aa\"", "aa $\\\n'x'", "aa x=~<(bb):~", "aa {#,x}; cc", "aa }# ; cc\n", "if aa;then bb;fi# ; cc\n", "aa >&2# ; cc\n", "a=x# ; cc\n", "a=(x)# ; cc\n"}
	for _, p := range pieces {
		out = append(out, p, p+"aa z", "bb\n"+p, p+"\nbb")
		for _, q := range pieces {
			out = append(out, p+q)
		}
	}
	return out
}

// mutants are texts of the other kinds with bytes and tokens dropped, doubled,
// swapped and put in.
func mutants(n int, seed uint64) (out []string) {
	tokens := []string{" ", "'", "\"", "\\", "$", "$(", ")", "(", "`", "{", "}", "${", "x", ":-", "#", " #", "\n", ";", "&", "|", "<", ">", "<<E\n", "\nE\n", "<<'E'\n", "((", "))", "[", "]", "=", "*", ",", "~", "!", "$'", "\\\n", "aa", "cc", "$(cc)", "`cc`", "$x", "'$(cc)'", "<(cc)", "\t", "@", "%", "/", "+", "-", "1"}
	var base []string
	for _, list := range [][]string{wrapperTexts(), quoteTexts(), lineTexts(), kinds3to6()} {
		base = append(base, some(list, 3000)...)
	}
	rnd := rand.New(rand.NewPCG(seed, 7))
	for len(out) < n {
		s := base[rnd.IntN(len(base))]
		for range 1 + rnd.IntN(3) {
			at := rnd.IntN(len(s) + 1)
			switch rnd.IntN(5) {
			case 0:
				end := min(len(s), at+1+rnd.IntN(3))
				s = s[:at] + s[end:]
			case 1:
				end := min(len(s), at+1+rnd.IntN(6))
				s = s[:end] + s[at:end] + s[end:]
			default:
				s = s[:at] + tokens[rnd.IntN(len(tokens))] + s[at:]
			}
		}
		out = append(out, s)
	}
	return out
}

// mixed puts whole, mostly well-formed pieces together.
func mixed(n int, seed uint64) (out []string) {
	words := []string{"aa", "bb x", "cc 'y z'", "$(aa)", "\"$(bb)\"", "`cc`", "$x", "\"$x\"", "${x:-$(aa)}", "\"${x:-'$(bb)'}\"", "$((x))", "<(cc)", "'$(aa)'", "x=bb", "x=$(aa)", "x='cc y'", "a[$(aa)]", "{aa,bb}", "\\$(aa)", "# c", "*", "~", "''"}
	joins := []string{" ", "; ", "\n", " && ", " || ", " | ", " & ", " \\\n", "\t"}
	shapes := []string{"W", "(W)", "{ W; }", "if W; then W; fi", "for i in W; do W; done", "case W in W) W;; esac", "eval W", "eval 'W'", "eval \"W\"", "sh -c 'W'", "bash -c \"W\"", "f() { W; }; f W", "echo W | sh", "cat <<E\nW\nE\n", "sh <<'E'\nW\nE\n", "sh <<E\nW\nE\n", "$(W)", "`W`", "[[ W ]]", "(( W ))", "env W", "xargs W </dev/null", "trap 'W' EXIT", "x=W; $x", "x=(W); \"${x[@]}\"", "set -- W; \"$@\"", "W >o", "! W", "time W", "while W; do W; break; done", "declare W", "export W", "local W", "test W", "printf -v W", "unset W", "command W", "exec W", "timeout 5 W", "coproc W"}
	rnd := rand.New(rand.NewPCG(seed, 8))
	pick := func(list []string) string { return list[rnd.IntN(len(list))] }
	var part func(depth int) string
	part = func(depth int) string {
		if depth == 0 || rnd.IntN(3) == 0 {
			return pick(words)
		}
		s := pick(shapes)
		var b strings.Builder
		for i := 0; i < len(s); i++ {
			if s[i] == 'W' {
				b.WriteString(part(depth - 1))
				if rnd.IntN(3) == 0 {
					b.WriteString(pick(joins) + part(depth-1))
				}
				continue
			}
			b.WriteByte(s[i])
		}
		return b.String()
	}
	for range n {
		out = append(out, part(1+rnd.IntN(3)))
	}
	return out
}

func TestBashRunsNothingUnlisted(t *testing.T) {
	for _, k := range []struct {
		kind  string
		texts []string
		quick int
	}{
		{"wrappers", wrapperTexts(), 350},
		{"quotes and variables", quoteTexts(), 150},
		{"lines", lineTexts(), 250},
		{"mutants", mutants(count(200), seed()), 0},
		{"mixed", mixed(count(200), seed()), 0},
	} {
		t.Run(k.kind, func(t *testing.T) {
			t.Parallel()
			newOracle(t).check(t, "bash", some(k.texts, count(k.quick)))
		})
	}
}

// dash is what sh means on many machines; zsh is read by a narrower rule, and
// held against itself where it is installed.
func TestOtherShellsRunNothingUnlisted(t *testing.T) {
	for _, shell := range []string{"dash", "zsh"} {
		if _, err := exec.LookPath(shell); err != nil && shell == "zsh" {
			t.Log("no zsh here: only its rules are tested")
			continue
		}
		for _, k := range []struct {
			kind  string
			texts []string
			quick int
		}{
			{"expansions", kinds3to6(), 150},
			{"wrappers", wrapperTexts(), 100},
			{"quotes and variables", quoteTexts(), 150},
			{"lines", lineTexts(), 100},
			{"mutants", mutants(count(80), seed()+1), 0},
			{"mixed", mixed(count(80), seed()+1), 0},
		} {
			t.Run(shell+" "+k.kind, func(t *testing.T) {
				t.Parallel()
				newOracle(t).check(t, shell, some(k.texts, count(k.quick)))
			})
		}
	}
}
