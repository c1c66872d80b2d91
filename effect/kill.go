package effect

import (
	"slices"
	"strings"

	"automode/shell"
)

// kill signals processes. Those that this call, or this session by a file of
// its own, started are its to end; others are not.
func (c *cmd) kill() {
	var targets []shell.Word
	for i := 0; i < len(c.pos); i++ {
		w := c.pos[i]
		switch t := w.Text; {
		case !w.Known:
			targets = append(targets, w)
		case t == "-l" || t == "-L" || t == "--list" || t == "-0" || t == "--table":
			c.does(Print, "")
			return
		case t == "-s" || t == "-n" || t == "--signal" || t == "-q":
			if i+1 < len(c.pos) && c.pos[i+1].Text == "0" {
				c.does(Print, "")
				return
			}
			i++
		case t == "--":
		case strings.HasPrefix(t, "-") && i == 0:
		default:
			targets = append(targets, w)
		}
	}
	if len(targets) == 0 {
		c.does(Print, "")
	}
	for _, w := range targets {
		if c.ownProcess(w) {
			c.does(Process, w.Raw, w)
			continue
		}
		c.find(Process, "others-jobs", w.Text, "ends the process "+clip(w.Raw)+", which this session is not known to have started", w)
	}
}

// ownProcess tells whether a process was started here: $!, a job of this
// shell, or a number kept in a file that this session made.
func (c *cmd) ownProcess(w shell.Word) bool {
	if w.Known {
		return strings.HasPrefix(w.Text, "%")
	}
	if len(w.Subs) == 0 && len(w.Vars) == 0 {
		return strings.Trim(w.Raw, `"`) == "$!" || c.keepsJob(strings.Trim(w.Raw, `"${}`))
	}
	if len(w.Subs) == 0 {
		return len(w.Vars) > 0 && !slices.ContainsFunc(w.Vars, func(v string) bool { return v != "!" })
	}
	for _, i := range w.Subs {
		if i < 0 || i >= c.idx || len(c.r.sh.Commands[i].Words) == 0 {
			return false
		}
		sh := &c.r.sh.Commands[i]
		up := &cmd{r: c.r, idx: i, sh: sh, base: base{sh.Dir.Text, sh.Dir.Known}}
		switch sh.Words[0].Text {
		case "jobs":
		case "cat", "head", "tail":
			for _, f := range sh.Words[1:] {
				if strings.HasPrefix(f.Text, "-") || isNumber(f.Text) {
					continue
				}
				for _, p := range up.places(f) {
					if !p.known || p.glob || !c.r.made(p.path) && !c.r.sess.Files[p.path].Wrote && c.r.wrote[p.path] == nil {
						return false
					}
				}
			}
		default:
			return false
		}
	}
	return true
}

// keepsJob tells whether this text last set the variable to $!.
func (c *cmd) keepsJob(name string) bool {
	own := false
	for i := 0; i < c.idx; i++ {
		for _, a := range c.r.sh.Commands[i].Assigns {
			if a.Name == name {
				own = strings.Trim(a.Value.Raw, `"`) == "$!"
			}
		}
	}
	return own
}

// pkill ends all processes of a name.
func (c *cmd) pkill() {
	for _, w := range c.args {
		if w.Text == "-0" || w.Text == "--signal=0" || w.Text == "-l" {
			c.does(Print, "")
			return
		}
	}
	c.find(Process, "others-jobs", c.text(0), "ends every process that matches "+orWord(clip(c.text(0)), "a pattern"), c.pos...)
}

// ps shows processes; one of its letters shows their environment too.
func (c *cmd) ps() {
	c.does(Print, "")
	for _, w := range c.pos {
		c.flowWord(w)
		if w.Known && w.Text != "" && w.Text[0] != '-' && strings.Contains(w.Text, "e") && strings.Trim(w.Text, "aAceEfghHjklLmnNoOrsStTuUvVwxXZ") == "" {
			c.r.out[c.idx].env = true
			c.find(Read, "credential-hunt", "", "shows the environment of other processes", w)
		}
	}
}
