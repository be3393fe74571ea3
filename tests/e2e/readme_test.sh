#!/usr/bin/env bash
# The README's commands do what it says: its blocks marked sh are run in order, in a folder that looks like a clone, and
# each must succeed. A block marked cpp is what the README tells to save as mybot.cpp. Blocks that would install or build
# the whole project are left out.
#
#   readme_test.sh SOURCES BIN    BIN is the folder of the built host
set -eu -o pipefail

sources=$1 bin=$2
clone=$(mktemp -d "${TMPDIR:-/tmp}/agon-readme-XXXXXX")
trap 'rm -rf "$clone"' EXIT
for entry in "$sources"/*; do
  [ "$(basename "$entry")" = build ] || ln -s "$entry" "$clone/"
done
mkdir -p "$clone/build/release"
ln -s "$bin" "$clone/build/release/bin"
ln -s "$(dirname "$bin")/include" "$clone/build/release/include"
cd "$clone"
unset AGON_PLUGIN_PATH
export XDG_DATA_HOME=$clone/.data

# Every fenced block as a file blocks/NUMBER.LANGUAGE, in the README's order.
mkdir "$clone/.blocks"
awk -v folder="$clone/.blocks" '
  !inside && /^```[a-z]/ { inside = 1; file = sprintf("%s/%03d.%s", folder, ++number, substr($0, 4)); next }
  inside && /^```$/      { inside = 0; close(file); next }
  inside                 { print > file }
' "$sources/README.md"

bots=0 ran=0
for block in "$clone"/.blocks/*; do
  case $block in
    *.cpp)
      cp "$block" mybot.cpp
      bots=$((bots + 1))
      ;;
    *.sh)
      if grep -qE '\./play|\./check|git clone|apt' "$block"; then continue; fi
      if ! bash -eu -o pipefail "$block" >.output 2>&1 </dev/null; then
        printf 'FAILED: this block of the README:\n\n%s\n\nprinted:\n\n%s\n' "$(cat "$block")" "$(cat .output)"
        exit 1
      fi
      ran=$((ran + 1))
      ;;
  esac
done

# The README promises a bot in C++, and that a match shows the board's points and a contest score.
if [ "$bots" -lt 1 ] || [ "$ran" -lt 2 ]; then
  echo "FAILED: the README has $bots blocks marked cpp and $ran marked sh to run; it should have at least 1 and 2."
  exit 1
fi
match=$(build/release/bin/host --game tonga --plugin ./mybot.so)
for word in 'Black [0-9]+ points, White [0-9]+ points' 'contest' 'mybot .* ok$'; do
  grep -qE "$word" <<<"$match" || {
    printf 'FAILED: the match of the README does not show "%s":\n\n%s\n' "$word" "$match"
    exit 1
  }
done
echo "The README's $ran blocks of commands ran."
