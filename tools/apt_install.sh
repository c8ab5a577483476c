#!/bin/sh
# Installs Debian packages, as root or through sudo: tools/apt_install.sh PACKAGE...
set -eu

if [ "$(id -u)" -eq 0 ]; then
    as_root=
elif command -v sudo >/dev/null 2>&1; then
    as_root=sudo
else
    echo "apt_install: not root and no sudo; run: apt-get install $*" >&2
    exit 3
fi
command -v apt-get >/dev/null 2>&1 || { echo "apt_install: no apt-get here; install by hand: $*" >&2; exit 3; }
export DEBIAN_FRONTEND=noninteractive
# A stale package list is fine if the packages are in it; the installation decides.
$as_root apt-get update -qq >&2 || echo "apt_install: apt-get update failed; trying with the list at hand" >&2
$as_root apt-get install -y -qq --no-install-recommends "$@" >&2
