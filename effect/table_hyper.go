package effect

// tableHyper: the clients of clouds and of their storage.
var tableHyper = []Program{
	{"aliyun", "&cloud-any"},
	{"aws", "&aws -* #shows @text* #operands #inert #go:aws"},
	{"aws-vault", "#sub --debug --backend: --prompt: --keychain:"},
	{"aws-vault add", "-* @text* #find:credential-borrow"},
	{"aws-vault export", "-* @text* #find:credential-print"},
	{"aws-vault list", "--profiles --sessions --credentials"},
	{"aws-vault ls", "=aws-vault_list"},
	{"aws-vault remove", "-* @text* #find:account-change"},
	{"aws-vault rotate", "-* @text* #find:account-change"},
	{"awslocal", "&aws -* #shows @text* #operands #inert #go:aws"},
	{"az", "&az -* --prefix: --target: @text* #operands #inert #go:az"},
	{"azcopy", "--recursive? --include-pattern: --exclude-pattern: --include-path: --exclude-path: --overwrite: --put-md5 --log-level: --output-type: --output-level: --dry-run --delete-destination: --from-to: --block-size-mb: --cap-mbps: --check-length? @text* #operands #dry:--dry-run #go:azcopy"},
	{"bq", "%long -project_id: -dataset_id: -location: -format: -q -quiet -use_legacy_sql? -nouse_legacy_sql -max_rows: -n: -max_results: -dry_run -maximum_bytes_billed: -destination_table: -replace -append_table -label: -parameter: -schema -view -d -j -p -a -all -filter: -headless -apilog:write -bigqueryrc:read -batch? -use_cache? -nouse_cache -job_id: -synchronous_mode? -job_timeout_ms: -r -f -t -sync -debug_mode -start_row: -s: -c: -encryption_service_account @text* #operands #go:bq"},
	{"civo", "&cloud-any"},
	{"doctl", "&cloud-any"},
	{"eksctl", "#sub #everywhere -p,--profile:prod/repoint -r,--region: -v,--verbose: -C,--color: --timeout: -d,--dumpLogs"},
	{"eksctl completion", "@text"},
	{"eksctl create", "-* @text* #find:quota-or-billing"},
	{"eksctl delete", "-* @text* #find:protected-iac"},
	{"eksctl drain", "-* @text* #find:node-removal"},
	{"eksctl enable", "-* @text* #find:protected-iac"},
	{"eksctl get", "-A,--all-regions --cluster: -o,--output: -n,--name: --nodegroup-name: --namespace: -f,--config-file:read --chunk-size: @text* #fetch"},
	{"eksctl info", "-o,--output:"},
	{"eksctl scale", "-* @text* #find:protected-iac"},
	{"eksctl update", "-* @text* #find:protected-iac"},
	{"eksctl upgrade", "-* @text* #find:protected-iac"},
	{"eksctl utils", "#sub"},
	{"eksctl utils describe-stacks", "--cluster: -n,--name: --all --events --trail #fetch"},
	{"eksctl utils write-kubeconfig", "-c,--cluster:prod/repoint -n,--name: --kubeconfig:unsure --authenticator-role-arn: --auto-kubeconfig --set-kubeconfig-context? #local"},
	{"eksctl version", "-o,--output:"},
	{"exo", "&cloud-any"},
	{"gcloud", "&gcloud -* @text* #operands #inert #go:gcloud"},
	{"gsutil", "-m -q -D -DD -o:text -h: -i: -u: -r -R -n -d -c -C -e -P -p -x: -y: -j: -J -z: -Z -a: -v -L:write -l -b -s -A -f -U -k -I -w -t @text* #operands #go:gsutil"},
	{"hcloud", "&cloud-any"},
	{"ibmcloud", "&cloud-any"},
	{"linode-cli", "&cloud-any"},
	{"localstack", "#sub"},
	{"localstack config", "#sub"},
	{"localstack config show", ""},
	{"localstack logs", "-f,--follow -n,--tail:"},
	{"localstack start", "--docker --host~ -d,--detached --no-banner --network: -e,--env:text -p,--publish:go/publish -v,--volume:go/mount --host-dns~ -s,--stack: #local"},
	{"localstack status", "--format: @text?"},
	{"localstack stop", "#local"},
	{"localstack wait", "-t,--timeout:"},
	{"mc", "#sub --config-dir:unsure -C -q,--quiet --no-color --json --debug --insecure!disarm-flag --resolve:unsure --limit-upload: --limit-download:"},
	{"mc alias", "#sub"},
	{"mc alias list", "@text?"},
	{"mc alias ls", "@text?"},
	{"mc alias set", "-* @text* #find:repoint"},
	{"mc anonymous", "-* @text* #find:grant-access"},
	{"mc cat", "-* @text* #fetch"},
	{"mc du", "-* @text* #fetch"},
	{"mc find", "--name: --path: --regex: --larger: --smaller: --newer-than: --older-than: --print: --maxdepth: --watch @text* #fetch"},
	{"mc head", "-* @text* #fetch"},
	{"mc ls", "-* @text* #fetch"},
	{"mc mb", "-* @text* #find:shared-artifact"},
	{"mc ping", "-* @text* #fetch"},
	{"mc rb", "-* @text* #find:bulk-cloud-delete"},
	{"mc rm", "-* @text* #find:bulk-cloud-delete"},
	{"mc share", "-* @text* #find:grant-access"},
	{"mc stat", "-* @text* #fetch"},
	{"mc tree", "-* @text* #fetch"},
	{"oci", "&cloud-any"},
	{"openstack", "&cloud-any"},
	{"rclone", "#sub #everywhere &rclone"},
	{"rclone about", "--full --json @text #fetch"},
	{"rclone bisync", "-* @text @text #find:bulk-cloud-delete"},
	{"rclone cat", "--count: --head: --tail: --offset: --discard --separator: @go/rclone-read #fetch"},
	{"rclone check", "--one-way --download -C,--checkfile: --combined:write --differ:write --error:write --match:write --missing-on-dst:write --missing-on-src:write @go/rclone-read @go/rclone-read #fetch"},
	{"rclone cleanup", "-* @find/bulk-cloud-delete"},
	{"rclone config", "#sub #unsure:it_asks_questions_and_keeps_credentials"},
	{"rclone config create", "-* @text* #find:repoint"},
	{"rclone config delete", "@find/irreversible-local"},
	{"rclone config dump", "#find:credential-print"},
	{"rclone config file", ""},
	{"rclone config paths", ""},
	{"rclone config providers", ""},
	{"rclone config show", "@text* #find:credential-print"},
	{"rclone config update", "-* @text* #find:repoint"},
	{"rclone copy", "--create-empty-src-dirs @text* #operands #dry:-n #go:rclone"},
	{"rclone copyto", "@text* #operands #dry:-n #go:rclone"},
	{"rclone copyurl", "-* @text* #find:shared-artifact"},
	{"rclone cryptcheck", "-* @go/rclone-read @go/rclone-read #fetch"},
	{"rclone dedupe", "-* @text* #find:bulk-cloud-delete"},
	{"rclone delete", "--rmdirs @text #dry:-n #find:bulk-cloud-delete"},
	{"rclone deletefile", "@text #dry:-n #find:bulk-cloud-delete"},
	{"rclone hashsum", "-* @text* #fetch"},
	{"rclone link", "-* @text #find:grant-access"},
	{"rclone listremotes", "--long --json --source: --type: --description: --order-by: @text?"},
	{"rclone ls", "@go/rclone-read #fetch"},
	{"rclone lsd", "-R @go/rclone-read #fetch"},
	{"rclone lsf", "--absolute --csv --dir-slash --dirs-only --files-only -F,--format: --hash: -R --separator: @go/rclone-read #fetch"},
	{"rclone lsjson", "--dirs-only -M --files-only --hash --hash-type: --no-mimetype --no-modtime --original -R --stat @go/rclone-read #fetch"},
	{"rclone lsl", "@go/rclone-read #fetch"},
	{"rclone md5sum", "--base64 -C,--checkfile: --download --output-file:write @go/rclone-read #fetch"},
	{"rclone mkdir", "@text #dry:-n #find:shared-artifact"},
	{"rclone mount", "-* @text @text #find:shared-artifact"},
	{"rclone move", "--create-empty-src-dirs --delete-empty-src-dirs @text* #operands #dry:-n #go:rclone"},
	{"rclone moveto", "@text* #operands #dry:-n #go:rclone"},
	{"rclone ncdu", "@go/rclone-read #channel"},
	{"rclone obscure", "@text"},
	{"rclone purge", "@text #dry:-n #find:bulk-cloud-delete"},
	{"rclone rcat", "-* @text #go:rclone-stdin"},
	{"rclone rmdir", "@text #dry:-n #find:bulk-cloud-delete"},
	{"rclone rmdirs", "-* @text #dry:-n #find:bulk-cloud-delete"},
	{"rclone serve", "-* @text* #find:expose-service"},
	{"rclone sha1sum", "=rclone_md5sum"},
	{"rclone size", "--json @go/rclone-read #fetch"},
	{"rclone sync", "--create-empty-src-dirs @text* #operands #dry:-n #go:rclone"},
	{"rclone touch", "-* @text #find:shared-artifact"},
	{"rclone tree", "-a,--all -D,--dirs-only --dirsfirst --full-path --human --level: --noindent --noreport -o,--output:write -p,--protections -Q,--quote -s,--size --sort: --sort-ctime -t --unsorted -U --version -C,--color @go/rclone-read #fetch"},
	{"rclone version", "--check --deps"},
	{"s3cmd", "-* @text* #operands #inert #go:s3cmd"},
	{"s5cmd", "-* @text* #operands #inert #go:s3cmd"},
	{"scw", "&cloud-any"},
	{"tccli", "&cloud-any"},
	{"vultr-cli", "&cloud-any"},
	{"yc", "&cloud-any"},
}

func fragmentHyper(name string) string {
	switch name {
	case "aws":
		return "--debug --endpoint-url: --no-verify-ssl!disarm-flag --no-paginate --output: --query: --profile: --region: --version --color: --no-sign-request --ca-bundle:read --cli-read-timeout: --cli-connect-timeout: --cli-binary-format: --no-cli-pager --cli-auto-prompt --no-cli-auto-prompt --page-size: --max-items: --starting-token: --generate-cli-skeleton? --cli-input-json: --cli-input-yaml: " +
			"--dryrun --dry-run --recursive --human-readable --summarize --exclude: --include: --acl: --quiet --no-progress --only-show-errors --delete --size-only --exact-timestamps --follow-symlinks --no-follow-symlinks --storage-class: --content-type: --cache-control: --metadata: --sse? --sse-kms-key-id: --force --expires-in: --request-payer? --grants: --with-decryption --include-values --since: --follow --filters: --filter: --instance-ids: --bucket: --key: --name: --names: --stack-name: --function-name: --cluster: --cluster-name: --services: --service: --table-name: --log-group-name: --role-name: --user-name: --policy-arn: --db-instance-identifier: --secret-id: --queue-url: --topic-arn: --hosted-zone-id: --group-id: --repository-name: --image-ids:"
	case "az":
		return "-o,--output: --query: --subscription: -g,--resource-group: -n,--name: --debug --verbose --only-show-errors -f,--file: -s,--source: -d,--destination: --dest: --path: -m,--method: -u,--url,--uri: --account-name: -c,--container-name: --yes -y --no-wait --location: -l --vault-name: --server: --workspace-name: -w --project: --organization: --headers: -b,--body: --resource: --ids: --id:"
	case "cloud-any":
		return "-o,--output: --format: --no-header --json --region: --project: --profile: --config:read --context: -h,--help --version --query: --all --no-headers --text --pretty --delimiter: -* @text* #operands #inert #go:cloud"
	case "gcloud":
		return "--account: --billing-project: --configuration: --flags-file:unsure --flatten: --format: --impersonate-service-account:unsure --log-http --project: --quiet -q --trace-token: --user-output-enabled? --verbosity: --access-token-file:unsure --version --zone: --region: --location: --filter: --limit: --sort-by: --page-size: --uri --cluster: --instance: --service: --secret: --keyring: --key: --global --zones: --regions: --repository: --key-file: --recursive -r -R --delete-unmatched-destination-objects -d --predefined-acl: --sql: --database: --topic: --subscription: --bucket: --async --command: --ssh-flag: --ssh-key-file: --freshness: --order: --dry-run"
	case "rclone":
		return "-n,--dry-run -v,--verbose -q,--quiet -P,--progress -i,--interactive --transfers: --checkers: --bwlimit: --config:unsure --exclude: --exclude-from:read --include: --include-from:read --filter: -f --filter-from:read --files-from:read --max-age: --min-age: --max-size: --min-size: --max-depth: --fast-list --size-only --checksum -c --update -u --ignore-existing --ignore-times -I --no-traverse --stats: --stats-one-line --log-file:write --log-level: --retries: --low-level-retries: --tpslimit: --timeout: --contimeout: --max-delete: --delete-after --delete-before --delete-during --delete-excluded --backup-dir: --suffix: --track-renames --no-check-certificate!disarm-flag --drive-shared-with-me --human-readable -L,--copy-links -l,--links --use-json-log --order-by: --cutoff-mode: --max-transfer: --metadata -M --immutable --no-check-dest --compare-dest: --copy-dest: --buffer-size: --multi-thread-streams: --s3-no-check-bucket --inplace --dump:unsure --password-command:unsure"
	}
	return ""
}

func wordHyper(name string) func(*cmd, shellWord) {
	switch name {
	case "rclone-read":
		return rcloneRead
	}
	return nil
}

func specialHyper(name string) func(*cmd) {
	switch name {
	case "aws":
		return aws
	case "az":
		return azure
	case "azcopy":
		return azcopy
	case "bq":
		return bigquery
	case "cloud":
		return otherCloud
	case "gcloud":
		return gcloud
	case "gsutil":
		return gsutil
	case "rclone":
		return rclone
	case "rclone-stdin":
		return rcloneStdin
	case "s3cmd":
		return s3cmd
	}
	return nil
}
