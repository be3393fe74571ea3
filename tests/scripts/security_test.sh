#!/usr/bin/env bash
# Each promise of docs/security.md names a layer and tests that there are.
#
#   tests/scripts/security_test.sh SOURCES BUILD    prints what is wrong; exit code 1 where something is
# shellcheck disable=SC2016 # the quotes of the page
set -eu

document=$1/docs/security.md
tests=$(ctest --test-dir "$2" --show-only=json-v1 | grep -o '"name" : "[^"]*"' | cut -d '"' -f 4)
failures=0
promises=0

check_tests() { # check_tests WHERE NAMES
  local name
  for name in $2; do
    grep -qxF "$name" <<<"$tests" && continue
    echo "$1 names the test $name, which is not there"
    failures=$((failures + 1))
  done
}

while IFS='|' read -r _ promise layer named _; do
  promises=$((promises + 1))
  names=$(grep -o '`[^`]*`' <<<"$named" | tr -d '`' || true)
  if [ -z "${layer// /}" ] || [ -z "$names" ]; then
    echo "'$promise' has no layer, or no test"
    failures=$((failures + 1))
  fi
  check_tests "'$promise'" "$names"
done < <(sed -n '/^| .* | what prevents it | test |$/,/^$/p' "$document" | sed '1,2d;/^$/d')
if [ "$promises" -lt 10 ]; then
  echo "the table of promises is not where it was: $promises rows"
  failures=$((failures + 1))
fi
# "Tests: `one`, `two`." elsewhere on the page.
check_tests "a list" "$(grep -oE '[Tt]ests: `[^.)]*' "$document" | grep -o '`[^`]*`' | tr -d '`')"
for name in $(grep -oE '`tests/[a-z_/]+`' "$document" | tr -d '`' | sort -u); do
  [ -e "$1/$name" ] && continue
  echo "$name is not there"
  failures=$((failures + 1))
done
exit $((failures > 0))
