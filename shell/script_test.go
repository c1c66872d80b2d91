package shell

import (
	"fmt"
	"strings"
	"testing"
)

// command gives the first command of a script whose program is name.
func command(t *testing.T, s Script, name string) *Command {
	t.Helper()
	for i := range s.Commands {
		if c := &s.Commands[i]; len(c.Words) > 0 && c.Words[0].Text == name {
			return c
		}
	}
	t.Fatalf("no %s in\n%s", name, brief(s))
	return nil
}

func index(t *testing.T, s Script, name string) int {
	t.Helper()
	c := command(t, s, name)
	for i := range s.Commands {
		if c == &s.Commands[i] {
			return i
		}
	}
	return -1
}

func TestWhereACommandRuns(t *testing.T) {
	for _, c := range []struct{ claim, text, dir, others string }{
		{"where the text starts", "x", "/w", ""},
		{"where cd led", "cd src && x", "/w/src", ""},
		{"cd is joined cleanly", "cd ./a//../b && x", "/w/b", ""},
		{"an absolute cd needs no start", "cd /tmp && x", "/tmp", ""},
		{"cd alone goes home", "cd && x", "/home/u", ""},
		{"cd to a tilde", "cd ~/p && x", "/home/u/p", ""},
		{"a cd that may fail leaves both", "cd src; x", "/w/src", "/w"},
		{"two cds that may fail leave all", "cd a; cd b; x", "/w/a/b", "/w/b /w /w/a"},
		{"a cd that must succeed leaves one", "cd src || exit 1; x", "/w/src", ""},
		{"the list after a cd fails with it", "cd a && y; x", "/w/a", "/w"},
		{"several cds in a list", "cd a && cd b && x", "/w/a/b", ""},
		{"a cd as a condition", "if cd a; then x; fi", "/w/a", ""},
		{"cds that must succeed", "cd a && cd b || exit; x", "/w/a/b", ""},
		{"a subshell's cd ends with it", "(cd a); x", "/w", ""},
		{"a cd in a pipe ends with it", "cd a | y; x", "/w", ""},
		{"a cd in a substitution ends with it", "y $(cd a); x", "/w", ""},
		{"a block's cd lasts", "{ cd a; } && x", "/w/a", "/w"},
		{"a function's cd lasts", "f() { cd a; }; f && x", "/w/a", "/w"},
		{"pushd and popd", "pushd a && popd && x", "/w", ""},
		{"cd to what is not known", "cd \"$D\" && x", "", ""},
		{"cd to the output of a program", "cd $(y) && x", "", ""},
		{"cd to a constant", "D=a; cd $D && x", "/w/a", ""},
		{"cd in one branch", "if y; then cd a; fi; x", "/w", "/w/a"},
		{"cd to one of several", "for d in a b; do (cd $d && x); done", "/w/a", "/w/b"},
		{"cd in a loop", "for d in a b; do cd $d; done; x", "", ""},
		{"cd back", "cd a && cd - && x", "/w", ""},
		{"env -C", "env -C sub x", "/w/sub", ""},
		{"find -execdir runs anywhere below", "find . -execdir x \\;", "", ""},
		{"another machine is another place", "ssh h x", "", ""},
		{"a container is another place", "docker exec c x", "", ""},
		{"CDPATH leads anywhere", "CDPATH=/q; cd a && x", "/w/a", "?"},
	} {
		x := command(t, read(c.text), "x")
		var others []string
		for _, d := range x.DirElse {
			if !d.Known {
				d.Text = "?"
			}
			others = append(others, d.Text)
		}
		if x.Dir.Text != c.dir || x.Dir.Known != (c.dir != "") || strings.Join(others, " ") != c.others {
			t.Errorf("%s: %s: runs in %q or %q, want %q or %q", c.claim, c.text, x.Dir.Text, strings.Join(others, " "), c.dir, c.others)
		}
	}
}

func TestHowACommandRuns(t *testing.T) {
	for _, c := range []struct{ claim, text, want string }{
		{"plainly", "x", ""},
		{"perhaps, after &&", "y && x", "maybe"},
		{"perhaps, in a branch", "if y; then x; fi", "maybe"},
		{"surely, as a condition", "if x; then y; fi", ""},
		{"perhaps and often, in a loop", "while y; do x; done", "maybe loop"},
		{"often, as a loop's condition", "until x; do y; done", "loop"},
		{"perhaps, in a case", "case a in b) x;; esac", "maybe"},
		{"perhaps, in a default", `y "${A:-$(x)}"`, "maybe subshell"},
		{"behind the back", "x &", "background subshell"},
		{"behind the back, by a wrapper", "nohup x", "background"},
		{"in a subshell", "(x)", "subshell"},
		{"in a pipe", "y | x", "subshell"},
		{"perhaps, in a trap", "trap x EXIT", "maybe"},
		{"perhaps, in a function that is not called", "f() { x; }", "maybe"},
		{"surely, in a function that is called", "f() { x; }; f", ""},
		{"perhaps and often, under xargs", "y | xargs x", "maybe loop subshell"},
		{"perhaps and often, under find", "find . -exec x \\;", "maybe loop"},
		{"often, under watch", "watch x", "loop"},
	} {
		x := command(t, read(c.text), "x")
		var got []string
		for _, m := range []struct {
			on   bool
			name string
		}{{x.Maybe, "maybe"}, {x.Loop, "loop"}, {x.Background, "background"}, {x.Subshell, "subshell"}} {
			if m.on {
				got = append(got, m.name)
			}
		}
		if g := strings.Join(got, " "); g != c.want {
			t.Errorf("%s: %s: runs %q, want %q", c.claim, c.text, g, c.want)
		}
	}
}

func TestWhereOutputGoes(t *testing.T) {
	for _, c := range []struct{ claim, text, from, to string }{
		{"through a pipe", "a | b", "a", "b"},
		{"through each pipe of several", "a | b | c", "b", "c"},
		{"out of a group", "{ y; a; } | b", "a", "b"},
		{"into a loop", "a | while read l; do b; done", "a", "read"},
		{"into a wrapped command", "a | sudo timeout 5 b", "a", "b"},
		{"into what xargs runs", "a | xargs -n1 b", "a", "b"},
		{"into a shell's text", "a | sh -c 'b'", "a", "sh"},
	} {
		s := read(c.text)
		if got := command(t, s, c.from).PipedTo; got != index(t, s, c.to) {
			t.Errorf("%s: %s: %s is piped to %d, want %s", c.claim, c.text, c.from, got, c.to)
		}
	}
	for _, c := range []struct{ claim, text, from, to string }{
		{"into a word", "b $(a)", "a", "b"},
		{"into a quoted word", `b "x$(a)y"`, "a", "b"},
		{"into a word, by backquotes", "b `a`", "a", "b"},
		{"through a name for a pipe", "b <(a)", "a", "b"},
		{"into a here-document", "b <<E\n$(a)\nE\n", "a", "b"},
		{"the end of a pipe into a word", "b $(y | a)", "a", "b"},
	} {
		s := read(c.text)
		if got := command(t, s, c.from).Into; got != index(t, s, c.to) {
			t.Errorf("%s: %s: %s goes into %d, want %s", c.claim, c.text, c.from, got, c.to)
		}
		b := command(t, s, c.to)
		found := false
		for _, w := range append(b.Words, redirTargets(b)...) {
			for _, i := range w.Subs {
				found = found || i == index(t, s, c.from)
			}
		}
		if !found {
			t.Errorf("%s: %s: no word of %s holds the output of %s", c.claim, c.text, c.to, c.from)
		}
	}
	s := read("v=$(a); b \"$v\"; c $w")
	if subs := command(t, s, "b").Words[1].Subs; len(subs) != 1 || subs[0] != index(t, s, "a") {
		t.Errorf("output is not followed through a variable: %v", subs)
	}
	if vars := command(t, s, "c").Words[1].Vars; len(vars) != 1 || vars[0] != "w" {
		t.Errorf("a variable that is not known is not named: %v", vars)
	}
}

func redirTargets(c *Command) (out []Word) {
	for _, r := range c.Redirs {
		out = append(out, r.Target)
	}
	return out
}

func TestWhereInputComesFrom(t *testing.T) {
	for _, c := range []struct {
		claim, text string
		kind        StdinKind
		what        string
	}{
		{"from nowhere that is said", "x", Inherited, ""},
		{"from a file", "x < f", File, "f"},
		{"from a here-document", "x <<E\nhi\nE\n", Here, "hi\n"},
		{"from a here-document without tabs", "x <<-E\n\thi\n\tE\n", Here, "hi\n"},
		{"from a here-string", "x <<< hi", Here, "hi\n"},
		{"from the last of two", "x < f <<< hi", Here, "hi\n"},
		{"from a pipe", "y | x", Pipe, "y"},
		{"from a group's pipe", "y | { x; }", Pipe, "y"},
		{"from a group's file", "{ x; } < f", File, "f"},
		{"from a loop's file", "while x; do y; done < f", File, "f"},
		{"from a file in spite of a pipe", "y | x < f", File, "f"},
		{"from a process substitution", "x < <(y)", Pipe, "y"},
		{"from nothing", "x <&-", Closed, ""},
		{"through a wrapper", "y | sudo x", Pipe, "y"},
		{"through a shell", "y | sh -c x", Pipe, "y"},
		{"through a function", "f() { x; }; y | f", Pipe, "y"},
		{"not from another descriptor", "x 3< f", Inherited, ""},
	} {
		s := read(c.text)
		in := command(t, s, "x").Stdin
		what := ""
		switch in.Kind {
		case File:
			what = in.File().Text
		case Here:
			what = in.Text().Text
		case Pipe:
			what = s.Commands[in.From[0]].Words[0].Text
		}
		if in.Kind != c.kind || what != c.what {
			t.Errorf("%s: %q: input is %d %q, want %d %q", c.claim, c.text, in.Kind, what, c.kind, c.what)
		}
	}
}

func TestEnvironment(t *testing.T) {
	for _, c := range []struct{ claim, text, want string }{
		{"nothing is assigned", "x", "-"},
		{"in front of the command", "V=1 x", "1"},
		{"exported before", "export V=1; x", "1"},
		{"assigned before, for it may be exported", "V=1; x", "1"},
		{"by env", "env V=1 x", "1"},
		{"by env, over what was there", "export V=0; env V=1 x", "1"},
		{"by sudo", "sudo V=1 x", "1"},
		{"of a wrapper's own", "V=1 timeout 5 x", "1"},
		{"in a child shell", "export V=1; sh -c x", "1"},
		{"in a child shell's text", "sh -c 'V=1 x'", "1"},
		{"in a function's call", "f() { x; }; V=1 f", "1"},
		{"joined to what is not known", "export V=/a:$V; x", "/a:?"},
		{"gone with its subshell", "(V=1); x", "-"},
		{"gone with its command", "V=1 y; x", "-"},
		{"taken away", "V=1; unset V; x", "-"},
	} {
		s := read(c.text)
		v, ok := command(t, s, "x").EnvValue("V")
		got := "-"
		if ok {
			got = briefWord(v)
		}
		if got != c.want {
			t.Errorf("%s: %s: V is %s, want %s", c.claim, c.text, got, c.want)
		}
	}
}

func TestCarriers(t *testing.T) {
	for _, c := range []struct{ claim, text, via, parent string }{
		{"a wrapper with options", "sudo -u app -- x", "sudo -u app --", ""},
		{"wrappers in order", "sudo env A=1 nice -n 5 x", "sudo; env A=1; nice -n 5", ""},
		{"find", "find . -exec x {} \\;", "find -exec", "find"},
		{"a shell", "bash -c x", "bash", "bash"},
		{"a shell in a wrapper", "sudo bash -c x", "sudo; bash", "bash"},
		{"another machine", "ssh -p 22 h x", "ssh -p 22 h; sh", "sh"},
		{"a container", "docker exec -it box x", "docker exec -it box", "docker"},
		{"a pod", "kubectl -n a exec p -- x", "kubectl -n a exec p --", "kubectl"},
		{"xargs", "y | xargs -0 x", "xargs -0", ""},
		{"a runner of a project", "poetry run x", "poetry run", ""},
		{"a tracer stays listed", "strace -o f x", "strace -o f", "strace"},
		{"a trap", "trap x EXIT", "", "trap"},
		{"eval", "eval x", "", "eval"},
	} {
		s := read(c.text)
		x := command(t, s, "x")
		var via []string
		for _, w := range x.Via {
			var words []string
			for _, v := range w.Words {
				words = append(words, v.Text)
			}
			via = append(via, strings.Join(words, " "))
		}
		parent := ""
		if x.Parent >= 0 {
			p := s.Commands[x.Parent]
			parent = p.Words[0].Text
			if !p.Carries {
				t.Errorf("%s: %s does not say that it carries", c.claim, parent)
			}
		}
		if g := strings.Join(via, "; "); g != c.via || parent != c.parent {
			t.Errorf("%s: %s: comes by %q under %q, want %q under %q", c.claim, c.text, g, parent, c.via, c.parent)
		}
	}
}

func TestPositionsAreThoseOfTheOutermostText(t *testing.T) {
	text := `cd a && rm -rf "$X/b"; sh -c 'ls x; rm y' | wc`
	for _, c := range []struct{ program, covers, src string }{
		{"rm", `rm -rf "$X/b"`, `rm -rf "$X/b"`},
		{"ls", `'ls x; rm y'`, "ls x"},
		{"wc", "wc", "wc"},
	} {
		x := command(t, read(text), c.program)
		if got := text[x.Start:x.End]; got != c.covers || x.Src != c.src {
			t.Errorf("%s covers %q with source %q, want %q and %q", c.program, got, x.Src, c.covers, c.src)
		}
	}
	w := command(t, read(text), "rm").Words[2]
	if got := text[w.Start:w.End]; got != `"$X/b"` || w.Raw != got || w.Suffix != "/b" {
		t.Errorf("the word covers %q, was written %q, ends in %q", got, w.Raw, w.Suffix)
	}
}

func TestRedirects(t *testing.T) {
	for _, c := range []struct {
		claim, text string
		want        string
	}{
		{"an output", "x > f", "> f writes"},
		{"an appended output", "x >> f", ">> f writes"},
		{"an output that overwrites", "x >| f", ">| f writes"},
		{"both outputs", "x &> f", "&> f writes"},
		{"an input that may be written", "x <> f", "<> f writes reads"},
		{"errors", "x 2> f", "2> f writes"},
		{"a copy of a descriptor", "x 2>&1", "2>& 1"},
		{"a file by the old form", "x >& f", ">& f writes"},
		{"an input", "x < f", "< f reads"},
		{"a target that is computed", "F=a; x > $F.txt", "> a.txt writes"},
		{"a target that is not known", "x > $F/b", "> ?/b writes"},
		{"of exec alone", "exec x > f", "> f writes"},
		{"of a group and its own", "{ x >a; } >b", "> b writes; > a writes"},
	} {
		var got []string
		for _, r := range command(t, read(c.text), "x").Redirs {
			s := r.Op + " " + briefWord(r.Target)
			if r.Fd >= 0 {
				s = itoa(r.Fd) + s
			}
			if r.Writes() {
				s += " writes"
			}
			if r.Reads() {
				s += " reads"
			}
			got = append(got, s)
		}
		if g := strings.Join(got, "; "); g != c.want {
			t.Errorf("%s: %s: %s, want %s", c.claim, c.text, g, c.want)
		}
	}
}

func TestInputNames(t *testing.T) {
	s := Read(Input{Text: `x $HOME ~ $USER $PWD $K "$NO" ~v`, Dir: "/w", Home: "/h", User: "v", Env: map[string]string{"K": "k"}})
	var got []string
	for _, w := range s.Commands[0].Words[1:] {
		got = append(got, briefWord(w))
	}
	if g := fmt.Sprint(got); g != "[/h /h v /w k ? /h]" {
		t.Errorf("names are %s", g)
	}
	s = Read(Input{Text: "x ~ $USER $PWD; cd a && y"})
	for _, w := range s.Commands[0].Words[1:] {
		if w.Known {
			t.Errorf("%s is known without being told", w.Raw)
		}
	}
	if d := s.Commands[2].Dir; d.Known {
		t.Errorf("a folder is known without being told: %v", d)
	}
}
