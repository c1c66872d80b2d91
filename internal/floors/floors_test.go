package floors

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// house says on which floor each package stands. A package may import those of
// lower floors, and on its own floor those that beside names.
var house = []struct {
	floor int
	path  string // with all packages below, unless they have a row of their own
	// beside are packages of the same floor that it may import.
	beside []string
}{
	{0, "internal/osfile", nil},
	{0, "internal/plainjson", nil},
	{0, "internal/socket", []string{"internal/osfile"}},
	{0, "internal/fakemodel", nil}, // for tests of any floor, and of no program's but its own
	{1, "call", nil},
	{1, "verdict", nil},
	{1, "world", nil},
	{1, "secret", nil},
	{2, "shell", nil},
	{2, "code", nil},
	{2, "rulebook", nil},
	{2, "transcript", nil},
	{3, "effect", nil},
	{3, "prompt", nil},
	{3, "llm", nil},
	{4, "permission", nil},
	{4, "judge", nil},
	{4, "judge/static", []string{"judge"}},
	{4, "judge/look", []string{"judge"}},
	{4, "judge/classifier", []string{"judge", "judge/look"}},
	{4, "judge/chain", []string{"judge"}},
	{4, "judge/remote", []string{"judge", "judge/look"}},
	{5, "gate", []string{}},
	{6, "state", nil},
	{6, "world/osworld", nil},
	{6, "record", nil},
	{6, "settings", nil},
	{6, "settings/edit", nil},
	{6, "settings/managed", []string{"settings"}},
	{6, "settings/foreign", nil},
	{6, "host", []string{"host"}},
	{6, "host/qwen", []string{"host", "host/claudecode", "host/gemini"}}, // speaks as the one, with the tools of the other
	{6, "host/claudecode/setup", []string{"settings/edit", "host", "host/claudecode"}},
	{7, "daemon", nil},
	{7, "mcpproxy", nil},
	{7, "eval", nil},
	{7, "replay", []string{"eval"}},
	{7, "selftest", []string{"eval"}},
	{7, "vectors", nil},
	{8, "internal/hook", nil},
	{8, "internal/cli", []string{"internal/hook"}},
	{8, "cmd", []string{"internal/cli", "internal/hook"}},
	{8, "internal/fakemodel/cmd", nil},
	{8, "internal/floors", nil},
	{8, "e2e", nil},
}

// notFor lists imports that a floor would allow and something else forbids.
var notFor = []struct{ path, imports, why string }{
	{"gate", "judge/", "the gate asks judges and knows none of them"},
}

// outside lists who may import what is not ours and not Go's.
var outside = []struct{ module, by string }{
	{"mvdan.cc/sh/", "shell"},
	{"github.com/bmatcuk/doublestar/", "permission"},
	{"github.com/tailscale/hujson", "settings"},
	{"github.com/tailscale/hujson", "settings/edit"},
	{"github.com/tailscale/hujson", "settings/foreign"},
	{"github.com/pelletier/go-toml/", "settings/foreign"},
	{"go.starlark.net/syntax", "settings/foreign"},
	{"github.com/spf13/", "internal/cli"},
	{"github.com/spf13/", "cmd/automode"},
	{"golang.org/x/sys/", "internal/osfile"},
	{"github.com/anthropics/anthropic-sdk-go/", "llm"},
	{"github.com/openai/openai-go/", "llm"},
	{"github.com/aws/aws-sdk-go-v2/", "llm"}, // credentials of Bedrock
	{"golang.org/x/oauth2", "llm"},           // credentials of Vertex
	{"golang.org/x/net/http/httpproxy", "llm"},
	{"golang.org/x/sys/", "internal/cli"},
}

// io are the packages by which a program does input and output.
var io = []string{"os", "os/", "net", "net/http", "net/http/", "net/rpc", "net/smtp", "syscall", "log", "log/", "io/ioutil", "plugin", "internal/osfile", "internal/socket", "golang.org/x/sys/"}

// pure are the floors that do no input and output.
const pureFrom, pureTo = 1, 5

// parsed is what a package's files say, tests left out.
type parsed struct {
	imports map[string]string // to the file that imports it
	doc     bool
}

// packages reads all files of the module, whatever system they are for.
func packages(t *testing.T) map[string]*parsed {
	t.Helper()
	root := filepath.Join("..", "..")
	out := map[string]*parsed{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && (name == "testdata" || name == "bin" || strings.HasPrefix(name, ".") && path != root) {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") {
			return nil
		}
		dir, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		dir = filepath.ToSlash(dir)
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			return err
		}
		p := out[dir]
		if p == nil {
			p = &parsed{imports: map[string]string{}}
			out[dir] = p
		}
		p.doc = p.doc || documented(f)
		if strings.HasSuffix(name, "_test.go") {
			return nil
		}
		for _, imp := range f.Imports {
			to, err := strconv.Unquote(imp.Path.Value)
			if err != nil {
				return err
			}
			p.imports[to] = path
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func documented(f *ast.File) bool {
	if f.Doc == nil {
		return false
	}
	text := f.Doc.Text()
	return strings.HasPrefix(text, "Package "+f.Name.Name+" ") || f.Name.Name == "main" && len(text) > 20
}

// find gives the row of the package at path; -1 for none.
func find(path string) int {
	best := -1
	for i, row := range house {
		if (path == row.path || strings.HasPrefix(path, row.path+"/")) && (best < 0 || len(row.path) > len(house[best].path)) {
			best = i
		}
	}
	return best
}

func TestEveryPackageStandsOnAFloorAndIsExplained(t *testing.T) {
	for path, p := range packages(t) {
		if find(path) < 0 {
			t.Errorf("%s stands on no floor: give it a row", path)
		}
		if !p.doc {
			t.Errorf("%s has no package comment", path)
		}
	}
}

func TestImportsGoDown(t *testing.T) {
	for path, p := range packages(t) {
		row := find(path)
		if row < 0 {
			continue
		}
		for to, file := range p.imports {
			to, ours := strings.CutPrefix(to, "automode/")
			if !ours {
				continue
			}
			below := find(to)
			switch {
			case below < 0:
				t.Errorf("%s imports %s, which stands on no floor", file, to)
			case house[below].floor < house[row].floor:
			case house[below].floor == house[row].floor && slices.Contains(house[row].beside, to):
			default:
				t.Errorf("%s (floor %d) imports %s (floor %d)", file, house[row].floor, to, house[below].floor)
			}
			for _, n := range notFor {
				if path == n.path && strings.HasPrefix(to, n.imports) {
					t.Errorf("%s imports %s: %s", file, to, n.why)
				}
			}
		}
	}
}

func TestLowerFloorsDoNoInputOrOutput(t *testing.T) {
	for path, p := range packages(t) {
		row := find(path)
		if row < 0 || house[row].floor < pureFrom || house[row].floor > pureTo || house[row].path == "llm" {
			continue
		}
		for to, file := range p.imports {
			to = strings.TrimPrefix(to, "automode/")
			for _, name := range io {
				if to == name || strings.HasSuffix(name, "/") && strings.HasPrefix(to, name) {
					t.Errorf("%s imports %s", file, to)
				}
			}
		}
	}
}

func TestOthersCodeHasOneDoor(t *testing.T) {
	for path, p := range packages(t) {
		for to, file := range p.imports {
			first, _, _ := strings.Cut(to, "/")
			if !strings.Contains(first, ".") {
				continue
			}
			if !slices.ContainsFunc(outside, func(o struct{ module, by string }) bool {
				return strings.HasPrefix(to, o.module) && path == o.by
			}) {
				t.Errorf("%s imports %s: give it a row, or a door", file, to)
			}
		}
	}
}

func TestTheTablesAreInUse(t *testing.T) {
	for _, path := range []string{"cmd/automode", "judge/static", "host/claudecode/setup", "settings/edit", "world"} {
		if row := find(path); row < 0 || len(house[row].path) > len(path) {
			t.Errorf("%s is found at %d", path, row)
		}
	}
	if find("judges") >= 0 || find("worldwide/x") >= 0 {
		t.Error("a package is found by the beginning of its name")
	}
}
