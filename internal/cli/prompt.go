package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"automode/call"
	"automode/daemon"
	"automode/eval"
	"automode/gate"
	"automode/judge/look"
	"automode/prompt"
	"automode/replay"
	"automode/settings"
	"automode/transcript"
)

// prompt shows what a judge that is a model is sent.
func (e *env) prompt() *cobra.Command {
	var stage int
	var session, id string
	var said []string
	cmd := &cobra.Command{
		Use:   "prompt [flags] [-- 'shell text']",
		Short: "Print what a judge that is a model is sent about a call",
		Long: `Print, byte for byte, what a judge that is a model is sent about a shell text, or
about a call given as JSON on standard input: each part with its name, its
tokens as estimated, and where the cache marks stand. No model is asked.

--user adds words of the user's before the call. With --session, the call is one
of a recorded Claude Code session: --call names it, else it is the last. Words
that only the recording holds are shown as unconfirmed, as they would be where
no event of the prompt was seen.`,
		RunE: func(c *cobra.Command, args []string) error {
			if stage < 0 || stage > 2 {
				return errors.New("--stage is 1 or 2")
			}
			show := func(o gate.Overheard, s *settings.Settings) error { return e.showPrompt(o, s, prompt.Stage(stage)) }
			if session == "" {
				if id != "" {
					return errors.New("--call names a call of a --session")
				}
				one, err := e.oneCall(args)
				if err != nil {
					return err
				}
				d, err := e.desk(false)
				if err != nil {
					return err
				}
				o, s, err := d.Overhear(c.Context(), one.Call(), turnsOf(one, said))
				if err != nil {
					return err
				}
				return show(o, s)
			}
			if len(args) > 0 || len(said) > 0 {
				return errors.New("--session takes the call, and what the user said, from the recording")
			}
			s, _, err := e.settingsOf(here())
			if err != nil {
				return err
			}
			files, err := replay.Files([]string{session})
			if err != nil {
				return err
			}
			if len(files) != 1 {
				return fmt.Errorf("--session names one recording, and %s holds %d", session, len(files))
			}
			var failed error
			err = replay.Overhear(c.Context(), files[0], id, func(r *gate.Request) { r.Book = s.Book() }, func(o gate.Overheard) { failed = show(o, s) })
			return errors.Join(err, failed)
		},
	}
	f := cmd.Flags()
	f.IntVar(&stage, "stage", 0, "the look: 1 quick, 2 careful; else the first that this call gets")
	f.StringVar(&session, "session", "", "a recorded session")
	f.StringVar(&id, "call", "", "the id of a call of that session")
	f.StringArrayVar(&said, "user", nil, "words of the user's before the call; may be given several times")
	return cmd
}

// turnsOf is the session before a call that a person gives.
func turnsOf(c eval.Case, said []string) []transcript.Turn {
	turns := c.Turns()
	for _, s := range said {
		turns = append(turns, transcript.Turn{Role: transcript.User, Text: s, Witnessed: true})
	}
	return turns
}

// sentPart is one part of what is sent.
type sentPart struct {
	Role   string `json:"role"` // "system" or "user"
	Name   string `json:"name"`
	Tokens int    `json:"tokens"` // estimated
	Mark   bool   `json:"cache_mark"`
	Text   string `json:"text"`
}

// sent is all that is sent, and what becomes of the call without it.
type sent struct {
	V         int        `json:"v"`
	Call      call.Call  `json:"call"`
	Asked     bool       `json:"asked"` // a model is asked about this call
	Without   string     `json:"without_a_model"`
	Stage     string     `json:"stage"`
	Parts     []sentPart `json:"parts"`
	Tokens    int        `json:"tokens"`
	MaxTokens int        `json:"max_tokens"`
	Stop      []string   `json:"stop"`
	Hash      string     `json:"hash"`
}

func (e *env) showPrompt(o gate.Overheard, s *settings.Settings, stage prompt.Stage) error {
	first, _ := daemon.First(s)
	j := daemon.Asking(s.Models, first)
	p, err := j.Ask(o.Request)
	if err != nil {
		return err
	}
	if stage == 0 {
		stage = prompt.First
		if l := look.Of(o.Request); l.Careful || j.Form == prompt.Thinking {
			stage = prompt.Second
		}
	}
	req := j.Request(p, stage)
	last := prompt.Suffix(stage, j.Form, j.Severity)
	out := sent{V: 1, Call: o.Request.Call, Asked: o.Asked, Stage: last.Name, MaxTokens: req.MaxTokens, Stop: req.Stop, Hash: p.Hash,
		Without: fmt.Sprintf("%s (%s, %s)", o.Decision.Behavior, o.Decision.Layer, o.Decision.Code)}
	add := func(role string, parts ...prompt.Part) {
		for _, part := range parts {
			n := prompt.Estimate(part.Text)
			out.Tokens += n
			out.Parts = append(out.Parts, sentPart{role, part.Name, n, part.Mark, part.Text})
		}
	}
	add("system", p.System...)
	add("user", p.Body...)
	add("user", last)
	if e.json {
		enc := json.NewEncoder(e.out)
		enc.SetEscapeHTML(false)
		return enc.Encode(out)
	}
	out.print(e)
	return nil
}

func (x *sent) print(e *env) {
	p := e.colors()
	for i, part := range x.Parts {
		mark := ""
		if part.Mark {
			mark = ", cache mark at its end"
		}
		fmt.Fprintln(e.out, p.bold(fmt.Sprintf("── %d. %s: %s (about %d tokens%s)", i+1, part.Role, part.Name, part.Tokens, mark)))
		fmt.Fprint(e.out, part.Text)
		if !strings.HasSuffix(part.Text, "\n") {
			fmt.Fprintln(e.out)
		}
	}
	fmt.Fprintln(e.out, p.bold("── in all"))
	fmt.Fprintf(e.out, "about %d tokens; the answer may have %d", x.Tokens, x.MaxTokens)
	if len(x.Stop) > 0 {
		fmt.Fprintf(e.out, " and ends at %s", strings.Join(x.Stop, ", "))
	}
	fmt.Fprintf(e.out, "\nhash of all but the last part: %s\n", x.Hash)
	if x.Asked {
		fmt.Fprintf(e.out, "this call is put to a model; without one: %s\n", x.Without)
	} else {
		fmt.Fprintf(e.out, "this call is decided without a model: %s\n", x.Without)
	}
}
