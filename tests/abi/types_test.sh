#!/usr/bin/env bash
# The types of today's headers are those of a frozen version, as abidiff compares them: sizes, offsets, types and names of members,
# constants. New types are allowed: extensions.
#
#   types_test.sh COMPILER INCLUDE FROZEN            INCLUDE/agon are today's headers, FROZEN is what --compile has made of old ones
#   types_test.sh --compile COMPILER INCLUDE FILE    compiles the types of the headers into FILE
#
# Exit code: 0, the same types; 1, other ones, or changes are not found; 77, there is no abidiff.
set -eu -o pipefail

compile() { # compile COMPILER INCLUDE FILE
  (cd "$2" && find agon -name '*.h' ! -name c_strategy.h | LC_ALL=C sort | sed 's/.*/#include <&>/' &&
    echo 'const void *const types = &agon_plugin;') |
    "$1" -std=c99 -g -gz -fno-eliminate-unused-debug-types -nostdlib -shared -fPIC -Wl,-z,noseparate-code -I "$2" -x c - -o "$3"
}

if [ "$1" = --compile ]; then
  compile "${@:2}"
  exit
fi
compiler=$1 include=$2 frozen=$3
command -v abidiff >/dev/null || { echo "abidiff is missing: Debian's package abigail-tools has it."; exit 77; }
work=$(mktemp -d "${TMPDIR:-/tmp}/agon-types-XXXXXX")
trap 'rm -rf "$work"' EXIT

# changes INCLUDE: prints what abidiff finds that is not new. Another processor has the same types.
changes() {
  local status=0
  compile "$compiler" "$1" "$work/today.so"
  abidiff --non-reachable-types --harmless --redundant --no-architecture "$frozen" "$work/today.so" >"$work/report" || status=$?
  ((status & 3)) && { echo "abidiff failed:"; cat "$work/report"; return; }
  sed -n '/^  \[[CD]\]/,/^$/p' "$work/report"
}

found=$(changes "$include")
[ -z "$found" ] || {
  printf '%s\nFAILED: the types of the headers are not those of %s. Old structs never change: see tests/abi/README.md.\n' "$found" "$frozen"
  exit 1
}

# Changes are found: of a type, of a name, of a constant.
for edit in 's/int32_t role;/int64_t role;/ ext/scene.h' 's/memory_bytes;/memory; / types.h' 's/AGON_FAILED = 4/AGON_FAILED = 9/ types.h'; do
  header=agon/${edit##* }
  rm -rf "$work/include"
  cp -rL "$include" "$work/include"
  sed -i "${edit% *}" "$work/include/$header"
  if cmp -s "$include/$header" "$work/include/$header" || [ -z "$(changes "$work/include")" ]; then
    echo "FAILED: the change $edit is not found"
    exit 1
  fi
done
