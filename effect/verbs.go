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
	}
	return "matches the rule " + entry
}
