package shell

import (
	"path"
	"strings"
)

// changeDir follows cd, pushd and popd.
func (r *reader) changeDir(j *job) {
	r.emitJob(j, lit(""))
	name := j.words[0].Text
	var args []Word
	opts, physical := true, false
	for i := 1; i < len(j.words); i++ {
		w := j.words[i]
		if opts && w.Lit() && len(w.Text) > 1 && w.Text[0] == '-' {
			switch {
			case w.Text == "--":
				opts = false
				continue
			case name == "cd" && strings.Trim(w.Text[1:], "LPe@") == "" || name != "cd" && w.Text == "-n":
				if name != "cd" {
					return // pushd -n does not move
				}
				physical = physical || strings.Contains(w.Text, "P")
				continue
			}
		}
		opts = false
		args = append(args, w)
	}
	old := r.st.dir
	target := Value{}
	switch {
	case name == "popd":
		if n := len(r.st.dirs); n > 0 && len(args) == 0 {
			target = r.st.dirs[n-1]
			r.st.dirs = r.st.dirs[: n-1 : n-1]
		} else {
			r.st.dirs = []Value{{}}
		}
	case len(args) == 0 && name == "cd":
		v, _ := r.lookup("HOME")
		if v.known {
			target = r.resolve(v.text)
		}
	case len(args) == 1 && args[0].Lit():
		switch t := args[0].Text; {
		case t == "-" && name == "cd":
			if r.st.find("OLDPWD") == nil {
				target = r.st.oldDir
			}
			if len(r.st.dirFail) > 0 {
				r.st.dirFail = addDir(r.st.dirFail, Value{})
			}
		case name == "pushd" && t != "" && (t[0] == '+' || t[0] == '-'):
			r.st.dirs = []Value{{}}
		case t == "":
			target = old
		case physical && strings.Contains(t, ".."):
			// .. of a link leads elsewhere
		default:
			target = r.resolve(t)
		}
	}
	if name == "pushd" && len(args) > 0 {
		r.st.dirs = append(r.st.dirs[:len(r.st.dirs):len(r.st.dirs)], old)
	}
	// where the cd fails, the text goes on where it was
	was := mergeDirs(r.st.dirElse, r.st.dirFail)
	if target != old || len(was) > 0 {
		r.st.dirElse = nil
		if !(target.Known && len(args) == 1 && strings.HasPrefix(args[0].Text, "/")) {
			for _, d := range was {
				to := Value{}
				if d.Known && len(args) == 1 && args[0].Lit() && args[0].Text != "-" && name != "popd" && target.Known {
					to = Value{path.Join(d.Text, args[0].Text), true}
				}
				r.st.dirElse = addDir(r.st.dirElse, to)
			}
		}
		r.st.dirFail = addDir(was, old)
	}
	r.st.oldDir = old
	if len(was) > 0 {
		r.st.oldDir = Value{}
	}
	r.st.dir = target
	if v := r.st.find("PWD"); v != nil {
		r.assign("PWD", val{}, false)
	}
	if v := r.st.find("OLDPWD"); v != nil {
		r.assign("OLDPWD", val{}, false)
	}
}

// resolve is the clean absolute path of p from the current folder.
func (r *reader) resolve(p string) Value {
	if strings.HasPrefix(p, "/") {
		return Value{path.Clean(p), true}
	}
	if !r.st.dir.Known {
		return Value{}
	}
	return Value{path.Join(r.st.dir.Text, p), true}
}
