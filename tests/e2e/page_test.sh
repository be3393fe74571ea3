#!/usr/bin/env bash
# Runs a page's blocks marked sh in order, as a reader would in a clone after ./play; each must succeed. Two comments,
# which readers do not see, say more:
#
#   <!-- save as PATH -->    before a block: its text becomes that file
#   <!-- shows REGEX -->     after a block marked sh, perhaps several: what it printed has a line with that
#
# Skips blocks that would install packages or build the whole project, and blocks of another language that are not saved.
#
#   page_test.sh BUILD PAGE
#
# The commands see a folder of their own with what ./play leaves for its users: ./agon, and copies of those parts of BUILD
# that others use. The only variables are HOME, PATH and TMPDIR. Nothing else of the clone is read or written.
set -eu -o pipefail

build=$(realpath "$1") page=$(realpath "$2")
work=$(mktemp -d "${TMPDIR:-/tmp}/agon-page-XXXXXX")
trap 'rm -rf "$work"' EXIT
clone=$work/clone blocks=$work/blocks output=$work/output
mkdir -p "$clone/build/release" "$blocks" "$work/home" "$work/tmp"
for part in bin include share; do cp -rL "$build/$part" "$clone/build/release/"; done # there are links into the sources
ln -s build/release/bin/host "$clone/agon" # as scripts/build.sh does
cd "$clone"

# Every fenced block as a file NUMBER.LANGUAGE, in the page's order; beside it NUMBER.save, the path to save it at, and
# NUMBER.shows, what it must print.
awk -v folder="$blocks" '
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
for block in "$blocks"/*; do
  number=${block%.*}
  case $block in
    *.save | *.shows) continue ;;
    *.sh)
      if grep -qE '\./play|\./check|git clone|apt' "$block"; then continue; fi
      # Debian's tools first: a compiler that rustup chooses needs the user's own home.
      env -i HOME="$work/home" ${RUSTUP_HOME:+RUSTUP_HOME="$RUSTUP_HOME"} PATH="/usr/bin:$PATH" TMPDIR="$work/tmp" bash -eu -o pipefail "$block" >"$output" 2>&1 </dev/null ||
        fail "this block of $page:"$'\n\n'"$(cat "$block")"$'\n\nprinted:\n\n'"$(cat "$output")"
      ran=$((ran + 1))
      if [ -e "$number.shows" ]; then
        while IFS= read -r shown; do
          grep -qE -- "$shown" "$output" ||
            fail "this block of $page does not show '$shown':"$'\n\n'"$(cat "$block")"$'\n\nbut:\n\n'"$(cat "$output")"
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
left=$(ls -A "$work/tmp")
[ -z "$left" ] || fail "the commands of $page leave behind in TMPDIR: $left"
echo "$page: $ran blocks of commands ran."
