#!/bin/sh
# Makes .venv and installs the project into it, only when something changed.
#
#   tools/venv.sh run   what the program needs at run time
#   tools/venv.sh dev   that, and everything for tests, checks and benchmarks
#
# PYTHON chooses the interpreter (3.11 or newer). The stamp holds a hash of the files that decide what is
# installed, so a fresh clone with an old environment is noticed too.
set -eu

cd "$(dirname "$0")/.."
kind=${1:-dev}
case $kind in
    run) target=. ;;
    dev) target='.[figures,test,check,bench,mutation]' ;;
    *) echo "usage: tools/venv.sh run|dev" >&2; exit 2 ;;
esac

fail() {
    echo "venv: $*" >&2
    exit 3
}

new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

find_python() {
    for candidate in "${PYTHON:-}" python3.11 python3 python3.14 python3.13 python3.12; do
        if [ -n "$candidate" ] && command -v "$candidate" >/dev/null 2>&1 && new_enough "$candidate"; then
            command -v "$candidate"
            return
        fi
    done
    fail "no Python 3.11 or newer found; install one, or name it: make venv PYTHON=/path/to/python3"
}

# Debian keeps venv and ensurepip in a package of their own.
ensure_venv_module() {
    "$1" -c 'import ensurepip, venv' >/dev/null 2>&1 && return
    package=$("$1" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
    command -v apt-get >/dev/null 2>&1 || fail "$1 has no venv module; install it and try again"
    echo "venv: installing $package" >&2
    sh tools/apt_install.sh "$package" || fail "$1 has no venv module; run: apt-get install $package"
}

stamp=$(cat pyproject.toml constraints.txt | cksum)
for done in ".venv/.installed-dev" ".venv/.installed-$kind"; do
    if [ -x .venv/bin/python ] && [ "$(cat "$done" 2>/dev/null)" = "$stamp" ] && new_enough .venv/bin/python; then
        exit 0
    fi
done

if [ ! -x .venv/bin/python ] || ! new_enough .venv/bin/python; then
    python=$(find_python)
    ensure_venv_module "$python"
    echo "venv: making .venv with $("$python" --version)" >&2
    "$python" -m venv --clear .venv
fi
.venv/bin/python -m pip install -qq --disable-pip-version-check -c constraints.txt -e "$target"
echo "$stamp" >".venv/.installed-$kind"
