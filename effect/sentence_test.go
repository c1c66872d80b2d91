package effect

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"automode/rulebook"
)

// third is how a clause begins that can follow "It ": a verb in the third
// person, or a helping one.
var third = regexp.MustCompile(`^([a-z-]+s|may|can|will|would) |^[a-z]+s$|^[a-z]+s[,:]`)

// leading gives the text that an expression begins with.
func leading(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, err == nil
	case *ast.BinaryExpr:
		return leading(e.X)
	}
	return "", false
}

// TestWhatIsFoundIsSaidAsAClause: a verdict's reason is "It " and what was
// found, and findings are put into each other, so each begins with a verb.
func TestWhatIsFoundIsSaidAsAClause(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	seen := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			c, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			sel, ok := c.Fun.(*ast.SelectorExpr)
			at, isFind := map[string]int{"find": 3, "guard": 3, "finds": 1}[nameOfCall(sel, ok)]
			if !isFind || len(c.Args) <= at {
				return true
			}
			text, known := leading(c.Args[at])
			if !known {
				return true
			}
			seen++
			if !third.MatchString(text) {
				t.Errorf("%s: %q does not follow \"It \"", fset.Position(c.Pos()), text)
			}
			if strings.HasSuffix(text, ".") {
				t.Errorf("%s: %q ends in a full stop", fset.Position(c.Pos()), text)
			}
			return true
		})
	}
	if seen < 400 {
		t.Errorf("only %d texts were seen", seen)
	}
}

func nameOfCall(sel *ast.SelectorExpr, ok bool) string {
	if !ok {
		return ""
	}
	return sel.Sel.Name
}

// TestSentencesOfTablesAreClauses holds the same of what tables say.
func TestSentencesOfTablesAreClauses(t *testing.T) {
	for _, e := range rulebook.Default().Entries {
		if v := entryVerb(e.ID); !third.MatchString(v) {
			t.Errorf("%s: %q", e.ID, v)
		}
	}
	for _, r := range psRisks {
		if !third.MatchString(r.why) {
			t.Errorf("%s: %q", r.names, r.why)
		}
	}
	for _, s := range suspicions {
		if !third.MatchString(s.why) {
			t.Errorf("%s: %q", s.entry, s.why)
		}
	}
	for _, name := range []string{"LD_PRELOAD", "BASH_ENV", "PAGER", "NODE_OPTIONS", "HTTP_PROXY", "GOPROXY", "GOINSECURE", "GIT_SSL_NO_VERIFY", "SKIP", "CC", "LUA_INIT", "BASH_FUNC_x", "AUTOMODE_DISABLE"} {
		if entry, why := envEntry(name, word("something")); entry != "" && entry != "unsure" && !third.MatchString(why) {
			t.Errorf("%s: %q", name, why)
		}
	}
}
