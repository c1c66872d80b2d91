package replay

import (
	"context"
	"fmt"

	"automode/gate"
	"automode/judge/static"
)

// Overhear tells hear what a judge that is a model would have been asked about
// the call of that id in a recorded session; the empty id is its last call.
// change, where set, puts into the request what the session does not say. No
// model is asked. What hear is given holds until it returns. The error says
// that there is no such call, or is as Session's.
func Overhear(ctx context.Context, file File, id string, change func(*gate.Request), hear func(gate.Overheard)) error {
	if id == "" {
		if _, err := Session(ctx, file, true, func(j Judged) bool { id = j.ID; return true }); err != nil {
			return err
		}
		if id == "" {
			return fmt.Errorf("%s holds no call", file.Path)
		}
	}
	found := false
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s := session{each: func(r gate.Request) {
		if found || r.Call.ID != id {
			return
		}
		found = true
		if change != nil {
			change(&r)
		}
		hear(gate.Overhear(ctx, static.Judge{}, r))
		stop() // the rest of the session does not matter
	}}
	_, err := s.run(ctx, file, func(Judged) bool { return !found })
	switch {
	case found:
		return nil
	case err != nil:
		return err
	}
	return fmt.Errorf("%s holds no call %q; automode --json replay lists them", file.Path, id)
}
