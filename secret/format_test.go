package secret

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestEveryFormatIsLookedForByItsFirstTwoBytes(t *testing.T) {
	want := map[byte]map[byte]bool{}
	for _, f := range formats {
		if want[f.prefix[0]] == nil {
			want[f.prefix[0]] = map[byte]bool{}
		}
		want[f.prefix[0]][f.prefix[1]] = true
		token := f.prefix + strings.Repeat("A1b2C3d4E5", 8)
		switch f.set {
		case hexadecimal:
			token = f.prefix + strings.Repeat("a1b2c3d4e5", 8)
		case upperDigit:
			token = f.prefix + strings.Repeat("A1B2C3D4E5", 8)
		}
		if m := Find("x " + token + " y"); len(m) != 1 || m[0].Start != 2 {
			t.Errorf("%q is not found: %v", token, m)
		}
	}
	for b := range 256 {
		for _, second := range []byte(seconds[b]) {
			if !want[byte(b)][second] {
				t.Errorf("no format begins with %c%c", b, second)
			}
			delete(want[byte(b)], second)
		}
		if len(want[byte(b)]) > 0 {
			t.Errorf("formats that begin with %c and %v are not looked for", b, want[byte(b)])
		}
	}
}

// What is passed over early is what the whole of EnvName says no to.
func TestNamesPassedOverEarlyAreNoSecrets(t *testing.T) {
	piece := rapid.SampledFrom([]string{"pass", "pwd", "TOKEN", "key", "db", "url", "Secret", "id", "access", "hash", "salt", "auth", "no", "string", "conn", "base", "pat", "dsn", "x", "value", "cookie", "9", "", "jwt", "kubeconfig", "data", "mnemonic", "creds", "webhook"})
	rapid.Check(t, func(t *rapid.T) {
		name := strings.Join(rapid.SliceOfN(piece, 1, 4).Draw(t, "pieces"), rapid.SampledFrom([]string{"_", "-", ".", ""}).Draw(t, "joint"))
		if !mayName(name) && envName(name) {
			t.Fatalf("%q names a secret and is passed over", name)
		}
	})
}
