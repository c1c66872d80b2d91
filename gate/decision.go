package gate

import (
	"automode/effect"
	"automode/permission"
	"automode/transcript"
	"automode/verdict"
)

func (w *walk) allow(o Outcome, layer verdict.Layer, code verdict.Code, reason string) answer {
	return answer{d: verdict.Decision{Behavior: verdict.Allow, Layer: layer, Code: code, Reason: reason}, outcome: o}
}

// toPerson puts d to a person; where there is none, the call is denied.
func (w *walk) toPerson(d verdict.Decision) answer {
	d.Behavior = verdict.Deny
	if w.canAsk() {
		d.Behavior = verdict.Ask
	}
	return answer{d: d}
}

// toLimit puts d to a person; where there is none, the run ends, or what the
// settings say instead.
func (w *walk) toLimit(d verdict.Decision) answer {
	return answer{d: w.atLimit(d)}
}

func (w *walk) atLimit(d verdict.Decision) verdict.Decision {
	d.Behavior, d.Abort = verdict.Deny, false
	switch {
	case w.canAsk():
		d.Behavior = verdict.Ask
	case w.req.Settings.OnLimit == LimitAsks:
		d.Behavior = verdict.Ask
	case w.req.Settings.OnLimit == LimitAborts:
		d.Abort = true
	}
	return d
}

func (w *walk) byRule(b verdict.Behavior, layer verdict.Layer, m permission.Match, reason string) verdict.Decision {
	d := verdict.Decision{Behavior: b, Layer: layer, Code: verdict.CodeRule, Reason: reason, Rule: m.String()}
	if m.Words != "" {
		d.Evidence = []verdict.Evidence{{Words: m.Words}}
	}
	return d
}

func (w *walk) byGuard(e effect.Effect) verdict.Decision {
	reason := "only a person may let this happen"
	if e.Why != "" {
		reason = "it " + e.Why + ", which only a person may let happen"
	}
	d := verdict.Decision{Layer: verdict.LayerGuard, Code: verdict.CodeGuard, Tier: e.Tier, Category: e.Entry, Reason: reason,
		Evidence: []verdict.Evidence{{Words: e.Words, Start: e.Start, End: e.End, Effect: e.Kind.String(), Entry: e.Entry, Note: e.Why}}}
	w.label(&d)
	return d
}

func (w *walk) byRetry(f effect.Fingerprint) verdict.Decision {
	d := verdict.Decision{Layer: verdict.LayerLimit, Code: verdict.CodeRetry, Category: f.Entry,
		Reason: "this has an effect that was denied or refused before in this session"}
	if f.Target != "" {
		d.Evidence = []verdict.Evidence{{Words: f.Target, Effect: f.Kind.String(), Entry: f.Entry, Note: "is what was denied or refused before"}}
	}
	w.label(&d)
	return d
}

// ofVerdict is a block as a decision that denies.
func (w *walk) ofVerdict(v verdict.Verdict, layer verdict.Layer, code verdict.Code) verdict.Decision {
	d := verdict.Decision{Layer: layer, Code: code, Tier: v.Tier, Category: v.Category, Reason: v.Reason, Clears: v.Clears, Evidence: v.Evidence}
	if d.Tier == verdict.NoTier {
		d.Tier = verdict.Soft
	}
	w.label(&d)
	if e, ok := w.book.Find(d.Category); ok && d.Clears == "" && d.Tier == verdict.Soft {
		d.Clears = e.Names
	}
	return d
}

// unsure is what a judge that could not tell comes to.
func (w *walk) unsure(v verdict.Verdict, limit *transcript.Limit, layer verdict.Layer) verdict.Decision {
	d := verdict.Decision{Layer: layer, Code: verdict.CodeUnsure, Reason: v.Reason, Evidence: v.Evidence, Clears: v.Clears, Category: v.Category}
	switch {
	case limit != nil && v.Outcome != verdict.Block:
		d.Code, d.Clears = verdict.CodeUserLimit, "this, in a new turn"
		d.Reason = "the user may have forbidden it: “" + limit.Words + "”"
	case v.Opaque || len(w.report.Opaque) > 0:
		d.Code = verdict.CodeOpaque
	}
	if d.Reason == "" {
		d.Reason = "not everything that this does is understood"
	}
	w.label(&d)
	return d
}

// label fills in the name by which people know the decision's category.
func (w *walk) label(d *verdict.Decision) {
	if e, ok := w.book.Find(d.Category); ok {
		d.Label = e.Label
	}
}
