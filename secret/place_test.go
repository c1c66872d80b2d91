package secret

import "testing"

func TestCredentialStoresAreTold(t *testing.T) {
	for _, p := range []string{
		"/home/dev/.ssh", "/home/dev/.ssh/id_ed25519", "/home/dev/.ssh/work", "~/.ssh/id_rsa", "/root/.ssh/id_rsa", "/Users/ann/.ssh/deploy",
		"/home/dev/.aws", "/home/dev/.aws/credentials", "/home/other/.aws/sso/cache/a.json", "/home/dev/.config/gcloud", "/home/dev/.config/gcloud/access_tokens.db",
		"/home/dev/.azure/accessTokens.json", "/home/dev/.kube/config", "/home/dev/.docker/config.json", "/home/dev/.npmrc", "/home/dev/.pypirc", "/home/dev/.netrc",
		"/home/dev/.git-credentials", "/home/dev/.config/gh/hosts.yml", "/home/dev/.gnupg/private-keys-v1.d", "/home/dev/.gnupg", "/home/dev/.password-store/a.gpg",
		"/home/dev/.mozilla/firefox/x.default/logins.json", "/home/dev/.config/google-chrome/Default/Login Data", "/home/dev/Library/Keychains/login.keychain-db",
		"/etc/shadow", "/etc/gshadow", "/etc/sudoers", "/etc/sudoers.d/dev", "/etc/ssh/ssh_host_ed25519_key", "/proc/1/environ", "/proc/self/environ", "/proc/42/mem",
		"/proc/42/task/43/environ", "/proc/1/root/etc/shadow", "/var/run/secrets/kubernetes.io/serviceaccount/token", "/run/secrets/db", "/home/dev/.vault-token",
		"/home/dev/.terraform.d/credentials.tfrc.json", "/home/dev/.terraformrc", "/srv/keys/id_rsa", "/srv/pass.kdbx", "/home/dev/.bitcoin/wallet.dat",
		`C:\Windows\System32\config\SAM`, `C:\Users\ann\.ssh\id_rsa`, "/private/etc/master.passwd", "/home/dev/.SSH/ID_RSA", "/mnt/c/Users/ann/.aws/credentials",
		"/home/dev/.claude/.credentials.json", "/home/dev/.codex/auth.json", "/dev/mem", "/home/dev/.pgpass", "/home/dev/backup/.ssh/id_rsa",
	} {
		if what, ok := IsStore(p, "/home/dev"); !ok || what == "" {
			t.Errorf("%s is a credential store, got %q %v", p, what, ok)
		}
	}
}

func TestGradesFollowWhatAFileHolds(t *testing.T) {
	for _, c := range []struct {
		path string
		want Grade
	}{
		{"/home/dev/app/.env", Project}, {"/home/dev/app/.env.local", Project}, {"/home/dev/app/.env.production", Project}, {"/home/dev/app/.env.test", Project},
		{"/home/dev/app/prod.env", Project}, {"/home/dev/app/.npmrc", Project}, {"/home/dev/app/config/secrets.yml", Project},
		{"/home/dev/app/credentials.json", Project}, {"/home/dev/app/terraform.tfstate", Project}, {"/home/dev/app/certs/server.key", Project},
		{"/home/dev/app/certs/server.pem", Project}, {"/home/dev/app/keys/service-account-prod.json", Project}, {"/home/dev/app/config/master.key", Project},
		{"/home/dev/app/release.jks", Project}, {"/home/dev/app/.envrc", Project},
		{"/home/dev/.bash_history", Sensitive}, {"/home/dev/.psql_history", Sensitive}, {"/home/dev/.aws/config", Sensitive}, {"/etc/passwd", Sensitive},
		{"/home/dev/Library/Messages/chat.db", Sensitive}, {"/home/dev/.local/share/fish/fish_history", Sensitive},
	} {
		if got, what := Look(c.path, "/home/dev"); got != c.want || what == "" {
			t.Errorf("Look(%s) = %v %q, want %v", c.path, got, what, c.want)
		}
	}
}

func TestPublicPartsAndLookalikesAreNone(t *testing.T) {
	for _, p := range []string{
		"", "/", "/home/dev", "/home/dev/.ssh/id_rsa.pub", "/home/dev/.ssh/known_hosts", "/home/dev/.ssh/config", "/home/dev/.ssh/authorized_keys",
		"/home/dev/.gnupg/pubring.kbx", "/home/dev/.gnupg/gpg.conf", "/home/dev/.kube/cache/x", "/home/dev/.gitconfig", "/home/dev/.config/gh/config.yml",
		"/home/dev/app/.env.example", "/home/dev/app/.env.sample", "/home/dev/app/.env.template", "/home/dev/app/.env.dist", "/home/dev/app/.env.local.example",
		"/home/dev/app/environment.ts", "/home/dev/app/src/env.ts", "/home/dev/app/src/secrets/index.ts", "/home/dev/app/src/token.go", "/home/dev/app/src/credentials.go",
		"/etc/ssl/certs/ca-certificates.crt", "/etc/ssl/cert.pem", "/home/dev/app/certs/ca.pem", "/home/dev/app/certs/fullchain.pem", "/home/dev/app/jwt.pub.pem",
		"/etc/ssh/ssh_config", "/etc/ssh/ssh_host_rsa_key.pub", "/etc/hosts", "/proc/cpuinfo", "/proc/1/status", "/home/dev/app/package.json", "/home/dev/.config/app/x",
		"/home/dev/.dockerignore", "/home/dev/app/.docker/Dockerfile", "/home/dev/.android/debug.keystore", "/home/dev/app/docs/ssh/readme.md", "/home/dev/app/i18n/keys.json",
		"/home/dev/.awsome/x", "/home/dev/app/keyboard.key.ts", "/home/dev/app/src/wallet.ts",
	} {
		if got, what := Look(p, "/home/dev"); got != None {
			t.Errorf("Look(%q) = %v %q, want none", p, got, what)
		}
	}
}

func TestReadingAWholeFolderGivesAwayWhatIsBelow(t *testing.T) {
	for dir, want := range map[string]Grade{
		"/home/dev": Store, "/": Store, "/home": Store, "/etc": Store, "/home/dev/.config": Store, "/home/dev/.ssh": Store, "/home/dev/Library": Store,
		"/home/dev/.claude": Store, "/var/run": Store, "/home/dev/app": None, "/home/dev/app/src": None, "/usr/lib": None, "/tmp": None, "/home/dev/.local/share": Store,
	} {
		if got, _ := Below(dir, "/home/dev"); got != want {
			t.Errorf("Below(%s) = %v, want %v", dir, got, want)
		}
	}
}

func TestPatternsCountAsWhatTheyCouldMatch(t *testing.T) {
	for _, c := range []struct {
		pattern string
		want    Grade
	}{
		{"~/.ssh/*", Store}, {"/home/*/.aws", Store}, {"/home/*/.ssh/id_*", Store}, {"**/*.pem", Project}, {"/home/dev/.ssh/id_{rsa,ed25519}", Store},
		{"/home/dev/.s?h/id_rsa", Store}, {"/home/dev/.[s]sh/id_rsa", Store}, {"/etc/shad*", Store}, {"/etc/sh?dow", Store}, {"/proc/*/environ", Store},
		{"/home/dev/.a*/cred*", Store}, {"$HOME/.config/gcloud/*", Store}, {"/home/dev/**", Store}, {"**/id_rsa", Store}, {"**/.env", Project}, {".env*", Project},
		{".env.{local,production}", Project}, {"/home/dev/.config/*/hosts.yml", Store}, {"~/.*history", Sensitive}, {"~/.*_history", Sensitive}, {"/etc/ssh/*_key", Store},
		{"~/.{ssh,aws}/*", Store}, {"/root/.ssh/*", Store}, {"*.pem", Project},
		{"*", None}, {"**/*", None}, {"src/**/*.go", None}, {"*.json", None}, {"/home/dev/app/*", None}, {"/home/dev/app/**", None}, {"/home/dev/app/src/*.ts", None},
		{"/home/dev/*", None}, {"/tmp/*", None}, {"**/*.key.ts", None}, {"/etc/*.conf", None}, {"node_modules/**", None}, {"~/.ssh/*.pub", None}, {"k*", None},
		{"/home/dev/app/**/*.py", None}, {"config/*.yml", None},
	} {
		got, what := StoreGlob(c.pattern, "/home/dev")
		if got != c.want {
			t.Errorf("StoreGlob(%s) = %v %q, want %v", c.pattern, got, what, c.want)
		}
	}
}

func TestGlobMatchesByComponent(t *testing.T) {
	for _, c := range []struct {
		p, name string
		want    bool
	}{
		{"a/*/c", "a/b/c", true}, {"a/*/c", "a/b/x/c", false}, {"a/**/c", "a/c", true}, {"a/**/c", "a/b/x/c", true}, {"**/x", "ax", false}, {"**/x", "a/x", true},
		{"*.pem", ".pem", false}, {"[!a]b", "cb", true}, {"[!a]b", "ab", false}, {"a?c", "a/c", false}, {`\*a`, "*a", true}, {"a*", "a", true}, {"", "", true}, {"a", "", false},
	} {
		if got := globMatch(c.p, c.name); got != c.want {
			t.Errorf("globMatch(%q, %q) = %v", c.p, c.name, got)
		}
	}
}

func TestVariablesThatHoldSecretsAreTold(t *testing.T) {
	for _, n := range []string{"AWS_SECRET_ACCESS_KEY", "AWS_ACCESS_KEY_ID", "GITHUB_TOKEN", "NPM_TOKEN", "OPENAI_API_KEY", "DB_PASSWORD", "PGPASSWORD", "MYSQL_PWD", "DATABASE_URL",
		"SECRET_KEY_BASE", "STRIPE_SECRET_KEY", "SENTRY_DSN", "SSH_PRIVATE_KEY", "GOOGLE_APPLICATION_CREDENTIALS", "SLACK_WEBHOOK_URL", "JWT_SECRET", "db_pass", "TOKEN", "API_TOKEN_2", "AZURE_STORAGE_CONNECTION_STRING", "GH_PAT"} {
		if !EnvName(n) {
			t.Errorf("%s holds a secret", n)
		}
	}
	for _, n := range []string{"", "PATH", "HOME", "PWD", "OLDPWD", "NODE_ENV", "PUBLIC_KEY", "SSH_PUBLIC_KEY", "MAX_TOKENS", "TOKENIZERS_PARALLELISM", "TOKEN_URL", "SORT_KEY", "KEYBOARD", "MONKEY", "PASSENGER", "CI", "NEXT_PUBLIC_API_KEY", "SECRET_NAME", "PASSWORD_FILE", "API_URL", "KEY", "BYPASS_CACHE"} {
		if EnvName(n) {
			t.Errorf("%s holds no secret", n)
		}
	}
}
