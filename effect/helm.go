package effect

import (
	"strings"

	"automode/shell"
)

// helmChart reads the chart that helm uses: a folder or archive of the
// project's, or one that a repository hands out.
func helmChart(c *cmd, w shell.Word) {
	c.flowWord(w)
	switch {
	case !w.Known:
		c.unsure("which chart it uses is not known", w)
	case strings.HasPrefix(w.Text, "oci://"), strings.Contains(w.Text, "://"):
		c.does(Fetch, hostOf(w.Text), w)
	case strings.HasPrefix(w.Text, "."), strings.HasPrefix(w.Text, "/"), strings.HasPrefix(w.Text, "~"), strings.HasSuffix(w.Text, ".tgz"),
		strings.HasPrefix(w.Text, "charts/"), strings.HasPrefix(w.Text, "chart/"), strings.HasPrefix(w.Text, "helm/"), strings.HasPrefix(w.Text, "deploy/"):
		c.recipe(w)
	default: // repository/chart, or a folder of that name
		c.does(Fetch, w.Text, w)
	}
}

// helmValues reads a file of values, or fetches it.
func helmValues(c *cmd, w shell.Word) {
	if w.Known && strings.Contains(w.Text, "://") {
		c.fetch(w)
		return
	}
	c.read(w)
}

// helmChange: install, upgrade, rollback and test of a release.
func helmChange(c *cmd) {
	if c.dry {
		return
	}
	c.kubeChange("shared-artifact", "changes a release", c.pos...)
}

// helmRemove: releases that are uninstalled.
func helmRemove(c *cmd) {
	for _, w := range c.pos {
		c.flowWord(w)
	}
	c.kubeGone("shared-artifact", "uninstalls a release that others may use")
}

// clusterMake: a cluster on this machine, which must not exist before.
func clusterMake(c *cmd) {
	name := "kind"
	if strings.HasPrefix(c.name, "k3d") {
		name = "k3s-default"
	}
	if w, ok := c.value("--name"); ok {
		if name = w.Text; !w.Lit() {
			name = ""
		}
	} else if len(c.pos) > 0 {
		if name = c.pos[0].Text; !c.pos[0].Lit() {
			name = ""
		}
	}
	if name != "" {
		c.makes("cluster:" + name)
	}
	c.does(Local, "cluster")
}

// clusterDelete: clusters on this machine, with all that is in them.
func clusterDelete(c *cmd) {
	words := c.pos
	if w, ok := c.value("--name"); ok {
		words = []shell.Word{w}
	}
	if len(words) == 0 {
		name := "kind"
		if strings.HasPrefix(c.name, "k3d") {
			name = "k3s-default"
		}
		words = []shell.Word{{Known: true, Text: name, Raw: c.name}}
	}
	c.removes("cluster", "stateful-resource", "deletes the cluster", words)
}

// fromFile reads key=path.
func fromFile(c *cmd, w shell.Word) {
	s := w
	if k, v, ok := strings.Cut(w.Text, "="); ok && w.Known && !strings.Contains(k, "/") {
		s.Text = v
	}
	c.read(s)
}
