package effect

import "strings"

// tables are the tables of programs, each sorted by name. A name stands in one
// of them only; the tests hold both.
var tables = [...][]Program{
	tableShell,
	tableText,
	tableFiles,
	tableArchive,
	tableNet,
	tableSystem,
	tablePackages,
	tableMedia,
	tableDesktop,
	tableDev,
	tablePython,
	tableDocker,
	tableKube,
	tableDB,
	tableIaC,
	tableHyper,
	tableHosted,
	tableDeploy,
	tableGit,
	tableNative,
	tableJS,
	tableLangs,
	tableForge,
}

// row finds the row of that name.
func row(name string) (Program, bool) {
	for i := range tables {
		if p, ok := search(tables[i], name); ok {
			return p, true
		}
	}
	return Program{}, false
}

func search(t []Program, name string) (Program, bool) {
	lo, hi := 0, len(t)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if t[mid].Name < name {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(t) && t[lo].Name == name {
		return t[lo], true
	}
	return Program{}, false
}

// lookup finds the row of a name, through aliases, and its spec.
func lookup(name string) (Program, *spec, bool) {
	for range 4 {
		p, ok := row(name)
		if !ok {
			return Program{}, nil, false
		}
		s := parsed(p.Spec)
		if s.alias == "" {
			return p, s, true
		}
		// an alias may stand for a program without its version: python3.11
		name = strings.ReplaceAll(s.alias, "_", " ")
	}
	return Program{}, nil, false
}

// versioned takes a version off a program's name: python3.11, gcc-12, pip3.
func versioned(name string) string {
	i := len(name)
	for i > 0 && (name[i-1] >= '0' && name[i-1] <= '9' || name[i-1] == '.' || name[i-1] == '-') {
		i--
	}
	if i == 0 || i == len(name) {
		return ""
	}
	return name[:i]
}
