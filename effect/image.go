package effect

import "strings"

// imageName parts a container image's reference into its repository and its
// tag; the tag is "latest" where neither tag nor digest is given.
func imageName(ref string) (repo, tag string) {
	ref = strings.TrimPrefix(strings.TrimPrefix(ref, "docker://"), "docker.io/")
	ref = strings.TrimPrefix(strings.TrimPrefix(ref, "index.docker.io/"), "library/")
	if i := strings.IndexByte(ref, '@'); i >= 0 {
		ref = ref[:i]
	}
	tag = "latest"
	if i := strings.LastIndexByte(ref, ':'); i > strings.LastIndexByte(ref, '/') {
		ref, tag = ref[:i], ref[i+1:]
	}
	return ref, tag
}

// imageHost is the registry a reference names, empty for the default one.
func imageHost(ref string) string {
	host, _, ok := strings.Cut(strings.TrimPrefix(ref, "docker://"), "/")
	if ok && (strings.ContainsAny(host, ".:") || host == "localhost") && host != "docker.io" && host != "index.docker.io" {
		return host
	}
	return ""
}

// knownImage tells whether an image comes from a publisher that everybody
// knows: the official images, and those of the makers of the software.
func knownImage(ref string) bool {
	repo, _ := imageName(ref)
	if repo == "" || strings.ContainsAny(repo, " \t$`") {
		return false
	}
	if !strings.Contains(repo, "/") {
		return officialImage(repo)
	}
	for _, p := range [...]string{"mcr.microsoft.com/", "gcr.io/distroless/", "gcr.io/google-containers/", "gcr.io/google.com/cloudsdktool/", "gcr.io/kaniko-project/",
		"registry.k8s.io/", "k8s.gcr.io/", "public.ecr.aws/docker/library/", "public.ecr.aws/lambda/", "public.ecr.aws/amazonlinux/", "public.ecr.aws/sam/", "docker.elastic.co/",
		"registry.access.redhat.com/", "quay.io/fedora/", "quay.io/centos/", "quay.io/prometheus/", "quay.io/keycloak/", "quay.io/argoproj/", "nvcr.io/nvidia/", "ghcr.io/astral-sh/",
		"ghcr.io/hadolint/", "ghcr.io/actions/", "gitlab/", "registry.gitlab.com/gitlab-org/"} {
		if strings.HasPrefix(repo, p) {
			return true
		}
	}
	if imageHost(ref) != "" {
		return false
	}
	org, _, _ := strings.Cut(repo, "/")
	switch org {
	case "amazon", "anchore", "apache", "aquasec", "argoproj", "bitnami", "bitnamilegacy", "chromadb", "circleci", "clickhouse", "cockroachdb", "confluentinc", "curlimages", "cypress",
		"datadog", "dgraph", "docker", "envoyproxy", "fluent", "fluxcd", "gitlab", "golangci", "google", "grafana", "hadolint", "hashicorp", "istio", "jenkins", "keycloak", "kindest",
		"koalaman", "localstack", "mailhog", "minio", "moby", "mysql", "newrelic", "nginxinc", "nvidia", "opensearchproject", "openpolicyagent", "otel", "pgvector", "postgis", "postman",
		"prom", "pytorch", "qdrant", "rancher", "redis", "rhysd", "selenium", "semgrep", "sonarsource", "tensorflow", "testcontainers", "timescale", "trufflesecurity", "wiremock", "zricethezav":
		return true
	}
	return false
}

// officialImage: the official images that people use.
func officialImage(name string) bool {
	switch name {
	case "adminer", "almalinux", "alpine", "amazoncorretto", "amazonlinux", "arangodb", "archlinux", "bash", "buildpack-deps", "busybox", "caddy", "cassandra", "centos",
		"chronograf", "clojure", "composer", "consul", "couchbase", "couchdb", "crate", "dart", "debian", "docker", "drupal", "eclipse-mosquitto", "eclipse-temurin",
		"elasticsearch", "elixir", "emqx", "erlang", "fedora", "flink", "fluentd", "gcc", "ghost", "golang", "gradle", "groovy", "haproxy", "haskell", "hello-world", "httpd",
		"ibm-semeru-runtimes", "ibmjava", "influxdb", "jetty", "joomla", "jruby", "julia", "kapacitor", "kibana", "kong", "liquibase", "logstash", "mariadb", "matomo", "maven",
		"mediawiki", "memcached", "mongo", "mongo-express", "mono", "mysql", "nats", "neo4j", "nextcloud", "nginx", "node", "odoo", "openjdk", "open-liberty", "opensuse", "oraclelinux", "percona", "perl",
		"photon", "php", "phpmyadmin", "postgres", "pypy", "python", "r-base", "rabbitmq", "redis", "redmine", "registry", "rethinkdb", "rockylinux", "ros", "ruby", "rust",
		"sapmachine", "solr", "sonarqube", "spark", "swift", "swipl", "telegraf", "tomcat", "tomee", "traefik", "ubuntu", "unit", "varnish", "vault", "wordpress", "zookeeper":
		return true
	}
	return false
}

// builtImage tells whether this session, or an earlier part of this call,
// built or tagged the image.
func (c *cmd) builtImage(ref string) bool {
	repo, tag := imageName(ref)
	key := "image:" + repo + ":" + tag
	if c.r.sess.Names[key] {
		return true
	}
	for _, n := range c.r.rep.names {
		if n == key {
			return true
		}
	}
	return false
}

// buildsImage notes the tag under which an image is built.
func (c *cmd) buildsImage(ref string) {
	if repo, tag := imageName(ref); repo != "" {
		c.r.rep.names = append(c.r.rep.names, "image:"+repo+":"+tag)
	}
}
