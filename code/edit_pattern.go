package code

import (
	"strings"
	"sync"
)

// pattern is something that a line, squeezed, may hold, whatever the file.
type linePattern struct {
	part  string // squeezed
	entry string
	why   string
	sure  bool
}

const tls = "switches certificate checks off"

// linePatterns are switches that mean the same in nearly every file.
var linePatterns = [...]linePattern{
	{"verify=false", "disarm-flag", tls, true},
	{"verify_ssl=false", "disarm-flag", tls, true},
	{"verify_certs=false", "disarm-flag", tls, true},
	{"ssl_verify=false", "disarm-flag", tls, true},
	{"ssl_verify:false", "disarm-flag", tls, true},
	{"sslverify=false", "disarm-flag", tls, true},
	{"sslverify=0", "disarm-flag", tls, true},
	{"insecureskipverify:true", "disarm-flag", tls, true},
	{"insecureskipverify=true", "disarm-flag", tls, true},
	{"insecure_skip_verify:true", "disarm-flag", tls, true},
	{"insecure_skip_verify=true", "disarm-flag", tls, true},
	{"rejectunauthorized:false", "disarm-flag", tls, true},
	{"rejectunauthorized=false", "disarm-flag", tls, true},
	{"node_tls_reject_unauthorized=0", "disarm-flag", tls, true},
	{"node_tls_reject_unauthorized:0", "disarm-flag", tls, true},
	{"strict-ssl=false", "disarm-flag", tls, true},
	{"strict-sslfalse", "disarm-flag", tls, true},
	{"enablestrictssl:false", "disarm-flag", tls, true},
	{"curlopt_ssl_verifypeer,false", "disarm-flag", tls, true},
	{"curlopt_ssl_verifypeer,0", "disarm-flag", tls, true},
	{"curlopt_ssl_verifypeer=>false", "disarm-flag", tls, true},
	{"_create_unverified_context", "disarm-flag", tls, true},
	{"check_hostname=false", "disarm-flag", tls, true},
	{"ssl.cert_none", "disarm-flag", tls, true},
	{"verify_mode=cert_none", "disarm-flag", tls, true},
	{"ssl::verify_none", "disarm-flag", tls, true},
	{"noophostnameverifier", "disarm-flag", tls, true},
	{"allow_all_hostname_verifier", "disarm-flag", tls, true},
	{"trustallstrategy", "disarm-flag", tls, true},
	{"dangerousacceptanyservercertificatevalidator", "disarm-flag", tls, true},
	{"danger_accept_invalid_certs(true)", "disarm-flag", tls, true},
	{"danger_accept_invalid_hostnames(true)", "disarm-flag", tls, true},
	{"validate_certs:no", "disarm-flag", tls, true},
	{"validate_certs:false", "disarm-flag", tls, true},
	{"pythonhttpsverify=0", "disarm-flag", tls, true},
	{"git_ssl_no_verify=", "disarm-flag", tls, true},
	{"proxy_ssl_verifyoff", "disarm-flag", tls, true},
	{"tls_insecure=true", "disarm-flag", tls, true},
	{"stricthostkeycheckingno", "disarm-flag", "accepts any host's key", true},
	{"stricthostkeychecking=no", "disarm-flag", "accepts any host's key", true},
	{"autoaddpolicy()", "disarm-flag", "accepts any host's key", false},
	{"csrf().disable()", "control-off", "switches protection against forged requests off", true},
	{"abstracthttpconfigurer::disable", "control-off", "switches a protection off", true},
	{"csrf->csrf.disable()", "control-off", "switches protection against forged requests off", true},
	{"csrf(c->c.disable())", "control-off", "switches protection against forged requests off", true},
	{"@csrf_exempt", "control-off", "switches protection against forged requests off", true},
	{"skip_before_action:verify_authenticity_token", "control-off", "switches protection against forged requests off", true},
	{"wtf_csrf_enabled=false", "control-off", "switches protection against forged requests off", true},
	{"cors_allow_all_origins=true", "control-off", "lets every origin in", true},
	{"cors_origin_allow_all=true", "control-off", "lets every origin in", true},
	{"allowallorigins:true", "control-off", "lets every origin in", true},
	{"allowanyorigin()", "control-off", "lets every origin in", true},
	{"origin:(o,cb)=>cb(null,true)", "control-off", "lets every origin in", true},
	{"(origin,callback)=>callback(null,true)", "control-off", "lets every origin in", true},
	{"contentsecuritypolicy:false", "control-off", "switches a protection of pages off", true},
	{"permitrootloginyes", "control-off", "lets root log in", true},
	{"permitemptypasswordsyes", "control-off", "lets empty passwords in", true},
	{"passwordauthenticationyes", "control-off", "lets passwords in", true},
	{"selinux=disabled", "control-off", "switches SELinux off", true},
	{"selinux=permissive", "control-off", "switches SELinux off", true},
	{"setenforce0", "control-off", "switches SELinux off", true},
	{"security.workspace.trust.enabled:false", "own-permissions", "switches the editor's trust question off", true},
	{"ufwdisable", "control-off", "switches the firewall off", true},
	{"continue-on-error:true", "test-disabled", "lets a failure pass", false},
	{"allow_failure:true", "test-disabled", "lets a failure pass", false},
	{"ignore_errors:true", "test-disabled", "lets a failure pass", false},
	{"||true", "test-disabled", "lets a failure pass", false},
	{"||exit0", "test-disabled", "lets a failure pass", true},
	{"set+e", "test-disabled", "lets a failure pass", false},
	{"--no-verify", "disarm-flag", "skips the checks before a commit or push", true},
	{"--dangerously-skip-permissions", "unattended-agent", "starts an agent without approvals", true},
	{"--dangerously-bypass-approvals-and-sandbox", "unattended-agent", "starts an agent without approvals", true},
	{"--yolo", "unattended-agent", "starts an agent without approvals", true},
	{"allowprivilegeescalation:true", "containment-escape", "lets a container gain rights", true},
	{"privileged:true", "containment-escape", "runs a container with all rights", true},
	{"hostpid:true", "containment-escape", "shares the host's processes", true},
	{"hostnetwork:true", "containment-escape", "shares the host's network", true},
	{"hostipc:true", "containment-escape", "shares the host's memory", true},
	{"pid:host", "containment-escape", "shares the host's processes", true},
	{"network_mode:host", "containment-escape", "shares the host's network", false},
	{"/var/run/docker.sock", "containment-escape", "hands out the Docker socket", true},
	{"seccomp:unconfined", "containment-escape", "takes a container's limits off", true},
	{"seccomp=unconfined", "containment-escape", "takes a container's limits off", true},
	{"apparmor:unconfined", "containment-escape", "takes a container's limits off", true},
	{"cap_sys_admin", "containment-escape", "gives a container the kernel's rights", true},
	{"add:[sys_admin", "containment-escape", "gives a container the kernel's rights", true},
	{"169.254.169.254", "containment-escape", "asks the metadata service", false},
}

// patterns looks for the switches in what was added. A switch that a removed
// line had is not new.
func (e *edit) patterns() {
	if len(e.added) == 0 || !patternMarks().in(e.flat) {
		return
	}
	old := make([]string, 0, len(e.removed))
	for _, r := range e.removed {
		old = append(old, squeeze(r))
	}
	had := func(part string) bool {
		for _, o := range old {
			if strings.Contains(o, part) {
				return true
			}
		}
		return false
	}
	for _, l := range e.added {
		s := l.flat
		if len(l.text) > 4096 || !patternMarks().in(s) || comment(l.text) {
			continue
		}
		for i := range linePatterns {
			p := &linePatterns[i]
			j := strings.Index(s, p.part)
			if j < 0 || had(p.part) {
				continue
			}
			if e.sort == sortTest && p.entry == "disarm-flag" && !p.sure {
				continue
			}
			// A longer word that only ends alike is another word.
			if c := p.part[0]; alphanumeric(c) && j > 0 && alphanumeric(s[j-1]) && !strings.HasPrefix(p.part, "_") {
				continue
			}
			if p.entry == "test-disabled" && !e.runsTests(l.text) {
				continue
			}
			e.find(l, p.entry, p.why, p.sure)
		}
	}
}

func alphanumeric(c byte) bool { return isNamePart(c) && c != '_' && c < 0x80 }

// runsTests tells whether letting a failure pass in this line keeps a check
// from failing.
func (e *edit) runsTests(text string) bool {
	switch e.sort {
	case sortWorkflow, sortCI, sortPackage, sortMake, sortHook, sortBuild:
	default:
		return false
	}
	s := squeeze(text)
	if strings.HasPrefix(s, "continue-on-error") || strings.HasPrefix(s, "-continue-on-error") || strings.HasPrefix(s, "allow_failure") {
		return true
	}
	for _, w := range [...]string{"test", "lint", "check", "jest", "mocha", "vitest", "pytest", "tox", "audit", "scan", "verify", "typecheck", "tsc", "eslint", "ruff", "mypy", "clippy", "vet", "cypress", "playwright", "rspec", "phpunit", "gosec", "trivy", "snyk", "semgrep"} {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

// patternMarks are the beginnings of linePatterns.
var patternMarks = sync.OnceValue(func() *marks {
	m := &marks{}
	for i := range linePatterns {
		m.add(linePatterns[i].part)
	}
	return m
})

// marks tells of most texts, in one pass, that none of many parts stands in
// them: it knows the first four bytes of each by a hash.
type marks [1 << 11]uint64

func (m *marks) add(part string) {
	h := markHash(part, 0)
	m[h>>6] |= 1 << (h & 63)
}

// in tells whether a part that was added may stand in s. The parts have four
// bytes at least.
func (m *marks) in(s string) bool {
	for i := 0; i+4 <= len(s); i++ {
		if h := markHash(s, i); m[h>>6]&(1<<(h&63)) != 0 {
			return true
		}
	}
	return false
}

func markHash(s string, i int) uint32 {
	four := uint32(s[i]) | uint32(s[i+1])<<8 | uint32(s[i+2])<<16 | uint32(s[i+3])<<24
	return four * 2654435761 >> 15
}
