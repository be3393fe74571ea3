#!/usr/bin/env bash
# scripts/arm64.sh where it can't do what it is asked: one sentence, and nothing is made.
#
#   tests/scripts/arm64_test.sh    prints one line for each behaviour; exit code 1 where one is not as it should be
set -eu

sources=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/agon-arm64-XXXXXX")
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
failures=0

stub() { # stub PATH BODY
  mkdir -p "$(dirname "$work/$1")"
  printf '#!/bin/sh\n%s\n' "$2" >"$work/$1"
  chmod 755 "$work/$1"
}

mkdir -p "$work/project/scripts"
cp "$sources/scripts/arm64.sh" "$work/project/scripts/"
stub project/build/release/bin/host true
stub bin/uname 'echo x86_64'
stub bin/apt-get true
stub bin/df 'echo " Avail"; echo 100000'

refuses() { # refuses CODE SENTENCE ARGUMENT...
  local wanted=$1 sentence=$2 code=0 said
  shift 2
  said=$(PATH="$work/bin:$PATH" "${as[@]}" bash "$work/project/scripts/arm64.sh" "$@" 2>&1) || code=$?
  if [ "$code" = "$wanted" ] && [[ $said == "arm64: "*"$sentence"* && $said != *$'\n'* ]] && [ ! -e "$work/made" ]; then
    printf 'ok: %s\n' "$said"
  else
    printf 'NOT SO: %s\n  exit code %s, not %s\n  said: %s\n' "$sentence" "$code" "$wanted" "$said"
    failures=$((failures + 1))
  fi
}

as=()
here=(--folder "$work/made")
refuses 2 "not ''"
refuses 2 "not 'fly'" fly
refuses 2 "'sid' is not a suite: --suite takes bookworm or trixie" test --suite sid
refuses 2 "--jobs takes a whole number" test --jobs 0
refuses 2 "--suite takes a value" test --suite
refuses 2 "'--fast' is not an argument" test --fast

stub bin/df 'echo " Avail"; echo 17'
refuses 1 "has 17 MiB of free space" build "${here[@]}"
stub bin/df 'echo " Avail"; echo 100000'

[ "$EUID" != 0 ] || as=(setpriv --reuid 65534 --clear-groups)
refuses 1 "takes root" test "${here[@]}"
if [ "$EUID" = 0 ]; then
  as=()
  refuses 1 "The packages of trixie can't be had from file:/nowhere" test --suite trixie --mirror file:/nowhere "${here[@]}"
fi

stub bin/uname 'echo aarch64'
refuses 1 "This machine is aarch64" build "${here[@]}"
stub bin/uname 'echo x86_64'
rm "$work/project/build/release/bin/host"
refuses 1 "'./play list' builds it" test "${here[@]}"

mkdir "$work/other"
touch "$work/other/letter"
refuses 1 "was not made by this script" drop --folder "$work/other"
[ -e "$work/other/letter" ] || { echo "NOT SO: drop deleted another folder"; failures=1; }

exit $((failures > 0))
