package secret

import "strings"

// EnvName tells whether a variable of that name holds a secret by custom:
// AWS_SECRET_ACCESS_KEY, GITHUB_TOKEN, PGPASSWORD, DATABASE_URL. Names that
// only speak of secrets (TOKEN_URL, PUBLIC_KEY, MAX_TOKENS) do not.
func EnvName(name string) bool {
	if name == "" || len(name) > 128 {
		return false
	}
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
	words := strings.FieldsFunc(n, func(r rune) bool { return r == '_' || r == '-' || r == '.' })
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
