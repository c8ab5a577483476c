#!/bin/sh
# Makes build/compiled: a copy of this tree whose core is machine code, to test and to measure.
#
# The copy is an unpacked source distribution, so nothing is written beside the sources; hatch-mypyc builds the
# wheel of a release from it (build/wheel). Without a C compiler nothing is made; a copy of other sources is
# made anew.
set -eu

cd "$(dirname "$0")/.."
python=$PWD/.venv/bin/python
place=build/compiled

if ! command -v cc >/dev/null 2>&1 && ! command -v gcc >/dev/null 2>&1; then
    echo "compile: no C compiler found; the compiled core is left out" >&2
    rm -rf "$place"
    exit 0
fi
stamp=$(find pyproject.toml wcreplay tests bench records dashboards docs -name __pycache__ -prune -o -type f -print |
    sort | xargs cat | cksum)
if [ "$(cat "$place/.stamp" 2>/dev/null)" = "$stamp" ]; then
    exit 0
fi
rm -rf build/sdist "$place"
mkdir -p build/sdist "$place"
"$python" -m hatchling build -t sdist -d build/sdist >/dev/null
tar -xzf build/sdist/*.tar.gz -C "$place" --strip-components 1
echo "compile: compiling the core; this takes about a minute" >&2
# The hook leaves the extension modules beside the sources it compiled: here, in the copy.
HATCH_BUILD_HOOK_ENABLE_MYPYC=1 "$python" -m pip wheel -qq --disable-pip-version-check --no-deps \
    --no-build-isolation --wheel-dir "$PWD/build/wheel" "$place"
(cd "$place" && "$python" -c 'import wcreplay.engine.run as run; assert not run.__file__.endswith(".py")')
echo "$stamp" >"$place/.stamp"
