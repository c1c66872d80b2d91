package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"automode/effect"
	"automode/eval"
	"automode/judge/static"
	"automode/verdict"
)

// explain walks a call step by step.
func (e *env) explain() *cobra.Command {
	var headless, hermetic bool
	var judge string
	cmd := &cobra.Command{
		Use:   "explain [flags] [-- 'shell text']",
		Short: "Show how a call is decided, step by step",
		Long: `Show what a shell text, or a call given as JSON on standard input, would do:
each simple command with its effects, the class of each file, what is not
understood and why, which step of the walk decides, what would clear it, and
which rule would change it. Nothing is run.`,
		RunE: func(c *cobra.Command, args []string) error {
			d, err := e.decider(hermetic, headless, judge)
			if err != nil {
				return err
			}
			one, err := e.oneCall(args)
			if err != nil {
				return err
			}
			x := e.explained(c.Context(), one, d.Decide(c.Context(), one), hermetic)
			if e.json {
				return json.NewEncoder(e.out).Encode(x)
			}
			x.print(e.out, e.colors())
			return nil
		},
	}
	cmd.Flags().BoolVar(&headless, "headless", false, "nobody can be asked")
	cmd.Flags().BoolVar(&hermetic, "hermetic", false, "read nothing of this machine")
	cmd.Flags().StringVar(&judge, "judge", "static", "the judge: static, code alone; chain, code and the models of the settings")
	return cmd
}

// explanation is all there is to say of one call.
type explanation struct {
	Tool     string           `json:"tool"`
	Dir      string           `json:"cwd"`
	Commands []explained      `json:"commands"`
	Opaque   []string         `json:"opaque,omitempty"`
	Hostile  []string         `json:"hostile,omitempty"`
	Static   string           `json:"static"`
	Walk     []step           `json:"walk"`
	Decision verdict.Decision `json:"decision"`
	Clears   string           `json:"clears,omitempty"`
	Rule     string           `json:"rule,omitempty"` // a permission rule that would let it pass
}

// explained is one simple command.
type explained struct {
	Text    string    `json:"text"`
	Effects []effects `json:"effects"`
}

// effects is one effect of a command.
type effects struct {
	Kind   string `json:"kind"`
	Target string `json:"target,omitempty"`
	Class  string `json:"class,omitempty"`
	Entry  string `json:"entry,omitempty"`
	Why    string `json:"why,omitempty"`
	Words  string `json:"words,omitempty"`
}

// step is one step of the walk.
type step struct {
	Name string `json:"name"`
	Says string `json:"says"`
}

// layers are the steps of the walk in order, with what to call them.
var layers = []struct {
	layer verdict.Layer
	name  string
}{
	{verdict.LayerDenyRule, "deny rules"},
	{verdict.LayerApproval, "one-time approval"},
	{verdict.LayerGuard, "structural guards"},
	{verdict.LayerAskRule, "ask rules"},
	{verdict.LayerBypass, "bypass mode"},
	{verdict.LayerAllowRule, "allow rules"},
	{verdict.LayerOwnCheck, "the tool's own check"},
	{verdict.LayerMode, "mode"},
	{verdict.LayerPerson, "needs a person"},
	{verdict.LayerEdits, "ordinary edits"},
	{verdict.LayerAllowlist, "harmless tools"},
	{verdict.LayerStatic, "static judge"},
	{verdict.LayerClassifier, "classifier"},
	{verdict.LayerLimit, "limits"},
}

func (e *env) explained(ctx context.Context, c eval.Case, d verdict.Decision, hermetic bool) explanation {
	rep := e.report(ctx, c, hermetic)
	v := static.Of(rep, nil)
	x := explanation{Tool: c.Tool, Dir: c.Dir, Opaque: rep.Opaque, Hostile: rep.Hostile, Decision: d, Clears: d.Clearing(),
		Static: strings.TrimSpace(v.Outcome.String() + " " + v.Tier.String() + " " + v.Category)}
	for i, text := range rep.Commands {
		one := explained{Text: text}
		for _, f := range rep.Effects {
			if f.Cmd == i {
				one.Effects = append(one.Effects, show(f))
			}
		}
		x.Commands = append(x.Commands, one)
	}
	if len(rep.Commands) == 0 {
		one := explained{Text: c.Tool}
		for _, f := range rep.Effects {
			one.Effects = append(one.Effects, show(f))
		}
		x.Commands = append(x.Commands, one)
	}
	for _, l := range layers {
		if l.layer == d.Layer {
			x.Walk = append(x.Walk, step{l.name, "decides: " + d.Behavior.String()})
			break
		}
		x.Walk = append(x.Walk, step{l.name, "passes it on"})
	}
	if d.Behavior != verdict.Allow && d.Layer != verdict.LayerGuard && d.Layer != verdict.LayerDenyRule && d.Tier != verdict.Hard && len(rep.Opaque) == 0 && len(rep.Commands) == 1 {
		x.Rule = "Bash(" + rep.Commands[0] + ")"
	}
	return x
}

func show(f effect.Effect) effects {
	out := effects{Kind: f.Kind.String(), Target: f.Target, Entry: f.Entry, Why: f.Why, Words: f.Words}
	if f.Class != effect.Plain {
		out.Class = f.Class.String()
	}
	return out
}

// print writes the explanation for a person.
func (x explanation) print(w io.Writer, p palette) {
	fmt.Fprintf(w, "%s in %s\n", x.Tool, visible(x.Dir, 200))
	for i, c := range x.Commands {
		fmt.Fprintf(w, "%3d  %s\n", i+1, p.bold(visible(c.Text, 300)))
		for _, f := range c.Effects {
			line := fmt.Sprintf("       %-13s %s", f.Kind, visible(f.Target, 200))
			if f.Class != "" {
				line += " (" + f.Class + " file)"
			}
			switch {
			case f.Entry != "":
				line += p.red("  " + f.Entry + ": " + visible(f.Why, 300))
			case f.Kind == effect.Unknown.String():
				line = fmt.Sprintf("       %s", p.yellow("not known: "+visible(f.Why, 300)))
			case f.Why != "":
				line += "  " + visible(f.Why, 300)
			}
			fmt.Fprintln(w, strings.TrimRight(line, " "))
		}
	}
	for _, o := range x.Hostile {
		fmt.Fprintf(w, "     %s\n", p.red("hides something: "+visible(o, 200)))
	}
	for _, o := range x.Opaque {
		fmt.Fprintf(w, "     %s\n", p.yellow("cannot be read for certain: "+visible(o, 200)))
	}
	fmt.Fprintf(w, "walk\n")
	for _, s := range x.Walk {
		fmt.Fprintf(w, "     %-22s %s\n", s.Name, s.Says)
	}
	fmt.Fprintf(w, "static judge: %s\n", x.Static)
	fmt.Fprintf(w, "%s (%s): %s\n", p.behavior(x.Decision.Behavior), x.Decision.Code, visible(x.Decision.Reason, 2000))
	if x.Clears != "" {
		fmt.Fprintf(w, "what would clear it: %s\n", x.Clears)
	}
	if x.Rule != "" {
		fmt.Fprintf(w, "an allow rule that would let exactly this pass: %s\n", visible(x.Rule, 300))
	}
}

// palette colours text, where that is wanted.
type palette bool

// colors tells whether to colour: on a terminal, unless NO_COLOR says not to.
func (e *env) colors() palette {
	f, ok := e.out.(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return palette(err == nil && info.Mode()&os.ModeCharDevice != 0)
}

func (p palette) paint(code, s string) string {
	if !p {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (p palette) bold(s string) string   { return p.paint("1", s) }
func (p palette) red(s string) string    { return p.paint("31", s) }
func (p palette) green(s string) string  { return p.paint("32", s) }
func (p palette) yellow(s string) string { return p.paint("33", s) }

func (p palette) behavior(b verdict.Behavior) string {
	switch b {
	case verdict.Allow:
		return p.green("allow")
	case verdict.Ask:
		return p.yellow("ask")
	}
	return p.red("deny")
}
