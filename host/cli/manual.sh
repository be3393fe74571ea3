#!/bin/sh
# manual.sh AGON VERSION FOLDER: writes the manual into the folder, agon(1) and a page for each command, by help2man from what --help
# prints. AGON is the program's absolute path, perhaps after the emulator that runs it.
# manual.sh --help ...: prints a help as help2man reads it.
set -eu

if [ "${AGON_MANUAL_OF-}" ]; then
  # The first line has the arguments of a command; an empty line keeps a command to be typed on a line of its own.
  # shellcheck disable=SC2086 # several words
  $AGON_MANUAL_OF "$@" | sed '1{/^agon [0-9]/d; s/^\([^:]*\): .*/Usage: \1/}; s/^  agon /\n&/; s/^Exit codes:/Exit status:/'
  exit
fi

agon=$1 version=$2 folder=$3
rm -rf "$folder"
mkdir -p "$folder"

# page NAME WORDS SUMMARY
page() {
  AGON_MANUAL_OF=$2 help2man --no-info --section=1 --name="$3" --version-string="$1 $version" --manual=Agon --source="Agon $version" \
    --output="$folder/$1.1" "$0"
  gzip -9 -n "$folder/$1.1"
}

page agon "$agon" 'an arena for game-playing programs'
for command in $($agon completion words 1 -- ''); do
  # The first line is "agon list: lists the games".
  page "agon-$command" "$agon $command" "$($agon "$command" --help | sed -n '1s/^[^:]*: //p')"
done
