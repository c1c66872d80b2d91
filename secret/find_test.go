package secret

import (
	"strings"
	"testing"
)

// samples are made-up tokens of every kind that Find tells by form, put
// together here so that no scanner takes this file for a leak.
var samples = []struct{ kind, text string }{
	{"aws-key", "AKIA" + "Q7W2E9R4T1Y6U3I8"},
	{"github-token", "ghp" + "_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"},
	{"github-token", "github" + "_pat_11ABCDEFG0a1B2c3D4e5F6_g7H8i9J0k1L2m3N4o5P6"},
	{"gitlab-token", "glpat" + "-a1B2c3D4e5F6g7H8i9J0"},
	{"slack-token", "xoxb" + "-24681357902-a1B2c3D4e5F6g7H8i9J0"},
	{"slack-webhook", "hooks.slack" + ".com/services/T01AB2CD3/B04EF5GH6/a1B2c3D4e5F6g7H8"},
	{"stripe-key", "sk" + "_live_a1B2c3D4e5F6g7H8i9J0"},
	{"openai-key", "sk" + "-a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"},
	{"anthropic-key", "sk-" + "ant-api03-a1B2c3D4e5F6g7H8i9J0"},
	{"google-key", "AI" + "zaSyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q"},
	{"npm-token", "npm" + "_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"},
	{"pypi-token", "pypi" + "-AgEIcHlwaS5vcmcCJDQyYTZkNzE4LTk2MzUtNDJiNi05a"},
	{"huggingface-token", "hf" + "_qWeRtYuIoPaSdFgHjKlZxCvBnMqWeRtYuI"},
	{"sendgrid-key", "SG" + ".a1B2c3D4e5F6g7H8i9J0k1.L2m3N4o5P6q7R8s9T0u1V2w3X4y5Z6"},
	{"vault-token", "hvs" + ".CAESIA1b2C3d4E5f6G7h8I9j0K1l2M3"},
	{"jwt", "eyJ" + "hbGciOiJIUzI1NiJ9.eyJzdWIiOiI5OTcifQ.Qm9yZWRPZlNhbXBsZXNJbk1hbnVhbHM"},
	{"private-key", "-----BEGIN RSA PRIVATE " + "KEY-----\n" + strings.Repeat("MIIEpQIBAAKCAQEA7bq2Zx9KfYw0\n", 8) + "-----END RSA PRIVATE " + "KEY-----"},
}

func TestTokensAreFoundByForm(t *testing.T) {
	for _, s := range samples {
		text := "before " + s.text + "\nafter"
		got := Find(text)
		if len(got) != 1 || got[0].Kind != s.kind || text[got[0].Start:got[0].End] != s.text {
			t.Errorf("Find(%q) = %v, want one %s", text, got, s.kind)
		}
	}
}

func TestNamedAndEmbeddedSecretsAreFound(t *testing.T) {
	for _, c := range []struct{ text, secret string }{
		{`password = "kR7#vQ2!mZ9x"`, "kR7#vQ2!mZ9x"},
		{`"apiKey": "q8W3e7R2t6Y1u5I0p4"`, "q8W3e7R2t6Y1u5I0p4"},
		{"AWS_SECRET_ACCESS_KEY=wJ4lrXUtnFE7MIK7MDEN9bPxRfiCYz2kL0qT8vBn", "wJ4lrXUtnFE7MIK7MDEN9bPxRfiCYz2kL0qT8vBn"},
		{"db_password: Vx81kQp0Lm", "Vx81kQp0Lm"},
		{"postgres://app:n7Rk2vTq9@db.internal:5432/app", "n7Rk2vTq9"},
		{`curl -H "Authorization: Bearer q8W3e7R2t6Y1u5I0p4A9"`, "q8W3e7R2t6Y1u5I0p4A9"},
		{"mysql -uroot -pKx93hTr20q", "Kx93hTr20q"},
		{"tool --api-key q8W3e7R2t6Y1u5I0p4", "q8W3e7R2t6Y1u5I0p4"},
	} {
		got := Find(c.text)
		if len(got) != 1 || c.text[got[0].Start:got[0].End] != c.secret {
			t.Errorf("Find(%q) = %v, want %q", c.text, got, c.secret)
		}
	}
}

func TestPlaceholdersAndCodeAreNoSecrets(t *testing.T) {
	for _, text := range []string{
		"AKIAIOSFODNN7EXAMPLE", "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "sk-test-dummy", "token: <token>", "password=changeme", `password = "password123"`,
		"API_KEY=${API_KEY}", "DB_PASSWORD=$DB_PASSWORD", `password = os.environ["DB_PASSWORD"]`, "const token = await getToken(user1, 42)", "password: ${{ secrets.DB_PASSWORD }}",
		"postgres://user:password@localhost/app", "postgres://postgres:postgres@localhost:5432/test", "https://example.com/a:b@c", "git@github.com:a/b.git",
		"secret_key = self.key_v2", `apiKey: "your-api-key-here-123"`, "if password == user.password2:", "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
		"primary_key=True", `getToken("abc")`, `t("password.label")`, "-----BEGIN CERTIFICATE-----\nMIID\n-----END CERTIFICATE-----", "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
		"commit 4b825dc642cb6eb9a060e54bf8d69288fbee4904", "risk-assessment-of-the-whole-supply-chain", `<input type="password" name="password" value="">`,
		"TOKEN=", "token=", "password", "Authorization: Bearer $TOKEN", "keyboard: qwerty12345678", "tokenizer: q8W3e7R2t6Y1u5I0p4",
	} {
		if got := Find(text); len(got) > 0 {
			t.Errorf("Find(%q) = %v, want none", text, got)
		}
	}
}

func TestFormatsDoNotHideBehindShorterOnes(t *testing.T) {
	for i, f := range formats {
		for _, g := range formats[:i] {
			if strings.HasPrefix(f.prefix, g.prefix) {
				t.Errorf("%q stands behind %q", f.prefix, g.prefix)
			}
		}
	}
}
