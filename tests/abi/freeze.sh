#!/usr/bin/env bash
# Freezes a new version of the ABI: builds the plugins of its folder and the types of the headers with GCC 12 on x86-64, and writes the
# folder's checksums. A folder is frozen once: see README.md.
#
#   tests/abi/freeze.sh FOLDER INCLUDE    FOLDER has the sources of the plugins; INCLUDE is a build's folder of headers
set -eu
include=$(realpath "$2")
cd "$(dirname "${BASH_SOURCE[0]}")/$1"
mkdir -p x86-64

flags=(-Os -w -shared -fPIC -fvisibility=hidden -fvisibility-inlines-hidden -fno-plt -fno-asynchronous-unwind-tables -ffunction-sections
  -fdata-sections -s '-Wl,--gc-sections,--build-id=none,-z,defs,-z,now,-z,noseparate-code,-z,norelro' -I "$include")
for name in pebbles gatherer; do gcc -std=c99 "${flags[@]}" $name.c -o x86-64/$name.so; done
for name in shells wader; do g++ -std=c++20 "${flags[@]}" $name.cpp -o x86-64/$name.so; done
g++ -std=c++20 -fno-gnu-unique "${flags[@]}" -include agon/topcoder/tonga.hpp knight.cpp -o x86-64/knight.so
../types_test.sh --compile gcc ../../../sdk/include x86-64/types.so

find . -type f ! -name SHA256SUMS | LC_ALL=C sort | xargs sha256sum >SHA256SUMS
