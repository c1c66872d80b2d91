package effect

// tableDB: databases and their clients, dumps, migrations, queues and backups
// of them.
var tableDB = []Program{
	{"atlas", "#sub"},
	{"atlas migrate", "#sub"},
	{"atlas migrate apply", "-* @text* #dry:--dry-run #go:migrate"},
	{"atlas migrate diff", "-* @text* #project"},
	{"atlas migrate hash", "--dir: #project"},
	{"atlas migrate lint", "-* #project"},
	{"atlas migrate status", "-* #project #fetch"},
	{"atlas migrate validate", "-* #project"},
	{"atlas schema", "#sub"},
	{"atlas schema apply", "-* #dry:--dry-run #go:migrate"},
	{"atlas schema clean", "-* #find:stateful-resource"},
	{"atlas schema diff", "-* #project #fetch"},
	{"atlas schema fmt", "@inplace*"},
	{"atlas schema inspect", "-* #project #fetch"},
	{"atlas version", ""},
	{"clickhouse", "#sub"},
	{"clickhouse client", "=clickhouse-client"},
	{"clickhouse local", "-q,--query:code/sql-sqlite -f,--file:read -S,--structure: -N,--table: --format: --input-format: --output-format: --queries-file:script/sql --path:list -s --stacktrace --verbose"},
	{"clickhouse-client", "-h,--host: --port: -u,--user: --password:text -d,--database: -q,--query: --queries-file: -n,--multiquery -m,--multiline -f,--format: -t,--time --progress? --secure -s --stacktrace --verbose -E,--vertical --history_file:unsure --max_memory_usage: --max_threads: --connection: @text* #go:sql"},
	{"cockroach", "#sub"},
	{"cockroach demo", "-* @text? #local"},
	{"cockroach node", "#sub"},
	{"cockroach node drain", "-* @text* #find:node-removal"},
	{"cockroach node ls", "-* #fetch"},
	{"cockroach node status", "-* @text* #fetch"},
	{"cockroach sql", "--host: --url: --certs-dir:list --insecure!disarm-flag -u,--user: -d,--database: -p,--port: -e,--execute: -f,--file: --format: --read-only --set: --echo-sql --no-line-editor --safe-updates? @text? #go:sql"},
	{"cockroach version", ""},
	{"cqlsh", "-e,--execute: -f,--file: -k,--keyspace: -u,--username: -p,--password:text --ssl --no-color -C,--color --encoding: --connect-timeout: --request-timeout: --cqlversion: --protocol-version: --debug --tty -t --cqlshrc:read @text? @text? #go:sql"},
	{"createdb", "-D,--tablespace: -e,--echo -E,--encoding: -h,--host: -l,--locale: --lc-collate: --lc-ctype: --icu-locale: --locale-provider: --maintenance-db: -O,--owner: -p,--port: -S,--strategy: -T,--template: -U,--username: -w,--no-password -W,--password -V @text* #operands #go:createdb"},
	{"createuser", "-* @text? #find:grant-access"},
	{"dbmate", "#sub #everywhere -u,--url:go/dburl -e,--env: --env-file:read -d,--migrations-dir:list -s,--schema-file:list --no-dump-schema --wait --wait-timeout: --migrations-table: -v,--verbose"},
	{"dbmate create", "-* #go:migrate"},
	{"dbmate down", "-* #go:migrate-back"},
	{"dbmate drop", "-* #go:migrate-back"},
	{"dbmate dump", "-* #writes:db #go:pg-dump"},
	{"dbmate migrate", "-* #go:migrate"},
	{"dbmate new", "@text #writes:db"},
	{"dbmate rollback", "-* #go:migrate-back"},
	{"dbmate status", "--exit-code --quiet #fetch"},
	{"dbmate up", "-* #go:migrate"},
	{"dbmate wait", "#fetch"},
	{"dbt", "#sub #everywhere --debug -d --log-level: --log-format: --log-path:outdir --no-partial-parse --partial-parse --no-use-colors --use-colors --profiles-dir:list --project-dir:dir --profile: -t,--target:prod/production-data --vars: -q,--quiet --no-version-check --target-path:outdir --warn-error --threads: -x,--fail-fast --no-print --no-write-json --cache-selected-only --record-timing-info:write --send-anonymous-usage-stats --no-send-anonymous-usage-stats --single-threaded --state:list"},
	{"dbt build", "&dbt-select --full-refresh --empty #go:migrate #project"},
	{"dbt clean", "#project"},
	{"dbt clone", "&dbt-select #go:migrate"},
	{"dbt compile", "&dbt-select --inline: --full-refresh --introspect --no-introspect #project #fetch"},
	{"dbt debug", "--config-dir --connection #fetch"},
	{"dbt deps", "--upgrade --lock --add-package:unsure #install"},
	{"dbt docs", "#sub"},
	{"dbt docs generate", "&dbt-select --no-compile --empty-catalog --static #project #fetch"},
	{"dbt docs serve", "--port: --host:is/localhost|127.0.0.1 --browser --no-browser #listen"},
	{"dbt init", "-s,--skip-profile-setup @text? #unsure:it_asks_questions_and_writes_a_new_project"},
	{"dbt list", "&dbt-select --output: --output-keys: #project"},
	{"dbt ls", "=dbt_list"},
	{"dbt parse", "#project"},
	{"dbt retry", "#go:migrate"},
	{"dbt run", "&dbt-select --full-refresh --empty #go:migrate #project"},
	{"dbt run-operation", "--args: @text #go:migrate-unknown"},
	{"dbt seed", "&dbt-select --full-refresh --show #go:migrate"},
	{"dbt show", "&dbt-select --inline: --limit: --output: #project #fetch"},
	{"dbt snapshot", "&dbt-select #go:migrate"},
	{"dbt source", "#sub"},
	{"dbt source freshness", "&dbt-select -o,--output:write #project #fetch"},
	{"dbt test", "&dbt-select --store-failures #project #fetch"},
	{"drizzle-kit", "#sub"},
	{"drizzle-kit check", "--config:recipe --dialect: --out:list #project"},
	{"drizzle-kit drop", "--config:recipe --out: #project"},
	{"drizzle-kit export", "--config:recipe --dialect: --schema: --sql #project"},
	{"drizzle-kit generate", "--config:recipe --dialect: --schema: --out:outdir --name: --custom --prefix: --breakpoints #project"},
	{"drizzle-kit introspect", "--config:recipe --dialect: --out:outdir --url:go/dburl #project #fetch"},
	{"drizzle-kit migrate", "--config:recipe #go:migrate"},
	{"drizzle-kit pull", "=drizzle-kit_introspect"},
	{"drizzle-kit push", "--config:recipe --dialect: --schema: --url:go/dburl --strict --verbose --force!disarm-flag #go:migrate"},
	{"drizzle-kit studio", "--config:recipe --port: --host:is/localhost|127.0.0.1 --verbose #listen #project"},
	{"drizzle-kit up", "--config:recipe --dialect: --out:outdir #project"},
	{"dropdb", "-e,--echo -f,--force -h,--host: -i,--interactive --if-exists --maintenance-db: -p,--port: -U,--username: -w,--no-password -W,--password @text* #operands #go:dropdb"},
	{"dropuser", "-* @text? #find:grant-access"},
	{"duckdb", "%long -append -ascii -bail -batch -box -c: -cmd: -column -csv -echo -f: -header -help -html -init: -interactive -json -line -list -markdown -newline: -no-stdin -noheader -nullvalue: -quote -readonly -s: -separator: -stats -table -ui~ -unredacted -unsigned~ -version -jsonlines -latex @text* #operands #go:sqlite"},
	{"etcdctl", "#sub #everywhere --cacert:read --cert:read --command-timeout: --debug --dial-timeout: --discovery-srv:unsure --endpoints: --hex --insecure-discovery --insecure-skip-tls-verify!disarm-flag --insecure-transport --key:read --password:text --user:text -w,--write-out: --cluster"},
	{"etcdctl alarm", "#sub"},
	{"etcdctl alarm list", "#fetch"},
	{"etcdctl check", "#sub"},
	{"etcdctl check perf", "-* #find:others-jobs"},
	{"etcdctl compaction", "-* @text #find:production-data"},
	{"etcdctl defrag", "-* #find:others-jobs"},
	{"etcdctl del", "-* @find/production-data @text?"},
	{"etcdctl endpoint", "#sub"},
	{"etcdctl endpoint hashkv", "#fetch"},
	{"etcdctl endpoint health", "#fetch"},
	{"etcdctl endpoint status", "#fetch"},
	{"etcdctl get", "--prefix --keys-only --count-only --print-value-only --limit: --order: --sort-by: --rev: --from-key --consistency: @text @text? #fetch"},
	{"etcdctl member", "#sub"},
	{"etcdctl member list", "#fetch"},
	{"etcdctl member remove", "@find/node-removal"},
	{"etcdctl put", "-* @find/production-data @text?"},
	{"etcdctl snapshot", "#sub"},
	{"etcdctl snapshot restore", "-* @read #find:production-data"},
	{"etcdctl snapshot save", "@write #fetch"},
	{"etcdctl snapshot status", "@read"},
	{"etcdctl version", ""},
	{"etcdctl watch", "--prefix --rev: --prev-kv @text #fetch"},
	{"flyway", "#sub %long -url:go/dburl -user: -password:text -configFiles:read -locations: -schemas: -baselineOnMigrate: -outOfOrder: -target: -workingDirectory:dir -environment:prod/production-data -X -q -n -v -outputType: -placeholders: -cleanDisabled:is/true"},
	{"flyway baseline", "#go:migrate-deploy"},
	{"flyway check", "%long -changes -code -drift -dryrun #project #fetch"},
	{"flyway clean", "#go:migrate-back"},
	{"flyway info", "%long -of: #project #fetch"},
	{"flyway migrate", "%long -dryRunOutput:write #go:migrate-deploy"},
	{"flyway repair", "#go:migrate-deploy"},
	{"flyway undo", "#go:migrate-back"},
	{"flyway validate", "#project #fetch"},
	{"goose", "%long -dir:list -table: -v -s -certfile:read -ssl-cert:read -ssl-key:read -allow-missing -no-versioning -timeout: -env: -h -version @text* #operands #go:goose"},
	{"influx", "#sub #everywhere --host: -t,--token:unsure -c,--active-config: --configs-path:read --http-debug --json --hide-headers --skip-verify!disarm-flag --org: -o --org-id:"},
	{"influx auth", "#sub"},
	{"influx auth list", "-* #find:credential-print"},
	{"influx bucket", "#sub"},
	{"influx bucket create", "-* #find:shared-artifact"},
	{"influx bucket delete", "-* #find:bulk-cloud-delete"},
	{"influx bucket list", "-n,--name: -i,--id: --limit: --offset: #fetch"},
	{"influx delete", "-* #find:production-data"},
	{"influx ping", "#fetch"},
	{"influx query", "-f,--file:read -r,--raw -p,--profilers: @text? #fetch"},
	{"influx version", ""},
	{"influx write", "-* @text? #find:production-data"},
	{"initdb", "-D,--pgdata:outdir -E,--encoding: --locale: -U,--username: -A,--auth: -k,--data-checksums -N,--no-sync --no-locale --pwfile:read -X,--waldir:outdir -d,--debug @outdir?"},
	{"knex", "#sub #everywhere --knexfile:recipe --knexpath:unsure --client: --connection:go/dburl --migrations-directory:list --migrations-table-name: --env:prod/production-data --cwd:dir --esm --debug --verbose"},
	{"knex init", "-x: #writes:knexfile.js"},
	{"knex migrate:currentVersion", "#project #fetch"},
	{"knex migrate:down", "@text? #go:migrate-back"},
	{"knex migrate:latest", "--verbose #go:migrate"},
	{"knex migrate:list", "#project #fetch"},
	{"knex migrate:make", "-x: --stub:read @text #writes:migrations"},
	{"knex migrate:rollback", "--all --verbose @text? #go:migrate-back"},
	{"knex migrate:status", "#project #fetch"},
	{"knex migrate:unlock", "#go:migrate"},
	{"knex migrate:up", "@text? #go:migrate"},
	{"knex seed:make", "-x: --stub:read @text #writes:seeds"},
	{"knex seed:run", "--specific: --verbose #go:migrate-back"},
	{"liquibase", "#sub #everywhere --url:go/dburl --username: --password:text --changelog-file: --changeLogFile: --defaults-file:read --driver: --classpath:unsure --log-level: --contexts: --labels: --default-schema-name: --search-path:list"},
	{"liquibase changelog-sync", "#go:migrate-deploy"},
	{"liquibase diff", "-* #project #fetch"},
	{"liquibase drop-all", "-* #go:migrate-back"},
	{"liquibase dropAll", "-* #go:migrate-back"},
	{"liquibase history", "#project #fetch"},
	{"liquibase rollback", "-* @text? #go:migrate-back"},
	{"liquibase rollback-count", "-* @text? #go:migrate-back"},
	{"liquibase status", "--verbose #project #fetch"},
	{"liquibase update", "-* #go:migrate-deploy"},
	{"liquibase update-sql", "-* #project #fetch"},
	{"liquibase validate", "-* #project #fetch"},
	{"litecli", "=sqlite3"},
	{"mariadb", "=mysql"},
	{"mariadb-admin", "=mysqladmin"},
	{"mariadb-dump", "=mysqldump"},
	{"migrate", "#sub %long -source: -path:list -database:go/dburl -prefetch: -lock-timeout: -verbose -version -help"},
	{"migrate create", "%long -ext: -dir:outdir -seq -digits: -format: -tz: @text #writes:migrations"},
	{"migrate down", "%long -all @text? #go:migrate-back"},
	{"migrate drop", "%long -f #go:migrate-back"},
	{"migrate force", "@text #go:migrate"},
	{"migrate goto", "@text #go:migrate"},
	{"migrate up", "@text? #go:migrate"},
	{"migrate version", "#fetch"},
	{"mongo", "=mongosh"},
	{"mongodump", "--uri:go/dburl -h,--host: --port: -u,--username: -p,--password?: --authenticationDatabase: --authenticationMechanism: -d,--db: -c,--collection: -q,--query: --queryFile:read --readPreference: --gzip --oplog -o,--out:outdir --archive? --ssl --sslCAFile:read -v,--verbose --quiet -j,--numParallelCollections: --excludeCollection: --config:read @text? #go:mongo-dump"},
	{"mongoexport", "--uri:go/dburl -h,--host: --port: -u,--username: -p,--password:text --authenticationDatabase: -d,--db: -c,--collection: -q,--query: -f,--fields: --type: -o,--out:write --jsonArray --pretty --sort: --limit: --skip: --quiet -v,--verbose --noHeaderLine --config:read @text? #go:mongo-dump"},
	{"mongoimport", "--uri:go/dburl -h,--host: --port: -u,--username: -p,--password:text --authenticationDatabase: -d,--db: -c,--collection: --file:read --type: --headerline --drop!stateful-resource --jsonArray --mode: --upsertFields: --fields: --quiet -v --numInsertionWorkers: @read? #go:mongo-restore"},
	{"mongorestore", "--uri:go/dburl -h,--host: --port: -u,--username: -p,--password:text --authenticationDatabase: -d,--db: -c,--collection: --drop!stateful-resource --dir:read --gzip --archive? --nsInclude: --nsExclude: --nsFrom: --nsTo: --dryRun --quiet -v --noIndexRestore --objcheck --oplogReplay @read? #dry:--dryRun #go:mongo-restore"},
	{"mongosh", "-h,--host: --port: -u,--username: -p,--password?:text --authenticationDatabase: --authenticationMechanism: --eval: -f,--file:recipe --json? --quiet --norc --nodb --tls --ssl --tlsCAFile:read --tlsCertificateKeyFile:read --tlsAllowInvalidCertificates!disarm-flag --tlsAllowInvalidHostnames!disarm-flag --apiVersion: --retryWrites --shell~ --verbose --version @text* #operands #go:mongosh"},
	{"mycli", "=mysql"},
	{"mysql", "&mysql-connect -A,--no-auto-rehash -B,--batch -b,--no-beep --binary-as-hex -c,--comments --column-names? -D,--database:text --delimiter: -e,--execute: -E,--vertical -f,--force -G,--named-commands -H,--html -i,--ignore-spaces --init-command: -L,--skip-line-numbers --line-numbers --local-infile?: --max-allowed-packet: -N,--skip-column-names -n,--unbuffered -o,--one-database --pager:shell --no-pager --prompt: -q,--quick -r,--raw -s,--silent -t,--table --tee:write -v,--verbose -V -w,--wait -X,--xml -U,--safe-updates,--i-am-a-dummy --show-warnings --reconnect --skip-reconnect --system-command~ --sigint-ignore -T,--debug-info --table-format: --csv --less-chatty -d: -R: @text? #go:mysql"},
	{"mysqladmin", "&mysql-connect -b,--no-beep -c,--count: -f,--force -i,--sleep: -r,--relative -s,--silent -v,--verbose -V -w,--wait? -E,--vertical -t,--shutdown-timeout: @text* #operands #go:mysqladmin"},
	{"mysqlcheck", "&mysql-connect -a,--analyze -c,--check -C,--check-only-changed -e,--extended -F,--fast -m,--medium-check -q,--quick -A,--all-databases -B,--databases --tables -s -v -o,--optimize~ -r,--repair~ --auto-repair~ @text* #fetch"},
	{"mysqldump", "&mysql-connect -A,--all-databases -Y,--all-tablespaces --add-drop-database --add-drop-table --skip-add-drop-table --add-locks -a -B,--databases --column-statistics? --compact --complete-insert -c -C --create-options -d,--no-data -e,--extended-insert --skip-extended-insert -E,--events -F,--flush-logs~ -f,--force --hex-blob --ignore-table: -l,--lock-tables --skip-lock-tables --master-data? --source-data? -n,--no-create-db -t,--no-create-info --no-tablespaces -y --opt --skip-opt --order-by-primary -q,--quick --quote-names -Q -r,--result-file:write --replace -R,--routines --set-gtid-purged: --single-transaction --skip-comments --skip-triggers --tables -T,--tab:outdir --triggers -w,--where: -X,--xml -v,--verbose --tz-utc --skip-tz-utc --skip-dump-date --skip-set-charset --lock-all-tables -x --insert-ignore --no-autocommit @text* #go:mysqldump"},
	{"mysqlimport", "&mysql-connect -c,--columns: -d,--delete!stateful-resource --fields-terminated-by: --fields-enclosed-by: --ignore-lines: -L,--local -r,--replace -i,--ignore -v @text @read+ #go:mongo-restore"},
	{"mysqlshow", "&mysql-connect --count -k,--keys -t,--show-table-type -i,--status -v @text* #fetch"},
	{"mysqlslap", "-* #find:others-jobs"},
	{"pg_basebackup", "-D,--pgdata:outdir -F,--format: -X,--wal-method: -z,--gzip -Z,--compress: -c,--checkpoint: -P,--progress -v,--verbose -h,--host: -p,--port: -U,--username: -w -W -R,--write-recovery-conf -C -S,--slot: -l,--label: -d,--dbname: -r,--max-rate: -T: -n -N #go:pg-dump"},
	{"pg_config", "--bindir --docdir --includedir --libdir --pkglibdir --version --configure --cc --cflags --ldflags --libs --sharedir --sysconfdir --includedir-server --pgxs"},
	{"pg_ctl", "#sub #everywhere -D,--pgdata:list -l,--log:write -m,--mode: -o,--options:unsure -p:unsure -s,--silent -t,--timeout: -w,--wait -W,--no-wait -c -e:"},
	{"pg_ctl init", "#local"},
	{"pg_ctl initdb", "#local"},
	{"pg_ctl kill", "@text @text #find:others-jobs"},
	{"pg_ctl promote", "#find:production-data"},
	{"pg_ctl reload", "#find:others-jobs"},
	{"pg_ctl restart", "#find:others-jobs"},
	{"pg_ctl start", "#local"},
	{"pg_ctl status", ""},
	{"pg_ctl stop", "#find:others-jobs"},
	{"pg_ctlcluster", "-* @text @text @find/others-jobs"},
	{"pg_dump", "&pg-connect &pg-dump -t,--table: -T,--exclude-table: -n,--schema: -N,--exclude-schema: -a,--data-only -s,--schema-only -c,--clean -C,--create -E,--encoding: -j,--jobs: -Z,--compress: -F,--format: -x,--no-privileges,--no-acl -b,--large-objects,--blobs -B,--no-blobs,--no-large-objects --section: --snapshot: @text? #go:pg-dump"},
	{"pg_dumpall", "&pg-connect &pg-dump -g,--globals-only!credential-print -r,--roles-only!credential-print -t,--tablespaces-only -a,--data-only -s,--schema-only -c,--clean -x,--no-privileges --exclude-database: -l,--database: --no-role-passwords #go:pg-dump"},
	{"pg_isready", "-d,--dbname:go/dburl -h,--host: -p,--port: -q,--quiet -t,--timeout: -U,--username: -V #fetch"},
	{"pg_lsclusters", "-h -j,--json"},
	{"pg_restore", "&pg-connect -l,--list -L,--use-list:read -f,--file:write -F,--format: -a,--data-only -c,--clean -C,--create -e,--exit-on-error -I,--index: -j,--jobs: -n,--schema: -N,--exclude-schema: -O,--no-owner -P,--function: -s,--schema-only -S,--superuser: -t,--table: -T,--trigger: -v,--verbose -x,--no-privileges,--no-acl -1,--single-transaction --if-exists --disable-triggers --no-comments --no-publications --no-security-labels --no-subscriptions --no-tablespaces --section: --role: --strict-names --use-set-session-authorization @read? #go:pg-restore"},
	{"pgbench", "-* @text? #go:migrate"},
	{"pgcli", "=psql"},
	{"prisma", "#sub"},
	{"prisma db", "#sub"},
	{"prisma db execute", "--file: --stdin --schema:recipe --url:go/dburl #go:migrate-unknown"},
	{"prisma db pull", "--schema:recipe --url:go/dburl --force --print --composite-type-depth: --schemas: #project #fetch"},
	{"prisma db push", "--schema:recipe --accept-data-loss!stateful-resource --force-reset!stateful-resource --skip-generate #go:migrate"},
	{"prisma db seed", "#go:migrate #project"},
	{"prisma debug", "--schema:recipe"},
	{"prisma format", "--schema:recipe --check #project"},
	{"prisma generate", "--schema:recipe --watch --data-proxy --accelerate --no-engine --no-hints --generator: --sql --allow-no-models #project"},
	{"prisma init", "--datasource-provider: --generator-provider: --preview-feature: --output: --url:go/dburl --with-model #writes:prisma"},
	{"prisma migrate", "#sub"},
	{"prisma migrate deploy", "--schema:recipe #go:migrate-deploy"},
	{"prisma migrate dev", "-n,--name: --create-only --schema:recipe --skip-generate --skip-seed #go:migrate"},
	{"prisma migrate diff", "--from-empty --from-schema-datamodel:read --from-schema-datasource:read --from-url:go/dburl --from-migrations:list --from-local-d1 --to-empty --to-schema-datamodel:read --to-schema-datasource:read --to-url:go/dburl --to-migrations:list --shadow-database-url:go/dburl --script -o,--output:write --exit-code #project #fetch"},
	{"prisma migrate reset", "-f,--force --schema:recipe --skip-generate --skip-seed #go:migrate-back"},
	{"prisma migrate resolve", "--applied: --rolled-back: --schema:recipe #go:migrate"},
	{"prisma migrate status", "--schema:recipe #project #fetch"},
	{"prisma studio", "-p,--port: -b,--browser: -n,--hostname:is/localhost|127.0.0.1 --schema:recipe #listen #project"},
	{"prisma validate", "--schema:recipe #project"},
	{"prisma version", "--json"},
	{"psql", "&pg-connect -a,--echo-all -A,--no-align -b,--echo-errors -c,--command: -C --csv -e,--echo-queries -E,--echo-hidden -f,--file: -F,--field-separator: -H,--html -l,--list -L,--log-file:write -n,--no-readline -o,--output:go/pipe-or-file -P,--pset: -q,--quiet -R,--record-separator: -s,--single-step -S,--single-line -t,--tuples-only -T,--table-attr: -v,--set,--variable:text -V -x,--expanded -X,--no-psqlrc -z,--field-separator-zero -0,--record-separator-zero -1,--single-transaction @go/dburl* #go:psql"},
	{"redis-benchmark", "-* @text* #find:others-jobs"},
	{"redis-cli", "%first -h,--host: -p: -s: -a,--pass:text -u,--uri:go/dburl --user: --askpass -r: -i: -n: -2 -3 -x -X: -d: -D: -c -e --tls --sni: --cacert:read --cacertdir:list --cert:read --key:read --insecure!disarm-flag --raw --no-raw --quoted-input --csv --json --quoted-json --show-pushes: --stat --latency --latency-history --latency-dist --lru-test:unsure --replica --rdb:write --functions-rdb:write --pipe --pipe-timeout: --bigkeys --memkeys --memkeys-samples: --hotkeys --scan --pattern: --count: --quoted-pattern: --intrinsic-latency: --eval: --ldb --ldb-sync-mode --cluster:unsure --verbose --no-auth-warning @text* #operands #go:redis"},
	{"redis-server", "--port: --daemonize: --save: --appendonly: --loglevel: --maxmemory: --maxmemory-policy: --bind:is/127.0.0.1|localhost|::1 --requirepass:text --dir:outdir --dbfilename: --databases: --timeout: --tcp-keepalive: --io-threads: -v,--version --test-memory: @recipe? #listen"},
	{"sequelize", "#sub"},
	{"sequelize db:create", "-* #go:migrate"},
	{"sequelize db:drop", "-* #go:migrate-back"},
	{"sequelize db:migrate", "--env:prod/production-data --config:recipe --migrations-path:list --url:go/dburl --debug --to: --name: --options-path:recipe #go:migrate"},
	{"sequelize db:migrate:status", "--env: --config:recipe --url:go/dburl #project #fetch"},
	{"sequelize db:migrate:undo", "-* #go:migrate-back"},
	{"sequelize db:migrate:undo:all", "-* #go:migrate-back"},
	{"sequelize db:seed:all", "-* #go:migrate"},
	{"sequelize db:seed:undo", "-* #go:migrate-back"},
	{"sequelize db:seed:undo:all", "-* #go:migrate-back"},
	{"sequelize migration:generate", "--name: --migrations-path:outdir #writes:migrations"},
	{"sequelize model:generate", "--name: --attributes: --force --underscored #writes:models"},
	{"sequelize seed:generate", "--name: #writes:seeders"},
	{"sequelize-cli", "=sequelize"},
	{"snowsql", "-a,--accountname: -u,--username: -d,--dbname: -s,--schemaname: -r,--rolename: -w,--warehouse: -h,--host: -q,--query: -f,--filename: -o,--option: -D,--variable: -c,--connection: --noup --config:read -v,--version #go:sql-remote"},
	{"sqlcmd", "-S,--server: -d,--database-name: -U,--user-name: -P,--password:text -Q,--query: -q,--initial-query: -i,--input-file: -o,--output-file:write -E,--use-trusted-connection -C,--trust-server-certificate -N: -b -h: -s: -w: -W -y: -Y: -t: -l: -r: -e -I -k -m: -M -R -u -v:text -x -X -A -K: -G -z:unsure -Z:unsure --version -? #go:sql-remote"},
	{"sqldiff", "--changeset:write -L,--lib:unsure --primarykey --rbu --schema --summary --table: --transaction --vtab @read @read"},
	{"sqlite3", "%long -A~ -append -ascii -bail -batch -box -column -cmd: -csv -deserialize -echo -escape: -header -noheader -help -html -ifexists -init: -interactive -json -line -list -lookaside: -markdown -maxsize: -memtrace -mmap: -newline: -nofollow -nonce: -no-rowid-in-view -nullvalue: -pagecache: -pcachetrace -quote -readonly -safe -separator: -stats -table -tabs -unsafe-testing~ -utf8 -no-utf8 -version -vfs:unsure -zip~ @text* #operands #go:sqlite"},
	{"sqlite3_analyzer", "@read"},
	{"supabase", "#sub #everywhere --create-ticket --debug --dns-resolver: --experimental --network-id: --profile: --workdir:dir --yes -o,--output: -h,--help"},
	{"supabase bootstrap", "-* @text? #find:foreign-repo-execution"},
	{"supabase branches", "#sub"},
	{"supabase branches create", "-* @text? #find:shared-artifact"},
	{"supabase branches delete", "-* @text? #find:production-data"},
	{"supabase branches get", "-* @text? #find:credential-print"},
	{"supabase branches list", "--project-ref: #fetch"},
	{"supabase db", "#sub"},
	{"supabase db diff", "--db-url:go/dburl -f,--file: --linked --local -s,--schema: --use-migra --use-pg-schema --use-pgadmin #project #fetch"},
	{"supabase db dump", "--data-only --db-url:go/dburl --dry-run -f,--file:write --keep-comments --linked --local -p,--password:text --role-only -s,--schema: --use-copy -x,--exclude: #go:pg-dump"},
	{"supabase db lint", "-* #project #fetch"},
	{"supabase db pull", "-* @text? #project #fetch"},
	{"supabase db push", "--db-url:go/dburl --dry-run --include-all --include-roles --include-seed --linked --local -p,--password:text #dry:--dry-run #go:supabase-push"},
	{"supabase db reset", "--db-url:go/dburl --last: --linked!production-data --local --no-seed --version: #find:stateful-resource"},
	{"supabase db start", "--from-backup:read #local"},
	{"supabase domains", "-* @text* #find:dns-cert-secret-store"},
	{"supabase functions", "#sub"},
	{"supabase functions delete", "-* @find/shared-artifact"},
	{"supabase functions deploy", "-* @text* #find:production-deploy"},
	{"supabase functions list", "--project-ref: #fetch"},
	{"supabase functions new", "@text #writes:supabase/functions"},
	{"supabase functions serve", "--env-file:read --import-map:recipe --inspect --inspect-main --inspect-mode: --no-verify-jwt @text? #project #listen"},
	{"supabase gen", "#sub"},
	{"supabase gen types", "-* @text? #project #fetch"},
	{"supabase init", "--force --use-orioledb --with-intellij-settings --with-vscode-settings #writes:supabase"},
	{"supabase inspect", "#sub"},
	{"supabase inspect db", "-* @text? #fetch"},
	{"supabase link", "-p,--password:text --project-ref:prod/repoint #local"},
	{"supabase migration", "#sub"},
	{"supabase migration down", "-* #go:migrate-back"},
	{"supabase migration fetch", "-* #project #fetch"},
	{"supabase migration list", "-* #project #fetch"},
	{"supabase migration new", "@text #writes:supabase/migrations"},
	{"supabase migration repair", "-* @text* #find:production-data"},
	{"supabase migration squash", "-* #project"},
	{"supabase migration up", "--db-url:go/dburl --include-all --linked --local #go:supabase-push"},
	{"supabase orgs", "#sub"},
	{"supabase orgs list", "#fetch"},
	{"supabase projects", "#sub"},
	{"supabase projects api-keys", "-* #find:credential-print"},
	{"supabase projects create", "-* @text? #find:quota-or-billing"},
	{"supabase projects delete", "-* @text? #find:bulk-cloud-delete"},
	{"supabase projects list", "#fetch"},
	{"supabase secrets", "#sub"},
	{"supabase secrets list", "--project-ref: #fetch"},
	{"supabase secrets set", "-* @text* #find:dns-cert-secret-store"},
	{"supabase secrets unset", "-* @text* #find:dns-cert-secret-store"},
	{"supabase seed", "-* @text* #go:migrate"},
	{"supabase services", "#fetch"},
	{"supabase start", "-x,--exclude: --ignore-health-check --preview #local #project"},
	{"supabase status", "--override-name: -o: #fetch"},
	{"supabase stop", "--all --backup --no-backup!stateful-resource --project-id: #local"},
	{"supabase storage", "#sub"},
	{"supabase storage ls", "-r,--recursive --linked --local @text? #fetch"},
	{"supabase storage rm", "-* @find/bulk-cloud-delete+"},
	{"supabase test", "#sub"},
	{"supabase test db", "-* @list* #project"},
	{"typeorm", "#sub"},
	{"typeorm cache:clear", "-d,--dataSource:recipe #go:migrate"},
	{"typeorm entity:create", "@outdir"},
	{"typeorm migration:create", "-o,--outputJs --esm -t,--timestamp: @text #writes:migrations"},
	{"typeorm migration:generate", "-d,--dataSource:recipe -p,--pretty -o,--outputJs --esm --dr,--dryrun --ch,--check -t,--timestamp: @text #project #writes:migrations"},
	{"typeorm migration:revert", "-d,--dataSource:recipe -t,--transaction: -f,--fake #go:migrate-back"},
	{"typeorm migration:run", "-d,--dataSource:recipe -t,--transaction: -f,--fake #go:migrate"},
	{"typeorm migration:show", "-d,--dataSource:recipe #project #fetch"},
	{"typeorm query", "-d,--dataSource:recipe @code/sql-postgres #project"},
	{"typeorm schema:drop", "-d,--dataSource:recipe #go:migrate-back"},
	{"typeorm schema:log", "-d,--dataSource:recipe #project #fetch"},
	{"typeorm schema:sync", "-d,--dataSource:recipe #go:migrate-back"},
	{"typeorm-ts-node-commonjs", "=typeorm"},
	{"typeorm-ts-node-esm", "=typeorm"},
	{"usql", "-c,--command: -f,--file: -w,--no-password -X,--no-init -o,--out:write -W,--password -1,--single-transaction -v,--set,--variable:text -q,--quiet -t,--tuples-only -A,--no-align -H,--html -J,--json -C,--csv -G,--vertical -V,--version @go/dburl? #go:psql"},
	{"vacuumdb", "&pg-connect -e,--echo -a,--all -f,--full -j,--jobs: -q,--quiet -t,--table: -v,--verbose -z,--analyze -Z,--analyze-only --analyze-in-stages @text? #go:migrate"},
	{"valkey-cli", "=redis-cli"},
}

func fragmentDB(name string) string {
	switch name {
	case "dbt-select":
		return "-s,--select,--models: -m --exclude: --selector: --defer --no-defer --favor-state --indirect-selection: --resource-type: --exclude-resource-type: --sample: --event-time-start: --event-time-end:"
	case "mysql-connect":
		return "-h,--host: -P,--port: -u,--user: -p,--password?:text -S,--socket: --protocol: --default-character-set: --defaults-file:read --defaults-extra-file:read --defaults-group-suffix: --no-defaults --print-defaults~ --login-path: --ssl? --ssl-mode: --ssl-ca:read --ssl-cert:read --ssl-key:read --skip-ssl!disarm-flag --tls-version: " +
			"--connect-timeout: --connect_timeout: --enable-cleartext-plugin!disarm-flag --get-server-public-key --plugin-dir:unsure --default-auth: --character-sets-dir:list -? --help --version --compress"
	case "pg-connect":
		return "-d,--dbname:go/dburl -h,--host: -p,--port: -U,--username: -w,--no-password -W,--password --help --version"
	case "pg-dump":
		return "-f,--file:outdir -v,--verbose --lock-wait-timeout: --no-sync -O,--no-owner -S,--superuser: --column-inserts,--attribute-inserts --disable-dollar-quoting --disable-triggers --enable-row-security --exclude-table-data: --extra-float-digits: --if-exists --include-foreign-data: --inserts --load-via-partition-root --no-comments --no-publications --no-security-labels --no-subscriptions --no-synchronized-snapshots --no-table-access-method --no-tablespaces --no-toast-compression --no-unlogged-table-data --on-conflict-do-nothing --quote-all-identifiers --rows-per-insert: --serializable-deferrable --strict-names --use-set-session-authorization --binary-upgrade --role:"
	}
	return ""
}

func wordDB(name string) func(*cmd, shellWord) {
	switch name {
	case "dburl":
		return (*cmd).dbText
	case "pipe-or-file":
		return func(c *cmd, w shellWord) {
			if w.Known && len(w.Text) > 0 && w.Text[0] == '|' {
				w.Text = w.Text[1:]
				c.shellText(w)
				return
			}
			c.write(w, true)
		}
	}
	return nil
}

func specialDB(name string) func(*cmd) {
	switch name {
	case "createdb":
		return createDatabase
	case "dropdb":
		return dropDatabase
	case "goose":
		return gooseMigrate
	case "migrate":
		return migrate
	case "migrate-back":
		return migrateBack
	case "migrate-deploy":
		return migrateDeploy
	case "migrate-unknown":
		return migrateUnknown
	case "mongo-dump":
		return mongoDump
	case "mongo-restore":
		return mongoRestore
	case "mongosh":
		return mongoShell
	case "mysql":
		return mysql
	case "mysqladmin":
		return mysqlAdmin
	case "mysqldump":
		return mysqlDump
	case "pg-dump":
		return pgDump
	case "pg-restore":
		return pgRestore
	case "psql":
		return psql
	case "redis":
		return redisCLI
	case "sql":
		return otherSQL
	case "sql-remote":
		return remoteSQL
	case "sqlite":
		return sqlite
	case "supabase-push":
		return supabasePush
	}
	return nil
}
