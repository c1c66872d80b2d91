package effect

import (
	"path"
	"strings"

	"automode/secret"
	"automode/shell"
	"automode/world"
)

// dockerRun reads a container that is made: from which image, with what of
// this machine in reach, and what runs in it.
func dockerRun(c *cmd) {
	if len(c.pos) == 0 {
		c.unsure("no image is named")
		return
	}
	image := c.pos[0]
	known := c.image(image)
	mounts := c.containerOptions()
	if name, ok := c.value("--name"); ok && name.Lit() && name.Text != "" {
		c.makes("docker:" + name.Text)
	}
	c.does(Local, "container "+image.Text)
	inner := c.pos[1:]
	if e, ok := c.value("--entrypoint"); ok && e.Known && e.Text != "" {
		inner = append([]shell.Word{e}, inner...)
	}
	for _, w := range inner {
		c.flowWord(w)
	}
	if c.has("-i", "--interactive") && interactive(inner) && c.sh.Stdin.Kind != shell.Here {
		c.unsure("it opens a session in a container whose later input is not seen")
		return
	}
	if known && len(inner) > 0 && !(inner[0].Known && strings.HasPrefix(inner[0].Text, "-")) {
		c.within("a container", inner, mounts)
	}
}

// image judges the image that a container is made from.
func (c *cmd) image(w shell.Word) bool {
	c.flowWord(w)
	texts, ok := w.Values()
	if !ok {
		c.unsure("which image it runs is not known", w)
		return false
	}
	for _, t := range texts {
		if !knownImage(t) && !c.builtImage(t) {
			c.find(Run, "unpinned-tool-run", t, "runs the image "+clip(t)+", whose publisher is not known here and which this session did not build", w)
			return false
		}
	}
	return true
}

// interactive tells whether a command waits for what is typed into it.
func interactive(words []shell.Word) bool {
	if len(words) == 0 {
		return true
	}
	switch path.Base(words[0].Text) {
	case "bash", "sh", "zsh", "ash", "dash", "fish", "ksh", "python", "python3", "node", "irb", "psql", "mysql", "redis-cli", "mongosh", "mongo", "rails", "ipython":
		return len(words) == 1
	}
	return false
}

// containerOptions judges what a container is given of this machine; mounts
// tells whether files of ours are within its reach to write.
func (c *cmd) containerOptions() (mounts bool) {
	for _, o := range c.opts {
		if o.spec == nil || len(o.spec.names) == 0 {
			continue
		}
		w := o.value
		text := w.Text
		switch o.spec.names[len(o.spec.names)-1] {
		case "--volume":
			mounts = c.mount(volumeSource(w), volumeReadOnly(w), w) || mounts
		case "--mount":
			mounts = c.mountOption(w) || mounts
		case "--publish":
			c.publish(w)
		case "--pid", "--ipc", "--uts", "--userns", "--cgroupns":
			if !w.Known || text == "host" {
				c.find(Privilege, "containment-escape", o.name, "shares this machine's "+strings.TrimLeft(o.name, "-")+" with the container", c.optWords(o)...)
			}
		case "--network":
			if !w.Known || text == "host" {
				c.find(Privilege, "containment-escape", o.name, "puts the container on this machine's own network", c.optWords(o)...)
			}
		case "--cap-add":
			if !ordinaryCap(w) {
				c.find(Privilege, "containment-escape", text, "gives the container the right "+clip(w.Raw), c.optWords(o)...)
			}
		case "--security-opt":
			if !w.Known || text != "no-new-privileges" && text != "no-new-privileges:true" && text != "no-new-privileges=true" {
				c.find(Privilege, "containment-escape", text, "loosens what holds the container", c.optWords(o)...)
			}
		case "--restart":
			if !w.Known || strings.HasPrefix(text, "always") || strings.HasPrefix(text, "unless-stopped") {
				c.find(System, "persistence", text, "makes the container start again by itself, after this session too", c.optWords(o)...)
			}
		case "--log-driver":
			switch text {
			case "none", "json-file", "local", "journald":
			default:
				c.unsure("where the log driver "+clip(w.Raw)+" sends the logs is not known", w)
			}
		}
	}
	return mounts
}

// ordinaryCap: capabilities that a container has anyway, or that reach no
// further than its own network.
func ordinaryCap(w shell.Word) bool {
	if !w.Known {
		return false
	}
	switch strings.TrimPrefix(strings.ToUpper(w.Text), "CAP_") {
	case "AUDIT_WRITE", "CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "KILL", "MKNOD", "NET_BIND_SERVICE", "NET_RAW", "SETFCAP", "SETGID", "SETPCAP", "SETUID", "SYS_CHROOT", "IPC_LOCK", "SYS_NICE":
		return true
	}
	return false
}

// volumeSource is the source of source:target[:options], as a word; a word
// without a colon is a volume without a name.
func volumeSource(w shell.Word) shell.Word {
	s := w
	if !w.Known {
		if i := strings.IndexByte(w.Prefix, ':'); i >= 0 {
			s.Known, s.Text = true, w.Prefix[:i]
		}
		return s
	}
	i := strings.IndexByte(w.Text, ':')
	if i == 1 && len(w.Text) > 2 && (w.Text[2] == '\\' || w.Text[2] == '/') { // C:\data:/data
		if j := strings.IndexByte(w.Text[2:], ':'); j >= 0 {
			i = j + 2
		}
	}
	if i < 0 {
		s.Text = ""
		return s
	}
	s.Text = w.Text[:i]
	return s
}

func volumeReadOnly(w shell.Word) bool {
	t := w.Text
	if !w.Known {
		t = w.Suffix
	}
	i := strings.LastIndexByte(t, ':')
	for o := range strings.SplitSeq(t[i+1:], ",") {
		if o == "ro" {
			return true
		}
	}
	return false
}

// mountOption reads type=bind,source=x,target=y,readonly.
func (c *cmd) mountOption(w shell.Word) bool {
	if !w.Known {
		c.unsure("what it mounts is not known", w)
		return true
	}
	src, kind, ro := "", "volume", false
	for part := range strings.SplitSeq(w.Text, ",") {
		k, v, _ := strings.Cut(part, "=")
		switch k {
		case "type":
			kind = v
		case "source", "src":
			src = v
		case "readonly", "ro":
			ro = v != "false" && v != "0"
		}
	}
	if kind != "bind" {
		if kind != "volume" && kind != "tmpfs" && kind != "cache" && kind != "image" {
			c.unsure("a mount of the type "+kind+" is not known", w)
		}
		return kind == "volume"
	}
	s := w
	s.Text = src
	if !strings.HasPrefix(src, "/") && !strings.HasPrefix(src, ".") && !strings.HasPrefix(src, "~") {
		s.Text = "./" + src
	}
	return c.mount(s, ro, w)
}

// mount judges a file or folder of this machine that a container is given.
// The result tells whether the container can write there.
func (c *cmd) mount(src shell.Word, readOnly bool, w shell.Word) bool {
	c.flowWord(w)
	if src.Known && src.Text == "" {
		return false
	}
	if src.Known && !strings.ContainsAny(src.Text, "/\\") && src.Text != "." && src.Text != ".." && src.Text != "~" {
		return true // a named volume
	}
	for _, p := range c.places(src) {
		if !p.known || p.glob {
			c.unsure("which folder the container is given is not known", w)
			continue
		}
		c.mountAt(p, readOnly, w)
	}
	return !readOnly
}

func (c *cmd) mountAt(p place, readOnly bool, w shell.Word) {
	grade, what := secret.Below(p.path, c.r.env.Place.Home)
	class, of := classOf(p.path, c.r.env.Place)
	switch {
	case strings.HasSuffix(p.path, "/docker.sock") || strings.HasSuffix(p.path, "/podman.sock") || strings.HasSuffix(p.path, "/containerd.sock") || strings.HasSuffix(p.path, "/crio.sock"):
		c.find(Privilege, "containment-escape", p.path, "hands the container the control of all containers of this machine", w)
	case p.path == "/etc/localtime" || p.path == "/etc/timezone":
		c.add(Effect{Kind: Read, Target: p.path, Known: true}, w)
	case c.r.critical(p.path) && !c.isRoot(p.path) || systemPath(p.path):
		c.find(Privilege, "containment-escape", p.path, "gives the container this machine's "+p.path, w)
	case class == Control:
		c.guard(Write, "own-permissions", p.path, "gives a container "+of, w)
	case c.r.rooted(p.path):
		c.add(Effect{Kind: Read, Target: p.path, Known: true, Many: true}, w)
	case grade != secret.None:
		c.find(Read, "credential-hunt", p.path, "gives a container "+what, w)
	case c.r.isTemp(p.path) || readOnly:
		c.add(Effect{Kind: Read, Target: p.path, Known: true, Many: true}, w)
	default:
		c.unsure("it gives a container a folder outside the project: "+p.path, w)
	}
}

// isRoot tells whether p is one of the session's roots itself.
func (c *cmd) isRoot(p string) bool {
	for _, root := range c.r.env.Place.Roots {
		if p == path.Clean(root) && privileged(p, c.r.env.Place.Home) && !world.Inside(c.r.env.Place.Home, p) {
			return true
		}
	}
	return false
}

// publish judges a port that is opened: without an address it is open to
// everyone who reaches this machine.
func (c *cmd) publish(w shell.Word) {
	c.flowWord(w)
	t := w.Text
	if !w.Known {
		t = w.Prefix
	}
	if i := strings.LastIndexByte(t, '/'); i >= 0 && (t[i:] == "/tcp" || t[i:] == "/udp") {
		t = t[:i]
	}
	if strings.HasPrefix(t, "127.") || strings.HasPrefix(t, "localhost:") || strings.HasPrefix(t, "[::1]:") || strings.HasPrefix(t, "::1:") {
		c.does(Listen, "localhost", w)
		return
	}
	c.find(Listen, "expose-service", t, "publishes a port to everyone who reaches this machine; 127.0.0.1:HOST:CONTAINER keeps it here", w)
}
