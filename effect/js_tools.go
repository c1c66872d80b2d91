package effect

// jsPackages gives the packages that may bring a program of that name, besides
// the one of the same name.
func jsPackages(bin string) []string {
	switch bin {
	case "tsc", "tsserver":
		return []string{"typescript"}
	case "playwright":
		return []string{"@playwright/test", "playwright-core"}
	case "ng":
		return []string{"@angular/cli"}
	case "vue-cli-service":
		return []string{"@vue/cli-service"}
	case "biome":
		return []string{"@biomejs/biome"}
	case "graphql-codegen", "gql-gen":
		return []string{"@graphql-codegen/cli"}
	case "babel":
		return []string{"@babel/cli"}
	case "swc":
		return []string{"@swc/cli"}
	case "changeset":
		return []string{"@changesets/cli"}
	case "commitlint":
		return []string{"@commitlint/cli"}
	case "eleventy":
		return []string{"@11ty/eleventy"}
	case "cap":
		return []string{"@capacitor/cli"}
	case "nest":
		return []string{"@nestjs/cli"}
	case "svelte-kit":
		return []string{"@sveltejs/kit"}
	case "remix", "remix-serve":
		return []string{"@remix-run/dev", "@remix-run/serve"}
	case "react-router":
		return []string{"@react-router/dev"}
	case "webpack", "webpack-cli", "webpack-dev-server":
		return []string{"webpack-cli", "webpack", "webpack-dev-server"}
	case "storybook", "start-storybook", "build-storybook", "sb":
		return []string{"storybook", "@storybook/cli", "@storybook/react"}
	case "tailwindcss", "tailwind":
		return []string{"tailwindcss", "@tailwindcss/cli"}
	case "postcss":
		return []string{"postcss-cli"}
	case "sentry-cli":
		return []string{"@sentry/cli"}
	case "markdownlint":
		return []string{"markdownlint-cli"}
	case "run-s", "run-p", "npm-run-all":
		return []string{"npm-run-all", "npm-run-all2"}
	case "ncu", "npm-check-updates":
		return []string{"npm-check-updates"}
	case "wdio":
		return []string{"@wdio/cli"}
	case "stryker":
		return []string{"@stryker-mutator/core"}
	case "openapi-generator-cli":
		return []string{"@openapitools/openapi-generator-cli"}
	case "redocly":
		return []string{"@redocly/cli"}
	case "spectral":
		return []string{"@stoplight/spectral-cli"}
	case "tauri":
		return []string{"@tauri-apps/cli"}
	case "expo":
		return []string{"expo", "@expo/cli"}
	case "react-native":
		return []string{"react-native", "@react-native-community/cli"}
	case "typeorm":
		return []string{"typeorm", "typeorm-ts-node-commonjs"}
	case "nuxi":
		return []string{"nuxt", "nuxi"}
	case "release-it", "semantic-release", "standard-version":
		return []string{bin}
	case "firebase":
		return []string{"firebase-tools"}
	case "netlify":
		return []string{"netlify-cli"}
	case "cdk":
		return []string{"aws-cdk"}
	case "sls":
		return []string{"serverless"}
	case "depcruise":
		return []string{"dependency-cruiser"}
	case "size-limit":
		return []string{"size-limit", "@size-limit/file"}
	case "web-test-runner", "wtr":
		return []string{"@web/test-runner"}
	case "c8", "nyc", "jest", "vitest", "mocha", "ava":
		return []string{bin}
	}
	return []string{bin + "-cli", "@" + bin + "/cli", "@" + bin + "/core"}
}

// jsBin is the program that a package of a scope brings.
func jsBin(pkg string) string {
	switch pkg {
	case "@playwright/test":
		return "playwright"
	case "@biomejs/biome":
		return "biome"
	case "@angular/cli":
		return "ng"
	case "typescript":
		return "tsc"
	case "@11ty/eleventy":
		return "eleventy"
	case "@changesets/cli":
		return "changeset"
	case "npm-check-updates":
		return "ncu"
	case "webpack-cli":
		return "webpack"
	case "markdownlint-cli":
		return "markdownlint"
	}
	return ""
}

// knownJSTool tells whether a program of that name is one of JavaScript's tools
// that have rows.
func knownJSTool(bin string) bool {
	if jsBin(bin) != "" {
		return true
	}
	switch bin {
	case "test", "build", "start", "lint", "dev", "serve", "format", "make", "ls", "rm", "cp", "git", "node", "sh", "bash", "python", "cat", "echo", "which":
		return false
	}
	_, ok := search(tableJS, bin)
	return ok
}
