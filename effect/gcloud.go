package effect

import (
	"strings"

	"automode/secret"
	"automode/shell"
)

// gcloudNoun: groups of gcloud, besides those that end in s.
func gcloudNoun(w string) bool {
	switch w {
	case "alpha", "beta", "preview", "access-context-manager", "ai", "ai-platform", "anthos", "api-gateway", "apigee", "app", "asset", "assured", "auth", "batch", "bigtable", "billing", "bms", "builds", "certificate-manager", "cloud-shell", "components", "composer", "compute", "config", "container", "data-catalog", "data-fusion", "database-migration",
		"dataflow", "dataplex", "dataproc", "datastore", "datastream", "debug", "deploy", "deployment-manager", "dns", "docker", "domains", "edge-cache", "edge-cloud", "emulators", "endpoints", "essential-contacts", "eventarc", "filestore", "firebase", "firestore", "functions", "healthcare", "iam", "iap", "identity", "ids", "immersive-stream", "infra-manager", "kms",
		"language", "logging", "looker", "lustre", "managed-kafka", "memcache", "memorystore", "metastore", "migration", "ml", "ml-engine", "monitoring", "netapp", "network-connectivity", "network-management", "network-security", "network-services", "notebooks", "oracle-database", "org-policies", "organizations", "parametermanager", "policy-intelligence", "policy-troubleshoot", "privateca",
		"projects", "publicca", "pubsub", "recaptcha", "recommender", "redis", "resource-manager", "run", "scc", "scheduler", "secrets", "security", "service-directory", "service-extensions", "services", "source", "source-manager", "spanner", "speech", "sql", "storage", "survey", "tasks", "telco-automation", "topic", "transfer", "vertex", "video-intelligence", "vmware", "workbench",
		"workflows", "workload-identity-pools", "workstations", "fleet", "hub", "iam-policy", "application-default", "artifacts", "url-map", "topology", "project-info", "interconnect", "attachment", "tensorboard", "index", "test", "web", "vpn", "nat", "ssl-cert", "os-login", "os-config", "tpu-vm", "software", "tpu", "node-pool", "instance-groups", "managed", "unmanaged", "operation", "repo", "quota", "metadata", "agent", "packages", "generic", "go", "npm", "python", "maven", "apt", "yum":
		return true
	}
	return plural(w) || strings.Contains(w, "-") && !isVerb(w) && len(w) > 4
}

// gcloud reads the client of Google's cloud.
func gcloud(c *cmd) {
	words := c.pos
	for _, w := range words {
		c.flowWord(w)
	}
	if len(words) > 1 && has([]string{"alpha", "beta", "preview"}, words[0].Text) {
		words = words[1:]
	}
	nouns, verb, rest, ok := nounVerb(words, gcloudNoun)
	what := strings.Join(nouns, " ")
	switch {
	case len(words) == 0:
		c.does(Print, "")
		return
	case !ok && verb == "" || !ok && len(rest) > 0 && !rest[0].Known:
		c.unsure("which operation it asks for is not known", words...)
		return
	case what == "" && (verb == "info" || verb == "version" || verb == "help" || verb == "feedback" || verb == "cheat-sheet"), what == "topic":
		c.does(Print, "")
		return
	case what == "config" || strings.HasPrefix(what, "config "):
		c.gcloudConfig(what, verb, rest)
		return
	case what == "auth" || strings.HasPrefix(what, "auth "):
		c.gcloudAuth(what, verb)
		return
	case what == "storage" && (verb == "cp" || verb == "mv" || verb == "rsync"):
		op := verb
		if op == "rsync" {
			op = "sync"
		}
		c.cloudCopy("gs://", op, false, rest)
		return
	case what == "storage" && verb == "cat":
		c.does(Fetch, "gcloud")
		return
	case !ok:
		c.unsure("gcloud "+clip(strings.TrimSpace(what+" "+verb))+" is not known", words...)
		return
	}
	switch what + " " + verb {
	case "secrets versions access", "secrets versions access-latest", "kms decrypt", "sql generate-login-token", "iam service-accounts keys create", "compute reset-windows-password", "container hub memberships generate-gateway-rbac":
		c.shownSecret("gives out a credential", words...)
		return
	case "container clusters get-credentials", "container fleet memberships get-credentials", "container attached clusters get-credentials":
		if w, prod := c.inProduction(); prod {
			c.find(System, "repoint", w.Text, "makes later commands act on "+clip(w.Raw)+", which is in production by its name", w)
			return
		}
		c.does(Local, "kubeconfig")
		return
	case "compute ssh", "compute scp", "compute connect-to-serial-port", "compute start-iap-tunnel", "app instances ssh", "cloud-shell ssh", "workstations ssh", "sql connect", "alloydb connect", "spanner cli":
		c.find(Channel, "interactive-into-sensitive", c.text(len(words)-1), "opens a session on a machine of the cloud", words...)
		return
	case "compute instances get-serial-port-output", "builds log", "app logs read", "app logs tail", "logging read", "logging tail", "functions logs read", "run services logs read", "run services logs tail", "components list", "emulators firestore start", "emulators pubsub start", "emulators datastore start", "emulators bigtable start", "emulators spanner start":
		c.does(Fetch, "gcloud")
		return
	case "components install", "components update", "components remove":
		c.find(Install, "model-or-plugin-load", c.text(2), "changes the parts that gcloud is made of", words...)
		return
	case "spanner databases execute-sql", "firestore databases execute":
		c.awsSQL()
		return
	}
	if looks(verb) {
		if givesCredential(verb) {
			c.shownSecret("prints a credential", words...)
			return
		}
		c.r.out[c.idx].files = true
		c.does(Fetch, "gcloud")
		return
	}
	c.changes(what, verb, words...)
}

// gcloudConfig reads the operations on gcloud's own settings.
func (c *cmd) gcloudConfig(what, verb string, rest []shell.Word) {
	switch {
	case looks(verb):
		c.does(Print, "")
	case verb == "set" || verb == "unset" || verb == "activate" || verb == "create":
		for _, w := range rest {
			if productionValue(w) {
				c.find(System, "repoint", w.Text, "makes later commands act on "+clip(w.Raw)+", which is in production by its name", w)
				return
			}
		}
		if len(rest) > 0 {
			switch k := rest[0].Text; {
			case strings.Contains(k, "impersonate"), strings.Contains(k, "proxy/"), strings.Contains(k, "api_endpoint_overrides"), strings.Contains(k, "credential"), k == "account", k == "core/account", strings.Contains(k, "disable_ssl"), strings.Contains(k, "custom_ca"):
				c.find(System, "repoint", k, "changes the account or server that later commands use", rest...)
				return
			}
		}
		c.does(Local, "gcloud")
	default:
		c.unsure("gcloud " + what + " " + verb + " is not known")
	}
}

// gcloudAuth reads the operations on credentials.
func (c *cmd) gcloudAuth(what, verb string) {
	switch {
	case verb == "list":
		c.does(Print, "")
	case strings.HasPrefix(verb, "print"):
		c.shownSecret("prints a credential", c.pos...)
	case verb == "configure-docker":
		c.does(Local, "docker")
	case strings.HasPrefix(verb, "activate"):
		c.find(Read, "credential-borrow", "gcloud", "signs in with a key file", c.pos...)
		if f, ok := c.value("--key-file"); ok {
			c.read(f)
		}
	default:
		c.unsure("it signs in or out, or changes which account is used")
	}
}

// gsutil reads the older client of Google's storage.
func gsutil(c *cmd) {
	for _, w := range c.pos {
		c.flowWord(w)
	}
	verb, rest := c.text(0), c.pos[min(1, len(c.pos)):]
	switch verb {
	case "":
		c.does(Print, "")
	case "ls", "cat", "du", "stat", "hash", "version", "help", "test":
		c.does(Fetch, "gsutil")
	case "cp", "mv":
		c.cloudCopy("gs://", verb, false, rest)
	case "rsync":
		c.cloudCopy("gs://", "sync", false, rest)
	case "acl", "iam", "cors", "defacl", "lifecycle", "label", "logging", "notification", "requesterpays", "retention", "ubla", "versioning", "web", "pap", "kms", "bucketpolicyonly", "defstorageclass", "rpo", "autoclass", "hmac":
		switch c.text(1) {
		case "get", "list":
			c.does(Fetch, "gsutil")
		default:
			c.changes("storage "+verb, c.text(1)+"-"+verb, c.pos...)
		}
	case "rm", "rb":
		c.find(Remote, "bulk-cloud-delete", c.text(1), "deletes what is kept in the cloud", c.pos...)
	case "signurl":
		c.find(Remote, "grant-access", c.text(1), "makes a link with which anyone can fetch the file", c.pos...)
	default:
		c.changes("storage", verb, c.pos...)
	}
}

// bigquery reads bq: a command, and for query a statement.
func bigquery(c *cmd) {
	for _, w := range c.pos {
		c.flowWord(w)
	}
	verb := c.text(0)
	switch verb {
	case "ls", "show", "head", "version", "help", "get-iam-policy", "wait":
		c.r.out[c.idx].files = true
		c.does(Fetch, "bq")
	case "query":
		c.db, c.dbName = dbUnknown, "a data set"
		if w, prod := c.inProduction(); prod {
			c.db, c.dbName = dbProduction, w.Raw
		}
		c.r.out[c.idx].files = true
		c.does(Fetch, "bq")
		if c.has("--dry_run") {
			return
		}
		if c.has("--destination_table") {
			c.find(Remote, "production-data", "bq", "writes the result into a table", c.pos...)
		}
		if len(c.pos) > 1 {
			for _, w := range c.pos[1:] {
				c.code("sql-postgres", w)
			}
			return
		}
		c.stdinCode("sql-postgres")
	case "rm":
		c.find(Remote, "stateful-resource", c.text(1), "deletes a data set or table", c.pos...)
	case "":
		c.does(Print, "")
	default:
		c.changes("bq "+verb, verb, c.pos...)
	}
}

// azNoun: groups of az, besides plurals.
func azNoun(w string) bool { return w != "" && !isVerb(w) && w[0] != '-' }

// azure reads the client of Microsoft's cloud: groups, a verb, then options.
func azure(c *cmd) {
	for _, w := range c.pos {
		c.flowWord(w)
	}
	// the words in front of the first option, past those of az itself
	var words []shell.Word
	for i := 0; i < len(c.args); i++ {
		w := c.args[i]
		if w.Known && strings.HasPrefix(w.Text, "-") {
			if len(words) > 0 {
				break
			}
			switch w.Text {
			case "--subscription", "--output", "-o", "--query", "--name", "-n", "--resource-group", "-g", "--debug-level":
				i++
			}
			continue
		}
		words = append(words, w)
	}
	if len(words) == 0 {
		c.does(Print, "")
		return
	}
	for _, w := range words {
		if !w.Known {
			c.unsure("which operation it asks for is not known", words...)
			return
		}
	}
	last := words[len(words)-1].Text
	var nouns []string
	for _, w := range words[:len(words)-1] {
		nouns = append(nouns, w.Text)
	}
	what := strings.Join(nouns, " ")
	full := strings.TrimSpace(what + " " + last)
	switch {
	case full == "version", full == "help", full == "find", full == "feedback", full == "survey", strings.HasPrefix(full, "config get"), full == "cloud list", full == "cloud show", full == "account list-locations", full == "bicep version", full == "extension list", full == "extension list-available", full == "cache list", full == "self-test":
		c.does(Print, "")
	case full == "login", full == "logout", full == "account clear", full == "acr login", strings.HasPrefix(full, "devops login"):
		c.unsure("it signs in or out, or changes which account is used", words...)
	case full == "account set", strings.HasPrefix(full, "config set"), full == "configure", full == "devops configure", full == "cloud set":
		if w, prod := c.inProduction(); prod {
			c.find(System, "repoint", w.Text, "makes later commands act on "+clip(w.Raw)+", which is in production by its name", w)
			return
		}
		c.does(Local, "az")
	case full == "aks get-credentials", full == "aks install-cli":
		if w, prod := c.inProduction(); prod || last == "install-cli" {
			c.find(System, "repoint", w.Text, "changes what later commands act on", words...)
			return
		}
		c.does(Local, "kubeconfig")
	case full == "rest":
		c.azureRest()
	case full == "bicep build", full == "bicep decompile", full == "bicep format", full == "bicep lint":
		c.does(Project, "bicep")
	case full == "keyvault secret show", full == "keyvault secret download", full == "keyvault key download", full == "keyvault certificate download", full == "acr credential show", full == "storage account show-connection-string", full == "functionapp keys list", full == "webapp config appsettings list",
		full == "functionapp config appsettings list", full == "webapp config connection-string list", full == "containerapp secret show", full == "appconfig credential list", full == "iot hub connection-string show", full == "account get-access-token", full == "ad sp create-for-rbac", full == "vm user update", full == "postgres flexible-server connect",
		strings.HasSuffix(full, "keys list"), strings.HasSuffix(full, "key list") && what != "keyvault key" && what != "sshkey", strings.HasSuffix(full, "credential list"), strings.HasSuffix(full, "credential reset"), strings.HasSuffix(full, "generate-sas"), strings.HasSuffix(full, "authorization-rule keys list"),
		looks(last) && givesCredential(last):
		c.shownSecret("gives out a credential", words...)
	case what == "storage blob" && strings.HasPrefix(last, "upload"), what == "storage file" && strings.HasPrefix(last, "upload"), what == "storage fs file" && last == "upload", what == "storage fs directory" && last == "upload":
		c.azureUpload()
	case strings.HasPrefix(last, "download"):
		for _, n := range [...]string{"--file", "-f", "--destination", "-d", "--dest", "--path"} {
			if w, ok := c.value(n); ok {
				c.writeBelow(w)
			}
		}
		c.r.out[c.idx].fetched = "the cloud"
		c.does(Fetch, "az")
	case last == "ssh", last == "exec", last == "remote-connection", what == "vm run-command", last == "invoke" && strings.Contains(what, "command"), last == "create-remote-connection", full == "ssh vm", full == "serial-console connect":
		c.find(Channel, "interactive-into-sensitive", full, "runs something on a machine of the cloud", words...)
	case full == "extension add", full == "extension update", full == "upgrade", full == "bicep install", full == "bicep upgrade":
		c.find(Install, "model-or-plugin-load", full, "changes the parts that az is made of", words...)
	case strings.HasPrefix(full, "acr build"), strings.HasPrefix(full, "acr import"), strings.HasPrefix(full, "acr run"):
		c.find(Remote, "shared-artifact", full, "puts an image where others pull it", words...)
	case looks(last) && c.azureNouns(nouns):
		c.r.out[c.idx].files = true
		c.does(Fetch, "az")
	case isVerb(last) && !looks(last):
		c.changes(what, last, words...)
	default:
		for _, w := range words {
			if isVerb(w.Text) && !looks(w.Text) {
				c.changes(what, w.Text, words...)
				return
			}
		}
		c.unsure("az "+clip(full)+" is not known", words...)
	}
}

// azureNouns tells whether none of the words before the verb is one itself.
func (c *cmd) azureNouns(nouns []string) bool {
	for i, n := range nouns {
		if isVerb(n) && !(i == 0 && (n == "deploy" || n == "tag")) && n != "tag" && n != "run" && n != "connection" && n != "export" && n != "import" && n != "lock" && n != "restore" && n != "share" && n != "build" && n != "release" && n != "query" && n != "diff" && n != "stage" && n != "move" && n != "change" && n != "set" && n != "logs" && n != "usage" && n != "status" && n != "power" && n != "test" && n != "ls" {
			return false
		}
	}
	return true
}

// azureRest reads a request of any kind.
func (c *cmd) azureRest() {
	method, ok := c.value("--method")
	url, _ := c.value("--url")
	host := hostOf(url.Text)
	switch {
	case !url.Known, strings.Contains(url.Text, "://") && !strings.HasSuffix(host, ".azure.com") && !strings.HasSuffix(host, ".microsoft.com") && !strings.HasSuffix(host, ".windows.net"):
		c.find(Send, "credential-borrow", host, "sends our credentials of the cloud to "+orUnknown(host), url)
	case strings.Contains(strings.ToLower(url.Text), "listkeys"), strings.Contains(url.Text, "/secrets/"):
		c.shownSecret("prints a credential", url)
	case !ok || strings.EqualFold(method.Text, "get") || strings.EqualFold(method.Text, "head"):
		c.does(Fetch, "az")
	default:
		c.find(Remote, "shared-artifact", host, "changes what others may use", method, url)
	}
}

// azureUpload sends files to a store.
func (c *cmd) azureUpload() {
	dest := "azure.store"
	for _, n := range [...]string{"--file", "--source"} {
		if w, ok := c.value(n); ok {
			c.upload(dest, w)
			return
		}
	}
	c.r.out[c.idx].join(flow{grade: secret.None})
	c.unsure("what it uploads is not known")
}

// azcopy reads the copier of Microsoft's storage.
func azcopy(c *cmd) {
	verb, rest := c.text(0), c.pos[min(1, len(c.pos)):]
	for _, w := range c.pos {
		c.flowWord(w)
	}
	switch verb {
	case "":
		c.does(Print, "")
	case "list", "ls", "jobs", "env", "doc", "help":
		c.does(Fetch, "azcopy")
	case "copy", "cp", "c":
		c.cloudCopy("https://", "cp", false, rest)
	case "sync":
		c.cloudCopy("https://", "sync", false, rest)
	case "remove", "rm":
		c.find(Remote, "bulk-cloud-delete", c.text(1), "deletes what is kept in the cloud", c.pos...)
	default:
		c.unsure("azcopy "+clip(verb)+" is not known", c.pos...)
	}
}

// otherCloud reads the clients of other clouds: nouns, a verb, names.
func otherCloud(c *cmd) {
	for _, w := range c.pos {
		c.flowWord(w)
	}
	if len(c.pos) == 0 {
		c.does(Print, "")
		return
	}
	for i, w := range c.pos {
		if !w.Known {
			break
		}
		t := strings.ToLower(w.Text)
		op := strings.ReplaceAll(t, "_", "-")
		// openstack and linode put the verb after the noun; ibmcloud joins them: is-instances
		switch {
		case looks(op) && (i > 0 || len(c.pos) == 1 || op == "version" || op == "help" || op == "info"):
			what := c.nounsBefore(i)
			if givesCredential(op) || strings.Contains(what, "kubeconfig") || strings.Contains(what, "access-key") || strings.Contains(what, "api-key") || strings.Contains(what, "credential") || strings.Contains(what, "secret-bundle") {
				c.shownSecret("gives out a credential", c.pos...)
				return
			}
			c.r.out[c.idx].files = true
			c.does(Fetch, c.name)
			return
		case isVerb(op):
			if c.name == "doctl" && strings.HasPrefix(op, "init") || strings.Contains(c.nounsBefore(i), "auth") || strings.Contains(c.nounsBefore(i), "context") {
				c.unsure("it signs in or out, or changes which account is used", c.pos...)
				return
			}
			c.changes(c.nounsBefore(i), op, c.pos...)
			return
		case !cloudNoun(t):
			c.unsure(c.name+" "+clip(w.Raw)+" is not known", c.pos...)
			return
		}
	}
	c.unsure("which operation it asks for is not known", c.pos...)
}

func (c *cmd) nounsBefore(i int) string {
	var b strings.Builder
	for _, w := range c.pos[:i] {
		b.WriteString(strings.ToLower(w.Text))
		b.WriteByte(' ')
	}
	return strings.TrimSpace(b.String())
}

// cloudNoun: nouns of the clients of other clouds, besides plurals.
func cloudNoun(w string) bool {
	switch w {
	case "account", "action", "app", "application", "artifact", "auth", "availability", "backup", "balance", "balancer", "bastion", "billing", "block", "blockstorage", "bucket", "catalog", "cdn", "certificate", "cluster", "compute", "config", "console", "container", "context", "credential", "database", "datacenter", "db", "disk", "dns", "docker",
		"domain", "droplet", "droplet-action", "endpoint", "environment", "event", "extension", "firewall", "flavor", "floating", "function", "gateway", "group", "host", "hypervisor", "iam", "identity", "image", "instance", "ip", "invoice", "iso", "job", "key", "keypair", "kubernetes", "k8s", "lb", "load-balancer", "load", "location", "logging", "loadbalancer", "lke", "linode", "linodes", "monitoring", "monitor",
		"mysql", "network", "node", "node-pool", "nodebalancer", "nodebalancers", "object", "obj", "object-storage", "placement-group", "plan", "policy", "pool", "port", "postgres", "primary-ip", "project", "projects", "property", "quota", "record", "redis", "region", "registry", "repository", "reserved-ip", "resource", "role", "route", "router", "rule", "security", "server", "serverless", "server-type", "service", "size", "snapshot", "space", "ssh-key", "sshkey", "stack", "storage",
		"subnet", "subscription", "tag", "target", "tenant", "token", "type", "user", "vm", "volume", "volume-action", "vpc", "vpcs", "zone", "cloud", "core", "bv", "os", "ns", "fs", "ce", "oke", "ons", "limits", "search", "announce", "sddc", "vcn", "vnic", "drg", "ecs", "ess", "oss", "rds", "ram", "slb", "sts", "tke", "cvm", "cbs", "cos", "is", "ks", "cr", "resource-manager", "vault", "kms", "secret", "secrets", "namespace", "secret-bundle", "1-click":
		return true
	}
	return plural(w)
}
