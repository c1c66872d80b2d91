package secret

import "strings"

// format is a token that tells itself by how it begins.
type format struct {
	prefix string
	kind   string
	set    charset
	min    int  // bytes after the prefix
	word   bool // no letter or digit may stand before it
}

// charset is a set of bytes that a token is made of.
type charset uint8

const (
	alphanumeric charset = iota
	upperDigit
	hexadecimal
	base64url // letters, digits, - and _
	base64std // letters, digits, + / = and -_
	dotted    // base64url and dots
)

// has tells whether b is in the set.
func (c charset) has(b byte) bool {
	switch c {
	case alphanumeric:
		return alnum(b)
	case upperDigit:
		return 'A' <= b && b <= 'Z' || '0' <= b && b <= '9'
	case hexadecimal:
		return 'a' <= b && b <= 'f' || 'A' <= b && b <= 'F' || '0' <= b && b <= '9'
	case base64std:
		return alnum(b) || b == '+' || b == '/' || b == '=' || b == '-' || b == '_'
	case dotted:
		return alnum(b) || b == '-' || b == '_' || b == '.'
	}
	return alnum(b) || b == '-' || b == '_'
}

// formats are sorted by prefix; a longer prefix of the same beginning stands
// first.
var formats = [...]format{
	{"ABIA", "aws-key", upperDigit, 16, true},
	{"ACCA", "aws-key", upperDigit, 16, true},
	{"AGE-SECRET-KEY-1", "age-key", alphanumeric, 40, false},
	{"AIza", "google-key", base64url, 30, true},
	{"AKIA", "aws-key", upperDigit, 16, true},
	{"ASIA", "aws-key", upperDigit, 16, true},
	{"ATATT3", "atlassian-token", base64std, 40, true},
	{"AccountKey=", "azure-key", base64std, 40, false},
	{"EAACEdEose0cBA", "facebook-token", alphanumeric, 10, true},
	{"FlyV1 ", "fly-token", base64std, 40, true},
	{"GOCSPX-", "google-secret", base64url, 20, true},
	{"NRAK-", "newrelic-key", alphanumeric, 20, true},
	{"SG.", "sendgrid-key", dotted, 40, true},
	{"SK", "twilio-key", hexadecimal, 32, true},
	{"SharedAccessKey=", "azure-key", base64std, 40, false},
	{"dapi", "databricks-token", hexadecimal, 32, true},
	{"dckr_pat_", "docker-token", base64url, 20, false},
	{"dop_v1_", "digitalocean-token", hexadecimal, 40, false},
	{"doo_v1_", "digitalocean-token", hexadecimal, 40, false},
	{"dp.pt.", "doppler-token", alphanumeric, 30, true},
	{"figd_", "figma-token", base64url, 30, true},
	{"github_pat_", "github-token", base64url, 30, false},
	{"gho_", "github-token", alphanumeric, 30, false},
	{"ghp_", "github-token", alphanumeric, 30, false},
	{"ghr_", "github-token", alphanumeric, 30, false},
	{"ghs_", "github-token", alphanumeric, 30, false},
	{"ghu_", "github-token", alphanumeric, 30, false},
	{"glc_", "grafana-token", base64std, 30, true},
	{"gldt-", "gitlab-token", base64url, 18, true},
	{"glpat-", "gitlab-token", dotted, 18, false},
	{"glptt-", "gitlab-token", base64url, 18, true},
	{"glrt-", "gitlab-token", dotted, 18, true},
	{"glsa_", "grafana-token", base64url, 30, true},
	{"gsk_", "groq-key", alphanumeric, 40, true},
	{"hf_", "huggingface-token", alphanumeric, 30, true},
	{"hooks.slack.com/services/", "slack-webhook", base64std, 24, false},
	{"hooks.slack.com/workflows/", "slack-webhook", base64std, 24, false},
	{"discord.com/api/webhooks/", "discord-webhook", base64std, 40, false},
	{"discordapp.com/api/webhooks/", "discord-webhook", base64std, 40, false},
	{"hvb.", "vault-token", base64url, 40, true},
	{"hvs.", "vault-token", base64url, 24, true},
	{"key-", "mailgun-key", hexadecimal, 32, true},
	{"lin_api_", "linear-key", alphanumeric, 30, false},
	{"npm_", "npm-token", alphanumeric, 30, false},
	{"ntn_", "notion-token", alphanumeric, 40, true},
	{"pplx-", "perplexity-key", alphanumeric, 40, true},
	{"pscale_pw_", "planetscale-token", dotted, 30, false},
	{"pscale_tkn_", "planetscale-token", dotted, 30, false},
	{"pypi-AgE", "pypi-token", base64url, 40, false},
	{"r8_", "replicate-token", alphanumeric, 36, true},
	{"rk_live_", "stripe-key", alphanumeric, 16, false},
	{"sbp_", "supabase-token", hexadecimal, 40, true},
	{"shpat_", "shopify-token", hexadecimal, 32, false},
	{"shppa_", "shopify-token", hexadecimal, 32, false},
	{"shpss_", "shopify-token", hexadecimal, 32, false},
	{"sk-ant-", "anthropic-key", base64url, 20, false},
	{"sk-proj-", "openai-key", base64url, 20, false},
	{"sk-svcacct-", "openai-key", base64url, 20, false},
	{"sk-or-v1-", "openrouter-key", hexadecimal, 32, false},
	{"sk-", "openai-key", base64url, 32, true},
	{"sk_live_", "stripe-key", alphanumeric, 16, false},
	{"sntrys_", "sentry-token", base64std, 40, true},
	{"sq0atp-", "square-token", base64url, 20, false},
	{"sq0csp-", "square-token", base64url, 20, false},
	{"tskey-", "tailscale-key", base64url, 20, false},
	{"whsec_", "webhook-secret", base64std, 24, true},
	{"xai-", "xai-key", alphanumeric, 40, true},
	{"xapp-", "slack-token", base64url, 20, true},
	{"xoxa-", "slack-token", base64url, 20, false},
	{"xoxb-", "slack-token", base64url, 20, false},
	{"xoxe.", "slack-token", dotted, 20, false},
	{"xoxe-", "slack-token", base64url, 20, false},
	{"xoxo-", "slack-token", base64url, 20, false},
	{"xoxp-", "slack-token", base64url, 20, false},
	{"xoxr-", "slack-token", base64url, 20, false},
	{"xoxs-", "slack-token", base64url, 20, false},
	{"ya29.", "google-token", base64url, 30, true},
}

// seconds are, by the first byte of a format, what may stand second.
var seconds = [256]string{'A': "BCGIKSTc", 'E': "A", 'F': "l", 'G': "O", 'N': "R", 'S': "GKh", 'd': "aciop", 'f': "i", 'g': "hils", 'h': "fov", 'k': "e",
	'l': "i", 'n': "pt", 'p': "psy", 'r': "8k", 's': "bhknq", 't': "s", 'w': "h", 'x': "ao", 'y': "a"}

// token finds a format at text[i:] and its end; 0 where there is none.
func token(text string, i int) (kind string, end int) {
	second := seconds[text[i]]
	if second == "" || i+1 >= len(text) || strings.IndexByte(second, text[i+1]) < 0 {
		return "", 0
	}
	for k := range formats {
		f := &formats[k]
		if f.prefix[0] != text[i] || !strings.HasPrefix(text[i:], f.prefix) {
			continue
		}
		if f.word && i > 0 && alnum(text[i-1]) {
			continue
		}
		j := i + len(f.prefix)
		for j < len(text) && f.set.has(text[j]) {
			j++
		}
		if j-i-len(f.prefix) >= f.min {
			return f.kind, j
		}
	}
	return "", 0
}

// placeholder tells whether a value is one that stands for a secret without
// being one: documentation's own keys, rows of x, <token>, ${VAR}, changeme.
func placeholder(v string) bool {
	if v == "" || reference(v) {
		return true
	}
	low := strings.ToLower(v)
	for _, w := range [...]string{"example", "xxxx", "changeme", "change-me", "change_me", "placeholder", "dummy", "your", "redacted", "****", "....", "insert", "replace", "goes-here", "goes_here", "not-a-real", "notreal", "1234567890abcdef", "abcdefghij", "0123456789", "<", "todo", "lorem"} {
		if strings.Contains(low, w) {
			return true
		}
	}
	return distinct(v) < 5
}

// weakWord tells whether a value is an everyday word of tests and manuals,
// which counts as a placeholder where only the name in front of it says that
// it is a secret.
func weakWord(v string) bool {
	low := strings.ToLower(v)
	for _, w := range [...]string{"password", "passwd", "secret", "test", "fake", "sample", "mock", "foobar", "hunter2", "letmein", "qwerty", "admin", "demo", "default", "p@ss", "pa$$", "s3cr3t", "correct-horse", "none", "null", "undefined", "wrong", "invalid"} {
		if strings.Contains(low, w) {
			return true
		}
	}
	return false
}

// reference tells whether a value only names where a secret is: $VAR,
// ${{ secrets.X }}, %VAR%, {{ x }}, <x>, process.env.X.
func reference(v string) bool {
	switch {
	case strings.HasPrefix(v, "${"), strings.HasPrefix(v, "{{"), strings.HasPrefix(v, "{%"), strings.HasPrefix(v, "#{"):
		return strings.HasSuffix(v, "}")
	case strings.HasPrefix(v, "$("), strings.HasPrefix(v, "<"):
		return true
	case v[0] == '$' || v[0] == '%':
		body := strings.TrimSuffix(v[1:], "%")
		for i := 0; i < len(body); i++ {
			if !alnum(body[i]) && body[i] != '_' {
				return false
			}
		}
		return v[0] == '%' || len(body) > 0 && (body[0] < '0' || body[0] > '9')
	}
	return strings.HasPrefix(v, "process.env") || strings.HasPrefix(v, "os.environ") || strings.HasPrefix(v, "os.getenv") || strings.HasPrefix(v, "env.") || strings.HasPrefix(v, "secrets.") || strings.HasPrefix(v, "var.")
}

// distinct counts the different bytes of v.
func distinct(v string) int {
	var seen [4]uint64
	n := 0
	for i := 0; i < len(v); i++ {
		w, bit := v[i]>>6, uint64(1)<<(v[i]&63)
		if seen[w]&bit == 0 {
			seen[w] |= bit
			n++
		}
	}
	return n
}

// strong tells whether v looks drawn at random: long enough, of several sorts
// of characters, few of them repeated.
func strong(v string, least int) bool {
	if len(v) < least || len(v) > 4096 {
		return false
	}
	var lower, upper, digit, other int
	for i := 0; i < len(v); i++ {
		switch b := v[i]; {
		case b <= ' ' || b >= 0x7f:
			return false
		case 'a' <= b && b <= 'z':
			lower++
		case 'A' <= b && b <= 'Z':
			upper++
		case '0' <= b && b <= '9':
			digit++
		default:
			other++
		}
	}
	sorts := 0
	for _, n := range [...]int{lower, upper, digit, other} {
		if n > 0 {
			sorts++
		}
	}
	if digit == 0 || sorts < 2 || sorts < 3 && digit < 3 {
		return false
	}
	return distinct(v) >= min(len(v)*6/10, 10)
}
