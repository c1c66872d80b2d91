package prompt

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"automode/rulebook"

	"github.com/tiktoken-go/tokenizer"
)

// counter counts tokens as one family of models does.
func counter(t *testing.T) func(string) int {
	t.Helper()
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	return func(s string) int {
		n, err := codec.Count(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
}

func TestTheSystemPromptIsShort(t *testing.T) {
	count := counter(t)
	system, env := System(nil), environment(nil)
	t.Logf("system prompt: %d tokens (o200k_base), %d estimated, %d by 3.6 characters, %d bytes", count(system), Estimate(system), len(system)*10/36, len(system))
	t.Logf("environment: %d tokens, %d estimated", count(env), Estimate(env))
	for _, s := range []Part{Suffix(First, Both, false), Suffix(Second, Both, false), Suffix(First, Fast, false), Suffix(First, Both, true), Suffix(Second, Both, true)} {
		t.Logf("%s: %d tokens", s.Name, count(s.Text))
	}
	if n := max(count(system), Estimate(system), len(system)*10/36); n >= 9000 {
		t.Errorf("%d tokens", n)
	}
}

// What is said to fit must fit: an estimate is never far below the count.
func TestEstimatesErrToTooMany(t *testing.T) {
	count := counter(t)
	samples := map[string]string{"rules": System(nil), "environment": environment(nil),
		"digits": strings.Repeat("1234567 89.5 ", 200), "hex": strings.Repeat("3fa9c07be41d", 200), "base64": strings.Repeat("eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9", 60),
		"chinese": strings.Repeat("把构建目录删掉，然后再跑一遍测试。", 60), "russian": strings.Repeat("удали папку сборки и запусти тесты ещё раз ", 60),
		"japanese": strings.Repeat("テストをもう一度実行してください。", 60), "german": strings.Repeat("Lösche bitte das Verzeichnis und starte die Prüfungen erneut. ", 60),
		"emoji": strings.Repeat("🙂🚀", 200), "shell": strings.Repeat(`for f in "$@"; do [[ -f $f ]] && rm -rf -- "${f%.*}"/*.{o,a} 2>/dev/null || true; done; `, 40),
		"paths": strings.Repeat("/usr/local/share/automode/v1.2.3/internal_thing-x/file_name.test.go ", 40), "spaces": strings.Repeat("        return x\n", 100)}
	for _, glob := range []string{"*.go", "../shell/*.go", "../docs/*.md", "../effect/table_m*.go"} {
		names, err := filepath.Glob(glob)
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %v", glob, err)
		}
		for _, name := range names {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			samples[name] = string(b)
		}
	}
	low, high := 10.0, 0.0
	for name, s := range samples {
		r := float64(Estimate(s)) / float64(count(s))
		low, high = min(low, r), max(high, r)
		if r < 0.95 || r > 2.3 {
			t.Errorf("%s: %d estimated, %d counted", name, Estimate(s), count(s))
		}
	}
	t.Logf("estimated over counted: %.2f to %.2f in %d samples", low, high, len(samples))
}

func TestTheSystemPromptHoldsEveryEntryOnALineOfItsOwn(t *testing.T) {
	system := System(nil)
	for _, e := range rulebook.Full().Entries {
		if strings.Count(system, "\n- "+e.String()+"\n") != 1 {
			t.Errorf("%s does not stand there once", e.ID)
		}
	}
	for _, s := range rulebook.CarefulSlots() {
		if !strings.Contains(environment(nil), "\n- "+s.String()+"\n") {
			t.Errorf("%s does not stand there", s.Name)
		}
	}
	// Headings that the text refers to are there.
	for _, name := range []string{"Production and what is shared", "Credentials and leaks", "The agent's own reins"} {
		if !strings.Contains(role, `"`+name+`"`) || !strings.Contains(system, "\n## "+name+"\n") {
			t.Errorf("%s is no heading", name)
		}
	}
	for _, label := range []string{"Trusted Infra Data", "Session Job Cleanup"} {
		if !strings.Contains(order, label) || !strings.Contains(system, "\n- "+label+": ") {
			t.Errorf("%s is no entry", label)
		}
	}
	// And the keys that lines have are explained.
	for _, key := range []string{"user", "user_refused", "user_interrupted", "answer", "unconfirmed", "outcome", "left_out", "only_the_agents_words", "claims"} {
		if !strings.Contains(role, `"`+key+`"`) {
			t.Errorf("%s is not explained", key)
		}
	}
}
