package secret

import "strings"

// system grades absolute places that are the machine's.
func system(p string) (Grade, string) {
	for i := range systemPlaces {
		e := &systemPlaces[i]
		if p == e.path || e.tree && under(p, e.path) {
			return e.grade, e.what
		}
	}
	if rest, ok := strings.CutPrefix(p, "/proc/"); ok {
		_, file, _ := strings.Cut(rest, "/")
		if i := strings.Index(file, "task/"); i == 0 {
			_, file, _ = strings.Cut(file[len("task/"):], "/")
		}
		switch {
		case file == "environ":
			return Store, "a process's environment"
		case file == "mem", file == "map_files", file == "auxv", file == "pagemap":
			return Store, "a process's memory"
		case strings.HasPrefix(file, "root/"):
			return Look(file[len("root"):], "")
		}
	}
	if dir, base := last(p); dir == "/etc/ssh" && strings.HasPrefix(base, "ssh_host_") && !strings.HasSuffix(base, ".pub") ||
		dir == "/etc/ssh" && strings.HasSuffix(base, "_key") {
		return Store, "the host's private key"
	}
	return None, ""
}

// inHome grades a path relative to a home folder; ok tells that the table
// settles it.
func inHome(rel string) (g Grade, what string, ok bool) {
	for i := range homePlaces {
		e := &homePlaces[i]
		if rel == e.path || e.tree && under(rel, e.path) {
			return e.grade, e.what, true
		}
	}
	return None, "", false
}

// anywhere grades by names that mean the same wherever they stand.
func anywhere(p string) (Grade, string) {
	if rest, ok := after(p, ".ssh"); ok {
		return sshFile(rest)
	}
	if rest, ok := after(p, ".gnupg"); ok {
		switch {
		case strings.HasPrefix(rest, "pubring"), rest == "trustdb.gpg", strings.HasSuffix(rest, ".conf"), strings.HasPrefix(rest, "crls.d"):
			return None, ""
		}
		return Store, "PGP keys"
	}
	if _, ok := after(p, ".password-store"); ok {
		return Store, "password store"
	}
	if rest, ok := after(p, ".aws"); ok && (rest == "" || strings.HasPrefix(rest, "credentials") || under(rest, "sso") || under(rest, "cli")) {
		return Store, "AWS credentials"
	}
	if rest, ok := after(p, ".kube"); ok && (rest == "" || strings.HasPrefix(rest, "config")) {
		return Store, "cluster credentials"
	}
	_, base := last(p)
	if strings.HasPrefix(base, "krb5cc_") {
		return Store, "Kerberos tickets"
	}
	return byName(base)
}

// after finds the component name in p and gives what follows it.
func after(p, name string) (rest string, ok bool) {
	for off := 0; ; {
		i := strings.Index(p[off:], name)
		if i < 0 {
			return "", false
		}
		start, end := off+i, off+i+len(name)
		if (start == 0 || p[start-1] == '/') && (end == len(p) || p[end] == '/') {
			return strings.TrimPrefix(p[end:], "/"), true
		}
		off = end
	}
}

// sshFile grades what stands in a .ssh folder: all that is not known to be
// public is a key, since keys have any name.
func sshFile(rest string) (Grade, string) {
	if rest == "" {
		return Store, "SSH keys"
	}
	_, base := last(rest)
	switch {
	case strings.HasSuffix(base, ".pub"), strings.HasPrefix(base, "known_hosts"), base == "config", under(rest, "config.d"),
		strings.HasPrefix(base, "authorized_keys"), base == "allowed_signers", base == "rc", base == "environment", base == "revoked_keys":
		return None, ""
	}
	return Store, "SSH private key"
}

// byName grades a file by its own name.
func byName(base string) (Grade, string) {
	switch base {
	case "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_ecdsa_sk", "id_ed25519_sk", "identity.key":
		return Store, "SSH private key"
	case "logins.json", "key3.db", "key4.db", "cookies.sqlite", "cookies", "login data", "signons.sqlite", "cookies.binarycookies":
		return Store, "browser's passwords or cookies"
	case "wallet.dat", "wallet.json", "keystore.json", "seed.txt", "mnemonic.txt":
		return Store, "wallet"
	case "login.keychain", "login.keychain-db", "system.keychain":
		return Store, "keychain"
	case ".git-credentials", ".netrc", "_netrc", ".pgpass", ".my.cnf", ".mylogin.cnf", ".s3cfg", ".boto", ".vault-token", ".vault_pass", ".vault-pass",
		"application_default_credentials.json", "accesstokens.json", "credentials.tfrc.json", ".terraformrc", ".dockercfg", ".dockerconfigjson",
		".databrickscfg", "oauth_creds.json", "kubeconfig", "kubeconfig.yaml", "kubeconfig.yml", ".pypirc", "ntds.dit":
		return Store, "credentials"
	case ".npmrc", ".yarnrc.yml", "auth.json", "pip.conf", ".condarc", "nuget.config", "settings-security.xml", ".htpasswd", ".envrc", ".dev.vars",
		"credentials.json", "credentials.yml", "credentials.yaml", "credentials.toml", "credentials.xml", "credentials.csv", "credentials.ini", "credentials",
		"secrets.json", "secrets.yml", "secrets.yaml", "secrets.toml", "secrets.ini", "secrets.env", "secrets.properties", "secrets.xml", "secrets.txt", "secrets.py", "secrets.js", "secrets.tfvars",
		"secret.json", "secret.yml", "secret.yaml", "secret.toml", "secret.txt", "secret.env", ".secrets", ".secret", ".secrets.toml", ".secrets.yaml", ".secrets.yml", ".secrets.json",
		"token.json", "tokens.json", "token.txt", ".token", "password.txt", "passwords.txt", "passwords.csv", "passwd.txt",
		"firebase-adminsdk.json", "google-credentials.json", "gcp-key.json", "gcloud-key.json", "local.settings.json", "master.key", "wp-config.php", ".passwords":
		return Project, "a secret of the project"
	case "terraform.tfstate", "terraform.tfstate.backup":
		return Project, "infrastructure state, which holds secrets in clear"
	case "terraform.tfvars":
		return Sensitive, "infrastructure settings"
	case ".bash_history", ".zsh_history", ".zhistory", ".sh_history", ".ksh_history", ".ash_history", ".history", ".histfile", "fish_history", "consolehost_history.txt":
		return Sensitive, "shell history"
	case ".psql_history", ".mysql_history", ".sqlite_history", ".rediscli_history", ".dbshell", ".mongo_history", ".mongosh_history", ".scala_history",
		".python_history", ".node_repl_history", ".irb_history", ".pry_history", ".php_history", ".influx_history", ".duckdb_history", ".cqlsh_history":
		return Sensitive, "history of a program"
	}
	if g, what := envFile(base); g != None {
		return g, what
	}
	return byForm(base)
}

// envFile grades .env and its kin. Shapes without values that are meant to be
// committed (.env.example and so on) are None. .env.test is a Project secret
// all the same: test accounts are real accounts as often as not, and only
// what leaves is stopped.
func envFile(base string) (Grade, string) {
	rest, dotted := strings.CutPrefix(base, ".env")
	switch {
	case dotted && rest == "":
		return Project, "the project's environment file"
	case dotted && (rest[0] == '.' || rest[0] == '-' || rest[0] == '_'):
		for _, shape := range [...]string{"example", "sample", "template", "dist", "tpl", "schema", "defaults", "default", "spec", "md", "ts", "js"} {
			if strings.HasSuffix(rest[1:], shape) && (len(rest)-1 == len(shape) || !alnum(rest[len(rest)-len(shape)-1])) {
				return None, ""
			}
		}
		return Project, "the project's environment file"
	case strings.HasSuffix(base, ".env"):
		switch base[:len(base)-len(".env")] {
		case "example", "sample", "template", "dist", "default", "defaults":
			return None, ""
		}
		return Project, "an environment file"
	}
	return None, ""
}

// byForm grades a file by the form of its name: key files and service
// accounts.
func byForm(base string) (Grade, string) {
	dot := strings.LastIndexByte(base, '.')
	if dot < 0 {
		return None, ""
	}
	stem, ext := base[:dot], base[dot+1:]
	switch ext {
	case "kdbx", "kdb", "agilekeychain", "opvault", "1pif":
		return Store, "password database"
	case "ppk", "keychain", "keychain-db":
		return Store, "private key"
	case "p12", "pfx", "pkcs12", "jks", "keystore", "bks", "p8", "ovpn", "keytab", "asc", "gpg":
		if ext == "asc" || ext == "gpg" {
			if strings.Contains(stem, "private") || strings.Contains(stem, "secret") {
				return Project, "a private key"
			}
			return None, ""
		}
		if stem == "debug" {
			return None, ""
		}
		return Project, "a key file"
	case "key", "pem", "priv":
		if public(stem) {
			return None, ""
		}
		return Project, "a key file"
	case "kubeconfig":
		return Store, "cluster credentials"
	case "json":
		if strings.HasPrefix(stem, "client_secret") || strings.Contains(stem, "service-account") || strings.Contains(stem, "service_account") ||
			strings.Contains(stem, "serviceaccount") || strings.Contains(stem, "firebase-adminsdk") {
			return Project, "a service account's key"
		}
	case "tfvars", "tfstate":
		if ext == "tfstate" || strings.Contains(stem, "secret") || strings.Contains(stem, "credential") {
			return Project, "infrastructure secrets"
		}
	}
	return None, ""
}

// public tells whether a key file's name says that it is the public half or a
// certificate.
func public(stem string) bool {
	if strings.Contains(stem, "key") && !strings.Contains(stem, "pub") || strings.Contains(stem, "priv") {
		return false
	}
	for _, word := range [...]string{"cert", "chain", "pub", "cacert", "ca-bundle", "bundle", "root-ca", "rootca", "crt"} {
		if strings.Contains(stem, word) {
			return true
		}
	}
	return stem == "ca"
}

// alnum tells whether b is an ASCII letter or digit.
func alnum(b byte) bool {
	return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9'
}
