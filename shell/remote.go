package shell

import (
	"strings"
)

// ssh lists ssh and what it runs on the other host.
func (r *reader) ssh(j *job) {
	w := wrapper{flags: "46AaCfGgKkMNnqsTtVvXxYy", valued: "BbcDEeFIiJLlmOoPpQRSWw", long: "ssh predict no-init", longv: "port"}
	next, opts, ok := w.parse(j.words, 1)
	i := r.emitJob(j, val{})
	if !ok && next < len(j.words) && !j.words[next].Lit() {
		r.opaque("the host may be an option", j.start, j.end)
		ok = true
	}
	if !ok || next >= len(j.words) {
		if !ok {
			r.opaque(whyWrapper, j.start, j.end)
		}
		return
	}
	after := next + 1
	// options may follow the host
	if after < len(j.words) && j.words[after].Lit() && strings.HasPrefix(j.words[after].Text, "-") {
		n, more, ok := w.parse(j.words, after)
		if !ok {
			r.opaque(whyWrapper, j.start, j.end)
			return
		}
		opts = append(opts, more...)
		after = n
	}
	own := j.words[:after:after]
	st := r.st.fork()
	r.st = state{vars: &table{}}
	r.lose()
	if after < len(j.words) {
		r.under(j, i, own, j.words[after:], true)
	} else if j.stdin.Kind == Here || j.stdin.Kind == Pipe {
		if !hasOption(opts, "N") {
			first := j.words[0]
			first.Text = "sh"
			r.under(j, i, own, []Word{first}, false)
		}
	}
	r.st = st
}

// container lists docker and what its exec and run start in the container.
func (r *reader) container(j *job) bool {
	w := wrapper{flags: "itdPq", valued: "aceuwehlmpv", anyLong: false,
		long:  "interactive tty detach privileged rm init read-only publish-all no-healthcheck oom-kill-disable sig-proxy quiet disable-content-trust no-TTY no-deps service-ports use-aliases build remove-orphans T",
		longv: "env env-file user workdir name volume publish network net entrypoint label hostname platform memory cpus cpu-shares mount add-host cap-add cap-drop device dns expose gpus health-cmd ipc link log-driver log-opt pid restart runtime security-opt shm-size stop-signal stop-timeout tmpfs ulimit userns volumes-from cidfile detach-keys index pull group-add memory-swap cgroup-parent cgroupns isolation ip mac-address network-alias volume-driver sysctl attach"}
	n := 1
	for n < len(j.words) && j.words[n].Lit() && (j.words[n].Text == "container" || j.words[n].Text == "compose") {
		n++
	}
	for n+1 < len(j.words) && j.words[n].Lit() && (j.words[n].Text == "-f" || j.words[n].Text == "--file" || j.words[n].Text == "-H" || j.words[n].Text == "--context" || j.words[n].Text == "-p") {
		n += 2
	}
	if n >= len(j.words) || !j.words[n].Lit() || j.words[n].Text != "exec" && j.words[n].Text != "run" {
		return false
	}
	i := r.emitJob(j, val{})
	w.flags += "T"
	next, _, ok := w.parse(j.words, n+1)
	if !ok || next+1 >= len(j.words) {
		return true // what it starts there is left to docker's own words
	}
	own := j.words[: next+1 : next+1]
	st := r.st.fork()
	r.st = state{vars: &table{}}
	r.lose()
	r.under(j, i, own, j.words[next+1:], false)
	r.st = st
	return true
}

// kubectl lists kubectl and what its exec starts in the pod.
func (r *reader) kubectl(j *job) bool {
	sub, dash := -1, -1
	for n := 1; n < len(j.words); n++ {
		if !j.words[n].Lit() {
			continue
		}
		t := j.words[n].Text
		if sub < 0 && (t == "exec" || t == "run" || t == "debug") {
			sub = n
		}
		if sub >= 0 && t == "--" {
			dash = n
			break
		}
	}
	if sub < 0 || dash < 0 || dash+1 >= len(j.words) {
		return false
	}
	i := r.emitJob(j, val{})
	st := r.st.fork()
	r.st = state{vars: &table{}}
	r.lose()
	r.under(j, i, j.words[:dash+1:dash+1], j.words[dash+1:], false)
	r.st = st
	return true
}
