package effect

// specialCore are the readers of programs that every system has.
func specialCore(name string) func(*cmd) {
	switch name {
	case "awk":
		return (*cmd).awk
	case "csplit":
		return (*cmd).csplit
	case "dasel":
		return (*cmd).dasel
	case "dc":
		return (*cmd).dc
	case "fx":
		return (*cmd).fx
	case "grep":
		return (*cmd).grep
	case "jq":
		return (*cmd).jq
	case "mlr":
		return (*cmd).mlr
	case "pager":
		return (*cmd).pager
	case "patch":
		return (*cmd).patch
	case "sed":
		return (*cmd).sed
	case "split":
		return (*cmd).cutUp
	case "yq":
		return (*cmd).yq
	}
	return nil
}
