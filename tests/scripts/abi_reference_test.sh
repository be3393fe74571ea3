#!/usr/bin/env bash
# docs/abi.md says what the headers say, and the check of that finds when it does not.
#
#   abi_reference_test.sh SOURCES
set -eu -o pipefail

sources=$1
work=$(mktemp -d "${TMPDIR:-/tmp}/agon-reference-XXXXXX")
trap 'rm -rf "$work"' EXIT

fail() {
  printf 'FAILED: %s\n' "$*"
  exit 1
}

# checked CODE HEADER SED-SCRIPT: with that header changed so, --check ends with that exit code.
checked() {
  local code=0
  rm -rf "$work/copy"
  mkdir -p "$work/copy/sdk" "$work/copy/docs" "$work/copy/scripts"
  cp -r "$sources/sdk/include" "$work/copy/sdk/"
  cp "$sources/docs/abi.md" "$work/copy/docs/"
  cp "$sources/scripts/abi-reference.pl" "$work/copy/scripts/"
  sed -i "$3" "$work/copy/sdk/include/agon/$2"
  "$work/copy/scripts/abi-reference.pl" --check >"$work/output" 2>&1 || code=$?
  [ "$code" = "$1" ] || fail "with $3 in $2 the exit code is $code, not $1:" "$(cat "$work/output")"
}

"$sources/scripts/abi-reference.pl" --check || fail "see above"
checked 0 types.h ''
checked 1 types.h 's/The result of a call/The end of a call/'
checked 1 game.h 's/^  double (\*score)/  float (*score)/'
checked 1 ext/log.h 's,agon.log/1",agon.log/2",'
checked 1 plugin.h 's/uint32_t game_count;/uint32_t many_games;/'
checked 2 ext/scene.h 's/^} agon_scene;/} agon_picture;/'
checked 2 strategy.h '1s/.*/int nothing;/'
checked 2 ext/usage.h '$s/.*/&\nint agon_other;/'

# What it writes is what it then finds up to date.
sed -i 's/The result of a call/The end of a call/' "$work/copy/sdk/include/agon/types.h"
cp "$sources/sdk/include/agon/ext/usage.h" "$work/copy/sdk/include/agon/ext/"
"$work/copy/scripts/abi-reference.pl"
"$work/copy/scripts/abi-reference.pl" --check || fail "it does not find up to date what it has just written"
grep -q 'The end of a call' "$work/copy/docs/abi.md" || fail "it did not write what the header says"
echo "docs/abi.md says what the headers say."
