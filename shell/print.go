package shell

import "strings"

// prints is what a program is known to print, where the text alone says it:
// echo, printf, cat of a here-document, and decoders of such.
func (r *reader) prints(j *job) val {
	name, std := unwrapName(j.words[0].Text)
	if !std {
		return val{}
	}
	out := r.printsOf(j, name)
	return out
}

func (r *reader) printsOf(j *job, name string) val {
	args := j.words[1:]
	switch name {
	case "echo":
		return r.echo(args)
	case "printf":
		return printf(args)
	case "pwd":
		if len(args) == 0 && !j.external {
			return r.dirVal(r.st.dir, mergeDirs(r.st.dirElse, r.st.dirFail)).withNewline()
		}
		return val{}
	case "true", ":", "false", "mkdir", "touch", "sleep":
		return val{}
	}
	in, fromStdin := r.input(j, name, args)
	if fromStdin && in.closed() {
		if out, ok := filter(name, args, in); ok {
			return out
		}
	}
	if numericOutput(name, args, j) {
		return val{num: true}
	}
	return val{}
}

// withNewline is v with a newline at its end.
func (v val) withNewline() val { return cat(v, lit("\n")) }

// input is what a filter reads: its standard input where no file is named.
func (r *reader) input(j *job, name string, args []Word) (val, bool) {
	switch name {
	case "cat", "tee", "rev", "tr", "base64", "base32", "xxd", "gunzip", "zcat", "gzip", "openssl", "od", "sort", "head", "tail", "uniq", "gbase64":
	default:
		return val{}, false
	}
	v, ok := r.stdinText(j)
	if !ok {
		if j.stdin.Kind == Here {
			v = wordVal(j.stdin.Text())
		} else if j.stdin.Kind == Pipe && len(j.stdin.From) > 0 {
			v = r.printed(j.stdin.From)
		}
	}
	return v, true
}

// echo is what echo prints. Shells differ on escapes.
func (r *reader) echo(args []Word) val {
	escapes := r.dialect != bash
	newline := true
	for len(args) > 0 && args[0].Lit() {
		t := args[0].Text
		if len(t) < 2 || t[0] != '-' || strings.Trim(t[1:], "neE") != "" {
			break
		}
		if r.dialect == posix && t != "-n" {
			return val{} // some print it, some do not
		}
		for i := 1; i < len(t); i++ {
			switch t[i] {
			case 'n':
				newline = false
			case 'e':
				escapes = true
			case 'E':
				escapes = false
			}
		}
		args = args[1:]
	}
	v := joinWords(args)
	if !v.closed() {
		return v
	}
	hidden := false
	v = v.each(func(t string) (string, bool) {
		if !escapes || strings.IndexByte(t, '\\') < 0 {
			return t, true
		}
		if r.dialect != bash {
			return "", false
		}
		s, dec, ok := unescape(t, true)
		hidden = hidden || dec
		return s, ok
	})
	v.dec = v.dec || hidden
	if newline {
		v = v.withNewline()
	}
	return v
}

// printf is what printf prints for words that are known.
func printf(args []Word) val {
	if len(args) > 0 && args[0].Lit() && args[0].Text == "--" {
		args = args[1:]
	}
	if len(args) == 0 || !args[0].Lit() {
		return val{}
	}
	from := lit("")
	texts := make([]string, 0, len(args))
	for _, w := range args {
		from.subs, from.vars, from.dec = joinInt(from.subs, w.Subs), joinStr(from.vars, w.Vars), from.dec || w.Decoded
		if !w.Lit() || w.Many {
			return from.blur()
		}
		texts = append(texts, w.Text)
	}
	s, hidden, ok := format(texts[0], texts[1:])
	if !ok {
		return from.blur()
	}
	from.text, from.dec = s, from.dec || hidden
	return from
}

// format fills a printf format. ok is false for what shells may print
// differently.
func format(f string, args []string) (out string, hidden, ok bool) {
	var b strings.Builder
	used := false
	for first := true; first || len(args) > 0 && used; first = false {
		for i := 0; i < len(f); i++ {
			switch f[i] {
			case '\\':
				j := i + 1
				for j < len(f) && j < i+10 && f[j] != '%' && (j == i+1 || f[j] != '\\') {
					j++
				}
				n, s, dec, good := escape(f[i:], false)
				if !good {
					return "", false, false
				}
				hidden = hidden || dec
				b.WriteString(s)
				i += n - 1
			case '%':
				if i+1 >= len(f) {
					return "", false, false
				}
				i++
				arg := ""
				if f[i] != '%' && len(args) > 0 {
					arg, args = args[0], args[1:]
				}
				switch f[i] {
				case '%':
					b.WriteByte('%')
					continue
				case 's':
					b.WriteString(arg)
				case 'b':
					s, dec, good := unescape(arg, true)
					if !good {
						return "", false, false
					}
					hidden = hidden || dec
					b.WriteString(s)
				case 'd', 'i':
					if !isInt(arg) || len(arg) > 9 || len(arg) > 1 && arg[0] == '0' {
						return "", false, false
					}
					b.WriteString(arg)
				case 'c':
					if arg == "" || arg[0] >= 0x80 {
						return "", false, false
					}
					b.WriteString(arg[:1])
				default:
					return "", false, false
				}
				used = true
			default:
				b.WriteByte(f[i])
			}
			if b.Len() > maxText {
				return "", false, false
			}
		}
	}
	return b.String(), hidden, true
}

// numericOutput tells whether a program prints an integer and nothing else.
func numericOutput(name string, args []Word, j *job) bool {
	plainArgs := func(allowed ...string) bool {
		for _, a := range args {
			if !a.Lit() || !containsStr(allowed, a.Text) {
				return false
			}
		}
		return true
	}
	switch name {
	case "wc":
		return len(args) == 1 && plainArgs("-l", "-c", "-w", "-m", "--lines", "--bytes", "--words", "--chars")
	case "nproc":
		return true
	case "id":
		return len(args) == 1 && plainArgs("-u", "-g", "-ru", "-rg")
	case "date":
		if len(args) == 0 {
			return false
		}
		last := &args[len(args)-1]
		return last.Lit() && containsStr([]string{"+%s", "+%s%N", "+%s%3N", "+%Y", "+%m", "+%d", "+%H", "+%M", "+%S", "+%u", "+%j", "+%Y%m%d", "+%Y%m%d%H%M%S"}, last.Text)
	case "seq":
		return false
	case "tr":
		return len(args) == 2 && args[0].Lit() && args[1].Lit() && containsStr([]string{"-cd", "-dc"}, args[0].Text) &&
			containsStr([]string{"0-9", "[:digit:]"}, args[1].Text)
	case "stat":
		return len(args) == 3 && args[0].Lit() && args[1].Lit() && containsStr([]string{"-c", "-f"}, args[0].Text) &&
			containsStr([]string{"%s", "%Y", "%X", "%Z", "%u", "%g", "%z", "%m"}, args[1].Text) && !args[2].Many && !args[2].Glob
	case "grep", "egrep", "fgrep":
		return grepCount(args)
	case "git":
		return len(args) > 1 && args[0].Lit() && args[1].Lit() && args[0].Text == "rev-list" && args[1].Text == "--count"
	}
	return false
}

// grepCount tells whether grep counts in one file or its input.
func grepCount(args []Word) bool {
	count, plain := false, 0
	for i := range args {
		if !args[i].Lit() {
			if args[i].Many || args[i].Glob {
				return false
			}
			plain++
			continue
		}
		t := args[i].Text
		if len(t) > 1 && t[0] == '-' {
			if t == "--count" {
				count = true
				continue
			}
			if strings.Trim(t[1:], "ciEFvwxq") != "" {
				return false
			}
			count = count || strings.Contains(t, "c")
			continue
		}
		plain++
	}
	return count && plain <= 2
}
