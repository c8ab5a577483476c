#!/bin/sh
# Prints the path of a Chromium for the browser tests, after installing one where there is none.
# WCREPLAY_CHROMIUM names it explicitly.
set -eu
cd "$(dirname "$0")/.."

find_chromium() {
    if [ -n "${WCREPLAY_CHROMIUM:-}" ]; then
        command -v "$WCREPLAY_CHROMIUM" && return
        echo "ensure_chromium: WCREPLAY_CHROMIUM=$WCREPLAY_CHROMIUM is not a program" >&2
        exit 3
    fi
    for name in chromium chromium-browser google-chrome; do
        command -v "$name" && return
    done
    return 1
}

find_chromium && exit 0
echo "ensure_chromium: no Chromium found; installing the system's package" >&2
if sh tools/apt_install.sh chromium fonts-liberation && find_chromium; then
    exit 0
fi
echo "ensure_chromium: install Chromium, or name one with WCREPLAY_CHROMIUM=/path/to/chromium" >&2
exit 3
