package effect

// added is something that a change of a file makes happen.
type added struct{ Entry, Why string }

// surfaceFindings tells what the change of a file from before to after adds.
func surfaceFindings(p, before, after string) []added { return nil }
