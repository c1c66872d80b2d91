package llm

import "strings"

// Price is what a million tokens cost, in US dollars.
type Price struct {
	Input, Cached, Written, Output float64
	// Above so many tokens of input, cached ones too, a request costs Times as
	// much for all of its input and TimesOut for its output; zero: it does not.
	Above           int
	Times, TimesOut float64
}

// prices are list prices of models that are likely judges, by the beginning of
// their names as gateways and clouds leave it, the more particular first.
// A write is one to a cache that lives five minutes.
//
// Sources, read 2026-12-01:
// Anthropic: platform.claude.com/docs/en/about-claude/pricing, and the pages of
// the models there; the cheaper read of Sonnet 5.5 is of 2026-10-07.
// OpenAI: developers.openai.com/api/docs/pricing and the pages of the models, as
// quoted by docs.litellm.ai/blog/gpt_6_sol_luna (2026-09), docs.laozhang.ai
// (2026-08) and morphllm.com/openai-api-pricing (2026-06); what is older as in
// github.com/github/docs, data/tables/copilot/models-and-pricing.yml, and in the
// tables of docs.rs/openai-cost and docs.rs/openai-models.
// Google: ai.google.dev/gemini-api/docs/pricing, as quoted by
// vercel.com/ai-gateway and by gateways' tables (2026-05).
//
// A cloud or a gateway may ask for more. Settings override these; a model that
// is not here has no known price.
var prices = []struct {
	name string
	Price
}{
	{"claude-fable-5-1", Price{Input: 10, Cached: 0.25, Written: 12.50, Output: 50}},
	{"claude-fable-5", Price{Input: 10, Cached: 1, Written: 12.50, Output: 50}},
	{"claude-opus-5-5", Price{Input: 4, Cached: 0.20, Written: 5, Output: 20}},
	{"claude-opus-5", Price{Input: 5, Cached: 0.50, Written: 6.25, Output: 25}},
	{"claude-opus-4-8", Price{Input: 5, Cached: 0.50, Written: 6.25, Output: 25}},
	{"claude-opus-4-7", Price{Input: 5, Cached: 0.50, Written: 6.25, Output: 25}},
	{"claude-opus-4-6", Price{Input: 5, Cached: 0.50, Written: 6.25, Output: 25}},
	{"claude-opus-4-5", Price{Input: 5, Cached: 0.50, Written: 6.25, Output: 25}},
	{"claude-opus-4-1", Price{Input: 15, Cached: 1.50, Written: 18.75, Output: 75}},
	{"claude-opus-4", Price{Input: 15, Cached: 1.50, Written: 18.75, Output: 75}},
	{"claude-sonnet-5-5", Price{Input: 2, Cached: 0.10, Written: 2.50, Output: 10}},
	{"claude-sonnet-5", Price{Input: 2, Cached: 0.20, Written: 2.50, Output: 10}},
	{"claude-sonnet-4-6", Price{Input: 3, Cached: 0.30, Written: 3.75, Output: 15}},
	{"claude-sonnet-4-5", Price{Input: 3, Cached: 0.30, Written: 3.75, Output: 15}},
	{"claude-sonnet-4", Price{Input: 3, Cached: 0.30, Written: 3.75, Output: 15}},
	{"claude-haiku-5-5", Price{Input: 0.10, Cached: 0.01, Written: 0.125, Output: 0.50, Above: 100_000, Times: 5, TimesOut: 5}},
	{"claude-haiku-4-5", Price{Input: 1, Cached: 0.10, Written: 1.25, Output: 5}},
	{"gpt-6-sol", long(Price{Input: 2, Cached: 0.20, Written: 2.50, Output: 10})},
	{"gpt-6-luna", long(Price{Input: 0.10, Cached: 0.01, Written: 0.125, Output: 0.50})},
	{"gpt-5.6-sol", long(Price{Input: 4, Cached: 0.40, Written: 5, Output: 20})},
	{"gpt-5.6-terra", long(Price{Input: 2, Cached: 0.20, Written: 2.50, Output: 12})},
	{"gpt-5.6-luna", long(Price{Input: 0.20, Cached: 0.02, Written: 0.25, Output: 1.20})},
	{"gpt-5.5-pro", Price{Input: 30, Cached: 30, Written: 30, Output: 180}},
	{"gpt-5.5", long(Price{Input: 5, Cached: 0.50, Written: 5, Output: 30})},
	{"gpt-5.4-mini", Price{Input: 0.75, Cached: 0.075, Written: 0.75, Output: 4.50}},
	{"gpt-5.4-nano", Price{Input: 0.20, Cached: 0.02, Written: 0.20, Output: 1.25}},
	{"gpt-5.4-pro", Price{Input: 30, Cached: 30, Written: 30, Output: 180}},
	{"gpt-5.4", long(Price{Input: 2.50, Cached: 0.25, Written: 2.50, Output: 15})},
	{"gpt-5.2", Price{Input: 1.75, Cached: 0.175, Written: 1.75, Output: 14}},
	{"gpt-5-mini", Price{Input: 0.25, Cached: 0.025, Written: 0.25, Output: 2}},
	{"gpt-5", Price{Input: 1.25, Cached: 0.125, Written: 1.25, Output: 10}},
	{"gpt-4.1-mini", Price{Input: 0.40, Cached: 0.10, Written: 0.40, Output: 1.60}},
	{"gpt-4.1-nano", Price{Input: 0.10, Cached: 0.025, Written: 0.10, Output: 0.40}},
	{"gpt-4.1", Price{Input: 2, Cached: 0.50, Written: 2, Output: 8}},
	{"gpt-4o-mini", Price{Input: 0.15, Cached: 0.075, Written: 0.15, Output: 0.60}},
	{"gpt-4o", Price{Input: 2.50, Cached: 1.25, Written: 2.50, Output: 10}},
	{"gemini-3.5-flash", Price{Input: 1.50, Cached: 0.15, Written: 1.50, Output: 9}},
	{"gemini-2.5-flash-lite", Price{Input: 0.10, Cached: 0.01, Written: 0.10, Output: 0.40}},
	{"gemini-2.5-flash", Price{Input: 0.30, Cached: 0.03, Written: 0.30, Output: 2.50}},
}

// long is a price of OpenAI's that rises with the length of the input.
func long(p Price) Price {
	p.Above, p.Times, p.TimesOut = 272_000, 2, 1.5
	return p
}

// PriceOf gives the list price of a model; false where none is known. Another
// model whose name begins the same has none, nor has one that was tuned.
func PriceOf(model string) (Price, bool) {
	m := strings.ToLower(model)
	if strings.Contains(m, "claude-") { // gateways write claude-haiku-5.5
		m = strings.ReplaceAll(m, ".", "-")
	}
	for _, p := range prices {
		i := strings.Index(m, p.name)
		if i == 0 || i > 0 && strings.ContainsRune("/-", rune(m[i-1])) {
			if dated(m[i+len(p.name):]) {
				return p.Price, true
			}
		}
	}
	return Price{}, false
}

// dated tells whether what follows a model's name is a date, a cloud's version,
// or nothing.
func dated(rest string) bool {
	if rest == "" {
		return true
	}
	if !strings.ContainsRune("-@", rune(rest[0])) {
		return false
	}
	first := rest[1:]
	if i := strings.IndexAny(first, "-@:"); i >= 0 {
		first = first[:i]
	}
	digits := strings.TrimLeft(first, "0123456789")
	return len(first) >= 4 && digits == "" || first == "latest" || len(first) > 1 && first[0] == 'v' && strings.Trim(first[1:], "0123456789") == ""
}

// Cost is what u costs, in US dollars.
func (p Price) Cost(u Usage) float64 {
	in := float64(u.Input)*p.Input + float64(u.Cached)*p.Cached + float64(u.Written)*p.Written
	out := float64(u.Output) * p.Output
	if p.Above > 0 && u.Input+u.Cached+u.Written > p.Above {
		in, out = in*p.Times, out*p.TimesOut
	}
	return (in + out) / 1e6
}

// Prices are prices that are known better than those of the table, by the names
// of models.
type Prices map[string]Price

// Cost is what u costs with a model, in US dollars; false where its price is not
// known.
func (p Prices) Cost(model string, u Usage) (usd float64, known bool) {
	if own, ok := p[model]; ok {
		return own.Cost(u), true
	}
	return Cost(model, u)
}

// Cost is what u costs with a model at its list price, in US dollars; false
// where that is not known.
func Cost(model string, u Usage) (usd float64, known bool) {
	p, known := PriceOf(model)
	return p.Cost(u), known
}
