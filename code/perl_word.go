package code

import "strings"

// word reads an operand that begins with a name: a builtin, a call, a class.
func (p *perlParser) word(t token) *node {
	start := t.start
	p.next('o')
	name := strings.TrimPrefix(strings.TrimPrefix(t.text, "CORE::GLOBAL::"), "CORE::")
	if p.isOp('p', "=>") { // a key
		return &node{op: oStr, str: t.text, start: start + p.shift, end: t.end + p.shift}
	}
	switch name {
	case "my", "our", "local", "state":
		return p.declared(start)
	case "sub":
		f := p.subBody()
		n := p.mk(oFunc, start)
		n.fn = f
		return n
	case "do":
		if p.isOp('o', "{") {
			b := p.block()
			n := p.mk(oFunc, start)
			n.fn = &function{body: valued(b)}
			return p.mk(oCall, start, n)
		}
		return p.call("\x00dofile", start, p.expression(15))
	case "eval":
		if p.isOp('o', "{") {
			b := p.block()
			return p.mk(sTry, start, b)
		}
		if p.ends() {
			return p.call("eval", start, &node{op: oName, str: "$_"})
		}
		return p.call("eval", start, p.single())
	case "qw":
		return p.mk(oList, start)
	case "print", "printf", "say":
		return p.print(name, start)
	case "open":
		return p.open(start)
	case "map", "grep", "sort", "first", "any", "all", "none", "sum", "reduce":
		return p.mapping(name, start)
	case "return":
		if p.ends() {
			return p.mk(oConst, start)
		}
		return p.expression(2)
	case "require":
		k := p.peek('o')
		if k.kind == tName {
			p.next('o')
			n := p.mk(sImport, start)
			n.names = []string{k.text, "\x00" + k.text}
			return n
		}
		if k.kind == tNum {
			p.next('o')
			return p.mk(oConst, start)
		}
		return p.call("\x00dofile", start, p.expression(15))
	case "__FILE__", "__LINE__", "__PACKAGE__", "wantarray", "time", "times", "wait", "fork", "getppid", "undef", "STDERR", "STDOUT", "STDIN":
		if name == "undef" && !p.ends() {
			if k := p.peek('o'); k.kind == tVar || k.kind == tOp && k.text == "(" {
				p.expression(15)
			}
		} else if p.isOp('p', "(") {
			p.calling(p.mk(oName, start), start)
		}
		if name == "fork" || name == "__FILE__" {
			return p.call(name, start)
		}
		n := p.mk(oConst, start)
		return n
	}
	f := &node{op: oName, str: name, start: start + p.shift, end: t.end + p.shift}
	if p.isOp('p', "(") {
		return p.calling(f, start)
	}
	if p.isOp('p', "->") || p.isOp('p', "::") {
		p.acceptOp('p', "::")
		return f
	}
	switch {
	case perlUnary(name):
		if p.ends() {
			switch name {
			case "chr", "ord", "lc", "uc", "lcfirst", "ucfirst", "length", "hex", "oct", "int", "abs", "sqrt", "quotemeta", "chomp", "rmdir":
				return p.call(name, start, &node{op: oName, str: "$_"})
			}
			return p.call(name, start)
		}
		return p.call(name, start, spread(p.expression(15)))
	case perlList(name):
		if p.ends() {
			return p.call(name, start)
		}
		if (name == "system" || name == "exec") && p.isOp('o', "{") { // system { prog } args
			b := p.block()
			args := p.items(p.expression(3))
			if len(b.kids) > 0 && len(args) > 0 {
				args[0] = b.kids[0]
			}
			return p.call(name, start, args...)
		}
		return p.call(name, start, p.items(p.expression(3))...)
	case name == "new": // new Class(args)
		if k := p.peek('o'); k.kind == tName {
			p.next('o')
			m := p.mk(oAttr, start, &node{op: oName, str: k.text})
			m.str = "new"
			if p.isOp('p', "(") {
				return p.calling(m, start)
			}
			return p.mk(oCall, start, m)
		}
	}
	// A word with an operand right behind it is a call of a function that the
	// text or a module defines.
	if k := p.peek('o'); (k.kind == tStr || k.kind == tVar && !strings.HasPrefix(k.text, "%") && !strings.HasPrefix(k.text, "&") || k.kind == tNum) && k.start > t.end {
		return p.call(name, start, p.items(p.expression(3))...)
	}
	if strings.ToUpper(name) == name && !strings.Contains(name, "::") { // a handle or a constant
		f.str = "*" + name
	}
	return f
}

// ends tells whether no operand follows.
func (p *perlParser) ends() bool {
	k := p.peek('o')
	switch k.kind {
	case tEnd:
		return true
	case tOp:
		return strings.Contains(";)}]:,?=.", k.text) || k.text == "==" || k.text == "||" || k.text == "&&" || k.text == "=>" || k.text == "=~" || k.text == "!=" || k.text == ">" || k.text == "*" || k.text == "<=" || k.text == ">="
	case tName:
		switch k.text {
		case "if", "unless", "while", "until", "for", "foreach", "and", "or", "eq", "ne", "x", "cmp", "lt", "gt", "le", "ge", "xor":
			return true
		}
	}
	return false
}

// single reads one argument, in brackets or not.
func (p *perlParser) single() *node {
	return p.expression(15)
}

// declared reads my $x, my ($a, $b).
func (p *perlParser) declared(start int) *node {
	if k := p.peek('o'); k.kind == tName && k.text != "sub" { // a type
		p.next('o')
	}
	if p.acceptOp('o', "(") {
		n := p.mk(oList, start)
		for !p.isOp('o', ")") && p.peek('o').kind != tEnd {
			k := p.next('o')
			if k.kind == tVar {
				v := p.mk(oName, k.start)
				v.str = k.text
				if k.text[0] == '@' || k.text[0] == '%' { // takes the rest
					v = &node{op: oSpread, kids: []*node{v}}
				}
				n.kids = append(n.kids, v)
			} else if k.kind == tName && k.text == "undef" {
				n.kids = append(n.kids, nil)
			}
		}
		p.acceptOp('o', ")")
		n.end = p.last + p.shift
		n.declare = true
		return n
	}
	n := p.postfix(p.primary())
	n.declare = n.op == oName
	return n
}

// handle reads the file that print and its kin write to; nil for none.
func (p *perlParser) handle() *node {
	k := p.peek('o')
	switch {
	case k.kind == tOp && k.text == "{":
		b := p.block()
		if len(b.kids) > 0 {
			return b.kids[0]
		}
		return &node{op: oConst}
	case k.kind == tName && strings.ToUpper(k.text) == k.text && isNameStart(k.text[0]):
		save := *p
		p.next('o')
		if q := p.peek('p'); q.kind == tOp && (q.text == "," || q.text == "(" || q.text == "." || q.text == "->" || q.text == "=>" || q.text == "::") || q.kind == tName && q.text == "x" {
			*p = save
			return nil
		}
		return &node{op: oName, str: "*" + k.text, start: k.start + p.shift, end: k.end + p.shift}
	case k.kind == tVar && k.text[0] == '$' && len(k.text) > 1 && isNameStart(k.text[1]):
		src := p.lex.src
		i := k.end
		for i < len(src) && (src[i] == ' ' || src[i] == '\t') {
			i++
		}
		if i == k.end || i >= len(src) {
			return nil
		}
		word := i
		for word < len(src) && isNamePart(src[word]) {
			word++
		}
		operator := false
		switch src[i:word] {
		case "x", "eq", "ne", "lt", "gt", "le", "ge", "cmp", "and", "or", "if", "unless", "for", "foreach", "while", "until", "xor":
			operator = true
		}
		if c := src[i]; c == '"' || c == '\'' || c == '$' || c == '@' || c == '`' || isNamePart(c) && !operator || c == '<' && strings.HasPrefix(src[i:], "<<\"") {
			p.next('o')
			return &node{op: oName, str: k.text, start: k.start + p.shift, end: k.end + p.shift}
		}
	}
	return nil
}

// print reads print, printf and say.
func (p *perlParser) print(name string, start int) *node {
	paren := p.isOp('p', "(")
	if paren {
		p.next('p')
	}
	h := p.handle()
	var args []*node
	if !(paren && p.isOp('o', ")")) && !p.ends() {
		args = p.items(p.expression(3))
	}
	if paren {
		p.acceptOp('p', ")")
	}
	if len(args) == 0 {
		args = []*node{{op: oName, str: "$_"}}
	}
	if h != nil && !(h.op == oName && (h.str == "*STDOUT" || h.str == "*STDERR")) {
		return p.call("\x00print", start, append([]*node{h}, args...)...)
	}
	return p.call("print", start, args...)
}

// open reads open(HANDLE, ...), which assigns the handle.
func (p *perlParser) open(start int) *node {
	paren := p.isOp('p', "(")
	if paren {
		p.next('p')
	}
	level := 3
	if paren {
		level = 0
	}
	args := p.items(p.expression(level))
	if paren {
		p.acceptOp('p', ")")
	}
	if len(args) == 0 {
		return p.call("open", start)
	}
	target := args[0]
	switch {
	case target.op == oName && strings.HasPrefix(target.str, "$"), target.op == oIndex:
	case target.op == oName:
		target = &node{op: oName, str: "*" + strings.TrimPrefix(target.str, "*"), start: target.start, end: target.end}
	case target.op == oStr:
		target = &node{op: oName, str: "*" + target.str, start: target.start, end: target.end}
	default:
		target = &node{op: oName, str: "*\x00"}
	}
	c := p.call("open", start, args[1:]...)
	n := p.mk(oAssign, start, target, c)
	return n
}

// mapping reads map { } LIST and its kin.
func (p *perlParser) mapping(name string, start int) *node {
	paren := p.isOp('p', "(")
	if paren {
		p.next('p')
	}
	var f *node
	if p.isOp('o', "{") {
		save := *p
		b := p.block()
		if name == "map" && p.isOp('p', ",") { // a hash after all
			*p = save
		} else {
			fn := &function{params: []param{{name: "$_"}}, body: valued(b)}
			f = p.mk(oFunc, start)
			f.fn = fn
		}
	} else if k := p.peek('o'); k.kind == tVar && name == "sort" && k.text[0] == '$' {
		save := *p
		p.next('o')
		if q := p.peek('o'); q.kind == tVar && q.text[0] == '@' {
			f = &node{op: oName, str: k.text}
		} else {
			*p = save
		}
	}
	var args []*node
	if !(paren && p.isOp('o', ")")) && !p.ends() {
		args = p.items(p.expression(3))
	}
	if paren {
		p.acceptOp('p', ")")
	}
	if f == nil && (name == "map" || name == "grep" || name == "first" || name == "any" || name == "all") && len(args) > 1 { // map EXPR, LIST
		fn := &function{params: []param{{name: "$_"}}, body: args[0], expr: true}
		f = p.mk(oFunc, start)
		f.fn = fn
		args = args[1:]
	}
	if f == nil {
		f = &node{op: oConst, str: ""}
	}
	return p.call(name, start, append([]*node{f}, args...)...)
}

// perlUnary tells whether a builtin takes one argument.
func perlUnary(w string) bool {
	switch w {
	case "defined", "ref", "scalar", "lc", "uc", "lcfirst", "ucfirst", "length", "chr", "ord", "hex", "oct", "int", "abs", "sqrt", "log", "exp", "sin", "cos", "rand", "srand", "sleep", "exit", "umask", "chdir", "rmdir", "readlink", "stat", "lstat", "quotemeta", "shift", "pop", "keys",
		"values", "each", "delete", "exists", "caller", "chroot", "localtime", "gmtime", "alarm", "fc", "study", "pos", "close", "closedir", "readdir", "eof", "fileno", "readline", "chomp", "chop", "glob", "lock", "getc", "untie":
		return true
	}
	return false
}

// perlList tells whether a function takes a list without brackets.
func perlList(w string) bool {
	switch w {
	case "unlink", "system", "exec", "push", "unshift", "splice", "join", "split", "sprintf", "die", "warn", "mkdir", "rename", "link", "symlink", "chmod", "chown", "kill", "utime", "opendir", "reverse", "substr", "index", "rindex", "pack", "unpack", "bless", "binmode", "read", "sysread", "syswrite", "sysopen",
		"seek", "truncate", "select", "socket", "connect", "bind", "listen", "accept", "send", "recv", "syscall", "waitpid", "tie", "croak", "carp", "confess", "cluck", "decode_base64", "encode_base64", "get", "getstore", "getprint", "rmtree", "remove_tree", "make_path", "mkpath", "copy", "move", "cp", "mv", "basename", "dirname",
		"tempfile", "tempdir", "max", "min", "uniq", "shuffle", "Dumper", "encode_json", "decode_json", "ioctl", "fcntl", "flock", "crypt", "vec", "atan2", "dump", "formline", "uri_unescape", "md5_hex", "sum0", "printf", "exit", "open3", "open2", "run", "capture":
		return true
	}
	return false
}
