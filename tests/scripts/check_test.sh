#!/usr/bin/env bash
# ./check on a made-up project, whose scripts and ctest only write down how they were called.
#
#   tests/scripts/check_test.sh    prints one line for each behaviour; exit code 1 where one is not as it should be
#
# The stubs' texts are for the stubs to expand, and expect() calls the conditions by name:
# shellcheck disable=SC2016,SC2034,SC2317 source=tests/scripts/expect.sh
set -eu

sources=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/agon-check-XXXXXX")
trap 'rm -rf "$work"' EXIT
project=$work/project
shown="code printed log"
. "$(dirname "${BASH_SOURCE[0]}")/expect.sh"

stub() { # stub PATH BODY
  mkdir -p "$(dirname "$work/$1")"
  printf '#!/usr/bin/env bash\n%s\n' "$2" >"$work/$1"
  chmod 755 "$work/$1"
}

made_project() {
  rm -rf "$project"
  mkdir -p "$project"
  cp "$sources/check" "$project/"
  local script
  for script in setup axe build lint arm64; do stub "project/scripts/$script.sh" "echo $script \"\$@\""; done
  stub bin/ctest 'echo ctest "$@"; echo "100% tests passed, 0 tests failed out of 20"'
}

# Leaves the exit code in `code`, what was printed in `printed`, and the log in `log`.
checked() {
  code=0
  printed=$(PATH="$work/bin:$PATH" "$project/check" "$@" 2>&1) || code=$?
  log=$(cat "$project/build/check.log" 2>/dev/null) || true
}

ended() { [ "$code" = "$1" ] && [ "${printed##*$'\n'}" = "$2" ]; }
did() { [[ $printed == *"$1"* ]]; }
did_not() { [[ $printed != *"$1"* ]]; }
logged() { [ -n "$log" ] && [ "$log" = "$printed" ]; }
refused() { [[ $code = 2 && $printed == *"$1"* && $printed != *"== "* ]]; }

made_project
checked --jobs 3
expect "the last line counts the tests" ended 0 "20 passed, 0 failed"
expect "it builds the release with as many jobs as it is told to" did $'\nbuild release all 3\n'
expect "it runs the tests with two jobs more" did "ctest --preset release -j 5 "
expect "it builds nothing with sanitizers" did_not asan
expect "all that it prints is in the log" logged
expect "it leaves out what is slow" did "--label-exclude ^(slow|long)$"

stub bin/clang++ ''
checked --all --jobs 3
expect "with all it leaves out only what takes hours" did "--label-exclude ^long$"
expect "with all it installs all languages" did $'\nsetup all\n'
expect "with all Clang reads the sources" did $'\nlint clang 3\n'

checked --sanitize
expect "with sanitizers the tests of two builds are counted" ended 0 "40 passed, 0 failed"
expect "with sanitizers it builds what is tested with them" did $'\nbuild asan units '

checked --all --long
expect "the long one installs all that anything takes" did $'\nsetup long\n'
expect "the long one runs everything with sanitizers, a second compiler and the long tests" ended 0 "120 passed, 0 failed"
expect "the long one tests ARM64 last" did $'\narm64 test\n'
stub project/scripts/arm64.sh 'echo "arm64: No space." >&2; exit 1'
checked --long
expect "where ARM64 can't be tested, the long one says so and passes" did "check: The tests on ARM64 are left out. No space."

stub project/scripts/build.sh 'for ((round = 0; round < 2000000; ++round)); do :; done; mkdir -p "build/$1"; printf "5\t9005\t%s000000000\tlong.o\tabc\n7\t107\t1000000000\told.o\tdef\n" "$(date +%s)" >"build/$1/.ninja_log"'
stub bin/ctest 'echo " 1/12 Test  #7: host: it is quick ..........   Passed    0.25 sec"
  echo "10/12 Test #12: host/slow .......***Skipped   31.50 sec"; echo "100% tests passed, 0 tests failed out of 12"'
checked
expect "it tells which sources took longest in this build" did $'Slowest sources (release):\n     9.0 s  long.o\n'
expect "it does not tell of what an earlier build has made" did_not old.o
expect "it tells which tests took longest" did $'Slowest tests:\n    31.5 s  host/slow\n     0.2 s  host: it is quick\n'
expect "it tells how much CPU time it took" eval '[[ $printed =~ ", with "[1-9][0-9]*" s of CPU time: Set-up" ]]'

stub bin/ctest 'mkdir -p build/release/Testing/Temporary
  printf "%s\n" "1/2 Testing: one" "Output:" "all is well" "<end of output>" "Test Passed." \
    "2/2 Testing: two: it holds" "Output:" $(seq 40) "3 is not 4" "<end of output>" "Test time = 1 sec" "Test Failed." >build/release/Testing/Temporary/LastTest.log
  echo "90% tests passed, 2 tests failed out of 20"; exit 8'
checked
expect "where a test fails the end of what it has said is shown again at the end" did $'out of 20\ncheck: The end of two: it holds, which failed:\n12\n13\n'
expect "that is its last line too, before the step is said to have failed" did $'\n3 is not 4\ncheck: The step'
expect "what passed is not shown" did_not "all is well"
expect "where tests fail the last line says how many" ended 1 "18 passed, 2 failed"
expect "where a step fails those after it are not run" did_not "lint format"
expect "a failure is in the log" logged

made_project
stub project/scripts/build.sh 'echo "no compiler" >&2; exit 1'
checked
expect "where the build fails it says so, and why" did "no compiler"$'\n'"check: The step 'Build (release)' failed"
expect "where the build fails no test is counted" ended 1 "0 passed, 0 failed"

made_project
checked --quick
expect "an unknown argument is refused" refused "'--quick' is not an argument"
checked --jobs none
expect "a number of jobs that is none is refused" refused "--jobs takes a whole number"

exit $((failures > 0))
