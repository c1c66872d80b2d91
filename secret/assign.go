package secret

import "strings"

// prog is a program whose short options carry passwords.
type prog uint8

const (
	noProg  prog = iota
	mysql        // -pPASSWORD
	sshpass      // -p PASSWORD, -pPASSWORD
	curl         // -u user:password
	redis        // -a PASSWORD
	login        // -p PASSWORD
)

// progOf tells which of them a word is.
func progOf(word string) prog {
	switch word {
	case "mysql", "mysqldump", "mysqladmin", "mysqlimport", "mariadb", "mariadb-dump", "mycli":
		return mysql
	case "sshpass", "7z", "unrar", "unzip", "zip":
		return sshpass
	case "curl", "http", "https", "wget", "xh":
		return curl
	case "redis-cli", "mongo", "mongosh":
		return redis
	case "login":
		return login
	}
	return noProg
}

// word looks at one word text[start:end]: a program, an option, or the name
// of a setting, with what is given to it.
func (s *scanner) word(start, end int) {
	w := s.text[start:end]
	if p := progOf(w); p != noProg {
		s.prog = p
		return
	}
	if w[0] == '-' {
		if s.option(w, start, end) {
			return
		}
	}
	if asciiFold(w, "bearer") && end < len(s.text) && s.text[end] == ' ' {
		j := end + 1
		for j < len(s.text) && (base64std.has(s.text[j]) || s.text[j] == '.') {
			j++
		}
		if n := j - end - 1; n >= 16 && (!s.strict || strong(s.text[end+1:j], 20)) {
			s.add("bearer", end+1, j)
		}
		return
	}
	if len(w) > 128 {
		return
	}
	name := strings.TrimLeft(w, "-.")
	if name == "" {
		return
	}
	if header(name) {
		s.header(end)
		return
	}
	if !EnvName(name) && !camelSecret(name) {
		return
	}
	// NAME=value, name: value, "name": "value", name => value, name := value
	j := end
	if j < len(s.text) && (s.text[j] == '"' || s.text[j] == '\'' || s.text[j] == '\\' && j+1 < len(s.text) && s.text[j+1] == '"') {
		j++
		if s.text[j-1] == '\\' {
			j++
		}
	}
	for j < len(s.text) && s.text[j] == ']' {
		j++
	}
	close := j
	for j < len(s.text) && j < close+32 && (s.text[j] == ' ' || s.text[j] == '\t') {
		j++
	}
	op := j
	for j < len(s.text) && j < op+3 && (s.text[j] == '=' || s.text[j] == ':' || j > op && s.text[j] == '>') {
		j++
	}
	if j == op || strings.HasPrefix(s.text[op:], "==") || strings.HasPrefix(s.text[op:], "://") {
		return
	}
	tight := op == close && j == op+1 && s.text[op] == '=' // as in shell
	if !tight {
		for j < len(s.text) && (s.text[j] == ' ' || s.text[j] == '\t') {
			j++
		}
	}
	s.value(name, j, tight)
}

// value adds the value of a named secret that begins at i.
func (s *scanner) value(name string, i int, shell bool) {
	from, to, quoted := reach(s.window(i), i, shell)
	s.seen = max(s.seen, to)
	if from >= to {
		return
	}
	v := s.text[from:to]
	if reference(v) {
		return
	}
	if !s.strict {
		s.add(kindOf(name), from, to)
		return
	}
	if weakWord(v) || !quoted && !bare(v) {
		return
	}
	kind := kindOf(name)
	if kind == "password" && strong(v, 8) || strong(v, 16) {
		s.add(kind, from, to)
	}
}

// kindOf names the kind by the setting's name.
func kindOf(name string) string {
	low := strings.ToLower(name)
	if strings.Contains(low, "pass") || strings.HasSuffix(low, "pwd") {
		return "password"
	}
	return "secret"
}

// bare tells whether an unquoted value is a literal and no expression of code.
func bare(v string) bool {
	upper, digits := false, 0
	for i := 0; i < len(v); i++ {
		switch b := v[i]; {
		case b == '(' || b == ')' || b == '[' || b == '{' || b == '$':
			return false
		case 'A' <= b && b <= 'Z':
			upper = true
		case '0' <= b && b <= '9':
			digits++
		}
	}
	return digits >= 3 && (upper || len(v) >= 20) || upper && digits > 0
}

// reach gives the extent of the value at i, without its quotes where it is
// all one quoted text. A shell value may go on behind a quote.
func reach(text string, i int, shell bool) (from, to int, quoted bool) {
	j := i
	pieces := 0
	for j < len(text) {
		if n := marker(text, j); n > 0 {
			j += n
			continue
		}
		c := text[j]
		if c == '"' || c == '\'' || c == '`' || c == '\\' && j+1 < len(text) && text[j+1] == '"' {
			if !shell && j > i {
				break
			}
			open := j
			body := open + 1
			if c == '\\' {
				body++
			}
			end, next := closing(text, body, c)
			if j == i {
				from, to, quoted = body, end, true
			}
			pieces++
			j = next
			if !shell {
				break
			}
			continue
		}
		if stop(c, shell) {
			break
		}
		j++
	}
	if quoted && (pieces == 1 && (!shell || j == to+1 || j == to+2 || j == to)) {
		return from, to, true
	}
	return i, j, pieces > 0
}

// closing finds the quote that ends a text opened before body; a text that is
// not closed ends with its line.
func closing(text string, body int, quote byte) (end, next int) {
	for k := body; k < len(text); k++ {
		switch c := text[k]; {
		case quote == '\\' && c == '\\' && k+1 < len(text) && text[k+1] == '"':
			return k, k + 2
		case quote != '\\' && c == quote:
			return k, k + 1
		case quote == '"' && c == '\\':
			k++
		case c == '\n':
			return k, k
		}
	}
	return len(text), len(text)
}

// stop tells whether c ends an unquoted value.
func stop(c byte, shell bool) bool {
	switch c {
	case ' ', '\t', '\n', '\r', ';', '&', '|', '<', '>', '"', '\'', '`':
		return true
	case ',', ')', '}', ']':
		return !shell
	}
	return false
}

// camelSecret is EnvName for names written apiKey, clientSecret, dbPassword.
func camelSecret(name string) bool {
	humps := false
	for i := 1; i < len(name); i++ {
		if 'A' <= name[i] && name[i] <= 'Z' && 'a' <= name[i-1] && name[i-1] <= 'z' {
			humps = true
			break
		}
	}
	if !humps {
		return false
	}
	low := strings.ToLower(name)
	if strings.Contains(low, "public") {
		return false
	}
	for _, end := range [...]string{"password", "passwd", "secret", "token", "apikey", "secretkey", "accesskey", "privatekey", "passphrase", "credentials", "authkey", "encryptionkey", "signingkey"} {
		if strings.HasSuffix(low, end) {
			return true
		}
	}
	return false
}

// asciiFold compares without regard to case; low is lower case.
func asciiFold(s, low string) bool { return len(s) == len(low) && strings.EqualFold(s, low) }

// header tells whether an HTTP header of that name carries a secret.
func header(name string) bool {
	if len(name) < 6 || len(name) > 24 {
		return false
	}
	switch name[0] | 0x20 {
	case 'a', 'p', 'c', 's', 'x', 'j':
	default:
		return false
	}
	switch strings.ToLower(name) {
	case "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "x-auth-token", "x-auth-key", "private-token", "job-token", "x-vault-token", "x-amz-security-token", "api-key", "apikey", "x-gitlab-token", "x-access-token", "x-csrf-token":
		return true
	}
	return false
}

// header adds the value of a header whose name ends at i.
func (s *scanner) header(i int) {
	for i < len(s.text) && (s.text[i] == '"' || s.text[i] == '\'' || s.text[i] == ' ' || s.text[i] == ']') {
		i++
	}
	if i >= len(s.text) || s.text[i] != ':' && s.text[i] != '=' {
		return
	}
	i++
	for i < len(s.text) && (s.text[i] == ' ' || s.text[i] == '"' || s.text[i] == '\'' || s.text[i] == '`') {
		i++
	}
	for _, scheme := range [...]string{"bearer ", "basic ", "token ", "digest ", "apikey ", "negotiate ", "aws4-hmac-sha256 "} {
		if len(s.text)-i > len(scheme) && strings.EqualFold(s.text[i:i+len(scheme)], scheme) {
			i += len(scheme)
			break
		}
	}
	for i < len(s.text) && s.text[i] == ' ' {
		i++
	}
	j, text := i, s.window(i)
	for j < len(text) {
		c := text[j]
		if c == '\n' || c == '\r' || c == '"' || c == '\'' || c == '`' {
			break
		}
		j++
	}
	s.seen = max(s.seen, j)
	for j > i && s.text[j-1] == ' ' {
		j--
	}
	if i >= j || reference(s.text[i:j]) {
		return
	}
	v := s.text[i:j]
	if s.strict && (weakWord(v) || !strong(v, 16)) {
		return
	}
	s.add("header", i, j)
}

// option adds the value of a command line option; ok tells that the word was
// an option that carries a secret.
func (s *scanner) option(w string, start, end int) (ok bool) {
	if start > 0 && alnum(s.text[start-1]) {
		return false
	}
	next := func() int {
		if end < len(s.text) && s.text[end] == ' ' {
			j := end
			for j < len(s.text) && s.text[j] == ' ' {
				j++
			}
			return j
		}
		return -1
	}
	if strings.HasPrefix(w, "--") {
		name := w[2:]
		if name == "" || !secretOption(name) {
			return false
		}
		if end < len(s.text) && s.text[end] == '=' {
			s.value(name, end+1, true)
			return true
		}
		if j := next(); j >= 0 && j < len(s.text) && s.text[j] != '-' {
			s.value(name, j, true)
			return true
		}
		return false
	}
	switch {
	case s.prog == mysql && len(w) > 2 && w[1] == 'p' && !strings.HasPrefix(w, "-p-"):
		s.value("password", start+2, true)
		return true
	case s.prog == mysql && w == "-p" && end < len(s.text) && (s.text[end] == '\'' || s.text[end] == '"'):
		s.value("password", end, true)
		return true
	case s.prog == sshpass && len(w) > 2 && (w[1] == 'p' || w[1] == 'P'):
		s.value("password", start+2, true)
		return true
	case s.prog == sshpass && (w == "-p" || w == "-P"), s.prog == login && w == "-p", s.prog == redis && (w == "-a" || w == "-p"):
		if w == "-p" && s.prog == redis {
			return false // a port, or asks
		}
		if end < len(s.text) && (s.text[end] == '\'' || s.text[end] == '"') {
			s.value("password", end, true)
			return true
		}
		if j := next(); j >= 0 {
			s.value("password", j, true)
			return true
		}
	case s.prog == curl && (w == "-u" || w == "-a"):
		if j := next(); j >= 0 {
			s.userPass(j)
			return true
		}
	}
	return false
}

// userPass adds the password of user:password at i.
func (s *scanner) userPass(i int) {
	from, to, _ := reach(s.window(i), i, true)
	s.seen = max(s.seen, to)
	colon := strings.IndexByte(s.text[from:to], ':')
	if colon < 0 {
		return
	}
	from += colon + 1
	if from >= to || reference(s.text[from:to]) {
		return
	}
	if v := s.text[from:to]; s.strict && (weakWord(v) || !strong(v, 8)) {
		return
	}
	s.add("password", from, to)
}

// secretOption tells whether a long option of that name takes a secret.
func secretOption(name string) bool {
	switch strings.ToLower(name) {
	case "password", "passwd", "pass", "passphrase", "token", "secret", "api-key", "apikey", "access-token", "auth-token", "client-secret", "secret-key",
		"access-key", "secret-access-key", "private-key", "http-password", "proxy-password", "ftp-password", "oauth2-bearer", "auth", "docker-password",
		"registry-password", "db-password", "db-pass", "master-password", "master-user-password", "admin-password", "root-password", "with-token", "otp":
		return true
	}
	return EnvName(name)
}
