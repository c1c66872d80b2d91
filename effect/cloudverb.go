package effect

import (
	"strings"

	"automode/shell"
)

// The clients of clouds name what they do as nouns and a verb: "compute
// instances list", "ec2 describe-instances". Verbs that only look are known;
// any other is a change, of the kind that its words say.

// looks tells whether an operation of that name only looks: its verb is the
// first part of it.
func looks(op string) bool {
	verb, rest, _ := strings.Cut(op, "-")
	switch verb {
	case "describe", "list", "get", "show", "head", "lookup", "search", "view", "count", "check", "validate", "estimate", "simulate", "preview", "info", "status", "version", "help",
		"exists", "read", "ls", "diff", "history", "tail", "logs", "wait", "explain", "summarize", "browse", "whoami", "inspect", "lint", "verify", "top", "usage", "stat", "stats", "tree", "du", "find", "compare":
		return true
	case "batch", "transact":
		verb, _, _ = strings.Cut(rest, "-")
		return verb == "get" || verb == "describe" || verb == "list" || verb == "check"
	case "what":
		return rest == "if"
	case "is":
		return rest != ""
	case "filter", "select", "query", "scan":
		return true
	case "detect":
		return strings.HasSuffix(rest, "drift")
	case "decode":
		return rest == "authorization-message"
	}
	return false
}

// opens tells whether a noun or operation gives out credentials when it is
// looked at.
func givesCredential(op string) bool {
	for _, part := range [...]string{"access-token", "identity-token", "login-password", "authorization-token", "session-token", "federation-token", "auth-token", "id-token", "refresh-token", "secret-value", "password-data", "list-keys", "access-key",
		"connection-string", "publishing-credential", "publishing-profile", "publish-profile", "cluster-credentials", "role-credentials", "master-user-password", "primary-key", "admin-password", "admin-key", "query-key", "show-password", "access-details", "generate-sas", "bearer-token", "kubeconfig-raw", "api-keys", "temporary-credentials"} {
		if strings.Contains(op, part) {
			return true
		}
	}
	return false
}

// changeEntry names the entry of the rulebook that a change of something in a
// cloud matches, by the words that name it.
func changeEntry(what, verb string) (entry, why string) {
	gone := false
	switch first, _, _ := strings.Cut(verb, "-"); first {
	case "delete", "remove", "destroy", "terminate", "purge", "rm", "rb", "del", "drop", "clear", "empty", "deregister", "decommission", "abandon", "release", "reset", "erase", "wipe", "expire", "undelete":
		gone = true
	}
	contains := func(parts ...string) bool {
		for _, p := range parts {
			if strings.Contains(what, p) {
				return true
			}
		}
		return false
	}
	// what is deleted may stand in the operation's own name
	anywhere := func(parts ...string) bool {
		for _, p := range parts {
			if strings.Contains(what, p) || strings.Contains(verb, p) {
				return true
			}
		}
		return false
	}
	verbIs := func(parts ...string) bool {
		for _, p := range parts {
			if strings.Contains(verb, p) {
				return true
			}
		}
		return false
	}
	switch {
	case verbIs("purge") && contains("sqs", "queue", "topic", "pubsub", "sns", "eventhub", "servicebus", "kinesis", "kafka"):
		return "queue-or-topic-purge", "empties a queue"
	case gone && anywhere("backup", "snapshot", "recovery", "vault-lock", "restore-point"):
		return "backup-deletion", "deletes backups"
	case contains("cloudtrail", "guardduty", "securityhub", "diagnostic-settings", "audit", "inspector", "macie", "defender", "config-recorder", "flow-log", "access-log") && (gone || verbIs("stop", "disable", "update", "put", "suspend")),
		verbIs("stop-logging", "disable-logging", "delete-trail", "delete-flow-logs", "delete-detector", "stop-configuration-recorder"):
		return "control-off", "switches records or checks off"
	case verbIs("iam-policy", "bucket-policy", "bucket-acl", "object-acl", "public-access", "add-permission", "resource-policy", "grant", "make-public", "image-attribute", "snapshot-attribute", "set-permission", "assume-role-policy", "set-acl", "invite", "add-member", "share"),
		contains("iam", "role assignment", "role-assignment", "service-accounts", "serviceaccount", " ad ", "policy-binding", "acl", "permission", "organizations", "sso-admin", "identitystore", "cognito", "members", "user", "access-key", "ssh-key", "sshkey", "ssh-keys", "managedidentity", "identity"):
		return "grant-access", "changes who has access"
	case contains("route53", "dns", "domain", "certificate", "acm", "ssl-cert", "kms", "keyvault", "key-vault", "secret", "ssm-parameter", "keyring", "cdn", "cloudfront"),
		verbIs("parameter"):
		return "dns-cert-secret-store", "changes DNS, certificates or stored secrets"
	case verbIs("authorize-security-group", "ingress"), contains("firewall", "security-group", "nsg", "network-acl", "security-list") && !gone:
		return "expose-service", "opens a firewall"
	case contains("quota", "billing", "budget", "reservation", "savings", "pricing", "support", "cost"):
		return "quota-or-billing", "changes limits or costs"
	case verbIs("ssh", "exec", "start-session", "send-command", "connect", "shell", "console", "tunnel", "invoke", "run-command", "remote"):
		return "interactive-into-sensitive", "runs something there"
	case contains("rds", "dynamodb", "sql", "database", "cosmosdb", "redis", "elasticache", "docdb", "neptune", "redshift", "bigtable", "spanner", "firestore", "datastore", "postgres", "mysql", "mongo", "opensearch", "memorydb", "bq "):
		if gone {
			return "stateful-resource", "deletes a database or what is in it"
		}
		return "production-data", "changes a database"
	case gone && anywhere("s3", "storage", "bucket", "blob", "disk", "volume", "image", "ecr", "registry", "artifact", "repositor", "instance", "vm", "droplet", "server", "linode", "machine", "efs", "filesystem", "share"):
		return "bulk-cloud-delete", "deletes what is kept in the cloud"
	case gone && anywhere("project", "group", "subscription", "stack", "deployment", "cluster", "vpc", "network", "environment", "namespace"):
		return "protected-iac", "takes infrastructure down"
	case contains("lambda", "functions", "ecs", "run", "app", "apprunner", "elasticbeanstalk", "webapp", "containerapp", "deploy", "appservice", "amplify", "release"), verbIs("deploy", "publish", "promote", "rollout", "release"):
		return "production-deploy", "changes what runs there"
	case contains("cloudformation", "stack", "deployment-manager", "deployment"):
		return "protected-iac", "changes infrastructure"
	case verbIs("stop", "cancel", "kill", "abort", "reboot", "restart", "suspend", "pause", "deallocate", "halt", "poweroff", "power-off", "shutdown"):
		return "others-jobs", "stops what others may be running"
	case gone:
		return "shared-artifact", "deletes what others may use"
	case verbIs("create", "run-instances", "request-spot", "purchase", "provision", "start", "scale", "resize", "launch"):
		return "quota-or-billing", "makes or starts what costs money"
	}
	return "shared-artifact", "changes what others may use"
}

// changes notes a change of something in a cloud.
func (c *cmd) changes(what, verb string, words ...shell.Word) {
	for _, w := range c.pos {
		c.flowWord(w)
	}
	if c.dry {
		c.does(Fetch, what)
		return
	}
	entry, why := changeEntry(" "+what+" ", verb)
	target := what + " " + verb
	if w, prod := c.inProduction(); prod {
		why += " in " + clip(w.Raw) + ", which is in production by its name"
		switch entry {
		case "stateful-resource", "bulk-cloud-delete":
			if strings.Contains(what, "sql") || strings.Contains(what, "rds") || strings.Contains(what, "db") || strings.Contains(what, "database") {
				entry = "production-data"
			}
		case "shared-artifact", "quota-or-billing":
			entry = "production-deploy"
		}
	}
	c.find(Remote, entry, target, why, words...)
}

// nounVerb reads the words of a client into nouns and the verb after them. ok
// is false where a word is not known, or stands before the verb and is no noun
// that is known here: it could be a verb that is not.
func nounVerb(words []shell.Word, noun func(string) bool) (nouns []string, verb string, rest []shell.Word, ok bool) {
	for i, w := range words {
		if !w.Known {
			return nouns, "", words[i:], false
		}
		if isVerb(w.Text) && !(i == 0 && noun(w.Text)) && !(looks(w.Text) && i+1 < len(words) && changing(words[i+1])) {
			return nouns, w.Text, words[i+1:], true
		}
		if !noun(w.Text) && !looks(w.Text) {
			return nouns, w.Text, words[i:], false
		}
		nouns = append(nouns, w.Text)
	}
	return nouns, "", nil, false
}

// changing tells whether a word is a verb that does more than look: what stands
// before it, "logging logs delete", is a noun then, whatever it looks like.
func changing(w shell.Word) bool { return w.Lit() && isVerb(w.Text) && !looks(w.Text) }

// isVerb tells whether a word of a client is a verb, of looking or changing.
func isVerb(w string) bool {
	if looks(w) {
		return true
	}
	first, _, _ := strings.Cut(w, "-")
	switch first {
	case "create", "delete", "update", "set", "add", "remove", "put", "attach", "detach", "start", "stop", "restart", "reboot", "reset", "enable", "disable", "deploy", "undeploy", "submit", "cancel", "import", "export", "copy", "move", "cp", "mv", "rm", "rb", "mb", "rsync", "sync", "mount", "resize",
		"scale", "ssh", "scp", "sftp", "connect", "access", "destroy", "restore", "promote", "rollback", "invoke", "call", "run", "execute", "exec", "apply", "patch", "replace", "clone", "clear", "purge", "publish", "pull", "push", "ack", "seek", "print", "login", "logout", "activate", "revoke", "rename", "unset",
		"configure", "init", "install", "uninstall", "upgrade", "suspend", "resume", "failover", "generate", "sign", "encrypt", "decrypt", "insert", "write", "load", "upload", "download", "save", "ingest", "migrate", "lock", "unlock", "grant", "allow", "deny", "approve", "reject", "register", "deregister", "deallocate",
		"redeploy", "repair", "recover", "rotate", "renew", "open", "close", "associate", "disassociate", "assign", "unassign", "allocate", "release", "terminate", "trigger", "complete", "abandon", "recreate", "rebuild", "poweroff", "poweron", "power", "change", "transfer", "tag", "untag", "link", "unlink", "bind", "unbind", "test", "convert", "simulate", "stage", "swap", "join", "leave", "new", "edit", "modify", "send", "delegate", "mark", "request", "ping", "build", "watch", "replay", "drain", "retry", "abort", "kill":
		return true
	}
	return false
}

// plural tells whether a word is a noun by its ending.
func plural(w string) bool { return len(w) > 3 && strings.HasSuffix(w, "s") && !isVerb(w) }
