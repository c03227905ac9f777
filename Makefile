# Every guard of this repository by name. `make check` is what .ci/run and a
# contributor run before a change lands.

STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2
GO ?= go

.PHONY: all build check fmt vet lint tidy generated test race conformance oracle bench fuzz clean

all: build check

build:
	$(GO) build -o bin/ ./cmd/...

check: fmt vet lint tidy generated test

# One layout of code, so that diffs show only meaning.
fmt:
	@bad=$$(gofmt -l $$(git ls-files '*.go')); \
	if [ -n "$$bad" ]; then echo "gofmt wants to change:"; echo "$$bad"; exit 1; fi

# Mistakes that the compiler accepts. The second run covers the code that only a
# checking build of the machine has.
vet:
	$(GO) vet ./...
	$(GO) vet -tags vmcheck ./...

# Dead code, misused APIs. Pinned here and run from its own module: the go.mod of
# the project lists what the program needs, not what its authors use.
lint:
	$(GO) run $(STATICCHECK) ./...

# A go.mod that says what is imported, no more and no less.
tidy:
	$(GO) mod tidy -diff

# Files that are generated from a table must be what the table gives. The
# generators' own tests compare in memory as well; this one catches a generator
# that no test runs. Those that ask Puppet belong to `make oracle`.
generated:
	@before=$$(git diff | git hash-object --stdin); \
	$(GO) generate -run 'go run' ./... || exit 1; \
	[ "$$before" = "$$(git diff | git hash-object --stdin)" ] || \
	  { echo "generated files are out of date: commit what go generate changed"; git diff --stat; exit 1; }

test:
	$(GO) test ./...

# Evaluations share nothing but an immutable image; the race detector says so.
race:
	$(GO) test -race ./...

# The live comparison with real Puppet: recordings against the Puppet installed
# here, then bunraku against it. Installs Puppet and the modules where missing.
conformance: puppet
	BUNRAKU_CONFORMANCE=1 $(GO) test -count=1 -timeout 25m -run Conformance -v ./...

# Debian's Puppet and every module it packages. An already installed set costs
# nothing and needs no network.
.PHONY: puppet
puppet:
	@.ci/install-puppet

# Record the wants of every archive under testdata anew from real Puppet. Review
# the difference before committing it: it says where Puppet changed, or where a
# recording was wrong.
oracle: puppet
	$(GO) generate -run ruby ./...
	ruby testdata/oracle/generate.rb
	grep -rl 'origin: puppet' testdata/language | xargs ruby testdata/oracle/record_syntax.rb
	ruby testdata/oracle/record.rb testdata/cases/*.txtar testdata/functions/*.txtar testdata/seeds/*.txtar
	ruby testdata/oracle/record_catalogs.rb testdata/catalogs/*/*.txtar
	git diff --stat -- testdata
	$(GO) test ./compiler/validate -run TestGoldenErrors -record

# Every benchmark once, with allocations. For a claim of speed use -count=10 and
# benchstat.
bench:
	$(GO) test -run '^$$' -bench . -benchmem ./...

# A minute of each fuzzer; FUZZTIME=10m for a long run.
FUZZTIME ?= 1m
fuzz:
	@for p in $$($(GO) list ./...); do \
	  for f in $$($(GO) test -list '^Fuzz' $$p | grep '^Fuzz'); do \
	    echo "$$p $$f"; $(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) $$p || exit 1; \
	  done; \
	done

clean:
	rm -rf bin dist
