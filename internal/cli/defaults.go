package cli

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"automode/rulebook"
)

// defaults shows the rulebook.
func (e *env) defaults() *cobra.Command {
	var label string
	var effective bool
	cmd := &cobra.Command{
		Use:   "defaults",
		Short: "Print the rulebook that ships with the gate, as settings take it back",
		Long: `Print the rulebook that ships with the gate as one JSON object: environment,
allow, soft_deny, hard_deny, each a list of texts in the form in which autoMode
of the settings takes them back. They are the very texts that a judge is sent.

--label P keeps the entries whose label begins with P; --effective prints what
counts here, your own entries included.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			book := rulebook.Full()
			if effective {
				s, _, err := e.settingsOf(here())
				if err != nil {
					return err
				}
				book = s.Book().Readable()
			}
			return e.printBook(book, label)
		},
	}
	cmd.Flags().StringVar(&label, "label", "", "only entries whose label begins so")
	cmd.Flags().BoolVar(&effective, "effective", false, "what counts here, with settings")
	return cmd
}

// printBook prints a rulebook's sections; the error says that no label begins
// with label.
func (e *env) printBook(book *rulebook.Book, label string) error {
	var out struct {
		Environment []string `json:"environment"`
		Allow       []string `json:"allow"`
		SoftDeny    []string `json:"soft_deny"`
		HardDeny    []string `json:"hard_deny"`
	}
	n := 0
	for _, s := range []struct {
		name string
		to   *[]string
	}{{rulebook.Environment, &out.Environment}, {rulebook.Allow, &out.Allow}, {rulebook.SoftDeny, &out.SoftDeny}, {rulebook.HardDeny, &out.HardDeny}} {
		*s.to = []string{}
		for _, text := range book.Section(s.name) {
			if begins(strings.TrimPrefix(text, "**"), label) {
				*s.to = append(*s.to, text)
				n++
			}
		}
	}
	if n == 0 && label != "" {
		return fmt.Errorf("no entry has a label that begins with %q; automode defaults prints all of them", visible(label, 80))
	}
	enc := json.NewEncoder(e.out)
	enc.SetEscapeHTML(false)
	if !e.json {
		enc.SetIndent("", "  ")
	}
	return enc.Encode(out)
}

// begins tells whether text begins with start, whatever the case of letters.
func begins(text, start string) bool {
	return len(text) >= len(start) && strings.EqualFold(text[:len(start)], start)
}
