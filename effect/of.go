package effect

import "automode/call"

// Of tells what c does. It is total: trouble is an effect of Kind Unknown or a
// line in Opaque, never a panic.
func Of(c call.Call, env Env) *Report {
	return &Report{Effects: []Effect{{Kind: Unknown, Cmd: -1, Why: "not looked at"}}}
}

// Harmless tells whether the report is complete and holds nothing but output
// and reads of files that are no secrets.
func (r *Report) Harmless() bool { return false }

// Routine tells whether the report is complete and every effect of it is
// harmless or ordinary work (JUDGE 1).
func (r *Report) Routine() bool { return false }

// Edits tells whether the report is complete and its effects are only
// harmless ones and writes, deletions of files made in this session, and
// folders made, of plain files inside the roots: what acceptEdits mode lets
// pass. It is false for content that has a finding.
func (r *Report) Edits() bool { return false }
