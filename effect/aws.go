package effect

import (
	"strings"

	"automode/secret"
	"automode/shell"
)

// aws reads the client of AWS: a service, an operation, and parameters.
func aws(c *cmd) {
	if len(c.pos) == 0 {
		return // prints its usage
	}
	if !c.pos[0].Known || len(c.pos) > 1 && !c.pos[1].Known {
		c.unsure("which operation it asks for is not known", c.pos...)
		return
	}
	service, op := c.text(0), c.text(1)
	local := c.localEndpoint()
	for _, w := range c.args {
		c.flowWord(w)
		if !w.Known {
			continue
		}
		for _, p := range [...]string{"file://", "fileb://"} {
			if i := strings.Index(w.Text, p); i >= 0 {
				f := w
				f.Text = w.Text[i+len(p):]
				c.read(f)
			}
		}
	}
	c.dry = c.has("--dry-run", "--dryrun", "--generate-cli-skeleton")
	switch {
	case service == "help" || op == "help" || c.text(2) == "help":
		c.does(Print, "")
	case service == "s3":
		c.s3(op, local)
	case service == "configure" || service == "login" || service == "logout" || service == "history" || service == "sso":
		c.awsLocal(service, op)
	case op == "":
		c.does(Print, "")
	case op == "wait":
		c.does(Fetch, "aws")
	case local:
		c.awsFile(service, op)
		c.does(Local, "aws")
	default:
		c.awsCall(service, op)
	}
}

// localEndpoint tells whether the command talks to a stand-in for AWS on this
// machine.
func (c *cmd) localEndpoint() bool {
	if c.name == "awslocal" {
		return true
	}
	w, ok := c.value("--endpoint-url")
	if !ok {
		return false
	}
	h := hostOf(w.Text)
	if w.Lit() && (isLocal(h) || h == "localhost.localstack.cloud" || h == "host.docker.internal" || h == "localstack") {
		return true
	}
	c.find(Send, "repoint", h, "sends its requests, signed with our credentials, to "+orUnknown(h), w)
	return false
}

// awsLocal reads the operations that act on the client's own settings.
func (c *cmd) awsLocal(service, op string) {
	switch service + " " + op {
	case "configure list", "configure list-profiles", "history list", "history show", "sso list-accounts", "sso list-account-roles":
		c.does(Print, "")
	case "configure get":
		if k := c.text(2); strings.Contains(k, "secret") || strings.Contains(k, "key") || strings.Contains(k, "token") {
			c.shownSecret("prints a credential", c.pos...)
			return
		}
		c.does(Print, "")
	case "configure export-credentials", "sso get-role-credentials":
		c.shownSecret("prints a credential", c.pos...)
	case "configure set":
		switch k := c.text(2); {
		case strings.HasSuffix(k, "region"), strings.HasSuffix(k, "output"), strings.HasSuffix(k, "cli_pager"):
			c.does(Local, "aws")
		default:
			c.find(Write, "credential-borrow", k, "changes the credentials or servers that it uses", c.pos...)
		}
	default:
		c.unsure("what aws "+service+" "+op+" changes is not known", c.pos...)
	}
}

// awsCall reads one operation of a service.
func (c *cmd) awsCall(service, op string) {
	switch service + " " + op {
	case "ssm get-parameter", "ssm get-parameters", "ssm get-parameters-by-path", "ssm get-parameter-history":
		if c.has("--with-decryption") {
			c.shownSecret("prints stored secrets", c.pos...)
			return
		}
	case "sts get-caller-identity", "sts decode-authorization-message", "sts get-access-key-info", "iam get-access-key-last-used", "iam list-access-keys", "apigateway get-api-keys":
		if service == "apigateway" && c.has("--include-values", "--include-value") {
			c.shownSecret("prints keys", c.pos...)
			return
		}
		c.does(Fetch, "aws")
		return
	case "sts assume-role", "sts assume-role-with-web-identity", "sts assume-role-with-saml", "sso get-role-credentials", "eks get-token", "kms decrypt", "kms generate-data-key",
		"iam create-access-key", "rds generate-db-auth-token", "dsql generate-db-connect-auth-token", "redshift get-cluster-credentials", "lightsail download-default-key-pair", "ec2 create-key-pair", "cognito-idp admin-initiate-auth", "cognito-idp initiate-auth",
		"iam create-service-specific-credential", "ec2 get-console-output", "lightsail get-instance-access-details":
		if op == "get-console-output" {
			c.does(Fetch, "aws")
			return
		}
		c.shownSecret("gives out a credential", c.pos...)
		return
	case "logs start-query", "logs stop-query", "logs start-live-tail", "athena start-query-execution", "s3api select-object-content", "ce get-cost-and-usage", "cloudformation validate-template", "cloudformation detect-stack-drift", "cloudformation package":
		switch op {
		case "start-query-execution":
			c.unsure("what the query does is not looked into", c.pos...)
			return
		case "package":
			c.find(Send, "shared-artifact", "aws", "uploads what the template names", c.pos...)
			return
		}
		c.does(Fetch, "aws")
		return
	case "rds-data execute-statement", "rds-data batch-execute-statement", "dynamodb execute-statement", "redshift-data execute-statement", "rds-data execute-sql":
		c.awsSQL()
		return
	case "dynamodb scan", "dynamodb query", "dynamodb get-item", "dynamodb batch-get-item", "dynamodb transact-get-items":
		if w, prod := c.inProduction(); prod {
			c.find(Read, "sensitive-location", w.Text, "reads the data of "+clip(w.Raw)+", which is in production by its name", w)
			return
		}
		c.r.out[c.idx].files = true
		c.does(Fetch, "aws")
		return
	case "eks update-kubeconfig":
		if w, prod := c.inProduction(); prod {
			c.find(System, "repoint", w.Text, "makes later commands act on "+clip(w.Raw)+", which is in production by its name", w)
			return
		}
		c.does(Local, "kubeconfig")
		return
	case "deploy push", "codeartifact login", "ecr get-login":
		c.unsure("what it changes here or there is not known", c.pos...)
		return
	case "sqs receive-message":
		c.unsure("it takes messages from a queue that others may read", c.pos...)
		return
	case "ec2-instance-connect ssh", "ec2-instance-connect open-tunnel", "ssm start-session", "ssm send-command", "ecs execute-command", "emr ssh":
		c.find(Channel, "interactive-into-sensitive", "aws", "opens a session on a machine of the cloud", c.pos...)
		return
	}
	switch {
	case givesCredential(op) && looks(op):
		if strings.Contains(op, "login-password") && !c.shown() && c.into("docker", "podman", "helm", "nerdctl", "skopeo", "crane", "oras") {
			c.r.out[c.idx].taint("a login of the registry", secret.None)
			c.does(Fetch, "aws")
			return
		}
		c.shownSecret("prints a credential", c.pos...)
	case looks(op):
		c.awsFile(service, op)
		c.r.out[c.idx].files = true
		c.does(Fetch, "aws")
	default:
		c.changes(service, op, c.pos...)
	}
}

// into tells whether the command's output goes to one of those programs.
func (c *cmd) into(programs ...string) bool {
	i := c.sh.PipedTo
	if i < 0 || i >= len(c.r.sh.Commands) || len(c.r.sh.Commands[i].Words) == 0 {
		return false
	}
	return has(programs, c.r.sh.Commands[i].Words[0].Text)
}

// awsFile writes the file that some operations name last.
func (c *cmd) awsFile(service, op string) {
	switch service + " " + op {
	case "s3api get-object", "s3api get-object-torrent", "apigateway get-export", "apigateway get-sdk", "apigatewayv2 export-api", "glacier get-job-output", "lambda invoke", "polly synthesize-speech", "bedrock-runtime invoke-model", "mediastore-data get-object", "workdocs get-document", "iot-data get-thing-shadow":
		if n := len(c.args); n > 0 {
			c.write(c.args[n-1], true)
		}
	}
}

// awsSQL reads the statement given to an operation.
func (c *cmd) awsSQL() {
	c.db, c.dbName = dbUnknown, "a database in the cloud"
	if w, prod := c.inProduction(); prod {
		c.db, c.dbName = dbProduction, w.Raw
	}
	for i, w := range c.args {
		if (w.Text == "--sql" || w.Text == "--statement" || w.Text == "--sql-statements") && i+1 < len(c.args) {
			c.code("sql-postgres", c.args[i+1])
			return
		}
	}
	c.unsure("which statement it runs is not known")
}

// s3 reads the file commands of S3.
func (c *cmd) s3(op string, local bool) {
	pos := c.pos[min(2, len(c.pos)):]
	switch op {
	case "ls":
		c.does(Fetch, "s3")
	case "presign":
		if local {
			c.does(Local, "s3")
			return
		}
		c.find(Remote, "grant-access", c.text(2), "makes a link with which anyone can fetch the file", pos...)
	case "cp", "mv", "sync":
		c.cloudCopy("s3://", op, local, pos)
	case "rm", "rb", "mb", "website":
		switch {
		case local || c.dry:
			c.does(Local, "s3")
		case op == "mb":
			c.find(Remote, "shared-artifact", c.text(2), "makes a bucket", pos...)
		case op == "website":
			c.find(Remote, "grant-access", c.text(2), "makes a bucket a public site", pos...)
		default:
			c.find(Remote, "bulk-cloud-delete", c.text(2), "deletes "+clip(c.text(2)), pos...)
		}
	default:
		c.unsure("what aws s3 "+clip(op)+" does is not known", c.pos...)
	}
}

// cloudCopy reads a copy between here and a store in a cloud whose names begin
// with scheme.
func (c *cmd) cloudCopy(scheme, op string, local bool, pos []shell.Word) {
	var names []shell.Word
	for _, w := range pos {
		t := w.Text + w.Prefix
		if w.Known && w.Text == "-" || t != "" || len(w.Subs)+len(w.Vars) > 0 {
			names = append(names, w)
		}
	}
	if len(names) < 2 {
		c.unsure("what it copies is not known", pos...)
		return
	}
	from, to := names[:len(names)-1], names[len(names)-1]
	there := func(w shell.Word) bool { return strings.HasPrefix(w.Text+w.Prefix, scheme) }
	public := false
	if acl, ok := c.value("--acl"); ok && (!acl.Known || strings.HasPrefix(acl.Text, "public")) || c.has("--grants", "--predefined-acl", "-a") {
		public = true
		if c.dry || local {
			public = false
		}
	}
	if public {
		c.find(Remote, "grant-access", to.Text, "makes what it copies public", pos...)
	}
	switch {
	case there(to):
		for _, w := range from {
			c.cloudUpload(scheme, op, local, w, to)
		}
		if c.has("--delete", "--delete-unmatched-destination-objects", "-d") && !local {
			c.find(Remote, "bulk-cloud-delete", to.Text, "deletes there what is not here", to)
		}
	case len(from) == 1 && there(from[0]):
		if w := from[0]; productionValue(w) {
			c.find(Read, "sensitive-location", w.Text, "copies files from "+clip(w.Raw)+", which is in production by its name", w)
		}
		if op == "mv" && !local {
			c.find(Remote, "bulk-cloud-delete", from[0].Text, "deletes there what it copies", from[0])
		}
		if c.has("--delete", "--delete-unmatched-destination-objects", "-d") {
			c.find(Delete, "irreversible-local", to.Text, "deletes here what is not there", to)
		}
		if to.Known && to.Text == "-" {
			c.r.out[c.idx].fetched = "the store " + from[0].Text
			c.does(Fetch, "store")
			return
		}
		c.r.out[c.idx].fetched = "the store " + from[0].Text
		c.writeBelow(to)
		c.does(Fetch, "store")
	default:
		c.unsure("what it copies to where is not known", pos...)
	}
}

// cloudUpload sends one source to a store.
func (c *cmd) cloudUpload(scheme, op string, local bool, w, to shell.Word) {
	dest := strings.TrimPrefix(to.Text+to.Prefix, scheme)
	if i := strings.IndexByte(dest, '/'); i >= 0 {
		dest = dest[:i]
	}
	dest += ".store"
	if local {
		dest = "localhost"
	}
	switch {
	case strings.HasPrefix(w.Text+w.Prefix, scheme):
		if local {
			c.does(Local, "store", w)
			return
		}
		c.find(Remote, "shared-artifact", to.Text, "copies within the store", w, to)
	case local:
		c.read(w)
	default:
		if c.dry {
			c.dry = false
			c.read(w)
			c.dry = true
			return
		}
		c.upload(dest, w)
		if op == "mv" {
			c.delete(w, true)
		}
	}
}
