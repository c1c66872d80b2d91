package gate

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"automode/effect"
	"automode/verdict"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func settleAll(l *Ledger, agent string, os ...Outcome) (last Trigger) {
	for _, o := range os {
		last = l.Settle(agent, o)
	}
	return last
}

func repeat(o Outcome, n int) []Outcome {
	os := make([]Outcome, n)
	for i := range os {
		os[i] = o
	}
	return os
}

func TestWhatCountsAndWhatDoesNot(t *testing.T) {
	for _, c := range []struct {
		name       string
		did        []Outcome
		row, total int
		silent     int
		trigger    Trigger
	}{
		{"two blocks reach nothing", repeat(Blocked, 2), 2, 2, 0, Trigger{}},
		{"three in a row do", repeat(Blocked, 3), 3, 3, 0, Trigger{verdict.CodeLimitRow, 3}},
		{"reaching three resets nothing", repeat(Blocked, 4), 4, 4, 0, Trigger{verdict.CodeLimitRow, 4}},
		{"a judge's allow ends the row and leaves the total", []Outcome{Blocked, Blocked, Cleared, Blocked}, 1, 3, 0, Trigger{}},
		{"so does an allow by a rule", []Outcome{Blocked, Blocked, Passed, Blocked}, 1, 3, 0, Trigger{}},
		{"an ask does not end the row", []Outcome{Blocked, Blocked, Judged, Blocked}, 3, 3, 0, Trigger{verdict.CodeLimitRow, 3}},
		{"a guard neither counts nor ends the row", []Outcome{Blocked, Blocked, Aside, Aside, Blocked}, 3, 3, 0, Trigger{verdict.CodeLimitRow, 3}},
		{"no verdict counts apart", []Outcome{Blocked, Silent, Silent}, 1, 1, 2, Trigger{}},
		{"three without a verdict", repeat(Silent, 3), 0, 0, 3, Trigger{verdict.CodeJudgeDown, 3}},
		{"a verdict in between starts again", []Outcome{Silent, Silent, Cleared, Silent}, 0, 0, 1, Trigger{}},
		{"a rule's allow is no verdict", []Outcome{Silent, Silent, Passed, Silent}, 0, 0, 3, Trigger{verdict.CodeJudgeDown, 3}},
	} {
		var l Ledger
		got := settleAll(&l, "", c.did...)
		if got != c.trigger || l.Rows[""] != c.row || l.Total != c.total || l.Silent != c.silent {
			t.Errorf("%s: %+v, row %d, total %d, silent %d", c.name, got, l.Rows[""], l.Total, l.Silent)
		}
	}
}

func TestTwentyInASessionSetBothToZero(t *testing.T) {
	var l Ledger
	var got Trigger
	for i := range 20 {
		got = l.Settle("", Blocked)
		if i < 19 {
			l.Settle("", Passed) // an allow by a rule is no judged call
		}
		if i == 18 && l.Total != 19 {
			t.Fatalf("total is %d", l.Total)
		}
	}
	if got != (Trigger{verdict.CodeLimitTotal, 20}) || l.Total != 0 || len(l.Rows) != 0 {
		t.Errorf("%+v, total %d, rows %v", got, l.Total, l.Rows)
	}
	if got := l.Settle("", Cleared); got != (Trigger{}) {
		t.Errorf("an allow after it triggers %+v", got)
	}
}

func TestTenOfTheLastFiftyJudged(t *testing.T) {
	var l Ledger
	for range 9 {
		if got := settleAll(&l, "", Blocked, Cleared); got != (Trigger{}) {
			t.Fatalf("early: %+v", got)
		}
	}
	if got := l.Settle("", Blocked); got != (Trigger{verdict.CodeLimitRate, 10}) {
		t.Errorf("the tenth of nineteen: %+v", got)
	}
	settleAll(&l, "", repeat(Cleared, 50)...)
	if got := l.Settle("", Blocked); got != (Trigger{}) || l.recent() != 1 {
		t.Errorf("after fifty allowed ones: %+v, %d recent", got, l.recent())
	}
}

func TestEachAgentHasItsOwnRowAndSpendsTheSessionsTotal(t *testing.T) {
	var l Ledger
	settleAll(&l, "a", Blocked, Blocked)
	settleAll(&l, "b", Blocked, Blocked)
	if l.Rows["a"] != 2 || l.Rows["b"] != 2 || l.Total != 4 {
		t.Errorf("rows %v, total %d", l.Rows, l.Total)
	}
	l.Settle("a", Cleared)
	if l.Rows["a"] != 0 || l.Rows["b"] != 2 {
		t.Errorf("one agent's allow ended another's row: %v", l.Rows)
	}
}

func TestASlotWhoseTimeIsUpIsACallWithoutAVerdict(t *testing.T) {
	var l Ledger
	l.Reserve(Slot{ID: "1", Until: noon.Add(time.Second)}, noon)
	l.Reserve(Slot{ID: "2", Until: noon.Add(time.Minute)}, noon)
	l.Reserve(Slot{ID: "3", Until: noon.Add(time.Minute)}, noon.Add(2*time.Second))
	if l.Silent != 1 || len(l.Slots) != 2 {
		t.Errorf("silent %d, %d slots", l.Silent, len(l.Slots))
	}
	l.Release("2")
	l.Release("2")
	if len(l.Slots) != 1 || l.Slots[0].ID != "3" {
		t.Errorf("slots %v", l.Slots)
	}
	for i := range maxSlots + 5 {
		l.Reserve(Slot{ID: fmt.Sprint("x", i), Until: noon.Add(time.Hour)}, noon)
	}
	if len(l.Slots) > maxSlots {
		t.Errorf("%d slots", len(l.Slots))
	}
}

// model is the counting of DESIGN 6 said in the plainest way.
type model struct {
	rows  map[string]int
	total int
	last  []bool
}

func (m *model) settle(agent string, o Outcome) verdict.Code {
	judged := func(b bool) {
		if m.last = append(m.last, b); len(m.last) > 50 {
			m.last = m.last[1:]
		}
	}
	switch o {
	case Passed:
		m.rows[agent] = 0
	case Cleared:
		m.rows[agent] = 0
		judged(false)
	case Judged:
		judged(false)
	case Blocked:
		judged(true)
		m.rows[agent]++
		m.total++
		n := 0
		for _, b := range m.last {
			if b {
				n++
			}
		}
		switch {
		case m.total == 20:
			m.total, m.rows[agent] = 0, 0
			return verdict.CodeLimitTotal
		case m.rows[agent] >= 3:
			return verdict.CodeLimitRow
		case n >= 10:
			return verdict.CodeLimitRate
		}
	}
	return verdict.CodeNone
}

func TestTheLedgerCountsAsThePlainModelDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &model{rows: map[string]int{}}
		l := &Ledger{}
		for i := range rapid.IntRange(1, 200).Draw(t, "calls") {
			agent := rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "agent")
			o := rapid.SampledFrom([]Outcome{Aside, Passed, Judged, Cleared, Blocked, Blocked, Blocked}).Draw(t, "outcome")
			want := m.settle(agent, o)
			got := l.Settle(agent, o)
			if got.Code != want || l.Rows[agent] != m.rows[agent] || l.Total != m.total {
				t.Fatalf("call %d: %s, want %s; rows %v, want %v; total %d, want %d", i, got.Code, want, l.Rows, m.rows, l.Total, m.total)
			}
			// What is stored reads back.
			if i%17 == 0 {
				raw, err := json.Marshal(l)
				if err != nil {
					t.Fatal(err)
				}
				l = &Ledger{}
				if err := json.Unmarshal(raw, l); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

func TestInterleavingsOfAgentsNeverExceedALimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// N agents reserve and settle in any order; each judgement blocks or not.
		n := rapid.IntRange(2, 8).Draw(t, "agents")
		l := &Ledger{}
		type call struct {
			slot    string
			blocked bool
		}
		open := map[string][]call{}
		blocks, triggered, unseen := 0, 0, 0
		for step := range rapid.IntRange(1, 120).Draw(t, "steps") {
			agent := fmt.Sprint("agent", rapid.IntRange(0, n-1).Draw(t, "agent"))
			if len(open[agent]) > 0 && rapid.Bool().Draw(t, "settle") {
				c := open[agent][0]
				open[agent] = open[agent][1:]
				l.Release(c.slot)
				o := Cleared
				if c.blocked {
					o = Blocked
					blocks++
				}
				tr := l.Settle(agent, o)
				if tr.Code == verdict.CodeLimitTotal {
					triggered++
					blocks -= totalLimit
				}
				if c.blocked && tr.Code == verdict.CodeNone {
					if unseen++; l.Rows[agent] >= rowLimit || l.Total >= totalLimit {
						t.Fatalf("a block at row %d, total %d was let go", l.Rows[agent], l.Total)
					}
				}
				continue
			}
			c := call{slot: fmt.Sprint("s", step), blocked: rapid.Bool().Draw(t, "blocked")}
			l.Reserve(Slot{ID: c.slot, Agent: agent, Until: noon.Add(time.Hour)}, noon)
			open[agent] = append(open[agent], c)
		}
		pending := 0
		for _, cs := range open {
			pending += len(cs)
		}
		if l.Total != blocks || len(l.Slots) != pending || l.Total >= totalLimit {
			t.Fatalf("total %d, counted %d; %d slots, %d pending", l.Total, blocks, len(l.Slots), pending)
		}
	})
}

func TestParallelSettlingIsExact(t *testing.T) {
	m := &Memory{}
	var wg sync.WaitGroup
	var mu sync.Mutex
	triggers := map[verdict.Code]int{}
	for i := range 64 {
		wg.Go(func() {
			for range 10 {
				err := m.Update(t.Context(), "s", func(l *Ledger) error {
					tr := l.Settle(fmt.Sprint(i%4), Blocked)
					mu.Lock()
					triggers[tr.Code]++
					mu.Unlock()
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	l, _ := m.Load(t.Context(), "s")
	if l.Total != 640%20 || triggers[verdict.CodeLimitTotal] != 640/20 {
		t.Errorf("total %d, %d times the limit", l.Total, triggers[verdict.CodeLimitTotal])
	}
}

func TestACloneSharesNothingThatChanges(t *testing.T) {
	l := &Ledger{}
	settleAll(l, "a", Blocked, Blocked)
	l.Reserve(Slot{ID: "1", Until: noon.Add(time.Hour)}, noon)
	l.opened(Open{Digest: "d", At: noon}, noon)
	l.offer(Approval{Digest: "d", Session: "s1", What: "x", Files: map[string]string{"/a": "absent"}}, noon)
	l.prompted("hello", noon)
	l.Refusals = map[string]int{"d": 1}
	l.Effects = effect.Session{Files: map[string]effect.FileState{"/a": {Wrote: true}}, Names: map[string]bool{"n": true},
		Denied: []effect.Fingerprint{{Entry: "e"}}, Jobs: []effect.Job{{Words: "w"}},
		Open: map[string]effect.Pending{"c": {Files: map[string]effect.FileState{"/b": {}}, Names: []string{"m"}}}}
	before, err := json.Marshal(l)
	if err != nil {
		t.Fatal(err)
	}
	c := l.Clone()
	if diff := cmp.Diff(l, c); diff != "" {
		t.Fatalf("the clone differs: %s", diff)
	}
	settleAll(c, "a", Blocked)
	settleAll(c, "b", Blocked)
	c.Release("1")
	c.Open[0].Digest = "e"
	c.Approvals[0].Used = true
	c.Prompts[0].Hash = ""
	c.Refusals["d"] = 2
	c.Effects.Files["/a"] = effect.FileState{}
	c.Effects.Names["n"] = false
	c.Effects.Denied[0].Entry = ""
	c.Effects.Jobs[0].Words = ""
	c.Effects.Open["c"].Files["/b"] = effect.FileState{Made: true}
	c.Effects.Open["c"].Names[0] = ""
	c.Effects.Open["d"] = effect.Pending{}
	after, err := json.Marshal(l)
	if err != nil {
		t.Fatal(err)
	}
	if string(before) != string(after) {
		t.Errorf("changing the clone changed the ledger:\n%s\n%s", before, after)
	}
}
