package effect

import "strings"

// gdb reads debuggers: without commands they show a prompt and end.
func (c *cmd) gdb() {
	c.does(Print, "")
	runs := false
	for _, o := range c.opts {
		if o.spec == nil || !o.has || o.spec.names[0] != "-ex" && o.spec.names[0] != "-o" {
			continue
		}
		first, rest, _ := strings.Cut(strings.TrimSpace(o.value.Text), " ")
		switch first {
		case "bt", "backtrace", "where", "info", "list", "l", "quit", "q", "break", "b", "tbreak", "frame", "up", "down", "disassemble", "x", "p", "print", "thread", "threads", "help", "show", "file", "register", "image", "target", "breakpoint":
			if !o.value.Known || strings.ContainsAny(rest, "|`") || (first == "p" || first == "print") && strings.Contains(rest, "(") {
				c.unsure("what the debugger is told to do is not looked into", o.value)
			}
		case "run", "r", "start", "continue", "c", "next", "n", "step", "s", "finish", "process":
			runs = true
		case "set":
			if !strings.HasPrefix(rest, "pagination") && !strings.HasPrefix(rest, "confirm") && !strings.HasPrefix(rest, "print") && !strings.HasPrefix(rest, "height") && !strings.HasPrefix(rest, "width") {
				c.unsure("what the debugger is told to do is not looked into", o.value)
			}
		default:
			c.unsure("what the debugger is told to do is not looked into", o.value)
		}
	}
	for i, w := range c.pos {
		if i == 0 && runs {
			c.runsProject(w)
			continue
		}
		c.list(w)
	}
	if f := c.inflow(); f != (flow{}) || c.sh.Stdin.Kind != 0 {
		c.unsure("the debugger takes commands from its input")
	}
}
