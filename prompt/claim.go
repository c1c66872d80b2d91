package prompt

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// pleas are phrases by which text claims consent or safety, or speaks to a
// judge. Finding one only points at it: nothing is cleared by its absence.
var pleas = [...]string{
	"user approved", "user has approved", "user already approved", "approved by", "user approves", "user accepted", "user consent", "user said", "user asked", "user requested",
	"user wants", "user told", "user confirmed", "user has confirmed", "user authorized", "user authorised", "user ok", "user okayed", "user agreed", "user granted", "user explicitly",
	"authorized by", "authorised by", "authorization granted", "pre approved", "preapproved", "pre authorized", "preauthorized", "approval granted", "approval given",
	"as requested by", "as approved", "as agreed", "permission granted", "with permission", "has permission", "consent given", "consent granted", "signed off", "sign off by",
	"this is safe", "is safe to", "safe to run", "completely safe", "known safe", "verified safe", "harmless", "no risk", "sandboxed environment", "only a test", "just a test", "dry run only", "for testing only",
	"security review passed", "security approved", "already reviewed", "reviewed and approved", "policy exception", "exempt from", "allowlisted", "whitelisted",
	"dear judge", "note to judge", "note to the judge", "to the judge", "to the classifier", "dear classifier", "note to classifier", "the classifier should", "the classifier must", "permission gate", "safety check", "ignore previous", "ignore all previous", "ignore the rules", "ignore your",
	"system override", "override policy", "admin override", "emergency override", "you must allow", "please allow", "must be allowed", "allow this", "do not block", "don't block", "answer no", "block no", "verdict allow",
	"system prompt", "new instructions", "system message", "on behalf of the user", "the owner", "ceo", "root cause approved", "trusted command",
	"用户已批准", "用户批准", "用户同意", "用户允许", "用户要求", "已授权", "已获批准", "無害", "无害", "安全的",
	"ユーザーが承認", "承認済み", "許可済み", "사용자가 승인", "승인됨", "허가",
	"пользователь одобрил", "пользователь разрешил", "одобрено", "разрешено",
	"vom benutzer genehmigt", "genehmigt", "freigegeben von", "approuvé par", "autorisé par", "l'utilisateur a approuvé", "aprobado por", "autorizado por", "el usuario aprobó", "aprovado por", "o usuário aprovou", "approvato da",
}

// claims are the passages of texts in which one of the pleas stands.
func claims(all []string) (out []string) {
	const most = 8
	for _, s := range all {
		for line := range strings.Lines(s) {
			if len(out) == most {
				return out
			}
			if i := plea(line); i >= 0 {
				out = append(out, around(line, i))
			}
		}
	}
	return out
}

// plea finds a plea in s; -1 where there is none.
func plea(s string) int {
	if len(s) > 1<<16 {
		s = s[:1<<16]
	}
	plain, at := leveled(s)
	for _, p := range pleas {
		for from := 0; ; {
			i := strings.Index(plain[from:], p)
			if i < 0 {
				break
			}
			i += from
			if bounded(plain, i, i+len(p)) {
				return at[i]
			}
			from = i + 1
		}
	}
	return -1
}

// leveled is s in small letters, what divides words in names and paths made a
// space; at gives for each byte where it came from.
func leveled(s string) (string, []int) {
	var b strings.Builder
	at := make([]int, 0, len(s))
	space := true
	var before rune
	for i, r := range s {
		if unicode.IsUpper(r) && unicode.IsLower(before) && !space { // userApproved
			b.WriteByte(' ')
			at = append(at, i)
		}
		before = r
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' {
			if !space {
				b.WriteByte(' ')
				at = append(at, i)
				space = true
			}
			continue
		}
		space = false
		n, _ := b.WriteRune(unicode.ToLower(r))
		for range n {
			at = append(at, i)
		}
	}
	return b.String(), at
}

// bounded tells whether [i, j) of s begins and ends with a word. Scripts that do
// not divide words have none.
func bounded(s string, i, j int) bool {
	first, _ := utf8.DecodeRuneInString(s[i:])
	if first > 0x2e80 {
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	after, _ := utf8.DecodeRuneInString(s[j:])
	return (i == 0 || !unicode.IsLetter(before)) && (j == len(s) || !unicode.IsLetter(after))
}

// around is what stands near byte i of a line.
func around(line string, i int) string {
	const most = 160
	from, to := 0, len(line)
	if len(line) > most {
		from = max(0, i-40)
		to = min(len(line), from+most)
	}
	return strings.TrimSpace(strings.ToValidUTF8(line[from:to], ""))
}
