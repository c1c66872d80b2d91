package effect

import (
	"strings"

	"automode/shell"
)

// dockerExec reads a command that runs in a container: docker exec, and its
// like in compose files.
func dockerExec(c *cmd) {
	if len(c.pos) == 0 {
		c.unsure("no container is named")
		return
	}
	target, inner := c.pos[0], c.pos[1:]
	c.flowWord(target)
	if productionValue(target) {
		c.find(Channel, "interactive-into-sensitive", target.Text, "runs a command in "+clip(target.Raw)+", which is in production by its name", target)
	}
	c.inside("container "+target.Text, inner)
}

// inside judges a command that runs on another system: what it does there
// counts. Where the shell package reads it as a command of its own, that one
// is judged when its turn comes.
func (c *cmd) inside(where string, inner []shell.Word) {
	for _, w := range inner {
		c.flowWord(w)
	}
	if c.unwrapped() {
		c.does(Local, where)
		return
	}
	if interactive(inner) && c.sh.Stdin.Kind != shell.Here {
		c.unsure("it opens a session in " + where + " whose later input is not seen")
		return
	}
	was := c.r.remote
	c.r.remote = where
	c.nested(inner)
	c.r.remote = was
}

// unwrapped tells whether the command that this one carries is listed as one
// of its own.
func (c *cmd) unwrapped() bool { return c.sh.Carries }

// freshContainer tells whether the command is listed because docker run starts
// it in a container that is made for it: docker's own reader judges it there,
// knowing what the container is given. What flows through it is the same.
func (c *cmd) freshContainer() bool {
	for _, w := range c.sh.Via {
		switch w.Name {
		case "docker", "podman", "nerdctl":
		default:
			continue
		}
		for _, word := range w.Words[1:] {
			if word.Text == "compose" || word.Text == "exec" {
				break
			}
			if word.Text == "run" {
				if p := c.sh.Parent; p >= 0 && p < c.idx {
					c.r.out[c.idx].join(c.r.out[p])
				}
				return true
			}
		}
	}
	return false
}

// dockerCopy reads a copy between a container, as container:path, and here.
func dockerCopy(c *cmd) {
	if len(c.pos) != 2 {
		c.unsure("what it copies is not known")
		return
	}
	from, to := c.pos[0], c.pos[1]
	there := func(w shell.Word) bool {
		t := w.Text
		if !w.Known {
			t = w.Prefix
			if t == "" && strings.HasPrefix(w.Suffix, ":") {
				return true
			}
		}
		i := strings.IndexByte(t, ':')
		return i > 0 && !strings.ContainsAny(t[:i], "/.")
	}
	switch {
	case there(from) && there(to):
		c.unsure("a copy from one container to another is not known")
	case there(from):
		c.flowWord(from)
		if productionValue(from) {
			c.find(Read, "sensitive-location", from.Text, "copies files out of "+clip(from.Raw)+", which is in production by its name", from)
		}
		if to.Known && to.Text == "-" {
			c.does(Print, "")
			return
		}
		c.write(to, true)
	case there(to):
		if productionValue(to) {
			c.find(Remote, "production-deploy", to.Text, "changes files in "+clip(to.Raw)+", which is in production by its name", to)
		}
		if from.Known && from.Text == "-" {
			c.unsure("what it copies into the container is not known", from)
			return
		}
		c.read(from)
		c.does(Local, "container", to)
	default:
		c.unsure("neither side of the copy is known to be a container")
	}
}

// dockerRemove: containers.
func dockerRemove(c *cmd) { c.removes("docker", "stateful-resource", "removes the container", c.pos) }

// dockerStop: containers that stop running.
func dockerStop(c *cmd) { c.removes("docker", "others-jobs", "stops the container", c.pos) }

// dockerRestart: containers that stop and start again.
func dockerRestart(c *cmd) { c.removes("docker", "others-jobs", "restarts the container", c.pos) }

// dockerRemoveImage: images, which a build or a pull brings back.
func dockerRemoveImage(c *cmd) {
	for _, w := range c.pos {
		c.flowWord(w)
		if w.Known && c.builtImage(w.Text) {
			c.does(Local, "image", w)
			continue
		}
		c.find(Delete, "stateful-resource", w.Text, "removes the image "+clip(w.Raw)+", which this session did not build", w)
	}
}

// dockerMakeVolume: volumes that keep data.
func dockerMakeVolume(c *cmd) {
	if len(c.pos) == 1 && c.pos[0].Lit() {
		// making a volume that exists succeeds too, so its success proves nothing
		c.does(Local, "volume:"+c.pos[0].Text)
		return
	}
	c.does(Local, "volume")
}

// dockerMakeNetwork: networks between containers.
func dockerMakeNetwork(c *cmd) {
	if len(c.pos) == 1 && c.pos[0].Lit() {
		c.makes("network:" + c.pos[0].Text)
	}
	c.does(Local, "network")
}

// dockerRemoveVolume: volumes, with the data in them.
func dockerRemoveVolume(c *cmd) {
	c.removes("volume", "stateful-resource", "deletes the volume", c.pos)
}

// dockerRemoveNetwork: networks between containers.
func dockerRemoveNetwork(c *cmd) {
	c.removes("network", "stateful-resource", "removes the network", c.pos)
}

// composeRun reads a command that runs in a new container of a service.
func composeRun(c *cmd) {
	if len(c.pos) == 0 {
		c.unsure("no service is named")
		return
	}
	c.containerOptions()
	c.runsProjectCode()
	if productionValue(c.pos[0]) {
		c.find(Channel, "interactive-into-sensitive", c.pos[0].Text, "runs a command in "+clip(c.pos[0].Raw)+", which is in production by its name", c.pos[0])
	}
	inner := c.pos[1:]
	if c.unwrapped() || len(inner) == 0 {
		return
	}
	if interactive(inner) && c.sh.Stdin.Kind != shell.Here {
		c.unsure("it opens a session in a container whose later input is not seen")
		return
	}
	was := c.r.remote
	c.r.remote = "a container"
	c.nested(inner)
	c.r.remote = was
}

// dockerContextUse reads which daemon later commands talk to.
func dockerContextUse(c *cmd) {
	for _, w := range c.pos {
		if productionValue(w) {
			c.find(System, "repoint", w.Text, "makes later commands act on "+clip(w.Raw)+", which is in production by its name", w)
			continue
		}
		c.flowWord(w)
	}
	c.does(Local, c.name)
}
