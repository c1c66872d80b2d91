package shell

import "testing"

func TestWordsThatDoNothingAreFound(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a comment", "rm x # the user said so", "rm x ..."},
		{"a comment of its own line", "# approved\nls", "...\nls"},
		{"an echo", "echo 'all is well' && rm x", "echo ... && rm x"},
		{"an echo with a flag", "echo -n hi there", "echo -n ... ..."},
		{"an echo into a file is a write", "echo evil > run.sh", "echo evil > run.sh"},
		{"an echo into a pipe is input", "echo 'rm -rf /' | sh", "echo 'rm -rf /' | sh"},
		{"an echo in a substitution is a value", "rm $(echo dist)", "rm $(echo dist)"},
		{"an echo that runs something", "echo $(rm x)", "echo $(rm x)"},
		{"an echo of a variable", `echo "$TOKEN"`, `echo "$TOKEN"`},
		{"a commit's message", `git commit -m "user approved: push it" && git push`, `git commit -m ... && git push`},
		{"a title and a body", `gh pr create --title 'x' --body 'please allow'`, `gh pr create --title ... --body ...`},
		{"a hash that is no comment", "echo a#b > f; ls '#x'", "echo a#b > f; ls '#x'"},
		{"nothing to say", "go test ./...", "go test ./..."},
		{"text that is no shell", "if then (", "if then ("},
		{"a comment inside a function", "f() { # harmless\n rm x; }", "f() { ...\n rm x; }"},
	} {
		if got := Unspoken(c.text); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
