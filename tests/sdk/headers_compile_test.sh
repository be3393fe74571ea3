#!/usr/bin/env bash
# Every public header in every language version that it promises, without a warning: all together, and all games' bridges for
# contest classes, which takes a tenth of the time that each alone takes.
#
#     headers_compile_test.sh ROOT           ROOT is the project's folder, or one of the same shape
#     headers_compile_test.sh --alone ROOT   also each header alone, with the first compiler in the oldest version
#     headers_compile_test.sh --each ROOT    each header alone, with all compilers in all versions
set -u

warnings=(-Wall -Wextra -Wpedantic -Werror -Wconversion -Wshadow)
failures=0
compiled=0

# The compilers that there are: "C-compiler C++-compiler newest-C++".
compilers() {
  if command -v g++ >/dev/null; then echo "gcc g++ c++23"; fi
  local suffix
  for suffix in "" -14 -15 -16 -17 -18 -19; do
    if command -v "clang++$suffix" >/dev/null; then
      echo "clang$suffix clang++$suffix c++2b"
      return
    fi
  done
}

# check_text COMPILER LANGUAGE STANDARD ROOT NAME: what stands on the standard input.
check_text() {
  compiled=$((compiled + 1))
  if ! "$1" -x "$2" "-std=$3" "${warnings[@]}" -fsyntax-only -I "$4/sdk/include" -I "$4/plugins" -; then
    echo "FAILED: $5 with $1 -std=$3"
    failures=$((failures + 1))
  fi
}

# check COMPILER LANGUAGE STANDARD ROOT HEADER...: the headers in one file, included twice, so that guards count too. HEADER is
# relative to an include folder of ROOT.
check() {
  local compiler=$1 language=$2 standard=$3 root=$4
  shift 4
  check_text "$compiler" "$language" "$standard" "$root" "$*" \
    < <(printf '#include <%s>\n' "$@" "$@" && echo 'extern int agon_nothing;')
}

# check_bridges ROOT CXX HEADER...: the bridges of several games in one file, which no plugin has: each defines the template Adapter.
check_bridges() {
  local root=$1 cxx=$2 standard header
  shift 2
  for standard in gnu++17 c++20; do
    check_text "$cxx" c++ "$standard" "$root" "$*" < <(
      echo '#include <agon/topcoder.hpp>'
      for header in "$@"; do
        printf '#undef AGON_TOPCODER_PROTOCOL\n#define Adapter Adapter_%s\n#include <%s>\n#undef Adapter\n' "${header%/*}" "$header"
      done
    )
  done
}

# check_alone ROOT HEADER CC CXX C-STANDARDS C++-STANDARDS
check_alone() {
  local root=$1 header=$2 cc=$3 cxx=$4 standard
  if [[ $header == *.h ]]; then
    for standard in $5; do check "$cc" c "$standard" "$root" "$header"; done
  fi
  if [[ $header == *topcoder* ]]; then
    for standard in c++98 gnu++17; do check "$cxx" c++ "$standard" "$root" "$header"; done
  fi
  for standard in $6; do check "$cxx" c++ "$standard" "$root" "$header"; done
}

# check_each ROOT HEADER: with all compilers in all versions.
check_each() {
  local cc cxx newest older
  while read -r cc cxx newest; do
    older=
    [[ $2 == *.h ]] && older=c++17
    check_alone "$1" "$2" "$cc" "$cxx" "c99 c11 c17" "$older c++20 $newest"
  done < <(compilers)
}

# check_together ROOT HEADER...: with all compilers in all versions; no bridges, which need each game apart.
check_together() {
  local root=$1 cc cxx newest standard header for_c=() for_cxx=()
  shift
  for header in "$@"; do
    [[ $header != *topcoder* ]] || continue
    for_cxx+=("$header")
    if [[ $header == *.h ]]; then for_c+=("$header"); fi
  done
  while read -r cc cxx newest; do
    if [[ ${#for_c[@]} -gt 0 ]]; then
      for standard in c99 c11 c17; do check "$cc" c "$standard" "$root" "${for_c[@]}"; done
      check "$cxx" c++ c++17 "$root" "${for_c[@]}"
    fi
    for standard in c++20 "$newest"; do check "$cxx" c++ "$standard" "$root" "${for_cxx[@]}"; done
  done < <(compilers)
}

# check_older ROOT HEADER: with an older C++ a header says in two errors what it needs, unless it is for older classes.
check_older() {
  local root=$1 header=$2 cc cxx newest errors
  [[ $header == *.hpp && $header != *topcoder* ]] || return 0
  while read -r cc cxx newest; do
    compiled=$((compiled + 1))
    errors=$(printf '#include <%s>\n' "$header" |
      LC_ALL=C "$cxx" -x c++ -std=c++17 -fsyntax-only -I "$root/sdk/include" -I "$root/plugins" - 2>&1 | grep 'error:')
    if [[ $(head -n 1 <<<"$errors") != *"C++20: compile with -std=c++20"* || $(wc -l <<<"$errors") -gt 2 ]]; then
      echo "FAILED: $header with $cxx -std=c++17 does not say first and foremost that it needs C++20:"
      echo "$errors"
      failures=$((failures + 1))
    fi
  done < <(compilers)
}

# The SDK's headers, and each game's protocol, base class and bridge for a contest's class.
headers() {
  local root=$1
  (cd "$root/sdk/include" && find agon -name '*.h' -o -name '*.hpp') | sort
  (cd "$root/plugins" 2>/dev/null && for game in */; do
    for header in "$game"*.h "$game${game%/}.hpp" "${game}topcoder.hpp"; do if [[ -f $header ]]; then echo "$header"; fi; done
  done)
}

# check_all ROOT EXTENT: "each", "alone" or "together".
check_all() {
  local header cc cxx newest all=() bridges=()
  mapfile -t all < <(headers "$1")
  read -r cc cxx newest < <(compilers)
  for header in "${all[@]}"; do
    if [[ $2 == each ]]; then
      check_each "$1" "$header"
    elif [[ $header == */topcoder.hpp ]]; then
      check "$cxx" c++ c++98 "$1" "$header"
      bridges+=("$header")
    elif [[ $2 == alone ]]; then
      check_alone "$1" "$header" "$cc" "$cxx" c99 c++20
    fi
    check_older "$1" "$header"
  done
  if [[ $2 != each ]]; then check_together "$1" "${all[@]}"; fi
  if [[ ${#bridges[@]} -gt 0 ]]; then check_bridges "$1" "$cxx" "${bridges[@]}"; fi
  echo "$compiled compilations, $failures failed"
  [[ $compiled -gt 0 && $failures -eq 0 ]]
}

case ${1:-} in
  --each | --alone) check_all "$2" "${1#--}" ;;
  *) check_all "$1" together ;;
esac
