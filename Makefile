# `make tour` and `make test` set up everything they need in .venv; nothing else is required
# than Python 3.11 or later and make.

VENV := .venv
BIN := $(VENV)/bin
PEERS := .venv-peers
FIND_PYTHON = for python in $(PYTHON) python3 python3.13 python3.12 python3.11; do \
	$$python -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done

.PHONY: help tour test lint types unit notebooks outputs docs bench mutants clean

help: ## show this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

tour: $(VENV)/.ready ## see what this is about, in under a minute
	@$(BIN)/derive tour

test: lint types unit notebooks ## everything: lint, types, doctests, tests with coverage, notebooks

lint: $(VENV)/.ready-dev ## ruff: lint and format check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.ready-dev ## mypy --strict
	$(BIN)/mypy

unit: $(VENV)/.ready-dev ## doctests and tests, with branch coverage
	$(BIN)/pytest -q -n 2 --cov --cov-report=term

notebooks: $(VENV)/.ready-dev ## run every notebook, and the solutions of the exercises
	$(BIN)/pytest -q -n 2 --nbmake --nbmake-timeout=90 notebooks/*.ipynb notebooks/solutions

outputs: $(VENV)/.ready-dev ## run the scripts of the notebooks and write the notebooks anew
	$(BIN)/python notebooks/write.py

docs: $(VENV)/.ready-docs ## the documentation as a site, in site/index.html
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

bench: $(VENV)/.ready-dev $(PEERS)/.ready ## measure, beside other solvers; about an hour, writes benchmarks/RESULTS.md
	$(BIN)/python -m benchmarks
	$(BIN)/python benchmarks/scenes.py

mutants: $(VENV)/.ready-mutants ## mutation testing of 400 sampled changes: do tests and laws have teeth?
	$(BIN)/python benchmarks/mutants.py --sample 400 --seed 0

clean: ## remove the virtual environment and what tools left behind
	rm -rf $(VENV) $(PEERS) benchmarks/.cache .mypy_cache .ruff_cache .pytest_cache .coverage* .hypothesis *.egg-info build dist site
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/bin/python:
	@python=$$($(FIND_PYTHON)); \
	if [ -z "$$python" ]; then \
		echo "Python 3.11 or later, with its venv module, is needed; name it with: make PYTHON=/path/to/python" >&2; \
		exit 1; \
	fi; \
	$$python -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(VENV)/.ready: pyproject.toml $(VENV)/bin/python
	$(BIN)/python -m pip install -q --disable-pip-version-check -e .
	@touch $@

$(VENV)/.ready-dev: pyproject.toml $(VENV)/bin/python
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[dev,learn,notebooks,plot]'
	@touch $(VENV)/.ready $@

$(VENV)/.ready-docs: pyproject.toml $(VENV)/bin/python
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[docs]'
	@touch $(VENV)/.ready $@

$(VENV)/.ready-mutants: $(VENV)/.ready-dev
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[dev,learn,notebooks,plot,mutants]'
	@touch $@

$(PEERS)/.ready: benchmarks/peers.txt $(VENV)/bin/python
	$(BIN)/python -m venv $(PEERS)
	$(PEERS)/bin/python -m pip install -q --disable-pip-version-check -r benchmarks/peers.txt
	@touch $@
