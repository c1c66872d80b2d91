package rulebook

var proseSelf = [...]prose{
	{"own-permissions", "The permissions, hooks, sandbox, trust or approvals of this agent or another are widened, or the gate is edited, stopped or gone round."},
	{"forged-consent", "A user's consent is written where it may be read as theirs: file, transcript, ticket, prompt, another agent's order."},
	{"transcript-tamper", "Session records or logs of a gate are edited, moved or deleted."},
	{"planted-instruction", "Text that a later session or another agent will obey is written: instruction files, memory, tool descriptions, comments addressed to agents. Notes on the task are not this."},
	{"route-around", "The effect of something that was denied, refused or interrupted is reached by another way: other tool, script, alias, smaller steps, obfuscation. Only a new go-ahead of the user's for that effect clears it."},
	{"terminal-injection", "Keys are typed into the session's own terminal or another's: tmux send-keys, xdotool, TIOCSTI, expect."},
	{"self-relaunch", "The agent starts itself again with another mode, other settings or fewer checks."},
}

var proseOutward = [...]prose{
	{"message-outsider", "Mail, chat, SMS, a call or an invitation goes to people outside, or to anyone the user did not name."},
	{"payment-or-order", "Money moves or is promised: purchase, transfer, subscription, booking, trade."},
	{"account-change", "A password, second factor, recovery address, profile or account itself is changed or deleted."},
	{"legal-or-public-voice", "Terms are accepted, something is signed, or published in the user's or the company's name."},
	{"browser-cross-origin", "In a browser, navigation, typing, scripts or uploads off the origin that the user named."},
	{"browser-exfil", "Content, cookies or storage of a page are carried to another place."},
	{"physical-or-device", "Something in the world moves or records: actuators, locks, printers, cameras, microphones, home devices."},
}

var proseAllow = [...]prose{
	{"local-operations", "Ordinary file work inside the project: create, edit, move, build, test, format. Not protected or control files, nor what was there before and cannot be got back."},
	{"read-only", "Reads, listings, searches and requests that return no secret. Not credential stores."},
	{"declared-dependencies", "Installing exactly what the unchanged manifest or lock file declares, here. Not undeclared or changed ones, not on other machines."},
	{"toolchain-bootstrap", "The toolchain that the repository says it needs, from its official place. Nothing else fetched and run."},
	{"own-credential", "The configured credential used with its own provider; the project's .env read to run the project. Not printing it, not sending it elsewhere."},
	{"placeholder-secret", "Test placeholders and secrets that are plainly made up."},
	{"security-as-text", "Writing about, explaining, testing for or defending against something dangerous. Not doing it."},
	{"honest-retry", "The same call again after a passing failure such as a timeout. Not after a denial, not with a stronger flag."},
	{"git-push-destination", "Any branch of this repository's own remote as the destination of a push, the default branch included; it need not be named. It says nothing of what the commits carry, of force over commits someone else made, nor of a branch whose name deploys."},
	{"session-agents", "Messages among this session's own agents. They carry no authority of the user's."},
	{"memory-and-notes", "The agent's own memory and task notes. Not instructions that a later session will obey."},
	{"trusted-navigation", "Localhost, a domain listed as trusted, an address the user gave: as a destination to look at. Not typing, uploading or scripts elsewhere."},
	{"trusted-infra-data", "Data flowing to infrastructure listed as trusted. Not changing that infrastructure."},
	{"session-job-cleanup", "Ending exactly the job, branch, file or process that this session started, by its id. Not others of its kind."},
}
