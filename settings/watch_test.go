//go:build unix

package settings

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"automode/permission"
)

func TestAWatcherSeesEveryChange(t *testing.T) {
	src := files(t, map[string]string{User: `{"mode":"plan"}`})
	must(t, os.MkdirAll(filepath.Dir(src.Project), 0o755))
	synctest.Test(t, func(t *testing.T) {
		type seen struct {
			s   *Settings
			err error
		}
		var got []seen
		ctx, stop := context.WithCancel(t.Context())
		go Watch(ctx, src, time.Second, func(s *Settings, err error) { got = append(got, seen{s, err}) })
		look := func(what string, n int, ok func(seen) bool) {
			t.Helper()
			time.Sleep(1500 * time.Millisecond)
			synctest.Wait()
			if len(got) != n || !ok(got[n-1]) {
				t.Fatalf("%s: told %d times, want %d; last %+v", what, len(got), n, got[len(got)-1])
			}
		}
		mode := func(m permission.Mode) func(seen) bool {
			return func(s seen) bool { return s.err == nil && s.s.Mode == m }
		}
		look("at the start", 1, mode(permission.Plan))
		look("nothing happened", 1, mode(permission.Plan))
		must(t, os.WriteFile(src.User, []byte(`{"mode":"auto"}`), 0o644))
		look("written over, as long as before", 2, mode(permission.Auto))
		must(t, os.WriteFile(src.User+".new", []byte(`{"mode":"plan"}`), 0o644))
		must(t, os.Rename(src.User+".new", src.User))
		look("put in place by a rename", 3, mode(permission.Plan))
		must(t, os.WriteFile(src.User, []byte(`{"mode":`), 0o644))
		look("half written", 4, func(s seen) bool { return s.err != nil })
		must(t, os.Remove(src.User))
		look("gone", 5, mode(permission.Auto))
		must(t, os.WriteFile(src.Project, []byte(`{"permissions":{"deny":["Bash"]}}`), 0o644))
		look("another layer came", 6, func(s seen) bool { return s.err == nil && len(s.s.Rules.Rules(permission.Deny)) == 1 })
		must(t, os.Chmod(src.Project, 0o600))
		look("mode bits", 7, func(s seen) bool { return s.err == nil })
		stop()
		synctest.Wait()
	})
}
