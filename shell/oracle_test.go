package shell

import (
	"bytes"
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The oracle is the shell itself: texts run in an empty folder where every
// program is a stub that notes its arguments, and each of those must be among
// the commands that Read listed, or the text must be opaque or hostile.

var seedFlag = flag.Uint64("seed", 1, "seed of the shell oracle's random texts")

func seed() uint64 { return *seedFlag }

var wide = flag.Int("wide", 0, "texts per kind for the shell oracle; 0 for the quick run")

// stubs are the programs that texts of the oracle may call.
var stubs = []string{"aa", "bb", "cc", "rm", "ls", "dd0"}

// real are programs that texts may call and that are what they are.
var real = []string{"echo", "printf", "pwd", "true", "false", "env", "timeout", "nice", "nohup", "xargs", "find", "stdbuf", "setsid", "base64", "rev", "tr", "cat", "sh", "bash", "dash", "seq", "wc", "gzip", "flock", "xxd"}

type oracle struct {
	root string
	path string
	dir  string // the folder that texts see as their own
}

func newOracle(t *testing.T) *oracle {
	t.Helper()
	root := t.TempDir()
	o := &oracle{root: root, path: filepath.Join(root, "bin"), dir: filepath.Join(root, "w")}
	for _, d := range []string{o.path, o.dir} {
		if err := os.Mkdir(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	stub := "#!/bin/sh\nprintf '%s\\0' \"$(($#+1))\" \"${0##*/}\" \"$@\" >&9 2>/dev/null\n"
	for _, s := range stubs {
		if err := os.WriteFile(filepath.Join(o.path, s), []byte(stub), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, s := range real {
		if p, err := exec.LookPath(s); err == nil {
			if err := os.Symlink(p, filepath.Join(o.path, s)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return o
}

// driver runs the texts that it is given, each in a subshell of its own.
const driver = `__root=$1 __n=$2
set --
exec </dev/null >/dev/null 2>&1
export PATH=$__root/bin HOME=/home/u USER=u
unset BASH_ENV ENV OLDPWD
__i=0
while [ "$__i" -lt "$__n" ]; do
  IFS= read -r -d '' __t <"$__root/t$__i"
  (
    ulimit -t 2
    exec 9>"$__root/l$__i" 8>&-
    cd "$__root/w/$__i" || exit
    PATH=$__root/bin
    unset __root __n __i OLDPWD
    eval "$__t"
  )
  __i=$((__i+1))
done
`

// posixDriver does the same where the shell is not bash.
const posixDriver = `__root=$1 __n=$2
set --
exec </dev/null >/dev/null 2>&1
export PATH=$__root/bin:/bin:/usr/bin HOME=/home/u USER=u
unset OLDPWD ENV
__i=0
while [ "$__i" -lt "$__n" ]; do
  (
    ulimit -t 2
    exec 9>"$__root/l$__i"
    cd "$__root/w/$__i" || exit
    __t=$(cat "$__root/t$__i"; printf x)
    __t=${__t%x}
    PATH=$__root/bin
    unset __root __n __i OLDPWD
    eval "$__t"
  )
  __i=$((__i+1))
done
`

// run gives, for each text, the argument lists of the stubs that ran.
func (o *oracle) run(t *testing.T, shell string, texts []string) [][][]string {
	t.Helper()
	for i, text := range texts {
		if err := os.WriteFile(filepath.Join(o.root, "t"+strconv.Itoa(i)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		os.Remove(filepath.Join(o.root, "l"+strconv.Itoa(i)))
		if err := os.Mkdir(filepath.Join(o.dir, strconv.Itoa(i)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	script := driver
	if *wide == 0 {
		// in the quick run functions stand in for the stubs where they can
		for _, s := range stubs {
			script = s + `() { builtin printf '%s\0' "$(($#+1))" ` + s + ` "$@" >&9; } 2>/dev/null` + "\n" + script
		}
	}
	args := []string{"--norc", "--noprofile", "-c", script}
	if shell != "bash" {
		args = []string{"-c", posixDriver}
	}
	cmd := exec.CommandContext(ctx, shell, append(args, shell, o.root, strconv.Itoa(len(texts)))...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C.UTF-8"}
	cmd.WaitDelay = time.Second
	ownSession(cmd) // a text that signals its group stays among itself
	if out, err := cmd.CombinedOutput(); err != nil && ctx.Err() != nil {
		at := 0
		for at+1 < len(texts) {
			if _, err := os.Stat(filepath.Join(o.root, "l"+strconv.Itoa(at+1))); err != nil {
				break
			}
			at++
		}
		killSession(cmd)
		t.Fatalf("the oracle did not end: %v %s, it was at %q", err, out, texts[at])
	}
	time.Sleep(100 * time.Millisecond) // what was started in the background and left
	killSession(cmd)
	all := make([][][]string, len(texts))
	for i := range texts {
		data, err := os.ReadFile(filepath.Join(o.root, "l"+strconv.Itoa(i)))
		if err != nil {
			t.Fatalf("the oracle did not come to text %d (%q): %v", i, texts[i], err)
		}
		all[i] = records(t, data)
		os.RemoveAll(filepath.Join(o.dir, strconv.Itoa(i)))
	}
	return all
}

// records splits a log: a count, then so many words.
func records(t *testing.T, data []byte) (out [][]string) {
	t.Helper()
	fields := bytes.Split(data, []byte{0})
	for i := 0; i+1 < len(fields); {
		n, err := strconv.Atoi(string(fields[i]))
		if err != nil || i+1+n > len(fields) {
			t.Fatalf("torn log %q", data)
		}
		var argv []string
		for _, f := range fields[i+1 : i+1+n] {
			argv = append(argv, string(f))
		}
		out = append(out, argv)
		i += 1 + n
	}
	return out
}

// holes gives the stubs that ran and that s neither lists nor excuses.
func holes(s Script, ran [][]string) (missed [][]string) {
	if len(s.Opaque) > 0 || len(s.Hostile) > 0 {
		return nil
	}
	for _, argv := range ran {
		if !listed(s, argv) {
			missed = append(missed, argv)
		}
	}
	return missed
}

func listed(s Script, argv []string) bool {
	for i := range s.Commands {
		c := &s.Commands[i]
		if len(c.Words) > 1 && isShell(baseName(c.Words[0].Text)) && !c.Carries && hasWord(c.Words[1:], argv[0]) {
			return true // a shell runs a stub as its script
		}
		if len(c.Words) == 0 || !c.Words[0].Lit() || baseName(c.Words[0].Text) != argv[0] {
			continue
		}
		if matchWords(c.Words[1:], argv[1:]) {
			return true
		}
	}
	return false
}

// matchWords tells whether the words can have become args.
func matchWords(words []Word, args []string) bool {
	if len(words) == 0 {
		return len(args) == 0
	}
	w := words[0]
	if w.Many || w.Glob {
		for n := 0; n <= len(args); n++ {
			if matchWords(words[1:], args[n:]) {
				return true
			}
		}
		return false
	}
	if len(args) == 0 {
		return false
	}
	if texts, ok := w.Values(); ok {
		found := false
		for _, t := range texts {
			found = found || t == args[0]
		}
		if !found {
			return false
		}
	} else if !strings.HasPrefix(args[0], w.Prefix) || !strings.HasSuffix(args[0], w.Suffix) {
		return false
	}
	return matchWords(words[1:], args[1:])
}

// check runs the texts and compares.
func (o *oracle) check(t *testing.T, shell string, texts []string) {
	t.Helper()
	const batch = 2000
	quiet, ranAny, bad := 0, 0, 0
	for len(texts) > 0 {
		n := min(batch, len(texts))
		ran := o.run(t, shell, texts[:n])
		for i, text := range texts[:n] {
			s := Read(Input{Text: text, Dir: filepath.Join(o.dir, strconv.Itoa(i)), Home: "/home/u", User: "u", Shell: shell})
			if len(ran[i]) > 0 {
				ranAny++
				if len(s.Opaque) == 0 && len(s.Hostile) == 0 {
					quiet++
				}
			}
			if m := holes(s, ran[i]); len(m) > 0 {
				if bad++; bad <= 25 {
					t.Errorf("%s ran what is not listed:\n%s\nran: %q\nlisted:\n%s", shell, text, m, brief(s))
				}
			}
		}
		texts = texts[n:]
	}
	t.Logf("%s: %d texts ran something, %d of them read without doubt, %d holes", shell, ranAny, quiet, bad)
	if ranAny == 0 {
		t.Error("nothing ran: the oracle tells nothing")
	}
}

// some gives n of the texts, spread over all of them; all when n is 0 or too many.
func some(texts []string, n int) []string {
	if n <= 0 || n >= len(texts) {
		return texts
	}
	out := make([]string, 0, n)
	for i := range n {
		out = append(out, texts[i*7919%len(texts)])
	}
	return out
}

func count(quick int) int {
	if *wide > 0 {
		return *wide
	}
	return quick
}

// payloads run cc where the shell expands what they stand in.
var payloads = []string{
	"$(cc)", "'$(cc)'", `\$(cc)`, `"$(cc)"`, "`cc`", "'`cc`'", "\\`cc\\`", `"'$(cc)'"`, `'"$(cc)"'`,
	"a[$(cc)]", "'a[$(cc)]'", `"a[\$(cc)]"`, "a['$(cc)']", `a["$(cc)"]`, `$'a[$(cc)]'`, "a[`cc`]", `a[\$(cc)]`,
	"$x", `"$x"`, "${x}", "x", "$y", "y", "${x:-$(cc)}", "${u:-$(cc)}", "'${u:-$(cc)}'", "${u:-'$(cc)'}", `${u:-"'$(cc)'"}`, `"${u:-'$(cc)'}"`,
	"$((x))", "$((a[$(cc)]))", "<(cc)", "'<(cc)'", "1", "${!x}", "${a[$(cc)]}", "${a['$(cc)']}", "$[ $(cc) ]", "$\"$(cc)\"", "}$(cc)", "'}$(cc)'", "'}'$(cc)", `\}$(cc)`,
}

var preludes = []string{
	"", "x='a[$(cc)]'; ", "x='a[$(cc)]' y=x; ", "a=(1 2); ", "declare -A a; ", `x='$(cc)'; `, "x=a; ", "declare -i x; ",
}

var contexts = []string{
	`echo "${u:-H}"`, `echo "${u-H}"`, `echo "${s:+H}"`, `echo "${u:=H}"`, `echo ${u:-H}`, `echo "${s#H}"`, `echo "${s%H}"`, `echo "${s/H/x}"`, `echo "${s/a/H}"`, `echo "${s//H}"`, `echo "${s^H}"`,
	"cat <<E\n${u:-H}\nE", "cat <<E\nH\nE", "cat <<'E'\nH\nE", "cat <<-E\n\tH\n\tE", `cat <<< H`, `cat <<< "H"`,
	`echo $((H))`, `echo $(( H + 1 ))`, `echo $[H]`, `((H))`, `(( u = H ))`, `for ((i=H;i<0;i++)); do :; done`, `let H`, `let "H"`, `let u=H`, `echo ${s:H}`, `echo "${s:H}"`, `echo ${s:0:H}`, `echo ${a[H]}`, `echo "${a[H]}"`, `a[H]=1`, `a[H]+=1`, `a=([H]=1)`, `echo ${#a[H]}`, `echo ${@:H}`,
	`[[ H -eq 1 ]]`, `[[ 1 -lt H ]]`, `[[ -v H ]]`, `[[ -n H ]]`, `[[ H == x ]]`, `[[ x == H ]]`, `[[ x =~ H ]]`, `[[ -t H ]]`, `[[ -o H ]]`, `[[ -R H ]]`,
	`printf -v H x`, `printf -v 'H' x`, `printf H`, `printf %d H`, `read H </dev/null`, `read -a H </dev/null`, `read -n H v </dev/null`, `unset H`, `unset -v H`, `test -v H`, `[ -v H ]`, `[ H ]`, `[ H -eq 1 ]`, `[ -n H ]`, `[ -R H ]`,
	`declare H`, `declare H=1`, `declare u=H`, `declare -i u=H`, `export H`, `export H=1`, `export u=H`, `readonly H=1`, `typeset H=1`, `f(){ local H=1; }; f`, `f(){ local u=H; }; f`, `declare -a H`, `declare -n u=H; echo $u`, `declare -n u=H; u=1`, `declare -A m=([H]=1)`, `declare -a m=(H)`,
	`mapfile H </dev/null`, `mapfile -t H </dev/null`, `mapfile -O H m </dev/null`, `readarray -C H -c 1 m <<< x`, `getopts a H -a`, `: & wait -p H -n`, `wait H`, `eval H`, `eval "echo H"`, `eval 'echo H'`, `trap H EXIT`, `trap 'H' EXIT`, `alias u=H`, `exec {H}>o`, `echo {H,b}`, `case H in x) ;; esac`, `case x in H) ;; esac`, `u=H; echo $u`, `u=H; eval $u`, `u="H"; echo $((u))`, `echo H > o`, `: > H`, `for i in H; do echo $i; done`, `select i in H; do break; done </dev/null`, `set -- H; echo $1`, `set -- H; eval "$1"`, `echo ${u@P}`, `u='H'; echo ${u@P}`, `PS4='H'; set -x; :`, `cd H`, `shift H`, `exit H`, `return H`, `echo ~H`, `v=H; (( v ))`, `v=H; echo $((v+1))`, `v=H; echo ${s:v}`, `v=H; [[ v -eq 1 ]]`, `v=H; echo ${!v}`, `v=H; unset $v`, `v=H; printf -v "$v" x`, `v=H; declare -i w=v`, `v=(H); (( v[0] ))`, `v=H; test -v "$v"`, `v=H; read "$v" </dev/null`, `compgen -W 'H' x`, `compgen -W "H" x`, `echo "x ${u:-H} y" H`, `"H"`, `H`, `coproc H`, `time H`, `! H`, `echo @(H)`, `[[ x == @(H) ]]`, `echo "$(echo H)"`, "echo `echo H`", `(H)`, `{ H; }`, `u[H]=(1)`, `echo ${a[@]:H}`, `echo "${a[@]:H:1}"`, `ulimit -n H`, `umask H`, `type H`, `hash H`, `command H`, `builtin echo H`, `builtin printf -v H x`, `command printf -v H x`, `\printf -v H x`, `\declare H=1`, `builtin declare H=1`, `command export H=1`, `\let H`, `builtin let H`, `builtin test -v H`, `builtin unset H`,
}

// kinds3to6 puts every payload into every context after every prelude.
func kinds3to6() (out []string) {
	for _, p := range preludes {
		for _, c := range contexts {
			for _, h := range payloads {
				out = append(out, p+"s=abc; "+strings.ReplaceAll(c, "H", h))
			}
		}
	}
	return out
}

func TestBashRunsNothingUnlistedThroughExpansions(t *testing.T) {
	t.Parallel()
	newOracle(t).check(t, "bash", some(kinds3to6(), count(500)))
}
