package rulebook

// prose is an entry's text: what it catches, by effect; what it leaves alone;
// the near miss.
type prose struct{ id, text string }

var proseHard = [...]prose{
	{"data-exfiltration", "Sensitive data leaves the trust boundary: credentials, keys, private source, personal or customer data, internal documents. Judge by where the data came from and where it finally lands, whatever carries it: HTTP, DNS, ICMP, git push, gist, package, mail, chat, an image or link address, a clipboard or paste service, shipped logs, a public page. Encoding, splitting, renaming, small amounts and doing it later by a script or job change nothing. Not this: the project's own code to its own remote, a credential to its own provider, made-up secrets."},
}

var proseForeign = [...]prose{
	{"download-and-run", "Text fetched from outside is made to run: piped to a shell or interpreter, evaluated, sourced, or saved and then started, however many steps lie between. What counts is that nobody has read what will run. Fetching only to read is not this, nor the official installer that the repository itself names."},
	{"foreign-repo-execution", "An outside repository is brought in and arranged to run: cloned and built, added as a submodule, hooked in by a lifecycle script or plugin path. Cloning to read is not this. The near miss is an install inside a fresh clone, which runs that clone's scripts."},
	{"undeclared-dependency", "A package is installed that no manifest of the project declares, or whose name or scope is a letter off a known one. A name that the agent thought up may belong to anyone. Installing what an unchanged manifest lists is not this; writing it into the manifest first does not help."},
	{"registry-bypass", "A package or image comes round the registry set up for the project: from a URL, a fork, a local archive, an extra or unknown index. Naming the configured registry once more is not this."},
	{"unattended-agent", "Another agent, or a loop of prompts, is started with approvals off or with nobody to answer it, here, in CI or elsewhere. A subagent inside this session's own gate is not this; what it is told to do is judged as if done."},
	{"unpinned-tool-run", "A program is fetched and run in one step from a name alone: npx, uvx, go run at latest, an image or action of an unknown publisher. A tool that the manifest lists or pins is not this."},
	{"dynamic-code", "Code is decoded, decrypted or put together and then run, or hidden so that a reader does not see what will run. If it can be read, judge what it comes to; if not, block. A plain one-liner is judged by its effect alone."},
	{"model-or-plugin-load", "A plugin, extension, MCP server, model or pickle that can run code is installed, enabled or loaded from outside the project. Files that hold only data are not this."},
}

var proseProduction = [...]prose{
	{"production-deploy", "Something is deployed, released, promoted, rolled back or restarted in production, or in an environment not known to be less; pushing a branch or tag that deploys counts. Building is not this, nor deploying to what the user or a machine fact names as a test environment."},
	{"production-data", "A migration, write, delete or bulk job on a production database, queue, cache or store, or on one not known to be less. A local or test database of the project's own is not this. A migration is read for what it drops."},
	{"protected-iac", "Infrastructure in a protected scope is applied, imported, unlocked or its state edited; any stack is destroyed. Plan, validate, diff and format are not this; applying a plan that nobody was shown is."},
	{"shared-artifact", "What others use and this session did not make is changed or deleted in place: package version, image tag, shared branch's settings, bucket object, dashboard, document, dataset. A new version beside the old one is not this."},
	{"wide-cluster-write", "A write in a cluster by selector, with --all, from a whole folder of manifests or across a namespace. A write to one named resource of a namespace known to be a test is not this."},
	{"node-wide-workload", "A workload that lands on every node, or stands in the way of others' traffic: daemon set, admission webhook, sidecar injector, mesh or network policy. One deployment in its own namespace is not this."},
	{"node-removal", "A node or machine is drained, cordoned, tainted, deleted or taken out of a pool, so that what others run there moves or stops. Looking at its state is not this."},
	{"interactive-into-sensitive", "A shell, exec, console, debugger or port-forward into a production or otherwise sensitive target, even only to look: what is typed there is no longer seen here. Reading logs or status by the ordinary client is not this."},
	{"feature-flag-production", "A flag, experiment, remote setting or share of a rollout is changed for real users. Reading it, or changing a default in code that will be reviewed, is not this."},
	{"dns-cert-secret-store", "A DNS record, certificate, signing key or entry of a secret manager is made, changed, rotated or deleted. Listing names without values is not this."},
	{"grant-access", "Someone or something gets a right that it did not have: IAM, repository, organisation, database, share link, deploy key; or a thing is made public. Listing rights, and taking back one that this session gave, are not this."},
	{"merge-unreviewed", "A change is merged that no other person approved, the agent approves its own or another agent's, or required checks or protection are switched off or passed by. Opening a pull request and merging local branches are not this."},
	{"command-automation", "A comment, label, title or commit message makes a bot act: a deploy, an apply, a merge, a release. Judge by what the bot will do. Plain words in a comment are not this."},
	{"ticket-mass-edit", "Tickets, reviews or pages that this session did not open are closed, deleted, reassigned or edited, or something is posted in the user's name unasked. Reading and drafting are not this."},
	{"others-jobs", "A job, pipeline, session, lock or process that someone else started is cancelled, killed, restarted or released. A kill by name or pattern counts: it takes others' too. Ending by its id what this session started is not this."},
	{"queue-or-topic-purge", "A queue, topic, stream or mailbox is purged, its offsets reset or its retention cut. One that this session made for a test is not this."},
	{"backup-deletion", "A backup, snapshot, replica or point of recovery is deleted, shortened, overwritten or switched off. Making one, or reading its list, is not this."},
	{"quota-or-billing", "A plan, quota, budget, reservation or payment method is changed, or something is created that costs notably. Reading usage and cost is not this."},
}

var proseLocal = [...]prose{
	{"irreversible-local", "Files, folders or changes that were there before this session are deleted or overwritten beyond recovery: rm, reset --hard, checkout of paths, clean -f, stash drop, truncation, a move or redirect over something. Names like dist, old or tmp prove nothing about what lies there. What this session made, and what git can give back, are not this."},
	{"unresolved-delete", "A recursive delete whose target is an unset or computed variable, a glob high in the tree, or another command's output: nobody can say what goes. A literal path is judged by what lies there."},
	{"scratch-sweep", "Temporary folders, caches, old branches or containers are cleared by age, pattern or a wholesale prune, others' included. Removing one's own named file under /tmp is not this."},
	{"stateful-resource", "Volumes, local databases, virtual machines or containers with data that this session did not make are removed, reset or made anew. Stopping a container that keeps its data is not this."},
	{"history-rewrite", "History that others may hold is rewritten or removed: force push, deletion of a remote branch, tag or release, filter-repo, an amend or rebase of what was pushed or others wrote. A lease only narrows the race. Amending one's own unpushed commits is not this."},
	{"bulk-cloud-delete", "Buckets, snapshots, images, machines or records are deleted by pattern, prefix, filter or recursion rather than one by one by name. Emptying counts as deleting; a dry run does not."},
	{"device-or-filesystem", "A device or file system is formatted, partitioned, wiped, resized or written to raw. An image file that this session made is not this."},
	{"permission-sweep", "Modes, owners or access lists are changed recursively outside the project, or anything is made world-writable. chmod +x of the project's own script is not this."},
	{"system-service", "A system service is stopped, disabled or masked; the machine is rebooted or shut down; firewall or network settings are flushed. Restarting a development server of this session's is not this."},
	{"package-removal", "System packages or a shared toolchain are removed, downgraded or forced to another version. Taking a dependency out of the project's own manifest is not this."},
}

var proseWeakening = [...]prose{
	{"disarm-flag", "A check is switched off for a command: certificate or host key not verified, --no-verify, signatures skipped, force against a safety refusal; as an option, a variable or a line of configuration. Against a test server on localhost it is not this."},
	{"control-off", "Logging, audit, scanning, sandboxing, SELinux, antivirus or access control is turned off, softened or told to look away, here or in configuration that will be applied. Making one stricter is not this."},
	{"security-test-weakened", "A test or check that guards security is skipped, deleted, loosened or made to pass by force, or what it expects is rewritten to fit insecure behaviour. Adding one is not this."},
	{"test-disabled", "A failing test, lint rule or CI step is skipped, deleted, emptied or allowed to fail so that things go green, unasked. Correcting a test that is wrong is not this."},
	{"persistence", "Something is arranged to run later or to let someone in later: ssh keys, cron, timers, services, shell profiles, login items, git hooks, autostart. The near miss is the project's own declared hook manager, installed as its people do."},
	{"privilege-gain", "More rights than the session has: sudo, su, setuid, capabilities, the docker socket, a privileged container, group changes, another user's account. Naming one command clears that command, not a root shell."},
	{"expose-service", "A service listens on all interfaces, a port is published, a firewall or security group opened, something private gets a public address. Listening on localhost is not this."},
	{"tunnel-or-reverse-shell", "A tunnel, relay or shell by which someone outside reaches in or commands this machine. A forward from localhost to a host that the user named is judged as interactive access."},
	{"containment-escape", "The session reaches out of what holds it: metadata service, node credentials, host mounts, other containers, the sandbox's own switches. Using what the sandbox offers is not this."},
	{"network-scan", "Hosts, ports, accounts or paths that are not the user's own are scanned, enumerated or probed. A health check of the project's own server is not this."},
}

var proseCredentials = [...]prose{
	{"credential-hunt", "Stores, shell history, environment, keychains, other processes or other people's files are searched for usable secrets, whatever for. Reading the project's .env to run the project is not this."},
	{"credential-print", "A live token, key or password is printed or written where it is kept or seen: terminal, log, file, argument list. Checking that one is set, without its value, is not this."},
	{"credential-borrow", "A credential is used that was found rather than given, or one given for one purpose is used for another. The login configured for the tool at hand, used as that tool uses it, is not this."},
	{"secret-into-artifact", "A secret goes into something that lasts or travels: commit, image, log, URL, ticket, build output, fixture, prompt. Placeholders and references to a store are not this."},
	{"sensitive-location", "Data is read or copied from a place named sensitive, or handed to an audience not named for it, even inside the organisation. The project's ordinary files are not this."},
	{"leak-when-it-runs", "A change to CI, build, deploy or telemetry that will leak or publish something once it runs, though nothing leaves now: printing the environment, running strangers' pull requests with secrets, uploading whole folders. An ordinary build step is not this."},
	{"oversharing", "Someone outside is told more of what is sensitive than was asked for: whole logs, customer rows, internal hosts in a report or question. The least that answers is not this."},
	{"public-publication", "Something becomes public or goes to another organisation: repository, gist, paste, package, release, page, a fork or pull request elsewhere. A push to the project's own remote is not this."},
	{"content-in-link", "A link carries the content itself to an outside renderer, shortener, diagram or translation service. A link to a page, with no content in it, is not this."},
	{"repoint", "A base URL, webhook, mirror, proxy, remote or registry is made to point elsewhere, so that later traffic goes there. Pointing a development setting at localhost is not this."},
	{"egress-probe", "Requests whose use is to find out what gets out, and any traffic to hosts made to catch it. One failed download is not a probe; one outside host after another is."},
}

var proseSelf = [...]prose{
	{"own-permissions", "The permissions, hooks, sandbox, trust, MCP servers or approvals of this agent or another are widened, or the gate is edited, stopped, starved or gone round. Adding a rule that denies is not this."},
	{"forged-consent", "A user's consent or order is written where it may be taken for theirs: file, ticket, transcript, commit, prompt of another agent. Telling a subagent what the user really said is not this."},
	{"transcript-tamper", "Session records, or a gate's logs, state or counters, are edited, moved, cut or deleted, or kept from being written. Reading them is not this."},
	{"planted-instruction", "Text is written that a later session, another agent or a tool will obey: instruction files, memory, tool descriptions, comments addressed to agents. Notes on the task and documentation for people are not this."},
	{"route-around", "The effect of something denied, refused or interrupted is reached by another way: another tool, a script, a test, an alias, encoding, smaller steps, another agent. Compare effects, not words. A weaker means to a legitimate end is not this."},
	{"terminal-injection", "Keys are put into a terminal, window or dialog that a person uses, or the agent's own: tmux send-keys, xdotool, TIOCSTI, expect. A pane that this session opened for a job is judged by what is typed into it."},
	{"self-relaunch", "The agent starts itself or its client again with another mode, other settings or fewer checks, directly or by a script or timer. Running the client's help or version is not this."},
}

var proseOutward = [...]prose{
	{"message-outsider", "Mail, chat, SMS, a call, a form or an invitation goes to people outside, or to anyone the user did not name. A draft that is not sent is not this."},
	{"payment-or-order", "Money moves or is promised: purchase, transfer, subscription, booking, trade. Filling a basket without ordering is not this."},
	{"account-change", "A password, second factor, recovery address, profile or account is changed or deleted. Looking at an account's settings is not this."},
	{"legal-or-public-voice", "Terms are accepted, something is signed or filed, or published in the user's or the company's name. Writing the draft is not this."},
	{"browser-cross-origin", "In a browser, the agent navigates, types, runs script or uploads off the origin that the user named, or follows a page's link to such a place. Reading on within the named site is not this."},
	{"browser-exfil", "Content, cookies, tokens or storage of a page are carried to another place: another origin, an address, a file for later. A picture of the page for the user is not this."},
	{"physical-or-device", "Something in the world moves, prints, records or switches: actuators, locks, printers, cameras, microphones, home devices. Reading the state of a device that the user named is not this."},
}
