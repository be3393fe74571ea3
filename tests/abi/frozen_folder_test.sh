#!/usr/bin/env bash
# A frozen folder is as it was frozen: each file has its checksum, and no file has come or gone.
#
#   frozen_folder_test.sh FOLDER
#   frozen_folder_test.sh --self FOLDER    checks that changes are found
set -eu -o pipefail
export LC_ALL=C

unchanged() { # unchanged FOLDER
  local listed present
  listed=$(sed 's/^[0-9a-f]*  //' "$1/SHA256SUMS" | sort)
  present=$(cd "$1" && find . -type f ! -name SHA256SUMS | sort)
  if (cd "$1" && sha256sum --quiet --strict -c SHA256SUMS) && [ -n "$listed" ] && [ "$listed" = "$present" ]; then return; fi
  diff <(echo "$listed") <(echo "$present") || true
  cat <<MESSAGE
FAILED: $1 has changed: the lines above say where.
What is in it stands for plugins that are built already and can't be changed: they must work for ever. So never edit it.
Make the host work with it as it was. What is new in the ABI gets a folder of its own beside it (tests/abi/README.md).
MESSAGE
  return 1
}

# found WHAT COMMAND...: after that command in a copy, the copy does not pass.
found() {
  local what=$1
  shift
  rm -rf "$work/copy"
  cp -r "$folder" "$work/copy"
  (cd "$work/copy" && "$@")
  if unchanged "$work/copy" >/dev/null 2>&1; then
    echo "FAILED: $what is not found"
    exit 1
  fi
}

if [ "$1" = --self ]; then
  folder=$2
  work=$(mktemp -d "${TMPDIR:-/tmp}/agon-frozen-XXXXXX")
  trap 'rm -rf "$work"' EXIT
  cp -r "$folder" "$work/copy"
  unchanged "$work/copy"
  found "a changed header" sed -i '1s/./#/' include/agon/types.h
  found "a new file" touch include/agon/newer.h
  found "a missing file" rm pebbles.c
  found "an empty list" cp /dev/null SHA256SUMS
  echo "Changes of all kinds are found."
else
  unchanged "$1"
fi
