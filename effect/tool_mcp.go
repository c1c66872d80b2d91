package effect

import (
	"automode/call"
)

// otherTool reads a tool of an MCP server, or one of which nothing but its
// name is known, by its arguments.
//
// What may be allowed rests on this: whoever offers a tool gets what the call
// hands over and nothing else that it did not have before; a server that lies
// about itself needs no call to do harm, since the host starts it with the
// person's rights. So a tool that a table knows whole, by its full name and by
// every argument it was given, may be asked for something while each argument
// is inert: no credential, no address, no path that is not read as a path, no
// long or encoded text. What changes anything, by any tool, is for a person,
// unless the person's own settings vouch for the tool and its arguments prove
// that what it then does is ordinary work. A name that sounds harmless lowers
// nothing; one that does not raises.
func (r *reader) otherTool(c call.Call, args call.Args) {
	t := r.toolCmd(c)
	t.tool = nameOf(c.Tool)
	t.name = "read" // what it reads, an agent sees
	vouched, why := r.vouched(t.tool, c.Tool)
	if spec, _, ok := toolNamed(t.tool); ok {
		t.row(spec, args.Raw)
	} else {
		t.unlisted(args.Raw, vouched)
	}
	if !vouched {
		t.doubts(why)
	}
}

// doubts turns what a tool changes into something not understood, where only
// its name says that it does no more than that.
func (t *cmd) doubts(why string) {
	if why == "" {
		why = "that " + t.server() + " does no more than its name says is for the person's settings to say (tools.trusted)"
	}
	for i := range t.r.rep.Effects {
		switch e := &t.r.rep.Effects[i]; e.Kind {
		case Unknown, Print, Read, Fetch:
		default:
			if e.Entry == "" {
				e.Kind, e.Why = Unknown, why
			}
		}
	}
	for _, m := range t.r.wrote { // nothing was seen to be written
		m.text, m.known, m.whole, m.absent, m.gone, m.built = "", false, false, false, false, false
	}
}

// server is who offers the tool, for sentences.
func (t *cmd) server() string { return t.tool.serverName() }

// unlisted reads a call of a tool that no table knows: by its arguments, and
// by what its name raises.
func (t *cmd) unlisted(raw map[string]any, vouched bool) {
	list, ok := leaves(raw, "", nil)
	if !ok {
		t.unsure("its arguments hold more than can be looked at")
	}
	does := t.tool.act()
	t.outward = does == sends || does == pays
	for _, l := range list {
		t.argument(l, does)
	}
	t.suspects(raw, list)
	switch {
	case !vouched:
		t.unsure("the tool " + clip(t.tool.whole) + " is known by its name only")
	case does == runs && len(t.r.rep.Effects) > 0: // the command or code that it was given says it all
	case does != reads:
		t.unsure("what " + t.server() + " changes by " + clip(t.tool.whole) + " is not known")
	default:
		t.does(Fetch, t.server())
	}
}
