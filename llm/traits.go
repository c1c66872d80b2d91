package llm

import (
	"strconv"
	"strings"
)

// Traits are what a model takes and what it holds.
type Traits struct {
	Window int // tokens
	// NoTemperature: the model refuses a temperature.
	NoTemperature bool
	// NoThinkingOff: the model thinks whatever it is told, or refuses to be told
	// not to. It gets Extra more tokens for each answer.
	NoThinkingOff bool
	Extra         int
	// OldLimit: the endpoint wants max_tokens instead of max_completion_tokens.
	OldLimit bool
	// NoStop: the endpoint refuses stop sequences.
	NoStop bool
}

// thinks is how many more tokens a model gets that cannot be told not to think.
const thinks = 2048

// traits are by the beginning of a model's name, the more particular first.
// What reasoning models refuse is from their providers' documentation. A model
// that is not here is taken for a plain one with a window of 128,000 tokens;
// settings can say otherwise.
var traits = []struct {
	name string
	Traits
}{
	{"gpt-5", Traits{Window: 272_000, NoTemperature: true, NoThinkingOff: true, Extra: thinks, NoStop: true}},
	{"o1", Traits{Window: 200_000, NoTemperature: true, NoThinkingOff: true, Extra: thinks, NoStop: true}},
	{"o3", Traits{Window: 200_000, NoTemperature: true, NoThinkingOff: true, Extra: thinks, NoStop: true}},
	{"o4", Traits{Window: 200_000, NoTemperature: true, NoThinkingOff: true, Extra: thinks, NoStop: true}},
	{"gpt-4.1", Traits{Window: 1_000_000}},
	{"gpt-4o", Traits{Window: 128_000}},
	{"gemini-2.5-pro", Traits{Window: 1_000_000, NoThinkingOff: true, Extra: thinks}},
	{"gemini-", Traits{Window: 1_000_000}},
	{"deepseek-reasoner", Traits{Window: 128_000, NoThinkingOff: true, Extra: thinks, OldLimit: true}},
	{"qwen3", Traits{Window: 128_000, NoThinkingOff: true, Extra: thinks, OldLimit: true}},
}

// claude gives the traits of a Claude model. From version 4.7 on they refuse
// sampling parameters on every request, and think in a way of their own that
// takes no budget (docs.memberjunction.org RejectsSamplingParams and OpenRouter's
// migration guide, read 2026-12); an unknown version is taken for a new one.
func claude(name string) Traits {
	t := Traits{Window: 200_000}
	var numbers []int
	for f := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '-' || r == '.' || r == '@' || r == ':' }) {
		if n, err := strconv.Atoi(f); err == nil && n < 100 {
			numbers = append(numbers, n)
		}
	}
	numbers = append(numbers, 0, 0)
	major, minor := numbers[0], numbers[1]
	if major == 0 || major > 4 || major == 4 && minor >= 7 {
		t.NoTemperature, t.NoThinkingOff, t.Extra = true, true, thinks
	}
	return t
}

// TraitsOf gives the traits of a model by its name, with the vendor's and the
// region's prefix of gateways left out ("anthropic/claude-..", "us.anthropic.claude-..").
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
