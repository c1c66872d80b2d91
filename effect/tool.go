package effect

import "automode/call"

// tool reads a call that is not shell text.
func (r *reader) tool(c call.Call, args call.Args) {
	r.unsure("what the tool " + c.Tool + " does is not known")
}
