package cli

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"automode/permission"
	"automode/rulebook"
	"automode/settings"
)

// config shows what settings come to, and looks after their files.
func (e *env) configure() *cobra.Command {
	var explain bool
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Show the effective settings and where each is from",
		Long: `Print what the settings of all layers come to in this folder, as one JSON object:
the rulebook's sections (environment, allow, soft_deny, hard_deny) as lists of
texts that settings take back, and under "settings" everything else in the form of
a settings file.

With --explain: every value with the place it was written at, for people, or with
--json as JSON. What stands in a file and does not count is listed too.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			s, _, err := e.settingsOf(here())
			if err != nil {
				return err
			}
			if explain && !e.json {
				e.explainConfig(s)
				return nil
			}
			enc := json.NewEncoder(e.out)
			enc.SetEscapeHTML(false)
			enc.SetIndent("", "  ")
			if explain {
				return enc.Encode(origins(s))
			}
			return enc.Encode(effective(s))
		},
	}
	cmd.Flags().BoolVar(&explain, "explain", false, "say where each value was written")
	cmd.AddCommand(e.configValidate(), e.configPath(), e.configSchema(), e.configRefresh(), e.configImport())
	return cmd
}

// effectiveSettings are what settings come to, in the form that they take
// back.
type effectiveSettings struct {
	Environment []string       `json:"environment"`
	Allow       []string       `json:"allow"`
	SoftDeny    []string       `json:"soft_deny"`
	HardDeny    []string       `json:"hard_deny"`
	Settings    map[string]any `json:"settings"`
}

func effective(s *settings.Settings) effectiveSettings {
	out := effectiveSettings{Settings: map[string]any{}}
	book := s.Book().Readable()
	out.Environment, out.Allow = book.Section(rulebook.Environment), book.Section(rulebook.Allow)
	out.SoftDeny, out.HardDeny = book.Section(rulebook.SoftDeny), book.Section(rulebook.HardDeny)
	for _, v := range s.All() {
		if strings.HasPrefix(v.Key, "autoMode.") && v.Key != "autoMode.lockedSections" {
			continue // above, as they come out
		}
		if k, _ := settings.KeyOf(v.Key); len(k.SetBy) == 1 && v.Origin.Source == settings.BuiltIn {
			continue // nobody but managed settings could take it back
		}
		put(out.Settings, strings.Split(v.Key, "."), plain(v))
	}
	return out
}

// put sets a value inside objects that are made where they are missing.
func put(in map[string]any, path []string, value any) {
	for _, key := range path[:len(path)-1] {
		inner, ok := in[key].(map[string]any)
		if !ok {
			inner = map[string]any{}
			in[key] = inner
		}
		in = inner
	}
	in[path[len(path)-1]] = value
}

// plain is a value as a settings file has it.
func plain(v settings.Value) any {
	k, _ := settings.KeyOf(v.Key)
	switch k.Type {
	case "list":
		list := []string{}
		for _, item := range v.Items {
			list = append(list, item.Text)
		}
		return list
	case "true or false":
		return v.Text == "true"
	case "number":
		return json.Number(v.Text)
	}
	return v.Text
}

// entry is one entry of a list, with where it was written.
type entry struct {
	Text string `json:"text"`
	At   string `json:"at"`
}

// sectionOf is a section of the effective rulebook, the lines that a judge is
// given, with where each is from.
func sectionOf(book *rulebook.Book, section string) []entry {
	out := []entry{}
	for _, l := range book.Lines(section) {
		if l.Origin == "" {
			l.Origin = settings.BuiltIn
		}
		out = append(out, entry{l.Text, l.Origin})
	}
	return out
}

// valueRow is one effective value with its origin.
type valueRow struct {
	Key    string  `json:"key"`
	Value  any     `json:"value"`
	At     string  `json:"at"`
	Source string  `json:"source"`
	Locked bool    `json:"locked,omitempty"` // managed settings hold it
	Items  []entry `json:"items,omitempty"`
}

// explainedSettings is all that there is to say of settings.
type explainedSettings struct {
	V        int                `json:"v"`
	Values   []valueRow         `json:"values"`
	Sections map[string][]entry `json:"sections"`
	Rules    []ruleRow          `json:"rules"`
	Ignored  []ignoredRow       `json:"ignored"`
}

// ignoredRow is a key that does not count where it stands.
type ignoredRow struct {
	Key string `json:"key"`
	At  string `json:"at"`
	Why string `json:"why"`
}

func origins(s *settings.Settings) explainedSettings {
	out := explainedSettings{V: 1, Sections: map[string][]entry{}, Rules: []ruleRow{}, Ignored: []ignoredRow{}}
	for _, v := range s.All() {
		if strings.HasPrefix(v.Key, "autoMode.") && v.Key != "autoMode.lockedSections" {
			continue
		}
		row := valueRow{Key: v.Key, Value: plain(v), At: v.Origin.String(), Source: v.Origin.Source, Locked: v.Locked}
		for _, item := range v.Items {
			row.Items = append(row.Items, entry{item.Text, item.Origin.String()})
		}
		out.Values = append(out.Values, row)
	}
	for _, section := range rulebook.Sections {
		out.Sections[section] = sectionOf(s.Book().Readable(), section)
	}
	for _, list := range [...]permission.List{permission.Deny, permission.Ask, permission.Allow} {
		for _, r := range s.Rules.Rules(list) {
			out.Rules = append(out.Rules, rowOf(r))
		}
	}
	for _, i := range s.Ignored {
		out.Ignored = append(out.Ignored, ignoredRow{i.Key, i.Origin.String(), i.Why})
	}
	return out
}

func (e *env) explainConfig(s *settings.Settings) {
	x, p := origins(s), e.colors()
	for _, v := range x.Values {
		if list, ok := v.Value.([]string); ok {
			fmt.Fprintf(e.out, "%-38s %d\n", v.Key, len(list))
			for _, item := range v.Items {
				fmt.Fprintf(e.out, "    %-50s %s\n", visible(item.Text, 200), visible(item.At, 200))
			}
			continue
		}
		value := fmt.Sprint(v.Value)
		if value == "" {
			value = "-"
		}
		at := v.At
		if v.Locked {
			at += p.yellow(" (managed: nothing else can change it)")
		}
		if v.Source != settings.BuiltIn {
			value = p.bold(visible(value, 200))
		}
		fmt.Fprintf(e.out, "%-38s %-20s %s\n", v.Key, value, at)
	}
	for _, section := range rulebook.Sections {
		own, given := 0, []entry{}
		for _, t := range x.Sections[section] {
			if t.At == settings.BuiltIn {
				own++
			} else {
				given = append(given, t)
			}
		}
		fmt.Fprintf(e.out, "%-38s %d built-in, %d given\n", "autoMode."+section, own, len(given))
		for _, t := range given {
			fmt.Fprintf(e.out, "    %-50s %s\n", visible(t.Text, 200), visible(t.At, 200))
		}
	}
	if !heldBuiltIn(x.Sections[rulebook.HardDeny]) {
		fmt.Fprintln(e.out, p.yellow("hard_deny is given without \"$defaults\": the built-in entry against exfiltration is not read by a model; what code is certain of stays denied."))
	}
	for _, i := range x.Ignored {
		fmt.Fprintln(e.out, p.yellow("does not count: "+visible(i.Key, 100)+" ("+visible(i.At, 200)+"): "+i.Why))
	}
}

func heldBuiltIn(list []entry) bool {
	for _, t := range list {
		if t.At == settings.BuiltIn {
			return true
		}
	}
	return false
}
