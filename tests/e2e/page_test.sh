#!/usr/bin/env bash
# A page's commands do what it says: its blocks marked sh are run in order, in a folder that looks like a clone in which
# ./play was, and each must succeed. Two comments, which readers do not see, say more:
#
#   <!-- save as PATH -->    before a block: its text becomes that file
#   <!-- shows REGEX -->     after a block marked sh, perhaps several: what it printed has a line with that
#
# Blocks that would install or build the whole project are left out, and one of another language that is not saved.
#
#   page_test.sh SOURCES BIN PAGE    BIN is the folder of the built host; the page's commands have it as agon in PATH
set -eu -o pipefail

sources=$1 bin=$2 page=$3
clone=$(mktemp -d "${TMPDIR:-/tmp}/agon-page-XXXXXX")
trap 'rm -rf "$clone"' EXIT
for entry in "$sources"/*; do
  [ "$(basename "$entry")" = build ] || ln -s "$entry" "$clone/"
done
mkdir -p "$clone/build" "$clone/.path" "$clone/.blocks"
ln -s "$(dirname "$bin")" "$clone/build/release"
ln -s "$bin/host" "$clone/.path/agon"
cd "$clone"
unset AGON_PLUGIN_PATH
export XDG_DATA_HOME=$clone/.data PATH=$clone/.path:$PATH CMAKE_PREFIX_PATH=$clone/build/release

# Every fenced block as a file .blocks/NUMBER.LANGUAGE, in the page's order; beside it NUMBER.save, the path to save it
# at, and NUMBER.shows, what it must print.
awk -v folder=.blocks '
  function name(ending) { return sprintf("%s/%03d.%s", folder, number, ending) }
  inside && /^```$/                   { inside = 0; close(file); next }
  inside                              { print > file; next }
  /^<!-- save as .* -->$/             { save = substr($0, 14, length($0) - 17); next }
  /^<!-- shows .* -->$/               { print substr($0, 12, length($0) - 15) >> name("shows"); next }
  /^```[a-z+]+$/                      {
    inside = 1; ++number; file = name(substr($0, 4))
    if (save != "") print save > name("save")
    close(name("save")); save = ""
  }
' "$page"

fail() {
  printf 'FAILED: %s\n' "$*"
  exit 1
}

ran=0
for block in .blocks/*; do
  number=${block%.*}
  case $block in
    *.save | *.shows) continue ;;
    *.sh)
      if grep -qE '\./play|\./check|git clone|apt' "$block"; then continue; fi
      bash -eu -o pipefail "$block" >.output 2>&1 </dev/null ||
        fail "this block of $page:"$'\n\n'"$(cat "$block")"$'\n\nprinted:\n\n'"$(cat .output)"
      ran=$((ran + 1))
      if [ -e "$number.shows" ]; then
        while IFS= read -r shown; do
          grep -qE -- "$shown" .output ||
            fail "this block of $page does not show '$shown':"$'\n\n'"$(cat "$block")"$'\n\nbut:\n\n'"$(cat .output)"
        done <"$number.shows"
      fi
      ;;
    *)
      if [ -e "$number.save" ]; then
        path=$(cat "$number.save")
        mkdir -p "$(dirname "$path")"
        cp "$block" "$path"
      fi
      ;;
  esac
done
[ "$ran" -gt 0 ] || fail "$page has no block marked sh that could be run."
echo "$page: $ran blocks of commands ran."
