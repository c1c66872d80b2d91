package effect

import "strings"

// systemctl shows services, or changes how the system runs.
func (c *cmd) systemctl() {
	words := c.verbs("-t", "--type", "-p", "--property", "-n", "--lines", "-o", "--output", "-s", "--signal", "--state", "-H", "--host", "-M", "--machine", "--root", "--job-mode", "--kill-whom", "--what")
	for _, w := range c.pos {
		if t := w.Text; t == "-H" || t == "-M" || strings.HasPrefix(t, "--host") || strings.HasPrefix(t, "--machine") || strings.HasPrefix(t, "--root") {
			c.unsure("it works on another system", w)
		}
	}
	verb := ""
	if len(words) > 0 {
		verb = words[0]
	}
	switch verb {
	case "", "status", "show", "cat", "help", "list-units", "list-unit-files", "list-timers", "list-sockets", "list-jobs", "list-dependencies", "list-machines", "list-automounts", "list-paths",
		"is-active", "is-enabled", "is-failed", "is-system-running", "get-default", "show-environment", "whoami":
		c.does(Print, "")
	case "enable", "link", "edit", "preset", "preset-all", "add-wants", "add-requires", "set-default", "reenable", "set-environment", "import-environment":
		c.find(System, "persistence", strings.Join(words[1:], " "), "sets up what runs after the session")
	default:
		if dis := map[string]string{"stop": "stops", "disable": "disables", "mask": "blocks", "kill": "ends"}[verb]; dis != "" && protects(words[1:]) {
			c.find(System, "control-off", strings.Join(words[1:], " "), dis+" "+strings.Join(words[1:], " "))
			return
		}
		c.find(System, "system-service", strings.Join(words[min(1, len(words)):], " "), "changes a service: "+clip(strings.Join(words, " ")))
	}
}

// protects tells whether a service is one that guards or records.
func protects(units []string) bool {
	for _, u := range units {
		switch strings.TrimSuffix(u, ".service") {
		case "auditd", "rsyslog", "syslog", "systemd-journald", "ufw", "firewalld", "nftables", "iptables", "apparmor", "fail2ban", "clamav-daemon", "falcon-sensor", "crowdstrike", "osqueryd", "wazuh-agent", "ossec", "selinux", "sysmon":
			return true
		}
	}
	return false
}

// verbs gives the operands of a command of which all words are in c.pos, past
// options and the values of those named.
func (c *cmd) verbs(valued ...string) []string {
	var out []string
	for i := 0; i < len(c.pos); i++ {
		w := c.pos[i]
		c.flowWord(w)
		if !w.Known {
			out = append(out, w.Raw)
			continue
		}
		if strings.HasPrefix(w.Text, "-") && len(w.Text) > 1 {
			for _, v := range valued {
				if w.Text == v {
					i++
				}
			}
			continue
		}
		out = append(out, w.Text)
	}
	return out
}

// service reads service NAME VERB.
func (c *cmd) service() {
	if len(c.pos) < 2 || c.text(1) == "status" || c.text(1) == "describe" {
		c.does(Print, "")
		return
	}
	c.find(System, "system-service", c.text(0), "changes the service "+clip(c.pos[0].Raw), c.pos...)
}

// sv reads the supervisors: VERB NAME.
func (c *cmd) sv() {
	switch v := c.text(0); v {
	case "", "status", "avail", "pid", "tail", "list", "summary", "version", "help", "check", "maintail":
		if len(c.pos) == 0 && c.name == "supervisorctl" {
			c.unsure("it opens a session whose input is not seen")
			return
		}
		c.does(Print, "")
	default:
		c.find(System, "system-service", c.text(1), "changes a service: "+clip(v), c.pos...)
	}
}

// loginctl reads the *ctl programs whose showing verbs are the same.
func (c *cmd) loginctl() {
	words := c.verbs("-p", "--property", "-n", "--lines", "-o", "--output", "-H", "-M", "--address", "--timeout")
	verb := ""
	if len(words) > 0 {
		verb = words[0]
	}
	switch {
	case verb == "", strings.HasPrefix(verb, "list"), strings.HasPrefix(verb, "show"), strings.HasSuffix(verb, "status"), verb == "status", verb == "image-status", verb == "timesync-status",
		verb == "tree", verb == "introspect", verb == "is-installed", verb == "help":
		c.does(Print, "")
	case verb == "call", verb == "set-property", verb == "emit", verb == "monitor", verb == "capture":
		c.unsure("what it asks of another program is not known")
	case strings.HasPrefix(verb, "kill"), strings.HasPrefix(verb, "terminate"):
		c.find(Process, "others-jobs", "", "ends what others run")
	case verb == "enable-linger":
		c.find(System, "persistence", "", "lets programs run after the session")
	default:
		c.find(System, "system-service", "", "changes how the system runs: "+clip(verb))
	}
}

// crontab shows or sets scheduled jobs.
func (c *cmd) crontab() {
	if c.has("-e", "-r") {
		return // its option has said so
	}
	if len(c.pos) == 0 && (c.has("-l") || c.sh.Stdin.Kind == 0) {
		c.does(Print, "")
		return
	}
	for _, w := range c.pos {
		if w.Text != "-" {
			c.read(w)
		}
	}
	c.find(System, "persistence", "crontab", "sets jobs that run after the session", c.pos...)
}

// at sets a job for later.
func (c *cmd) at() {
	if c.has("-l", "-c", "-V") && c.own != "batch" || c.has("-d", "-r") {
		c.does(Print, "")
		return
	}
	c.find(System, "persistence", "at", "sets a job that runs later", c.pos...)
}

// sysctl shows or sets the kernel's parameters.
func (c *cmd) sysctl() {
	c.does(Print, "")
	for _, w := range c.pos {
		if strings.Contains(w.Text+w.Prefix, "=") {
			c.find(System, "system-service", w.Text, "sets a parameter of the kernel", w)
			return
		}
	}
}

// chronyc, gsettings, fwupd: programs whose showing verbs are known.
func (c *cmd) chronyc() {
	switch c.text(0) {
	case "", "tracking", "sources", "sourcestats", "activity", "clients", "serverstats", "ntpdata":
		c.does(Print, "")
	default:
		c.find(System, "system-service", "clock", "changes the machine's clock")
	}
}

func (c *cmd) gsettings() {
	switch v := c.text(0); {
	case v == "", v == "get", v == "sget", v == "list", v == "read", v == "dump", strings.HasPrefix(v, "list-"), v == "range", v == "describe", v == "writable", v == "monitor", v == "watch", v == "info", v == "stat", v == "scontrols", v == "controls", v == "contents", v == "scontents", strings.HasPrefix(v, "get-"):
		c.does(Print, "")
	default:
		c.unsure("it changes the person's own settings")
	}
}

func (c *cmd) fwupd() {
	switch v := c.text(0); {
	case strings.HasPrefix(v, "get-"), v == "security", v == "refresh", v == "":
		c.does(Print, "")
	default:
		c.find(System, "device-or-filesystem", "", "changes the machine's firmware")
	}
}

func (c *cmd) bpftool() {
	switch c.text(0) {
	case "", "show", "list", "help", "dump":
		c.does(Print, "")
	default:
		c.find(System, "node-wide-workload", "", "changes programs in the kernel")
	}
}
