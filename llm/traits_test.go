package llm

import (
	"strings"
	"testing"
)

func TestAModelIsKnownByWhateverNameItIsCalled(t *testing.T) {
	haiku := TraitsOf("claude-haiku-4-5")
	for _, name := range []string{"claude-haiku-4-5-20251001", "Claude-Haiku-4.5", "us.anthropic.claude-haiku-4-5-20251001-v1:0", "claude-haiku-4-5@20251001", "anthropic/claude-haiku-4.5", "global.anthropic.claude-haiku-4-5-20251001-v1:0"} {
		if got := TraitsOf(name); got != haiku {
			t.Errorf("%s: %+v", name, got)
		}
	}
	for a, b := range map[string]string{"openai/gpt-4.1": "gpt-4.1", "ft:gpt-4.1-mini:team::abc": "gpt-4.1", "google/gemini-2.5-flash": "gemini-2.5-flash", "o3-2025-04-16": "o3", "Qwen/Qwen3-32B": "qwen3"} {
		if TraitsOf(a) != TraitsOf(b) {
			t.Errorf("%s is not %s", a, b)
		}
	}
	// Names that only hold another's.
	for _, name := range []string{"foo3", "proto1", "my-gpt-5-clone", ""} {
		if got := TraitsOf(name); got != (Traits{Window: 128_000, OldLimit: true}) {
			t.Errorf("%q: %+v", name, got)
		}
	}
}

func TestEachClaudeIsTakenForWhatItIs(t *testing.T) {
	for _, c := range []struct {
		name        string
		window      int
		denser      int
		temperature bool
		off         string
		extra       int
	}{
		{"claude-3-5-haiku-20241022", 200_000, 0, true, offDisabled, 0},
		{"claude-3-haiku-20240307", 200_000, 0, true, offDisabled, 0},
		{"claude-opus-4-20250514", 200_000, 0, true, offDisabled, 0},
		{"claude-opus-4-5", 200_000, 0, true, offDisabled, 0},
		{"claude-haiku-4-5", 200_000, 0, true, offDisabled, 0},
		{"claude-sonnet-4-6", 1_000_000, 0, true, offDisabled, 0},
		{"claude-opus-4-7", 1_000_000, 30, false, offDisabled, 0},
		{"claude-opus-4-8", 1_000_000, 30, false, offDisabled, 0},
		{"claude-opus-5", 1_000_000, 30, false, offDisabled, 0},
		{"claude-sonnet-5", 1_000_000, 30, false, offDisabled, 0},
		{"claude-sonnet-5-5", 1_000_000, 30, false, offBetween, 0},
		{"claude-haiku-5-5", 1_000_000, 30, false, offDisabled, 0},
		{"claude-opus-5-5", 1_000_000, 30, false, "", thinks},
		{"claude-fable-5", 1_000_000, 30, false, "", thinks},
		{"claude-fable-5-2", 1_000_000, 30, false, "", thinks},
		{"claude-mythos-5-1", 1_000_000, 30, false, "", thinks},
		{"claude-mythos-preview", 1_000_000, 30, false, "", thinks},
		{"claude-haiku-6", 1_000_000, 30, false, "", thinks}, // not known yet
		{"claude-next", 1_000_000, 30, false, "", thinks},
	} {
		got := TraitsOf(c.name)
		if got.Window != c.window || got.Denser != c.denser || got.NoTemperature == c.temperature || got.Off != c.off || got.Extra != c.extra || got.NoThinkingOff != (c.extra > 0) {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

func TestAModelThatThinksAnywayHasTokensForIt(t *testing.T) {
	for _, row := range traits {
		if row.NoThinkingOff != (row.Extra == 2048) || row.NoThinkingOff && row.Off != "" || row.Window < 100_000 {
			t.Errorf("%s: %+v", row.name, row.Traits)
		}
	}
	for _, r := range traits {
		if first := firstRow(r.name); first != r.name {
			t.Errorf("%s is hidden behind %s", r.name, first)
		}
	}
}

func firstRow(name string) string {
	for _, r := range traits {
		if strings.HasPrefix(name, r.name) {
			return r.name
		}
	}
	return ""
}

func TestAnEndpointDecidesWhatALimitIsCalled(t *testing.T) {
	for _, c := range []struct {
		base, model string
		old         bool
	}{
		{"", "something-new", false},
		{"https://api.openai.com/v1", "ft:something", false},
		{"https://eu.api.openai.com/v1", "something-new", false},
		{"https://mine.openai.azure.com/openai/v1", "my-deployment", false},
		{"https://api.openai.com.example.net/v1", "something-new", true},
		{"http://127.0.0.1:8000/v1", "llama", true},
		{"https://openrouter.ai/api/v1", "openai/gpt-5.6-luna", false},
		{"https://openrouter.ai/api/v1", "anthropic/claude-haiku-5.5", true},
	} {
		if got := TraitsAt(OpenAI, c.base, c.model); got.OldLimit != c.old {
			t.Errorf("%s at %s: %+v", c.model, c.base, got)
		}
	}
	if TraitsAt(Anthropic, "https://api.openai.com", "claude-haiku-5-5") != TraitsOf("claude-haiku-5-5") {
		t.Error("an address changes what Anthropic's own models take")
	}
}

func TestWhatFitsLeavesRoomForTheAnswer(t *testing.T) {
	for _, c := range []struct {
		traits Traits
		answer int
		want   int
	}{
		{Traits{Window: 200_000}, 8192, 191_808},
		{Traits{Window: 1_000_000, Denser: 30}, 0, 769_230},
		{Traits{Window: 1_000_000, Denser: 30, Extra: 2048}, 8192, 761_353},
		{Traits{Window: 1000}, 2000, 0},
		{Traits{}, 0, 0},
	} {
		if got := c.traits.Fit(c.answer); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}
