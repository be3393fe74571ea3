#!/usr/bin/env bash
# Copies a library once for each name, and writes the name over its text "name.........": 40 bytes in all, padded with zeros.
#
#   tests/hostile/named_copies.sh LIBRARY FOLDER PREFIX NAME...    makes FOLDER/PREFIXNAME.so
set -eu
library=$1 folder=$2 prefix=$3
shift 3
placeholder=$(printf 'name%036d' 0 | tr 0 .)
mkdir -p "$folder"
for name; do
  padded=$name
  for ((size = ${#name}; size < ${#placeholder}; ++size)); do padded+='\x00'; done
  LC_ALL=C sed "s/${placeholder//./\\.}/$padded/" "$library" >"$folder/$prefix$name.so"
  ! cmp -s "$library" "$folder/$prefix$name.so" || {
    echo "named_copies.sh: $library has no placeholder for a name." >&2
    exit 1
  }
done
