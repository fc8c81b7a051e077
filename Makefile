# Hexlaw: everything a developer runs. Needs Python 3.11 or later, git and make; pip fetches the rest.
#
#   make demo     set up, check all the law and ask it a few questions
#   make test     set up, then lint, types and all tests (what continuous integration runs)
#
# Another interpreter: make PYTHON=python3.12 test     Another environment: make VENV=../env test

PYTHON ?= python3
VENV ?= .venv

# What `make demo` installs: this folder, or a wheel (make demo FROM=dist/hexlaw-0.3.0-py3-none-any.whl VENV=../env).
FROM ?= --editable .
BIN := $(VENV)/bin

# What `make demo` runs, one command a line. A comparison ends with 1 where the two laws differ.
define DEMO
$(BIN)/hexlaw check --all
$(BIN)/hexlaw ask panzer-leader 'may move.step(truck, B-3)' --board C --piece truck=truck-american@C-3 --piece a=m-4-75@B-3 --piece b=m-4-75@B-3 --piece c=m-4-75@B-3
$(BIN)/hexlaw ask panzer-leader 'after resolve(shot): p.hex is none' --board C --piece a=m-4-75@E-2 --piece b=m-4-75@E-2 --piece p=panther-g@E-5 --let 'shot=attack(form = direct-fire, at = p.hex, firers = {a, b}, targets = {p})'
$(BIN)/hexlaw ask tutorial --case shoving.ram-and-ewe
$(BIN)/hexlaw run tutorial last-fine-day --players greedy,random --games 3
$(BIN)/hexlaw compare tutorial 'tutorial with clouds=on' --only clouds --witness || test $$? -eq 1
endef

# tests/ tries the machine; rules/ holds the designers' case files, collected by our own pytest plug-in.
TEST_PATHS := tests rules

# How many processes run the tests; a file's tests stay together, because they share what is compiled. With a debugger: 0.
# Files are taken in the order of their names: by the number of their tests, those with few long ones would come last, and
# all processes but one would wait for them; the designers' cases, short files all, come last now.
WORKERS ?= auto

# A stamp says "installed as pyproject.toml wants it"; every other edit is live at once.
INSTALLED := $(VENV)/.hexlaw-installed
INSTALLED_DEV := $(VENV)/.hexlaw-installed-dev
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-input
# Before anything else: those that Python itself brings along are years old, with holes that are known.
UPDATE_PIP := $(PIP_INSTALL) --upgrade pip setuptools

# Said before an installation, in place of the riddle that venv or pip would give.
define CHECK_MACHINE
@command -v "$(PYTHON)" >/dev/null || { \
	  echo "There is no '$(PYTHON)'. Install Python 3.11 or later, or name one: make PYTHON=python3.12 ..." >&2; exit 1; }
@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "'$(PYTHON)' is too old: Hexlaw needs Python 3.11 or later. Name one: make PYTHON=python3.12 ..." >&2; exit 1; }
@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "'$(PYTHON)' cannot make virtual environments. On Debian or Ubuntu: apt install python3-venv." >&2; \
	  echo "Elsewhere install the full Python (with the modules venv and ensurepip)." >&2; exit 1; }
endef

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo setup test lint types tests test-page today format clean

help:
	@echo "make demo     set up, check all the law and ask it a few questions"
	@echo "make test     set up, then lint, types and all tests"
	@echo "make today    what takes too long for every run, the part of today: python bench/rotation.py lists all"
	@echo "make test-page  the pages in a browser: needs node and npm, and takes chromium or fetches it"
	@echo "make lint     ruff: rules and format, changing nothing"
	@echo "make types    mypy, strict"
	@echo "make tests    pytest alone (make tests ARGS='-k roads -x' WORKERS=0)"
	@echo "make format   let ruff rewrite the Python code"
	@echo "make setup    only set up the development environment in $(VENV)"
	@echo "make clean    remove the environment in .venv and everything generated"

demo: $(INSTALLED)
	$(DEMO)

setup: $(INSTALLED_DEV)

test: lint types tests

lint: $(INSTALLED_DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(INSTALLED_DEV)
	$(BIN)/mypy

tests: $(INSTALLED_DEV)
	$(BIN)/python -m pytest --of-today -n $(WORKERS) --dist loadfile --no-loadscope-reorder $(TEST_PATHS) $(ARGS)
	@$(BIN)/python bench/rotation.py

today: $(INSTALLED_DEV)
	$(BIN)/python bench/rotation.py --today --minutes 6

test-page: $(INSTALLED_DEV)
	@$(PIP_INSTALL) --editable ".[dev,browser]"
	@for browser in chromium chromium-browser google-chrome; do command -v $$browser >/dev/null && exit 0; done; \
	  $(BIN)/python -m playwright install chromium
	@cd compiler/studio/app && npm ci --silent --no-audit --no-fund
	@$(BIN)/python -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: \
	  --platform pyemscripten_2026_0_wasm32 --python-version 3.14 --implementation cp --abi cp314 \
	  --dest compiler/studio/app/node_modules/pyodide msgspec==0.22.0
	$(BIN)/python -m pytest --of-today tests/in-browser $(ARGS)

format: $(INSTALLED_DEV)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Always .venv, never $(VENV): a mistyped VENV must not delete a folder of yours.
clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find compiler runtime tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(INSTALLED): pyproject.toml
	$(CHECK_MACHINE)
	@echo "setting up Hexlaw in $(VENV)"
	@"$(PYTHON)" -m venv "$(VENV)"
	@$(UPDATE_PIP)
	@$(PIP_INSTALL) $(FROM)
	@touch "$@"

$(INSTALLED_DEV): pyproject.toml
	$(CHECK_MACHINE)
	@echo "setting up Hexlaw for development in $(VENV)"
	@"$(PYTHON)" -m venv "$(VENV)"
	@$(UPDATE_PIP)
	@$(PIP_INSTALL) --editable ".[dev]"
	@touch "$@" "$(INSTALLED)"
