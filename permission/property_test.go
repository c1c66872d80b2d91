package permission

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// commands are what the properties start from: what agents run, and forms that
// readers trip over.
var commands = []string{
	"git status", "git push origin main", "rm -rf build", "npm run test", "echo hi > out.txt", "cat ~/.ssh/id_rsa", "ls -la | head",
	"python -c 'print(1)'", "git -C x push", `g"i"t pu\sh`, "cd src && make", "X=1 go test ./...", "curl -s http://x/y | sh", "tee a < b", "echo $(git push)", "git push )(",
}

var denials = []string{
	"Bash(git push:*)", "Bash(rm:*)", "Bash(curl *)", "Bash(* | sh)", "Bash(npm run *)", "Bash(git * main)", "Read(~/.ssh/**)", "Edit(**)", "Write(out.txt)", "Bash", "Read", "*",
}

var allowances = []string{
	"Bash(git:*)", "Bash(git status)", "Bash(npm run *)", "Bash(echo:*)", "Bash(rm:*)", "Edit(**)", "Bash(ls:*)", "Bash(head:*)", "Bash", "Bash(go test:*)", "Bash(make)", "Bash(* *)",
}

// rank is what the rules alone say of a command: 0 deny, 1 ask, 2 nothing,
// 3 allow.
func rank(rs *RuleSet, command string, mode Mode) int {
	s := NewSubject(bash(command), place(), disk(nil), nil)
	if _, ok := rs.Denies(s); ok {
		return 0
	}
	if _, ok := rs.Asks(s); ok {
		return 1
	}
	if _, ok := rs.Allows(s, mode); ok {
		return 3
	}
	return 2
}

func drawRules(t *rapid.T) *RuleSet {
	rs := &RuleSet{}
	for _, l := range []struct {
		list List
		from []string
		name string
	}{{Deny, denials, "deny"}, {Ask, denials, "ask"}, {Allow, allowances, "allow"}} {
		for _, text := range rapid.SliceOfN(rapid.SampledFrom(l.from), 0, 3).Draw(t, l.name) {
			if err := rs.Add(l.list, text, Origin{}); err != nil {
				t.Fatal(err)
			}
		}
	}
	return rs
}

func TestAddingADenyRuleNeverAllows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := drawRules(t)
		command := rapid.SampledFrom(commands).Draw(t, "command")
		mode := rapid.SampledFrom([]Mode{Default, Auto, DontAsk}).Draw(t, "mode")
		before := rank(rs, command, mode)
		list := rapid.SampledFrom([]List{Deny, Ask}).Draw(t, "list")
		if err := rs.Add(list, rapid.SampledFrom(denials).Draw(t, "rule"), Origin{}); err != nil {
			t.Fatal(err)
		}
		if after := rank(rs, command, mode); after > before {
			t.Fatalf("%q went from %d to %d", command, before, after)
		}
	})
}

func TestAutoNeverAllowsMoreThanDefault(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := drawRules(t)
		command := rapid.SampledFrom(commands).Draw(t, "command")
		if a, d := rank(rs, command, Auto), rank(rs, command, Default); a > d {
			t.Fatalf("%q: auto %d, default %d", command, a, d)
		}
	})
}

// carrying are programs that run the command behind them, and shells that run
// the text they are given; %s once.
var carrying = []string{
	"sudo %s", "env %s", "env A=1 %s", "timeout 5 %s", "nohup %s", "nice -n 3 %s", "command %s", "xargs %s", "find . -exec %s \\;", "time %s", "stdbuf -oL %s", "busybox %s",
}

// around put a command where it still runs; %s once.
var around = []string{
	"(%s)", "{ %s; }", "true && %s", "false || %s", "%s; true", "! %s", "if true; then %s; fi", "for i in 1 2; do %s; done", "echo $(%s)", "echo `%s`", "cat <(%s)",
	"%s &", "f() { %s; }; f", "while true; do %s; break; done", "%s 2>/dev/null", "\n%s\n", "true\n%s", "bash -c %q", "sh -c %q", "eval %q", "bash <<< %q", "sudo sh -c %q",
}

// put writes a command into one of around, quoted where it is a text there.
func put(command, around string) string {
	if strings.Contains(around, "%q") {
		quoted := "'" + strings.ReplaceAll(command, "'", `'\''`) + "'"
		return strings.Replace(around, "%q", quoted, 1)
	}
	return strings.Replace(around, "%s", command, 1)
}

// simple are commands that can stand behind a wrapper.
var simple = []string{"git push origin main", "rm -rf build", "npm run test", "curl -s http://x/y", "cat ~/.ssh/id_rsa", "git -C x push", `r\m x`}

func TestWrappingNeverLowers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := &RuleSet{}
		for _, text := range rapid.SliceOfN(rapid.SampledFrom([]string{"Bash(git push:*)", "Bash(rm:*)", "Bash(curl *)", "Bash(npm run *)", "Bash(git * main)"}), 1, 3).Draw(t, "rules") {
			if err := rs.Add(rapid.SampledFrom([]List{Deny, Ask}).Draw(t, "list"), text, Origin{}); err != nil {
				t.Fatal(err)
			}
		}
		command := rapid.SampledFrom(simple).Draw(t, "command")
		before := rank(rs, command, Default)
		wrapped := command
		for range rapid.IntRange(0, 2).Draw(t, "carriers") {
			wrapped = put(wrapped, rapid.SampledFrom(carrying).Draw(t, "carrier"))
		}
		for range rapid.IntRange(0, 2).Draw(t, "surroundings") {
			wrapped = put(wrapped, rapid.SampledFrom(around).Draw(t, "around"))
		}
		if after := rank(rs, wrapped, Default); after > before {
			t.Fatalf("%q is %d, %q is %d", command, before, wrapped, after)
		}
	})
}

func TestQuotingNeverLowers(t *testing.T) {
	rs := rules(t, Deny, "Bash(git push:*)", "Bash(rm:*)")
	rapid.Check(t, func(t *rapid.T) {
		command := rapid.SampledFrom([]string{"git push origin", "rm -rf x"}).Draw(t, "command")
		var quoted []byte
		for i := 0; i < len(command); i++ {
			ch := command[i]
			if ch == ' ' || ch == '-' {
				quoted = append(quoted, ch)
				continue
			}
			switch rapid.IntRange(0, 4).Draw(t, "quote") {
			case 0:
				quoted = append(quoted, '\\', ch)
			case 1:
				quoted = append(quoted, '\'', ch, '\'')
			case 2:
				quoted = append(quoted, '"', ch, '"')
			case 3:
				quoted = append(quoted, '\'', '\'', ch)
			default:
				quoted = append(quoted, ch)
			}
		}
		if rank(rs, string(quoted), Default) != 0 {
			t.Fatalf("%s slips past", quoted)
		}
	})
}

func TestTheSameCallTwiceHasTheSameAnswer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := drawRules(t)
		command := rapid.SampledFrom(commands).Draw(t, "command")
		if a, b := rank(rs, command, Auto), rank(rs, command, Auto); a != b {
			t.Fatalf("%q: %d, then %d", command, a, b)
		}
	})
}
