# Everything a newcomer, a developer and CI call. `make run` starts the product, `make test` tests it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# What runs the product, and all that tests and measures it besides.
RUNS := $(VENV)/.installed-to-run
STAMP := $(VENV)/.installed
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: help venv browser run test test-scale test-kills test-fuzz test-wheel test-engines bench format translations migrations

help: ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

venv: $(STAMP) ## the virtual environment with all that run, test and bench need

$(RUNS): requirements.txt requirements-mcp.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "Python 3.11 or newer is needed; $(PYTHON) is $$($(PYTHON) --version 2>&1). Set PYTHON=…" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "The venv module is missing: install it (Debian, Ubuntu: apt install python3-venv)." >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing what runs (requirements.txt, requirements-mcp.txt) into $(VENV) …"
	@$(PIP) -r requirements.txt -r requirements-mcp.txt
	@touch $@

$(STAMP): $(RUNS) requirements-dev.txt requirements-browser.txt requirements-rendering.txt requirements-fitting.txt requirements-alerts.txt requirements-sso.txt
	@echo "Installing what tests and measures (requirements-dev.txt) into $(VENV) …"
	@$(PIP) -r requirements-dev.txt
	@touch $@

browser: $(RUNS) ## what renders pages while engines are learned: Chromium, and what drives it
	@.ci/system-packages
	@$(PIP) -r requirements-rendering.txt

run: $(RUNS) ## start the product: web server, task worker, sample engines
	@$(BIN)/python manage.py start

test: $(STAMP) ## all that CI checks: format, lint, types, migrations, tests, browser tests
	@.ci/test

test-scale: $(STAMP) ## the tests on PostgreSQL and Redis, two web and two worker processes over them
	@.ci/scale

test-kills: $(STAMP) ## over sixty kills on PostgreSQL: workers idle and at work, migrations
	@KILLS=63 .ci/scale tests/discovery/jobs

test-fuzz: $(STAMP) ## a hundred thousand mutated inputs for each parser of what others send
	@$(BIN)/python -m tests.fuzzing

test-wheel: $(RUNS) ## the wheel, installed and started in a new environment
	@.ci/wheel

test-engines: $(STAMP) ## learn real search engines from their addresses alone, compare with the truth
	@$(BIN)/python -m evaluation.engines

bench: $(STAMP) ## figures: speed beside the bare cost, quality on the data
	@$(BIN)/python -m evaluation

format: $(STAMP) ## format the code and sort its imports
	@$(BIN)/ruff check --fix --quiet . ; $(BIN)/ruff format .

translations: $(STAMP) ## bring the catalogues of translations up to date with the source
	@$(BIN)/python -m tests.translations

migrations: $(STAMP) ## write the migrations that models need (NAME=what_changed)
	@$(BIN)/python manage.py makemigrations -n $(NAME)
