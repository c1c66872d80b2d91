package record

import (
	"encoding/json"
	"strings"

	"automode/gate"
	"automode/internal/plainjson"
	"automode/secret"
	"automode/verdict"
)

const (
	// maxText is how much of one text a line keeps, bytes. The head of a long
	// one tells what it was; the digest names the rest.
	maxText = 4 << 10
	// maxScan is how much of a text is searched for secrets, and margin what is
	// then left out of its end, where a secret may have been cut in two.
	maxScan = 64 << 10
	margin  = 8 << 10
	// maxInput is how large an input without secrets may be to be kept as it
	// is, bytes; of a larger one the beginning is kept as a text.
	maxInput = 64 << 10
)

const cutMark = "… [cut]"

// clean is r without secrets and of bounded size. All texts of a record pass
// through here, also those that are ours: they quote the agent's.
func clean(r gate.Record) gate.Record {
	for _, s := range []*string{&r.Session, &r.Root, &r.Host, &r.HostMode, &r.Agent, &r.CallID, &r.Digest, &r.Tool, &r.Kind, &r.Dir, &r.Note} {
		*s = text(*s)
	}
	r.Input = input(r.Input)
	r.Judges = texts(r.Judges)
	r.Relied = texts(r.Relied)
	r.Asked = asked(r.Asked)
	d := &r.Decision
	for _, s := range []*string{&d.Category, &d.Label, &d.Reason, &d.Rule, &d.Clears, &d.Approval} {
		*s = text(*s)
	}
	d.Layer, d.Code = verdict.Layer(text(string(d.Layer))), verdict.Code(text(string(d.Code)))
	evidence := make([]verdict.Evidence, len(d.Evidence))
	for i, e := range d.Evidence {
		for _, s := range []*string{&e.Command, &e.Words, &e.Effect, &e.Entry, &e.Note} {
			*s = text(*s)
		}
		evidence[i] = e
	}
	if len(evidence) > 0 {
		d.Evidence = evidence // not in place: the caller's decision goes to the host
	}
	return r
}

// asked is what models were asked and said: their words may quote the call's.
func asked(list []verdict.Judged) []verdict.Judged {
	var out []verdict.Judged
	for _, j := range list {
		for _, s := range []*string{&j.Provider, &j.Model, &j.Chosen, &j.Answered, &j.Prompt} {
			*s = text(*s)
		}
		stages := make([]verdict.Stage, len(j.Stages))
		for i, st := range j.Stages {
			st.Name, st.Said, st.ID = text(st.Name), text(st.Said), text(st.ID)
			stages[i] = st
		}
		j.Stages = stages
		out = append(out, j)
	}
	return out
}

func texts(list []string) []string {
	var out []string
	for _, s := range list {
		out = append(out, text(s))
	}
	return out
}

// text is s without secrets, cut where it is long.
func text(s string) string {
	cut := len(s) > maxScan
	if cut {
		s = s[:maxScan]
	}
	s = secret.Redact(s)
	if cut {
		s = s[:max(0, len(s)-margin)]
	}
	if len(s) > maxText {
		s, cut = s[:maxText], true
	}
	if cut {
		s = strings.ToValidUTF8(s, "") + cutMark
	}
	return s
}

// input is a call's input without secrets. It stays JSON: an input that is
// none is kept as a text.
func input(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return nil
	}
	// Once text by text, because escapes hide what a text holds; once more over
	// the whole, because a key tells what its value is.
	b, err := plainjson.Rewrite(nil, raw, text)
	if err != nil {
		b = raw
	} else if len(b) <= maxInput {
		if b = []byte(secret.Redact(string(b))); plainjson.Valid(b) {
			return b
		}
	}
	return plainjson.AppendString(nil, text(string(b)))
}
