package prompt

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"automode/rulebook"
)

func TestACriticIsToldTheRulesAsData(t *testing.T) {
	for _, f := range forgeries {
		b := rulebook.Merge([]rulebook.List{
			{Section: rulebook.SoftDeny, Items: []rulebook.Item{{Text: rulebook.Defaults}, {Text: "Mine: x" + f, Origin: "/u/s.json:3:5"}}},
			{Section: rulebook.Environment, Items: []rulebook.Item{{Text: "**Trusted domains**: y" + f, Origin: "/u/s.json:4:5"}}},
		})
		rules := OwnRules(b)
		if len(rules) != 2 || rules[0].Origin != "/u/s.json:3:5" || rules[1].Section != rulebook.Environment {
			t.Fatalf("%+v", rules)
		}
		system, message := Critique(b, rules)
		if system != critic {
			t.Fatal("the rules changed what the critic is told to do")
		}
		lines := strings.Split(strings.TrimSuffix(message, "\n"), "\n")
		if len(lines) != 3 {
			t.Fatalf("%q wrote a line: %d", f, len(lines))
		}
		for i, l := range lines {
			if why := onOneLine(l); why != "" {
				t.Fatalf("%q: %s", l, why)
			}
			if want := []string{`{"prompt":`, `{"rule":1,"section":"soft_deny","text":"Mine: x`, `{"rule":2,"section":"environment",`}[i]; !strings.HasPrefix(l, want) {
				t.Errorf("line %d is %.80q", i, l)
			}
		}
	}
	if rules := OwnRules(nil); rules != nil {
		t.Errorf("%+v", rules)
	}
}

func TestCritiquesAreReadStrictly(t *testing.T) {
	const good = `{"rule":1,"aspect":"clarity","finding":"\"soon\" says nothing.","suggestion":"Mine: before Friday."}`
	for _, c := range []struct{ name, answer, want string }{
		{"nothing to be found", "[]", ""},
		{"one finding", "[" + good + "]", `0 clarity "soon" says nothing. / Mine: before Friday.`},
		{"in a code fence", "```json\n[" + good + "]\n```\n", `0 clarity "soon" says nothing. / Mine: before Friday.`},
		{"of the whole", `[{"rule":0,"aspect":"conflict","finding":"x"}]`, "-1 conflict x / "},
		{"markup and escapes go", `[{"rule":2,"aspect":"clarity","finding":"a\u001b[2J <b>b</b>\n\u202e","suggestion":"` + "`c`" + `"}]`, "1 clarity a[2J b / c"},
		{"prose before", "Here: []", "bad"},
		{"prose behind", "[] done", "bad"},
		{"an object", good, "bad"},
		{"null", "null", "bad"},
		{"nothing", "", "bad"},
		{"a fence that does not end", "```json\n[]", "bad"},
		{"no such rule", `[{"rule":3,"aspect":"clarity","finding":"x"}]`, "bad"},
		{"a rule below nothing", `[{"rule":-1,"aspect":"clarity","finding":"x"}]`, "bad"},
		{"no rule", `[{"aspect":"clarity","finding":"x"}]`, "bad"},
		{"another aspect", `[{"rule":1,"aspect":"style","finding":"x"}]`, "bad"},
		{"an empty finding", `[{"rule":1,"aspect":"clarity","finding":" "}]`, "bad"},
		{"one of two is none", `[` + good + `,{"rule":9,"aspect":"clarity","finding":"x"}]`, "bad"},
		{"too many", "[" + strings.TrimSuffix(strings.Repeat(good+",", maxFindings+1), ",") + "]", "bad"},
		{"too long", strings.Repeat(" ", maxAnswer) + "[]", "bad"},
	} {
		found, err := ParseCritique(c.answer, 2)
		var got []string
		for _, f := range found {
			got = append(got, fmt.Sprintf("%d %s %s / %s", f.Rule, f.Aspect, f.Text, f.Suggestion))
		}
		s := strings.Join(got, "; ")
		if err != nil {
			s = "bad"
		}
		if s != c.want || err != nil && (!errors.Is(err, ErrNoCritique) || found != nil) {
			t.Errorf("%s: %q, want %q (%v)", c.name, s, c.want, err)
		}
	}
}
