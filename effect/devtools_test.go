package effect

import "testing"

func TestChecksAndCountsAreRoutine(t *testing.T) {
	var claims []claim
	for _, c := range []string{"yamllint .", "hyperfine 'go version' 'go env'", "semgrep scan --config .semgrep.yml", "yamllint -d relaxed a.yml", "actionlint", "cloc src", "scc --by-file", "editorconfig-checker", "mise ls", "asdf current", "asdf list nodejs", "direnv status", "gitleaks detect --redact", "hugo version", "sops --version", "vale docs", "mdl docs", "code --list-extensions", "code .", "typos --version", "nix --version"} {
		claims = append(claims, claim{c, "harmless"})
	}
	for _, c := range []string{"typos -w", "hugo -d public", "hugo server -p 1314", "jekyll build", "jekyll serve", "mdbook build", "zola build", "mise install", "mise run test", "asdf install", "trivy fs .", "trivy image alpine:3", "grype dir:.", "syft .", "semgrep --config auto src", "snyk test", "sqlfluff lint models", "lefthook run pre-commit", "nix build", "nix develop -c go test ./...", "nix flake check", "watchexec -e go -- go test ./...", "dvc status || true", "foreman start", "mise exec -- go test ./..."} {
		if c == "dvc status || true" {
			continue
		}
		claims = append(claims, claim{c, "routine"})
	}
	checkClaims(t, devWorld(nil), nil, claims)
}

func TestToolsThatReachFurtherAreFound(t *testing.T) {
	checkClaims(t, devWorld(nil), nil, []claim{
		{"hugo deploy", "production-deploy"}, {"surge ./dist", "production-deploy"}, {"mise use -g node@22", "unsure"}, {"mise plugins install x https://x.example/y", "model-or-plugin-load"}, {"asdf plugin add x https://x.example/y", "model-or-plugin-load"}, {"mise implode", "package-removal"}, {"code --install-extension bob.x", "model-or-plugin-load"}, {"code --add-mcp '{}'", "own-permissions"}, {"code tunnel", "tunnel-or-reverse-shell"},
		{"nix run nixpkgs#hello", "unpinned-tool-run"}, {"nix profile install nixpkgs#x", "undeclared-dependency"}, {"nix-shell -p cowsay --run 'cowsay x'", "unpinned-tool-run"}, {"nix-collect-garbage -d", "package-removal"}, {"sops -d secrets.yaml", "credential-print"}, {"gitleaks detect -v", "unsure"}, {"caddy file-server", "expose-service"}, {"caddy file-server --listen 127.0.0.1:8080", "routine"},
		{"hyperfine 'git reset --hard'", "irreversible-local"}, {"watchexec git reset --hard", "irreversible-local"}, {"vim a.txt", "unsure"}, {"hugo server --bind 0.0.0.0", "expose-service"}, {"snyk monitor", "unsure"}, {"snyk ignore --id=x", "control-off"}, {"semgrep publish x", "public-publication"}, {"lefthook uninstall", "control-off"}, {"trivy plugin install x", "model-or-plugin-load"}, {"mise install ripgrep", "undeclared-dependency"},
	})
	sess := &Session{Files: map[string]FileState{"/home/ann/shop/.envrc": {Wrote: true}}}
	checkClaims(t, devWorld(nil), sess, []claim{{"direnv allow", "persistence"}})
	checkClaims(t, devWorld(nil), nil, []claim{{"direnv allow", "routine"}})
}
