package effect

import (
	"path"
	"strings"

	"automode/secret"
	"automode/shell"
)

// lastWritten reads the operands but the last, which is written.
func (c *cmd) lastWritten() {
	n := len(c.pos)
	for i, w := range c.pos {
		if i == n-1 {
			c.writeBelow(w)
		} else {
			c.read(w)
		}
	}
}

// sips shows what images are, or changes them where they stand.
func (c *cmd) sips() {
	c.does(Print, "")
	changes := false
	out := shell.Word{}
	var files []shell.Word
	for i := 0; i < len(c.pos); i++ {
		w := c.pos[i]
		n := 0
		switch w.Text {
		case "-g", "--getProperty", "-x", "--extractProfile", "-X", "--extractTag":
			n = 1
			if w.Text[1] == 'x' || w.Text == "--extractProfile" || w.Text == "--extractTag" || w.Text == "-X" {
				changes = true
			}
		case "--verify", "-v", "--debug", "--man", "-H", "--helpProperties", "-h", "--help", "-1", "--oneLine":
		case "-s", "--setProperty", "-z", "--resampleHeightWidth", "-c", "--cropToHeightWidth", "-p", "--padToHeightWidth", "--cropOffset":
			n, changes = 2, true
		case "-r", "--rotate", "-f", "--flip", "-Z", "--resampleHeightWidthMax", "--resampleWidth", "--resampleHeight", "-d", "--deleteProperty", "-e", "--embedProfile", "-m", "--matchTo", "-E", "--embedProfileIfNone", "--padColor", "-M":
			n, changes = 1, true
		case "-i", "--addIcon", "-D", "--deleteColorManagementProperties", "--optimizeColorForSharing":
			changes = true
		case "-o", "--out":
			if i+1 < len(c.pos) {
				out = c.pos[i+1]
			}
			n = 1
		case "-j", "--js":
			c.unsure("the script that it runs is not looked into", w)
			n = 1
		default:
			if strings.HasPrefix(w.Text, "-") && len(w.Text) > 1 {
				c.unsure("option "+clip(w.Text)+" of sips is not known", w)
				continue
			}
			files = append(files, w)
		}
		i += n
	}
	for _, w := range files {
		c.read(w)
		if changes && out.Raw == "" {
			c.write(w, false)
		}
	}
	if out.Raw != "" {
		c.write(out, true)
	}
}

// textutil shows, converts and joins documents.
func (c *cmd) textutil() {
	c.does(Print, "")
	for _, w := range c.pos {
		c.read(w)
	}
	if c.has("-convert", "-cat", "-strip") && !c.has("-stdout", "-output", "-outdir") {
		c.writeBelow(word("."))
	}
}

// dscl reads or changes a directory of users.
func (c *cmd) dscl() {
	for _, w := range c.pos {
		switch strings.TrimPrefix(w.Text, "-") {
		case "read", "readall", "readpl", "readpli", "list", "search", "diff", "raw", "plist", "url", "q", "f", "ls", "cat":
			if t := strings.TrimPrefix(w.Text, "-"); t == "raw" || t == "plist" || t == "url" || t == "q" {
				continue
			}
			for _, v := range c.pos {
				if strings.Contains(v.Text, "ShadowHash") || strings.Contains(v.Text, "AuthenticationAuthority") {
					c.find(Read, "credential-hunt", "", "reads the hashes of passwords", v)
				}
			}
			c.does(Print, "")
			return
		case "create", "append", "merge", "delete", "change", "changei", "passwd", "mcx":
			c.find(Remote, "account-change", "", "changes a user or a group", c.pos...)
			return
		}
	}
	c.unsure("what dscl does here is not known")
}

// dseditgroup checks or changes a group.
func (c *cmd) dseditgroup() {
	if v, ok := c.value("-o"); !ok || v.Text == "read" || v.Text == "checkmember" {
		c.does(Print, "")
		return
	}
	c.find(Privilege, "privilege-gain", "", "changes who is in a group")
}

// scutil shows how the machine is set up.
func (c *cmd) scutil() {
	if c.has("--get", "--dns", "--proxy", "--nwi", "-r", "-w") {
		c.does(Print, "")
		return
	}
	c.unsure("it takes commands from its input")
}

// networksetup shows the network's settings, or changes them.
func (c *cmd) networksetup() {
	t := c.text(0)
	for _, ok := range [...]string{"-list", "-get", "-show", "-is", "-version", "-help", "-printcommands"} {
		if strings.HasPrefix(t, ok) {
			c.does(Print, "")
			return
		}
	}
	if strings.Contains(t, "proxy") {
		c.find(System, "repoint", "network", "sends this machine's traffic through a proxy", c.pos...)
		return
	}
	if t == "" {
		c.does(Print, "")
		return
	}
	c.find(System, "system-service", "network", "changes how this machine is connected", c.pos...)
}

// systemsetup shows the machine's settings, or changes them.
func (c *cmd) systemsetup() {
	if t := c.text(0); t == "" || strings.HasPrefix(t, "-get") || strings.HasPrefix(t, "-list") || t == "-version" || t == "-help" || t == "-printCommands" {
		c.does(Print, "")
		return
	}
	if c.text(0) == "-setremotelogin" {
		c.find(System, "expose-service", "ssh", "changes who may log in from elsewhere", c.pos...)
		return
	}
	c.find(System, "system-service", "", "changes how the system runs", c.pos...)
}

// launchctl loads, stops and removes services.
func (c *cmd) launchctl() {
	if c.text(0) == "limit" && len(c.pos) < 3 {
		c.does(Print, "")
		return
	}
	switch c.text(0) {
	case "load", "bootstrap", "enable", "submit", "kickstart", "start", "setenv", "config":
		c.find(System, "persistence", c.text(1), "sets up what runs after the session", c.pos...)
	default:
		c.find(System, "system-service", c.text(1), "stops or changes a service", c.pos...)
	}
}

// diskutil changes disks; its families of verbs have showing ones too.
func (c *cmd) diskutil() {
	switch c.text(0) {
	case "cs", "apfs", "appleRAID", "AppleRAID":
		if t := c.text(1); t == "list" || strings.HasPrefix(t, "list") || t == "info" || t == "information" {
			c.does(Print, "")
			return
		}
	}
	c.disk()
}

// nvram shows the firmware's variables, or sets them.
func (c *cmd) nvram() {
	for _, w := range c.args {
		if strings.Contains(w.Text, "=") || w.Text == "-d" || w.Text == "-c" || w.Text == "-f" {
			c.find(System, "system-service", "firmware", "changes the firmware's variables", w)
			return
		}
	}
	c.does(Print, "")
}

// security asks the keychain, or changes it.
func (c *cmd) security() {
	verb := c.text(0)
	shows := false
	for _, w := range c.pos[min(1, len(c.pos)):] {
		t := w.Text
		shows = shows || strings.HasPrefix(t, "-") && len(t) < 5 && strings.ContainsAny(t, "wg") && (verb == "find-generic-password" || verb == "find-internet-password")
	}
	switch verb {
	case "help", "show-keychain-info", "find-key", "find-certificate", "find-identity", "get-identity-preference", "dump-trust-settings", "verify-cert", "error", "leaks", "list-smartcards", "list-keychains",
		"translocate-policy-check", "translocate-status-check", "translocate-original-path", "requirement-evaluate", "default-keychain", "login-keychain":
		for _, w := range c.pos[1:] {
			if w.Text == "-s" && (verb == "list-keychains" || verb == "default-keychain" || verb == "login-keychain") {
				c.find(System, "dns-cert-secret-store", "", "changes which keychains are used", w)
				return
			}
			if w.Text == "-p" && verb == "find-certificate" {
				continue
			}
		}
		c.does(Print, "")
	case "find-generic-password", "find-internet-password":
		if shows {
			c.r.out[c.idx].taint("the keychain", secret.Store)
			c.find(Read, "credential-hunt", "keychain", "takes a password out of the keychain", c.pos...)
			return
		}
		c.unsure("it looks a password up in the keychain", c.pos...)
	case "dump-keychain", "export":
		c.r.out[c.idx].taint("the keychain", secret.Store)
		c.find(Read, "credential-hunt", "keychain", "takes what the keychain holds", c.pos...)
	case "add-trusted-cert", "remove-trusted-cert", "trust-settings-import", "user-trust-settings-enable":
		c.find(System, "disarm-flag", "", "changes which certificates are trusted", c.pos...)
	case "execute-with-privileges", "authorizationdb", "authorize":
		c.find(Privilege, "privilege-gain", "", "runs or allows something with other rights", c.pos...)
	case "unlock-keychain", "set-keychain-settings", "add-generic-password", "add-internet-password", "delete-generic-password", "delete-internet-password", "delete-certificate", "delete-identity", "import", "create-keychain", "delete-keychain", "set-keychain-password", "add-certificates":
		c.find(System, "dns-cert-secret-store", "keychain", "changes the keychain", c.pos...)
	default:
		c.unsure("what security does here is not known")
	}
}

// codesign shows and checks signatures, or makes them.
func (c *cmd) codesign() {
	signs := false
	for _, w := range c.pos {
		t := w.Text
		switch {
		case t == "--sign" || t == "--remove-signature" || t == "--force" || t == "--generate-pre-encrypt-hashes":
			signs = true
		case strings.HasPrefix(t, "-") && !strings.HasPrefix(t, "--") && strings.ContainsAny(t, "sf"):
			signs = true
		case !strings.HasPrefix(t, "-"):
			c.list(w)
		}
	}
	if signs {
		c.unsure("it signs a program")
		return
	}
	c.does(Print, "")
}

// defaultsWrite reads the verbs of defaults that change settings.
func (c *cmd) defaultsWrite() {
	low := strings.ToLower(join(c.pos))
	switch {
	case strings.Contains(low, "quarantine"), strings.Contains(low, "firewall"), strings.Contains(low, ".alf"), strings.Contains(low, "softwareupdate"), strings.Contains(low, "xprotect"), strings.Contains(low, "screensaver askforpassword"):
		c.find(System, "control-off", c.text(1), "changes a setting that protects this machine", c.pos...)
	case strings.Contains(low, "loginwindow"), strings.Contains(low, "loginhook"), strings.Contains(low, "loginitems"), strings.Contains(low, "launchagents"), strings.Contains(low, "launchdaemons"):
		c.find(System, "persistence", c.text(1), "sets up what runs at login", c.pos...)
	case c.text(0) == "export" && len(c.pos) > 2:
		c.write(c.pos[2], true)
	default:
		c.unsure("it changes the person's own settings", c.pos...)
	}
}

// plutil checks, shows, converts and changes property lists.
func (c *cmd) plutil() {
	c.does(Print, "")
	for _, w := range c.pos {
		if c.has("-extract", "-insert", "-replace") && (w.Text == "json" || w.Text == "xml1" || w.Text == "raw" || w.Text == "swift" || w.Text == "objc" || w.Text == "binary1") {
			continue
		}
		c.read(w)
	}
	out, to := c.value("-o")
	switch {
	case to:
		if out.Text != "-" {
			c.write(out, true)
		}
	case c.has("-convert", "-insert", "-replace", "-remove", "-create"):
		for _, w := range c.pos {
			if strings.Contains(w.Text, ".") || strings.Contains(w.Text, "/") || !w.Known {
				c.write(w, false)
			}
		}
	}
}

// plistBuddy shows property lists, or changes them.
func (c *cmd) plistBuddy() {
	c.does(Print, "")
	changes := !c.has("-c")
	for _, o := range c.opts {
		if o.has && o.spec != nil && o.spec.names[0] == "-c" && !strings.HasPrefix(strings.TrimLeft(o.value.Text, " "), "Print") {
			changes = true
		}
	}
	for _, w := range c.pos {
		c.read(w)
		if changes {
			c.write(w, false)
		}
	}
}

// osascript runs AppleScript, which can drive every program of the desktop.
func (c *cmd) osascript() {
	for _, w := range c.pos {
		c.read(w)
	}
	if !c.has("-e") {
		c.unsure("what the script makes other programs do is not looked into", c.pos...)
	}
}

// xcrun runs a tool of Xcode, or says where it is.
func (c *cmd) xcrun() {
	if c.has("--find", "-f", "-find", "--show-sdk-path", "--show-sdk-version", "--show-sdk-build-version", "--show-sdk-platform-path") || len(c.pos) == 0 {
		c.does(Print, "")
		return
	}
	c.nested(c.pos)
}

// tmutil changes backups.
func (c *cmd) tmutil() {
	switch v := c.text(0); {
	case strings.HasPrefix(v, "delete"), strings.HasPrefix(v, "thin"):
		c.find(Delete, "backup-deletion", "", "deletes backups", c.pos...)
	case v == "disable", strings.HasPrefix(v, "remove"), strings.HasPrefix(v, "addexclusion"), v == "stopbackup":
		c.find(System, "control-off", "", "keeps something out of the backups", c.pos...)
	case v == "restore":
		c.find(Write, "irreversible-local", "", "brings old files back over newer ones", c.pos...)
	case v == "":
		c.does(Print, "")
	default:
		c.find(System, "system-service", "", "changes how backups are made", c.pos...)
	}
}

// logControl reads the system log's other verbs.
func (c *cmd) logControl() {
	switch c.text(0) {
	case "erase", "config":
		c.find(System, "control-off", "log", "erases or changes the system's log", c.pos...)
	case "collect":
		c.unsure("where it writes is not looked into")
	case "":
		c.does(Print, "")
	default:
		c.unsure("what log does here is not known")
	}
}

// symbols shows the names in a program; of a running one it reads memory.
func (c *cmd) symbols() {
	for _, w := range c.pos {
		c.list(w)
	}
	c.does(Print, "")
}

// ditto copies trees, and makes and unpacks archives.
func (c *cmd) ditto() {
	n := len(c.pos) - 1
	if n < 1 {
		c.does(Print, "")
		return
	}
	for _, w := range c.pos[:n] {
		c.readTree(w)
	}
	if c.has("-x") {
		c.unpack(c.pos[n])
		return
	}
	c.bringTree(c.pos[:n], c.pos[n])
}

// binhex shows and probes old Macintosh archives, or packs and unpacks them.
func (c *cmd) binhex() {
	verb := c.text(0)
	for _, w := range c.pos[min(1, len(c.pos)):] {
		c.read(w)
	}
	switch verb {
	case "probe", "":
		c.does(Print, "")
	default:
		if c.has("-p", "--pipe") {
			c.does(Print, "")
			return
		}
		c.writeBelow(word("."))
	}
}

// certutil is used to fetch and decode as much as to show certificates.
func (c *cmd) certutil() {
	for _, w := range c.pos {
		switch t := strings.ToLower(strings.TrimLeft(w.Text, "-/")); t {
		case "urlcache", "verifyctl":
			c.find(Fetch, "download-and-run", "", "fetches a file by a back door", w)
			return
		case "decode", "decodehex", "encode":
			c.unsure("it hides or unhides a file", w)
			return
		case "addstore", "delstore", "importpfx":
			c.find(System, "disarm-flag", "", "changes which certificates are trusted", w)
			return
		case "hashfile", "dump", "l", "k":
			for _, v := range c.pos {
				if path.Ext(v.Text) != "" {
					c.read(v)
				}
			}
			c.does(Print, "")
			return
		}
	}
	c.unsure("what certutil does here is not known")
}

// netExe reads net of Windows.
func (c *cmd) netExe() {
	switch strings.ToLower(c.text(0)) {
	case "user", "localgroup", "group", "accounts":
		if len(c.pos) < 3 {
			c.does(Print, "")
			return
		}
		c.find(Remote, "account-change", "", "changes users or groups", c.pos...)
	case "view", "statistics", "config", "time", "help", "":
		c.does(Print, "")
	case "start":
		if len(c.pos) == 1 {
			c.does(Print, "")
			return
		}
		c.find(System, "system-service", "", "starts a service", c.pos...)
	default:
		c.find(System, "system-service", "", "changes services or shares", c.pos...)
	}
}

// netsh shows the network's settings, or changes them.
func (c *cmd) netsh() {
	low := strings.ToLower(join(c.pos))
	switch {
	case strings.Contains(low, "key=clear"):
		c.find(Print, "credential-print", "", "shows the passwords of networks", c.pos...)
	case strings.Contains(low, "show"), strings.Contains(low, "dump"), len(c.pos) == 0:
		c.does(Print, "")
	case strings.Contains(low, "portproxy"):
		c.find(System, "tunnel-or-reverse-shell", "", "opens a way through this machine", c.pos...)
	case strings.Contains(low, "state off"), strings.Contains(low, "opmode disable"):
		c.find(System, "control-off", "firewall", "switches the firewall off", c.pos...)
	case strings.Contains(low, "add rule"):
		c.find(System, "expose-service", "firewall", "opens the firewall", c.pos...)
	default:
		c.find(System, "system-service", "network", "changes how this machine is connected", c.pos...)
	}
}
