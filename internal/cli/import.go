package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"automode/permission"
	"automode/rulebook"
	"automode/settings/edit"
	"automode/settings/foreign"
)

// The verdicts on an allow rule that is taken over.
const (
	narrow    = "narrow"
	waits     = "waits in auto mode"
	dangerous = "dangerous in any mode"
	tightens  = "tightens"
	unsayable = "cannot be said"
	known     = "there already"
)

// imported is one rule of another agent's, explained.
type imported struct {
	List    string `json:"list"`
	Rule    string `json:"rule,omitempty"` // in our words
	Native  string `json:"native"`
	At      string `json:"at"`
	Verdict string `json:"verdict"`
	Why     string `json:"why,omitempty"`
	Taken   bool   `json:"taken"`

	rule foreign.Rule
}

// configImport takes over the permission rules of another agent.
func (e *env) configImport() *cobra.Command {
	var yes, dry, all bool
	cmd := &cobra.Command{
		Use:   "import " + strings.Join(foreign.Agents(), "|") + " [FILE...]",
		Short: "Take over the permission rules of another agent, explained",
		Long: `Read the permission settings of another agent (your own files of it, or FILE),
say the same in the words of ours, and explain each rule that allows: narrow,
waiting in auto mode, or dangerous in any mode. What is dangerous is not taken
over unless --all says so. What is taken over is shown and asked about, and then
written into your own settings.`,
		Args:      cobra.MinimumNArgs(1),
		ValidArgs: foreign.Agents(),
		RunE: func(c *cobra.Command, args []string) error {
			paths := args[1:]
			if len(paths) == 0 {
				if !slices.Contains(foreign.Agents(), args[0]) {
					return fmt.Errorf("%s is no agent whose settings can be read; these are: %s", visible(args[0], 40), strings.Join(foreign.Agents(), ", "))
				}
				if paths = foreign.Files(args[0], home()); len(paths) == 0 {
					return fmt.Errorf("no settings of %s are in %s; name a file", args[0], home())
				}
			}
			total := &foreign.Found{Prose: map[string][]string{}}
			for _, path := range paths {
				text, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				f, err := foreign.Read(args[0], path, text)
				if err != nil {
					return err
				}
				total.Rules = append(total.Rules, f.Rules...)
				total.Folders = append(total.Folders, f.Folders...)
				for section, list := range f.Prose {
					total.Prose[section] = append(total.Prose[section], list...)
				}
				for _, n := range f.Notes {
					total.Notes = append(total.Notes, path+": "+n)
				}
			}
			s, src, err := e.settingsOf("")
			if err != nil {
				return err
			}
			have := map[string]bool{}
			for _, list := range []permission.List{permission.Deny, permission.Ask, permission.Allow} {
				for _, r := range s.Rules.Rules(list) {
					have[list.String()+" "+r.Text] = true
				}
			}
			rows := assess(total.Rules, have, all)
			if e.json {
				if err := json.NewEncoder(e.out).Encode(map[string]any{"v": 1, "rules": orEmpty(rows), "folders": orEmpty(total.Folders), "prose": total.Prose, "notes": orEmpty(total.Notes)}); err != nil || !yes {
					return err
				}
				e.out = e.err // what is changed is not part of the answer
			} else {
				e.printImported(rows, total)
			}
			if !slices.ContainsFunc(rows, func(r imported) bool { return r.Taken }) && len(total.Prose) == 0 {
				fmt.Fprintln(e.out, "Nothing is to be taken over.")
				return nil
			}
			if !dry {
				if err := person("taking over rules"); err != nil {
					return err
				}
			}
			return e.alter(src.User, func(d *edit.Doc) error { return takeOver(d, rows, total.Prose) }, yes, dry)
		},
	}
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "show what would change and change nothing")
	cmd.Flags().BoolVar(&all, "all", false, "take over what is dangerous in any mode too")
	return cmd
}

// assess explains rules.
func assess(rules []foreign.Rule, have map[string]bool, all bool) []imported {
	var rows []imported
	for _, f := range rules {
		row := imported{List: f.List.String(), Rule: f.Text, Native: f.Native, At: permission.Origin{File: f.File, Line: f.Line}.String(), rule: f}
		r, err := permission.Parse(f.List, f.Text, permission.Origin{})
		hazard, isHazard := permission.Hazard(r)
		why, isWaiting := permission.Suspended(r)
		switch {
		case f.Text == "" || err != nil:
			row.Verdict, row.Why = unsayable, f.Why
		case have[row.List+" "+f.Text]:
			row.Verdict = known
		case f.List != permission.Allow:
			row.Verdict, row.Taken = tightens, true
		case isHazard:
			row.Verdict, row.Why, row.Taken = dangerous, "it "+hazard, all
		case isWaiting:
			row.Verdict, row.Why, row.Taken = waits, "it "+why, true
		default:
			row.Verdict, row.Taken = narrow, true
		}
		if row.Taken {
			have[row.List+" "+f.Text] = true
		}
		rows = append(rows, row)
	}
	return rows
}

func takeOver(d *edit.Doc, rows []imported, prose map[string][]string) error {
	for _, r := range rows {
		if !r.Taken {
			continue
		}
		var entry any = r.Rule
		if len(r.rule.Match)+len(r.rule.NotMatch) > 0 {
			entry = ruleEntry{r.Rule, r.rule.Match, r.rule.NotMatch}
		}
		if err := d.Append(entry, "permissions", r.List); err != nil {
			return err
		}
	}
	for _, section := range rulebook.Sections {
		list := prose[section]
		if len(list) == 0 {
			continue
		}
		var there []any
		if ok, err := d.Get(&there, "autoMode", section); err != nil {
			return errors.New("autoMode." + section + " is no list")
		} else if ok {
			continue // whoever wrote it meant it to be that
		}
		if err := d.Set(list, "autoMode", section); err != nil {
			return err
		}
	}
	return nil
}

// ruleEntry is a rule with its examples, as settings have it.
type ruleEntry struct {
	Rule     string   `json:"rule"`
	Match    []string `json:"match,omitempty"`
	NotMatch []string `json:"not_match,omitempty"`
}

func (e *env) printImported(rows []imported, f *foreign.Found) {
	p := e.colors()
	for _, verdict := range []string{tightens, narrow, waits, dangerous, unsayable, known} {
		first := true
		for _, r := range rows {
			if r.Verdict != verdict {
				continue
			}
			if first {
				head := verdict
				switch verdict {
				case waits:
					head += ": such calls are judged there; in other modes the rule holds"
				case dangerous:
					head = p.red(head)
					if !r.Taken {
						head += ": not taken over (--all does)"
					}
				case unsayable:
					head += " in a rule of ours: not taken over"
				}
				fmt.Fprintln(e.out, head)
				first = false
			}
			text := r.Rule
			if text == "" {
				text = r.Native
			}
			fmt.Fprintf(e.out, "  %-5s %-40s %s\n", r.List, visible(text, 200), visible(r.At, 200))
			if r.Why != "" {
				fmt.Fprintf(e.out, "        %s\n", visible(r.Why, 300))
			}
		}
	}
	for _, section := range rulebook.Sections {
		if n := len(f.Prose[section]); n > 0 {
			fmt.Fprintf(e.out, "autoMode.%s: %d entries\n", section, n)
		}
	}
	for _, dir := range f.Folders {
		fmt.Fprintf(e.out, "a further working directory there: %s (not taken over; permissions.additionalDirectories)\n", visible(dir, 200))
	}
	for _, n := range f.Notes {
		fmt.Fprintln(e.out, visible(n, 300))
	}
}
