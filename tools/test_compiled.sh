#!/bin/sh
# Runs the tests of what is compiled against build/compiled (see tools/compile.sh).
set -eu

cd "$(dirname "$0")/../build/compiled"
PYTHONPATH=$PWD exec ../../.venv/bin/python -m pytest -q -n 3 -m 'not interpreted' \
    tests/notation tests/engine tests/games tests/laws tests/conformance tests/counts tests/api tests/test_golden.py \
    tests/importers tests/store/test_checks.py tests/store/test_rows.py tests/store/test_variations.py
