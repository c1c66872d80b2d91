package llm

import "strings"

// Price is what a million tokens cost, in US dollars.
type Price struct {
	Input, Cached, Written, Output float64
}

// prices are the list prices of models that are likely judges, by a part of
// their names, the more particular first. Read 2026-12 from pages dated March
// 2026 (deploybase.ai/articles/claude-api-pricing) and, for the cache,
// docs.anthropic.com/en/docs/about-claude/pricing: a write is 1.25 times the
// input, a read a tenth of it. Settings override them; a model that is not
// here has no known price.
var prices = []struct {
	name string
	Price
}{
	{"claude-haiku-4-5", Price{1, 0.10, 1.25, 5}},
	{"claude-sonnet-4", Price{3, 0.30, 3.75, 15}},
	{"claude-opus-4-5", Price{5, 0.50, 6.25, 25}},
	{"claude-opus-4-6", Price{5, 0.50, 6.25, 25}},
	{"claude-opus-4-1", Price{15, 1.50, 18.75, 75}},
}

// PriceOf gives the price of a model; false where none is known.
func PriceOf(model string) (Price, bool) {
	m := strings.ToLower(model)
	for _, p := range prices {
		if strings.Contains(m, p.name) {
			return p.Price, true
		}
	}
	return Price{}, false
}

// Cost is what u costs, in US dollars.
func (p Price) Cost(u Usage) float64 {
	return (float64(u.Input)*p.Input + float64(u.Cached)*p.Cached + float64(u.Written)*p.Written + float64(u.Output)*p.Output) / 1e6
}
