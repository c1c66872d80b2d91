// Package vectors holds labelled calls that any gate can be held against, as
// they ship with this one. README.md describes the format.
package vectors

import "embed"

// Files are the vectors, one JSON object a line.
//
//go:embed *.jsonl
var Files embed.FS
