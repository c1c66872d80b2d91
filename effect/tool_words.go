package effect

import (
	"slices"
	"strings"

	"automode/shell"
)

// act is what a tool's name says it does. It only ever raises suspicion.
type act uint8

const (
	silent act = iota // the name does not say
	reads
	makes
	changes
	removes
	sends
	pays
	runs
	browses
)

// actOf is what one word of a tool's name says. sure: it says so wherever it
// stands; others do so only as the first verb, since they are nouns too.
func actOf(word string) (a act, sure bool) {
	switch word {
	case "get", "list", "search", "find", "read", "show", "describe", "view", "fetch", "retrieve", "lookup", "query", "count", "check", "inspect", "whoami", "status", "info", "browse", "explain", "summarize", "analyze", "validate", "verify", "compare", "preview", "peek", "grep", "glob", "ls", "cat", "head", "tail", "scan", "stat", "resolve", "download", "export", "monitor", "is", "has":
		return reads, false
	case "create", "add", "insert", "write", "append", "save", "store", "upsert", "generate", "register", "import", "new":
		return makes, word != "new" && word != "store" && word != "import" && word != "register"
	case "update", "set", "edit", "modify", "change", "rename", "move", "replace", "patch", "put", "assign", "enable", "disable", "configure", "reset", "restore", "rollback", "grant", "revoke", "approve", "merge", "promote", "deploy", "toggle", "lock", "unlock", "turn", "start", "stop", "restart", "pause", "resume", "close", "open", "schedule", "reschedule", "apply", "commit", "push", "install", "accept", "sign", "mark", "label", "subscribe", "unsubscribe", "follow", "share", "publish", "release", "transition":
		return changes, !slices.Contains([]string{"set", "change", "move", "patch", "put", "merge", "deploy", "lock", "turn", "start", "stop", "open", "close", "commit", "push", "schedule", "sign", "mark", "label", "share", "release", "transition", "update", "follow", "pause", "install"}, word)
	case "delete", "remove", "destroy", "drop", "purge", "erase", "wipe", "truncate", "clear", "trash", "empty", "unlink", "discard", "uninstall", "cancel", "kill", "terminate", "abort", "archive", "flush", "prune", "expunge":
		return removes, word != "drop" && word != "trash" && word != "empty" && word != "archive" && word != "clear"
	case "send", "reply", "forward", "notify", "broadcast", "dm", "invite", "post", "tweet", "upload", "submit", "email", "message", "comment", "respond", "dial", "call", "text", "mail", "ping":
		return sends, word == "send" || word == "broadcast" || word == "upload" || word == "submit" || word == "invite" || word == "notify"
	case "pay", "transfer", "buy", "purchase", "order", "checkout", "donate", "refund", "withdraw", "deposit", "wire", "remit", "charge", "trade", "sell", "book", "reserve", "tip", "bid", "swap", "stake":
		return pays, word == "pay" || word == "buy" || word == "purchase" || word == "withdraw" || word == "remit" || word == "donate"
	case "run", "exec", "execute", "eval", "evaluate", "invoke", "spawn", "launch", "shell", "terminal", "bash":
		return runs, word == "exec" || word == "execute" || word == "eval" || word == "evaluate" || word == "spawn"
	case "navigate", "goto", "click", "type", "fill", "press", "hover", "drag", "scroll", "tap", "swipe":
		return browses, word == "navigate" || word == "click" || word == "goto"
	}
	return silent, false
}

// act is what the tool's name says it does: its first verb, unless a later one
// that is surely a verb says worse than reading.
func (n toolName) act() act {
	first := silent
	for _, w := range n.words {
		a, sure := actOf(w)
		switch {
		case a == silent:
		case first == silent:
			first = a
		case first == reads && sure:
			return a
		}
	}
	return first
}

// suspicion is what a name that says so may mean, for tools that no table
// knows.
type suspicion struct {
	acts  []act
	words string // one of these stands in the name; empty: whatever does
	entry string
	why   string
}

// suspicions is the table of what names may mean; the first that fits counts.
var suspicions = [...]suspicion{
	{[]act{sends, makes, changes, pays}, "money payment payments transaction transactions funds crypto invoice checkout order orders transfer transfers cart subscription purchase reservation booking trade wallet payout bank", "payment-or-order", "moves money, or orders or books something"},
	{[]act{pays}, "", "payment-or-order", "moves money, or orders or books something"},
	{[]act{makes, changes, removes, sends}, "password passwords passcode pin 2fa mfa otp totp recovery login", "account-change", "changes how somebody signs in"},
	{[]act{changes, removes}, "account accounts profile", "account-change", "changes an account"},
	{[]act{reads, silent, runs}, "secret secrets password passwords credential credentials cookie cookies keychain apikey vault otp passkey", "credential-hunt", "asks for credentials"},
	{[]act{makes, changes, removes}, "secret secrets certificate certificates cert dns vault", "dns-cert-secret-store", "changes DNS, certificates or stored secrets"},
	{[]act{makes, changes, removes, sends}, "permission permissions role roles collaborator collaborators member members acl policy grant revoke access sharing visibility invite group", "grant-access", "changes who has access"},
	{[]act{changes, sends}, "share", "oversharing", "shows something to others"},
	{[]act{changes, makes, sends}, "merge approve review", "merge-unreviewed", "merges or approves a change"},
	{[]act{sends, makes, changes}, "tweet blog webpage page website article gist paste snippet post publish story video", "public-publication", "puts something where the public reads it"},
	{[]act{sends, makes}, "email emails mail message messages sms text dm chat channel slack discord telegram whatsapp comment reply notification call invitation thread", "message-outsider", "sends words to people"},
	{[]act{changes, makes}, "deploy deployment release production promote rollout rollback", "production-deploy", "deploys or releases"},
	{[]act{removes}, "backup backups snapshot snapshots", "backup-deletion", "removes backups"},
	{[]act{removes}, "queue topic messages", "queue-or-topic-purge", "empties a queue"},
	{[]act{removes}, "database table collection schema index volume container rows row records documents", "stateful-resource", "removes something that holds data"},
	{[]act{removes}, "branch tag ref commit", "history-rewrite", "removes history that others may have"},
	{[]act{removes}, "bucket buckets instance instances vm cluster resource resources stack", "bulk-cloud-delete", "removes resources in the cloud"},
	{[]act{removes, changes}, "job jobs run runs build pipeline workflow process task tasks", "others-jobs", "stops what others may be running"},
	{[]act{makes, changes, removes}, "light lights lamp door garage thermostat temperature climate heater camera fan blind blinds cover vacuum alarm siren valve printer device vehicle car drone robot motor scene appliance", "physical-or-device", "moves or switches a device"},
	{[]act{makes, changes}, "terms contract agreement nda signature envelope consent license", "legal-or-public-voice", "signs or accepts something in somebody's name"},
	{[]act{makes, changes}, "plugin plugins extension skill mcp", "model-or-plugin-load", "installs what runs code"},
	{[]act{makes, changes}, "cron schedule trigger automation", "persistence", "sets something up that stays after the session"},
	{[]act{makes, changes}, "webhook webhooks endpoint redirect mirror", "repoint", "points something at another address"},
	{[]act{makes, changes}, "flag flags toggle", "feature-flag-production", "switches a feature"},
	{[]act{makes, changes, runs}, "agent agents subagent", "unattended-agent", "starts another agent"},
	{[]act{makes, changes, removes, sends}, "issue issues ticket tickets card story epic pr pull request", "ticket-mass-edit", "acts on a tracker in the user's name"},
	{[]act{removes}, "", "shared-artifact", "removes something that is not known to be this session's own"},
	{[]act{browses}, "browser page tab element url", "browser-cross-origin", "acts on a page that is not known to be the user's"},
	{[]act{sends}, "", "message-outsider", "hands something to others"},
}

// suspects notes what the name of an unlisted tool, and whom and what its
// arguments name, may mean.
func (t *cmd) suspects(raw map[string]any, list []leaf) {
	does := t.tool.act()
	payee, amount := false, false
	for _, l := range list {
		payee = payee || isRecipient(l)
		amount = amount || isAmount(l)
	}
	if payee && amount && does != reads {
		t.find(Remote, "payment-or-order", t.server(), "names an amount and who gets it", t.about(raw)...)
		return
	}
	for i := range suspicions {
		s := &suspicions[i]
		if !slices.Contains(s.acts, does) || s.words != "" && !t.tool.has(strings.Fields(s.words)...) {
			continue
		}
		t.find(Remote, s.entry, t.server(), s.why, t.about(raw)...)
		return
	}
	if payee && does != reads {
		t.find(Remote, "message-outsider", t.server(), "names people who get something", t.about(raw)...)
	}
}

// argument reads one argument of an unlisted tool by what it is called and
// what it looks like.
func (t *cmd) argument(l leaf, does act) {
	w := l.word()
	switch {
	case l.kind != 's' || l.text == "":
	case l.is("command", "cmd", "shell_command", "commandline", "bash", "shell", "argv"):
		t.shellText(word(l.text))
	case l.is("code", "script", "function", "expression", "source_code", "javascript", "js", "python", "snippet"):
		t.codeArgument(l)
	case looksLikeSQL(l.text):
		t.code("sql-postgres", word(l.text))
	case strings.Contains(l.text, "://") && !strings.HasPrefix(l.text, "file://") && !strings.ContainsAny(l.text, " \n"):
		t.urlArgument(l, does)
	case isPath(l.text), l.is("path", "file", "filepath", "file_path", "filename", "file_name", "directory", "dir", "folder", "destination", "attachment", "attachments", "paths", "files") && len(l.text) < 1024 && !strings.ContainsAny(l.text, "\n"):
		w.Text = pathOf(l.text)
		w.Raw = l.arg + ": " + l.text
		t.pathArgument(w, does)
	case l.is("password", "passwd", "pin", "passcode", "otp"):
		t.find(Send, "account-change", t.server(), "gives a password to "+t.server(), word(l.arg))
	default:
		if does == sends || does == makes || does == changes {
			t.holdsSecret(l) // the text itself is what the tool is for
			return
		}
		t.inert(l, maxInert)
	}
}

// pathArgument reads a path by what the tool says it does with it.
func (t *cmd) pathArgument(w shell.Word, does act) {
	switch does {
	case reads:
		t.read(w)
	case removes:
		t.delete(w, true)
	case sends:
		t.upload(t.server(), w)
	default: // it may be written as well as read
		t.read(w)
		t.write(w, true)
	}
}

// urlArgument reads an address by what the tool says it does with it.
func (t *cmd) urlArgument(l leaf, does act) {
	if does == browses || t.tool.has("browser", "page", "tab") && does != reads {
		t.browse(l.text)
		return
	}
	t.fetch(word(l.text))
}

// codeArgument reads code that a tool is handed.
func (t *cmd) codeArgument(l leaf) {
	switch {
	case t.tool.has("browser", "page", "tab", "evaluate", "puppeteer", "playwright") || slices.Contains(t.tool.server, "browser"):
		t.pageScript(l)
	case t.tool.has("python", "py", "jupyter", "notebook") || l.is("python"):
		t.code("python", word(l.text))
	case t.tool.has("js", "javascript", "node", "typescript") || l.is("javascript", "js"):
		t.code("node", word(l.text))
	case t.tool.has("sql", "query") || looksLikeSQL(l.text):
		t.code("sql-postgres", word(l.text))
	case t.tool.has("shell", "bash", "command", "terminal"):
		t.shellText(word(l.text))
	default:
		t.unsure("the language of the code in "+l.arg+" is not known", word(clip(l.text)))
	}
}

// looksLikeSQL tells whether a text begins as a statement does.
func looksLikeSQL(s string) bool {
	first, rest, _ := strings.Cut(strings.TrimSpace(s), " ")
	rest = strings.ToLower(rest)
	switch strings.ToLower(first) {
	case "select":
		return strings.Contains(rest, "from ") || strings.Contains(rest, "(")
	case "insert":
		return strings.HasPrefix(rest, "into ")
	case "update":
		return strings.Contains(rest, " set ")
	case "delete":
		return strings.HasPrefix(rest, "from ")
	case "drop", "truncate", "alter", "create":
		for _, what := range [...]string{"table", "database", "schema", "index", "user", "role", "view", "trigger", "function"} {
			if strings.HasPrefix(rest, what+" ") {
				return true
			}
		}
	}
	return false
}

// isRecipient tells whether a value names somebody who gets something.
func isRecipient(l leaf) bool {
	if l.kind != 's' || l.text == "" || len(l.text) > 320 {
		return false
	}
	if l.is("to", "cc", "bcc", "recipient", "recipients", "participants", "attendees", "invitees", "guests", "user_email", "phone", "phone_number", "payee", "iban", "account_number", "channel", "chat_id", "assignee", "receiver", "beneficiary") {
		return true
	}
	at := strings.IndexByte(l.text, '@')
	return at > 0 && strings.IndexByte(l.text[at:], '.') > 0 && !strings.ContainsAny(l.text, " \n/") // a mail address
}

// isAmount tells whether a value is an amount of money.
func isAmount(l leaf) bool {
	return l.is("amount", "price", "total", "sum", "value_usd", "amount_cents", "budget", "bid")
}
