#!/usr/bin/env bash
# A page's test passes in a clone whose owner followed that page before, and leaves every file there as it was.
#
#   page_untouched_test.sh BUILD PAGE
set -eu -o pipefail

tests=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
build=$(realpath "$1") page=$(realpath "$2")
work=$(mktemp -d "${TMPDIR:-/tmp}/agon-untouched-XXXXXX")
trap 'rm -rf "$work"' EXIT
clone=$work/clone
mkdir -p "$clone/build/release" "$clone/docs"
cp "$page" "$clone/docs/page.md"
for part in bin include share; do cp -rL "$build/$part" "$clone/build/release/"; done

# What the page has its readers write, and what its commands write, by the same names.
mapfile -t saved < <(sed -n 's/^<!-- save as \(.*\) -->$/\1/p' "$page")
for file in "${saved[@]}" mybot/mybot.cpp mybot/build/mybot.so mygame/rules.hpp mybot.so old.so standings.html match.json \
  matches.jsonl; do
  mkdir -p "$(dirname "$clone/$file")"
  echo "the work of many evenings" >"$clone/$file"
done

state() {
  find "$clone" -printf '%y %m %p %l\n' | sort
  find "$clone" -type f -print0 | sort -z | xargs -0 sha256sum
}

before=$(state)
result=0

(cd "$clone" && exec bash "$tests/page_test.sh" "$clone/build/release" "$clone/docs/page.md") >"$work/output" 2>&1 || result=$?
after=$(state)
[ "$before" = "$after" ] || {
  echo "FAILED: the test of $page changes files of the clone:"
  diff <(echo "$before") <(echo "$after")
  exit 1
}
[ "$result" = 0 ] || {
  echo "FAILED: $page does not do what it says:"
  cat "$work/output"
  exit 1
}
echo "$page: its commands do what it says and leave the clone as it was."
