// Package daemon asks models about calls: for hooks, over a socket, and for
// commands, in their own process. It reads the settings that say which models,
// keeps connections and what it read of sessions, and knows nothing of
// decisions: what becomes of a verdict is the gate's.
//
// Whoever may connect may ask, and gets a verdict; no message changes what is
// answered to anybody else. What carries authority, the person's words, comes
// with each question and is taken from nowhere else.
package daemon

import (
	"context"
	"fmt"
	"os"
	"sync"
	"time"

	"automode/judge"
	"automode/judge/chain"
	"automode/judge/classifier"
	"automode/judge/remote"
	"automode/llm"
	"automode/prompt"
	"automode/rulebook"
	"automode/settings"
	"automode/verdict"
	"automode/world"
	"automode/world/osworld"
)

// Engine asks models about calls. Its fields are set before the first call and
// then left alone; it is safe for concurrent use.
type Engine struct {
	// Sources is where the settings are. They are read again when their files
	// change.
	Sources settings.Sources
	// Env is the environment that counts: proxies, and what commands that print
	// keys, clouds' SDKs and git see. nil: none.
	Env []string
	// Person: a person started this process in a terminal, and Env is theirs.
	// Keys may stand in variables then.
	Person bool
	// Facts tells of the disk; nil asks the real one.
	Facts func() world.Facts
	// New makes what asks a model; nil is llm.New.
	New func(llm.Config) (llm.Completer, error)
	// Most bounds how many questions are answered at once; zero is 32.
	Most int

	once     sync.Once
	room     chan struct{}
	breakers chain.Breakers
	tapes    tapes
	memos    memos
	figures  figures

	mu     sync.Mutex
	stamp  string
	have   *settings.Settings
	book   *rulebook.Book
	models map[string]llm.Completer // by all that makes one
}

// most is how many questions are answered at once by default.
const most = 32

func (e *Engine) start() {
	e.once.Do(func() {
		n := e.Most
		if n <= 0 {
			n = most
		}
		e.room = make(chan struct{}, n)
		e.models = map[string]llm.Completer{}
		e.figures.started = time.Now()
	})
}

// Decide answers a question with a verdict. Whatever goes wrong is one that is
// unavailable.
func (e *Engine) Decide(ctx context.Context, q remote.Question) (v verdict.Verdict) {
	e.start()
	defer func() {
		if p := recover(); p != nil {
			v = verdict.Verdict{Cause: fmt.Sprintf("a fault of ours while asking: %v", p)}
		}
		e.figures.count(v)
	}()
	select {
	case e.room <- struct{}{}:
		defer func() { <-e.room }()
	case <-ctx.Done():
		return verdict.Verdict{Cause: "too many calls are being judged", Trouble: verdict.TroubleTimeout}
	}
	c, r, err := e.prepare(ctx, q)
	if err != nil {
		return verdict.Verdict{Cause: err.Error(), Trouble: verdict.TroubleSettings}
	}
	return c.Judge(ctx, r)
}

// Show gives what the first model that would be asked would be sent.
func (e *Engine) Show(ctx context.Context, q remote.Question) (*remote.Shown, error) {
	e.start()
	c, r, err := e.prepare(ctx, q)
	if err != nil {
		return nil, err
	}
	j := c.Links[0].Judge.(*classifier.Judge)
	p, err := j.Ask(r)
	if err != nil {
		return nil, err
	}
	out := &remote.Shown{Model: j.Provider + "/" + j.Name, Tokens: p.Tokens, Hash: p.Hash}
	for _, part := range p.System {
		out.System = append(out.System, remote.Part(part))
	}
	for _, part := range p.Body {
		out.Body = append(out.Body, remote.Part(part))
	}
	stages := []prompt.Stage{prompt.First, prompt.Second}
	switch j.Form {
	case prompt.Fast:
		stages = stages[:1]
	case prompt.Thinking:
		stages = stages[1:]
	}
	for _, s := range stages {
		req := j.Request(p, s)
		blocks := req.Messages[0].Blocks
		out.Stages = append(out.Stages, remote.Last{Stage: prompt.Suffix(s, j.Form, j.Severity).Name, Text: blocks[len(blocks)-1].Text, MaxTokens: req.MaxTokens, Stop: req.Stop})
	}
	return out, nil
}

// prepare makes of a question what a chain of judges is asked, and the chain.
// The chain has at least one link.
func (e *Engine) prepare(ctx context.Context, q remote.Question) (*chain.Judge, judge.Request, error) {
	s, book, err := e.settings()
	if err != nil {
		return nil, judge.Request{}, err
	}
	links, err := e.links(s, q)
	if err != nil {
		return nil, judge.Request{}, err
	}
	turns, unread := e.turns(q)
	look := q.Look
	if unread != "" {
		look.Facts = append(look.Facts[:len(look.Facts):len(look.Facts)], unread)
	}
	look.Facts = append(look.Facts[:len(look.Facts):len(look.Facts)], e.visibility(s, q)...)
	r := judge.Request{Call: q.Call, Turns: turns, Book: book, Look: &look, Documents: q.Documents, Git: e.git(ctx, s, q)}
	if s.Models.Prior {
		r.Prior = e.prior(q)
	}
	return &chain.Judge{Links: links, Breakers: &e.breakers}, r, nil
}

// settings reads the settings where their files changed.
func (e *Engine) settings() (*settings.Settings, *rulebook.Book, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	// The stamp is from before the reading: what changes in between is seen the
	// next time.
	stamp := settings.Stamp(e.Sources)
	if e.have == nil || stamp != e.stamp {
		s, err := settings.Load(e.Sources)
		if err != nil {
			e.have = nil
			return nil, nil, err
		}
		e.have, e.book, e.stamp = s, s.Book(), stamp
	}
	return e.have, e.book, nil
}

func (e *Engine) facts() world.Facts {
	if e.Facts != nil {
		return e.Facts()
	}
	return osworld.New()
}

// Figures are what was done so far.
func (e *Engine) Figures() *remote.Figures {
	e.start()
	f := e.figures.now()
	f.PID, f.Open, f.Sessions = os.Getpid(), len(e.room), e.memos.len()
	for name, wait := range e.breakers.Paused() {
		if f.Paused == nil {
			f.Paused = map[string]int64{}
		}
		f.Paused[name] = wait.Milliseconds()
	}
	return f
}

// figures counts verdicts.
type figures struct {
	mu      sync.Mutex
	started time.Time
	f       remote.Figures
}

func (f *figures) count(v verdict.Verdict) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.f.Asked++
	switch v.Outcome {
	case verdict.Allowed:
		f.f.Allowed++
	case verdict.Block:
		f.f.Blocked++
	default:
		f.f.Silent++
	}
	for _, j := range v.Judged {
		f.f.Cost += j.Cost
		for _, s := range j.Stages {
			f.f.Input += int64(s.Input)
			f.f.Cached += int64(s.Cached)
			f.f.Written += int64(s.Written)
			f.f.Output += int64(s.Output)
		}
	}
}

func (f *figures) now() *remote.Figures {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := f.f
	out.Started = f.started
	return &out
}

// memos keep what prompts of sessions were made of.
type memos struct {
	mu sync.Mutex
	of map[string]*memo
}

type memo struct {
	prompt.Memo
	used time.Time
}

// maxSessions is how many sessions are kept; the one not heard of for longest
// goes first.
const maxSessions = 64

func (m *memos) get(key string) *prompt.Memo {
	m.mu.Lock()
	defer m.mu.Unlock()
	one := m.of[key]
	if one == nil {
		if m.of == nil {
			m.of = map[string]*memo{}
		}
		if len(m.of) >= maxSessions {
			old := ""
			for k := range m.of {
				if old == "" || m.of[k].used.Before(m.of[old].used) {
					old = k
				}
			}
			delete(m.of, old)
		}
		one = &memo{}
		m.of[key] = one
	}
	one.used = time.Now()
	return &one.Memo
}

func (m *memos) len() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.of)
}
