package settings

// about says, for people, what each key is for. Spellings that stand for
// another key need no row. The schema and docs/settings.md are made from it:
// go test ./settings -update.
var about = [...]struct{ name, text string }{
	{"$schema", "The schema that an editor checks this file by."},
	{"autoMode", "The rulebook: what judges read. A list that is given replaces that section's own entries; \"$defaults\" in it stands for them; an empty list empties the section. A project's file has no say here."},
	{"autoMode.allow", "Exceptions: what may pass although an entry of soft_deny speaks of it."},
	{"autoMode.environment", "What a judge should know of this place: whose repositories, hosts, clusters and services these are."},
	{"autoMode.hard_deny", "What nothing clears."},
	{"autoMode.lockedSections", "Sections of the rulebook in which only managed prose counts: environment, allow, soft_deny, hard_deny."},
	{"autoMode.soft_deny", "What is stopped unless the user named it or an exception speaks of it."},
	{"classifyAllShell", "Every shell call goes to the classifier: allow rules, the tool's own check and the static fast path are passed over. Findings and guards stay."},
	{"disableAutoMode", "\"disable\": the mode auto is not to be had."},
	{"disableBypassPermissionsMode", "\"disable\": the mode bypassPermissions is not to be had."},
	{"failOpen", "A judge that cannot be reached lets calls pass. Each such decision says so."},
	{"judge", "Who judges what code cannot settle: static is code alone."},
	{"lockMode", "Sessions stay in the mode that managed settings give; only plan may be entered, and left again."},
	{"managed", "Settings that are published at an address and fetched by `automode config refresh` and the daemon."},
	{"managed.key", "The Ed25519 public key, in base64, that what is published is signed with. The signature, in base64, stands at the address with .sig after it."},
	{"managed.required", "While nothing good was ever fetched from the address, every call is denied."},
	{"managed.url", "The address, https."},
	{"mode", "The mode that sessions start in."},
	{"modeSwitch", "Whether auto mode is to be had at all: enabled; disabled, which takes running sessions out of it too; opt-in: only where the user's own settings, or a command of theirs, name it."},
	{"onLimit", "What becomes of a call at a limit of denials where nobody can be asked: the run ends, the call is denied, or the question is put nevertheless."},
	{"onUnavailable", "What becomes of a call for which no judge can be had while a person can be asked."},
	{"permissions", "Rules that are matched by code, before any judge. Deny beats ask beats allow. An entry is a rule, or {\"rule\": ..., \"match\": [...], \"not_match\": [...]} with examples that `automode rules test` tries."},
	{"permissions.additionalDirectories", "More working directories, absolute or beginning with ~/."},
	{"permissions.allow", "Calls that pass."},
	{"permissions.ask", "Calls that a person is asked about, whatever the mode."},
	{"permissions.deny", "Calls that do not run, whatever the mode."},
	{"texts", "The words around a decision; what is empty is the built-in text."},
	{"texts.denied", "Said to the agent when a judge blocked its call."},
	{"texts.failed", "Said to the agent when the gate itself failed."},
	{"texts.guard", "Said to the agent when only a person may let its call happen."},
	{"texts.limit", "Said to the agent when too much was denied."},
	{"texts.noPerson", "Said to the agent when a person would have been asked and none is there."},
	{"texts.overContext", "Said to the agent when its call does not fit a judge's window."},
	{"texts.unavailable", "Said to the agent when no judge could be asked."},
	{"useAutoModeDuringPlan", "In plan mode judges look at what a person would be asked about, as in auto mode. What changes anything is asked all the same."},
}

// about is what the key is for; empty where nothing says so.
func (k *key) about() string {
	for i := range about {
		if about[i].name == k.name {
			return about[i].text
		}
	}
	return ""
}

// Key is what there is to say of one key of the settings.
type Key struct {
	Name    string
	About   string
	Values  []string // of a choice
	Type    string   // "object", "choice", "true or false", "text" or "list"
	BuiltIn string   // of a scalar; empty for none
	Same    []string // other spellings of it
	SetBy   []string // the layers whose files may set it, weakest first
}

// Keys lists the keys that settings may have, in order of name, other
// spellings left out.
func Keys() []Key {
	var list []Key
	for i := range keys {
		k := &keys[i]
		if k.is != "" {
			continue
		}
		out := Key{Name: k.name, About: k.about(), BuiltIn: k.builtIn(), Type: k.kind.String()}
		if k.kind == choice {
			out.Values = k.words()
		}
		for j := range keys {
			if keys[j].is == k.name {
				out.Same = append(out.Same, keys[j].name)
			}
		}
		for _, source := range []string{Project, User, Command, Managed} {
			if k.allows(source) && (source != Project || k.tightens() || k.name == "$schema") {
				out.SetBy = append(out.SetBy, source)
			}
		}
		list = append(list, out)
	}
	return list
}

// String is the kind's name as people are shown it.
func (k kind) String() string {
	switch k {
	case object:
		return "object"
	case choice:
		return "choice"
	case truth:
		return "true or false"
	case list:
		return "list"
	}
	return "text"
}
