#!/usr/bin/env bash
# scripts/build.sh on a made-up project with a source that warns, and a part that is left out.
#
#   tests/scripts/build_test.sh    prints one line for each behaviour; exit code 1 where one is not as it should be
#
# expect() calls the conditions by name, and prints the variables of `shown`:
# shellcheck disable=SC2034,SC2317 source=tests/scripts/expect.sh
set -eu

sources=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/agon-build-XXXXXX")
trap 'rm -rf "$work"' EXIT
project=$work/project
shown="code printed"
. "$(dirname "${BASH_SOURCE[0]}")/expect.sh"

file() { # file PATH LINE...
  local path=$project/$1
  shift
  mkdir -p "$(dirname "$path")"
  printf '%s\n' "$@" >"$path"
}

warning='int main(void) { int unused = 0; return 0; }'
clean='int main(void) { return 0; }'

mkdir -p "$project/scripts" "$project/cmake" "$work/var/lib/dpkg"
cp "$sources/scripts/build.sh" "$project/scripts/"
cp "$sources/cmake/AgonLeftOut.cmake" "$project/cmake/"
file CMakePresets.json '{"version": 6, "configurePresets": [{"name": "release", "generator": "Ninja", "binaryDir": "${sourceDir}/build/release"}]}'
file CMakeLists.txt 'cmake_minimum_required(VERSION 3.25)' 'project(made LANGUAGES C)' 'add_compile_options(-Wall)' \
  'include(cmake/AgonLeftOut.cmake)' 'add_subdirectory(host)' 'add_subdirectory(plugins)' \
  'option(AGON_PYTHON "" ON)' 'if(AGON_PYTHON)' '  add_subdirectory(python)' 'endif()' 'agon_write_left_out()'
file host/CMakeLists.txt 'add_executable(host main.c)' 'add_executable(other other.c)'
file python/CMakeLists.txt 'if(NOT EXISTS "${PROJECT_SOURCE_DIR}/package")' '  agon_leave_out("the Python package" a-package another)' \
  '  return()' 'endif()' 'add_custom_command(OUTPUT agon.py COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_SOURCE_DIR}/agon.py agon.py)' \
  'add_custom_target(agon_python ALL DEPENDS agon.py)'
file python/agon.py 'print("imported")'
file plugins/CMakeLists.txt ''
file host/main.c "$warning"
file host/other.c "$clean"

# Leaves the exit code in `code`, and what was printed in `printed`.
built() {
  code=0
  printed=$(AGON_SYSTEM="$work" "$project/scripts/build.sh" release "$1" 2>&1) || code=$?
}

succeeded() { [[ $code = 0 && $printed == *"$1"* ]]; }
failed() { [[ $code = 1 && $printed == *"$1"* && $printed == *"has warnings"* ]]; }
silent() { [ "$code:$printed" = 0: ]; }
left_out() { [ "$(cat "$project/build/release/left-out.txt")" = "$1" ]; }

built play
expect "./play builds a source that warns, and shows the warning" succeeded "unused variable"
expect "what is left out is in a file, with the packages that bring it" left_out \
  "Left out: the Python package. To add: sudo apt-get install a-package another; then start ./play again."
built play
expect "another start of ./play says nothing of it" silent
built all
expect "./check compiles what warned under ./play again, and fails" failed "unused variable"
built all
expect "the next ./check fails again" failed "unused variable"
expect "only the source that warned is compiled again" failed "Building (release): 2 steps."
file host/main.c "$clean"
built all
expect "a source that was put right is built" succeeded "Building (release): "
built all
expect "with nothing to do the build is silent" silent

touch "$project/package"
built play
expect "where no package was installed, CMake is not started again" left_out \
  "Left out: the Python package. To add: sudo apt-get install a-package another; then start ./play again."
touch -d '1 hour' "$work/var/lib/dpkg/status"
built play
expect "after its packages were installed, nothing is left out" left_out ""
imported() { [ "$(PYTHONPATH=$project/build/release/python python3 -B -c 'import agon')" = imported ]; }
expect "./play builds the Python package then, so that it can be imported" imported
built play
expect "the next start of ./play has nothing to do" silent
cmake -S "$project" -B "$project/build/release" -DAGON_PYTHON=OFF >/dev/null
built play
expect "without the Python package, by choice, ./play builds the rest" silent
touch -d '2 hours' "$work/var/lib/dpkg/status"
file host/CMakeLists.txt 'message(FATAL_ERROR "started again")'
touch -d '1 hour ago' "$project/host/CMakeLists.txt"
built play
expect "with no part left out, packages start nothing" silent

exit $((failures > 0))
