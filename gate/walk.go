package gate

import (
	"context"
	"time"

	"automode/call"
	"automode/effect"
	"automode/judge"
	"automode/permission"
	"automode/rulebook"
	"automode/transcript"
	"automode/verdict"
)

// answer is what a walk comes to, before the ledger has its say.
type answer struct {
	d        verdict.Decision
	outcome  Outcome
	approval string // the one-time approval that let the call pass
	noOffer  bool   // nobody can approve this
	refuse   bool   // the call's effects are to be recognised from now on
	chain    bool   // not decided: the judge chain has to say
	first    verdict.Verdict
	limit    *transcript.Limit // the user's limit that the call may cross
}

// walk is one call on its way through the gate. All it looks at is given; it
// asks nobody but the static judge, which is code, and changes nothing.
type walk struct {
	req    *Request
	digest string          // of the call
	mode   permission.Mode // that counts, a host's plan included
	stand  permission.Stand
	why    *permission.Refusal // what keeps the session out of its mode
	book   *rulebook.Book
	ledger *Ledger
	now    time.Time
	turns  []transcript.Turn
	past   *effect.Session
	report *effect.Report
	rules  *permission.RuleSet // the request's, and those given to the session
	sub    *permission.Subject
	static judge.Judge
	chain  bool // there is a judge beyond the static one

	limits  []transcript.Limit
	counted bool             // limits is filled
	said    *verdict.Verdict // what the static judge said, once it was asked
}

// newWalk reads the call. It fills what every step may ask.
func newWalk(req *Request, digest string, l *Ledger, static judge.Judge, chain bool, now time.Time) *walk {
	w := &walk{req: req, digest: digest, book: req.Book, ledger: l, now: now, static: static,
		chain: chain && req.Settings.Judge != JudgeStatic, turns: l.witness(req.Turns), past: req.Effects}
	w.bring()
	if w.past == nil {
		w.past = &l.Effects
	}
	if w.book == nil {
		w.book = rulebook.Default()
	}
	w.report = effect.Of(req.Call, effect.Env{Place: req.Place, Facts: req.Facts, Session: w.past})
	if w.report == nil {
		w.report = &effect.Report{Opaque: []string{"nothing is known of the call"}}
	}
	w.sub = permission.NewSubject(req.Call, req.Place, req.Facts, w.report)
	return w
}

// decide walks steps 1 to 8f, and 8g where no judge beyond the static one is
// to be asked. It is total.
func (w *walk) decide(ctx context.Context) answer {
	c, kind := w.req.Call, w.req.Call.Kind()

	// 1. Deny rules.
	if m, ok := w.rules.Denies(w.sub); ok {
		return answer{d: w.byRule(verdict.Deny, verdict.LayerDenyRule, m, "a deny rule forbids this"), noOffer: true, refuse: true}
	}
	if c.Tool == "" || !w.sub.Args().OK {
		return answer{d: verdict.Decision{Layer: verdict.LayerError, Code: verdict.CodeBadInput, Reason: "the call's input could not be read"}, noOffer: true}
	}

	// 1b. A person's approval of this very call.
	if code := w.approved(); code != "" {
		if v := w.asked(ctx); v.Outcome != verdict.Block || v.Tier != verdict.Hard {
			return answer{d: verdict.Decision{Behavior: verdict.Allow, Layer: verdict.LayerApproval, Code: verdict.CodeApproved,
				Reason: "a person approved this call once, under " + code}, outcome: Passed, approval: code}
		}
	}

	// What is hard is nothing that a person is asked to wave through, by
	// whatever rule, guard or mode of a host's: in a session whose mode is
	// auto it is denied here.
	if w.stand.Mode == permission.Auto || w.planned() {
		if v := w.asked(ctx); v.Outcome == verdict.Block && v.Tier == verdict.Hard && (v.Certain || !w.chain) {
			return w.blocked(v, verdict.LayerStatic)
		}
	}

	// 2. Structural guards.
	if len(w.report.Hostile) > 0 {
		a := w.toPerson(verdict.Decision{Layer: verdict.LayerGuard, Code: verdict.CodeHostile, Reason: "the text hides something from a reader: " + w.report.Hostile[0]})
		a.refuse = true
		return a
	}
	if len(w.report.Guards) > 0 {
		a := w.toPerson(w.byGuard(w.report.Guards[0]))
		a.refuse = true
		return a
	}

	// 3. Ask rules.
	if m, ok := w.rules.Asks(w.sub); ok {
		return w.toPerson(w.byRule(verdict.Ask, verdict.LayerAskRule, m, "an ask rule wants a person to look at this"))
	}

	// 4. Bypass.
	if w.mode == permission.BypassPermissions {
		return w.allow(Passed, verdict.LayerBypass, verdict.CodeBypass, "the mode lets everything pass that no rule or guard holds")
	}

	// The same effect again after a denial, by whatever route.
	harmless := w.report.Harmless()
	if f, again := w.past.Retries(w.report); again && !harmless {
		a := w.toPerson(w.byRetry(f))
		a.refuse = true
		if a.d.Behavior == verdict.Deny {
			a.outcome = Blocked // with nobody to ask, going round in circles must end
		}
		return a
	}

	// 5. Allow rules. In plan mode nothing is changed, whatever they say; and
	// no rule lets a certain leak pass.
	everyShell := w.req.Settings.ClassifyAllShell && w.stand.Mode == permission.Auto &&
		(kind == call.Shell || kind == call.PowerShell || kind == call.Input || kind == call.REPL)
	if w.mode != permission.Plan && !everyShell {
		if m, ok := w.rules.Allows(w.sub, w.mode); ok {
			if v := w.asked(ctx); !(v.Outcome == verdict.Block && v.Tier == verdict.Hard && v.Certain) {
				return answer{d: w.byRule(verdict.Allow, verdict.LayerAllowRule, m, "an allow rule covers this"), outcome: Passed}
			}
		}
	}

	// 6. The tool's own check.
	if !everyShell && w.own(harmless) {
		return w.allow(Passed, verdict.LayerOwnCheck, verdict.CodeHarmless, "it only reads, or keeps the agent's own notes")
	}
	if w.mode == permission.AcceptEdits && w.ownEdits() {
		return w.allow(Passed, verdict.LayerOwnCheck, verdict.CodeEdits, "an ordinary edit inside the working directory")
	}

	// 7. Any mode but auto puts the call to a person; plan mode all that
	// changes anything.
	if w.mode != permission.Auto && (!w.planned() || w.changes()) {
		return w.toPerson(verdict.Decision{Layer: verdict.LayerMode, Code: verdict.CodeMode, Reason: w.ofMode()})
	}

	// 8b. What only a person can answer. (8a, the guards, were step 2.)
	if w.req.NeedsPerson || kind == call.PlanExit || kind == call.Question && w.req.Settings.QuestionsUnjudged {
		a := w.toPerson(verdict.Decision{Layer: verdict.LayerPerson, Code: verdict.CodePerson, Reason: "only a person can answer this"})
		a.noOffer = true
		return a
	}
	return w.auto(ctx, everyShell)
}

// auto walks steps 8c to 8f, and on into 8g.
func (w *walk) auto(ctx context.Context, everyShell bool) answer {
	c, kind := w.req.Call, w.req.Call.Kind()
	published := w.req.Settings.Judge == JudgeClassifier
	everyEdit := w.req.Settings.ClassifyEdits && (kind == call.Write || kind == call.Edit)

	// 8c. The static judge looks first; a finding skips the fast paths.
	v := w.asked(ctx)
	finding := v.Outcome == verdict.Block
	limit := w.limited()
	if !finding {
		// 8d. What acceptEdits mode would let pass, by the same check.
		if kind != call.Agent && kind != call.REPL && !everyShell && !everyEdit && limit == nil && w.ownEdits() {
			return w.allow(Cleared, verdict.LayerEdits, verdict.CodeEdits, "an ordinary edit inside the working directory")
		}
		// 8e. Tools that can do no harm.
		if onAllowlist(c) && limit == nil {
			return w.allow(Cleared, verdict.LayerAllowlist, verdict.CodeAllowlist, "the tool only reads, lists, searches or keeps notes")
		}
		// 8f. The static judge says allow.
		if v.Outcome == verdict.Allowed && limit == nil && !everyShell && !everyEdit && !published {
			code := verdict.CodeRoutine
			if w.report.Harmless() {
				code = verdict.CodeHarmless
			}
			a := w.allow(Cleared, verdict.LayerStatic, code, v.Reason)
			a.d.Evidence = v.Evidence
			return a
		}
	}

	// 8g. The judge chain.
	if w.chain {
		return answer{chain: true, first: v, limit: limit}
	}
	return w.alone(v, limit)
}

// alone is 8g without a judge beyond the static one.
func (w *walk) alone(v verdict.Verdict, limit *transcript.Limit) answer {
	switch v.Outcome {
	case verdict.Block:
		if v.Tier == verdict.Hard { // denied before step 2 already
			return w.blocked(v, verdict.LayerStatic)
		}
		// A person reads intent better than code does.
		d := w.ofVerdict(v, verdict.LayerStatic, verdict.CodeFinding)
		a := w.toPerson(d)
		a.outcome, a.refuse = Judged, a.d.Behavior == verdict.Deny
		if a.refuse {
			a.outcome = Blocked
		}
		return a
	case verdict.Unavailable:
		if w.static == nil {
			return answer{d: verdict.Decision{Layer: verdict.LayerError, Code: verdict.CodeNoJudge, Reason: "no judge is configured"}, noOffer: true}
		}
		return w.silent(v)
	}
	if v.Outcome == verdict.Allowed && limit == nil {
		v.Reason = "the settings want every such call judged, and no judge beyond code is configured"
	}
	a := w.toPerson(w.unsure(v, limit, verdict.LayerStatic))
	a.outcome = Judged
	return a
}

// weigh is 8g with a chain: what becomes of the call by the chain's verdict.
func (w *walk) weigh(a answer, v verdict.Verdict) answer {
	switch v.Outcome {
	case verdict.Allowed:
		out := w.allow(Cleared, verdict.LayerClassifier, verdict.CodeJudged, v.Reason)
		out.d.Evidence = v.Evidence
		return out
	case verdict.Block:
		if len(v.Evidence) == 0 && a.first.Outcome == verdict.Block {
			v.Evidence = a.first.Evidence // the words that code stopped at
		}
		return w.blocked(v, verdict.LayerClassifier)
	case verdict.Unsure:
		out := w.toPerson(w.unsure(v, a.limit, verdict.LayerClassifier))
		out.outcome = Judged
		return out
	}
	if v.Trouble == verdict.TroubleOverContext {
		return w.toLimit(verdict.Decision{Layer: verdict.LayerClassifier, Code: verdict.CodeOverContext,
			Reason: "the user's turns and this call do not fit the judge's window"})
	}
	return w.silent(v)
}

// blocked is a judge's block.
func (w *walk) blocked(v verdict.Verdict, layer verdict.Layer) answer {
	code := verdict.CodeFinding
	if layer == verdict.LayerClassifier {
		code = verdict.CodeJudged
	}
	d := w.ofVerdict(v, layer, code)
	d.Behavior = verdict.Deny
	return answer{d: d, outcome: Blocked, noOffer: d.Tier == verdict.Hard, refuse: true}
}

// silent is a call for which no judge gave a verdict.
func (w *walk) silent(v verdict.Verdict) answer {
	why := "no judge could be asked"
	if v.Cause != "" {
		why += ": " + v.Cause
	}
	d := verdict.Decision{Layer: verdict.LayerClassifier, Code: v.Trouble.Code(), Reason: why}
	if w.req.Settings.FailOpen && v.Trouble.Passing() {
		d.Behavior, d.Code = verdict.Allow, verdict.CodeFailOpen
		d.Reason = "failOpen is set, and " + why
		return answer{d: d, outcome: Silent}
	}
	if w.req.Settings.OnUnavailable == UnavailableAsks && w.canAsk() {
		d.Behavior = verdict.Ask
	}
	return answer{d: d, outcome: Silent}
}

// approved gives the code of a person's approval of this very call.
func (w *walk) approved() string {
	if len(w.ledger.Approvals) == 0 {
		return ""
	}
	return w.ledger.approvedBy(w.digest, w.req.Session.ID, w.mode, w.turns, w.now, func() map[string]string {
		files, ok := filesOf(w.req.Call, w.report, w.req.Place, w.req.Facts)
		if !ok {
			return map[string]string{"": "not known"} // equal to no offer
		}
		return files
	})
}

// asked is the static judge's verdict on the call.
func (w *walk) asked(ctx context.Context) verdict.Verdict {
	if w.said == nil {
		v := verdict.Verdict{Cause: "no static judge is configured"}
		if w.static != nil {
			v = w.static.Judge(ctx, w.judgeRequest(nil))
		}
		w.said = &v
	}
	return *w.said
}

func (w *walk) judgeRequest(first *verdict.Verdict) judge.Request {
	return judge.Request{Call: w.req.Call, Place: w.req.Place, Facts: w.req.Facts, Turns: w.turns,
		Session: w.past, Book: w.book, Report: w.report, First: first, Documents: w.req.Documents}
}

// limited gives the user's limit that the call may cross, nil for none.
func (w *walk) limited() *transcript.Limit {
	if !w.counted {
		w.counted = true
		w.limits = transcript.Limits(w.turns)
	}
	return limited(w.req.Call, w.sub.Args(), w.report, w.req.Place, w.limits)
}
