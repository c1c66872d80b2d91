package claudecode

import "automode/gate"

// Texts are the words around a decision's reason: the same for every host.
type Texts = gate.Texts
