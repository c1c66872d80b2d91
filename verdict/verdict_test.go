package verdict

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestZeroValuesAreTheSafeAnswers(t *testing.T) {
	var d Decision
	if d.Behavior != Deny {
		t.Errorf("a zero Decision is %v", d.Behavior)
	}
	var v Verdict
	if v.Outcome != Unavailable {
		t.Errorf("a zero Verdict is %v", v.Outcome)
	}
}

func TestNamesThatAreNotKnownReadAsTheStrictest(t *testing.T) {
	var d Decision
	if err := json.Unmarshal([]byte(`{"behavior":"Allow","tier":"mild"}`), &d); err != nil {
		t.Fatal(err)
	}
	if d.Behavior != Deny || d.Tier != Hard {
		t.Errorf("got %v, %v", d.Behavior, d.Tier)
	}
}

func TestNamesSurviveTheRoundTrip(t *testing.T) {
	for _, b := range []Behavior{Deny, Ask, Allow} {
		for _, tier := range []Tier{NoTier, Soft, Hard} {
			in := Decision{Behavior: b, Tier: tier}
			raw, err := json.Marshal(in)
			if err != nil {
				t.Fatal(err)
			}
			var out Decision
			if err := json.Unmarshal(raw, &out); err != nil || out.Behavior != b || out.Tier != tier {
				t.Errorf("%v %v became %v %v (%v)", b, tier, out.Behavior, out.Tier, err)
			}
		}
	}
	for o := Unavailable; o <= Allowed; o++ {
		if o.String() == "" {
			t.Errorf("outcome %d has no name", o)
		}
	}
}

func TestStricter(t *testing.T) {
	deny, ask, allow := Decision{Behavior: Deny}, Decision{Behavior: Ask}, Decision{Behavior: Allow}
	abort := Decision{Behavior: Deny, Abort: true}
	for _, c := range []struct {
		name       string
		a, b, want Decision
	}{
		{"deny beats allow", allow, deny, deny},
		{"deny stays over allow", deny, allow, deny},
		{"ask beats allow", allow, ask, ask},
		{"deny beats ask", ask, deny, deny},
		{"ending the run beats a denial", deny, abort, abort},
		{"a denial does not take back the end of a run", abort, deny, abort},
	} {
		if got := c.a.Stricter(c.b); got.Behavior != c.want.Behavior || got.Abort != c.want.Abort {
			t.Errorf("%s: got %v abort=%v", c.name, got.Behavior, got.Abort)
		}
	}
}

func TestQuoteShowsWhatHides(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain text stays", "git push origin main", "git push origin main"},
		{"letters of other scripts stay", "grüße 把 dist", "grüße 把 dist"},
		{"an escape sequence is shown", "a\x1b[2Kb", `a\x1b[2Kb`},
		{"a bidi override is shown", "a\u202eb", `a\u202eb`},
		{"a zero-width space is shown", "r\u200bm", `r\u200bm`},
		{"a no-break space is shown", "rm\u00a0x", `rm\u00a0x`},
		{"a line break is shown", "a\nb\tc\rd", `a\nb\tc\rd`},
		{"bytes that are no text are shown", "a\xffb", `a\xffb`},
		{"a tag character is shown", "a\U000e0041b", `a\U000e0041b`},
		{"a variation selector is shown", "a\ufe0fb", `a\ufe0fb`},
		{"a blank letter is shown", "a\u3164b", `a\u3164b`},
	} {
		if got := Quote(c.in, 0); got != c.want {
			t.Errorf("%s: Quote(%q) = %q, want %q", c.name, c.in, got, c.want)
		}
	}
}

func TestQuoteCutsInTheMiddleAndSaysSo(t *testing.T) {
	for max := 1; max < 40; max++ {
		got := Quote(strings.Repeat("äb", 50), max)
		if max >= 3 && len(got) > max || !utf8.ValidString(got) || !strings.Contains(got, "…") {
			t.Errorf("max %d: %q (%d bytes)", max, got, len(got))
		}
	}
}
