package secret

import "strings"

// EnvName tells whether a variable of that name holds a secret by custom:
// AWS_SECRET_ACCESS_KEY, GITHUB_TOKEN, PGPASSWORD, DATABASE_URL. Names that
// only speak of secrets (TOKEN_URL, PUBLIC_KEY, MAX_TOKENS) do not.
func EnvName(name string) bool {
	if name == "" || len(name) > 128 {
		return false
	}
	return mayName(name) && envName(name)
}

// envName is EnvName without the short cut.
func envName(name string) bool {
	n := strings.ToUpper(name)
	switch n {
	case "PWD", "OLDPWD", "SSH_AUTH_SOCK", "KEY", "XAUTHORITY", "SSH_ASKPASS", "GIT_ASKPASS", "SUDO_ASKPASS", "SORT_KEY", "PRIMARY_KEY", "FOREIGN_KEY",
		"PARTITION_KEY", "HOST_KEY", "CACHE_KEY", "SITE_KEY", "RECAPTCHA_SITE_KEY":
		return false
	case "DATABASE_URL", "DATABASE_URI", "MONGODB_URI", "MONGO_URL", "MONGO_URI", "REDIS_URL", "AMQP_URL", "RABBITMQ_URL", "POSTGRES_URL", "MYSQL_URL",
		"JDBC_URL", "CELERY_BROKER_URL", "SQLALCHEMY_DATABASE_URI", "SLACK_WEBHOOK", "SLACK_WEBHOOK_URL", "DISCORD_WEBHOOK", "DISCORD_WEBHOOK_URL",
		"PGPASSWORD", "MYSQL_PWD", "REDISCLI_AUTH", "SSHPASS", "KUBECONFIG_DATA", "NPM_AUTH", "DOCKER_AUTH_CONFIG", "GITHUB_PAT", "COOKIE":
		return true
	}
	if strings.HasPrefix(n, "NEXT_PUBLIC_") || strings.HasPrefix(n, "VITE_PUBLIC_") || strings.HasPrefix(n, "REACT_APP_PUBLIC_") {
		return false
	}
	var room [16]string
	words := room[:0]
	for from, i := 0, 0; i <= len(n); i++ {
		if i == len(n) || n[i] == '_' || n[i] == '-' || n[i] == '.' {
			if i > from {
				words = append(words, n[from:i])
			}
			from = i + 1
		}
	}
	if len(words) == 0 {
		return false
	}
	final := words[len(words)-1]
	if len(words) > 1 && final != "" && final[0] >= '0' && final[0] <= '9' { // TOKEN_2
		words = words[:len(words)-1]
		final = words[len(words)-1]
	}
	has := func(w string) bool {
		for _, x := range words {
			if x == w {
				return true
			}
		}
		return false
	}
	if has("PUBLIC") || has("PUB") {
		return false
	}
	switch final {
	case "TOKEN", "SECRET", "SECRETS", "PASSWORD", "PASSWD", "PASSPHRASE", "PASS", "PWD", "PSWD", "PASSWORDS", "CREDENTIAL", "CREDENTIALS", "CREDS",
		"APIKEY", "DSN", "PAT", "AUTHTOKEN", "ACCESSTOKEN", "ACCESSKEY", "SECRETKEY", "PRIVATEKEY", "MNEMONIC", "WEBHOOK", "COOKIE", "JWT":
		return true
	case "KEY":
		return !has("SORT") && !has("PRIMARY") && !has("PARTITION") && !has("CACHE") && !has("SITE") && !has("PUBLISHABLE") && len(words) > 1
	case "ID":
		return has("ACCESS") && has("KEY")
	case "BASE", "ACCESS", "VALUE", "HASH", "SALT":
		return has("SECRET") || has("PASSWORD") || final == "SALT" && has("PASS")
	case "STRING":
		return has("CONNECTION") || has("CONN")
	case "AUTH":
		return len(words) > 1 && !has("NO") && !has("USE")
	case "URL", "URI":
		return has("WEBHOOK") || has("DB") || has("DATABASE")
	}
	return strings.HasSuffix(final, "PASSWORD") || strings.HasSuffix(final, "TOKEN") || strings.HasSuffix(final, "SECRET") || strings.HasSuffix(final, "APIKEY")
}

// mayName tells whether a name can be one that EnvName knows: each of those
// holds one of these three letters. Most words of a text are cleared by it,
// at no cost in memory.
func mayName(name string) bool {
	for i := 0; i < len(name); i++ {
		if name[i] >= 0x80 {
			return true // may become another letter as a capital
		}
		if i < 2 {
			continue
		}
		switch uint32(name[i-2]|0x20)<<16 | uint32(name[i-1]|0x20)<<8 | uint32(name[i]|0x20) {
		case 'p'<<16 | 'a'<<8 | 's', 'p'<<16 | 'a'<<8 | 't', 'p'<<16 | 'w'<<8 | 'd', 'p'<<16 | 's'<<8 | 'w', // PASS, PAT, PWD, PSWD
			's'<<16 | 'e'<<8 | 'c', 't'<<16 | 'o'<<8 | 'k', 'k'<<16 | 'e'<<8 | 'y', 'c'<<16 | 'r'<<8 | 'e', 'd'<<16 | 's'<<8 | 'n', // SECRET, TOKEN, KEY, CRED, DSN
			'a'<<16 | 'u'<<8 | 't', 'm'<<16 | 'n'<<8 | 'e', 'w'<<16 | 'e'<<8 | 'b', 'c'<<16 | 'o'<<8 | 'o', 'j'<<16 | 'w'<<8 | 't', // AUTH, MNEMONIC, WEBHOOK, COOKIE, JWT
			'c'<<16 | 'o'<<8 | 'n', 'u'<<16 | 'r'<<8 | 'l', 'u'<<16 | 'r'<<8 | 'i', 'k'<<16 | 'u'<<8 | 'b': // CONNECTION_STRING, URL, URI, KUBECONFIG
			return true
		}
	}
	return false
}
