# Every target needs Go only, but for e2e, which also needs npm and tmux.
GO ?= go

.PHONY: build test vet cross e2e bench many fuzz eval example deps

build:
	mkdir -p bin
	$(GO) build -trimpath -ldflags="-s -w" -o bin/ ./cmd/...

# test runs everything that needs no network beyond Go's modules.
test: vet
	$(GO) test ./...

vet:
	@unformatted="$$(gofmt -l $$(git ls-files '*.go'))"; if [ -n "$$unformatted" ]; then echo "not formatted:"; echo "$$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(GO) vet -tags e2e ./e2e/

# cross builds and vets for the systems we say we run on.
cross:
	for os in linux darwin windows; do echo "== $$os"; GOOS=$$os $(GO) build -o /dev/null ./cmd/automode && GOOS=$$os $(GO) build -o /dev/null ./cmd/automode-hook && GOOS=$$os $(GO) vet ./... || exit 1; done

# e2e installs pinned clients into a cache folder and drives them offline.
e2e: build
	$(GO) test -tags e2e -count=1 -v -timeout 12m ./e2e/

# bench measures in one run what it compares.
bench: build
	$(GO) test -run '^$$' -bench . -benchmem ./effect/ ./shell/ ./llm/ ./cmd/automode-hook/

# many runs ten times as many hooks of one session at once as the tests do.
many:
	$(GO) test ./cmd/automode-hook/ -run ManyHooksAtOnce -count=1 -v -workers 64 -calls 100

# deps writes down what each program is made of.
deps:
	$(GO) test ./internal/floors/ -run Programs -update

# fuzz runs each fuzz target for FUZZTIME.
FUZZTIME ?= 60s
fuzz:
	@for t in $$(grep -rl '^func Fuzz' --include='*_test.go' .); do d=$$(dirname $$t); for f in $$(sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\).*/\1/p' $$t); do echo "== $$d $$f"; $(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) $$d || exit 1; done; done

# eval scores the gate on labelled cases: make eval CASES=folder
CASES ?= eval/testdata
eval: build
	bin/automode eval --disputed eval/DISPUTED.md $(CASES)

# example writes the recorded session of the README anew, with the real client.
example: build
	$(GO) test -tags e2e -count=1 -run TheExample ./e2e/ -update
