package secret

import "strings"

// StoreGlob grades what a pattern could stand for: the highest grade of a
// known place that it can match, with *, ?, [..], {a,b} and **. A pattern
// that starts with neither / nor ~ may match at any depth. Patterns of
// nothing but wildcards in the last place say nothing of names that are
// secret by name alone (`*` is not counted as matching every .pem), and a
// wildcard does not match a leading dot, as in shells.
func StoreGlob(pattern, home string) (Grade, string) {
	p := normal(pattern)
	h := normal(home)
	if h == "" {
		h = "/home/u"
	}
	for _, v := range [...]string{"~/", "$home/", "${home}/"} {
		if rest, ok := strings.CutPrefix(p, v); ok {
			p = h + "/" + rest
		}
	}
	var best Grade
	var what string
	see := func(g Grade, w string) {
		if g > best {
			best, what = g, w
		}
	}
	for _, alt := range braces(p, 64) {
		if !strings.ContainsAny(alt, "*?[") {
			see(Look(alt, home))
			continue
		}
		see(globPlaces(alt, h))
		see(globNames(alt))
	}
	return best, what
}

// globPlaces matches a pattern against the known places.
func globPlaces(p, home string) (Grade, string) {
	var best Grade
	var what string
	anchored := strings.HasPrefix(p, "/") || len(p) > 1 && p[1] == ':'
	if !anchored && p[0] != '.' && !strings.Contains(p, "/.") {
		return None, "" // of a folder of no known name
	}
	_, base := last(p)
	bare := strings.Trim(base, "*?") == ""
	try := func(path string, g Grade, w string) {
		if g > best && (globMatch(p, path) || !anchored && globMatch("**/"+p, path)) {
			best, what = g, w
		}
	}
	for i := range systemPlaces {
		e := &systemPlaces[i]
		if mayShare(p, e.path, anchored) {
			try(e.path, e.grade, e.what)
		}
	}
	try("/etc/ssh/ssh_host_rsa_key", Store, "the host's private key")
	try("/proc/1/environ", Store, "a process's environment")
	try("/proc/1/mem", Store, "a process's memory")
	homes := [...]string{home, "/root", "/home/u", "/users/u"}
	for _, h := range homes {
		// what the pattern spells out of the path below this home
		rel, there := below(p, h)
		if anchored && !there {
			continue
		}
		near := func(path string) bool {
			k := min(len(rel), len(path))
			return !anchored || rel[:k] == path[:k]
		}
		for i := range homePlaces {
			e := &homePlaces[i]
			if bare && e.path[0] != '.' && strings.IndexByte(e.path, '/') < 0 {
				continue
			}
			if !near(e.path) {
				continue
			}
			try(h+"/"+e.path, e.grade, e.what)
		}
		for _, x := range [...]string{"/.ssh", "/.ssh/id_rsa", "/.ssh/id_ed25519", "/.ssh/id_ecdsa", "/.ssh/x", "/.gnupg", "/.gnupg/private-keys-v1.d",
			"/.gnupg/secring.gpg", "/.password-store", "/.aws/credentials", "/.aws/sso/cache/x.json", "/.kube/config", "/.azure/accesstokens.json",
			"/.config/gcloud/credentials.db", "/.config/gh/hosts.yml", "/.mozilla/firefox/x.default/logins.json",
			"/.config/google-chrome/default/cookies", "/.config/google-chrome/default/login data", "/.bash_history", "/.zsh_history", "/.psql_history"} {
			if !near(x[1:]) {
				continue
			}
			if g, w := Look(h+x, h); g > best {
				try(h+x, g, w)
			}
		}
	}
	return best, what
}

// below gives what the pattern p spells out after home and its slash; ok is
// false where what it spells out leads elsewhere.
func below(p, home string) (lit string, ok bool) {
	lit = p[:max(strings.IndexAny(p, "*?["), 0)]
	k := min(len(lit), len(home))
	if lit[:k] != home[:k] || len(lit) > len(home) && lit[len(home)] != '/' {
		return "", false
	}
	return lit[min(len(lit), len(home)+1):], true
}

// mayShare tells whether the literal beginning of p agrees with path, so that
// it is worth matching.
func mayShare(p, path string, anchored bool) bool {
	if !anchored {
		return true
	}
	n := strings.IndexAny(p, "*?[")
	lit := p[:max(n, 0)]
	k := min(len(lit), len(path))
	return lit[:k] == path[:k]
}

// nameSample is a name that is secret wherever it stands, and how much of it
// a pattern must spell out to be taken to mean it.
type nameSample struct {
	name, core string
}

var nameSamples = [...]nameSample{
	{"id_rsa", "id_"}, {"id_ed25519", "id_"}, {"server.pem", ".pem"}, {"server.key", ".key"}, {"server.p12", ".p12"}, {"server.pfx", ".pfx"},
	{"server.jks", ".jks"}, {"vault.kdbx", ".kdbx"}, {".env", ".e"}, {".env.local", ".env"}, {"prod.env", ".env"}, {"logins.json", "logins"},
	{"key4.db", "key"}, {"cookies.sqlite", "cook"}, {"wallet.dat", "wallet"}, {".netrc", ".net"}, {".npmrc", ".npm"}, {".git-credentials", ".git-c"},
	{"credentials.json", "cred"}, {"credentials", "cred"}, {"secrets.yml", "secret"}, {"secrets.json", "secret"}, {"service-account.json", "service-acc"},
	{"terraform.tfstate", ".tfstate"}, {"x.tfstate", ".tfstate"}, {".bash_history", "_history"}, {".bash_history", ".bash_h"}, {".vault-token", ".vault"},
	{"kubeconfig", "kubec"}, {"client_secret.json", "client_sec"}, {".pgpass", ".pgp"}, {"id_rsa", "_rsa"}, {".ssh", ".ss"}, {".aws", ".aw"}, {".gnupg", ".gn"},
}

// globNames matches the last component of a pattern against names that are
// secret anywhere.
func globNames(p string) (Grade, string) {
	_, base := last(p)
	var best Grade
	var what string
	for i := range nameSamples {
		s := &nameSamples[i]
		if !strings.Contains(base, s.core) || !globMatch(base, s.name) {
			continue
		}
		if g, w := Look("/x/"+s.name, ""); g > best {
			best, what = g, w
		}
	}
	return best, what
}

// braces writes out {a,b}; more than limit results are cut to those that
// were written out, with the braces of the others left as a wildcard.
func braces(p string, limit int) []string {
	out := []string{p}
	for {
		grew := false
		for i := 0; i < len(out) && len(out) < limit; i++ {
			s := out[i]
			open := strings.IndexByte(s, '{')
			if open < 0 {
				continue
			}
			end := strings.IndexByte(s[open:], '}')
			if end < 0 {
				continue
			}
			end += open
			if inner := strings.LastIndexByte(s[:end], '{'); inner > open {
				open = inner
			}
			parts := strings.Split(s[open+1:end], ",")
			if len(parts) == 1 {
				out[i] = s[:open] + "*" + s[end+1:]
				grew = true
				continue
			}
			out[i] = s[:open] + parts[0] + s[end+1:]
			for _, alt := range parts[1:] {
				if len(out) >= limit {
					out = append(out, s[:open]+"*"+s[end+1:])
					break
				}
				out = append(out, s[:open]+alt+s[end+1:])
			}
			grew = true
		}
		if !grew || len(out) >= limit {
			return out
		}
	}
}

// globMatch matches whole paths. It takes time in the product of the lengths
// at most.
func globMatch(pattern, name string) bool {
	pi, ni := 0, 0
	starP, starN, deep := -1, 0, false // the last wildcard to fall back to
	deepP, deepN := -1, 0              // the last ** to fall back to
	whole := false                     // it stands for whole components
	for ni < len(name) {
		if pi < len(pattern) {
			switch c := pattern[pi]; {
			case c == '*' && strings.HasPrefix(pattern[pi:], "**"):
				for pi < len(pattern) && pattern[pi] == '*' {
					pi++
				}
				whole = pi < len(pattern) && pattern[pi] == '/'
				if whole {
					pi++ // a/**/b matches a/b
				}
				deepP, deepN, deep = pi, ni, true
				starP = -1
				continue
			case c == '*':
				if (ni == 0 || name[ni-1] == '/') && name[ni] == '.' {
					break // no wildcard for a leading dot
				}
				pi++
				starP, starN = pi, ni
				continue
			case c == '?':
				if name[ni] != '/' {
					pi++
					ni++
					continue
				}
			case c == '[':
				if n, ok := class(pattern[pi:], name[ni]); n > 0 && ok {
					pi += n
					ni++
					continue
				}
			case c == '\\' && pi+1 < len(pattern) && pattern[pi+1] == name[ni]:
				pi += 2
				ni++
				continue
			case c == name[ni]:
				pi++
				ni++
				continue
			}
		}
		if starP >= 0 && name[starN] != '/' {
			starN++
			pi, ni = starP, starN
			continue
		}
		if deep && deepN < len(name) {
			deepN++
			for whole && deepN < len(name) && name[deepN-1] != '/' {
				deepN++
			}
			pi, ni, starP = deepP, deepN, -1
			continue
		}
		return false
	}
	for pi < len(pattern) && pattern[pi] == '*' {
		pi++
	}
	return pi == len(pattern)
}

// class matches one byte against [..] at the start of p and gives its length;
// 0 where p is no class.
func class(p string, c byte) (n int, ok bool) {
	i := 1
	neg := i < len(p) && (p[i] == '!' || p[i] == '^')
	if neg {
		i++
	}
	for first := true; i < len(p) && (p[i] != ']' || first); first = false {
		lo := p[i]
		hi := lo
		i++
		if i+1 < len(p) && p[i] == '-' && p[i+1] != ']' {
			hi = p[i+1]
			i += 2
		}
		ok = ok || lo <= c && c <= hi
	}
	if i >= len(p) {
		return 0, false
	}
	return i + 1, ok != neg && c != '/'
}
