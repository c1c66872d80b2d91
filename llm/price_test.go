package llm

import (
	"math"
	"strings"
	"testing"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestAQuestionCostsWhatItsTokensDo(t *testing.T) {
	for _, c := range []struct {
		model string
		u     Usage
		want  float64
	}{
		{"claude-haiku-4-5", Usage{Input: 1_000_000}, 1},
		{"claude-haiku-4-5-20251001", Usage{Cached: 1_000_000}, 0.10},
		{"us.anthropic.claude-haiku-4-5-20251001-v1:0", Usage{Written: 1_000_000}, 1.25},
		{"claude-haiku-4-5@20251001", Usage{Output: 1_000_000}, 5},
		{"anthropic/claude-sonnet-5.5", Usage{Input: 100_000, Cached: 100_000, Output: 1000}, 0.2 + 0.01 + 0.01},
		{"claude-haiku-5-5", Usage{Input: 1000, Cached: 99_000, Output: 10}, (100 + 990 + 5) / 1e6},
		{"claude-haiku-5-5", Usage{Input: 1001, Cached: 99_000, Output: 10}, 5 * (100.1 + 990 + 5) / 1e6}, // over 100,000
		{"gpt-6-luna", Usage{Input: 272_000, Output: 1000}, 0.0272 + 0.0005},
		{"gpt-6-luna", Usage{Input: 272_001, Output: 1000}, 2*0.0272001 + 1.5*0.0005},
		{"openai/gpt-4.1-mini", Usage{Input: 1_000_000, Output: 1_000_000}, 2},
		{"gpt-4.1-mini-2025-04-14", Usage{}, 0},
	} {
		if got, known := Cost(c.model, c.u); !known || !near(got, c.want) {
			t.Errorf("%s %+v: %v %v, want %v", c.model, c.u, got, known, c.want)
		}
	}
}

func TestAnotherModelsPriceIsNotTaken(t *testing.T) {
	for _, model := range []string{"", "llama", "claude-haiku-6", "claude-opus-4-9", "claude-opus-5-6", "claude-fable-5-2", "gpt-5-nano", "gpt-5.1", "gpt-6-luna-pro", "gpt-6-lunar",
		"gpt-4.1-nanotech", "my-gpt-4.12", "gemini-2.5-flash-image", "gpt-5.4-codex", "notclaude-haiku-4-5", "ft:gpt-4.1-mini:team::abc", "gpt-4.1-mini:free"} {
		if usd, known := Cost(model, Usage{Input: 1000}); known || usd != 0 {
			t.Errorf("%s costs %v", model, usd)
		}
	}
}

func TestPricesOfTheSettingsComeFirst(t *testing.T) {
	own := Prices{"claude-haiku-4-5": {Input: 7}, "llama": {Output: 1}}
	if usd, known := own.Cost("claude-haiku-4-5", Usage{Input: 1_000_000}); !known || usd != 7 {
		t.Error(usd, known)
	}
	if usd, known := own.Cost("llama", Usage{Output: 1_000_000}); !known || usd != 1 {
		t.Error(usd, known)
	}
	if usd, known := own.Cost("claude-haiku-5-5", Usage{Input: 1_000}); !known || !near(usd, 0.0001) {
		t.Error(usd, known)
	}
	if _, known := Prices(nil).Cost("nobody's", Usage{}); known {
		t.Error("a price from nowhere")
	}
}

func TestEveryPriceIsReachedAndMakesSense(t *testing.T) {
	for i, p := range prices {
		got, ok := PriceOf(p.name)
		if !ok || got != p.Price {
			t.Errorf("%s is hidden: %+v", p.name, got)
		}
		if p.Input <= 0 || p.Output < p.Input || p.Cached > p.Input || p.Written < p.Input || p.Cached < 0 || (p.Above > 0) != (p.Times > 1 && p.TimesOut > 1) {
			t.Errorf("%s: %+v", p.name, p.Price)
		}
		for _, later := range prices[i+1:] {
			if rest, ok := strings.CutPrefix(later.name, p.name); ok && dated(rest) {
				t.Errorf("%s takes what is of %s", p.name, later.name)
			}
		}
	}
}
