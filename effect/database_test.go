package effect

import (
	"slices"
	"testing"
)

func TestReadingADatabaseIsHarmless(t *testing.T) {
	claims{
		`psql -c "SELECT count(*) FROM orders"`:                  "routine",
		`psql -h localhost -U app -d shop -tAc 'select 1'`:       "routine",
		`psql postgres://localhost/shop -c '\dt'`:                "routine",
		`psql "$DATABASE_URL" -c 'select id from users limit 5'`: "routine",
		`psql -h analytics.acme.example -c 'select 1'`:           "routine",
		`psql -l`:                                                  "routine",
		`psql -X shop <<< 'select 1'`:                              "routine",
		`echo 'select 1' | psql shop`:                              "routine",
		`PGPASSWORD=x psql -h 127.0.0.1 -c 'select 1'`:             "routine",
		`mysql -u root -e 'SHOW TABLES' shop`:                      "routine",
		`mysql -uroot -psecret shop -e 'select 1'`:                 "routine",
		`mysqladmin ping`:                                          "routine",
		`mysqlshow shop`:                                           "routine",
		`sqlite3 dev.db 'SELECT * FROM t'`:                         "routine",
		`sqlite3 -readonly -header -csv dev.db .schema`:            "routine",
		`sqlite3 :memory: 'select 1'`:                              "routine",
		`duckdb -c "select * from 'a.csv'"`:                        "routine",
		`redis-cli ping`:                                           "routine",
		`redis-cli -h localhost -n 2 GET a`:                        "routine",
		`redis-cli --scan --pattern 'x*'`:                          "routine",
		`redis-cli CONFIG GET maxmemory`:                           "routine",
		`mongosh shop --eval 'db.users.find({a: "b(c"}).limit(3)'`: "routine",
		`mongosh --quiet --eval 'db.getCollectionNames()'`:         "routine",
		`pg_isready -h localhost`:                                  "routine",
		`pg_dump -s shop > schema.sql`:                             "routine",
		`pg_dump shop -f new.txt`:                                  "routine",
		`mysqldump --no-data shop`:                                 "routine",
		`pg_restore -l new.txt`:                                    "routine",
		`clickhouse-client -q 'select 1'`:                          "routine",
		`etcdctl get --prefix /a`:                                  "routine",
		`prisma generate`:                                          "routine",
		`knex migrate:list`:                                        "routine",
		`dbt ls --select x`:                                        "routine",
		`flyway info`:                                              "routine",
		`pg_ctl status -D data`:                                    "routine",
		`psql`:                                                     "unsure",
		`sqlite3 dev.db`:                                           "unsure",
		`redis-cli`:                                                "unsure",
		`mongosh`:                                                  "unsure",
		`psql -c "$Q"`:                                             "unsure",
		`psql --frob -c 'select 1'`:                                "unsure",
		`mongosh --eval 'db[x]()'`:                                 "unsure",
		`mongosh --eval 'db.adminCommand({x: 1})'`:                 "unsure",
		`redis-cli EVAL 'return 1' 0`:                              "unsure",
		`psql -o '|mail x' -c 'select 1'`:                          "message-outsider",
	}.hold(t)
}

func TestChangesOfALocalDatabaseAreRoutine(t *testing.T) {
	claims{
		`psql -c "insert into t values (1)"`:                        "routine",
		`psql -h localhost -c "update t set a=1 where id=7"`:        "routine",
		`sqlite3 dev.db "update t set a=1 where id=7"`:              "routine",
		`sqlite3 dev.db "create table t (a int)"`:                   "routine",
		`mysql shop -e "insert into t values (1)"`:                  "routine",
		`redis-cli SET a b`:                                         "routine",
		`redis-cli DEL users:7`:                                     "routine",
		`mongosh --eval 'db.t.insertOne({a: 1})'`:                   "routine",
		`createdb shop_test`:                                        "routine",
		`prisma migrate dev --name x`:                               "routine",
		`knex migrate:latest`:                                       "routine",
		`DATABASE_URL=postgres://localhost/x prisma migrate deploy`: "routine",
		`sequelize db:migrate`:                                      "routine",
		`dbt run --select x`:                                        "routine",
		`supabase start`:                                            "routine",
		`pg_ctl start -D data -l log.txt`:                           "routine",
		`psql -h db.acme.example -c "insert into t values (1)"`:     "unsure",
		`sqlite3 /srv/x.db "insert into t values (1)"`:              "unsure",
	}.hold(t)
}

func TestDataIsNotDroppedOrChangedWhole(t *testing.T) {
	claims{
		`psql -c 'drop table users'`:                              "stateful-resource",
		`psql -c 'truncate orders cascade'`:                       "stateful-resource",
		`psql -c 'delete from users'`:                             "stateful-resource",
		`sqlite3 dev.db "update users set plan='x'"`:              "stateful-resource",
		`sqlite3 dev.db 'drop table t'`:                           "stateful-resource",
		`mysql -e 'drop database shop'`:                           "stateful-resource",
		`echo 'drop table t' | psql`:                              "stateful-resource",
		`docker compose exec -T db psql -U app -c 'drop table t'`: "stateful-resource",
		`dropdb shop`:                                       "stateful-resource",
		`mysqladmin drop shop`:                              "stateful-resource",
		`mysqladmin shutdown`:                               "others-jobs",
		`redis-cli FLUSHALL`:                                "stateful-resource",
		`redis-cli -n 3 flushdb`:                            "stateful-resource",
		`redis-cli SHUTDOWN`:                                "others-jobs",
		`redis-cli CONFIG SET dir /root/.ssh`:               "system-service",
		`redis-cli ACL SETUSER x on`:                        "grant-access",
		`mongosh shop --eval 'db.dropDatabase()'`:           "stateful-resource",
		`mongo shop --eval 'db.t.drop()'`:                   "stateful-resource",
		`mongosh --eval 'db.createUser({})'`:                "grant-access",
		`mongorestore --drop dump`:                          "stateful-resource",
		`pg_restore --clean -d shop new.txt`:                "stateful-resource",
		`psql -c "grant all on t to public"`:                "grant-access",
		`createuser -s x`:                                   "grant-access",
		`prisma migrate reset --force`:                      "stateful-resource",
		`prisma db push --force-reset`:                      "stateful-resource",
		`prisma migrate deploy`:                             "production-data",
		`knex migrate:rollback`:                             "stateful-resource",
		`sequelize db:drop`:                                 "stateful-resource",
		`flyway clean`:                                      "stateful-resource",
		`supabase db reset`:                                 "stateful-resource",
		`supabase db push`:                                  "production-data",
		`typeorm schema:drop -d src/ds.ts`:                  "stateful-resource",
		`goose -dir m postgres postgres://localhost/x down`: "stateful-resource",
		`etcdctl del a`:                                     "production-data",
		`cockroach node drain 1`:                            "node-removal",
	}.hold(t)
	made := &Session{Names: map[string]bool{"database:shop_test": true}, Files: map[string]FileState{"/tmp/t.db": {Made: true}}}
	claims{
		`dropdb shop_test`:                 "routine",
		`sqlite3 /tmp/t.db 'drop table t'`: "routine",
	}.holdIn(t, made)
}

func TestDatabasesInProductionAreNotTouched(t *testing.T) {
	claims{
		`psql -h prod-db.acme.example -c 'select 1'`:                        "interactive-into-sensitive",
		`psql "$PROD_DATABASE_URL" -c 'insert into t values (1)'`:           "production-data",
		`PGHOST=db.prod.acme.example psql -c 'update t set a=1 where id=2'`: "production-data",
		`psql postgres://app@prod/x -c 'select 1'`:                          "interactive-into-sensitive",
		`mysql -h prod.acme.example -e 'insert into t values (1)'`:          "production-data",
		`redis-cli -h prod-redis FLUSHDB`:                                   "production-data",
		`redis-cli -h prod-redis set a b`:                                   "production-data",
		`mongosh mongodb://prod/x --eval 'db.t.insertOne({})'`:              "production-data",
		`dropdb -h prod-db app`:                                             "production-data",
		`pg_restore -h db.prod.acme.example -d app new.txt`:                 "production-data",
		`NODE_ENV=production knex migrate:latest`:                           "production-data",
		`knex migrate:latest --env production`:                              "production-data",
		`dbt run --target prod`:                                             "production-data",
		`DATABASE_URL=$PROD_URL prisma migrate deploy`:                      "production-data",
	}.hold(t)
}

func TestMethodsCalledInJavaScript(t *testing.T) {
	for text, want := range map[string][]string{
		`db.a.find({x: "drop()"}).limit(3)`:    {"find", "limit"},
		`db.a.find({n: /ab/}).count()`:         {"find", "count"},
		"db.a.find() // db.a.drop()":           {"find"},
		"/* x */ db.a.drop ()":                 {"drop"},
		`db.getSiblingDB('a\'b').t.remove({})`: {"getSiblingDB", "remove"},
	} {
		got, ok := methods(text)
		if !ok || !slices.Equal(got, want) {
			t.Errorf("methods(%q) = %v, %v", text, got, ok)
		}
	}
	for _, text := range []string{`db["drop"]()`, "db.a.find(`x`)", `eval("x")`, `/'/.test(a); db.a.drop() //'`, `load("x.js")`, `db.x.constructor`} {
		if got, ok := methods(text); ok {
			t.Errorf("methods(%q) = %v, but it could call anything", text, got)
		}
	}
}
