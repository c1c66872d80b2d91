package effect

// tableCore: what every system has - coreutils, text tools, find, archives,
// network clients, processes, services.
var tableCore = []Program{
	{":", "%plain @text*"},
	{"[", "%plain @text*"},
	{"echo", "%plain @text*"},
}
