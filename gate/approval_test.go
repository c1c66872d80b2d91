package gate

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"automode/permission"
	"automode/verdict"
	"automode/world"
)

// denied gives a gate that has denied a soft thing headless, the request, and
// the code it was offered under.
func denied(t *testing.T, command string) (*gated, Request, string) {
	t.Helper()
	g := newGate(softly, nil)
	r := request(bash(command), headless)
	d := g.decide(t, r)
	if d.Behavior != verdict.Deny || !strings.HasPrefix(d.Approval, "D-") || len(d.Approval) != 6 {
		t.Fatalf("%+v", d)
	}
	return g, r, d.Approval
}

func TestAnApprovalLetsThisVeryCallPassOnce(t *testing.T) {
	g, r, code := denied(t, "./run.sh")
	if d := g.decide(t, r); d.Behavior != verdict.Deny {
		t.Fatalf("an offer alone lets pass: %+v", d)
	}
	code = g.ledger(t).Approvals[0].Code
	if _, err := g.Approve(t.Context(), r.Session, strings.ToLower(code)); err != nil {
		t.Fatal(err)
	}
	want(t, "approved", g.decide(t, r), verdict.Allow, verdict.LayerApproval, verdict.CodeApproved)
	if d := g.decide(t, r); d.Behavior == verdict.Allow {
		t.Errorf("twice: %+v", d)
	}
	if _, err := g.Approve(t.Context(), r.Session, code); !errors.Is(err, ErrOfferUsed) {
		t.Errorf("approving again: %v", err)
	}
}

func TestWhatAnApprovalIsBoundTo(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*gated, *Request)
		passes bool
	}{
		{"nothing changed", func(*gated, *Request) {}, true},
		{"other bytes", func(g *gated, r *Request) { r.Call = bash("./run.sh -x") }, false},
		{"another folder", func(g *gated, r *Request) { r.Call.Dir = root + "/src" }, false},
		{"another session", func(g *gated, r *Request) { r.Session.ID, r.Session.Root = "s2", "s1" }, false},
		{"the script changed", func(g *gated, r *Request) {
			d := disk()
			e := d.Files[root+"/run.sh"]
			e.Text = "rm -rf src\n"
			d.Files[root+"/run.sh"] = e
			r.Facts = d
		}, false},
		{"the script became a link", func(g *gated, r *Request) {
			d := disk()
			d.Files[root+"/run.sh"] = world.Entry{File: world.File{Known: true, Exists: true, Link: "/tmp/x"}}
			r.Facts = d
		}, false},
		{"the script is not known any more", func(g *gated, r *Request) { r.Facts = nil }, false},
		{"ten minutes", func(g *gated, r *Request) { g.pass(10 * time.Minute) }, true},
		{"more than ten minutes", func(g *gated, r *Request) { g.pass(10*time.Minute + time.Second) }, false},
		{"the clock went back", func(g *gated, r *Request) { g.pass(-time.Minute) }, false},
		{"it turned out hard", func(g *gated, r *Request) { g.Static = hardly }, false},
		{"a deny rule", func(g *gated, r *Request) { with(permission.Deny, "Bash(./run.sh)")(r) }, false},
		{"an ask rule", func(g *gated, r *Request) { with(permission.Ask, "Bash(./run.sh)")(r) }, true},
	} {
		g, r, code := denied(t, "./run.sh")
		if _, err := g.Approve(t.Context(), r.Session, code); err != nil {
			t.Fatal(err)
		}
		c.change(g, &r)
		if d := g.decide(t, r); (d.Behavior == verdict.Allow) != c.passes {
			t.Errorf("%s: %v by %s (%s)", c.name, d.Behavior, d.Layer, d.Code)
		}
	}
}

func TestAnApprovalPassesAGuard(t *testing.T) {
	g := newGate(allows, nil)
	r := request(tool("Write", map[string]any{"file_path": home + "/.bashrc", "content": "alias ll='ls -l'\n"}), headless)
	d := g.decide(t, r)
	if d.Behavior != verdict.Deny || d.Approval == "" {
		t.Fatalf("%+v", d)
	}
	if _, err := g.Approve(t.Context(), r.Session, d.Approval); err != nil {
		t.Fatal(err)
	}
	want(t, "approved", g.decide(t, r), verdict.Allow, verdict.LayerApproval, verdict.CodeApproved)
}

func TestWhatIsNotOffered(t *testing.T) {
	for _, c := range []struct {
		name string
		g    *gated
		r    Request
	}{
		{"what is hard", newGate(hardly, nil), request(bash("frobnicate"))},
		{"what a rule denies", newGate(allows, nil), request(bash("ls"), with(permission.Deny, "Bash"))},
		{"what could not be read", newGate(allows, nil), request(tool("Bash", map[string]any{"command": 1}))},
		{"what is asked anyway", newGate(softly, nil), request(bash("frobnicate"))},
		{"what only a person can do", newGate(allows, nil), request(tool("ExitPlanMode", map[string]any{}), headless)},
		{"a file that is run and not known", newGate(doubts, nil), request(bash("sh /srv/x.sh"), headless, func(r *Request) {
			r.Facts = &world.Memory{Default: func(string) world.File { return world.File{Known: true, Exists: true, Regular: true} }}
		})},
	} {
		if d := c.g.decide(t, c.r); d.Approval != "" {
			t.Errorf("%s is offered: %+v", c.name, d)
		}
	}
}

func TestACodeTypedAsAPrompt(t *testing.T) {
	type typed struct {
		text      string
		event     bool // the prompt event was seen
		witnessed bool // the transcript row is there
		before    bool // typed before the offer was made
	}
	for _, c := range []struct {
		name   string
		typed  typed
		passes bool
	}{
		{"seen by both", typed{"approve CODE", true, true, false}, true},
		{"the code alone", typed{"CODE", true, true, false}, true},
		{"in small letters", typed{"Approve code", true, true, false}, true},
		{"only in the transcript", typed{"approve CODE", false, true, false}, false},
		{"only as an event", typed{"approve CODE", true, false, false}, false},
		{"in a sentence", typed{"do not approve CODE", true, true, false}, false},
		{"another code", typed{"approve D-0000", true, true, false}, false},
		{"before the offer", typed{"approve CODE", true, true, true}, false},
	} {
		g := newGate(softly, nil)
		r := request(bash("./run.sh"), headless)
		code := approvalCode("s1", r.Call.Digest(), 0)
		text := strings.NewReplacer("CODE", code, "code", strings.ToLower(code)).Replace(c.typed.text)
		prompt := func() {
			g.pass(time.Second)
			if c.typed.event {
				if err := g.Prompted(t.Context(), r.Session, text); err != nil {
					t.Fatal(err)
				}
			}
			g.pass(time.Second)
		}
		if c.typed.before {
			prompt()
		}
		if d := g.decide(t, r); d.Approval != code {
			t.Fatalf("%+v", d)
		}
		if !c.typed.before {
			prompt()
		}
		if c.typed.witnessed {
			user(text)(&r)
			r.Turns[0].Witnessed = false // the gate sees to that by itself
		}
		if d := g.decide(t, r); (d.Behavior == verdict.Allow) != c.passes {
			t.Errorf("%s: %v by %s (%s)", c.name, d.Behavior, d.Layer, d.Code)
		}
		if c.passes {
			if d := g.decide(t, r); d.Behavior == verdict.Allow {
				t.Errorf("%s: the same words let it pass twice", c.name)
			}
		}
	}
}

func TestOffersLapseAndAreBounded(t *testing.T) {
	g, r, code := denied(t, "./run.sh")
	g.pass(offerFor + time.Second)
	if _, err := g.Approve(t.Context(), r.Session, code); !errors.Is(err, ErrOfferOld) {
		t.Errorf("an old offer: %v", err)
	}
	if _, err := g.Approve(t.Context(), r.Session, "D-XXXX"); !errors.Is(err, ErrNoOffer) {
		t.Errorf("no offer: %v", err)
	}
	for i := range 2 * maxApprovals {
		g.decide(t, request(n(i), headless))
	}
	offers, err := g.Offers(t.Context(), r.Session)
	if err != nil || len(offers) > maxApprovals || len(offers) == 0 {
		t.Errorf("%d offers, %v", len(offers), err)
	}
	for _, o := range offers {
		if o.What == "" || !o.Lapses().After(o.Offered) {
			t.Errorf("%+v", o)
		}
	}
}

func TestCodesAreReadAsTheyAreTyped(t *testing.T) {
	for in, out := range map[string]string{"d-7f3k": "D-7F3K", " D-OIL0 ": "D-0110", "x": "X", "D-7F3K": "D-7F3K"} {
		if got := normalCode(in); got != out {
			t.Errorf("%q: %q", in, got)
		}
	}
}

func TestAnApprovalIsUsedOnceEvenInParallel(t *testing.T) {
	g, r, code := denied(t, "./run.sh")
	if _, err := g.Approve(context.Background(), r.Session, code); err != nil {
		t.Fatal(err)
	}
	got := make(chan verdict.Behavior, 32)
	for range cap(got) {
		go func() { got <- g.Decide(context.Background(), r).Behavior }()
	}
	passed := 0
	for range cap(got) {
		if <-got == verdict.Allow {
			passed++
		}
	}
	if passed != 1 {
		t.Errorf("%d calls passed", passed)
	}
}
