package settings

import (
	"context"
	"os"
	"strconv"
	"strings"
	"time"
)

// Stamp names the state of the files that the layers are read from, without
// reading them: the same stamp, the same settings. What is not there counts
// too.
func Stamp(src Sources) string {
	var b strings.Builder
	for _, path := range [...]string{src.Managed, src.Copy, src.Extra, src.User, src.Project} {
		fi, err := os.Stat(path)
		if err != nil {
			b.WriteString("-;")
			continue
		}
		b.WriteString(identity(fi) + " " + strconv.FormatInt(fi.Size(), 36) + " " + strconv.FormatInt(fi.ModTime().UnixNano(), 36) + " " + fi.Mode().String() + ";")
	}
	return b.String()
}

// Watch reads the settings and gives them to changed, and again whenever a
// file of theirs changed, until ctx is done. It looks every so often and needs
// nothing of the system: files that are put in place by a rename, that come
// and go, and file systems that send no notices are all the same to it. What
// changed is given is as Load gives it: settings that come with an error are
// not to be used to allow anything.
func Watch(ctx context.Context, src Sources, every time.Duration, changed func(*Settings, error)) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	seen := ""
	for {
		if now := Stamp(src); now != seen {
			// The stamp is from before the reading: what changes in between is
			// seen at the next look.
			seen = now
			changed(Load(src))
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
