package transcript

import "unicode/utf8"

// mayRestrain tells whether a sentence holds a word by which any of the
// readers of restraints finds one. It is a cheap look that lets most of a long
// text pass; a sentence for which it says no has no limit.
func mayRestrain(s string) bool {
	if len(s) <= 40 {
		return true // orders standing alone
	}
	var buf [20]byte
	n, long := 0, false
	for i := 0; i <= len(s); {
		c, size := byte(' '), 1
		if i < len(s) {
			c = s[i]
		}
		switch {
		case c >= 'A' && c <= 'Z':
			c += 'a' - 'A'
			fallthrough
		case c >= 'a' && c <= 'z':
			if n < len(buf) {
				buf[n] = c
				n++
			} else {
				long = true
			}
		case c >= utf8.RuneSelf:
			r, m := utf8.DecodeRuneInString(s[i:])
			switch {
			case r == '’': // as in "don’t"
				if !long && triggers(string(buf[:n])) {
					return true
				}
				n, long = 0, false
			case r >= 0xc0:
				return true // of another script or with accents: not looked at cheaply
			}
			size = m
		default:
			if n > 0 && !long && triggers(string(buf[:n])) {
				return true
			}
			n, long = 0, false
		}
		i += size
	}
	return false
}

// triggers tells of the words without accents that a reader starts from. The
// "t" is that of "don't".
func triggers(w string) bool {
	switch w {
	case "t", "dont", "not", "never", "cannot", "stop", "quit", "cease", "avoid", "refrain", "skip", "hold", "wait", "pause", "freeze", "halt", "abort",
		"only", "just", "solely", "exclusively", "without", "no", "nothing", "ask", "tell", "warn", "notify", "inform", "consult", "show", "check",
		"confirm", "let", "await", "until", "till", "unless", "once", "after", "except", "besides", "excluding", "other", "apart", "aside", "leave", "keep",
		"stay", "stays", "remain", "remains", "treat", "consider", "work", "limit", "restrict", "confine", "frozen", "hands", "fingers", "paws", "off",
		"forbidden", "prohibited", "disallowed", "taboo", "verboten", "limits", "bounds", "readonly", "before", "first", "will", "ll", "myself", "ourselves",
		"hand", "means", "account",
		// German, Dutch
		"nicht", "nie", "niemals", "keinesfalls", "nichts", "kein", "keine", "keinen", "keinem", "keiner", "nur", "lediglich", "ohne", "frag", "frage",
		"fragt", "fragen", "sag", "sage", "zeig", "zeige", "warte", "informiere", "melde", "bis", "auf", "noch",
		"niet", "nooit", "niks", "niets", "geen", "alleen", "enkel", "slechts", "uitsluitend", "zonder", "vraag", "vragen", "laat", "toon", "meld", "wacht",
		"totdat", "tot", "op", "tenzij",
		// French, Spanish, Portuguese, Italian
		"ne", "n", "jamais", "pas", "aucun", "aucune", "rien", "plus", "surtout", "faut", "seulement", "uniquement", "juste", "exclusivement", "sans",
		"demande", "demandez", "montre", "montrez", "attends", "dis", "jusqu", "tant",
		"nunca", "tampoco", "ninguna", "ningun", "nada", "solo", "solamente", "sin", "pregunta", "preguntame", "avisame", "consulta", "muestrame", "dime",
		"espera", "hasta", "menos",
		"nao", "nenhum", "nenhuma", "apenas", "somente", "unicamente", "sem", "pergunte", "pergunta", "avise", "avisa", "mostre", "mostra", "espere",
		"non", "mai", "nessun", "nessuna", "nessuno", "niente", "nulla", "soltanto", "senza", "chiedi", "chiedimi", "avvisa", "avvisami", "mostrami",
		"aspetta", "fino", "meno",
		// Polish
		"nigdy", "nic", "tylko", "jedynie", "bez", "zapytaj", "spytaj", "zaczekaj", "poczekaj", "powiedz":
		return true
	}
	return false
}
