# Zugfolge: everything a developer starts.  Needs make and Python 3.11 or newer with venv and pip, nothing else.

PYTHON ?= python3
ARGS ?=

VENV := .venv
TOOLS := .venv-tools
CLUSTER := .venv-cluster
LOCKS := infra/locks
SOURCES := $(wildcard domain infra services tests)
WEB := services/web
VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
IMAGE ?= zugfolge:$(VERSION)

# The packages come from the locks alone, so every machine runs the same ones.
INSTALL := -m pip install --quiet --disable-pip-version-check --require-hashes
NODE = PATH=$(CURDIR)/$(VENV)/bin:$$PATH node
# Who pays for a package stands in npm's lock with an address, and a lock names none.
WITHOUT_FUNDING := JSON.stringify(require("./package-lock.json"), (key, value) => key === "funding" ? undefined : value, 2)
COMPILE := $(TOOLS)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-header --no-emit-index-url --no-emit-find-links

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test check cluster image format lock upgrade bench page clean python

help: ## List what can be made
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | while IFS="$$(printf '\t')" read -r name text; do printf '  make %-8s %s\n' "$$name" "$$text"; done

run: $(WEB)/built/index.html ## Start everything on this machine: stores, API, page, robots, clock, ratings
	@exec $(VENV)/bin/zugfolge serve $(ARGS)

test: $(WEB)/built/index.html ## Run all tests (ARGS="-k rematch" for some)
	$(VENV)/bin/python -m pytest $(ARGS)

check: $(TOOLS)/installed $(WEB)/page/tokens.css ## Judge format, style, types, imports, layout and locks
	$(TOOLS)/bin/ruff format --check .
	$(TOOLS)/bin/ruff check .
	$(TOOLS)/bin/mypy --python-executable $(VENV)/bin/python $(SOURCES)
	PYTHONPATH=. $(TOOLS)/bin/lint-imports
	cd $(WEB) && $(NODE) node_modules/.bin/biome ci --error-on-warnings && $(NODE) node_modules/.bin/tsc
	$(VENV)/bin/python -m pytest --quiet tests/architecture

cluster: $(VENV)/installed $(CLUSTER)/installed ## Judge what is for Kubernetes, by its schemas and by common policies
	ZUGFOLGE_REQUIRE=cluster $(VENV)/bin/python -m pytest tests/cluster $(ARGS)

# Whose version, and of which moment: by the commit, so that the same commit says the same.
image: ## Build the image that runs everywhere, zugfolge:VERSION; needs a Docker engine
	docker build --file infra/image/Dockerfile --tag $(IMAGE) \
		--build-arg VERSION=$(VERSION) \
		--build-arg REVISION=$$(git rev-parse HEAD) \
		--build-arg CREATED=$$(git show --no-patch --format=%cI HEAD) $(ARGS) .

format: $(TOOLS)/installed $(WEB)/node_modules/installed ## Put the sources into the one format
	$(TOOLS)/bin/ruff format .
	$(TOOLS)/bin/ruff check --fix-only .
	cd $(WEB) && $(NODE) node_modules/.bin/biome check --write

# `dev` comes first: it holds everything, and the others are cut from it, so an image runs what was tested.
# Pins that still fit are kept: a new release comes in by `make upgrade` only.
lock: $(TOOLS)/installed $(VENV)/installed ## Write the locks anew after a change of dependencies in pyproject.toml or package.json
	$(COMPILE) pyproject.toml --extra embedded --extra test --group build -o $(LOCKS)/dev.txt $(UPGRADE)
	$(COMPILE) pyproject.toml -c $(LOCKS)/dev.txt -o $(LOCKS)/run.txt $(UPGRADE)
	$(COMPILE) --group build -c $(LOCKS)/dev.txt -o $(LOCKS)/build.txt $(UPGRADE)
	$(COMPILE) --group tools -o $(LOCKS)/tools.txt $(UPGRADE)
	$(COMPILE) --group cluster -o $(LOCKS)/cluster.txt $(UPGRADE)
	cd $(WEB) && PATH=$(CURDIR)/$(VENV)/bin:$$PATH npm install --package-lock-only --silent
	cd $(WEB) && $(NODE) -p '$(WITHOUT_FUNDING)' > package-lock.new && mv package-lock.new package-lock.json

upgrade: UPGRADE := --upgrade
upgrade: lock ## Write the locks anew with the newest releases

page: $(WEB)/built/index.html ## Build the page, as run and test do

bench: $(VENV)/installed ## Measure moves, streams and rebuilding on this machine, each beside its limit
	$(VENV)/bin/zugfolge bench $(ARGS)

clean: ## Remove what make and the tools made; the games' data stay
	rm -rf $(VENV) $(TOOLS) $(CLUSTER) $(WEB)/built $(WEB)/node_modules $(WEB)/page/tokens.css dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find domain infra services tests -type d -name __pycache__ -prune -exec rm -rf {} +

python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Zugfolge needs Python 3.11 or newer, and $(PYTHON) is " + sys.version.split()[0] + ": try make PYTHON=python3.12")'

# The stamp is written last, so that an interrupted installation is taken up again.
# hatchling is in the lock: an installation fetches nothing that is not named and hashed there.
$(VENV)/installed: pyproject.toml $(LOCKS)/dev.txt | python
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python $(INSTALL) -r $(LOCKS)/dev.txt
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --no-index -e .
	@touch $@

$(TOOLS)/installed: $(LOCKS)/tools.txt | python
	$(PYTHON) -m venv $(TOOLS)
	$(TOOLS)/bin/python $(INSTALL) -r $(LOCKS)/tools.txt
	@touch $@

$(CLUSTER)/installed: $(LOCKS)/cluster.txt | python
	$(PYTHON) -m venv $(CLUSTER)
	$(CLUSTER)/bin/python $(INSTALL) --no-compile -r $(LOCKS)/cluster.txt
	@touch $@

# Node comes from a wheel, what the page is made of from its own lock; nothing of it runs while it is installed.
$(WEB)/node_modules/installed: $(WEB)/package.json $(WEB)/package-lock.json $(VENV)/installed
	cd $(WEB) && PATH=$(CURDIR)/$(VENV)/bin:$$PATH npm ci --silent --ignore-scripts
	@touch $@

$(WEB)/page/tokens.css: $(WEB)/tokens.py infra/drawing/palette.py $(WEB)/node_modules/installed
	$(VENV)/bin/python -m services.web.tokens > $@

$(WEB)/built/index.html: $(WEB)/build.mjs $(shell find $(WEB)/page -type f) $(WEB)/page/tokens.css
	cd $(WEB) && $(NODE) build.mjs
