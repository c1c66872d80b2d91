package effect

import (
	"strings"

	"automode/shell"
)

// redisCLI reads the client of Redis and its kin: a command and its arguments,
// or commands on its input.
func redisCLI(c *cmd) {
	words := c.pos
	c.pos = nil
	c.dbAddress("--host", "--uri", "REDIS_URL")
	c.pos = words
	for _, w := range words {
		c.flowWord(w)
	}
	c.does(Fetch, "database")
	c.r.out[c.idx].files = true
	if w, ok := c.value("--eval"); ok {
		c.unsure("what the script "+clip(w.Raw)+" does in the database is not looked into", w)
		return
	}
	if c.has("--scan", "--bigkeys", "--memkeys", "--hotkeys", "--stat", "--latency", "--latency-history", "--latency-dist", "--intrinsic-latency") {
		return
	}
	if len(words) > 0 {
		c.redisCommand(words)
		return
	}
	if c.has("--rdb", "--functions-rdb") {
		c.dump()
		return
	}
	text, ok := "", false
	switch in := c.sh.Stdin; in.Kind {
	case shell.Here:
		text, ok = in.Text().Text, in.Text().Known
	case shell.Pipe:
		if up := c.feeder(); up != nil {
			text, ok = up.printed()
		}
	case shell.Closed:
		return
	}
	if !ok || c.has("--pipe") {
		c.unsure("what it is told on its input is not known")
		return
	}
	for line := range strings.SplitSeq(text, "\n") {
		var list []shell.Word
		for f := range strings.FieldsSeq(line) {
			list = append(list, shell.Word{Text: f, Known: true, Raw: f, Start: c.sh.Start, End: c.sh.End})
		}
		if len(list) > 0 {
			c.redisCommand(list)
		}
	}
}

// redisCommand reads one command.
func (c *cmd) redisCommand(words []shell.Word) {
	if !words[0].Known {
		c.unsure("which command it gives the database is not known", words[0])
		return
	}
	verb := strings.ToUpper(words[0].Text)
	sub := ""
	if len(words) > 1 {
		sub = strings.ToUpper(words[1].Text)
	}
	switch verb {
	case "GET", "MGET", "GETRANGE", "SUBSTR", "STRLEN", "EXISTS", "TYPE", "TTL", "PTTL", "EXPIRETIME", "PEXPIRETIME", "KEYS", "SCAN", "RANDOMKEY", "DUMP", "TOUCH",
		"HGET", "HMGET", "HGETALL", "HKEYS", "HVALS", "HLEN", "HEXISTS", "HSTRLEN", "HSCAN", "HRANDFIELD", "LLEN", "LRANGE", "LINDEX", "LPOS",
		"SCARD", "SMEMBERS", "SISMEMBER", "SMISMEMBER", "SRANDMEMBER", "SSCAN", "SINTER", "SUNION", "SDIFF", "SINTERCARD", "ZCARD", "ZCOUNT", "ZRANGE", "ZREVRANGE", "ZRANGEBYSCORE", "ZRANGEBYLEX", "ZREVRANGEBYSCORE", "ZREVRANGEBYLEX",
		"ZRANK", "ZREVRANK", "ZSCORE", "ZMSCORE", "ZSCAN", "ZLEXCOUNT", "ZRANDMEMBER", "ZINTER", "ZUNION", "ZDIFF", "GETBIT", "BITCOUNT", "BITPOS", "PFCOUNT", "GEOPOS", "GEODIST", "GEOHASH", "GEOSEARCH",
		"XLEN", "XRANGE", "XREVRANGE", "XREAD", "XINFO", "XPENDING", "PING", "ECHO", "TIME", "INFO", "DBSIZE", "LASTSAVE", "ROLE", "COMMAND", "SELECT", "HELLO", "LOLWUT", "SUBSCRIBE", "PSUBSCRIBE", "PUBSUB", "MONITOR", "WAIT",
		"LCS", "SORT_RO", "GEORADIUS_RO", "EVAL_RO", "JSON.GET", "JSON.MGET", "JSON.TYPE", "JSON.OBJKEYS", "FT.SEARCH", "FT.INFO", "FT._LIST", "TS.RANGE", "TS.GET", "TS.INFO", "QUIT", "EXIT":
		if verb == "EVAL_RO" {
			c.unsure("what the script does is not looked into", words...)
			return
		}
		c.does(Read, "", words[0])
	case "CONFIG", "CLIENT", "SLOWLOG", "MEMORY", "LATENCY", "OBJECT", "ACL", "CLUSTER", "MODULE", "FUNCTION", "SCRIPT", "DEBUG", "SENTINEL":
		c.redisAdmin(verb, sub, words)
	case "FLUSHALL", "FLUSHDB", "SWAPDB":
		c.dbWrite("stateful-resource", "empties the database", words...)
	case "SHUTDOWN", "FAILOVER", "REPLICAOF", "SLAVEOF", "MIGRATE":
		c.dbWrite("others-jobs", "stops the database or moves what is in it", words...)
	case "EVAL", "EVALSHA", "FCALL", "SYNC", "PSYNC", "RESTORE", "AUTH":
		c.unsure("what "+verb+" does in the database is not known", words...)
	case "SET", "SETEX", "PSETEX", "SETNX", "MSET", "MSETNX", "APPEND", "INCR", "INCRBY", "INCRBYFLOAT", "DECR", "DECRBY", "GETSET", "GETDEL", "GETEX", "SETRANGE", "SETBIT", "DEL", "UNLINK", "RENAME", "RENAMENX", "COPY", "MOVE",
		"EXPIRE", "PEXPIRE", "EXPIREAT", "PEXPIREAT", "PERSIST", "HSET", "HMSET", "HSETNX", "HDEL", "HINCRBY", "HINCRBYFLOAT", "LPUSH", "RPUSH", "LPUSHX", "RPUSHX", "LPOP", "RPOP", "LSET", "LINSERT", "LREM", "LTRIM", "RPOPLPUSH", "LMOVE", "BLPOP", "BRPOP",
		"SADD", "SREM", "SPOP", "SMOVE", "SINTERSTORE", "SUNIONSTORE", "SDIFFSTORE", "ZADD", "ZREM", "ZINCRBY", "ZPOPMIN", "ZPOPMAX", "ZREMRANGEBYRANK", "ZREMRANGEBYSCORE", "ZREMRANGEBYLEX", "ZUNIONSTORE", "ZINTERSTORE",
		"PFADD", "PFMERGE", "GEOADD", "XADD", "XDEL", "XTRIM", "XACK", "XGROUP", "XCLAIM", "XREADGROUP", "PUBLISH", "SPUBLISH", "BITOP", "BITFIELD", "JSON.SET", "JSON.DEL", "SAVE", "BGSAVE", "BGREWRITEAOF", "MULTI", "EXEC", "DISCARD", "WATCH", "SORT":
		for _, w := range words[1:] {
			if !w.Known && (verb == "DEL" || verb == "UNLINK") {
				c.dbWrite("stateful-resource", "deletes keys that are not known here", words...)
				return
			}
		}
		c.dbWrite("", "changes data", words...)
	default:
		c.unsure("what "+clip(words[0].Raw)+" does in the database is not known", words[0])
	}
}

// redisAdmin reads the commands that look at or change the server.
func (c *cmd) redisAdmin(verb, sub string, words []shell.Word) {
	switch verb + " " + sub {
	case "CONFIG GET", "CLIENT LIST", "CLIENT INFO", "CLIENT GETNAME", "CLIENT ID", "CLIENT SETNAME", "SLOWLOG GET", "SLOWLOG LEN", "MEMORY USAGE", "MEMORY STATS", "MEMORY DOCTOR", "LATENCY LATEST", "LATENCY DOCTOR", "LATENCY HISTORY",
		"OBJECT ENCODING", "OBJECT IDLETIME", "OBJECT FREQ", "OBJECT REFCOUNT", "ACL WHOAMI", "ACL CAT", "ACL USERS", "CLUSTER INFO", "CLUSTER NODES", "CLUSTER SLOTS", "CLUSTER SHARDS", "CLUSTER KEYSLOT", "CLUSTER MYID", "MODULE LIST", "FUNCTION LIST", "SCRIPT EXISTS",
		"SENTINEL MASTERS", "SENTINEL SLAVES", "SENTINEL REPLICAS", "DEBUG OBJECT":
		c.does(Read, "", words[0])
	case "CONFIG SET", "CONFIG REWRITE", "MODULE LOAD", "MODULE LOADEX", "MODULE UNLOAD", "DEBUG RELOAD", "DEBUG SEGFAULT":
		c.find(System, "system-service", "database", "changes how the database server runs", words...)
	case "CONFIG RESETSTAT", "SLOWLOG RESET", "LATENCY RESET", "MEMORY PURGE":
		c.dbWrite("", "resets statistics", words...)
	case "ACL SETUSER", "ACL DELUSER", "ACL LOAD":
		c.find(Remote, "grant-access", "database", "changes who may use the database", words...)
	case "CLIENT KILL", "CLIENT PAUSE", "SCRIPT KILL", "FUNCTION KILL", "CLUSTER RESET", "CLUSTER FAILOVER", "CLUSTER FORGET":
		c.find(Process, "others-jobs", "database", "cuts off what others run in the database", words...)
	case "SCRIPT FLUSH", "FUNCTION FLUSH", "FUNCTION DELETE", "CLUSTER FLUSHSLOTS", "DEBUG FLUSHALL":
		c.dbWrite("stateful-resource", "removes what is in the database", words...)
	default:
		c.unsure("what "+verb+" "+clip(sub)+" does in the database is not known", words...)
	}
}
