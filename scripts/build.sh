#!/usr/bin/env bash
# Configures and builds one preset into build/PRESET; 'release' also makes ./agon, a link to the program. Says nothing where
# nothing is to be done; one may be started while another is running.
#
#   scripts/build.sh PRESET play  [JOBS]    the host, the plugins and, if its packages are there, the Python package: takes
#                                           none of the packages that the tests take; a compiler's warnings are shown, and
#                                           in all others they are errors
#   scripts/build.sh PRESET units [JOBS]    these, and the tests that ./check runs with sanitizers
#   scripts/build.sh PRESET all   [JOBS]    everything
#
# build/PRESET/left-out.txt says which parts are left out, since packages are missing; empty where none is.
#
# JOBS is the number of compilers at a time; without it ninja chooses. Exit code: 0, built; 1, not, and the tools' output
# has been shown; 2, it was called wrongly.
set -eu

say() { printf '%s\n' "$*" >&2; }

preset=${1:-} extent=${2:-} jobs=${3:-}
if [ -z "$preset" ] || [[ $extent != @(play|units|all) ]] || [[ -n $jobs && ! $jobs =~ ^[1-9][0-9]*$ ]]; then
  say "scripts/build.sh takes a preset's name, then 'play', 'units' or 'all', then perhaps a number of jobs."
  exit 2
fi

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
cd "$root"
folder=build/$preset
cache=$folder/CMakeCache.txt

if ! mkdir -p "$folder" 2>/dev/null || [ ! -w "$folder" ]; then
  say "The folder $root/$folder can't be written to by $(id -un). It belongs to who built first, perhaps root:" \
    "build as that user, or delete the folder."
  exit 1
fi

# Two builds in one folder would spoil each other's files.
if command -v flock >/dev/null; then
  exec 9>"$folder/.lock"
  flock -n 9 || {
    say "Waiting for another build in $root/$folder to end."
    flock 9
  }
fi

# What is in the cache, on the line that starts with $1.
cached() { sed -n "s/^$1:[A-Z]*=//p" "$cache"; }

configure() {
  local log=$folder/configure.log
  cmake --preset "$preset" "$@" ${BOOST_ROOT:+"-DBOOST_ROOT=$BOOST_ROOT"} >"$log" 2>&1 </dev/null || {
    cat "$log" >&2
    say "Configuring the preset '$preset' failed; CMake's output is above."
    exit 1
  }
}

without_tests=()
[ "$extent" = play ] && without_tests=(-DAGON_TESTS=OFF)
if [ ! -e "$cache" ]; then
  configure "${without_tests[@]}"
elif [ ! "$(cached CMAKE_HOME_DIRECTORY)" -ef "$root" ]; then
  configure --fresh "${without_tests[@]}" # the checkout was moved or copied together with its build folder
elif [ "$extent" != play ] && [ "$(cached AGON_TESTS)" = OFF ]; then
  configure --fresh # ./play was here first and left the tests out
elif [ ! -e "$folder/build.ninja" ]; then
  configure "${without_tests[@]}" # an earlier attempt failed half-way
elif [ -s "$folder/left-out.txt" ] && [ "${AGON_SYSTEM:-}/var/lib/dpkg/status" -nt "$folder/configure.log" ]; then
  configure # a package was installed since: perhaps one for the parts that are left out
fi

# A line for each file whose compilation or linking warned since it was last built without 'play'. Not -Werror: with the
# same flags, ./play and ./check use what the other has compiled.
warned=$folder/warned

# Shows how far ninja is, on a terminal in one line that is wiped at the end, elsewhere in a line for every tenth and at least
# every half minute, and passes on what the tools say.
follow() {
  local line file='' started='' tenth=0 last=0 now
  while IFS= read -r line; do
    if [[ $line == '[0/'* ]]; then
      continue # looks for new files; no work yet
    elif [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\ ((Building|Linking).*\ )?(.*)$ ]]; then
      file=${BASH_REMATCH[4]:+${BASH_REMATCH[5]}}
      if [ -t 2 ]; then
        printf '\r\e[KBuilding (%s): %s of %s' "$preset" "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" >&2
      elif [ -z "$started" ]; then
        say "Building ($preset): ${BASH_REMATCH[2]} steps."
      else
        now=$((100 * BASH_REMATCH[1] / BASH_REMATCH[2]))
        if ((now / 10 > tenth || SECONDS >= last + 30)); then
          say "Building ($preset): $now % after $SECONDS s."
          tenth=$((now / 10)) last=$SECONDS
        fi
      fi
      started=yes
    elif [[ $line != 'ninja: no work to do.' && $line != '-- '* ]]; then # nor CMake's steps where ninja starts it again
      [ -n "$started" ] && [ -t 2 ] && printf '\r\e[K' >&2
      printf '%s\n' "$line" >&2
      [[ $line == *'warning: '* ]] && printf '%s\n' "$file" >>"$warned"
    fi
  done
  [ -n "$started" ] && [ -t 2 ] && printf '\r\e[K' >&2
  return 0
}

targets=(all)
if [ "$extent" = play ]; then
  targets=(host/all plugins/all)
  grep -q '^build python/all:' "$folder/build.ninja" && targets+=(python/all) # not with -DAGON_PYTHON=OFF
fi
if [ "$extent" = units ]; then
  # Each folder of tests that has a list of its own is a target of its own.
  mapfile -t lists < <(find tests/host/{match,plugin,seat,store} tests/plugins tests/sdk -name CMakeLists.txt)
  targets=(host/all plugins/all "${lists[@]/%CMakeLists.txt/all}")
fi
if [ "$extent" != play ] && [ -s "$warned" ]; then
  # They warn again, or are now free of warnings.
  (cd "$folder" && sort -u warned | xargs -r -d '\n' rm -f)
  rm "$warned"
fi
set -o pipefail
LC_ALL=C.UTF-8 NINJA_STATUS='[%f/%t] ' cmake --build "$folder" --target "${targets[@]}" ${jobs:+-j "$jobs"} 2>&1 </dev/null | follow || {
  say "The build of the preset '$preset' failed; the tools' output is above."
  exit 1
}

if [ "$extent" != play ] && [ -s "$warned" ]; then
  say "The build of the preset '$preset' has warnings, which are above. Only ./play builds with them."
  exit 1
fi

# What to type from now on; a file of that name that is somebody's own is left alone.
if [ "$preset" = release ] && { [ -L agon ] || [ ! -e agon ]; }; then
  ln -sfn build/release/bin/host agon || say "There is no $root/agon: type $root/build/release/bin/host instead."
fi
