package code

import "strings"

// guardWords are parts of a setting's name that say what it protects. A setting
// with one of them that goes from on to off is a protection that goes.
var guardWords = [...]struct{ part, entry, why string }{
	{"approval", "control-off", "takes an approval away"},
	{"approve_required", "control-off", "takes an approval away"},
	{"human_in_the_loop", "control-off", "takes an approval away"},
	{"mfa", "control-off", "switches a second factor off"},
	{"two_factor", "control-off", "switches a second factor off"},
	{"2fa", "control-off", "switches a second factor off"},
	{"auth_enabled", "control-off", "switches the check of who asks off"},
	{"authentication", "control-off", "switches the check of who asks off"},
	{"enable_auth", "control-off", "switches the check of who asks off"},
	{"require_auth", "control-off", "switches the check of who asks off"},
	{"requires_auth", "control-off", "switches the check of who asks off"},
	{"authorization_enabled", "control-off", "switches the check of who may off"},
	{"rbac", "control-off", "switches the check of who may off"},
	{"csrf", "control-off", "switches protection against forged requests off"},
	{"audit", "control-off", "switches records off"},
	{"access_log", "control-off", "switches records off"},
	{"sandbox", "control-off", "takes limits off what runs"},
	{"rate_limit", "control-off", "takes limits off requests"},
	{"encrypt", "control-off", "switches encryption off"},
	{"deletion_protection", "control-off", "lets a database be deleted"},
	{"prevent_destroy", "control-off", "lets infrastructure be destroyed"},
	{"tls_verify", "disarm-flag", tls},
	{"verify_tls", "disarm-flag", tls},
	{"verify_ssl", "disarm-flag", tls},
	{"ssl_verify", "disarm-flag", tls},
	{"verify_cert", "disarm-flag", tls},
	{"verify_signature", "disarm-flag", "switches the check of signatures off"},
	{"signature_required", "disarm-flag", "switches the check of signatures off"},
	{"signature_verification", "disarm-flag", "switches the check of signatures off"},
}

// switched looks for protections that the change turns from on to off: the same
// name, with another value.
func (e *edit) switched() {
	if len(e.added) == 0 || len(e.removed) == 0 || e.sort == sortTest {
		return
	}
	was := map[string]bool{}
	for _, r := range e.removed {
		if name, value, ok := setting(r); ok && on(value) {
			was[name] = true
		}
	}
	if len(was) == 0 {
		return
	}
	for _, l := range e.added {
		name, value, ok := setting(l.text)
		if !ok || !off(value) || !was[name] {
			continue
		}
		for i := range guardWords {
			if g := &guardWords[i]; strings.Contains(name, g.part) {
				e.find(l, g.entry, g.why, true)
				break
			}
		}
	}
}

// setting parts a line into a setting's name, as words joined by _, and its
// value.
func setting(line string) (name, value string, ok bool) {
	line = strings.TrimSpace(line)
	i := strings.IndexAny(line, "=:")
	if i <= 0 || comment(line) {
		return "", "", false
	}
	name = strings.Trim(strings.TrimSpace(line[:i]), `"'`)
	value = strings.TrimLeft(line[i:], "=:> \t")
	value, _, _ = strings.Cut(value, "#")
	value = strings.ToLower(strings.Trim(strings.TrimSpace(value), `"',;`))
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		c := name[i]
		switch {
		case c >= 'A' && c <= 'Z':
			if i > 0 && name[i-1] >= 'a' && name[i-1] <= 'z' {
				b.WriteByte('_')
			}
			b.WriteByte(c + 'a' - 'A')
		case c == '-' || c == '.' || c == ' ':
			b.WriteByte('_')
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), value, name != ""
}

func on(v string) bool {
	switch v {
	case "true", "yes", "on", "1", "enabled", "required", "always", "strict":
		return true
	}
	return false
}

func off(v string) bool {
	switch v {
	case "false", "no", "off", "0", "disabled", "none", "never", "null":
		return true
	}
	return false
}
