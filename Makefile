# Thin targets; the work is in tools/ and in the programs named here. `make help` lists them.
.DEFAULT_GOAL := help
SHELL := /bin/sh
BIN := .venv/bin
# The database of `make run`, and the arguments passed on to the server.
DB ?= local/games.duckdb
SERVE ?=
# Extra arguments for pytest, such as PYTEST='-k layers'.
PYTEST ?=
# Extra arguments for the killing of imports.
CRASH ?=
# Numbers of games for `make bench-store`, and its arguments.
STORE ?= 1000 10000
# Arguments of `make bench-serving`.
SERVING ?= --games 10000
# Extra arguments for the mutation run.
MUTATION ?=

.PHONY: help run test interpreted check fmt bench bench-store bench-serving mutation crash golden wheel compiled clean venv venv-run browser

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1	\2/p' Makefile | expand -t 10

run: venv-run ## import the sample records and serve the dashboard
	@mkdir -p $(dir $(DB))
	$(BIN)/wcreplay import records --db $(DB)
	$(BIN)/wcreplay serve --db $(DB) $(SERVE)

test: venv browser check ## all checks, then all tests; those of the core also on the compiled core
	@$(MAKE) --no-print-directory -j 2 interpreted compiled
	@if [ -d build/compiled ]; then sh tools/test_compiled.sh; fi

interpreted:
	$(BIN)/python -m pytest -n 3 $(PYTEST)

check: venv ## lint, format, types and layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

fmt: venv ## format the code and apply safe fixes
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: venv compiled ## measure the numbers of the design
	$(BIN)/python -m bench
	@if [ -d build/compiled ]; then cd build/compiled && ../../$(BIN)/python -m bench; fi

bench-store: venv compiled ## measure imports and queries (STORE='1000 10000 100000')
	$(BIN)/python -m bench.store $(STORE)
	@if [ -d build/compiled ]; then cd build/compiled && ../../$(BIN)/python -m bench.store $(STORE); fi

bench-serving: venv browser ## measure every page and address of the server (SERVING='--db games.duckdb')
	$(BIN)/python -m bench.serving $(SERVING)

crash: venv ## kill 200 imports at any moment and look what is left (CRASH='--kills 20 --seed 1')
	nice -n 10 $(BIN)/python -m tests.store.crash $(CRASH)

mutation: venv ## change the rules in 400 small ways and count how many the tests notice (MUTATION='--size 40')
	nice -n 10 $(BIN)/python -m tools.mutation $(MUTATION)

compiled: venv ## make build/compiled: this tree with its core as machine code, where there is a C compiler
	@sh tools/compile.sh

golden: venv ## write golden transcripts and counts anew; review the difference as text
	$(BIN)/python -m tests.golden
	$(BIN)/python -m tests.counts
	$(BIN)/python -m tests.negative

wheel: venv ## build the wheel into dist/
	$(BIN)/python -m pip wheel -qq --disable-pip-version-check --no-deps --wheel-dir dist .

venv: ## make .venv with everything for development
	@sh tools/venv.sh dev

venv-run:
	@sh tools/venv.sh run

browser: ## find Chromium, or install it
	@sh tools/ensure_chromium.sh

clean: ## remove build products and caches; keeps .venv and local/
	rm -rf build dist test-results .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find wcreplay tests bench tools -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
