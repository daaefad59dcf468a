# Everyday commands; `make help` lists them. PYTHON is an interpreter with the `test` and `lint` extras
# (CONTRIBUTING.md makes one).
PYTHON ?= .venv/bin/python

.PHONY: help build debug test lint format proto golden clean

help:  ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 10

build:  ## compile in place
	$(PYTHON) setup.py --quiet build_ext --inplace

debug:  ## compile in place with bounds checks and assertions
	COVERT_DEBUG=1 $(PYTHON) setup.py --quiet build_ext --inplace

test:  ## run the tests: on the build in place, else on the installed package
	$(PYTHON) -m pytest

lint:  ## style, types and stubs
	PYTHON=$(PYTHON) .ci/lint

format:  ## bring the Python files into style
	$(PYTHON) -m ruff check --fix .
	$(PYTHON) -m ruff format .

proto:  ## make the Protobuf code anew
	$(PYTHON) proto/generate.py

golden:  ## play the golden games anew
	PYTHONPATH="tests$${PYTHONPATH:+:$$PYTHONPATH}" $(PYTHON) -m golden.make

clean:  ## remove everything built
	rm -rf build dist *.egg-info
	find engine bots -name '*.so' -delete
