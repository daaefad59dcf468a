# Everyday commands; `make help` lists them. PYTHON is an interpreter with the `test` and `lint` extras
# (CONTRIBUTING.md makes one).
PYTHON ?= .venv/bin/python
# The oldest and the newest, for `make signature`.
PYTHONS ?= python3.11 python3.13

# What `make sanitize` builds with, and what such a build needs around it: gcc's runtime first in the
# process, and Python's objects from malloc, each with its own bounds. Python itself leaks on purpose.
# What draws is left out: matplotlib's C++ cannot throw where gcc's runtime stands first.
SANITIZERS ?= address,undefined,float-cast-overflow
SANITIZED = LD_PRELOAD="$$(gcc -print-file-name=libasan.so)" PYTHONMALLOC=malloc \
	ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 PYTHONPATH=proto:engine:bots:server

.PHONY: help build debug sanitize fuzz test lint docs page picture levels format proto client released recorded golden signature release clean

help:  ## show this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 10

build:  ## compile in place
	$(PYTHON) setup.py --quiet build_ext --inplace

debug:  ## compile in place with bounds checks and assertions
	COVERT_DEBUG=1 $(PYTHON) setup.py --quiet build_ext --inplace

sanitize:  ## compile in place with sanitizers; tests and 1,840 games of both on that build
	COVERT_DEBUG=1 COVERT_SANITIZE=$(SANITIZERS) $(PYTHON) setup.py --quiet build_ext --inplace
	$(SANITIZED) $(PYTHON) -m pytest -n auto tests/cards tests/covert_action tests/notation tests/rules tests/search tests/views \
		tests/encoding tests/bots tests/fuzz --ignore=tests/covert_action/bots/test_arena.py
	$(SANITIZED) $(PYTHON) tests/proofs/validated_games.py --random 400 --greedy 400 --search 200
	$(SANITIZED) $(PYTHON) tests/proofs/covert_action_games.py

fuzz:  ## compile in place for the fuzzer; ten minutes for each target
	COVERT_DEBUG=1 COVERT_SANITIZE=coverage,undefined $(PYTHON) setup.py --quiet build_ext --inplace
	for target in wire_view json_view position notation record card_set other_view \
		covert_action_wire_view covert_action_json_view covert_action_position covert_action_notation \
		covert_action_record; do \
		$(PYTHON) tests/fuzz/run.py $$target --seconds 600 || exit 1; done

test:  ## run the tests: on the build in place, else on the installed package
	$(PYTHON) -m pytest -n auto

lint:  ## style, types and stubs
	PYTHON=$(PYTHON) .ci/lint

docs:  ## build the site of the docs in build/site (extra `docs`)
	$(PYTHON) docs/site/build.py build/site

page:  ## bundle the page into the server's package (needs Node)
	cd web && PATH="$(abspath $(dir $(PYTHON))):$$PATH" && npm install --silent --no-audit --no-fund && npm run --silent generate && npm run --silent check && npm run --silent build

picture:  ## make the pictures of the README anew (needs Chromium)
	$(PYTHON) docs/picture.py
	$(PYTHON) docs/table_picture.py

levels:  ## write the table of the levels into the pages anew
	$(PYTHON) docs/levels.py

format:  ## format the Python files
	$(PYTHON) -m ruff check --fix .
	$(PYTHON) -m ruff format .

proto:  ## regenerate the Protobuf code
	$(PYTHON) proto/generate.py
	$(PYTHON) proto/engine_layouts.py

client:  ## make the client that blocks of the one for asyncio
	$(PYTHON) proto/unasync.py

released:  ## promise the Protobuf files as they are now, with a release
	$(PYTHON) proto/compatibility.py --release

recorded:  ## record the calls anew that clients are tested with
	PYTHONPATH="tests$${PYTHONPATH:+:$$PYTHONPATH}" $(PYTHON) -m recorded.make

golden:  ## play the golden games again and write their files
	PYTHONPATH="tests$${PYTHONPATH:+:$$PYTHONPATH}" $(PYTHON) -m golden.make
	PYTHONPATH="tests$${PYTHONPATH:+:$$PYTHONPATH}" $(PYTHON) -m covert_action.engine.golden

signature:  ## check that the bots play as before on PYTHONS and on the debug build
	tests/golden/builds.sh $(PYTHONS)

release:  ## make a release of what is committed (.ci/release)
	.ci/release

clean:  ## remove everything built
	rm -rf build dist *.egg-info
	find engine bots -name '*.so' -delete
