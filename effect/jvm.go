package effect

import (
	"path"
	"strings"

	"automode/shell"
)

// jvmFlags are options of java by which it loads or runs more than the program.
var jvmFlags = [...]string{"-agentlib", "-agentpath", "-javaagent", "-XX:OnError", "-XX:OnOutOfMemoryError", "-Xbootclasspath", "-Djava.security.manager", "-Dcom.sun.management.jmxremote", "--patch-module", "-Djava.library.path"}

// java runs a program of the project's, by class, jar or source file.
func (c *cmd) java() {
	for i := 0; i < len(c.args); i++ {
		w := c.args[i]
		c.flowWord(w)
		if !w.Known {
			c.unsure("which program java runs is not known", w)
			return
		}
		text := w.Text
		for _, f := range jvmFlags {
			if strings.HasPrefix(text, f) {
				c.unsure("it makes Java load something else", w)
				return
			}
		}
		switch {
		case text == "-version", text == "--version", text == "-help", text == "--help", text == "-showversion", text == "--list-modules", text == "-X":
			c.does(Print, "")
			return
		case text == "-jar":
			if i+1 >= len(c.args) {
				return
			}
			c.jarRun(c.args[i+1])
			c.toTask(c.args[i+2:])
			return
		case text == "-m" || text == "--module":
			c.runsProjectCode()
			return
		case text == "-cp", text == "-classpath", text == "--class-path", text == "-p", text == "--module-path", text == "--add-modules", text == "--add-opens", text == "--add-exports", text == "--add-reads", text == "--source":
			i++
			if i < len(c.args) && strings.Contains(text, "c") {
				c.classpath(c.args[i])
			}
		case strings.HasPrefix(text, "@"):
			c.unsure("options in a file are not looked into", w)
			return
		case strings.HasPrefix(text, "-"):
		case strings.HasSuffix(text, ".java"):
			c.script("java", w)
			c.toTask(c.args[i+1:])
			return
		default: // a class
			c.mainClass(w)
			c.toTask(c.args[i+1:])
			return
		}
	}
	c.does(Print, "")
}

// mainClass runs a class of the project's, compiled earlier.
func (c *cmd) mainClass(w shell.Word) {
	src := strings.ReplaceAll(w.Text, ".", "/") + ".java"
	for _, dir := range [...]string{"", "src/", "src/main/java/", "src/test/java/"} {
		p := c.placeOf(dir+src, false)
		if p.known && (c.r.wrote[p.path] != nil || c.r.sess.Files[p.path].Wrote) {
			c.scriptAt("java", p, w)
		}
	}
	c.runsProjectCode()
}

// classpath judges where classes are loaded from.
func (c *cmd) classpath(w shell.Word) {
	for part := range strings.SplitSeq(w.Text, ":") {
		if p := c.placeOf(strings.TrimSuffix(part, "*"), false); p.known {
			f := c.r.sess.Files[p.path]
			if m := c.r.wrote[p.path]; f.Fetched || m != nil && m.fetched {
				c.find(Run, "download-and-run", p.path, "loads "+p.path+", which was fetched", w)
			} else if !c.r.rooted(p.path) && c.r.isTemp(p.path) {
				c.unsure("it loads classes from "+p.path, w)
			}
		}
	}
}

// jarRun runs a jar: one that the project builds, or one that is not known.
func (c *cmd) jarRun(w shell.Word) {
	for _, p := range c.places(w) {
		dir := ""
		if p.known {
			dir = path.Base(path.Dir(p.path))
			if dir == "libs" {
				dir = path.Base(path.Dir(path.Dir(p.path)))
			}
		}
		m, f := c.r.wrote[p.path], c.r.sess.Files[p.path]
		if p.known && c.r.rooted(p.path) && (dir == "target" || dir == "build" || dir == "dist" || dir == "out") && (m == nil || m.built) && !f.Fetched && (!f.Wrote || f.Built) {
			c.runsProjectCode()
			return
		}
		if p.glob {
			c.unsure("which jar it runs is not known", w)
			return
		}
		c.script("", w)
	}
}

// javac compiles. Annotation processors on the class path run as it does so.
func (c *cmd) javac() {
	var sources []shell.Word
	wrote := false
	for i := 0; i < len(c.args); i++ {
		w := c.args[i]
		c.flowWord(w)
		switch text := w.Text; {
		case text == "" && !w.Known:
			if !c.tame(w) {
				if _, plain, ok := c.found(w); !ok || !plain {
					c.unsure("what it compiles is not known", w)
				}
			}
			sources = append(sources, w)
		case text == "-d", text == "-s", text == "-h":
			i++
			if i < len(c.args) {
				c.writeBelow(c.args[i])
				wrote = true
			}
		case text == "-cp", text == "-classpath", text == "--class-path", text == "-sourcepath", text == "--source-path", text == "-p", text == "--module-path", text == "-source", text == "--source", text == "-target", text == "--target",
			text == "--release", text == "-encoding", text == "--add-modules", text == "--add-exports", text == "-m", text == "--module":
			i++
		case text == "-processor", text == "-processorpath", text == "--processor-path", strings.HasPrefix(text, "-J"), strings.HasPrefix(text, "-Xplugin"), strings.HasPrefix(text, "@"), strings.HasPrefix(text, "--processor-module-path"):
			c.unsure("it makes the compiler load or run something else", w)
		case text == "-version", text == "--version", text == "-help", text == "--help", text == "-X":
			c.does(Print, "")
			return
		case strings.HasPrefix(text, "-"):
		default:
			c.read(w)
			sources = append(sources, w)
		}
	}
	if len(sources) > 0 && !wrote {
		c.writeBelow(word("."))
	}
	if len(sources) > 0 && !c.cleanSources(sources) {
		c.does(Local, c.name) // running it judges the sources again
	}
}

// jmap shows what a running program holds, or dumps it.
func (c *cmd) jmap() {
	if v, ok := c.value("-dump"); ok {
		_, file, _ := strings.Cut(v.Text, "file=")
		file, _, _ = strings.Cut(file, ",")
		c.write(word(file), true)
		return
	}
	c.does(Print, "")
}

// jshell runs snippets of Java.
func (c *cmd) jshell() {
	c.unsure("code in Java snippets is not looked into")
}

// maven runs phases and goals.
func (c *cmd) maven() {
	for _, o := range c.opts {
		text := o.name
		if o.has {
			text += "=" + o.value.Text
		}
		c.mavenProperty(text, o.value)
	}
	ran := false
	for _, w := range c.pos {
		if !w.Known {
			c.unsure("which goal it runs is not known", w)
			continue
		}
		c.mavenGoal(w)
		ran = true
	}
	if !ran {
		c.does(Print, "")
		return
	}
	c.runsProjectCode()
}

func (c *cmd) mavenProperty(text string, w shell.Word) {
	switch {
	case strings.Contains(text, "ssl.insecure=true"), strings.Contains(text, "ssl.allowall=true"), strings.Contains(text, "gpg.skip"), strings.Contains(text, "dependency-check.skip"):
		c.find(Run, "disarm-flag", text, "switches a check off", w)
	case strings.Contains(text, "://") && !isLocal(hostOf(text[strings.Index(text, "://")-5:])) && (strings.Contains(strings.ToLower(text), "repo") || strings.Contains(strings.ToLower(text), "mirror")):
		c.find(Install, "registry-bypass", text, "takes packages from another place than usual", w)
	case strings.Contains(text, "maven.repo.local=/tmp/"), strings.Contains(text, "maven.repo.local=/dev/shm/"):
		c.unsure("it takes packages from a folder that anybody may write", w)
	case strings.Contains(text, "exec.executable"), strings.Contains(text, "altDeploymentRepository"), strings.Contains(text, "maven.ext.class.path"):
		c.unsure("it makes Maven run or use something else", w)
	}
}

func (c *cmd) mavenGoal(w shell.Word) {
	goal := w.Text
	switch goal {
	case "deploy", "site-deploy":
		c.find(Remote, "public-publication", goal, "publishes to a repository", w)
		return
	}
	prefix, name, ok := strings.Cut(goal, ":")
	if !ok {
		return // a phase
	}
	if strings.Count(goal, ":") >= 2 {
		switch {
		case strings.HasPrefix(goal, "org.apache.maven.plugins:"), strings.HasPrefix(goal, "org.codehaus.mojo:"), strings.HasPrefix(goal, "org.springframework.boot:"), strings.HasPrefix(goal, "com.diffplug.spotless:"), strings.HasPrefix(goal, "org.jacoco:"), strings.HasPrefix(goal, "io.quarkus:"):
			name = goal[strings.LastIndexByte(goal, ':')+1:]
			if name == "deploy" {
				c.find(Remote, "public-publication", goal, "publishes to a repository", w)
			}
			return
		}
		if f := c.nearest("pom.xml"); f.known && strings.Contains(f.text, strings.Split(goal, ":")[1]) {
			return
		}
		c.find(Run, "unpinned-tool-run", goal, "runs a plugin that the project does not declare", w)
		return
	}
	switch prefix {
	case "deploy", "release", "nexus-staging", "gpg", "docker", "jib", "central-publishing", "scm", "wagon", "k8s", "appengine", "azure-webapp", "heroku", "elasticbeanstalk":
		switch name {
		case "help", "buildTar", "dockerBuild":
			return
		case "build", "push", "deploy", "deploy-file", "perform", "prepare", "release", "publish", "checkin", "upload", "run", "apply":
			if prefix == "docker" && name == "build" {
				return
			}
			c.find(Remote, "public-publication", goal, "publishes", w)
			return
		}
		c.unsure("what the goal "+goal+" reaches is not known", w)
	case "flyway", "liquibase":
		c.migrates()
	case "sonar":
		c.unsure("it sends the project to a server", w)
	}
}

// gradle runs tasks.
func (c *cmd) gradle() {
	if c.has("-v", "--status", "--stop", "-h") {
		c.does(Local, c.name)
		return
	}
	for _, o := range c.opts {
		if o.name == "-P" || o.name == "-D" {
			if productionValue(o.value) && !strings.HasPrefix(o.value.Text, "skip") {
				c.find(Remote, "production-deploy", o.value.Text, "is told to act on production", o.value)
			}
		}
	}
	if len(c.pos) == 0 {
		c.runsProjectCode()
		return
	}
	for _, w := range c.pos {
		if !w.Known {
			c.unsure("which task it runs is not known", w)
			continue
		}
		name := w.Text[strings.LastIndexByte(w.Text, ':')+1:]
		switch {
		case strings.HasPrefix(name, "publish") && strings.HasSuffix(name, "MavenLocal"):
		case strings.HasPrefix(name, "publish"), strings.HasPrefix(name, "upload"), strings.HasPrefix(name, "bintray"), strings.HasPrefix(name, "closeAndRelease"), name == "jib", strings.HasSuffix(name, "Push"):
			c.find(Remote, "public-publication", w.Text, "publishes", w)
		case gradleTask(name):
		default:
			if entry, _ := taskEntry(name); entry != "" {
				c.namedTask(name, w)
			} else if f := c.nearest("build.gradle.kts", "build.gradle"); !f.known || !strings.Contains(f.text, name) {
				c.unsure("what the task "+clip(name)+" does is not known", w)
			}
		}
	}
	c.runsProjectCode()
}

// gradleTask tells whether a name is one of the tasks that plugins in wide use
// bring, all of which stay within the project.
func gradleTask(name string) bool {
	switch name {
	case "build", "assemble", "check", "test", "clean", "jar", "classes", "testClasses", "javadoc", "dokka", "dokkaHtml", "run", "bootRun", "bootJar", "bootWar", "war", "ear", "distZip", "distTar", "installDist", "dependencies", "dependencyInsight", "dependencyUpdates",
		"tasks", "help", "projects", "properties", "components", "model", "outgoingVariants", "buildEnvironment", "javaToolchains", "wrapper", "init", "idea", "eclipse", "lint", "detekt", "ktlint", "spotbugs", "pmd", "checkstyle", "jacoco", "koverHtmlReport", "koverXmlReport", "koverVerify", "buildNeeded", "buildDependents", "shadowJar",
		"format", "spotless", "versions", "signingReport", "sourceSets", "updateDaemonJvm", "quarkusDev", "quarkusBuild", "runIde", "verifyPlugin", "allTests", "jvmTest", "apiCheck", "apiDump", "nativeCompile", "nativeTest", "licenseMain", "rewriteDryRun", "rewriteRun":
		return true
	}
	for _, p := range [...]string{"assemble", "compile", "test", "check", "lint", "clean", "bundle", "generate", "process", "ktlint", "detekt", "spotless", "jacoco", "checkstyle", "spotbugs", "pmd", "link", "verify", "build", "connected", "merge", "jvm", "js", "wasm", "ios"} {
		if rest, ok := strings.CutPrefix(name, p); ok && rest != "" && rest[0] >= 'A' && rest[0] <= 'Z' {
			return true
		}
	}
	for _, s := range [...]string{"Test", "Tests", "Check", "Apply", "Format", "Jar", "Classes", "Report", "Lint", "Docs", "UnitTest", "AndroidTest", "Dependencies"} {
		if strings.HasSuffix(name, s) {
			return true
		}
	}
	return false
}

// ant runs targets of a build file.
func (c *cmd) ant() {
	for _, w := range c.pos {
		c.namedTask(w.Text, w)
	}
	if f := c.nearest("build.xml"); f.changed {
		c.unsure("it runs " + f.path + ", which was changed")
	}
	c.runsProjectCode()
}

// sbt runs commands of the build.
func (c *cmd) sbt() {
	if len(c.pos) == 0 && !c.has("--version", "-version", "--help") {
		c.unsure("sbt without a command opens a session whose input is not seen")
		return
	}
	for _, w := range c.pos {
		for part := range strings.FieldsSeq(w.Text) {
			name := part[strings.LastIndexByte(part, '/')+1:]
			switch name {
			case "publish", "publishSigned", "release", "sonatypeRelease", "sonatypeBundleRelease", "ci-release":
				c.find(Remote, "public-publication", name, "publishes", w)
			case "shell", "console", "consoleQuick", "eval":
				c.unsure("it opens a session or runs text", w)
			default:
				if name != "publishLocal" {
					c.namedTask(name, w)
				}
			}
		}
	}
	c.runsProjectCode()
}
