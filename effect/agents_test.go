package effect

import "testing"

func TestOurOwnProgramIsForPeople(t *testing.T) {
	for text, want := range map[string]string{
		"automode check -- 'ls'":                       "harmless",
		"automode log --json":                          "harmless",
		"automode doctor":                              "harmless",
		"automode denials":                             "harmless",
		"automode install claude-code --dry-run":       "harmless",
		"automode mode":                                "harmless",
		"automode mode --session s1":                   "harmless",
		"automode config --explain":                    "harmless",
		"automode config path":                         "harmless",
		"automode rules list":                          "harmless",
		"automode mode default":                        "guard",
		"automode mode plan --session s1":              "guard",
		"automode config import codex --yes":           "guard",
		"automode config refresh":                      "guard",
		"automode rules add 'Bash(ls)' --yes":          "guard",
		"automode rules remove 'Bash(ls)'":             "guard",
		"automode reset --yes":                         "guard",
		"automode setup --yes":                         "guard",
		"automode install claude-code --yes":           "guard",
		"automode uninstall claude-code":               "guard",
		"automode denials approve D-1234":              "guard",
		"automode hook claude-code < event.json":       "guard",
		"automode-hook --config /x claude-code":        "guard",
		"/usr/local/bin/automode denials approve D-12": "guard",
		"claude -p 'do it'":                            "unattended-agent",
		"claude --dangerously-skip-permissions":        "unattended-agent",
		"codex exec --full-auto 'x'":                   "unattended-agent",
		"claude --version":                             "harmless",
		"claude mcp list":                              "harmless",
		"claude mcp add x -- npx evil":                 "guard",
		"claude config set theme dark":                 "guard",
	} {
		if got := verdictOf(Of(shellCall(text), shop())); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

func TestHostedServicesAreReadFreelyAndChangedByPeople(t *testing.T) {
	for text, want := range map[string]string{
		"restic snapshots":                  "harmless",
		"restic forget --prune latest":      "backup-deletion",
		"restic forget --dry-run latest":    "harmless",
		"kafka-topics --list":               "routine",
		"kafka-topics --delete --topic a":   "queue-or-topic-purge",
		"rabbitmqctl list_queues":           "harmless",
		"rabbitmqctl purge_queue jobs":      "queue-or-topic-purge",
		"nats stream info ORDERS":           "harmless",
		"nats stream purge ORDERS":          "queue-or-topic-purge",
		"vault status":                      "harmless",
		"vault kv get secret/app":           "credential-print",
		"vercel deploy --prod":              "production-deploy",
		"flyctl status":                     "routine",
		"wrangler dev":                      "routine",
		"wrangler deploy":                   "production-deploy",
		"heroku config":                     "credential-print",
		"ollama list":                       "harmless",
		"huggingface-cli upload me/model .": "public-publication",
	} {
		if got := verdictOf(Of(shellCall(text), shop())); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

func TestVariablesOfABuildThatRunSomethingElseAreFound(t *testing.T) {
	for text, want := range map[string]string{
		"make CC=clang":                      "routine",
		"make CFLAGS='-O2 -g'":               "routine",
		"make CC='sh -c x'":                  "dynamic-code",
		"make CC=/tmp/cc":                    "dynamic-code",
		"CC='gcc -fplugin=/tmp/x.so' make":   "dynamic-code",
		"CC='ccache gcc' make":               "routine",
		"LDFLAGS=-Wl,--wrap,malloc make all": "dynamic-code",
	} {
		if got := verdictOf(Of(shellCall(text), shop())); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}
