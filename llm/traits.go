package llm

import (
	"net/url"
	"strconv"
	"strings"
)

// Traits are what a model takes, where it is asked, and what it holds.
type Traits struct {
	Window int // tokens
	// Denser is by how many per cent the model counts more tokens in a text than
	// an estimate of about four bytes a token.
	Denser int
	// NoTemperature: the model refuses a temperature, or is worse with one.
	NoTemperature bool
	// NoThinkingOff: the model thinks whatever it is told, or refuses to be told
	// not to. It gets Extra more tokens for each answer, and is told to think with
	// Effort, where that is something.
	NoThinkingOff bool
	Extra         int
	Effort        string
	// Off is how the model is told not to think, in the words of its API; empty:
	// it does not unless it is asked to.
	Off string
	// Budget: thinking is asked for with a number of tokens, not left to the model.
	Budget bool
	// Body are further fields of a request that asks for no thinking, a JSON object.
	Body string
	// OldLimit: the endpoint wants max_tokens instead of max_completion_tokens.
	OldLimit bool
	// NoStop: the endpoint refuses stop sequences.
	NoStop bool
	// Marks: the endpoint takes cache marks in chat completions.
	Marks bool
}

// Fit is how many tokens a request can have, as an estimate of about four bytes
// a token counts them, so that an answer of up to so many fits too.
func (t Traits) Fit(answer int) int {
	return max(0, (t.Window-answer-t.Extra)*100/(100+t.Denser))
}

const (
	offDisabled = "disabled"      // thinking.type of Anthropic's
	offBetween  = "between_tools" // the same, of models that have no other
	offNone     = "none"          // reasoning_effort of chat completions
	lowEffort   = "low"
	// thinks is how many more tokens a model gets that cannot be told not to think.
	thinks = 2048
)

func always(window int) Traits {
	return Traits{Window: window, NoTemperature: true, NoThinkingOff: true, Extra: thinks, Effort: lowEffort, NoStop: true}
}

// traits are by the beginning of a model's name, the more particular first.
// Sources, read in December 2026: OpenAI's reference of chat completions
// (reasoning_effort, stop) and its page of each model; its SDK's list of
// efforts; ai.google.dev/gemini-api/docs/openai; the model cards of the open
// ones. A model that is not here is taken for a plain one with a window of
// 128,000 tokens; settings can say otherwise.
var traits = []struct {
	name string
	Traits
}{
	{"gpt-5-chat", Traits{Window: 128_000}},
	{"gpt-5.1-chat", plainThinker(128_000)},
	{"gpt-5.2-chat", plainThinker(128_000)},
	{"gpt-5.3-chat", plainThinker(128_000)},
	// From 5.1 on thinking can be switched off, and a temperature is taken then.
	{"gpt-5.1-codex", always(272_000)},
	{"gpt-5.2-codex", always(272_000)},
	{"gpt-5.3-codex", always(272_000)},
	{"gpt-5.2-pro", plainThinker(272_000)},
	{"gpt-5.4-pro", plainThinker(922_000)},
	{"gpt-5.5-pro", plainThinker(922_000)},
	{"gpt-5.1", Traits{Window: 272_000, Off: offNone, NoStop: true}},
	{"gpt-5.2", Traits{Window: 272_000, Off: offNone, NoStop: true}},
	{"gpt-5.4-mini", Traits{Window: 272_000, Off: offNone, NoStop: true}},
	{"gpt-5.4-nano", Traits{Window: 272_000, Off: offNone, NoStop: true}},
	{"gpt-5.", Traits{Window: 922_000, Off: offNone, NoStop: true}},
	{"gpt-6", Traits{Window: 922_000, Off: offNone, NoStop: true}},
	{"gpt-5", Traits{Window: 272_000, NoTemperature: true, NoThinkingOff: true, Extra: thinks, Effort: "minimal", NoStop: true}},
	{"o1", always(200_000)},
	{"o3", always(200_000)},
	{"o4", always(200_000)},
	{"gpt-4.1", Traits{Window: 1_000_000}},
	{"gpt-4o", Traits{Window: 128_000}},
	{"gpt-oss", Traits{Window: 128_000, NoThinkingOff: true, Extra: thinks, Effort: lowEffort, OldLimit: true}},
	{"gemini-2.5-pro", Traits{Window: 1_000_000, NoThinkingOff: true, Extra: thinks, Effort: lowEffort}},
	{"gemini-2.5", Traits{Window: 1_000_000, Off: offNone}},
	{"gemini-2.0", Traits{Window: 1_000_000}},
	// Google warns that these go round in circles below their own temperature.
	{"gemini-", Traits{Window: 1_000_000, NoTemperature: true, NoThinkingOff: true, Extra: thinks, Effort: lowEffort}},
	{"deepseek-reasoner", Traits{Window: 128_000, NoThinkingOff: true, Extra: thinks, OldLimit: true}},
	{"deepseek-r1", Traits{Window: 128_000, NoThinkingOff: true, Extra: thinks, OldLimit: true}},
	// Not every server passes this on to the template, so the tokens stay.
	{"qwen3", Traits{Window: 128_000, NoThinkingOff: true, Extra: thinks, OldLimit: true, Body: `{"chat_template_kwargs":{"enable_thinking":false}}`}},
}

// plainThinker is a model that thinks as it sees fit and is told nothing.
func plainThinker(window int) Traits {
	t := always(window)
	t.Effort = ""
	return t
}

// claude gives the traits of a Claude model by what follows "claude-" in its
// name. Sources, read in December 2026: the pages of the models and their
// migration guides on platform.claude.com. From 4.7 on they refuse a temperature
// and a budget, and count about 30 % more tokens; with 5 they think unless told
// not to, each in its way, and some cannot be told. A version that is not known
// is taken for one that cannot.
func claude(name string) Traits {
	var numbers []int
	for f := range strings.FieldsFuncSeq(name, func(r rune) bool { return strings.ContainsRune("-.@:", r) }) {
		if n, err := strconv.Atoi(f); err == nil && n < 100 {
			numbers = append(numbers, n)
		}
	}
	numbers = append(numbers, 0, 0)
	version := numbers[0]*100 + numbers[1]
	if version == 0 {
		version = 9900
	}
	family, t := "", Traits{Window: 200_000, Off: offDisabled, Budget: version <= 406}
	for _, f := range []string{"opus", "sonnet", "haiku"} {
		if strings.Contains(name, f) {
			family = f
		}
	}
	if version >= 406 {
		t.Window = 1_000_000
	}
	if version >= 407 {
		t.NoTemperature, t.Denser = true, 30
	}
	known := family == "opus" && version <= 500 || family == "sonnet" && version <= 505 || family == "haiku" && version <= 505
	switch {
	case version < 500 && family == "":
		t.Off = offDisabled // those of before there were families
	case !known:
		t.Off, t.NoThinkingOff, t.Extra, t.Effort = "", true, thinks, lowEffort
	case family == "sonnet" && version == 505:
		t.Off = offBetween
	}
	return t
}

// TraitsOf gives what is known of a model by its name. What gateways and clouds
// put before it ("anthropic/claude-..", "us.anthropic.claude-..", "ft:gpt-..")
// is left out.
func TraitsOf(model string) Traits {
	m := strings.ToLower(model)
	if i := strings.Index(m, "claude-"); i >= 0 {
		return claude(m[i+len("claude-"):])
	}
	for _, t := range traits {
		if i := strings.Index(m, t.name); i == 0 || i > 0 && strings.ContainsRune("/.:", rune(m[i-1])) {
			return t.Traits
		}
	}
	return Traits{Window: 128_000, OldLimit: true}
}

// TraitsAt gives what is known of a model at an endpoint: OpenAI's own and
// Azure's, where a name is what its owner called it, want the new limit; what
// passes chat completions on to Claude has other words for its parameters.
func TraitsAt(provider, baseURL, model string) Traits {
	t := TraitsOf(model)
	if provider != OpenAI {
		return t
	}
	host := "api.openai.com"
	if u, err := url.Parse(baseURL); err == nil && baseURL != "" {
		host = strings.ToLower(u.Hostname())
	}
	if azure(host) || host == "openai.com" || strings.HasSuffix(host, ".openai.com") {
		t.OldLimit = false
	}
	if !strings.Contains(strings.ToLower(model), "claude-") {
		return t
	}
	t.OldLimit, t.Marks, t.Budget = true, true, false
	switch {
	case t.Off == offBetween: // there is no word for it
		t.Off, t.NoThinkingOff, t.Extra, t.Effort = "", true, thinks, lowEffort
	case t.Off == offDisabled && t.Denser > 0:
		t.Off = offNone
	default:
		t.Off = ""
	}
	return t
}
