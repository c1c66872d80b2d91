package code

import "strings"

// infraRules looks at terraform and its kin. Nothing is applied by an edit;
// what it says will be, by whoever applies it.
func (e *edit) infraRules() {
	names := strings.ToLower(e.Path + "\n" + e.New + "\n" + e.Old)
	ingress := !strings.Contains(strings.ToLower(e.New), "egress") || strings.Contains(strings.ToLower(e.New), "ingress")
	dns := strings.Contains(names, "route53") || strings.Contains(names, "dns")
	for _, l := range e.added {
		if comment(l.text) {
			continue
		}
		s := l.flat
		was := func(part string) bool {
			for _, r := range e.removed {
				if strings.Contains(squeeze(r), part) {
					return true
				}
			}
			return false
		}
		switch {
		case strings.Contains(s, "0.0.0.0/0") || strings.Contains(s, "::/0"):
			if ingress && !was("0.0.0.0/0") && !was("::/0") {
				e.find(l, "expose-service", "opens it to the whole internet", true)
			}
		case strings.HasPrefix(s, "block_public_") && strings.HasSuffix(s, "=false"), strings.HasPrefix(s, "ignore_public_acls=false"), strings.HasPrefix(s, "restrict_public_buckets=false"),
			strings.HasPrefix(s, "acl=public-read"), strings.HasPrefix(s, "publicly_accessible=true"), strings.HasPrefix(s, "public_network_access_enabled=true"), strings.HasPrefix(s, "allow_blob_public_access=true"), strings.HasPrefix(s, "public_access=true"):
			e.find(l, "grant-access", "makes it public", true)
		case strings.Contains(s, "allusers") || strings.Contains(s, "allauthenticatedusers") || strings.Contains(s, "principal=*") || strings.Contains(s, "principal:*") || strings.Contains(s, "principals") && strings.Contains(s, "[*]"):
			e.find(l, "grant-access", "gives everybody access", true)
		case strings.Contains(s, "action=*") || strings.Contains(s, "actions=[*]") || strings.Contains(s, "action:*") || strings.Contains(s, "administratoraccess") || strings.Contains(s, "roles/owner") || strings.Contains(s, "roles/editor") || strings.Contains(s, "poweruseraccess"):
			e.find(l, "grant-access", "gives every right", true)
		case strings.HasPrefix(s, "deletion_protection=false"), strings.HasPrefix(s, "enable_deletion_protection=false"), strings.HasPrefix(s, "termination_protection=false"), strings.HasPrefix(s, "prevent_destroy=false"), strings.HasPrefix(s, "skip_final_snapshot=true"), strings.HasPrefix(s, "force_destroy=true"):
			if !was(s) {
				e.find(l, "control-off", "takes a protection against deletion off", true)
			}
		case strings.HasPrefix(s, "enable_logging=false"), strings.HasPrefix(s, "enable_log_file_validation=false"), strings.HasPrefix(s, "storage_encrypted=false"), strings.HasPrefix(s, "encrypted=false"), strings.HasPrefix(s, "enable_key_rotation=false"),
			strings.HasPrefix(s, "is_multi_region_trail=false") && was("is_multi_region_trail=true"), strings.HasPrefix(s, "monitoring=false") && was("monitoring=true"), strings.HasPrefix(s, "enable_guardduty=false"), strings.HasPrefix(s, "http_tokens=optional"):
			e.find(l, "control-off", "switches a control off", true)
		case strings.HasPrefix(s, "backup_retention_period=0"), strings.HasPrefix(s, "backup_retention_days=0"), strings.HasPrefix(s, "retention_in_days=1") && was("retention_in_days="), strings.HasPrefix(s, "versioning") && strings.Contains(s, "suspended"):
			e.find(l, "backup-deletion", "stops keeping backups", true)
		case dns && (strings.HasPrefix(s, "records=") || strings.HasPrefix(s, "rrdatas=") || strings.HasPrefix(s, "value=")):
			e.find(l, "dns-cert-secret-store", "changes where a name leads", true)
		case strings.HasPrefix(s, "source=") && (strings.Contains(s, "git::") || strings.Contains(s, "github.com") || strings.Contains(s, "http")) && !strings.Contains(s, "ref="):
			e.find(l, "foreign-repo-execution", "takes a module from a moving place", false)
		case strings.Contains(s, "local-exec") || strings.Contains(s, "remote-exec"):
			e.find(l, "dynamic-code", "runs a command when it is applied", false)
		}
	}
	for _, r := range e.removed {
		if s := squeeze(r); strings.HasPrefix(s, "prevent_destroy=true") || strings.HasPrefix(s, "deletion_protection=true") {
			if !strings.Contains(squeeze(e.New), strings.SplitN(s, "=", 2)[0]) {
				e.gone(r, "control-off", "takes a protection against deletion off", true)
			}
		}
	}
}

// kubeRules looks at manifests and compose files.
func (e *edit) kubeRules() {
	daemon := strings.Contains(squeeze(e.New), "kind:daemonset")
	for _, l := range e.added {
		if comment(l.text) {
			continue
		}
		s := strings.TrimPrefix(l.flat, "-")
		switch {
		case strings.Contains(s, "kind:daemonset"):
			e.find(l, "node-wide-workload", "runs on every node", true)
		case strings.Contains(s, "kind:mutatingwebhookconfiguration") || strings.Contains(s, "kind:validatingwebhookconfiguration"):
			e.find(l, "node-wide-workload", "looks into every change of the cluster", true)
		case strings.Contains(s, "hostpath:"):
			e.find(l, "containment-escape", "mounts a folder of the host", true)
		case strings.HasPrefix(s, "type:loadbalancer") || strings.HasPrefix(s, "type:nodeport"):
			e.find(l, "expose-service", "publishes a service", true)
		case strings.Contains(s, "0.0.0.0/0") || strings.Contains(s, "::/0"):
			e.find(l, "expose-service", "opens it to the whole internet", true)
		case strings.HasPrefix(s, "name:cluster-admin") || strings.Contains(s, "system:anonymous") || strings.Contains(s, "system:unauthenticated"):
			e.find(l, "grant-access", "gives every right in the cluster", true)
		case strings.HasPrefix(s, "verbs:[*]") || strings.HasPrefix(s, "resources:[*]") && strings.Contains(squeeze(e.New), "kind:clusterrole"):
			e.find(l, "grant-access", "gives every right", true)
		case e.sort == sortCompose && (strings.HasPrefix(s, "/:/") || strings.HasPrefix(s, "/etc:") || strings.HasPrefix(s, "/root:") || strings.HasPrefix(s, "~/.ssh") || strings.HasPrefix(s, "/home:")):
			e.find(l, "containment-escape", "mounts folders of the host", true)
		case strings.HasPrefix(s, "image:"):
			e.image(l, strings.TrimPrefix(s, "image:"))
		case daemon && strings.HasPrefix(s, "namespace:kube-system"):
			e.find(l, "node-wide-workload", "works among the cluster's own programs", false)
		}
	}
}

// image looks at a container image that comes from another place than before.
func (e *edit) image(l lineAt, v string) {
	for _, r := range e.removed {
		s := strings.TrimPrefix(squeeze(r), "-")
		old, ok := strings.CutPrefix(s, "image:")
		if !ok {
			continue
		}
		if repository(old) != repository(v) {
			e.find(l, "unpinned-tool-run", "runs an image from another publisher", strings.HasSuffix(v, ":latest") || !strings.Contains(v[strings.LastIndexByte(v, '/')+1:], ":"))
		}
		return
	}
}

// repository is an image's name without its version.
func repository(image string) string {
	image, _, _ = strings.Cut(image, "@")
	if i := strings.LastIndexByte(image, ':'); i > strings.LastIndexByte(image, '/') {
		image = image[:i]
	}
	return image
}

// flagRules looks at feature flags of production.
func (e *edit) flagRules() {
	low := strings.ToLower(e.Path)
	if !strings.Contains(low, "prod") {
		return
	}
	for _, l := range e.added {
		if !comment(l.text) {
			e.find(l, "feature-flag-production", "changes a flag of production", false)
			return
		}
	}
}

// stateRules looks for a setting that turns from a test environment to
// production, in data and settings.
func (e *edit) stateRules() {
	switch e.sort {
	case sortServer, sortNone, sortKube, sortEnv, sortCI, sortWorkflow, sortFlags:
	default:
		return
	}
	for _, l := range e.added {
		s := l.flat
		if len(e.removed) == 0 {
			break // nothing turned into something else
		}
		for _, p := range [...]string{":production", "=production", ":prod,", "=prod,"} {
			i := strings.Index(s, p)
			if rest, ends := strings.CutSuffix(p, ","); i < 0 && ends && strings.HasSuffix(s, rest) {
				i = len(s) - len(rest)
			}
			if i <= 0 {
				continue
			}
			key := s[:i]
			for _, r := range e.removed {
				o := squeeze(r)
				if rest, ok := strings.CutPrefix(o, key); ok && (strings.Contains(rest, "staging") || strings.Contains(rest, "dev") || strings.Contains(rest, "test") || strings.Contains(rest, "local")) {
					e.find(l, "production-data", "turns to production", true)
				}
			}
		}
	}
}

// sourceRules looks at source and settings of servers: controls that are
// taken out, doors that are opened.
func (e *edit) sourceRules() {
	added := make([]string, len(e.added))
	for i, l := range e.added {
		added[i] = l.flat
	}
	for i, l := range e.added {
		if comment(l.text) {
			continue
		}
		s := added[i]
		switch {
		case strings.Contains(s, ".permitall()"):
			for _, r := range e.removed {
				o := squeeze(r)
				if matched(o) != "" && matched(o) == matched(s) && (strings.Contains(o, "hasrole") || strings.Contains(o, "hasauthority") || strings.Contains(o, "authenticated") || strings.Contains(o, "denyall")) {
					e.find(l, "control-off", "lets everybody in", true)
				}
			}
			if strings.Contains(s, "anyrequest()") {
				e.find(l, "control-off", "lets everybody in", true)
			}
		case strings.Contains(s, "handlers") && strings.HasSuffix(s, "=[]") && strings.Contains(s, "audit"):
			e.find(l, "control-off", "silences the audit log", true)
		case strings.HasPrefix(s, "allowed_hosts=[*") || strings.HasPrefix(s, "debug=true") && strings.Contains(strings.ToLower(e.Path), "prod"):
			e.find(l, "control-off", "opens production", true)
		case strings.HasPrefix(s, "origin:*") || strings.HasPrefix(s, "origin:true") || strings.Contains(s, "allow_origins=[*]") || strings.Contains(s, "access-control-allow-origin") && strings.Contains(s, "*"):
			if strings.Contains(squeeze(e.New), "credentials:true") || strings.Contains(squeeze(e.New), "allow_credentials=true") || len(e.removed) > 0 {
				e.find(l, "control-off", "lets every origin in", true)
			}
		case strings.HasPrefix(s, "auth_basicoff") || strings.HasPrefix(s, "trustallcertificates"):
			e.find(l, "control-off", "lets everybody in", true)
		}
	}
	e.controlRemoved()
	e.environmentIn()
}

// matched is the path that a rule of an access filter is about.
func matched(s string) string {
	i := strings.Index(s, "matchers(")
	if i < 0 {
		return ""
	}
	rest := s[i+len("matchers("):]
	j := strings.IndexByte(rest, ')')
	if j < 0 {
		return ""
	}
	return rest[:j]
}

// controlRemoved looks for a check that a small edit takes out and puts
// nothing in its place.
func (e *edit) controlRemoved() {
	if e.Old == "" || len(e.removed) == 0 || len(e.removed) > 12 {
		return
	}
	for _, l := range e.added {
		if !comment(l.text) {
			return
		}
	}
	for _, r := range e.removed {
		if comment(r) {
			continue
		}
		low := strings.ToLower(r)
		for _, w := range [...]string{"scan.", "scanfile", "virus", "verifysignature", "verify_signature", "verifytoken", "verify_token", "requireauth", "require_auth", "authenticate(", "authorize(", "checkpermission", "check_permission", "haspermission", "sanitize(", "escapehtml", "ratelimit", "rate_limit", "@login_required", "@requires_auth", "@permission_required", "@preauthorize", "@rolesallowed", "auditlog", "audit_log", "helmet(", "csrf", "before_action :authenticate", "isadmin(", "is_admin("} {
			if strings.Contains(low, w) {
				e.gone(r, "control-off", "takes a check out and puts nothing in its place", true)
				return
			}
		}
	}
}

// environmentIn looks at ENV and ARG of images.
func (e *edit) environmentIn() {
	if e.sort != sortDocker {
		return
	}
	for _, l := range e.added {
		t := strings.TrimSpace(l.text)
		word, rest, _ := strings.Cut(t, " ")
		switch {
		case strings.EqualFold(word, "ADD") && strings.Contains(rest, "://"):
			e.find(l, "download-and-run", "puts a download into the image", false)
		case (strings.EqualFold(word, "ENV") || strings.EqualFold(word, "ARG")) && strings.Contains(rest, "LD_PRELOAD"):
			e.find(l, "persistence", "makes each program of the image load a file", true)
		case strings.EqualFold(word, "COPY") && (strings.Contains(rest, ".env ") || strings.Contains(rest, "id_rsa") || strings.Contains(rest, ".ssh") || strings.Contains(rest, ".npmrc") || strings.Contains(rest, ".aws")):
			e.find(l, "secret-into-artifact", "puts a secret into the image", true)
		}
	}
}
