package secret

import (
	"strings"
	"testing"
	"time"
)

func TestRedactKeepsAllButTheSecret(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"plain text, nothing in it", "plain text, nothing in it"},
		{"export GITHUB_TOKEN=" + samples[1].text, "export GITHUB_TOKEN=[redacted:github-token]"},
		{"curl -H 'Authorization: Bearer abc' https://x", "curl -H 'Authorization: Bearer [redacted:header]' https://x"},
		{"curl -H \"PRIVATE-TOKEN: abc\" x", "curl -H \"PRIVATE-TOKEN: [redacted:header]\" x"},
		{"curl -u ann:s3cret https://x", "curl -u ann:[redacted:password] https://x"},
		{"mysql -u root -pSECRET db", "mysql -u root -p[redacted:password] db"},
		{"mkdir -p /a/b && ls -path", "mkdir -p /a/b && ls -path"},
		{"ssh -p2222 host", "ssh -p2222 host"},
		{"sshpass -p 'two words' ssh a@b", "sshpass -p '[redacted:password]' ssh a@b"},
		{"tool --password x --user y", "tool --password [redacted:password] --user y"},
		{"tool --token=x y", "tool --token=[redacted:secret] y"},
		{"https://ann:pw@host/path", "https://ann:[redacted:url-password]@host/path"},
		{"redis://:pw@host", "redis://:[redacted:url-password]@host"},
		{"DB_PASSWORD='a b'; echo", "DB_PASSWORD='[redacted:password]'; echo"},
		{`{"password": "x", "user": "y"}`, `{"password": "[redacted:password]", "user": "y"}`},
		{`{\"token\": \"x\"}`, `{\"token\": \"[redacted:secret]\"}`},
		{"API_KEY=abc\"def\"ghi next", "API_KEY=[redacted:secret] next"},
		{"API_KEY=$API_KEY cmd", "API_KEY=$API_KEY cmd"},
		{"?access_token=abc&x=1", "?access_token=[redacted:secret]&x=1"},
		{"TOKEN=[redacted:secret] x", "TOKEN=[redacted:secret] x"},
		{"TOKEN=[redacted:secret]tail", "TOKEN=[redacted:secret]"},
	} {
		if got := Redact(c.text); got != c.want {
			t.Errorf("Redact(%q)\n = %q\nwant %q", c.text, got, c.want)
		}
	}
}

func TestRedactTakesLinearTime(t *testing.T) {
	for _, unit := range []string{"A_KEY=$(", "cookie:<", "://", "eyJ.", "-eyJ", "a:@", "-----BEGIN ", "ghp_", "sk-ant-", "[redacted:", "--token ", "TOKEN='", "mysql -p", "password: \"\\", "x_TOKEN=", "Bearer "} {
		small, large := strings.Repeat(unit, 2_000/len(unit)), strings.Repeat(unit, 32_000/len(unit))
		// sixteen times the text: a quadratic reader takes 256 times as long
		if a, b := least(small), least(large); b > 100*a+2*time.Second {
			t.Errorf("%q: %v for %d bytes, %v for %d", unit, a, len(small), b, len(large))
		}
	}
}

// least is the shortest of three readings of text, since a busy machine only
// ever adds.
func least(text string) time.Duration {
	best := time.Hour
	for range 3 {
		start := time.Now()
		Redact(text)
		Find(text)
		best = min(best, time.Since(start))
	}
	return best
}

// FuzzRedact plants a token of each kind in any text, set off by spaces, and
// wants it gone, and the result to stay as it is.
func FuzzRedact(f *testing.F) {
	for _, s := range []string{"", "a=", "export X_TOKEN='", "://a:", "[redacted:x]", "password: ", "\"", "\\\"", "mysql -p", "Authorization: Basic ", "x[redacted:github-token]: y", "API_ghp_-TOKEN=a", "<", "$("} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, before, after string) {
		if len(before)+len(after) > 4096 {
			return
		}
		for _, s := range samples {
			got := Redact(before + " " + s.text + " " + after)
			if strings.Contains(got, s.text) && !strings.Contains(before+after, s.text) {
				t.Fatalf("%s is still in %q", s.kind, got)
			}
			if again := Redact(got); again != got {
				t.Fatalf("redacted again:\n%q\n%q", got, again)
			}
		}
		for _, m := range Find(before + after) {
			if m.Start < 0 || m.End > len(before+after) || m.Start >= m.End {
				t.Fatalf("bad span %v", m)
			}
		}
		StoreGlob(before, after)
		Look(before, after)
		Below(before, after)
	})
}
