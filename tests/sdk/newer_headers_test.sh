#!/usr/bin/env bash
# A plugin that is built with headers of a later minor version runs on this host, unless it asks for what that version
# added: then it is refused, with both versions.
#
#     newer_headers_test.sh CC CXX INCLUDE SOURCES HOST   INCLUDE is the build's folder of headers, SOURCES that of the
#                                                         strategies in several languages
set -eu

cc=$1 cxx=$2 include=$3 sources=$4 host=$5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# Headers as those of ABI 1.3 may be.
cp -rL "$include" "$work/include"
sed -i 's/^#define AGON_ABI_MINOR 0u$/#define AGON_ABI_MINOR 3u/' "$work/include/agon/plugin.h"
grep -q '^#define AGON_ABI_MINOR 3u$' "$work/include/agon/plugin.h" || {
  echo "FAILED: the headers' minor version is not 0: this test has to learn the new one"
  exit 1
}

# built NAME COMPILER ARGUMENTS...: makes a shared library of that name.
built() {
  local name=$1
  shift
  "$@" -shared -fPIC -O1 -I "$work/include" -o "$work/$name"
}

# plays NAME: whether the host plays a match with that plugin.
plays() {
  "$host" --game tonga --set n=6 --plugin "$work/$1" --no-db --quiet >"$work/said" 2>&1
}

# fail WHAT: shows what the host said, too.
fail() {
  echo "FAILED: $1"
  cat "$work/said"
  failures=$((failures + 1))
}

built c.so "$cc" -std=c99 "$sources/neighbourly.c"
built cxx.so "$cxx" -std=c++20 "$sources/neighbourly.cpp"
built class.so "$cxx" -std=c++20 -w -include agon/topcoder/tonga.hpp "$sources/neighbourly_class.cpp"
for plugin in c.so cxx.so class.so; do
  plays "$plugin" || fail "$plugin, built with newer headers, does not play"
done

built newer_c.so "$cc" -std=c99 -DAGON_ABI_NEEDED_MINOR=2u "$sources/neighbourly.c"
built newer_cxx.so "$cxx" -std=c++20 -DAGON_ABI_NEEDED_MINOR=2u "$sources/neighbourly.cpp"
for plugin in newer_c.so newer_cxx.so; do
  if plays "$plugin"; then fail "$plugin, which needs ABI 1.2, plays"; fi
  grep -q "$plugin: was built for the plugin ABI 1.2, newer than what this host supports (1.0)" "$work/said" ||
    fail "$plugin is not refused with both versions"
done
[[ $failures -eq 0 ]]
