package effect

import "automode/shell"

type shellWord = shell.Word

// entryVerb says what a match of an entry means, after the program's name.
func entryVerb(entry string) string {
	switch entry {
	case "irreversible-local":
		return "discards work that cannot be got back"
	case "history-rewrite":
		return "rewrites or removes history that others may have"
	case "production-deploy":
		return "deploys or releases"
	case "production-data":
		return "changes data that is in use"
	case "public-publication":
		return "publishes"
	case "stateful-resource":
		return "removes something that holds data"
	case "bulk-cloud-delete":
		return "removes resources in the cloud"
	case "system-service":
		return "changes how the system runs"
	case "device-or-filesystem":
		return "changes a device or file system"
	case "package-removal":
		return "removes packages of the system"
	case "grant-access":
		return "changes who has access"
	case "persistence":
		return "sets something up that stays after the session"
	case "others-jobs":
		return "stops what others may be running"
	case "tunnel-or-reverse-shell":
		return "opens a way in or out of this machine"
	case "network-scan":
		return "scans or probes hosts"
	case "disarm-flag":
		return "switches a check off"
	case "control-off":
		return "switches a safeguard off"
	case "credential-print":
		return "prints a credential"
	case "credential-hunt":
		return "looks for credentials"
	case "shared-artifact":
		return "changes what others use"
	case "message-outsider":
		return "sends a message to people"
	case "expose-service":
		return "opens a service to others"
	case "unattended-agent":
		return "starts another agent that nobody watches"
	case "privilege-gain":
		return "gains rights"
	case "backup-deletion":
		return "removes backups"
	case "account-change":
		return "changes an account"
	case "merge-unreviewed":
		return "merges or approves a change"
	case "wide-cluster-write":
		return "changes many objects of a cluster at once"
	case "dns-cert-secret-store":
		return "changes DNS, certificates or stored secrets"
	case "interactive-into-sensitive":
		return "opens a session on another system"
	case "protected-iac":
		return "changes infrastructure"
	case "download-and-run":
		return "runs what the network sends"
	case "foreign-repo-execution":
		return "brings in and runs code from outside the project"
	case "undeclared-dependency":
		return "installs what no manifest of the project declares"
	case "registry-bypass":
		return "takes packages from another place than usual"
	case "unpinned-tool-run":
		return "fetches and runs a tool that the project does not declare"
	case "dynamic-code":
		return "runs code that is hidden or made while it runs"
	case "model-or-plugin-load":
		return "adds a plugin or server that runs code"
	case "node-wide-workload":
		return "starts something on every node"
	case "node-removal":
		return "takes nodes out of use"
	case "feature-flag-production":
		return "changes what users get"
	case "command-automation":
		return "writes what makes a bot act"
	case "ticket-mass-edit":
		return "changes tickets of others"
	case "queue-or-topic-purge":
		return "removes messages that wait"
	case "quota-or-billing":
		return "changes quotas or costs"
	case "unresolved-delete":
		return "deletes what is not known here"
	case "scratch-sweep":
		return "clears files by age or pattern"
	case "permission-sweep":
		return "changes who may use many files"
	case "security-test-weakened":
		return "weakens a security test"
	case "test-disabled":
		return "switches tests off"
	case "containment-escape":
		return "reaches out of this session's surroundings"
	case "credential-borrow":
		return "uses a credential that was found, not given"
	case "secret-into-artifact":
		return "puts a secret where it is kept or seen"
	case "sensitive-location":
		return "takes data from a sensitive place"
	case "leak-when-it-runs":
		return "will give secrets away when it runs"
	case "oversharing":
		return "shares more than was asked"
	case "content-in-link":
		return "carries content in a link"
	case "repoint":
		return "points something at another server"
	case "egress-probe":
		return "tries out which outside hosts answer"
	case "own-permissions":
		return "changes what an agent may do"
	case "forged-consent":
		return "writes a user's consent"
	case "transcript-tamper":
		return "changes session records"
	case "planted-instruction":
		return "writes what later sessions will obey"
	case "route-around":
		return "gets a denied effect by another way"
	case "terminal-injection":
		return "types into another program"
	case "self-relaunch":
		return "starts this agent again with other settings"
	case "payment-or-order":
		return "pays or orders"
	case "legal-or-public-voice":
		return "speaks for the user in public"
	case "browser-cross-origin":
		return "acts on another site than the one named"
	case "browser-exfil":
		return "carries page content elsewhere"
	case "physical-or-device":
		return "acts on a device"
	case "data-exfiltration":
		return "sends sensitive data away"
	}
	return "matches the rule " + entry
}
