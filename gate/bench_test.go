package gate

import (
	"context"
	"testing"

	"automode/permission"
)

// BenchmarkDecide is a decision by code, with the ledger in memory.
func BenchmarkDecide(b *testing.B) {
	for _, c := range []struct{ name, command string }{
		{"read", "ls -la src && grep -rn main src | head -20"},
		{"unsure", "frobnicate --all"},
	} {
		for _, rules := range []bool{false, true} {
			name := c.name
			r := request(bash(c.command), user("fix the build and run the tests, but do not push"))
			if rules {
				name += "/rules"
				with(permission.Deny, "Bash(rm:*)", "Bash(git push:*)", "Read(~/.ssh/**)", "Read(./.env)", "mcp__*__delete*")(&r)
				with(permission.Allow, "Bash(git status)", "Bash(go test:*)", "Edit(src/**)")(&r)
			}
			b.Run(name, func(b *testing.B) {
				b.ReportAllocs()
				g := &Gate{Store: &Memory{}, Log: Discard{}, Static: doubts}
				for b.Loop() {
					g.Decide(context.Background(), r)
					if err := g.Ended(context.Background(), r.Session, r.Call, true, r.Facts); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
