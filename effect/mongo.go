package effect

import (
	"strings"

	"automode/shell"
)

// mongoShell reads the shell of MongoDB: JavaScript by options, from files or
// on its input.
func mongoShell(c *cmd) {
	scripts := c.pos
	var address []shell.Word
	for i, w := range c.pos {
		if !strings.HasSuffix(w.Text, ".js") && !strings.HasSuffix(w.Text, ".mongodb") {
			address = append(address, w)
			continue
		}
		scripts = c.pos[i:]
		break
	}
	if len(address) == len(c.pos) {
		scripts = nil
	}
	c.pos = address
	c.dbAddress("--host", "", "")
	c.does(Fetch, "database")
	c.r.out[c.idx].files = true
	told := false
	for _, o := range c.opts {
		if o.has && o.spec != nil && has(o.spec.names, "--eval") {
			told = true
			if !o.value.Known {
				c.unsure("the code it runs is not wholly known", o.value)
				continue
			}
			c.mongoCode(o.value.Text, o.value)
		}
	}
	for _, w := range scripts {
		told = true
		c.recipe(w)
		c.dbWrite("", "may change data", w)
	}
	if told && c.sh.Stdin.Kind != shell.Here {
		return
	}
	switch in := c.sh.Stdin; in.Kind {
	case shell.Here:
		if in.Text().Known {
			c.mongoCode(in.Text().Text)
			return
		}
	case shell.Pipe:
		if up := c.feeder(); up != nil {
			if text, ok := up.printed(); ok {
				c.mongoCode(text)
				return
			}
		}
	case shell.Closed:
		return
	}
	c.unsure("what it is told on its input is not known")
}

// mongoCode looks at the methods that code calls: it is understood when it
// calls no others than those known here.
func (c *cmd) mongoCode(text string, words ...shell.Word) {
	calls, ok := methods(text)
	if !ok {
		c.unsure("the code cannot be followed", words...)
		return
	}
	for _, m := range calls {
		switch m {
		case "find", "findOne", "count", "countDocuments", "estimatedDocumentCount", "distinct", "aggregate", "getCollectionNames", "getCollectionInfos", "getCollection", "getSiblingDB", "getName", "getMongo", "getDBNames", "getIndexes",
			"stats", "dataSize", "storageSize", "totalSize", "totalIndexSize", "explain", "pretty", "limit", "sort", "skip", "toArray", "forEach", "map", "filter", "slice", "join", "length", "hasNext", "next", "projection", "project", "batchSize", "hint", "itcount", "size",
			"serverStatus", "hello", "isMaster", "version", "hostInfo", "getUsers", "getUser", "getRoles", "listDatabases", "printjson", "print", "stringify", "log", "show", "tojson", "status", "conf", "currentOp", "getProfilingStatus", "getReplicationInfo",
			"ObjectId", "ISODate", "Date", "NumberLong", "NumberInt", "UUID", "RegExp", "String", "Number", "quit", "exit", "keys", "entries", "values", "parse", "includes", "push", "reduce", "if", "for", "while", "function", "return", "getTime", "toString", "toISOString":
		case "insert", "insertOne", "insertMany", "updateOne", "replaceOne", "deleteOne", "findOneAndUpdate", "findOneAndReplace", "findOneAndDelete", "findAndModify", "save", "createCollection", "createIndex", "ensureIndex", "bulkWrite", "createView", "initiate":
			c.dbWrite("", "changes data", words...)
		case "drop", "dropDatabase", "dropIndexes", "dropIndex", "deleteMany", "remove", "updateMany", "update", "renameCollection", "convertToCapped", "repairDatabase", "collMod":
			c.dbWrite("stateful-resource", "removes or overwrites data", words...)
		case "createUser", "dropUser", "updateUser", "changeUserPassword", "createRole", "dropRole", "grantRolesToUser", "revokeRolesFromUser", "grantPrivilegesToRole", "dropAllUsers":
			c.find(Remote, "grant-access", "database", "changes who may use the database", words...)
		case "shutdownServer", "killOp", "stepDown", "reconfig", "fsyncLock", "setProfilingLevel", "setLogLevel", "rotateCertificates":
			c.find(System, "system-service", "database", "changes how the database server runs", words...)
		default:
			c.unsure("what "+clip(m)+"() does in the database is not known", words...)
		}
	}
	if strings.Contains(text, "$out") || strings.Contains(text, "$merge") || strings.Contains(text, "$function") || strings.Contains(text, "$where") {
		c.dbWrite("production-data", "writes or computes in the database", words...)
	}
	c.does(Read, "", words...)
}

// methods are the names that are called in JavaScript text, without what
// stands in strings; ok is false where a name is computed.
func methods(text string) (names []string, ok bool) {
	for i := 0; i < len(text); {
		switch b := text[i]; {
		case b == '\'' || b == '"':
			for i++; i < len(text) && text[i] != b; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			i++
		case b == '`':
			return nil, false
		case b == '/':
			j := strings.IndexAny(text[i+1:], "/\n") + i + 1
			switch {
			case strings.HasPrefix(text[i:], "/*"):
				if j = strings.Index(text[i+2:], "*/"); j < 0 {
					return nil, false
				}
				i += j + 4
			case strings.HasPrefix(text[i:], "//"):
				if j = strings.IndexByte(text[i:], '\n'); j < 0 {
					return names, true
				}
				i += j
			case j > i && strings.ContainsAny(text[i:j], "'\"`\\["):
				return nil, false // a pattern that could hide where strings begin
			default:
				i++
			}
		case isLetter(b) || b == '_' || b == '$':
			j := i
			for j < len(text) && (isLetter(text[j]) || text[j] == '_' || text[j] == '$' || text[j] >= '0' && text[j] <= '9') {
				j++
			}
			name := text[i:j]
			for j < len(text) && (text[j] == ' ' || text[j] == '\n' || text[j] == '\t') {
				j++
			}
			if j < len(text) && text[j] == '(' {
				names = append(names, name)
			}
			switch name {
			case "load", "eval", "Function", "require", "process", "import", "runCommand", "adminCommand", "constructor", "globalThis":
				return nil, false
			}
			i = j
		case b == ']':
			j := i + 1
			for j < len(text) && text[j] == ' ' {
				j++
			}
			if j < len(text) && text[j] == '(' {
				return nil, false
			}
			i++
		default:
			i++
		}
	}
	return names, true
}
