#!/usr/bin/env bash
# Fetches axe-core, with which the tests check that the pages are accessible. Debian has no package of it, so npm fetches the
# version whose checksum is in tests/browser/axe/package-lock.json, to build/axe. Without npm or the network those checks are
# skipped, and this says so. Exit code: 0 in both cases.
set -eu

cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
wanted=build/axe/node_modules/axe-core/axe.min.js
lock=tests/browser/axe/package-lock.json
[ -e "$wanted" ] && cmp -s "$lock" build/axe/package-lock.json && exit 0
skipped() {
  echo "axe-core is not checked against the pages: $1. The other tests of the pages run."
  exit 0
}
command -v npm >/dev/null || skipped "there is no npm"
mkdir -p build/axe
cp tests/browser/axe/package.json "$lock" build/axe/
timeout 60 npm ci --prefix build/axe --ignore-scripts --no-audit --no-fund --fetch-retries=1 --fetch-timeout=15000 --loglevel=error >build/axe/npm.log 2>&1 </dev/null || {
  rm -f build/axe/package-lock.json
  skipped "npm could not fetch it ($(tail -n 1 build/axe/npm.log))"
}
