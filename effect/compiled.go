package effect

import (
	"strings"

	"automode/shell"
)

// Source of a compiled language is judged by the calls in it: what runs other
// programs, deletes, writes or reaches the network. That is enough to let a
// program pass that only computes, reads and prints.

// srcToken is one token of a source text: a name, a string, or a character.
type srcToken struct {
	kind byte // 'n' name, 's' string, else the character itself
	text string
}

// srcTokens parts the source of a language of C's family into tokens, without
// its comments. ok is false when a string or comment does not end.
func srcTokens(text string) (out []srcToken, ok bool) {
	for i := 0; i < len(text); {
		ch := text[i]
		switch {
		case ch == ' ' || ch == '\t' || ch == '\n' || ch == '\r':
			i++
		case strings.HasPrefix(text[i:], "//"):
			for i < len(text) && text[i] != '\n' {
				i++
			}
		case strings.HasPrefix(text[i:], "/*"):
			end := strings.Index(text[i+2:], "*/")
			if end < 0 {
				return out, false
			}
			i += end + 4
		case ch == '"' || ch == '`':
			j := i + 1
			var b strings.Builder
			for j < len(text) && text[j] != ch {
				if text[j] == '\\' && ch == '"' && j+1 < len(text) {
					j++
					switch text[j] {
					case 'n':
						b.WriteByte('\n')
					case 't':
						b.WriteByte('\t')
					case '"', '\\', '\'', '/', '$', '0':
						b.WriteByte(text[j])
					default:
						b.WriteString("\x00") // an escape that may hide a character
					}
					j++
					continue
				}
				b.WriteByte(text[j])
				j++
			}
			if j >= len(text) {
				return out, false
			}
			out = append(out, srcToken{'s', b.String()})
			i = j + 1
		case ch == '\'':
			j := i + 1
			for j < len(text) && j < i+12 && text[j] != '\'' && text[j] != '\n' {
				if text[j] == '\\' {
					j++
				}
				j++
			}
			if j < len(text) && text[j] == '\'' {
				i = j + 1
			} else {
				i++ // a lifetime, or a digit separator
			}
			out = append(out, srcToken{'c', ""})
		case isLetter(ch) || ch == '_':
			j := i
			for j < len(text) && (isLetter(text[j]) || text[j] == '_' || text[j] >= '0' && text[j] <= '9') {
				j++
			}
			out = append(out, srcToken{'n', text[i:j]})
			i = j
		default:
			out = append(out, srcToken{ch, ""})
			i++
		}
		if len(out) > 200_000 {
			return out, false
		}
	}
	return out, true
}

// compiledLang tells whether a language is one whose source is judged here.
func compiledLang(lang string) bool {
	switch lang {
	case "c", "c++", "go", "rust", "java", "kotlin", "scala", "csharp", "swift", "zig":
		return true
	}
	return false
}

// compiledText judges the source of a program that is compiled and run.
func (c *cmd) compiledText(lang, text string) {
	toks, ok := srcTokens(text)
	if !ok {
		c.unsure("the source could not be read")
		return
	}
	for i, t := range toks {
		switch {
		case t.kind == '#' && at(toks, i+1).kind == '#':
			c.unsure("the source pastes names together")
		case t.kind == 's' && lang == "go":
			c.goImport(toks, i)
		case t.kind == 'n':
			c.srcName(lang, toks, i)
		}
	}
	c.does(Project, c.base.dir)
}

// srcName judges one name in a source.
func (c *cmd) srcName(lang string, toks []srcToken, i int) {
	before := ""
	if k := at(toks, i-1).kind; k == '.' && i >= 2 {
		before = toks[i-2].text
	} else if k == ':' && i >= 3 && toks[i-2].kind == ':' {
		before = toks[i-3].text
	}
	rest := toks[i+1:]
	switch act := srcCall(lang, before, toks[i].text, at(rest, 0).kind == '('); act {
	case "":
	case "shell", "argv":
		c.srcRuns(act, rest)
	case "open":
		c.srcOpens(rest)
	case "delete", "deltree", "write":
		s, known := firstString(rest)
		if !known {
			c.unsure("the program " + map[bool]string{true: "writes", false: "deletes"}[act == "write"] + " files that are not known")
			return
		}
		c.role(act, word(s))
	default:
		c.unsure("the program " + act)
	}
}

// goImport judges a string of a Go source that may import a package.
func (c *cmd) goImport(toks []srcToken, i int) {
	switch name := toks[i].text; {
	case name == "os/exec", name == "plugin", name == "syscall", name == "unsafe", name == "C", strings.HasPrefix(name, "golang.org/x/sys/"):
		c.unsure("the program uses " + name)
	case name == "net", strings.HasPrefix(name, "net/") && name != "net/url" && name != "net/netip" && name != "net/mail" && name != "net/textproto":
		c.unsure("the program uses the network")
	case name == "os" || name == "io/ioutil":
		if k := at(toks, i-1).kind; k == 'n' && toks[i-1].text != "import" || k == '.' {
			c.unsure("the program gives os another name")
		}
	}
}

// srcOpens judges fopen and open by what they open a file for.
func (c *cmd) srcOpens(toks []srcToken) {
	path, known := firstString(toks)
	depth, writes, said := 0, false, false
	for i, t := range toks {
		switch t.kind {
		case '(':
			depth++
		case ')':
			depth--
		case 's':
			if i > 1 && len(t.text) < 5 && at(toks, i-1).kind == ',' {
				said, writes = true, strings.ContainsAny(t.text, "wa+")
			}
		case 'n':
			switch t.text {
			case "O_RDONLY":
				said = true
			case "O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_APPEND":
				said, writes = true, true
			}
		}
		if depth == 0 || i > 60 {
			break
		}
	}
	switch {
	case known && writes:
		c.write(word(path), true)
	case known && said:
		c.read(word(path))
	case writes || !said:
		c.unsure("the program writes files that are not known")
	}
}

func at(toks []srcToken, i int) srcToken {
	if i >= 0 && i < len(toks) {
		return toks[i]
	}
	return srcToken{}
}

// firstString is the first argument of a call, where it is a string.
func firstString(toks []srcToken) (string, bool) {
	i := 0
	for i < len(toks) && i < 3 && toks[i].kind != '(' {
		i++
	}
	if s := at(toks, i+1); s.kind == 's' && !strings.Contains(s.text, "\x00") {
		if after := at(toks, i+2).kind; after == ',' || after == ')' {
			return s.text, true
		}
	}
	return "", false
}

// srcRuns judges a call that runs another program.
func (c *cmd) srcRuns(act string, toks []srcToken) {
	first, known := firstString(toks)
	if !known {
		c.unsure("the program runs another one that is not known")
		return
	}
	if act == "shell" {
		c.codeText("sh", first)
		return
	}
	words := []shell.Word{word(first)}
	depth := 0
	for i, t := range toks {
		switch t.kind {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 && at(toks, i+1).kind != '.' {
				c.nested(words)
				return
			}
		case ';':
			c.nested(words)
			return
		case 's':
			if len(words) > 1 || t.text != first {
				words = append(words, word(t.text))
			}
		case 'n':
			switch t.text {
			case "arg", "args", "new", "Command", "String", "List", "of", "asList", "NULL", "nil", "char", "vec":
			case "output", "status", "spawn", "Run", "Output", "CombinedOutput", "start", "Start", "unwrap", "expect", "nullptr":
			default:
				words = append(words, shell.Word{Raw: t.text, Many: true})
			}
		}
		if i > 200 {
			break
		}
	}
	c.nested(words)
}

// srcCall tells what a name in the source of a language does: "shell", "argv"
// (runs), "open", "delete", "deltree", "write", a sentence for what is not
// followed, or nothing. before is the name it is taken from: os in os.Remove.
func srcCall(lang, before, name string, called bool) string {
	switch lang {
	case "c", "c++":
		return cCall(before, name, called)
	case "go":
		return goCall(before, name)
	case "rust":
		return rustCall(before, name, called)
	case "java", "kotlin", "scala":
		return javaCall(before, name)
	}
	switch name {
	case "Process", "ProcessStartInfo", "Socket", "HttpClient", "WebClient", "TcpClient", "DllImport", "URLSession", "FileManager", "Delete", "WriteAllText", "WriteAllBytes", "StreamWriter", "FileStream", "dlopen", "system", "popen",
		"ChildProcess", "http", "net", "deleteFile", "deleteTree", "createFile", "Assembly", "Activator", "child_process", "posix", "Foundation", "cImport":
		return "may run programs, write files or use the network"
	}
	return ""
}

func cCall(before, name string, called bool) string {
	switch name {
	case "__asm__", "asm", "__asm":
		return "holds machine code"
	case "system", "popen", "_popen", "wordexp":
		if !called {
			return "runs other programs in a way that is not followed"
		}
		return "shell"
	case "execl", "execlp", "execle", "execv", "execve", "execvp", "execvpe", "fexecve", "posix_spawn", "posix_spawnp", "CreateProcessA", "ShellExecuteA", "vfork", "dlopen", "dlsym", "LoadLibraryA", "ptrace", "syscall", "init_module", "mprotect":
		return "runs other programs or code in a way that is not followed"
	case "fork":
		if called {
			return "starts other processes"
		}
	case "filesystem":
		return "may change files"
	case "ofstream", "fstream":
		if called {
			return "write"
		}
		return ""
	}
	if !called {
		return ""
	}
	switch name {
	case "unlink", "rmdir", "unlinkat", "_unlink", "DeleteFileA":
		return "delete"
	case "remove":
		if before == "" || before == "std" {
			return "delete"
		}
	case "nftw", "ftw", "rename", "renameat", "truncate", "symlink", "link", "chmod", "fchmod", "chown", "mknod", "mkfifo", "mount", "umount", "chroot", "pivot_root", "remove_all", "copy_file":
		return "changes files"
	case "socket", "connect", "sendto", "getaddrinfo", "gethostbyname", "curl_easy_init", "curl_easy_perform", "SSL_connect", "WSAStartup", "inet_pton", "recvfrom":
		return "uses the network"
	case "kill", "killpg", "tgkill", "process_vm_readv", "setuid", "seteuid", "setgid", "setresuid", "capset", "reboot", "bpf", "keyctl", "prctl", "ioctl", "shm_open":
		return "calls the system in ways that are not followed"
	case "fopen", "freopen", "open", "openat", "creat":
		if before == "" || before == "std" {
			return "open"
		}
	}
	return ""
}

func goCall(before, name string) string {
	if before != "os" && before != "ioutil" {
		return ""
	}
	switch name {
	case "RemoveAll":
		return "deltree"
	case "Remove":
		return "delete"
	case "WriteFile", "Create":
		return "write"
	case "OpenFile", "Rename", "Chmod", "Chown", "Truncate", "Symlink", "Link", "StartProcess", "FindProcess", "CopyFS", "OpenRoot":
		return "changes files or processes in a way that is not followed"
	case "Environ":
		return "reads the whole environment"
	}
	return ""
}

func rustCall(before, name string, called bool) string {
	switch name {
	case "new":
		if before == "Command" {
			return "argv"
		}
	case "remove_file":
		return "delete"
	case "remove_dir_all", "remove_dir":
		return "deltree"
	case "TcpStream", "UdpSocket", "TcpListener", "reqwest", "hyper", "ureq", "UnixStream":
		return "uses the network"
	case "libc", "nix", "dlopen", "libloading", "asm", "extern":
		return "calls other code directly"
	case "OpenOptions", "rename", "set_permissions", "hard_link", "symlink":
		return "may change files"
	case "write", "create", "copy":
		if called && (before == "fs" || before == "File") {
			return "write"
		}
	case "include", "include_str", "include_bytes":
		return "takes in another file"
	}
	return ""
}

func javaCall(before, name string) string {
	switch name {
	case "ProcessBuilder", "getRuntime":
		return "may run other programs"
	case "delete", "deleteIfExists", "deleteOnExit", "deleteRecursively", "writeString", "writeText", "FileWriter", "FileOutputStream", "newBufferedWriter", "RandomAccessFile", "newOutputStream", "renameTo", "setExecutable":
		return "may write or delete files"
	case "write", "copy", "move", "createSymbolicLink":
		if before == "Files" {
			return "may write files"
		}
	case "Socket", "ServerSocket", "URL", "URI", "URLConnection", "HttpClient", "HttpURLConnection", "DatagramSocket", "SocketChannel", "InetAddress", "URLClassLoader":
		return "uses the network"
	case "Unsafe", "loadLibrary", "ScriptEngineManager", "defineClass", "invoke", "forName":
		return "loads or runs other code"
	}
	return ""
}
