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
stub bin/mmdebstrap 'exit 1'

refuses() { # refuses CODE SENTENCE ARGUMENT...
  local wanted=$1 sentence=$2 code=0 said
  shift 2
  said=$(PATH="$work/bin:$PATH" "${as[@]}" bash "$work/project/scripts/arm64.sh" "$@" 2>&1) || code=$?
  if [ "$code" = "$wanted" ] && [[ $said == "arm64: "*"$sentence"* && $said != *$'\n'* ]]; then
    printf 'ok: %s\n' "$said"
  else
    printf 'NOT SO: %s\n  exit code %s, not %s\n  said: %s\n' "$sentence" "$code" "$wanted" "$said"
    failures=$((failures + 1))
  fi
}

as=()
refuses 2 "where VERB is ready, build, packages or test"
refuses 2 "where VERB is ready, build, packages or test" fly
refuses 2 "where VERB is ready, build, packages or test" test --quick
[ "$EUID" != 0 ] || as=(setpriv --reuid 65534 --clear-groups)
refuses 1 "takes root" test
if [ "$EUID" = 0 ]; then
  as=()
  refuses 1 "The root with cross-compilers can't be made" build
fi
stub bin/uname 'echo aarch64'
refuses 1 "This machine is aarch64" build
stub bin/uname 'echo x86_64'
rm "$work/project/build/release/bin/host"
refuses 1 "'./play list' makes it" test

exit $((failures > 0))
