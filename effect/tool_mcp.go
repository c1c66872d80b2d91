package effect

import "automode/call"

// otherTool reads a tool that no table knows, by its arguments.
func (r *reader) otherTool(c call.Call, args call.Args) {
	r.unsure("what the tool " + c.Tool + " does is not known")
}
