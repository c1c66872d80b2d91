package hook

// caller is what is known of the process that started this one to hear its
// answer.
type caller struct {
	// Known: the event on standard input comes from the process Host, which
	// started this one through nothing but the shell that hosts use, and which
	// no other host's tool started.
	Known bool
	Why   string // where not Known

	Host  string // names the process for as long as the machine runs
	Args  []string
	Home  string // the HOME that the process was started with
	Alone bool   // the process has no terminal
}

// account is a user's entry on this machine. Its fields are empty where they
// are not known.
type account struct{ name, home, shell string }

// HostProcess is a running process of a host's.
type HostProcess struct {
	Name string // names it for as long as the machine runs
	PID  int
	Dir  string // its working directory
	Home string // the HOME that it was started with
}
