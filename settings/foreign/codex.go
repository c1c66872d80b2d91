package foreign

import (
	"fmt"
	"strconv"
	"strings"

	"automode/permission"

	"github.com/pelletier/go-toml/v2"
	"go.starlark.net/syntax"
)

// readCodex reads a file of rules of Codex, or its config.toml.
func readCodex(path string, text []byte) (*Found, error) {
	if strings.HasSuffix(path, ".toml") {
		return readCodexConfig(text)
	}
	file, err := syntax.LegacyFileOptions().Parse(path, text, 0)
	if err != nil {
		return nil, err
	}
	f := &Found{}
	for _, stmt := range file.Stmts {
		start, _ := stmt.Span()
		line := int(start.Line)
		call := callOf(stmt)
		switch name := nameOf(call); name {
		case "prefix_rule":
			f.Rules = append(f.Rules, prefixRule(call, line)...)
		case "host_executable":
			f.note("line %d: host_executable has no counterpart here: our rules name programs, wherever they lie", line)
		default:
			f.note("line %d is not read: it is no prefix_rule", line)
		}
	}
	return f, nil
}

func callOf(stmt syntax.Stmt) *syntax.CallExpr {
	if e, ok := stmt.(*syntax.ExprStmt); ok {
		if call, ok := e.X.(*syntax.CallExpr); ok {
			return call
		}
	}
	return nil
}

func nameOf(call *syntax.CallExpr) string {
	if call != nil {
		if id, ok := call.Fn.(*syntax.Ident); ok {
			return id.Name
		}
	}
	return ""
}

// maxSpelled is how many rules of ours one of theirs may become.
const maxSpelled = 64

// prefixRule says a prefix_rule in our words: one rule for each way to spell
// it.
func prefixRule(call *syntax.CallExpr, line int) []Rule {
	args := map[string]syntax.Expr{}
	for _, a := range call.Args {
		if b, ok := a.(*syntax.BinaryExpr); ok && b.Op == syntax.EQ {
			if id, ok := b.X.(*syntax.Ident); ok {
				args[id.Name] = b.Y
			}
		}
	}
	decision, ok := textOf(args["decision"])
	if args["decision"] == nil {
		decision, ok = "allow", true
	}
	list, known := map[string]permission.List{"allow": permission.Allow, "prompt": permission.Ask, "forbidden": permission.Deny}[decision]
	spelled := [][]string{nil}
	whole := ok && known
	pattern, isList := args["pattern"].(*syntax.ListExpr)
	whole = whole && isList && len(pattern.List) > 0
	var shown []string
	if whole {
		for _, e := range pattern.List {
			words, ok := wordsOf(e)
			if !ok || len(spelled)*len(words) > maxSpelled {
				whole = false
				break
			}
			shown = append(shown, strings.Join(words, "|"))
			var next [][]string
			for _, head := range spelled {
				for _, w := range words {
					next = append(next, append(head[:len(head):len(head)], w))
				}
			}
			spelled = next
		}
	}
	native := fmt.Sprintf("prefix_rule(%s) %s", strings.Join(shown, " "), decision)
	if !whole {
		return []Rule{{List: list, Native: native, Line: line, Why: "it is computed, or not a rule that is known"}}
	}
	var rules []Rule
	for _, words := range spelled {
		r := Rule{List: list, Native: native, Line: line}
		if r.Text, ok = shellRule(words, false); !ok {
			r.Why = "a word of it cannot stand in a rule of ours"
		} else {
			r.Match = beginning(examples(args["match"]), words)
			r.NotMatch = examples(args["not_match"])
		}
		rules = append(rules, r)
	}
	return rules
}

// beginning keeps the examples that begin with words.
func beginning(list, words []string) []string {
	var out []string
	for _, e := range list {
		if f := strings.Fields(e); len(f) >= len(words) && strings.Join(f[:len(words)], " ") == strings.Join(words, " ") {
			out = append(out, e)
		}
	}
	return out
}

// examples are commands, each a text or a list of words.
func examples(e syntax.Expr) []string {
	list, ok := e.(*syntax.ListExpr)
	if !ok {
		return nil
	}
	var out []string
	for _, one := range list.List {
		if text, ok := textOf(one); ok {
			out = append(out, text)
		} else if words, ok := wordsOf(one); ok {
			for i, w := range words {
				if w == "" || strings.ContainsAny(w, " \t\n'\"\\$`&|;<>()*?[]{}~#!") {
					words[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
				}
			}
			out = append(out, strings.Join(words, " "))
		}
	}
	return out
}

func textOf(e syntax.Expr) (string, bool) {
	lit, ok := e.(*syntax.Literal)
	if !ok || lit.Token != syntax.STRING {
		return "", false
	}
	text, ok := lit.Value.(string)
	return text, ok
}

// wordsOf is a word, or a list of them.
func wordsOf(e syntax.Expr) (words []string, ok bool) {
	if text, ok := textOf(e); ok {
		return []string{text}, true
	}
	list, ok := e.(*syntax.ListExpr)
	if !ok {
		return nil, false
	}
	for _, one := range list.List {
		text, ok := textOf(one)
		if !ok {
			return nil, false
		}
		words = append(words, text)
	}
	return words, len(words) > 0
}

// readCodexConfig says what of config.toml has to do with permissions: none of
// it is a rule.
func readCodexConfig(text []byte) (*Found, error) {
	var c struct {
		Approval string `toml:"approval_policy"`
		Sandbox  string `toml:"sandbox_mode"`
		Write    struct {
			Roots   []string `toml:"writable_roots"`
			Network bool     `toml:"network_access"`
		} `toml:"sandbox_workspace_write"`
		Projects map[string]struct {
			Trust string `toml:"trust_level"`
		} `toml:"projects"`
	}
	if err := toml.Unmarshal(text, &c); err != nil {
		return nil, err
	}
	f := &Found{Folders: c.Write.Roots}
	if c.Approval != "" {
		f.note("approval_policy is %s; the gate has a mode of its own (automode mode)", c.Approval)
	}
	if c.Sandbox != "" {
		f.note("sandbox_mode is %s: that is Codex's own sandbox, which the gate stands in front of", c.Sandbox)
	}
	if c.Write.Network {
		f.note("its sandbox lets commands reach the network")
	}
	trusted := 0
	for _, p := range c.Projects {
		if p.Trust == "trusted" {
			trusted++
		}
	}
	if trusted > 0 {
		f.note("%s trusted: a project's files loosen nothing here", strconv.Itoa(trusted)+" projects are")
	}
	return f, nil
}
