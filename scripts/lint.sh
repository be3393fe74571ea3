#!/usr/bin/env bash
# Looks at the sources without building them.
#
#   scripts/lint.sh format         every C and C++ file is as clang-format 14 would write it; with another version it says
#                                  that it does not look
#   scripts/lint.sh clang [JOBS]   Clang finds no error in what build/release, which must be built, has of host/, sdk/ and
#                                  plugins/; a build with the preset clang shows its warnings, and looks at the tests, too
#   scripts/lint.sh tidy [JOBS]    clang-tidy finds nothing in the files of build/clang, which must be configured;
#                                  .clang-tidy says what it looks for
#
# Exit code: 0, clean; 1, not, and each place has been shown; 2, it was called wrongly.
set -eu

cd "$(dirname "${BASH_SOURCE[0]}")/.."
say() { printf '%s\n' "$*" >&2; }

# Ends each name with a zero byte. The checkout may belong to somebody else than who checks it, which git has to be told. What
# git does not know is not looked at; without git, as in an unpacked archive, everything in the project's folders is.
sources() {
  local kinds=('*.h' '*.hpp' '*.c' '*.cpp')
  if [ -e .git ]; then
    git -c safe.directory="$PWD" ls-files -z -- "${kinds[@]}"
  else
    find bench host plugins python sdk tests -regex '.*\.\(h\|hpp\|c\|cpp\)' -print0
  fi
}

# Other versions write some places in another way: what they would find is no fault.
format() {
  local tool version
  tool=$(command -v clang-format-14 || command -v clang-format) || {
    say "There is no clang-format; Debian's package clang-format has it."
    return 1
  }
  version=$("$tool" --version)
  [[ $version == *'version 14.'* ]] || {
    say "The format is not checked: the sources are written by clang-format 14, and this is another: $version"
    return
  }
  sources | xargs -0 -r "$tool" --dry-run -Werror --style=file || {
    say "The places above are not as clang-format would write them: 'clang-format -i FILE' puts a file right."
    return 1
  }
}

# Clang reads what GCC has compiled, where several sources are one, which is quicker than a build. Warnings are left out: in such a source,
# names of one file shadow those of another.
clang() {
  local database=build/release/compile_commands.json
  [ -e "$database" ] || {
    say "There is no $database: 'scripts/build.sh release all' makes it."
    return 1
  }
  sed -n 's/^ *"command": "\(.*\)",\{0,1\}$/\1/p' "$database" | grep -vE 'cmake_pch[^ ]*$|/tests/[^ ]*$' |
    sed -E 's/\\(.)/\1/g
            s/^[^ ]+\+\+ /clang++ /
            s/^[^ ]+cc /clang /
            s/ -(include|o|-param) [^ ]+//g
            s/ -c / -fsyntax-only -w /' | sort -u | (cd build/release && xargs -r -d '\n' -n 1 -P "$1" sh -c) || {
    say "Clang finds fault with the places above."
    return 1
  }
}

# One process per file: the longest take a minute, so that they keep every core busy to the end.
tidy() {
  local database=build/clang/compile_commands.json log=build/clang/tidy.log
  [ -e "$database" ] || {
    say "There is no $database: 'scripts/build.sh clang all' makes it."
    return 1
  }
  sed -n 's/^ *"file": "\(.*\)",\{0,1\}$/\1/p' "$database" | sort -u | tr '\n' '\0' |
    xargs -0 -r -n 1 -P "$1" clang-tidy --quiet -p build/clang >"$log" 2>&1 || {
    grep -vE '^[0-9]+ warnings? (generated|treated as error)' "$log" >&2 || true
    say "clang-tidy finds fault with the places above. Each names its check in brackets."
    return 1
  }
}

case "$#:${1:-}" in
  1:format) format ;;
  [12]:clang) clang "${2:-$(nproc)}" ;;
  [12]:tidy) tidy "${2:-$(nproc)}" ;;
  *)
    say "scripts/lint.sh takes 'format', or 'clang' or 'tidy' and perhaps a number of jobs."
    exit 2
    ;;
esac
