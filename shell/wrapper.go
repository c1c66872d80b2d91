package shell

import (
	"sort"
	"strings"
)

// wrapper says how a program's own words end and the command that it carries
// begins.
type wrapper struct {
	name    string
	sub     string // the words that must come first: "run" of uv
	flags   string // short options without a value
	valued  string // short options with one
	loose   string // short options whose value, if any, is attached
	long    string // long options without a value, or with one after =
	longv   string // long options with a value
	skip    int    // words of its own before the command
	assigns bool   // NAME=value may stand before the command
	keep    bool   // it has effects of its own and stays listed
	digits  bool   // -5 is an option
	anyLong bool   // any --option, values only after =
	idle    string // options with which it carries nothing
	text    string // options whose value is shell text
	fresh   bool   // it starts the command with another environment
	bg      bool   // what it carries outlives the text
	loop    bool   // it runs the command more than once
	mode    mode
}

// mode is what is special about a wrapper.
type mode uint8

const (
	plain mode = iota
	envMode
	sudoMode
	xargsMode
	watchMode  // joins its words to shell text
	pythonMode // a first word that ends in .py is run by python
	remoteMode // what it carries runs in another place; it stays listed
)

// wrappers is sorted by name. Names with the same name differ in sub.
var wrappers = []wrapper{
	{name: "asdf", sub: "exec"},
	{name: "aws-vault", sub: "exec", flags: "nsj", valued: "dt", long: "no-session server ecs-server lazy json stdout debug", longv: "duration mfa-token region prompt backend", skip: 1},
	{name: "bundle", sub: "exec", long: "keep-file-descriptors no-color verbose", longv: "gemfile"},
	{name: "busybox", idle: "list list-full help install"},
	{name: "caffeinate", flags: "dimsu", valued: "tw", idle: "w"},
	{name: "catchsegv"},
	{name: "chronic", flags: "ev"},
	{name: "chroot", fresh: true, long: "skip-chdir", longv: "userspec groups", skip: 1},
	{name: "chrt", flags: "abdfiorRvm", valued: "TPD", long: "batch deadline fifo idle other rr reset-on-fork all-tasks verbose max", longv: "sched-runtime sched-period sched-deadline", skip: 1, idle: "p pid m max"},
	{name: "conda", sub: "run", flags: "v", valued: "np", long: "no-capture-output live-stream debug-wrapper-scripts dev verbose", longv: "name prefix cwd", mode: pythonMode},
	{name: "cpulimit", flags: "bfkmqrvz", valued: "clm", long: "background foreground quiet verbose lazy include-children", longv: "limit cpu", idle: "p e pid exe"},
	{name: "cross-env", assigns: true},
	{name: "dbus-run-session", long: "", longv: "config-file dbus-daemon"},
	{name: "direnv", sub: "exec", skip: 1},
	{name: "doas", fresh: true, flags: "n", valued: "aCu", idle: "L C s"},
	{name: "doppler", sub: "run", valued: "pct", long: "fallback-only no-fallback preserve-env forward-signals no-exit-on-write-failure silent no-cache", longv: "project config token fallback name-transformer mount mount-format only-secrets scope"},
	{name: "dotenv", sub: "run", valued: "f", long: "override no-override", longv: "file"},
	{name: "dotenv", valued: "efvp", flags: "o", long: "override quiet", longv: "path"},
	{name: "dumb-init", flags: "cv", valued: "r", long: "single-child verbose", longv: "rewrite"},
	{name: "eatmydata"},
	{name: "env", flags: "0iv", valued: "uC", long: "ignore-environment null debug list-signal-handling default-signal ignore-signal block-signal", longv: "unset chdir argv0", assigns: true, mode: envMode},
	{name: "fakeroot", flags: "uhv", valued: "lsibf", long: "unknown-is-real", longv: "lib faked"},
	{name: "faketime", flags: "m", valued: "p", long: "exclude-monotonic date-prog", skip: 1},
	{name: "firejail", anyLong: true},
	{name: "fnm", sub: "exec", longv: "using"},
	{name: "gosu", fresh: true, skip: 1},
	{name: "hatch", sub: "run"},
	{name: "infisical", sub: "run", longv: "env path projectId token"},
	{name: "ionice", flags: "t", valued: "cn", long: "ignore", longv: "class classdata", idle: "p P u pid pgid uid"},
	{name: "ltrace", flags: "bcCfhiLrStTV", valued: "aADeFlnopsuwx", keep: true, idle: "p"},
	{name: "mamba", sub: "run", flags: "v", valued: "np", long: "no-capture-output live-stream", longv: "name prefix cwd", mode: pythonMode},
	{name: "micromamba", sub: "run", flags: "v", valued: "npea", long: "clean-env", longv: "name prefix cwd env attach", mode: pythonMode},
	{name: "mise", sub: "exec", valued: "C", longv: "cd", flags: "y", long: "yes raw"},
	{name: "mise", sub: "x", valued: "C", longv: "cd", flags: "y", long: "yes raw"},
	{name: "nice", valued: "n", longv: "adjustment", digits: true},
	{name: "nohup", bg: true},
	{name: "nsenter", flags: "aFer", loose: "muinpCUTwZ", valued: "tSG", long: "all no-fork mount uts ipc net pid cgroup user time root wd preserve-credentials follow-context env keep-caps user-parent net-socket", longv: "target setuid setgid wdns"},
	{name: "numactl", flags: "a", valued: "CNimplo", long: "all localalloc", longv: "cpunodebind membind physcpubind interleave preferred", idle: "H s hardware show"},
	{name: "op", sub: "run", long: "no-masking", longv: "env-file account environment"},
	{name: "pdm", sub: "run", flags: "s", valued: "p", long: "site-packages", longv: "project venv", mode: pythonMode},
	{name: "perf", sub: "stat", flags: "aABdginsSTv", valued: "CceGIoprtx", long: "all-cpus detailed no-big-num", longv: "event output repeat", idle: "p t", keep: true},
	{name: "pipenv", sub: "run", mode: pythonMode},
	{name: "pkexec", fresh: true, long: "disable-internal-agent keep-cwd", longv: "user"},
	{name: "poetry", sub: "run", mode: pythonMode},
	{name: "prlimit", anyLong: true, loose: "cdefilmnqrstuvxy", idle: "p pid"},
	{name: "proxychains", flags: "q", valued: "f"},
	{name: "proxychains4", flags: "q", valued: "f"},
	{name: "pyenv", sub: "exec"},
	{name: "rbenv", sub: "exec"},
	{name: "rlwrap", flags: "acEhiNnorRvW", valued: "bCDfgHlmMOPqsStwz"},
	{name: "rye", sub: "run", mode: pythonMode},
	{name: "setarch", flags: "BFILRSTXZ3v", long: "addr-no-randomize 32bit", skip: 1},
	{name: "setpriv", anyLong: true, idle: "d dump"},
	{name: "setsid", flags: "cfw", long: "ctty fork wait", bg: true},
	{name: "softlimit", valued: "adcflmnoprst"},
	{name: "stdbuf", valued: "ioe", longv: "input output error"},
	{name: "strace", flags: "cCdDfFhiknqrtTvVwxyYzZA", valued: "abeEIoOPsSuUX", keep: true, long: "follow-forks summary-only summary", longv: "trace output string-limit env user", idle: "p attach"},
	{name: "su-exec", fresh: true, skip: 1},
	{name: "sudo", fresh: true, flags: "AbBEHknNPS", valued: "aCcDghpRrTtUu", long: "askpass background bell non-interactive preserve-groups preserve-env set-home stdin no-update reset-timestamp", longv: "auth-type close-from login-class chdir group host prompt chroot role command-timeout type other-user user", assigns: true, mode: sudoMode, idle: "e l v V K h edit list validate version remove-timestamp help"},
	{name: "systemd-run", fresh: true, flags: "dGPqrSt", valued: "EHMpu", long: "user system scope wait pty pipe quiet collect same-dir shell remain-after-exit no-block no-ask-password send-sighup slice-inherit", longv: "unit property description slice uid gid nice working-directory setenv machine host service-type on-active on-boot on-startup on-unit-active on-unit-inactive on-calendar path-property socket-property timer-property", bg: true, keep: true},
	{name: "taskset", flags: "ac", long: "all-tasks cpu-list", skip: 1, idle: "p pid"},
	{name: "time", flags: "apqv", valued: "fo", long: "append portability quiet verbose", longv: "format output", keep: true},
	{name: "timeout", flags: "fpv", valued: "ks", long: "foreground preserve-status verbose", longv: "kill-after signal", skip: 1},
	{name: "tini", flags: "gsvw", valued: "pe"},
	{name: "torsocks", flags: "diqu", valued: "aPp", long: "isolate"},
	{name: "unbuffer", flags: "p"},
	{name: "unshare", flags: "cfr", loose: "muinpUCT", valued: "RwSGl", long: "mount uts ipc net pid user cgroup time fork map-root-user map-current-user map-auto keep-caps kill-child mount-proc mount-binfmt forward-signals", longv: "propagation setgroups root wd setuid setgid map-user map-group map-users map-groups monotonic boottime owner load-interp"},
	{name: "uv", sub: "run", flags: "qvn", valued: "pfCw", long: "isolated frozen locked offline no-sync no-project no-dev only-dev dev all-extras no-cache quiet verbose active exact no-env-file native-tls no-progress no-config all-packages all-groups refresh no-editable reinstall upgrade no-default-groups", longv: "with with-editable with-requirements extra group no-group only-group package python directory project env-file index default-index index-url extra-index-url find-links python-platform cache-dir color config-file allow-insecure-host config-setting prerelease resolution", mode: pythonMode, idle: "m module s script gui-script"},
	{name: "valgrind", anyLong: true, flags: "qv"},
	{name: "volta", sub: "run", longv: "node npm yarn pnpm", long: "bundled-npm no-yarn no-pnpm"},
	{name: "watch", flags: "bcegprtwCxf", loose: "d", valued: "nqs", long: "beep color errexit chgexit no-color no-rerun no-title no-wrap precise exec differences follow", longv: "interval equexit shotsdir", loop: true, mode: watchMode},
	{name: "xargs", flags: "0oprtx", loose: "eil", valued: "adEILnPsJRS", long: "null no-run-if-empty interactive verbose exit show-limits open-tty eof replace max-lines", longv: "arg-file delimiter max-args max-procs max-chars process-slot-var", loop: true, mode: xargsMode},
	{name: "xvfb-run", flags: "al", valued: "efnpsw", long: "auto-servernum listen-tcp", longv: "error-file server-num server-args auth-file xauth-protocol wait"},
}

// findWrapper gives the table's row for words, and how many words it takes.
func findWrapper(name string, words []Word) (*wrapper, int) {
	i := sort.Search(len(wrappers), func(i int) bool { return wrappers[i].name >= name })
	for ; i < len(wrappers) && wrappers[i].name == name; i++ {
		w := &wrappers[i]
		if w.sub == "" {
			return w, 1
		}
		if n := subcommand(words, w.sub); n > 0 {
			return w, n
		}
	}
	return nil, 0
}

// subcommand tells where the words after sub begin; 0 when words do not call
// it. Options before it that stand alone are passed over.
func subcommand(words []Word, sub string) int {
	for i := 1; i < len(words); i++ {
		if !words[i].Lit() {
			return 0
		}
		t := words[i].Text
		if t == sub {
			return i + 1
		}
		if !strings.HasPrefix(t, "-") {
			// may be the value of the option before it
			if i == 1 || !strings.HasPrefix(words[i-1].Text, "-") {
				return 0
			}
		}
	}
	return 0
}

// unwrapName is the name under which a program is looked up in the tables:
// its base name; std tells whether its path is one where the real one lives.
func unwrapName(t string) (name string, std bool) {
	i := strings.LastIndexByte(t, '/')
	if i < 0 {
		return t, true
	}
	switch t[:i+1] {
	case "/bin/", "/usr/bin/", "/sbin/", "/usr/sbin/", "/usr/local/bin/", "/opt/homebrew/bin/", "/usr/local/sbin/", "/opt/local/bin/":
		return t[i+1:], true
	}
	return t[i+1:], false
}

// interprets tells whether the sense of a command of that name depends on
// what its words hold: it runs, evaluates or goes where they say.
func interprets(name string) bool {
	switch name {
	case "eval", "trap", "source", ".", "command", "builtin", "exec", "cd", "pushd", "popd", "export", "declare", "typeset", "local", "readonly",
		"set", "unset", "read", "printf", "alias", "find", "parallel", "ssh", "su", "runuser", "script", "flock", "docker", "podman", "kubectl",
		"sh", "bash", "dash", "zsh", "ksh", "ash", "mksh", "fd", "fdfind", "shift", "shopt", "hash", "enable", "nix-shell", "nix", "sg", "hyperfine",
		"mapfile", "readarray", "getopts", "wait", "oc", "nerdctl", "rsh", "entr", "git":
		return true
	}
	i := sort.Search(len(wrappers), func(i int) bool { return wrappers[i].name >= name })
	return i < len(wrappers) && wrappers[i].name == name
}

// option is one option that was found.
type option struct {
	name  string // without dashes
	value Word
	has   bool // it has a value
}

// parse finds where a wrapper's own options end. ok is false when an option
// is not known.
func (w *wrapper) parse(words []Word, i int) (next int, opts []option, ok bool) {
	for i < len(words) {
		word := &words[i]
		if !word.Lit() {
			// it must be no option, and not vanish
			start := word.Prefix
			if word.Glob {
				start = word.Text
			}
			return i, opts, start != "" && start[0] != '-'
		}
		t := word.Text
		if t == "--" {
			return i + 1, opts, true
		}
		if len(t) < 2 || t[0] != '-' {
			if t == "-" && w.mode == envMode {
				i++
				continue
			}
			return i, opts, true
		}
		if t[1] == '-' {
			o, n, known := w.longOption(words, i)
			if !known {
				return i, opts, false
			}
			opts = append(opts, o)
			i = n
			continue
		}
		if w.digits && isDigits(strings.TrimLeft(t, "-")) {
			i++
			continue
		}
		n, more, known := w.shortOptions(words, i)
		opts = append(opts, more...)
		if !known {
			return i, opts, false
		}
		i = n
	}
	return i, opts, true
}

func (w *wrapper) longOption(words []Word, i int) (o option, next int, ok bool) {
	name, value, eq := strings.Cut(words[i].Text[2:], "=")
	full, valued, ok := w.longName(name)
	if !ok {
		return o, i, false
	}
	o.name = full
	switch {
	case eq:
		o.value, o.has = words[i], true
		o.value.Text = value
		return o, i + 1, true
	case valued:
		if i+1 >= len(words) || words[i+1].Many {
			return o, i, false
		}
		o.value, o.has = words[i+1], true
		return o, i + 2, true
	}
	return o, i + 1, true
}

// longName finds a long option by its name or an unambiguous start of it.
func (w *wrapper) longName(name string) (full string, valued, ok bool) {
	found := 0
	for n, list := range [...]string{w.long, w.longv, w.idle} {
		for o := range strings.FieldsSeq(list) {
			if o == name {
				return o, n == 1, true
			}
			if len(o) > 1 && len(name) > 1 && strings.HasPrefix(o, name) && o != full {
				full, valued = o, n == 1
				found++
			}
		}
	}
	if w.anyLong {
		return name, false, true
	}
	return full, valued, found == 1
}

func (w *wrapper) shortOptions(words []Word, i int) (next int, opts []option, ok bool) {
	t := words[i].Text
	for k := 1; k < len(t); k++ {
		c := t[k]
		o := option{name: t[k : k+1]}
		switch {
		case strings.IndexByte(w.valued, c) >= 0 || w.mode == envMode && c == 'S' || strings.IndexByte(w.text, c) >= 0:
			o.has = true
			if k+1 < len(t) {
				o.value = words[i]
				o.value.Text = t[k+1:]
				return i + 1, append(opts, o), true
			}
			if i+1 >= len(words) || words[i+1].Many {
				return i, opts, false
			}
			o.value = words[i+1]
			return i + 2, append(opts, o), true
		case strings.IndexByte(w.loose, c) >= 0:
			o.value = words[i]
			o.value.Text = t[k+1:]
			o.has = o.value.Text != ""
			return i + 1, append(opts, o), true
		case strings.IndexByte(w.flags, c) >= 0, w.isIdle(o.name):
			opts = append(opts, o)
		case w.mode == sudoMode && (c == 's' || c == 'i'):
			opts = append(opts, o)
		default:
			return i, opts, false
		}
	}
	return i + 1, opts, true
}

func (w *wrapper) isIdle(name string) bool {
	for o := range strings.FieldsSeq(w.idle) {
		if o == name {
			return true
		}
	}
	return false
}
