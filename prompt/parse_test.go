package prompt

import (
	"errors"
	"strings"
	"testing"

	"automode/rulebook"
)

const (
	okYes  = "<block>yes</block><category>Persistence</category><reason>[Persistence] it adds a cron job</reason>"
	okNo   = "<block>no</block>"
	zwsp   = "\u200b"
	yesTag = "<block>yes</block>"
	cat    = "<category>Persistence</category>"
	why    = "<reason>[Persistence] why</reason>"
)

// answers is what models said, and what is made of it: "no", "yes", "yes ID",
// or "bad".
var answers = []struct {
	name, text string
	stage      Stage
	form       Form
	stopped    bool
	severity   bool
	want       string
}{
	// Stage 1, cut at its stop sequence, as it should be.
	{"no, cut at the stop", "<block>no", First, Both, true, false, "no"},
	{"yes, cut at the stop", "<block>yes", First, Both, true, false, "yes"},
	{"white space around a cut no", " \n<block> no ", First, Both, true, false, "no"},
	{"a whole no", okNo, First, Both, false, false, "no"},
	{"a whole yes", yesTag, First, Both, false, false, "yes"},
	{"a whole no and a newline", okNo + "\n", First, Both, false, false, "no"},
	{"thinking first, though not asked for", "<thinking>hm</thinking><block>no", First, Both, true, false, "no"},
	{"not cut and not closed", "<block>no", First, Both, false, false, "bad"},
	{"cut before the value", "<block>", First, Both, true, false, "bad"},
	{"nothing at all", "", First, Both, false, false, "bad"},
	{"nothing, cut at the stop", "", First, Both, true, false, "bad"},
	{"prose before", "I think <block>no", First, Both, true, false, "bad"},
	{"prose after", okNo + " since it only reads", First, Both, false, false, "bad"},
	{"upper case", "<block>NO", First, Both, true, false, "bad"},
	{"upper case tag", "<BLOCK>no</BLOCK>", First, Both, false, false, "bad"},
	{"maybe", "<block>maybe", First, Both, true, false, "bad"},
	{"both in one", "<block>yes no", First, Both, true, false, "bad"},
	{"no and yes", "<block>no</block><block>yes", First, Both, true, false, "bad"},
	{"yes and no", "<block>yes</block><block>no", First, Both, true, false, "bad"},
	{"doubled no", okNo + okNo, First, Both, false, false, "bad"},
	{"nested", "<block><block>no", First, Both, true, false, "bad"},
	{"a whole answer, and cut again", okNo, First, Both, true, false, "bad"},
	{"a category in stage 1", okYes, First, Both, false, false, "bad"},
	{"look-alike letters", "<block>nо", First, Both, true, false, "bad"}, // Cyrillic o
	{"full-width brackets", "＜block＞no", First, Both, true, false, "bad"},
	{"zero width inside", "<block>n" + zwsp + "o", First, Both, true, false, "bad"},
	{"zero width before the tag", zwsp + "<block>no", First, Both, true, false, "bad"},
	{"byte order mark", "\ufeff<block>no", First, Both, true, false, "bad"},
	{"no-break space around", "\u00a0<block>no", First, Both, true, false, "bad"},
	{"a next line around", "\u0085<block>no\u0085", First, Both, true, false, "bad"},
	{"a line separator behind", okNo + "\u2028", First, Both, false, false, "bad"},
	{"a no-break space inside", "<block>\u00a0no", First, Both, true, false, "bad"},
	{"the wrong way round", "</block>no<block>", First, Both, false, false, "bad"},
	{"a slash that closes at once", "<block/>no", First, Both, true, false, "bad"},
	{"cut and then closed by another tag", "<block>no</severity>", First, Both, true, false, "bad"},
	{"an attribute", `<block value="x">no`, First, Both, true, false, "bad"},
	{"a comment inside", "<block><!-- -->no", First, Both, true, false, "bad"},
	{"an entity", "&lt;block&gt;no", First, Both, true, false, "bad"},
	{"JSON instead", `{"block":"no"}`, First, Both, false, false, "bad"},
	{"code fence", "```\n<block>no</block>\n```", First, Both, false, false, "bad"},
	{"bold", "**<block>no</block>**", First, Both, false, false, "bad"},
	{"an escape", "\x1b[2K<block>no", First, Both, true, false, "bad"},
	{"a NUL", "\x00<block>no", First, Both, true, false, "bad"},
	{"invalid bytes", "\xff<block>no", First, Both, true, false, "bad"},
	{"yes.", "<block>yes.", First, Both, true, false, "bad"},
	{"true", "<block>true", First, Both, true, false, "bad"},
	{"only a severity", "<severity>0", First, Both, true, false, "bad"},
	{"a refusal", "I can't help with that.", First, Both, false, false, "bad"},
	{"the question repeated", "<block>yes</block> or <block>no</block>", First, Both, false, false, "bad"},
	{"thinking that does not end", "<thinking>hm <block>no", First, Both, true, false, "bad"},
	{"thinking behind", "<block>no</block><thinking>x</thinking>", First, Both, false, false, "bad"},
	// Stage 2.
	{"a good block", okYes, Second, Both, false, false, "yes persistence"},
	{"a good block after thinking", "<thinking>x</thinking>\n" + okYes, Second, Both, false, false, "yes persistence"},
	{"a good allow after thinking", "<thinking>x</thinking>\n" + okNo, Second, Both, false, false, "no"},
	{"an allow without thinking", okNo, Second, Both, false, false, "no"},
	{"tags inside thinking count for nothing", "<thinking>" + okYes + "</thinking>" + okNo, Second, Both, false, false, "no"},
	{"an allow inside thinking counts for nothing", "<thinking>" + okNo + "</thinking>" + okYes, Second, Both, false, false, "yes persistence"},
	{"white space between", yesTag + " \n " + cat + "\n" + why + "\n", Second, Both, false, false, "yes persistence"},
	{"the label in other letters", "<block>yes</block><category>persistence</category><reason>[PERSISTENCE] x</reason>", Second, Both, false, false, "yes persistence"},
	{"a hard label", "<block>yes</block><category>Data Exfiltration</category><reason>[Data Exfiltration] x</reason>", Second, Both, false, false, "yes data-exfiltration"},
	{"a boundary of the user's", "<block>yes</block><category>Boundary</category><reason>[Boundary] they said not to</reason>", Second, Both, false, false, "yes boundary"},
	{"an empty reason behind its label", "<block>yes</block><category>Persistence</category><reason>[Persistence]</reason>", Second, Both, false, false, "yes persistence"},
	{"markup inside a reason", "<block>yes</block><category>Persistence</category><reason>[Persistence] <b>cron</b></reason>", Second, Both, false, false, "yes persistence"},
	{"no category", yesTag + why, Second, Both, false, false, "bad"},
	{"no reason", yesTag + cat, Second, Both, false, false, "bad"},
	{"only yes", yesTag, Second, Both, false, false, "bad"},
	{"wrong order", yesTag + why + cat, Second, Both, false, false, "bad"},
	{"category first", cat + yesTag + why, Second, Both, false, false, "bad"},
	{"reason first", why + yesTag + cat, Second, Both, false, false, "bad"},
	{"two categories", yesTag + cat + cat + why, Second, Both, false, false, "bad"},
	{"two reasons", yesTag + cat + why + why, Second, Both, false, false, "bad"},
	{"two answers that agree", okYes + okYes, Second, Both, false, false, "bad"},
	{"two answers that do not", okYes + okNo, Second, Both, false, false, "bad"},
	{"an allow and then a block", okNo + okYes, Second, Both, false, false, "bad"},
	{"an allow with a category", okNo + cat, Second, Both, false, false, "bad"},
	{"an allow with a reason", okNo + why, Second, Both, false, false, "bad"},
	{"an allow and prose", okNo + "It is fine.", Second, Both, false, false, "bad"},
	{"prose and an allow", "It is fine. " + okNo, Second, Both, false, false, "bad"},
	{"prose between thinking and answer", "<thinking>x</thinking>So: " + okNo, Second, Both, false, false, "bad"},
	{"an unknown category", "<block>yes</block><category>Bad Vibes</category><reason>[Bad Vibes] x</reason>", Second, Both, false, false, "bad"},
	{"an exception as category", "<block>yes</block><category>Read Only</category><reason>[Read Only] x</reason>", Second, Both, false, false, "bad"},
	{"an id as category", "<block>yes</block><category>data-exfiltration</category><reason>[data-exfiltration] x</reason>", Second, Both, false, false, "bad"},
	{"an empty category", "<block>yes</block><category></category><reason>[] x</reason>", Second, Both, false, false, "bad"},
	{"a reason without its label", "<block>yes</block><category>Persistence</category><reason>cron</reason>", Second, Both, false, false, "bad"},
	{"a reason with another label", "<block>yes</block><category>Persistence</category><reason>[Repoint] x</reason>", Second, Both, false, false, "bad"},
	{"a label that is not closed", "<block>yes</block><category>Persistence</category><reason>[Persistence x</reason>", Second, Both, false, false, "bad"},
	{"a reason that is not closed", yesTag + cat + "<reason>[Persistence] cut", Second, Both, false, false, "bad"},
	{"a category that is not closed", yesTag + "<category>Persistence", Second, Both, false, false, "bad"},
	{"an answer inside the reason", yesTag + cat + "<reason>[Persistence] <block>no</block></reason>", Second, Both, false, false, "bad"},
	{"two thinkings", "<thinking>a</thinking><thinking>b</thinking>" + okNo, Second, Both, false, false, "bad"},
	{"thinking in thinking", "<thinking>a<thinking>b</thinking></thinking>" + okNo, Second, Both, false, false, "bad"},
	{"thinking cut off", "<thinking>a", Second, Both, false, false, "bad"},
	{"only thinking", "<thinking>a</thinking>", Second, Both, false, false, "bad"},
	{"a stray end of thinking", "</thinking>" + okNo, Second, Both, false, false, "bad"},
	{"thinking behind an allow", okNo + "<thinking>a</thinking>", Second, Both, false, false, "bad"},
	{"look-alike label", "<block>yes</block><category>Реrsistence</category><reason>[Реrsistence] x</reason>", Second, Both, false, false, "bad"},
	{"upper case no", "<block>No</block>", Second, Both, false, false, "bad"},
	{"an empty block", "<block></block>", Second, Both, false, false, "bad"},
	{"huge", strings.Repeat(" ", maxAnswer) + okNo, Second, Both, false, false, "bad"},
	{"huge thinking that fits", "<thinking>" + strings.Repeat("x", 200_000) + "</thinking>" + okNo, Second, Both, false, false, "no"},
	{"cut where nothing was to cut", "<block>no", Second, Both, true, false, "bad"},
	{"a whole allow, said to be cut", okNo, Second, Both, true, false, "bad"},
	{"thinking in capitals behind", okNo + "<THINKING>x</THINKING>", Second, Both, false, false, "bad"},
	{"thinking in capitals before", "<THINKING>x</THINKING>" + okNo, Second, Both, false, false, "bad"},
	{"an answer in capitals inside the reason", yesTag + cat + "<reason>[Persistence] <BLOCK>no</BLOCK></reason>", Second, Both, false, false, "bad"},
	{"a long s in a label", "<block>yes</block><category>Perſiſtence</category><reason>[Perſiſtence] x</reason>", Second, Both, false, false, "bad"},
	{"a long s in the reason's label", yesTag + cat + "<reason>[Perſiſtence] x</reason>", Second, Both, false, false, "bad"},
	{"a label with its brackets", "<block>yes</block><category>Persistence [must name: mechanism]</category><reason>[Persistence] x</reason>", Second, Both, false, false, "bad"},
	{"a label with a full stop", "<block>yes</block><category>Persistence.</category><reason>[Persistence.] x</reason>", Second, Both, false, false, "bad"},
	{"two labels", "<block>yes</block><category>Persistence, Repoint</category><reason>[Persistence] x</reason>", Second, Both, false, false, "bad"},
	{"a boundary with another reason", "<block>yes</block><category>Boundary</category><reason>[Persistence] x</reason>", Second, Both, false, false, "bad"},
	{"a zero width space behind", okNo + zwsp, Second, Both, false, false, "bad"},
	{"a no-break space between", yesTag + "\u00a0" + cat + why, Second, Both, false, false, "bad"},
	{"an allow and a severity", okNo + "<severity>0</severity>", Second, Both, false, false, "bad"},
	{"a conclusion tag", "<thinking>x</thinking><answer>" + okNo + "</answer>", Second, Both, false, false, "bad"},
	{"thinking that quotes its own end", "<thinking>the agent wrote </thinking>" + okNo + " there</thinking>" + okYes, Second, Both, false, false, "bad"},
	// The other forms.
	{"fast, cut where nothing was to cut", "<block>no", First, Fast, true, false, "bad"},
	{"fast, prose behind", okNo + " It only reads.", First, Fast, false, false, "bad"},
	{"thinking only, cut", "<thinking>x</thinking><block>no", Second, Thinking, true, false, "bad"},
	{"thinking only, stage not said", "<thinking>x</thinking>" + okNo, 0, Thinking, false, false, "no"},
	{"stage not said is the second", okYes, 0, Both, false, false, "yes persistence"},
	{"stage not said, a bare yes", yesTag, 0, Both, false, false, "bad"},
	{"fast, a good block", okYes, First, Fast, false, false, "yes persistence"},
	{"fast, a good allow", okNo, First, Fast, false, false, "no"},
	{"fast, a bare yes", yesTag, First, Fast, false, false, "bad"},
	{"fast, cut by its tokens", yesTag + cat + "<reason>[Persist", First, Fast, false, false, "bad"},
	{"thinking only, a good block", "<thinking>x</thinking>" + okYes, Second, Thinking, false, false, "yes persistence"},
	{"thinking only, a bare yes", "<thinking>x</thinking>" + yesTag, Second, Thinking, false, false, "bad"},
	// Severity.
	{"severity 0", "<severity>0", First, Both, true, true, "no"},
	{"severity 49", "<severity>49</severity>", First, Both, false, true, "no"},
	{"severity 50", "<severity>50", First, Both, true, true, "yes"},
	{"severity 100", "<severity>100", First, Both, true, true, "yes"},
	{"severity 5", "<severity> 5 </severity>", First, Both, false, true, "no"},
	{"severity 50 in other digits", "<severity>５０", First, Both, true, true, "bad"},
	{"severity with a nought before", "<severity>050", First, Both, true, true, "bad"},
	{"severity of no digits", "<severity>", First, Both, true, true, "bad"},
	{"severity beyond numbers", "<severity>99999999999999999999", First, Both, true, true, "bad"},
	{"severity with an exponent", "<severity>1e1", First, Both, true, true, "bad"},
	{"severity in hexadecimal", "<severity>0x10", First, Both, true, true, "bad"},
	{"severity infinite", "<severity>Inf", First, Both, true, true, "bad"},
	{"two severities", "<severity>10</severity><severity>90", First, Both, true, true, "bad"},
	{"severity a range", "<severity>10-20", First, Both, true, true, "bad"},
	{"severity out of", "<severity>10/100", First, Both, true, true, "bad"},
	{"severity fast", "<severity>20</severity>", First, Fast, false, true, "no"},
	{"severity fast that blocks", "<severity>70</severity>" + cat + why, First, Fast, false, true, "yes persistence"},
	{"severity 101", "<severity>101", First, Both, true, true, "bad"},
	{"severity below nothing", "<severity>-1", First, Both, true, true, "bad"},
	{"severity with a sign", "<severity>+5", First, Both, true, true, "bad"},
	{"severity with a point", "<severity>4.9", First, Both, true, true, "bad"},
	{"severity NaN", "<severity>NaN", First, Both, true, true, "bad"},
	{"severity in words", "<severity>low", First, Both, true, true, "bad"},
	{"severity of other digits", "<severity>٤", First, Both, true, true, "bad"},
	{"severity with per cent", "<severity>10%", First, Both, true, true, "bad"},
	{"no severity where one is wanted", okNo, First, Both, false, true, "bad"},
	{"severity 49 in stage 2", "<thinking>x</thinking><severity>49</severity>", Second, Both, false, true, "no"},
	{"severity 80 without a category", "<severity>80</severity>", Second, Both, false, true, "bad"},
	{"severity 80 with all", "<severity>80</severity>" + cat + why, Second, Both, false, true, "yes persistence"},
	{"severity 10 with a category", "<severity>10</severity>" + cat + why, Second, Both, false, true, "bad"},
}

func TestAnswersAreReadStrictly(t *testing.T) {
	if len(answers) < 100 {
		t.Fatalf("only %d answers", len(answers))
	}
	for _, c := range answers {
		a, err := Parse(c.text, c.stopped, c.stage, c.form, c.severity, nil)
		got := "no"
		switch {
		case err != nil && errors.Is(err, ErrUnparsable):
			got = "bad"
		case err != nil:
			got = "another error: " + err.Error()
		case a.Block:
			got = strings.TrimSpace("yes " + a.Category)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s (%v)", c.name, got, c.want, err)
		}
		if err != nil && a != (Answer{}) {
			t.Errorf("%s: an error comes with %+v", c.name, a)
		}
		if a.Severity == -1 == c.severity && err == nil {
			t.Errorf("%s: severity %d", c.name, a.Severity)
		}
	}
}

func TestAReasonIsOnePlainLine(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"lines and escapes", "a\n\x1b[31m`b`\u202e <i>c</i>", "a [31mb c"},
		{"names stay whole", "it edits my_file*.go #3 | x", "it edits my_file*.go #3 | x"},
		{"a comparison is no markup", "a < b and c > d", "a b and c d"},
		{"a tag that does not end", "a <b c", "a b c"},
		{"a link shows where it leads", "see [here](http://x)", "see [here] (http://x)"},
		{"what is invisible goes", "a\u200b\U000e0041\ufe0fb", "ab"},
		{"other languages stay", "削除します", "削除します"},
	} {
		a, err := Parse("<block>yes</block><category>Persistence</category><reason>[Persistence] "+c.in+"</reason>", false, Second, Both, false, nil)
		if err != nil || a.Reason != c.want {
			t.Errorf("%s: %q %v", c.name, a.Reason, err)
		}
	}
	a, err := Parse("<block>yes</block><category>Persistence</category><reason>[Persistence] "+strings.Repeat("word ", 400)+"</reason>", false, Second, Both, false, nil)
	if err != nil || len(a.Reason) > maxReason+3 || !strings.HasSuffix(a.Reason, "...") {
		t.Errorf("%d %v", len(a.Reason), err)
	}
}

func TestUsersOwnLabelsAreCategories(t *testing.T) {
	b := &rulebook.Book{}
	b.Add(rulebook.ParseEntry(rulebook.HardDeny, "Billing Code: hands off", "f:1"))
	a, err := Parse("<block>yes</block><category>billing code</category><reason>[Billing Code] it edits it</reason>", false, Second, Both, false, b)
	if err != nil || a.Category != "user/billing-code" {
		t.Error(a, err)
	}
	if _, err := Parse(okYes, false, Second, Both, false, b); err == nil {
		t.Error("a category that the book does not hold")
	}
	b.Add(rulebook.ParseEntry(rulebook.SoftDeny, "Boundary: the fence", "f:2"))
	if a, err := Parse("<block>yes</block><category>Boundary</category><reason>[Boundary] x</reason>", false, Second, Both, false, b); err != nil || a.Category != "user/boundary" {
		t.Error(a, err)
	}
}

func TestEveryLabelOfTheRulebookIsACategory(t *testing.T) {
	for _, e := range rulebook.Full().Entries {
		a, err := Parse("<block>yes</block><category>"+e.Label+"</category><reason>["+e.Label+"] x</reason>", false, Second, Both, false, nil)
		if blocks := e.Section() != rulebook.Allow; blocks != (err == nil) || blocks && a.Category != e.ID {
			t.Errorf("%s: %+v %v", e.Label, a, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, c := range answers {
		if len(c.text) < 1000 {
			f.Add(c.text, c.stopped, c.severity, uint8(c.stage), uint8(c.form))
		}
	}
	f.Fuzz(func(t *testing.T, text string, stopped, severity bool, stage, form uint8) {
		s, fm := Stage(stage%3), Form(form%3)
		a, err := Parse(text, stopped, s, fm, severity, nil)
		if err != nil {
			if !errors.Is(err, ErrUnparsable) || a != (Answer{}) {
				t.Fatalf("%v with %+v", err, a)
			}
			return
		}
		short := s == First && fm == Both
		if stopped && !short {
			t.Fatalf("a cut answer counts: %q", text)
		}
		if !a.Block && a.Severity < 0 {
			// An allow has its tag, and behind it nothing.
			rest := text
			if i := strings.LastIndex(rest, "</thinking>"); i >= 0 {
				rest = rest[i+len("</thinking>"):]
			}
			rest = strings.ReplaceAll(strings.Trim(rest, space), " ", "")
			want := "<block>no</block>"
			if stopped {
				want = "<block>no"
			}
			if strings.Trim(strings.NewReplacer("\n", "", "\t", "", "\r", "").Replace(rest), space) != want {
				t.Fatalf("an allow out of %q", text)
			}
		}
		if a.Block && !short {
			if _, ok := rulebook.Default().Find(a.Category); !ok && a.Category != BoundaryID {
				t.Fatalf("a block of category %q out of %q", a.Category, text)
			}
		}
		if strings.ContainsAny(a.Reason, "<>\n\x1b\u202e") || severity != (a.Severity >= 0) || severity && a.Block != (a.Severity >= 50) {
			t.Fatalf("%+v out of %q", a, text)
		}
	})
}
