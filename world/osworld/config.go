package osworld

import "strings"

// config is what of a repository's configuration matters to facts.
type config struct {
	// remotes maps a remote's name to the one URL that fetches from and pushes
	// to it. Remotes of several URLs are left out. nil when the configuration
	// goes on in other files, or rewrites URLs: then the text does not say
	// where a name leads.
	remotes   map[string]string
	elsewhere bool // the working tree is not where it looks, or there is none
	sha256    bool // object ids are 32 bytes
	filters   bool // content may be stored in another form than it has on disk
}

// readConfig reads git's configuration language. ok is false for what is not
// of it: git would refuse to work there.
func readConfig(text string) (c config, ok bool) {
	c.remotes = map[string]string{}
	push := map[string]bool{} // remotes whose pushurl was seen
	drop := map[string]bool{}
	rewritten := false
	section, sub := "", ""
	for text != "" {
		var line string
		line, text = cutLine(text)
		line = strings.TrimLeft(line, " \t")
		if strings.HasPrefix(line, "[") {
			if section, sub, line, ok = header(line); !ok {
				return config{}, false
			}
			switch section {
			case "include", "includeif", "url":
				rewritten = true
			}
			line = strings.TrimLeft(line, " \t")
		}
		if line == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		name, value, isKey := setting(line)
		if !isKey || section == "" {
			return config{}, false
		}
		switch section {
		case "remote":
			switch name {
			case "url":
				if had, again := c.remotes[sub]; again && had != value {
					drop[sub] = true
				}
				if !push[sub] {
					c.remotes[sub] = value
				}
			case "pushurl":
				if had, again := c.remotes[sub]; again && had != value {
					drop[sub] = true
				}
				push[sub] = true
				c.remotes[sub] = value
			}
		case "core":
			switch name {
			case "bare":
				c.elsewhere = c.elsewhere || truth(value)
			case "worktree":
				c.elsewhere = true
			case "autocrlf":
				c.filters = c.filters || value != "false"
			}
		case "filter":
			c.filters = true
		case "extensions":
			switch name {
			case "objectformat":
				c.sha256 = value == "sha256"
			case "worktreeconfig":
				rewritten = rewritten || truth(value)
			}
		}
	}
	for name := range drop {
		delete(c.remotes, name)
	}
	if rewritten {
		c.remotes = nil
	}
	return c, true
}

// cutLine takes one logical line: a backslash at the end of one joins the next
// to it.
func cutLine(text string) (line, rest string) {
	for {
		part, after, more := strings.Cut(text, "\n")
		part = strings.TrimSuffix(part, "\r")
		if trailing := len(part) - len(strings.TrimRight(part, `\`)); !more || trailing%2 == 0 {
			return line + part, after
		}
		line += part[:len(part)-1]
		text = after
	}
}

// header reads [section], [section "sub"] and the old [section.sub].
func header(line string) (section, sub, rest string, ok bool) {
	body := line[1:]
	i := 0
	for i < len(body) && body[i] != ']' && body[i] != '"' && body[i] != ' ' && body[i] != '\t' {
		i++
	}
	section, body = strings.ToLower(body[:i]), strings.TrimLeft(body[i:], " \t")
	if after, quoted := strings.CutPrefix(body, `"`); quoted {
		var b strings.Builder
		for i = 0; i < len(after) && after[i] != '"'; i++ {
			if after[i] == '\\' && i+1 < len(after) {
				i++
			}
			b.WriteByte(after[i])
		}
		if i == len(after) {
			return "", "", "", false
		}
		sub, body = b.String(), after[i+1:]
	} else if name, dotted, found := strings.Cut(section, "."); found {
		section, sub = name, dotted
	}
	rest, ok = strings.CutPrefix(body, "]")
	return section, sub, rest, ok && section != ""
}

// setting reads name = value, with git's quotes, escapes and comments. A name
// alone is true.
func setting(line string) (name, value string, ok bool) {
	i := 0
	for i < len(line) && (line[i] == '-' || '0' <= line[i] && line[i] <= '9' || 'a' <= line[i]|0x20 && line[i]|0x20 <= 'z') {
		i++
	}
	name, line = strings.ToLower(line[:i]), strings.TrimLeft(line[i:], " \t")
	if name == "" {
		return "", "", false
	}
	if line == "" || line[0] == '#' || line[0] == ';' {
		return name, "true", true
	}
	if line[0] != '=' {
		return "", "", false
	}
	line = strings.TrimLeft(line[1:], " \t")
	var b strings.Builder
	quoted, kept := false, 0 // kept: length up to the last character that is no trailing blank
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '"':
			quoted = !quoted
			kept = b.Len()
			continue
		case c == '\\':
			if i++; i == len(line) {
				return "", "", false
			}
			switch line[i] {
			case '"', '\\':
				b.WriteByte(line[i])
			case 'n':
				b.WriteByte('\n')
			case 't':
				b.WriteByte('\t')
			case 'b':
				b.WriteByte('\b')
			default:
				return "", "", false
			}
		case !quoted && (c == '#' || c == ';'):
			return name, b.String()[:kept], true
		default:
			b.WriteByte(c)
			if !quoted && (c == ' ' || c == '\t') {
				continue
			}
		}
		kept = b.Len()
	}
	return name, b.String()[:kept], !quoted
}

// truth is git's reading of a yes or no; what it is not sure of is yes.
func truth(value string) bool {
	switch strings.ToLower(value) {
	case "false", "no", "off", "0", "":
		return false
	}
	return true
}
