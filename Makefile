# Feltwire: `make run` shows a live table, `make test` proves it. Both do all their own set-up.
#   make run [HANDS=file-or-folder] [PORT=8080]   make test [TESTS=tests/engine] [WORKERS=3]   make soak
#   make setup [EXTRAS=demo,flash]     make lock [UPGRADE=--upgrade]
.POSIX:
.PHONY: help setup lock run test lint soak audit screenshots hardware cortex-m docs clean

HANDS =
PORT = 8080
EXTRAS = demo
UPGRADE =
TESTS = tests
WORKERS = 3
SOAK_HANDS = ../shared/hands

help:
	@sed -n '1,3p' Makefile | cut -c3-

setup:
	@tools/dev/setup.sh $(EXTRAS)

lock:
	@tools/dev/lock.sh $(UPGRADE)

run:
	@tools/dev/setup.sh demo
	@exec .venv/bin/feltwire up --port $(PORT) $(HANDS)

test:
	@tools/dev/system.sh
	@tools/dev/setup.sh test
	@.venv/bin/python -m tools.dev.i386
	@$(MAKE) -s lint
	@# byte code is kept, whatever the environment says: hundreds of processes start from it
	@# one lane more than cores: a quarter of their time tests wait for brokers and browsers
	@PYTHONDONTWRITEBYTECODE= .venv/bin/python -m tests.lanes $(WORKERS) $(TESTS)

lint:
	@.venv/bin/ruff check .
	@.venv/bin/ruff format --check .

soak:
	@tools/dev/system.sh cortex-m
	@tools/dev/setup.sh test
	@.venv/bin/python -m tools.dev.soak $(SOAK_HANDS)

audit:
	@tools/dev/setup.sh audit
	@.venv/bin/feltwire sbom --check

screenshots:
	@tools/dev/system.sh
	@tools/dev/setup.sh test
	@.venv/bin/python -m tools.docs.screenshots docs/img

hardware:
	@tools/dev/system.sh hardware
	@tools/dev/setup.sh hardware
	@.venv/bin/feltwire hardware docs
	@if command -v kicad-cli >/dev/null; then \
	  .venv/bin/feltwire hardware boards --out var/hardware/pcb && \
	  .venv/bin/feltwire hardware loops nine_max --out var/hardware/nine_max && \
	  .venv/bin/feltwire hardware loops six_max --out var/hardware/six_max; \
	else echo "no kicad-cli (KiCad 8 or later): boards not checked by KiCad, no Gerber files"; fi

cortex-m:
	@tools/dev/system.sh cortex-m
	@tools/dev/setup.sh test
	@.venv/bin/python -m tools.cortexm

docs:
	@tools/dev/setup.sh docs
	@.venv/bin/python -m tools.docs.site

clean:
	rm -rf .venv .cache var
