package cli

import (
	"fmt"
	"time"

	"automode/host/claudecode/setup"
	"automode/settings"
	"automode/settings/managed"
)

// staleAfter is how old a copy of published settings may be before it is told.
const staleAfter = 7 * 24 * time.Hour

// settingsChecks are what the doctor says of settings: what stands in files
// and does not count, modes that are not to be had, and published settings.
func (e *env) settingsChecks() []setup.Check {
	s, src, err := e.settingsOf(here())
	var out []setup.Check
	if err == nil {
		for _, n := range s.Notices() {
			out = append(out, setup.Check{Name: "ignored keys", State: setup.Warn, Says: n, Do: "take it out, or put it into your own settings"})
		}
	}
	a, named, err := managed.AddressOf(src.Managed)
	switch {
	case err != nil:
		out = append(out, setup.Check{Name: "published", State: setup.Bad, Says: err.Error(), Do: "mend it there"})
	case named:
		out = append(out, published(a, src.Copy, time.Now()))
	}
	return out
}

func published(a managed.Address, path string, now time.Time) setup.Check {
	c, err := settings.ReadCopy(path)
	check := setup.Check{Name: "published", State: setup.Warn, Do: "automode config refresh"}
	switch {
	case err != nil:
		check.Says = "no good copy of " + a.URL + " is kept: " + err.Error()
	case !a.Good(c):
		check.State, check.Says = setup.Bad, "the copy of "+a.URL+" is not signed by managed.key"
	case now.Sub(c.Checked) > staleAfter:
		check.Says = fmt.Sprintf("%s was last asked %d days ago", a.URL, int(now.Sub(c.Checked).Hours()/24))
	default:
		check.State, check.Do, check.Says = setup.Good, "", a.URL+", of "+c.Fetched.Local().Format("2006-01-02 15:04")
	}
	return check
}
