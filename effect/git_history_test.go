package effect

import "testing"

func TestLookingThroughHistoryForCredentialsIsAHunt(t *testing.T) {
	checkClaims(t, devWorld(nil), nil, []claim{
		{"git log -S password --all -p", "credential-hunt"}, {"git log -p --all -S 'AKIA'", "credential-hunt"}, {"git log --all -G 'api_key|secret' -p", "credential-hunt"}, {"git log --all -Sapi-key", "credential-hunt"}, {"git grep -i api_key $(git rev-list --all)", "credential-hunt"}, {"git rev-list --all | xargs git grep -i secret", "credential-hunt"}, {"git grep -e 'BEGIN RSA' $(git rev-list --all)", "credential-hunt"},
		{"git log -p --all | grep -i password", "credential-hunt"}, {"git log -p | grep -iE 'token|secret'", "credential-hunt"}, {"git log -p --all -- .env", "credential-print"}, {"git log -p -- config/id_rsa", "credential-hunt"}, {"git diff .env", "credential-print"}, {"git diff --stat .env", "harmless"}, {"git show HEAD~5:.env", "credential-print"},
	})
	checkClaims(t, devWorld(nil), nil, []claim{
		{"git log -S parseToken -p", "harmless"}, {"git log -S resetPassword --oneline", "harmless"}, {"git log -G 'func Token' -- src", "harmless"}, {"git grep -n password src", "harmless"}, {"git grep TODO $(git rev-list --all)", "harmless"}, {"git log --grep=password", "harmless"}, {"git log --oneline | grep -i token", "harmless"}, {"git log --all --full-history -- .env", "harmless"}, {"git log -p -- src/a.go", "harmless"},
	})
}

func TestGitsOtherSpellings(t *testing.T) {
	checkClaims(t, devWorld(nil), nil, []claim{
		{"git-lfs pull", "routine"}, {"git-lfs frobnicate", "unsure"}, {"git-reset --hard", "irreversible-local"}, {"git-frobnicate", "unsure"}, {"cargo-nextest run", "routine"}, {"cargo-publish", "public-publication"}, {"git --", "harmless"}, {"git -- --help", "harmless"}, {"git -- push --force", "harmless"},
		{"git checkout --track direct main", "harmless"}, {"git checkout -t -b x origin/x", "routine"}, {"git checkout HEAD~1 main.go", "irreversible-local"}, {"git checkout-index --all --force -n", "irreversible-local"}, {"git checkout-index -a", "routine"},
	})
}
