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
	{"backgroundModel", "The judge's model for agents that run in the background; empty: the same as model."},
	{"callSummary", "Where a session does not fit the judge's window, older calls are condensed by code before any is left out. A summary clears nothing."},
	{"classifyAllShell", "Every shell call goes to the classifier: allow rules, the tool's own check and the static fast path are passed over. Findings and guards stay."},
	{"classifyAskUserQuestion", "The agent's questions to the user are judged before they are shown: a question can be made to look like consent."},
	{"classifyEdits", "Which edits go to the classifier: surfaces, those that code cannot settle (files that others run from, content with a finding); all, every edit."},
	{"disableAutoMode", "\"disable\": the mode auto is not to be had."},
	{"disableBypassPermissionsMode", "\"disable\": the mode bypassPermissions is not to be had."},
	{"editCap", "How many bytes of an earlier edit the judge is shown; 0: its path and size only. The call that is judged is always shown whole."},
	{"editRemoval", "Earlier edits are left out of what the judge is shown."},
	{"externalPermissions", "A text of your own for the judge's rules, beside or instead of ours."},
	{"externalPermissions.as", "append: the text stands behind the rulebook; replace: it stands in the place of the rulebook's soft entries and exceptions. What is hard stays."},
	{"externalPermissions.file", "The file with the text, absolute or beginning with ~/; each paragraph or item of a list is a rule. One that replaces has to lie beside the settings that name it."},
	{"failOpen", "A judge that cannot be reached lets calls pass. Each such decision says so."},
	{"gitStatus", "The judge is told what the working tree's state is when a call uses git or deletes."},
	{"gitStatusLimit", "How many bytes of that it is told at the most."},
	{"gitUploads", "The judge is told what a push would send, and what in it looks like a secret."},
	{"judge", "Who judges: both, code first and a model where code cannot settle it and one is configured; static, code alone; classifier, the model alone, as published auto modes do it."},
	{"lockMode", "Sessions stay in the mode that managed settings give; only plan may be entered, and left again."},
	{"managed", "Settings that are published at an address and fetched by `automode config refresh` and the daemon."},
	{"managed.key", "The Ed25519 public key, in base64, that what is published is signed with. The signature, in base64, stands at the address with .sig after it."},
	{"managed.required", "While nothing good was ever fetched from the address, every call is denied."},
	{"managed.url", "The address, https."},
	{"mode", "The mode that sessions start in."},
	{"modeSwitch", "Whether auto mode is to be had at all: enabled; disabled, which takes running sessions out of it too; opt-in: only where the user's own settings, or a command of theirs, name it."},
	{"model", "The judge's model: a provider's name, or name/model, or a model of the first provider. Empty: the first provider's own. The providers after it, in their order, are asked when it gives no verdict."},
	{"onLimit", "What becomes of a call at a limit of denials where nobody can be asked: the run ends, the call is denied, or the question is put nevertheless."},
	{"onUnavailable", "What becomes of a call for which no judge can be had while a person can be asked."},
	{"outcomeCodes", "The judge is told of each earlier call how it ended: ok, failed or denied; never what it printed."},
	{"permissions", "Rules that are matched by code, before any judge. Deny beats ask beats allow. An entry is a rule, or {\"rule\": ..., \"match\": [...], \"not_match\": [...]} with examples that `automode rules test` tries."},
	{"permissions.additionalDirectories", "More working directories, absolute or beginning with ~/."},
	{"permissions.allow", "Calls that pass."},
	{"permissions.ask", "Calls that a person is asked about, whatever the mode."},
	{"permissions.deny", "Calls that do not run, whatever the mode."},
	{"priorAssistantContext", "The judge is shown the agent's last words, marked as untrusted. They clear nothing."},
	{"providers", "Where judge models are asked, by names that you choose, in the order in which they are tried. A provider is taken whole from the strongest layer that has it."},
	{"providers.*", "One provider."},
	{"providers.*.baseUrl", "Its address, https, or http on this machine. Empty: the provider's own."},
	{"providers.*.headers", "Further headers of its requests."},
	{"providers.*.headers.*", "One header."},
	{"providers.*.keyCommand", "A command that prints the key; it is run by /bin/sh, and once more when a key is refused."},
	{"providers.*.keyEnv", "The variable that holds the key. It counts only in commands that a person starts in a terminal; hooks and the daemon take nothing from their environment."},
	{"providers.*.keyFile", "A file that holds the key and nothing else, absolute or beginning with ~/, readable by you alone."},
	{"providers.*.kind", "What it speaks: anthropic; bedrock and vertex, with the credentials of those SDKs; openai, for OpenAI and everything compatible with it."},
	{"providers.*.model", "Its model."},
	{"providers.*.price", "What a million tokens cost, in dollars, instead of the built-in table."},
	{"providers.*.price.cached", "Read from the provider's cache."},
	{"providers.*.price.input", "Read anew."},
	{"providers.*.price.output", "Written."},
	{"providers.*.price.written", "Written to the provider's cache."},
	{"providers.*.project", "Of vertex: the project."},
	{"providers.*.region", "Of bedrock and vertex: the region."},
	{"providers.*.window", "The model's window in tokens; 0: 200,000."},
	{"repoVisibility", "What the judge is told of repositories: \"public HOST/PATH\", \"private HOST/PATH\" or \"internal HOST/PATH\", by their remote's address; a * in the path matches anything. What is not listed is not known."},
	{"severity", "The judge answers with a number from 0 to 100; 50 and above blocks."},
	{"temperature", "Of the judge's model, where it takes one."},
	{"texts", "The words around a decision; what is empty is the built-in text."},
	{"texts.denied", "Said to the agent when a judge blocked its call."},
	{"texts.failed", "Said to the agent when the gate itself failed."},
	{"texts.guard", "Said to the agent when only a person may let its call happen."},
	{"texts.limit", "Said to the agent when too much was denied."},
	{"texts.noPerson", "Said to the agent when a person would have been asked and none is there."},
	{"texts.overContext", "Said to the agent when its call does not fit a judge's window."},
	{"texts.unavailable", "Said to the agent when no judge could be asked."},
	{"tools", "What the person knows of tools that are no tool of a host's own."},
	{"tools.trusted", "Tools of MCP servers and the like that do what their names say and no more: a name in full, mcp__server for all that a server offers, or a name that ends in *. What they are given is judged all the same. Nothing counts while a file of the project defines a server of that name."},
	{"twoStage", "How the model is asked: both, a quick look and a careful one where that says stop; fast, one look, answer first; thinking, the careful look alone."},
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
		if keys[i].is == "" {
			list = append(list, keys[i].explained())
		}
	}
	return list
}

// KeyOf gives the key of that name, whatever its spelling; with a name that
// people chose, too.
func KeyOf(name string) (Key, bool) {
	k, ok := find(name)
	if !ok {
		return Key{}, false
	}
	return k.explained(), true
}

func (k *key) explained() Key {
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
	return out
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
	case number:
		return "number"
	}
	return "text"
}
