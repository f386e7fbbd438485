# `make` lists the targets. Each is a line or two; what is longer is a script in contrib.

SWIFT ?= swift
PREFIX ?= $(HOME)/.local
DEBUG = .build/debug/saldovakt
RELEASE = .build/release/saldovakt
# What the installed unit starts.
BINARY = $(PREFIX)/bin/saldovakt
DOCS = $(PREFIX)/share/doc/saldovakt
ICONS = icons/hicolor/scalable/apps
# Each shell with the place where it looks for completions, in PREFIX/share.
COMPLETIONS = bash:bash-completion/completions/saldovakt zsh:zsh/site-functions/_saldovakt \
	fish:fish/vendor_completions.d/saldovakt.fish
# The linker of the Swift toolchain, because Debian's cannot pack the addresses that every start has to
# set right; nothing looks symbols of the program up by name, so none are exported.
LINKER_FLAGS = -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic
RELEASE_FLAGS = -c release --static-swift-stdlib $(LINKER_FLAGS)
CHECKS = contrib/checks
IO_TESTS = HTTPTests|BanksTests|SandboxBankTests|StoreTests|FleetTests|ChannelsTests|ServiceTests
PROGRAM_TESTS = EndToEndTests|ArchitectureTests
# Where tests that take turns write how long each took.
TEST_TIMES = $(CURDIR)/.build/test-times

export PYTHONDONTWRITEBYTECODE = 1
export SWIFT

.PHONY: help build release test test-dependencies test-unit test-release test-receivers test-fleet lint format \
	bench bench-fleet size demo fleet-demo language trials fuzz sanitize \
	soak mutations storm record install uninstall clean root

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## build for debugging
	$(SWIFT) build --product saldovakt

release: ## build what is installed, with the Swift runtime inside
	$(SWIFT) build $(RELEASE_FLAGS) --product saldovakt

test: test-dependencies lint release ## everything: lint, tests, the release program
	$(MAKE) test-unit PROGRAM=$(CURDIR)/$(RELEASE)
	$(MAKE) test-release

test-dependencies: # what the tests need beside Swift; quick when nothing is missing
	contrib/install-dependencies --test

# One process for each group: tests that compute would starve those that wait for a network.
test-unit: # all tests of the package; PROGRAM=FILE tests another program than the debug build end to end
	$(SWIFT) build --build-tests
	$(CHECKS)/tests --skip '^($(IO_TESTS)|$(PROGRAM_TESTS))\.'
	rm -f $(TEST_TIMES)
	TEST_TIMES=$(TEST_TIMES) $(CHECKS)/tests --filter '^($(IO_TESTS))\.'
	$(if $(PROGRAM),SALDOVAKT_PROGRAM=$(PROGRAM)) TEST_TIMES=$(TEST_TIMES) \
		$(CHECKS)/tests --filter '^($(PROGRAM_TESTS))\.'
	$(CHECKS)/slowest $(TEST_TIMES)

test-release: release # the release program in other time zones, a short soak, a short storm, its sleep
	$(CHECKS)/release $(RELEASE)
	$(CHECKS)/soak $(RELEASE) --seconds 30
	$(CHECKS)/storm $(RELEASE) --kills 25
	$(CHECKS)/quiet $(RELEASE)
	$(CHECKS)/crowd $(RELEASE)

test-receivers: build ## send to real receivers: webhook, Matrix, Home Assistant, Xfce, MATE, LXQt
	contrib/install-dependencies --test --desktops
	contrib/receivers/with-debian-webhook $(DEBUG)
	contrib/receivers/with-matrix $(DEBUG)
	contrib/receivers/with-home-assistant $(DEBUG)
	contrib/receivers/with-desktop-daemons $(DEBUG)

lint: ## formatting, imports, statements, style, scripts, the unit
	$(SWIFT) format lint --strict --parallel --recursive Sources Tests
	$(CHECKS)/imports
	$(CHECKS)/statements
	$(CHECKS)/rules-readme
	$(CHECKS)/style
	$(CHECKS)/scripts
	$(CHECKS)/unit
	$(CHECKS)/mutations --places

format: ## format all Swift files in place
	$(SWIFT) format --in-place --parallel --recursive Sources Tests

bench: release ## measure beside what a user could write by hand, DuckDB and Polars; ARGS="--part eval"
	contrib/install-dependencies --bench
	for name in FactsBench StoreBench DeliveryBench PollBench; do \
		$(SWIFT) build $(RELEASE_FLAGS) --product $$name || exit 1; done
	contrib/bench/bench $(RELEASE) $(ARGS)

bench-fleet: release ## rates of a fleet on this machine, for an hour; ARGS="--part rate --part growth"
	contrib/install-dependencies --test
	contrib/fleet/bench --program $(RELEASE) $(ARGS)

size: ## lines and files by module
	$(CHECKS)/size

demo: ## install what is missing, build, and play a few bank days
	contrib/install-dependencies
	$(SWIFT) build --product saldovakt
	$(DEBUG) demo

language: ## read everyday sentences, print how many are read as meant
	$(SWIFT) test --filter '^RulesTests\.LanguageTests'

trials: ## all random trials of the tests that compute, of which `make test` makes some
	$(SWIFT) build --build-tests
	TRIALS=all $(CHECKS)/tests --skip '^($(IO_TESTS)|$(PROGRAM_TESTS))\.'

fuzz: ## half a minute of random input for each reader; SECONDS=… for more
	contrib/fuzz/fuzz $(or $(SECONDS),30)

sanitize: ## what talks to C libraries, under AddressSanitizer and ThreadSanitizer
	ASAN_OPTIONS=suppressions=$(CURDIR)/$(CHECKS)/overflows.txt \
	LSAN_OPTIONS=suppressions=$(CURDIR)/$(CHECKS)/leaks.txt:print_suppressions=0 \
		$(SWIFT) test --sanitize=address --scratch-path .build/address \
		--filter '^(HTTPTests|ChannelsTests)\.'
	$(SWIFT) test --sanitize=thread --scratch-path .build/thread -Xswiftc -DTSAN \
		--filter '^(HTTPTests|ChannelsTests)\.'

soak: release ## ten minutes of polls, and a year on a clock of its own; memory must stay flat
	$(CHECKS)/soak $(RELEASE) --seconds 600
	$(CHECKS)/year $(RELEASE)

mutations: ## break the program one statement at a time; the cases must see it
	$(CHECKS)/mutations

storm: release ## kill the watcher two thousand times (a quarter of an hour); nothing may be lost or sent twice
	$(CHECKS)/storm $(RELEASE) --kills 2000

record: ## rewrite expected outputs; fails, so that the difference is read
	RECORD_SNAPSHOTS=1 $(SWIFT) test

install: release ## install to PREFIX, ~/.local unless said otherwise, without names for debuggers
	install -D -s -m 755 $(RELEASE) $(DESTDIR)$(BINARY)
	install -D -m 644 contrib/man/saldovakt.1 $(DESTDIR)$(PREFIX)/share/man/man1/saldovakt.1
	contrib/man/pages $(RELEASE) $(DESTDIR)$(PREFIX)/share/man/man1
	install -D -m 644 contrib/tmux/saldovakt.tmux.conf -t $(DESTDIR)$(PREFIX)/share/saldovakt
	install -D -m 644 contrib/desktop/saldovakt.desktop -t $(DESTDIR)$(PREFIX)/share/applications
	install -D -m 644 contrib/desktop/saldovakt.svg -t $(DESTDIR)$(PREFIX)/share/$(ICONS)
	install -d $(DESTDIR)$(PREFIX)/share/systemd/user
	sed 's|^ExecStart=[^ ]*|ExecStart=$(BINARY)|' contrib/systemd/saldovakt.service \
		> $(DESTDIR)$(PREFIX)/share/systemd/user/saldovakt.service
	install -D -m 644 README.md SECURITY.md CHANGELOG.md -t $(DESTDIR)$(DOCS)
	install -D -m 644 docs/* -t $(DESTDIR)$(DOCS)/docs
	install -D -m 644 rules/*.json rules/README.md -t $(DESTDIR)$(DOCS)/rules
	install -D -m 755 contrib/examples/*/bank-from-* -t $(DESTDIR)$(DOCS)/examples
	for shell in $(COMPLETIONS); do file=$(DESTDIR)$(PREFIX)/share/$${shell#*:}; \
		install -d "$$(dirname "$$file")" && \
		$(RELEASE) --generate-completion-script "$${shell%%:*}" > "$$file" || exit 1; done

uninstall: ## remove what install put there; settings and state stay
	rm -f $(DESTDIR)$(BINARY) $(DESTDIR)$(PREFIX)/share/man/man1/saldovakt*.1 \
		$(DESTDIR)$(PREFIX)/share/saldovakt/saldovakt.tmux.conf \
		$(DESTDIR)$(PREFIX)/share/systemd/user/saldovakt.service \
		$(DESTDIR)$(PREFIX)/share/applications/saldovakt.desktop \
		$(DESTDIR)$(PREFIX)/share/$(ICONS)/saldovakt.svg \
		$(foreach shell,$(COMPLETIONS),$(DESTDIR)$(PREFIX)/share/$(lastword $(subst :, ,$(shell))))
	rm -rf $(DESTDIR)$(DOCS)

deb: release ## a Debian package in .build, for the Debian that it was built on
	contrib/deb/build $(RELEASE) .build/deb

fleet-demo: release ## 1,000 households on PostgreSQL, a worker killed, a server without power: what was bought, notified, lost
	contrib/install-dependencies --test
	contrib/fleet/demo --program $(RELEASE)

test-fleet: root release ## a fleet whose workers, feeds and servers die many times, also on three nodes; needs root and an hour or more
	contrib/install-dependencies --test --fleet
	contrib/fleet/demo --program $(RELEASE) --nodes 3 --failovers 5 --cuts 5,30
	contrib/fleet/demo --program $(RELEASE) --crashes 0 --lease 2 --kills 1000 --stops 200
	contrib/fleet/demo --program $(RELEASE) --crashes 0 --lease 2 --kills 0 --feed-kills 50
	contrib/fleet/demo --program $(RELEASE) --households 300 --kills 20 --crashes 6
	contrib/fleet/demo --program $(RELEASE) --nodes 3 --failovers 0 --doubts 6

root: # before anything is built
	@[ "$$(id -u)" = 0 ] || { printf 'error: namespaces of the network need root\n  fix: run make as root\n' >&2; exit 1; }

test-spark: release ## contrib/spark/backtest.py beside one program without Spark
	contrib/install-dependencies --spark
	$(CHECKS)/backtest $(RELEASE)

test-deb: deb ## install the package in an empty Debian 12 and use it; needs root and Debian's mirror
	$(CHECKS)/deb "$$(ls -t .build/deb/*.deb | head -1)"

clean: ## remove everything that was built
	rm -rf .build
