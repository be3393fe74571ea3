#!/usr/bin/env bash
# Follows pages as a reader would, in a clone after ./play: saves what they say to save, and runs their blocks marked sh in
# order. Each must succeed. Comments, which readers do not see, say more:
#
#   <!-- save as PATH -->      before a block: its text becomes that file
#   <!-- not run: REASON -->   before a block marked sh: it can't run here
#   <!-- shows REGEX -->       after a block marked sh, perhaps several: what it printed has a line with that
#   <!-- prints -->            before a block marked text: what the block marked sh before it printed has each of these
#                              lines; "..." stands for anything
#
#   page_test.sh BUILD PAGE    one page alone
#   page_test.sh BUILD --all   README.md, then all pages of docs/ in the order in which it links them, in one clone
#
# The commands see a folder of their own with what ./play leaves for its users: ./agon, and copies of those parts of BUILD
# that others use. The only variables are HOME, PATH and TMPDIR. Nothing else of the clone is read or written. Afterwards
# git must see no new file in that folder, and no page may have changed a file of an earlier one.
set -eu -o pipefail

root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
build=$(realpath "$1")
work=$(mktemp -d "${TMPDIR:-/tmp}/agon-page-XXXXXX")
trap 'rm -rf "$work"' EXIT
clone=$work/clone output=$work/output

fail() {
  printf 'FAILED: %s\n' "$*"
  exit 1
}

# All pages, README.md first; every page must be linked there.
all_pages() {
  local page linked
  linked=$(grep -o '(docs/[a-z0-9-]*\.md' "$root/README.md" | tr -d '(' | awk '!seen[$0]++')
  for page in "$root"/docs/*.md; do
    grep -qx "docs/${page##*/}" <<<"$linked" || fail "README.md does not link docs/${page##*/}"
  done
  echo "$root/README.md"
  for page in $linked; do echo "$root/$page"; done
}

if [ "$2" = --all ]; then
  listed=$(all_pages) || fail "${listed:-}"
  mapfile -t pages <<<"$listed"
else
  pages=("$(realpath "$2")")
fi

mkdir -p "$clone/build/release" "$work/home" "$work/tmp"
for part in bin include share; do cp -rL "$build/$part" "$clone/build/release/"; done # there are links into the sources
ln -s build/release/bin/host "$clone/agon" # as scripts/build.sh does
cp "$root/.gitignore" "$clone/"
cd "$clone"
in_git() { env -i HOME="$work/home" PATH="$PATH" git -c user.name=new -c user.email=new@localhost "$@"; }
in_git init -q
in_git add .gitignore
in_git commit -q -m "the clone"

# Every fenced block of a page as a file NUMBER.LANGUAGE, in the page's order; beside it NUMBER.save, the path to save it
# at, NUMBER.shows, what it must print, and NUMBER.reason, why it is not run. Blocks without a language are `none`. Prints
# lines that look like a command and stand in a block of text or an indented one: these would be skipped unnoticed.
split_page() { # split_page PAGE FOLDER
  awk -v folder="$2" '
    function name(ending) { return sprintf("%s/%03d.%s", folder, number, ending) }
    function is_command(line) {
      return line ~ /^(\$ )?([A-Z_]+=[^ ]* )*(\.\/agon|\.\/play|\.\/check|agon|sudo|apt-get|cmake|cpack|ctest|g\+\+|gcc|git|gdb|mkdir|cd|export|python3|source|chmod|cp|build\/release\/[a-z\/_]+) /
    }
    inside && /^```$/            { inside = 0; close(file); next }
    inside                       { print > file; if ((language == "text" || language == "none") && is_command($0)) print; next }
    /^<!-- save as .* -->$/      { save = substr($0, 14, length($0) - 17); next }
    /^<!-- not run: .* -->$/     { reason = substr($0, 15, length($0) - 18); next }
    /^<!-- prints -->$/          { prints = 1; next }
    /^<!-- shows .* -->$/        { print substr($0, 12, length($0) - 15) >> name("shows"); next }
    /^```[a-z+]*$/               {
      language = prints ? "prints" : length($0) > 3 ? substr($0, 4) : "none"
      inside = 1; ++number; file = name(language); prints = 0; printf "" > file
      if (save != "") print save > name("save")
      if (reason != "") print reason > name("reason")
      close(name("save")); close(name("reason")); save = reason = ""
      next
    }
    /^    / && is_command(substr($0, 5)) { print substr($0, 5) }
  ' "$1"
}

run_block() { # run_block PAGE BLOCK
  # Debian's tools first: a compiler that rustup chooses needs the user's own home.
  env -i HOME="$work/home" RUSTUP_HOME="${RUSTUP_HOME:-$HOME/.rustup}" PATH="/usr/bin:$PATH" TMPDIR="$work/tmp" \
    bash -eu -o pipefail "$2" >"$output" 2>&1 </dev/null ||
    fail "this block of $1:"$'\n\n'"$(cat "$2")"$'\n\nprinted:\n\n'"$(cat "$output")"
  local shown
  [ -e "${2%.*}.shows" ] || return 0
  while IFS= read -r shown; do
    grep -qE -- "$shown" "$output" ||
      fail "this block of $1 does not show '$shown':"$'\n\n'"$(cat "$2")"$'\n\nbut:\n\n'"$(cat "$output")"
  done <"${2%.*}.shows"
}

check_output() { # check_output PAGE BLOCK, with what was printed in $output
  local line pattern
  while IFS= read -r line; do
    pattern=$(sed -e 's/[][\.*^$+?(){}|/]/\\&/g' -e 's/ *\\\.\\\.\\\./.*/g' <<<"$line")
    grep -qxE -- "$pattern" "$output" || fail "$1 shows an output with the line '$line', but its commands print:"$'\n\n'"$(cat "$output")"
  done <"$2"
}

follow() { # follow PAGE NAME
  local blocks=$work/blocks block number unmarked ran=0 saved=0 began=$SECONDS
  local -a left_out=() shown=()
  rm -rf "$blocks"
  mkdir "$blocks"
  unmarked=$(split_page "$1" "$blocks")
  [ -z "$unmarked" ] || fail "commands of $2 stand outside of a block marked sh:"$'\n\n'"$unmarked"
  for block in $(ls "$blocks"); do
    block=$blocks/$block
    number=${block%.*}
    case $block in
      *.save | *.shows | *.reason) ;;
      *.prints) check_output "$2" "$block" ;;
      *.sh)
        if [ -e "$number.reason" ]; then
          left_out+=("$(cat "$number.reason"): $(head -n 1 "$block")")
        else
          run_block "$2" "$block"
          ran=$((ran + 1))
        fi
        ;;
      *)
        if [ -e "$number.save" ]; then
          [ -d "$(dirname "$(cat "$number.save")")" ] || fail "$2 saves $(cat "$number.save"), whose folder it does not make"
          cp "$block" "$(cat "$number.save")"
          saved=$((saved + 1))
        else
          shown+=("${block##*.}")
        fi
        ;;
    esac
  done
  local left
  left=$(ls -A "$work/tmp")
  [ -z "$left" ] || fail "the commands of $2 leave behind in TMPDIR: $left"
  left=$(in_git status --short)
  [ -z "$left" ] || fail "after $2, git sees in the clone:"$'\n'"$left"
  if [ -e "$work/earlier" ]; then
    left=$(sha256sum --check --quiet "$work/earlier" 2>&1) || fail "$2 changes files of an earlier page:"$'\n'"$left"
  fi
  if [ -d bots ]; then find bots -type f -print0 | sort -z | xargs -0 -r sha256sum >"$work/earlier"; fi
  printf '%s: %d blocks of commands ran in %d s, %d saved, %d only shown (%s)\n' "$2" "$ran" $((SECONDS - began)) \
    "$saved" "${#shown[@]}" "$(printf '%s\n' "${shown[@]}" | sort -u | xargs)"
  for block in "${left_out[@]}"; do printf '  not run, %s\n' "$block"; done
  all=$((all + ran)) none=$((none + ${#left_out[@]}))
}

all=0 none=0
for page in "${pages[@]}"; do
  name=${page##*/}
  follow "$page" "$name"
done
[ $((all + none)) -gt 0 ] || fail "there is no block marked sh."
echo "$all blocks of commands ran, $none did not."
