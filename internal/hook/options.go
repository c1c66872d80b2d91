package hook

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"automode/verdict"
)

// options are what the installed line says. Nothing of it comes from the
// environment.
type options struct {
	config   string        // folder of the gate's own files, absolute; empty: the usual places
	settings string        // a further settings file, absolute
	timeout  time.Duration // what the host waits
	observe  bool          // decide and record, and say nothing
	event    string        // which event this is, for hosts that do not say it themselves
	host     string
}

// defaultTimeout is what hosts wait when their settings do not say.
const defaultTimeout = 60 * time.Second

const usage = "automode-hook --config DIR [--settings FILE] [--timeout SECONDS] [--observe] [--event NAME] HOST"

// parse reads the command line. What comes with an error is what was read
// before it.
func parse(args []string) (o options, err error) {
	o.timeout = defaultTimeout
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		if !strings.HasPrefix(arg, "-") {
			if o.host != "" {
				return o, fmt.Errorf("one host, not %s and %s", o.host, verdict.Quote(arg, 40))
			}
			o.host = arg
			continue
		}
		if arg == "--observe" {
			o.observe = true
			continue
		}
		name, value, inOne := strings.Cut(arg, "=")
		if !inOne {
			if len(args) == 0 {
				return o, fmt.Errorf("%s wants a value", verdict.Quote(arg, 40))
			}
			value, args = args[0], args[1:]
		}
		switch name {
		case "--config", "--settings":
			if !filepath.IsAbs(value) {
				return o, fmt.Errorf("%s wants an absolute path, not %s", name, verdict.Quote(value, 60))
			}
			if name == "--config" {
				o.config = filepath.ToSlash(filepath.Clean(value))
			} else {
				o.settings = filepath.Clean(value)
			}
		case "--event":
			o.event = value
		case "--timeout":
			seconds, err := strconv.Atoi(value)
			if err != nil || seconds < 1 || seconds > 3600 {
				return o, fmt.Errorf("--timeout wants seconds from 1 to 3600, not %s", verdict.Quote(value, 40))
			}
			o.timeout = time.Duration(seconds) * time.Second
		default:
			return o, fmt.Errorf("%s is no option", verdict.Quote(arg, 40))
		}
	}
	if o.host == "" {
		return o, errors.New("the host is missing")
	}
	return o, nil
}
