#!/usr/bin/env bash
# Copies today's headers into a frozen folder and writes its checksums anew. Only for a folder whose version is not
# released yet: see README.md.
#
#   tests/abi/freeze.sh 1.0
set -eu
cd "$(dirname "${BASH_SOURCE[0]}")"
folder=$1
[ -d "$folder" ] || { echo "freeze.sh: there is no folder $folder beside it." >&2; exit 2; }

rm -rf "$folder/include"
mkdir -p "$folder/include/agon/topcoder" "$folder/include/tonga"
cp -r ../../sdk/include/agon "$folder/include/"
cp ../../plugins/tonga/tonga.h ../../plugins/tonga/tonga.hpp "$folder/include/tonga/"
cp ../../plugins/tonga/topcoder.hpp "$folder/include/agon/topcoder/tonga.hpp"

cd "$folder"
find . -type f ! -name SHA256SUMS | LC_ALL=C sort | xargs sha256sum >SHA256SUMS
