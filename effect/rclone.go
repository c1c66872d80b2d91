package effect

import (
	"strings"

	"automode/shell"
)

// rcloneRemote tells whether a name of rclone's is on a remote, as name:path,
// rather than a path here.
func rcloneRemote(w shell.Word) bool {
	t := w.Text
	if !w.Known {
		t = w.Prefix
	}
	i := strings.IndexByte(t, ':')
	return i >= 0 && !strings.Contains(t[:i], "/")
}

// rcloneRead reads a name of rclone's that is only looked at.
func rcloneRead(c *cmd, w shell.Word) {
	if rcloneRemote(w) {
		c.flowWord(w)
		c.does(Fetch, w.Text, w)
		return
	}
	c.list(w)
}

// rclone reads copies, moves and synchronisations.
func rclone(c *cmd) {
	if len(c.pos) != 2 {
		c.unsure("what it copies is not known", c.pos...)
		return
	}
	from, to := c.pos[0], c.pos[1]
	c.flowWord(from)
	c.flowWord(to)
	op := c.name[strings.LastIndexByte(c.name, ' ')+1:]
	if c.dry {
		c.does(Fetch, to.Text)
		return
	}
	switch {
	case rcloneRemote(to):
		if rcloneRemote(from) {
			c.find(Remote, "shared-artifact", to.Text, "copies from one store to another", c.pos...)
		} else {
			name, _, _ := strings.Cut(to.Text+to.Prefix, ":")
			c.upload(name+".store", from)
		}
		if op == "sync" || c.has("--delete-excluded", "--delete-before", "--delete-after", "--delete-during") {
			c.find(Remote, "bulk-cloud-delete", to.Text, "deletes there what is not in the source", to)
		}
	default:
		if !rcloneRemote(from) {
			c.read(from)
		} else {
			c.r.out[c.idx].fetched = "the store " + from.Text
			c.does(Fetch, from.Text, from)
		}
		if op == "sync" {
			c.find(Delete, "irreversible-local", to.Text, "deletes here what is not in the source", to)
		}
		c.writeBelow(to)
	}
	if strings.HasPrefix(op, "move") {
		if rcloneRemote(from) {
			c.find(Remote, "bulk-cloud-delete", from.Text, "deletes there what it copies", from)
		} else {
			c.delete(from, true)
		}
	}
}

// rcloneStdin sends its input to a store.
func rcloneStdin(c *cmd) {
	for _, w := range c.pos {
		c.flowWord(w)
	}
	f := c.inflow()
	f.files = true
	name, _, _ := strings.Cut(c.text(0), ":")
	c.send(name+".store", f, c.pos...)
}

// s3cmd reads the other clients of S3, whose commands are alike.
func s3cmd(c *cmd) {
	for _, w := range c.pos {
		c.flowWord(w)
	}
	verb, rest := c.text(0), c.pos[min(1, len(c.pos)):]
	if c.has("--dry-run", "-n") {
		c.dry = true
	}
	switch verb {
	case "":
		c.does(Print, "")
	case "ls", "la", "du", "info", "head", "cat", "version", "help":
		c.does(Fetch, "s3")
	case "put", "get", "cp", "mv", "sync":
		op := verb
		if op == "put" || op == "get" {
			op = "cp"
		}
		c.cloudCopy("s3://", op, false, rest)
	case "del", "rm", "rb":
		c.find(Remote, "bulk-cloud-delete", c.text(1), "deletes what is kept in the cloud", c.pos...)
	case "setacl", "signurl", "presign", "setpolicy", "accesslog":
		c.find(Remote, "grant-access", c.text(1), "changes who has access", c.pos...)
	default:
		c.changes("s3", verb, c.pos...)
	}
}
