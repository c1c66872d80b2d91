package effect

import "strings"

// rpm asks about packages, or installs and removes them.
func (c *cmd) rpm() {
	query, install, remove, dry, rest := false, false, false, false, c.pos[:0:0]
	for _, w := range c.pos {
		t := w.Text
		switch {
		case !w.Known, !strings.HasPrefix(t, "-") || len(t) < 2:
			rest = append(rest, w)
		case t == "--test":
			dry = true
		case t == "--nodeps", t == "--force", t == "--nosignature", t == "--nodigest", t == "--nogpgcheck", t == "--noscripts":
			if t == "--nosignature" || t == "--nodigest" || t == "--nogpgcheck" {
				c.find(Install, "disarm-flag", "", "does not check who signed a package", w)
			}
		case t == "--import", t == "--initdb", t == "--rebuilddb", t == "--setperms", t == "--setugids", t == "--root", t == "--define", t == "--eval", t == "-E", t == "--pipe", t == "--restore":
			c.unsure("what rpm "+t+" does is not looked into", w)
			return
		case t == "--query", t == "--verify", t == "--checksig", t == "--querytags", t == "--showrc", t == "--version", t == "--qf", t == "--queryformat", t == "-K", t == "--all", t == "--list", t == "--info",
			t == "--changelog", t == "--requires", t == "--provides", t == "--whatprovides", t == "--whatrequires", t == "--scripts", t == "--last", t == "--nopkg", t == "--file", t == "--package":
			query = true
		case t == "--install", t == "--upgrade", t == "--freshen", t == "--reinstall":
			install = true
		case t == "--erase":
			remove = true
		case !strings.HasPrefix(t, "--") && (t[1] == 'q' || t[1] == 'V' || t[1] == 'K'):
			query = true
		case !strings.HasPrefix(t, "--") && (t[1] == 'i' || t[1] == 'U' || t[1] == 'F'):
			install = true
		case !strings.HasPrefix(t, "--") && t[1] == 'e':
			remove = true
		case t == "--percent", t == "--hash", t == "-v", t == "-vv", t == "--quiet", t == "-h", t == "--oldpackage", t == "--replacepkgs":
			if t == "--oldpackage" {
				remove = true
			}
		default:
			if !query {
				c.unsure("option "+t+" of rpm is not known", w)
			}
		}
	}
	switch {
	case dry, query && !install && !remove:
		for _, w := range rest {
			c.list(w)
		}
		c.does(Print, "")
	case remove:
		c.find(System, "package-removal", "", "removes packages of the system", rest...)
	case install:
		for _, w := range rest {
			if strings.Contains(w.Text, "://") {
				c.find(Install, "registry-bypass", w.Text, "installs a package from "+clip(w.Text), w)
				continue
			}
			c.packageName(w)
		}
	default:
		c.unsure("what rpm does here is not known")
	}
}

// pacman reads pacman and its kin: one operation, and letters that refine it.
func (c *cmd) pacman() {
	op, letters := byte(0), ""
	long, rest := "", c.pos[:0:0]
	for _, w := range c.pos {
		t := w.Text
		switch {
		case !w.Known || !strings.HasPrefix(t, "-") || len(t) < 2:
			rest = append(rest, w)
		case strings.HasPrefix(t, "--"):
			long += t + " "
		case op == 0:
			op, letters = t[1], t[2:]
		default:
			letters += t[1:]
		}
	}
	for name, o := range map[string]byte{"--sync ": 'S', "--query ": 'Q', "--remove ": 'R', "--upgrade ": 'U', "--files ": 'F', "--database ": 'D', "--deptest ": 'T'} {
		if strings.Contains(long, name) {
			op = o
		}
	}
	for _, bad := range [...]string{"--root", "--config", "--gpgdir", "--hookdir", "--dbpath", "--overwrite", "--sysroot"} {
		if strings.Contains(long, bad) {
			c.unsure("what "+bad+" makes it work on is not known", c.pos...)
			return
		}
	}
	look := strings.ContainsAny(letters, "sigplk") || strings.Contains(long, "--search") || strings.Contains(long, "--info") || strings.Contains(long, "--print")
	switch {
	case op == 'Q' || op == 'T' || op == 'V' || op == 'h' || op == 'F' && !strings.Contains(letters, "y"), op == 'D' && strings.Contains(letters, "k"), op == 'P':
		c.does(Print, "")
	case op == 'F':
		c.does(Fetch, "")
	case op == 'S' && look && !strings.Contains(letters, "y"):
		c.does(Print, "")
	case op == 'S' && strings.Contains(letters, "c"):
		c.find(Delete, "scratch-sweep", "", "clears the cache of packages")
	case op == 'S' && len(rest) == 0 && !strings.Contains(letters, "u"):
		c.does(Fetch, "")
	case op == 'S' && strings.Contains(letters, "u"):
		c.find(System, "system-service", "", "upgrades the system")
	case op == 'S', op == 'U', op == 0 && c.own != "pacman":
		for _, w := range rest {
			c.packageName(w)
		}
		if len(rest) == 0 {
			c.find(System, "system-service", "", "upgrades the system")
		}
	case op == 'R':
		c.find(System, "package-removal", "", "removes packages of the system", rest...)
	default:
		c.unsure("what " + c.name + " does here is not known")
	}
}

// emerge reads Gentoo's package manager.
func (c *cmd) emerge() {
	switch {
	case c.has("-p", "--pretend", "-s", "-S", "--info"):
		c.does(Print, "")
	case c.has("--sync"):
		c.does(Fetch, "")
	default:
		for _, w := range c.pos {
			c.packageName(w)
		}
		if len(c.pos) == 0 {
			c.unsure("what emerge does here is not known")
		}
	}
}

// yumHistory shows past transactions, or does one again or back.
func (c *cmd) yumHistory() {
	switch c.text(0) {
	case "", "list", "info", "summary", "packages-list", "package-list", "packages-info", "stats", "addon-info", "userinstalled":
		c.does(Print, "")
	default:
		c.find(System, "package-removal", "", "changes the packages of the system")
	}
}

// yumGroup shows groups and modules of packages, or installs and removes them.
func (c *cmd) yumGroup() {
	switch c.text(0) {
	case "", "list", "info", "summary", "provides":
		c.does(Print, "")
	case "remove", "reset", "disable", "switch-to":
		c.find(System, "package-removal", "", "removes packages of the system")
	case "install", "upgrade", "enable":
		for _, w := range c.pos[1:] {
			c.packageName(w)
		}
	default:
		c.unsure("what it does with a group of packages is not known")
	}
}

// shownOrSet reads settings of package managers: shown when no verb or one of
// the showing ones is given.
func (c *cmd) shownOrSet() {
	switch c.text(0) {
	case "", "state", "list", "ls", "get", "show", "export", "--get", "--list", "known":
		c.does(Print, "")
	case "off":
		c.does(Local, c.name)
	default:
		c.unsure("it changes settings of the package manager", c.pos...)
	}
}

// brewServices shows services, or starts and stops them.
func (c *cmd) brewServices() {
	switch c.text(0) {
	case "", "list", "info", "ls":
		c.does(Print, "")
	case "start", "restart":
		c.find(System, "persistence", c.text(1), "starts a service that stays after the session", c.pos...)
	default:
		c.find(System, "system-service", c.text(1), "stops a service", c.pos...)
	}
}

// brewBundle installs what the project's Brewfile declares.
func (c *cmd) brewBundle() {
	switch c.text(0) {
	case "", "install":
		if c.has("-g", "--global") {
			c.unsure("it installs what the person's own list says")
			return
		}
		c.does(Install, c.name)
		if !c.rooted(c.base.dir) {
			c.unsure("it installs what a list outside the project says")
		}
	case "check", "list":
		c.does(Print, "")
	case "cleanup":
		c.find(System, "package-removal", "", "removes what the list does not name")
	default:
		c.unsure("what it does with the list is not known")
	}
}
