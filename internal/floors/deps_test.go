package floors

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the lists in deps/ anew")

// TestProgramsAreMadeOfWhatTheListsSay compares each program's modules and
// packages with the list that is checked in. A new line is a decision: the
// hook's list is what every call waits for.
func TestProgramsAreMadeOfWhatTheListsSay(t *testing.T) {
	for _, program := range []string{"automode", "automode-hook"} {
		t.Run(program, func(t *testing.T) {
			cmd := exec.Command("go", "list", "-deps", "-f",
				`{{if not .Standard}}{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{end}}{{end}}{{.ImportPath}}{{else}}std {{.ImportPath}}{{end}}`, "./cmd/"+program)
			cmd.Dir = filepath.Join("..", "..")
			cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0", "GOFLAGS=-mod=readonly")
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("%v: %s", err, err.(*exec.ExitError).Stderr)
			}
			var lines []string
			for line := range strings.Lines(string(out)) {
				// What Go's own library is made of inside is its own affair.
				if std, ok := strings.CutPrefix(line, "std "); ok && (strings.HasPrefix(std, "internal/") || strings.Contains(std, "/internal/") || strings.HasPrefix(std, "vendor/")) {
					continue
				}
				lines = append(lines, line)
			}
			slices.Sort(lines)
			got := strings.Join(lines, "")
			path := filepath.Join("..", "..", "deps", program+".txt")
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s is made of other packages than %s says; if that is meant, run: make deps\n%s", program, path, difference(string(want), got))
			}
		})
	}
}

// difference lists the lines that only one of two lists has.
func difference(want, got string) string {
	var b strings.Builder
	for line := range strings.Lines(want) {
		if !strings.Contains("\n"+got, "\n"+line) {
			b.WriteString("- " + line)
		}
	}
	for line := range strings.Lines(got) {
		if !strings.Contains("\n"+want, "\n"+line) {
			b.WriteString("+ " + line)
		}
	}
	return b.String()
}

func TestHookIsSmall(t *testing.T) {
	list, err := os.ReadFile(filepath.Join("..", "..", "deps", "automode-hook.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, heavy := range []string{"net/http", "crypto/tls", "github.com/spf13/cobra", "html/template", "text/template", "os/user", "encoding/gob", "go/ast", "os/exec"} {
		if strings.Contains(string(list), "std "+heavy+"\n") || strings.Contains(string(list), " "+heavy+"\n") {
			t.Errorf("automode-hook holds %s", heavy)
		}
	}
}
