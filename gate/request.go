package gate

import (
	"automode/call"
	"automode/effect"
	"automode/judge"
	"automode/permission"
	"automode/rulebook"
	"automode/transcript"
	"automode/world"
)

// Request is one call to decide, and all that deciding rests on.
type Request struct {
	Call    call.Call
	Session Session
	Place   world.Place
	Facts   world.Facts         // nil knows nothing
	Turns   []transcript.Turn   // the session so far, oldest first, without this call
	Rules   *permission.RuleSet // nil holds no rule
	Book    *rulebook.Book      // the effective rulebook; nil: the default

	// Documents are the session's instruction files, for judges that read.
	Documents []judge.Document

	Settings Settings
	// Policy says which modes are to be had.
	Policy permission.Policy

	// NeedsPerson says that only a person may answer this call: an MCP tool
	// that declares it, a sign-in.
	NeedsPerson bool
	// Effects stands for what the session's calls did so far where no ledger
	// holds it, as for a call from a file; nil: the ledger's.
	Effects *effect.Session
	// Stamp names what the caller read the rest from (settings, rules), so
	// that a later Request can be told to rest on something else.
	Stamp string
}

// Session is the session that a call belongs to.
type Session struct {
	ID string // the host's id of the session
	// Root is the session whose ledger counts: the one that this session, a
	// subagent's or a resumed one, goes back to. Empty: ID itself.
	Root string
	// Mode is the gate's own mode, as our settings say it and never a host's
	// field. It counts while the ledger does not know that the session was
	// brought into another one.
	Mode permission.Mode
	// HostMode is the mode the host says it is in. "plan" means plan; any
	// other value is recorded and changes nothing.
	HostMode string
	// Attended says that a person can answer a question now. Where that is not
	// known it is false.
	Attended bool
}

// key names the session's ledger.
func (s Session) key() string {
	if s.Root != "" {
		return s.Root
	}
	return s.ID
}

// Settings are the settings that deciding depends on. The zero Settings are
// the strictest.
type Settings struct {
	OnLimit       OnLimit
	OnUnavailable OnUnavailable
	// FailOpen lets a call pass when no judge could be asked for reasons of
	// the provider's or the network's. Only managed and user settings set it.
	FailOpen bool
	// QuestionsUnjudged puts the agent's questions to the person without a
	// judge having looked at them.
	QuestionsUnjudged bool
	// ClassifyAllShell sends every shell call to the judge chain: allow rules,
	// the own check and the static fast path are passed over.
	ClassifyAllShell bool
	// AutoInPlan lets judges look at what plan mode would put to a person. What
	// changes anything is put to the person all the same.
	AutoInPlan bool
	// ClassifyEdits sends every edit to the judge chain that no rule allows.
	ClassifyEdits bool
	// Judge chooses which judges look.
	Judge JudgeChoice
}

// OnLimit is what becomes of a call that a limit puts to a person when there
// is none.
type OnLimit uint8

// The choices; the zero one ends the run.
const (
	LimitAborts OnLimit = iota
	LimitDenies
	LimitAsks // puts the question nevertheless: somebody may be there after all
)

// OnUnavailable is what becomes of a call when no judge gives a verdict and a
// person could be asked.
type OnUnavailable uint8

// The choices; the zero one denies.
const (
	UnavailableDenies OnUnavailable = iota
	UnavailableAsks
)

// JudgeChoice is which judges look at a call.
type JudgeChoice uint8

// The choices.
const (
	JudgeBoth       JudgeChoice = iota // the static judge, then the chain where there is one
	JudgeStatic                        // the static judge alone
	JudgeClassifier                    // the chain alone decides: no static fast path, no static finding
)
