package prompt

import (
	"sort"

	"automode/call"
	"automode/shell"
)

// windowDefault is the window of a model of which none is said, in tokens.
const windowDefault = 200_000

// room is what is left for the answer and the stage's own block, in tokens:
// the second stage's answer, what models need that cannot leave thinking off,
// and the block.
const room = 8192 + 2048 + 1000

// budget is how many tokens the session's lines may take beside fixed, which
// does not change in a session, and varying, which differs from call to call.
// An eighth of the window is set aside for the latter, so that what history
// shows does not depend on each call's size.
func budget(window, fixed, varying int) int {
	left := window - fixed - room
	step := max(window/8, 1)
	aside := step
	for aside < varying {
		aside += step
	}
	return left - aside
}

// fit tells which lines are left out so that the others take at most budget
// tokens: reads first, then other calls, each the oldest first, never the
// user's words; ok is false where those alone do not fit.
//
// It goes through the lines as the session grew. Where they first take too
// much, calls go until a quarter of the budget is free, and from then on the
// beginning stays as it is until that quarter is used up: what was sent once
// is mostly sent again, and can be read from a cache.
func fit(ls []line, budget int) (out []bool, ok bool) {
	voices, total := 0, 0
	for i := range ls {
		total += ls[i].tokens
		if ls[i].keep == voice {
			voices += ls[i].tokens
		}
	}
	if voices > budget {
		return nil, false
	}
	if total <= budget {
		return nil, true
	}
	out = make([]bool, len(ls))
	voices, total = 0, 0
	next := [...]int{read: 0, act: 0} // up to here lines of the kind are gone
	for i := range ls {
		total += ls[i].tokens
		if ls[i].keep == voice {
			voices += ls[i].tokens
		}
		if total <= budget {
			continue
		}
		goal := max(voices, budget-budget/4)
		for k := range next {
			for ; next[k] <= i && total > goal; next[k]++ {
				if j := next[k]; ls[j].keep == keep(k) {
					out[j] = true
					total -= ls[j].tokens
				}
			}
		}
	}
	return out, true
}

// gap is the line that stands for the calls left out; with summary it says
// what they were, as far as code can tell in a few words.
func gap(ls []line, out []bool, summary bool) line {
	var g counts
	for i := range ls {
		if out[i] {
			g.add(ls[i].call, summary)
		}
	}
	ms := members{{"calls", g.calls}}
	if summary {
		ms = append(ms, member{"tools", most(g.tools, 12)})
		if len(g.programs) > 0 {
			ms = append(ms, member{"programs", most(g.programs, 24)})
		}
		if len(g.files) > 0 {
			ms = append(ms, member{"changed", most(g.files, 40)})
		}
	}
	l := line{text: text(members{{"left_out", ms}}), keep: voice, settled: true}
	l.tokens = Estimate(l.text) + 1
	return l
}

// counts is what is counted of calls left out.
type counts struct {
	calls                  int
	tools, programs, files map[string]int
}

func (g *counts) add(c *call.Call, summary bool) {
	g.calls++
	if !summary || c == nil {
		return
	}
	if g.tools == nil {
		g.tools, g.programs, g.files = map[string]int{}, map[string]int{}, map[string]int{}
	}
	g.tools[c.Tool]++
	a := c.Args()
	switch c.Kind() {
	case call.Shell:
		for _, cmd := range shell.Read(shell.Input{Text: a.Command, Dir: c.Dir}).Commands {
			if len(cmd.Words) > 0 && cmd.Words[0].Lit() && cmd.Words[0].Text != "" {
				g.programs[cmd.Words[0].Text]++
			}
		}
	case call.Write, call.Edit:
		if a.Path != "" {
			g.files[a.Path]++
		}
		for _, f := range patched(a.Patch) {
			g.files[f]++
		}
	}
}

// most are the n most frequent of m with their counts, the rest as one.
func most(m map[string]int, n int) members {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	sort.Slice(names, func(i, j int) bool {
		a, b := names[i], names[j]
		return m[a] > m[b] || m[a] == m[b] && a < b
	})
	var out members
	rest := 0
	for i, name := range names {
		if i >= n {
			rest += m[name]
			continue
		}
		if len(name) > 120 {
			name = name[:120]
		}
		out = append(out, member{name, m[names[i]]})
	}
	if rest > 0 {
		out = append(out, member{"(others)", rest})
	}
	return out
}
