// Package verdict holds what a judge says of a call and what the gate answers.
// It is data only, and its zero values are the safe answers: a zero Decision
// denies, a zero Verdict is of a judge that could not be asked.
package verdict

import (
	"strings"
	"time"
)

// Behavior is what the host is told to do with a call.
type Behavior uint8

// The behaviours; the zero one denies.
const (
	Deny Behavior = iota
	Ask
	Allow
)

// String is the behaviour as records and protocols write it.
func (b Behavior) String() string {
	switch b {
	case Allow:
		return "allow"
	case Ask:
		return "ask"
	}
	return "deny"
}

// MarshalText writes the behaviour's name.
func (b Behavior) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// UnmarshalText reads a behaviour's name. A name it does not know denies.
func (b *Behavior) UnmarshalText(text []byte) error {
	switch string(text) {
	case "allow":
		*b = Allow
	case "ask":
		*b = Ask
	default:
		*b = Deny
	}
	return nil
}

// Tier says how firmly an entry of the rulebook holds.
type Tier uint8

// The tiers. Nothing clears Hard; an exception or the user's own words may
// clear Soft.
const (
	NoTier Tier = iota
	Soft
	Hard
)

// String is the tier's name; empty for NoTier.
func (t Tier) String() string {
	switch t {
	case Soft:
		return "soft"
	case Hard:
		return "hard"
	}
	return ""
}

// MarshalText writes the tier's name.
func (t Tier) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads a tier's name; an unknown one is Hard.
func (t *Tier) UnmarshalText(text []byte) error {
	switch string(text) {
	case "":
		*t = NoTier
	case "soft":
		*t = Soft
	default:
		*t = Hard
	}
	return nil
}

// Outcome is what a judge came to.
type Outcome uint8

// The outcomes; the zero one is of a judge that gave no verdict.
const (
	Unavailable Outcome = iota
	Unsure
	Block
	Allowed
)

// String is the outcome's name.
func (o Outcome) String() string {
	return [...]string{"unavailable", "unsure", "block", "allow"}[o&3]
}

// Evidence ties a verdict to the words that caused it.
type Evidence struct {
	Command string `json:"command,omitempty"` // the simple command, or the file, that did it
	Words   string `json:"words,omitempty"`   // the words of it that count
	Start   int    `json:"start,omitempty"`   // where they stand in the text that was judged, in bytes
	End     int    `json:"end,omitempty"`
	Effect  string `json:"effect,omitempty"` // what they do
	Entry   string `json:"entry,omitempty"`  // the rulebook's entry
	Note    string `json:"note,omitempty"`   // what is not known, or why it counts
}

// Verdict is what one judge says of one call.
type Verdict struct {
	Outcome  Outcome
	Tier     Tier    // of a block
	Certain  bool    // a hard finding that no other judge needs to confirm
	Category string  // the rulebook entry's id
	Reason   string  // one sentence, for people and for the agent
	Clears   string  // what the user would have to name
	Cause    string  // of Unavailable: why, for people
	Trouble  Trouble // of Unavailable: what sort of failure it was
	Opaque   bool    // the text could not be read: a classifier starts at stage 2
	By       string  // which judge, and how, for the record: "static", "classifier stage 2, model"
	Evidence []Evidence
	Judged   []Judged      // what models were asked, oldest first
	After    time.Duration // of Unavailable: when to come again, as the provider said; zero: it did not
}

// Judged is one model's look at a call, for the record.
type Judged struct {
	Provider string  `json:"provider,omitempty"` // by the name that settings give it
	Model    string  `json:"model,omitempty"`    // as it was asked for
	Chosen   string  `json:"chosen,omitempty"`   // what chose it: a setting and where it stands, or that others before it gave no verdict
	Answered string  `json:"answered,omitempty"` // the model that answered, as its provider names it
	Prompt   string  `json:"prompt,omitempty"`   // SHA-256 of what both stages share
	Stages   []Stage `json:"stages,omitempty"`
	Micros   int64   `json:"us"`        // all of it, microseconds
	Around   int64   `json:"around_us"` // of that, outside the model
	Priced   bool    `json:"priced,omitempty"`
	Cost     int64   `json:"microdollars,omitempty"` // where Priced: millionths of a dollar
}

// Stage is one request to a model.
type Stage struct {
	Name    string `json:"stage"`
	Said    string `json:"said"`             // allow, block CATEGORY, or what was wrong with the answer
	Input   int    `json:"input,omitempty"`  // tokens read anew
	Cached  int    `json:"cached,omitempty"` // tokens read from the provider's cache
	Written int    `json:"written,omitempty"`
	Output  int    `json:"output,omitempty"`
	Micros  int64  `json:"us"`           // time in the model, microseconds
	ID      string `json:"id,omitempty"` // the provider's id of the request
}

// Trouble is why a judge gave no verdict.
type Trouble uint8

// The troubles. The zero one is a failure of no known sort.
const (
	TroubleOther       Trouble = iota
	TroubleAPI                 // the provider answered with an error
	TroubleTimeout             // no answer in time
	TroubleConnection          // the provider could not be reached
	TroubleUnparsable          // an answer that is none
	TroubleOverContext         // the call does not fit the judge's window
	TroubleBusy                // the provider has too much to do, or thinks that we ask too much
	TroubleRefused             // the model, or its provider, would not answer
	TroubleCredentials         // the provider does not accept who asks
	TroubleRequest             // the provider does not understand the question, or knows no such model
	TroublePaused              // nobody was asked: it failed too often just now
	TroubleGone                // the process that judges ended, or could not be had
	TroubleSettings            // nobody could be asked by what the settings say
)

// Passing tells of a trouble of the provider's or the network's that passes by
// itself.
func (t Trouble) Passing() bool {
	switch t {
	case TroubleAPI, TroubleBusy, TroubleTimeout, TroubleConnection, TroublePaused:
		return true
	}
	return false
}

// Code is the code of a decision on a call that no judge gave a verdict on.
func (t Trouble) Code() Code {
	switch t {
	case TroubleAPI:
		return CodeJudgeError
	case TroubleTimeout:
		return CodeJudgeTimeout
	case TroubleConnection:
		return CodeUnreachable
	case TroubleUnparsable:
		return CodeUnparsable
	case TroubleOverContext:
		return CodeOverContext
	case TroubleBusy:
		return CodeBusy
	case TroubleRefused:
		return CodeRefused
	case TroubleCredentials:
		return CodeCredentials
	case TroubleRequest:
		return CodeRequest
	case TroublePaused:
		return CodePaused
	case TroubleGone:
		return CodeGone
	case TroubleSettings:
		return CodeNoModel
	}
	return CodeUnavailable
}

// Decision is the gate's answer to one call.
type Decision struct {
	Behavior Behavior   `json:"behavior"`
	Layer    Layer      `json:"layer"`
	Code     Code       `json:"code"`
	Tier     Tier       `json:"tier,omitempty"`
	Category string     `json:"category,omitempty"` // the rulebook entry's id
	Label    string     `json:"label,omitempty"`    // and its label, as people are shown it
	Reason   string     `json:"reason"`             // one sentence; what a host shows is rendered from the whole decision
	Rule     string     `json:"rule,omitempty"`     // the permission rule that decided, with its origin
	Clears   string     `json:"clears,omitempty"`
	Evidence []Evidence `json:"evidence,omitempty"`
	// Abort asks the host to end the run: it goes with Deny only, and a host
	// that cannot end a run denies.
	Abort bool `json:"abort,omitempty"`
	// Approval is the code by which a person can let this very call pass once;
	// empty where nobody can.
	Approval string `json:"approval,omitempty"`
}

// Stricter gives the stricter of two decisions, d where they are equally
// strict.
func (d Decision) Stricter(e Decision) Decision {
	if e.Behavior < d.Behavior || e.Behavior == d.Behavior && e.Abort && !d.Abort {
		return e
	}
	return d
}

// Clearing says what would let a call pass that was not allowed, as the end of
// "what would clear it:". It is empty for what is allowed, and only for that.
func (d Decision) Clearing() string {
	switch {
	case d.Behavior == Allow:
		return ""
	case d.Tier == Hard:
		return "nothing"
	case d.Layer == LayerGuard:
		return "a person's yes to this very call"
	case d.Layer == LayerDenyRule || d.Layer == LayerAskRule:
		return "the person changing that rule"
	case d.Layer == LayerError:
		return "mending what failed, and calling again"
	case strings.HasPrefix(d.Clears, "("):
		return strings.Trim(d.Clears, "()")
	case d.Clears != "":
		return "the user naming: " + d.Clears
	case d.Code == CodeOpaque:
		return "the same in words that can be read, or a person's yes"
	case d.Code == CodeUnsure:
		return "a person's yes, or a rule of theirs that allows it"
	}
	return "a person's yes"
}

// Layer is the part of the gate that decided.
type Layer string

// The layers, in the order in which a call meets them.
const (
	LayerError      Layer = "error" // something failed; never an allow
	LayerDenyRule   Layer = "deny-rule"
	LayerApproval   Layer = "approval"
	LayerGuard      Layer = "guard"
	LayerAskRule    Layer = "ask-rule"
	LayerBypass     Layer = "bypass"
	LayerAllowRule  Layer = "allow-rule"
	LayerOwnCheck   Layer = "own-check"
	LayerMode       Layer = "mode"
	LayerPerson     Layer = "needs-person"
	LayerEdits      Layer = "accept-edits"
	LayerAllowlist  Layer = "allowlist"
	LayerStatic     Layer = "static"
	LayerClassifier Layer = "classifier"
	LayerLimit      Layer = "limit"
)

// Code is the stable name of why a decision is as it is; scripts may rely on
// it. The texts that go with a code may change.
type Code string

// Silent tells of a code that says that no judge gave a verdict.
func (c Code) Silent() bool {
	switch c {
	case CodeUnavailable, CodeUnparsable, CodeJudgeDown, CodeJudgeError, CodeJudgeTimeout, CodeUnreachable, CodeBusy, CodeRefused, CodeCredentials,
		CodeRequest, CodePaused, CodeGone, CodeNoModel:
		return true
	}
	return false
}

// The codes.
const (
	CodeNone        Code = ""             // the zero decision: nobody decided
	CodeRule        Code = "rule"         // a permission rule matched
	CodeApproved    Code = "approved"     // a person approved this very call
	CodeGuard       Code = "guard"        // a structural guard
	CodeHostile     Code = "hostile-text" // control, bidi or invisible characters
	CodeOpaque      Code = "opaque"       // the text could not be read for certain
	CodeHarmless    Code = "harmless"     // reads and output only
	CodeRoutine     Code = "routine"      // ordinary work
	CodeFinding     Code = "finding"      // an entry of the rulebook matched
	CodeUnsure      Code = "unsure"       // not everything is understood
	CodeUserLimit   Code = "user-limit"   // the user may have forbidden it
	CodeMode        Code = "mode"         // the mode asks
	CodePerson      Code = "needs-person" // only a person can answer
	CodeAllowlist   Code = "allowlist"    // a tool that cannot do harm
	CodeEdits       Code = "accept-edits" // an ordinary edit inside the root
	CodeBypass      Code = "bypass"       // the mode bypasses the gate
	CodeJudged      Code = "judged"       // a judge beyond code looked and said so
	CodeUnavailable Code = "unavailable"  // no judge gave a verdict, for a reason that has no code of its own
	CodeUnparsable  Code = "unparsable"   // no judge's answer could be understood

	CodeJudgeError   Code = "judge-error"       // the judge's provider failed, or its answer was none of HTTP's or JSON's
	CodeJudgeTimeout Code = "judge-timeout"     // no judge answered in time
	CodeUnreachable  Code = "judge-unreachable" // no judge could be reached
	CodeBusy         Code = "judge-busy"        // the judge's provider has too much to do
	CodeRefused      Code = "judge-refused"     // the judge would not answer
	CodeCredentials  Code = "judge-credentials" // the judge's provider does not accept our credentials
	CodeRequest      Code = "judge-request"     // the judge's provider does not understand us, or knows no such model
	CodePaused       Code = "judge-paused"      // nobody was asked, after several failures
	CodeGone         Code = "judge-gone"        // the process that asks judges ended, or could not be had
	CodeNoModel      Code = "judge-settings"    // the settings name no judge that could be asked

	CodeJudgeDown   Code = "judge-down"   // no judge could be asked, several times in a row
	CodeFailOpen    Code = "fail-open"    // no judge could be asked, and settings let that pass
	CodeOverContext Code = "over-context" // the call does not fit a judge's window
	CodeEpochMoved  Code = "epoch-moved"  // the session changed while a judge thought
	CodeLimitRow    Code = "limit-row"    // too many blocks in a row
	CodeLimitTotal  Code = "limit-total"  // too many blocks in the session
	CodeLimitRate   Code = "limit-rate"   // too many blocks among the last calls
	CodeRetry       Code = "retry"        // the same effect again after a denial
	CodeBadInput    Code = "bad-input"    // the call could not be read
	CodeState       Code = "state"        // our own state could not be read or written
	CodeSettings    Code = "settings"     // our settings could not be read
	CodeTimeout     Code = "timeout"      // the watchdog's
	CodePanic       Code = "panic"        // a fault of ours
	CodeNoJudge     Code = "no-judge"     // no judge is configured
)
