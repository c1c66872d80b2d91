package effect

import (
	"strings"

	"automode/secret"
	"automode/shell"
)

// dockerBuild reads the build of an image: its context, what of this machine
// goes into it, and where it ends up.
func dockerBuild(c *cmd) {
	for _, w := range c.pos {
		c.flowWord(w)
		switch {
		case w.Known && w.Text == "-":
			c.recipe(w)
		case w.Known && (strings.Contains(w.Text, "://") || strings.HasPrefix(w.Text, "git@") || strings.HasPrefix(w.Text, "github.com/")):
			c.find(Run, "foreign-repo-execution", hostOf(w.Text), "builds and so runs what lies at "+clip(w.Text), w)
		default:
			c.buildContext(w)
		}
	}
	for _, o := range c.opts {
		if o.spec == nil || len(o.spec.names) == 0 {
			continue
		}
		w := o.value
		switch o.spec.names[len(o.spec.names)-1] {
		case "--build-arg":
			c.buildArg(w)
		case "--secret":
			c.buildSecret(w)
		case "--tag":
			if w.Known && !c.sh.Maybe {
				c.buildsImage(w.Text)
			}
		case "--cache-to", "--cache-from":
			if !w.Known || strings.Contains(w.Text, "type=") && !strings.Contains(w.Text, "type=local") && !strings.Contains(w.Text, "type=inline") && !strings.Contains(w.Text, "type=gha") {
				c.unsure("where the build's cache goes is not known", w)
			}
		case "--output":
			c.buildOutput(w)
		case "--build-context":
			if _, src, ok := strings.Cut(w.Text, "="); ok {
				s := w
				s.Text = src
				c.buildContext(s)
			} else {
				c.unsure("what it builds from is not known", w)
			}
		case "--push":
			c.pushed(c.tags())
		}
	}
	c.does(Local, "image")
}

// tags are the names under which a build puts its image.
func (c *cmd) tags() []shell.Word {
	var out []shell.Word
	for _, o := range c.opts {
		if o.spec != nil && o.has && o.spec.names[len(o.spec.names)-1] == "--tag" {
			out = append(out, o.value)
		}
	}
	if len(out) == 0 {
		out = append(out, shell.Word{Known: true, Text: "its image", Raw: c.name})
	}
	return out
}

// buildContext judges the folder that an image is built from: its build file
// is the project's own code.
func (c *cmd) buildContext(w shell.Word) {
	ps := c.places(w)
	for _, p := range ps {
		if !p.known || p.glob {
			c.unsure("which folder it builds is not known", w)
			continue
		}
		was := c.base
		c.base = base{p.path, true}
		c.runsProjectCode()
		c.base = was
	}
}

// buildArg judges name=value given to a build, which stays in the image.
func (c *cmd) buildArg(w shell.Word) {
	c.flowWord(w)
	name, value, given := strings.Cut(w.Text, "=")
	if !w.Known {
		name, _, _ = strings.Cut(w.Prefix, "=")
	}
	f := c.wordFlow(w)
	switch {
	case f.grade != secret.None:
		c.find(Write, "secret-into-artifact", name, "puts "+f.secret+" into the image, where it stays", w)
	case given && len(secret.Find(w.Text)) > 0:
		c.find(Write, "secret-into-artifact", name, "puts a credential into the image, where it stays", w)
	case strings.HasSuffix(strings.ToLower(name), "_proxy") && value != "" && !isLocal(hostOf(value)):
		c.find(Fetch, "repoint", hostOf(value), "sends what the build fetches through "+hostOf(value), w)
	}
}

// buildSecret judges id=x,src=path: the build may read it, the image keeps it not.
func (c *cmd) buildSecret(w shell.Word) {
	if !w.Known {
		c.unsure("which secret the build gets is not known", w)
		return
	}
	for part := range strings.SplitSeq(w.Text, ",") {
		if k, v, _ := strings.Cut(part, "="); k == "src" || k == "source" {
			s := w
			s.Text = v
			c.read(s)
		}
	}
}

// buildOutput judges where a build puts its result.
func (c *cmd) buildOutput(w shell.Word) {
	if !w.Known {
		c.unsure("where the build's result goes is not known", w)
		return
	}
	kind, dest := "local", ""
	if !strings.Contains(w.Text, "=") {
		dest = w.Text
	}
	for part := range strings.SplitSeq(w.Text, ",") {
		switch k, v, _ := strings.Cut(part, "="); k {
		case "type":
			kind = v
		case "dest":
			dest = v
		case "push":
			if v != "false" {
				kind = "registry"
			}
		}
	}
	s := w
	s.Text = dest
	switch kind {
	case "docker", "image", "cacheonly":
		if dest != "" {
			c.write(s, true)
		}
	case "local":
		c.writeBelow(s)
	case "tar", "oci":
		if dest != "" && dest != "-" {
			c.write(s, true)
		}
	default:
		c.pushed(c.tags())
	}
}

// dockerPush reads the push of images.
func dockerPush(c *cmd) { c.pushed(c.pos) }

// pushed judges names under which images go to a registry.
func (c *cmd) pushed(words []shell.Word) {
	for _, w := range words {
		c.flowWord(w)
		host := imageHost(w.Text)
		if !w.Known {
			host = imageHost(w.Prefix + "x")
		}
		switch {
		case isLocal(hostOf(host)) && host != "":
			c.does(Send, host, w)
		case productionValue(w):
			c.find(Remote, "production-deploy", w.Text, "pushes "+clip(w.Raw)+", which is in production by its name", w)
		case host == "" && w.Known:
			c.find(Send, "public-publication", w.Text, "pushes "+clip(w.Raw)+" to Docker Hub", w)
		default:
			c.find(Remote, "shared-artifact", w.Text, "pushes "+clip(w.Raw)+", which others pull", w)
		}
	}
}

// dockerTag reads another name for an image.
func dockerTag(c *cmd) {
	for _, w := range c.pos {
		c.flowWord(w)
	}
	if len(c.pos) == 2 && c.pos[1].Known && c.pos[0].Known && c.builtImage(c.pos[0].Text) {
		c.buildsImage(c.pos[1].Text)
	}
	c.does(Local, "image")
}

// dockerBake reads a build of the targets that the project's bake file lists.
func dockerBake(c *cmd) {
	for _, w := range c.pos {
		if w.Known && strings.Contains(w.Text, "://") {
			c.find(Run, "foreign-repo-execution", hostOf(w.Text), "builds what lies at "+clip(w.Text), w)
			continue
		}
		c.flowWord(w)
	}
	if c.has("--print") {
		c.does(Print, "")
		return
	}
	if c.has("--push") {
		c.find(Remote, "shared-artifact", "", "pushes the images it builds, which others pull")
	}
	c.runsProjectCode()
}

// imageSource reads where skopeo takes an image from: a registry, a file or
// the local store.
func imageSource(c *cmd, w shell.Word) {
	c.flowWord(w)
	kind, rest, _ := strings.Cut(w.Text, ":")
	switch {
	case !w.Known:
		c.unsure("where the image comes from is not known", w)
	case kind == "docker":
		c.does(Fetch, hostOf(rest), w)
	case kind == "docker-daemon", kind == "containers-storage":
		c.does(Read, "", w)
	case kind == "dir", kind == "docker-archive", kind == "oci", kind == "oci-archive":
		file, _, _ := strings.Cut(rest, ":")
		s := w
		s.Text = file
		c.read(s)
	default:
		c.unsure("a source of the kind "+clip(kind)+" is not known", w)
	}
}

// imageDest reads where skopeo puts an image.
func imageDest(c *cmd, w shell.Word) {
	c.flowWord(w)
	kind, rest, _ := strings.Cut(w.Text, ":")
	switch {
	case !w.Known:
		c.unsure("where the image goes is not known", w)
	case kind == "docker":
		s := w
		s.Text = strings.TrimPrefix(rest, "//")
		c.pushed([]shell.Word{s})
	case kind == "docker-daemon", kind == "containers-storage":
		c.does(Local, "image", w)
	case kind == "dir", kind == "docker-archive", kind == "oci", kind == "oci-archive":
		file, _, _ := strings.Cut(rest, ":")
		s := w
		s.Text = file
		c.writeBelow(s)
	default:
		c.unsure("a destination of the kind "+clip(kind)+" is not known", w)
	}
}
