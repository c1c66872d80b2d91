package effect

import (
	"strings"

	"automode/shell"
)

// archive is what a tar command is told.
type archive struct {
	mode    byte // c, r, u, A: writes an archive; x, t, d: reads one
	files   []shell.Word
	dirs    map[int]shell.Word // -C before operand i
	members []shell.Word
	sends   bool // -f HOST:FILE may reach another machine
	out     bool // -O: prints what it unpacks
	removes bool
}

// tar reads tar in its three styles: tar xzf, tar -xzf, tar --extract.
func (c *cmd) tar() {
	a := c.tarWords(c.pos)
	c.does(Print, "")
	own := c.base
	defer func() { c.base = own }()
	switch a.mode {
	case 'c', 'r', 'u', 'A':
		for i, w := range a.members {
			if d, ok := a.dirs[i]; ok {
				c.chdir(d)
			}
			c.readTree(w)
			if a.removes {
				c.delete(w, true)
			}
		}
		c.base = own
		for _, f := range a.files {
			if host, _, remote := strings.Cut(f.Text, ":"); remote && a.sends && !strings.Contains(host, "/") {
				c.send(host, c.r.out[c.idx], f)
				continue
			}
			c.write(f, a.mode == 'c')
		}
	case 'x', 't', 'd':
		for _, f := range a.files {
			if host, _, remote := strings.Cut(f.Text, ":"); remote && a.sends && !strings.Contains(host, "/") {
				c.connect(shell.Word{Text: host, Known: true, Raw: f.Raw, Start: f.Start, End: f.End})
				continue
			}
			c.read(f)
		}
		if a.mode != 'x' || a.out {
			return
		}
		dir := word(".")
		for _, d := range a.dirs {
			dir = d
		}
		if len(a.dirs) > 1 {
			c.unsure("it unpacks into several folders")
		}
		c.unpack(dir)
	case 0:
		c.unsure("what tar does here is not known")
	default:
		c.unsure("what tar does with the archive is not known")
	}
}

// unpack writes files with names of an archive's own below dir.
func (c *cmd) unpack(dir shell.Word) {
	if f := c.inflow(); f.fetched != "" {
		c.r.out[c.idx].fetched = f.fetched
	}
	if c.r.out[c.idx].fetched != "" {
		for _, p := range c.places(dir) {
			if p.known && c.r.wholeProject(p.path) {
				c.unsure("it unpacks what was fetched over the project", dir)
				return
			}
		}
	}
	c.writeBelow(dir)
	for _, p := range c.places(dir) {
		if p.known && c.r.rooted(p.path) {
			c.r.switched = "the archive"
		}
	}
}

// tarWords parses what stands after tar.
func (c *cmd) tarWords(words []shell.Word) archive {
	a := archive{dirs: map[int]shell.Word{}, sends: true}
	letters := func(i int, s string, dashed bool) int {
		for k := 0; k < len(s); k++ {
			ch := s[k]
			if strings.IndexByte("fCTXbgNVHKLFI", ch) < 0 {
				c.tarFlag(&a, ch, words[i])
				continue
			}
			var v shell.Word
			switch {
			case dashed && k+1 < len(s):
				v = cut(words[i], s[k+1:])
				k = len(s)
			default:
				if i+1 >= len(words) {
					c.unsure("an option of tar lacks its value", words[i])
					return i
				}
				i++
				v = words[i]
			}
			c.tarValue(&a, ch, v)
		}
		return i
	}
	for i := 0; i < len(words); i++ {
		w := words[i]
		t := w.Text
		if !w.Known {
			t = w.Prefix
		}
		switch {
		case t == "--":
			a.members = append(a.members, words[i+1:]...)
			return a
		case strings.HasPrefix(t, "--"):
			i = c.tarLong(&a, words, i, t)
		case len(t) > 1 && t[0] == '-':
			i = letters(i, t[1:], true)
		case i == 0 && w.Known && strings.Trim(t, "cxturdAvzjJZfCpPkmoOahilSWwXTUbB") == "":
			i = letters(i, t, false)
		case w.Many && w.Prefix == "":
			if _, plain, _ := c.found(w); !plain && !fromEnvironment(w) {
				c.unsure("an argument that is not known could be an option", w)
			}
			a.members = append(a.members, w)
		default:
			a.members = append(a.members, w)
		}
	}
	return a
}

func (c *cmd) tarFlag(a *archive, ch byte, w shell.Word) {
	switch ch {
	case 'c', 'x', 't', 'r', 'u', 'd', 'A':
		a.mode = ch
	case 'O':
		a.out = true
	case 'P':
		if a.mode != 'c' && a.mode != 't' {
			c.unsure("it may unpack to absolute paths", w)
		}
	case 'v', 'z', 'j', 'J', 'Z', 'p', 'k', 'm', 'o', 'a', 'h', 'i', 'l', 'S', 'W', 'w', 'B', 'n', 'q':
	case 'U':
	default:
		c.unsure("option -"+string(ch)+" of tar is not known", w)
	}
}

func (c *cmd) tarValue(a *archive, ch byte, v shell.Word) {
	switch ch {
	case 'f':
		if v.Known && v.Text == "-" {
			return
		}
		a.files = append(a.files, v)
	case 'C':
		a.dirs[len(a.members)] = v
	case 'T', 'X':
		c.read(v)
		if ch == 'T' && a.mode != 'x' && a.mode != 't' {
			c.r.out[c.idx].files = true
		}
	case 'b', 'N', 'V', 'H', 'K', 'L':
		c.flowWord(v)
	case 'g':
		c.write(v, false)
	case 'I':
		c.tarProgram(v)
	default:
		c.unsure("what tar runs for "+clip(v.Raw)+" is not known", v)
	}
}

// tarProgram accepts the compressors.
func (c *cmd) tarProgram(v shell.Word) {
	name, args, _ := strings.Cut(v.Text, " ")
	switch name {
	case "gzip", "pigz", "bzip2", "pbzip2", "lbzip2", "xz", "pixz", "zstd", "zstdmt", "pzstd", "lz4", "lzma", "lzip", "lzop", "brotli", "compress", "unzstd", "gunzip", "bunzip2", "unxz":
		if v.Known && strings.Trim(args, "-0123456789cdkqTv=threadsultralongfast ") == "" {
			return
		}
	}
	c.unsure("tar runs "+clip(v.Raw), v)
}

// tarLong reads the long option at words[i].
func (c *cmd) tarLong(a *archive, words []shell.Word, i int, t string) int {
	name, value, has := strings.Cut(t, "=")
	take := func() shell.Word {
		if has {
			return cut(words[i], value)
		}
		if i+1 < len(words) {
			i++
			return words[i]
		}
		return shell.Word{}
	}
	switch name {
	case "--create":
		a.mode = 'c'
	case "--extract", "--get":
		a.mode = 'x'
	case "--list":
		a.mode = 't'
	case "--append":
		a.mode = 'r'
	case "--update":
		a.mode = 'u'
	case "--diff", "--compare":
		a.mode = 'd'
	case "--concatenate", "--catenate":
		a.mode = 'A'
	case "--file":
		c.tarValue(a, 'f', take())
	case "--directory":
		c.tarValue(a, 'C', take())
	case "--files-from":
		c.tarValue(a, 'T', take())
	case "--exclude-from":
		c.tarValue(a, 'X', take())
	case "--use-compress-program":
		c.tarProgram(take())
	case "--listed-incremental", "--index-file":
		c.tarValue(a, 'g', take())
	case "--add-file":
		a.members = append(a.members, take())
	case "--to-stdout":
		a.out = true
	case "--force-local":
		a.sends = false
	case "--remove-files":
		a.removes = true
	case "--checkpoint-action":
		v := take()
		if v.Known && (v.Text == "dot" || v.Text == "." || v.Text == "bell" || strings.HasPrefix(v.Text, "echo") || strings.HasPrefix(v.Text, "ttyout") || strings.HasPrefix(v.Text, "sleep=")) {
			break
		}
		c.find(Run, "dynamic-code", "", "makes tar run a command while it works", v)
	case "--to-command", "--info-script", "--new-volume-script", "--rsh-command", "--rmt-command":
		c.find(Run, "dynamic-code", "", "makes tar run a command", take())
	case "--exclude", "--transform", "--xform", "--strip-components", "--owner", "--group", "--mode", "--mtime", "--newer", "--after-date", "--newer-mtime", "--sort", "--format",
		"--level", "--suffix", "--blocking-factor", "--record-size", "--label", "--starting-file", "--tape-length", "--exclude-tag", "--exclude-ignore", "--pax-option",
		"--quoting-style", "--xattrs-include", "--xattrs-exclude", "--hole-detection", "--owner-map", "--group-map", "--strip", "--options", "--volno-file":
		c.flowWord(take())
	case "--gzip", "--gunzip", "--ungzip", "--bzip2", "--xz", "--zstd", "--lzma", "--lzip", "--lzop", "--compress", "--uncompress", "--auto-compress", "--no-auto-compress", "--verbose", "--verify",
		"--keep-old-files", "--skip-old-files", "--keep-newer-files", "--overwrite", "--overwrite-dir", "--no-overwrite-dir", "--preserve-permissions", "--same-permissions", "--no-same-permissions",
		"--same-owner", "--no-same-owner", "--numeric-owner", "--dereference", "--hard-dereference", "--sparse", "--touch", "--totals", "--wildcards", "--no-wildcards", "--anchored", "--no-anchored",
		"--ignore-case", "--no-ignore-case", "--wildcards-match-slash", "--no-wildcards-match-slash", "--exclude-vcs", "--exclude-vcs-ignores", "--exclude-caches", "--exclude-caches-all", "--exclude-backups",
		"--one-file-system", "--no-recursion", "--recursion", "--null", "--no-null", "--checkpoint", "--ignore-failed-read", "--ignore-zeros", "--one-top-level", "--show-transformed-names", "--show-omitted-dirs",
		"--show-defaults", "--utc", "--full-time", "--full-path", "--xattrs", "--no-xattrs", "--acls", "--no-acls", "--selinux", "--no-selinux", "--warning", "--posix", "--old-archive", "--portability", "--backup",
		"--atime-preserve", "--block-number", "--interactive", "--confirmation", "--delay-directory-restore", "--no-delay-directory-restore", "--restrict", "--unlink-first", "--no-seek", "--seek", "--occurrence",
		"--preserve-order", "--same-order", "--no-check-device", "--check-device", "--clamp-mtime", "--verbatim-files-from", "--no-verbatim-files-from", "--no-quote-chars", "--multi-volume", "--help", "--version", "--usage", "--no-mac-metadata", "--disable-copyfile", "--fast-read", "--insecure-noop":
	default:
		c.unsure("option "+name+" of tar is not known", words[i])
	}
	return i
}
