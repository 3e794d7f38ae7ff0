# make run   set up and start the app
# make setup  install what the checks need, the browser included
# make check  lint, types, and the tests that need neither the app nor a browser
# make test  make check, and the tests that open the app, without and with a browser
# make oldest  the tests of svmcore with the oldest versions that it runs with
# make streamlits  the main job with Streamlit's minor version before ours, and with its newest
# make exhaustive  every test, with all combinations and more examples, make browsers, and the soak
# make browsers  one journey in Firefox and in WebKitGTK
# make axe   axe-core on every page and view, in both themes and widths
# make load  many visitors at once; ADDRESS= of a server, or one of its own; ARGS="--heavy map"
# make memory  how much memory the server takes, after the worst and after all have left
# make soak  quick clicks, sliders moved early, and 20,000 clicks: what is lost, how the memory grows
# make hostile  tables made to stop the server: how long others wait, how the memory grows
# make mutants  how many small mistakes the tests find; takes hours, goes on where it ended
# make fuzz  broken and hostile inputs over every border: ARGS="--count 2000000"
# make audit  known weaknesses of what is installed, and the list of licences anew
# make wheel  build the package svmcore into dist/
# make docs   write the pages of its API into docs/api/
PYTHON ?= python3
OLDEST_PYTHON ?= python3.11
STREAMLIT_BEFORE := <1.67
VENV := .venv
BIN := $(VENV)/bin
# the numerical library's threads cost more than they give on problems of this size
export OPENBLAS_NUM_THREADS ?= 1
# files are handed out in their order, which conftest.py makes: the longest first
PYTEST := $(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder
# a run starts a dozen processes, which import the same modules: the first compiles them for all
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run setup check test oldest streamlits exhaustive browsers lint format bench memory soak load hostile fuzz mutants audit axe wheel docs clean

run: $(VENV)/.run
	$(BIN)/streamlit run app.py

setup: $(VENV)/.dev $(VENV)/.npm
	sh .ci/browser $(BIN)/python

check: lint
	$(PYTEST) --units tests

test: setup lint
	$(PYTEST) tests

# tests/conftest.py is left out: it is for the app, which needs newer versions
oldest: $(VENV)/.oldest
	$(VENV)/oldest/bin/python -m pytest --confcutdir tests/svmcore tests/svmcore

streamlits: setup
	for release in "$(STREAMLIT_BEFORE)" ""; do \
		$(PYTHON) -m venv --clear $(VENV)/streamlit && \
		$(VENV)/streamlit/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.txt && \
		$(VENV)/streamlit/bin/python -m pip install --quiet --disable-pip-version-check --upgrade "streamlit$$release" && \
		SERVER_PYTHON=$(VENV)/streamlit/bin/python $(BIN)/python -m pytest tests/e2e/test_streamlit_internals.py || exit 1; \
	done

exhaustive: setup lint
	$(PYTEST) -m "" --hypothesis-profile exhaustive tests
	$(MAKE) browsers
	$(MAKE) soak

browsers: $(VENV)/.dev
	sh .ci/browsers $(BIN)/python
	xvfb-run --auto-servernum $(BIN)/python -m pytest tests/e2e/other_browsers.py

lint: $(VENV)/.dev $(VENV)/.npm
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@# on a busy machine its workers may come too late: then without them
	$(BIN)/mypy --num-workers 2 || $(BIN)/mypy
	$(BIN)/node $(VENV)/npm/node_modules/typescript/bin/tsc --project .ci/tsconfig.json

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.dev
	sh .ci/browser $(BIN)/python
	$(BIN)/python benchmarks/bench_svmcore.py
	$(BIN)/python benchmarks/bench_solvers.py
	$(BIN)/python benchmarks/bench_newton.py
	$(BIN)/python benchmarks/bench_path.py
	$(BIN)/python benchmarks/bench_descent.py
	$(BIN)/python benchmarks/bench_canvas.py
	$(BIN)/python benchmarks/bench_server.py
	$(BIN)/python benchmarks/bench_drag.py
	$(BIN)/python benchmarks/bench_first_result.py
	$(BIN)/python benchmarks/bench_first_load.py
	$(BIN)/python benchmarks/bench_slow_line.py
	$(BIN)/python benchmarks/bench_film.py
	$(BIN)/python benchmarks/bench_map.py
	$(BIN)/python benchmarks/bench_pictures.py

memory: $(VENV)/.dev
	sh .ci/browser $(BIN)/python
	$(BIN)/python benchmarks/bench_memory.py

axe: setup
	$(BIN)/python -m pytest -m "" tests/e2e/test_accessible.py

soak: $(VENV)/.dev
	sh .ci/browser $(BIN)/python
	$(BIN)/python benchmarks/soak_canvas.py
	$(BIN)/python benchmarks/soak_visits.py
	$(BIN)/python benchmarks/load.py --soak 20000

load: $(VENV)/.dev
	$(BIN)/python benchmarks/load.py $(if $(ADDRESS),--address $(ADDRESS)) $(ARGS)

hostile: $(VENV)/.dev
	$(BIN)/python benchmarks/hostile_tables.py $(ARGS)

mutants: setup
	$(BIN)/python benchmarks/mutants.py run $(ARGS)
	$(BIN)/python benchmarks/mutants.py report $(ARGS)

fuzz: $(VENV)/.dev
	$(BIN)/python benchmarks/fuzz/run.py $(ARGS)

# asks a service on the network; strict, as it would pass over what it cannot ask for
audit: $(VENV)/.audit
	$(BIN)/python .ci/licences.py > docs/licences.md
	$(VENV)/audit/bin/pip-audit --strict --path \
		"$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"

wheel: $(VENV)/.dev
	$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

docs: export PYTHONPATH = .
docs: $(VENV)/.dev
	$(BIN)/python .ci/api/build.py docs/api

clean:
	rm -rf $(VENV) dist docs/api .fuzz .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed; name one with make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: requirements.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(VENV)/.dev: requirements.txt .ci/requirements-dev.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r .ci/requirements-dev.txt
	@touch $@ $(VENV)/.run

# the versions that `dependencies` in pyproject.toml names, with any Python that they have wheels for
$(VENV)/.oldest: .ci/requirements-oldest.txt | $(VENV)/bin/python
	$(OLDEST_PYTHON) -m venv $(VENV)/oldest
	$(VENV)/oldest/bin/python -m pip install --quiet --disable-pip-version-check -r .ci/requirements-oldest.txt
	@touch $@

# in an environment of its own: it needs other versions of what the app uses
$(VENV)/.audit: .ci/requirements-audit.txt | $(VENV)/.run
	$(BIN)/python -m venv $(VENV)/audit
	$(VENV)/audit/bin/python -m pip install --quiet --disable-pip-version-check -r .ci/requirements-audit.txt
	@touch $@

$(VENV)/.npm: .ci/package.json | $(VENV)/.dev
	@mkdir -p $(VENV)/npm && cp .ci/package.json $(VENV)/npm
	$(BIN)/npm install --prefix $(VENV)/npm --no-package-lock --no-audit --no-fund --loglevel=error
	@touch $@
