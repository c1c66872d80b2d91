package gate

import (
	"strings"

	"automode/call"
	"automode/effect"
	"automode/world"
)

// own is step 6 for reading: read-only tools and read-only shell, and the
// agent's own notes. A file tool reads without asking inside the roots only.
func (w *walk) own(harmless bool) bool {
	c := w.req.Call
	if ownRecord(c) {
		return true
	}
	if !harmless || w.limited() != nil {
		return false
	}
	switch c.Kind() {
	case call.Shell:
		return true
	case call.Read:
		for i := range w.report.Effects {
			if e := &w.report.Effects[i]; strings.HasPrefix(e.Target, "/") && !ownPlace(e.Target, w.req.Place) {
				return false
			}
		}
		return true
	}
	return false
}

// ownEdits is what step 6 adds in acceptEdits mode: edits and simple file
// commands inside the roots, of no file of any class.
func (w *walk) ownEdits() bool {
	switch w.req.Call.Kind() {
	case call.Write, call.Edit, call.Shell:
	default:
		return false
	}
	if !w.report.Edits() {
		return false
	}
	for i := range w.report.Effects {
		switch e := &w.report.Effects[i]; e.Kind {
		case effect.Write, effect.Delete, effect.Mode:
			if !inRoot(e.Target, w.req.Place) {
				return false
			}
		}
	}
	return w.limited() == nil
}

// inRoot tells whether the file lies in a working directory of the session. A
// root that is home, a system folder or above one of these gives no privilege.
func inRoot(file string, place world.Place) bool {
	for _, root := range place.Roots {
		if world.Inside(file, root) && !world.Inside(place.Home, root) && !systemFolder(root) {
			return true
		}
	}
	return false
}

// systemFolder tells whether dir is one of the folders that a system is made
// of, and nobody's project.
func systemFolder(dir string) bool {
	switch dir {
	case "/", "/bin", "/boot", "/dev", "/etc", "/home", "/lib", "/lib32", "/lib64", "/media", "/mnt", "/opt", "/proc", "/root", "/run", "/sbin", "/srv", "/sys", "/tmp", "/usr", "/var",
		"/usr/bin", "/usr/lib", "/usr/local", "/usr/local/bin", "/usr/sbin", "/usr/share", "/var/lib", "/var/log", "/var/run",
		"/Applications", "/Library", "/System", "/Users", "/Volumes", "/private", "/private/etc", "/private/var", "/private/tmp":
		return true
	}
	return false
}
