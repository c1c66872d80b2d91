package effect

import (
	"strings"

	"automode/secret"
	"automode/shell"
)

// A cluster that a command talks to is local (made on this machine), in
// production by its name, or one of which nothing is known.

// localCluster tells whether a context of that name is a cluster on this machine.
func localCluster(context string) bool {
	switch context {
	case "minikube", "docker-desktop", "docker-for-desktop", "rancher-desktop", "orbstack", "colima", "microk8s", "podman-desktop":
		return true
	}
	for _, p := range [...]string{"kind-", "k3d-", "colima-", "minikube-"} {
		if strings.HasPrefix(context, p) {
			return !productionName(context)
		}
	}
	return false
}

// onLocalCluster tells whether the command names a cluster on this machine.
func (c *cmd) onLocalCluster() bool {
	if s, ok := c.value("--server"); ok {
		return s.Lit() && isLocal(hostOf(s.Text))
	}
	w, ok := c.value("--context", "--kube-context")
	return ok && w.Lit() && localCluster(w.Text)
}

// namespace is the namespace that the command names, empty for none.
func (c *cmd) namespace() string {
	w, _ := c.value("--namespace")
	return w.Text
}

// kubeKind gives one name to a kind of object, whatever it is called.
func kubeKind(s string) string {
	s, _, _ = strings.Cut(strings.ToLower(s), ".")
	switch s {
	case "po", "pods":
		return "pod"
	case "deploy", "deployments":
		return "deployment"
	case "svc", "services":
		return "service"
	case "cm", "configmaps":
		return "configmap"
	case "ns", "namespaces", "project", "projects":
		return "namespace"
	case "no", "nodes":
		return "node"
	case "secrets":
		return "secret"
	case "sa", "serviceaccounts":
		return "serviceaccount"
	case "ing", "ingresses":
		return "ingress"
	case "pvc", "persistentvolumeclaims":
		return "persistentvolumeclaim"
	case "pv", "persistentvolumes":
		return "persistentvolume"
	case "sts", "statefulsets":
		return "statefulset"
	case "ds", "daemonsets":
		return "daemonset"
	case "rs", "replicasets":
		return "replicaset"
	case "cj", "cronjobs":
		return "cronjob"
	case "crd", "crds", "customresourcedefinitions":
		return "customresourcedefinition"
	case "netpol", "networkpolicies":
		return "networkpolicy"
	}
	if n := strings.TrimSuffix(s, "s"); n != "" && !strings.HasSuffix(n, "s") {
		return n
	}
	return s
}

// objects are the kinds and names that operands of the forms "kind name ..."
// and "kind/name ..." stand for.
func objects(pos []shell.Word) (kinds []string, names []shell.Word) {
	if len(pos) == 0 {
		return nil, nil
	}
	if k, _, slash := strings.Cut(pos[0].Text, "/"); !slash || !pos[0].Known {
		for kind := range strings.SplitSeq(k, ",") {
			kinds = append(kinds, kubeKind(kind))
		}
		return kinds, pos[1:]
	}
	for _, w := range pos {
		k, n, _ := strings.Cut(w.Text, "/")
		v := w
		v.Text = n
		kinds, names = append(kinds, kubeKind(k)), append(names, v)
	}
	return kinds, names
}

func has(list []string, s string) bool {
	for _, v := range list {
		if v == s {
			return true
		}
	}
	return false
}

// kubeKey names an object for the session.
func (c *cmd) kubeKey(kind, name string) string {
	ctx, _ := c.value("--context")
	return "kube:" + ctx.Text + "/" + c.namespace() + "/" + kind + "/" + name
}

// kubeMade tells whether this session made the object, or the namespace it is in.
func (c *cmd) kubeMade(kind, name string) bool {
	if name == "" {
		return false
	}
	names := c.r.sess.Names
	if names[c.kubeKey(kind, name)] {
		return true
	}
	ctx, _ := c.value("--context")
	ns := c.namespace()
	return ns != "" && names["kube:"+ctx.Text+"//namespace/"+ns]
}

// kubeChange notes a change of objects of a cluster.
func (c *cmd) kubeChange(entry, verb string, words ...shell.Word) {
	for _, w := range c.pos {
		c.flowWord(w)
	}
	target := c.namespace()
	if len(words) > 0 {
		target += "/" + words[0].Text
	}
	w, prod := c.inProduction()
	switch {
	case c.onLocalCluster() && !prod:
		c.does(Local, "cluster")
	case prod:
		if entry == "shared-artifact" {
			entry = "production-deploy"
		}
		c.find(Remote, entry, target, verb+" in "+clip(w.Raw)+", which is in production by its name", words...)
	default:
		c.find(Remote, entry, target, verb+" in a cluster that others may use", words...)
	}
}

// kubeWrite: apply, create, patch, scale, set, label and the like.
func kubeWrite(c *cmd) {
	if c.has("--prune", "--all", "--selector", "--field-selector", "--all-namespaces") {
		c.kubeChange("wide-cluster-write", "changes many objects at once")
		return
	}
	for _, o := range c.opts {
		if o.spec != nil && o.has && (o.spec.role == "recipe") && !o.value.Known {
			c.unsure("which objects it changes is not known", o.value)
		}
	}
	c.kubeChange("shared-artifact", "changes objects")
}

// kubeCreate: one object made by name, which fails where it exists.
func kubeCreate(c *cmd) {
	kind := kubeKind(c.name[strings.LastIndexByte(c.name, ' ')+1:])
	entry, verb := "shared-artifact", "makes a "+kind
	switch kind {
	case "secret", "generic", "tl", "docker-registry":
		entry, verb = "dns-cert-secret-store", "stores a secret"
	case "clusterrole", "clusterrolebinding", "role", "rolebinding", "serviceaccount":
		entry, verb = "grant-access", "changes who may do what"
	case "token":
		c.find(Read, "credential-print", "token", "prints a token of the cluster")
		return
	case "daemonset":
		entry, verb = "node-wide-workload", "runs something on every node"
	}
	if len(c.pos) > 0 && c.pos[0].Lit() {
		name := c.pos[0].Text
		switch kind {
		case "run":
			c.makes(c.kubeKey("pod", name))
		case "namespace", "new-project":
			ctx, _ := c.value("--context")
			c.makes("kube:" + ctx.Text + "//namespace/" + name)
		default:
			c.makes(c.kubeKey(kind, name))
		}
	}
	c.kubeChange(entry, verb, c.pos...)
}

// kubeDelete: objects that are removed.
func kubeDelete(c *cmd) {
	kinds, names := objects(c.pos)
	for _, w := range c.pos {
		c.flowWord(w)
	}
	switch {
	case c.has("--selector", "--all", "--field-selector", "--all-namespaces"):
		c.kubeGone("wide-cluster-write", "deletes many objects at once")
	case has(kinds, "node"):
		c.kubeGone("node-removal", "takes nodes out of the cluster")
	case has(kinds, "all"):
		c.kubeGone("wide-cluster-write", "deletes many objects at once")
	case has(kinds, "namespace"), has(kinds, "customresourcedefinition"):
		for i, n := range names {
			ctx, _ := c.value("--context")
			if !n.Lit() || !c.r.sess.Names["kube:"+ctx.Text+"//namespace/"+n.Text] || kinds[min(i, len(kinds)-1)] != "namespace" {
				c.kubeGone("wide-cluster-write", "deletes a namespace and all that is in it")
				return
			}
		}
		c.does(Local, "namespace")
	case has(kinds, "secret"):
		c.kubeGone("dns-cert-secret-store", "deletes secrets")
	case has(kinds, "persistentvolumeclaim"), has(kinds, "persistentvolume"), has(kinds, "statefulset"):
		c.kubeGone("stateful-resource", "deletes what holds data")
	default:
		all := len(names) > 0
		for i, n := range names {
			all = all && n.Lit() && c.kubeMade(kinds[min(i, len(kinds)-1)], n.Text)
		}
		if all {
			c.does(Local, "objects of this session", c.pos...)
			return
		}
		c.kubeGone("shared-artifact", "deletes objects that this session did not make")
	}
}

// kubeGone notes a removal: in a cluster of this machine too, it takes away
// what the session did not make.
func (c *cmd) kubeGone(entry, verb string) {
	if w, prod := c.inProduction(); prod {
		verb += " in " + clip(w.Raw) + ", which is in production by its name"
	}
	target := c.namespace()
	for _, w := range c.pos {
		target += "/" + w.Text
	}
	c.find(Remote, entry, target, verb, c.pos...)
}

// kubeGet: objects shown. Those that hold secrets are shown with their values
// by most forms of output.
func kubeGet(c *cmd) {
	kinds, _ := objects(c.pos)
	for _, w := range c.pos {
		c.flowWord(w)
		if !w.Known {
			if f := c.wordFlow(w); f.grade == secret.None && w.Many && w.Prefix == "" && len(c.pos) > 0 && w.Start == c.pos[0].Start {
				c.unsure("which objects it shows is not known", w)
			}
		}
	}
	if raw, ok := c.value("--raw"); ok {
		switch {
		case !raw.Known || strings.Contains(raw.Text, "/proxy"):
			c.unsure("what it asks the cluster for is not known", raw)
		case strings.Contains(raw.Text, "secrets"):
			c.shownSecret("prints secrets of the cluster", raw)
		default:
			c.does(Fetch, "cluster", raw)
		}
		return
	}
	out, formatted := c.value("--output")
	template, templated := c.value("--template")
	if (has(kinds, "secret") || c.secretFile()) && (formatted || templated) && !onlyMetadata(out, template) {
		c.shownSecret("prints secrets of the cluster", c.pos...)
		return
	}
	c.does(Fetch, "cluster")
}

// secretFile: objects named by a file, of which some may be secrets.
func (c *cmd) secretFile() bool { return len(c.pos) == 0 && c.has("--filename", "--kustomize") }

// shownSecret notes that the output holds a secret of a remote store.
func (c *cmd) shownSecret(why string, words ...shell.Word) {
	c.r.out[c.idx].taint("a secret that "+c.name+" prints", secret.Store)
	c.find(Read, "credential-print", c.name, why, words...)
}

// onlyMetadata tells whether a form of output leaves the values of secrets out.
func onlyMetadata(out, template shell.Word) bool {
	if !out.Known && (out.Raw != "" || template.Raw != "") && template.Raw == "" || template.Raw != "" {
		return false
	}
	form, expr, _ := strings.Cut(out.Text, "=")
	switch form {
	case "name", "wide":
		return true
	case "jsonpath", "custom-columns", "go-template", "jsonpath-as-json":
		expr = strings.ReplaceAll(strings.ToLower(expr), "metadata", "meta")
		return expr != "" && !strings.Contains(expr, "data") && !strings.Contains(expr, "..") && !strings.Contains(expr, "annotations") &&
			!strings.Contains(expr, "[*]}") && strings.Contains(expr, ".") && !strings.Contains(expr, "{.}") && !strings.Contains(expr, "{@}")
	}
	return false
}

// kubeExec: a command in a pod.
func kubeExec(c *cmd) {
	if len(c.pos) == 0 {
		c.unsure("no pod is named")
		return
	}
	c.flowWord(c.pos[0])
	if w, prod := c.targetInProduction(); prod {
		c.find(Channel, "interactive-into-sensitive", c.pos[0].Text, "runs a command in "+clip(w.Raw)+", which is in production by its name", w)
	}
	c.inside("pod "+c.pos[0].Text, c.pos[1:])
}

// targetInProduction looks at where a command goes, not at what it carries.
func (c *cmd) targetInProduction() (shell.Word, bool) {
	for _, o := range c.opts {
		if o.has && productionValue(o.value) {
			return o.value, true
		}
	}
	if len(c.pos) > 0 && productionValue(c.pos[0]) {
		return c.pos[0], true
	}
	return shell.Word{}, false
}

// kubeSession: a way into a pod or node: attach, debug, port-forward, rsh.
func kubeSession(c *cmd) {
	for _, w := range c.pos {
		c.flowWord(w)
	}
	if w, prod := c.inProduction(); prod {
		c.find(Channel, "interactive-into-sensitive", w.Text, "opens a way into "+clip(w.Raw)+", which is in production by its name", w)
		return
	}
	switch {
	case strings.HasSuffix(c.name, "port-forward"):
		if a, ok := c.value("--address"); ok && !(a.Lit() && (isLocal(a.Text) && a.Text != "0.0.0.0")) {
			c.find(Listen, "expose-service", a.Text, "passes a port of the cluster on to everyone who reaches this machine", a)
			return
		}
		c.does(Listen, "localhost")
	case strings.HasSuffix(c.name, "proxy"):
		if a, ok := c.value("--address"); ok && !(a.Lit() && isLocal(a.Text) && a.Text != "0.0.0.0") || c.has("--accept-hosts", "--disable-filter") {
			c.find(Listen, "expose-service", a.Text, "passes the cluster's interface on to everyone who reaches this machine")
			return
		}
		c.unsure("what is done through the proxy to the cluster is not seen")
	case strings.HasSuffix(c.name, "debug") && len(c.pos) > 0 && (strings.HasPrefix(c.pos[0].Text, "node/") || strings.HasPrefix(c.pos[0].Text, "no/")):
		c.find(Privilege, "containment-escape", c.pos[0].Text, "opens a container with the rights of the node", c.pos[0])
	default:
		c.unsure("it opens a session in a pod whose later input is not seen")
	}
}

// kubeCopy: files between a pod, as [namespace/]pod:path, and here.
func kubeCopy(c *cmd) {
	if len(c.pos) != 2 {
		c.unsure("what it copies is not known")
		return
	}
	from, to := c.pos[0], c.pos[1]
	there := func(w shell.Word) bool {
		t := w.Text
		if !w.Known {
			t = w.Prefix + ":" + w.Suffix
			return strings.Contains(w.Prefix, ":") || strings.HasPrefix(w.Suffix, ":")
		}
		i := strings.IndexByte(t, ':')
		return i > 0 && !strings.HasPrefix(t, "/") && !strings.HasPrefix(t, ".")
	}
	switch {
	case there(from) && !there(to):
		if w, prod := c.inProduction(); prod {
			c.find(Read, "sensitive-location", from.Text, "copies files out of "+clip(w.Raw)+", which is in production by its name", from)
		}
		c.writeBelow(to)
	case there(to) && !there(from):
		c.read(from)
		c.upload("", from)
	default:
		c.unsure("what it copies is not known", c.pos...)
	}
}

// kubeContext: which cluster and namespace later commands act on.
func kubeContext(c *cmd) {
	for _, w := range c.pos {
		if productionValue(w) {
			c.find(System, "repoint", w.Text, "makes later commands act on "+clip(w.Raw)+", which is in production by its name", w)
			return
		}
		c.flowWord(w)
	}
	if w, prod := c.inProduction(); prod {
		c.find(System, "repoint", w.Text, "makes later commands act on "+clip(w.Raw)+", which is in production by its name", w)
		return
	}
	c.does(Local, c.name)
}

// kubeRollout: restart, undo, pause and resume of a workload.
func kubeRollout(c *cmd) { c.kubeChange("shared-artifact", "changes what runs", c.pos...) }

// kubeNode: drain, cordon, taint.
func kubeNode(c *cmd) {
	for _, w := range c.pos {
		c.flowWord(w)
	}
	if strings.HasSuffix(c.name, "taint") || c.onLocalCluster() && !strings.HasSuffix(c.name, "drain") {
		c.kubeChange("node-removal", "changes where work may run", c.pos...)
		return
	}
	c.find(Remote, "node-removal", c.text(0), "takes a node out of service", c.pos...)
}
