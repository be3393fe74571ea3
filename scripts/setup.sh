#!/usr/bin/env bash
# Installs what Agon needs and this system lacks. With nothing to install it is silent and quick, since ./play runs it
# at every start.
#
#   scripts/setup.sh play    what it takes to build and play
#   scripts/setup.sh check   that, and what the tests take
#   scripts/setup.sh all     that, and the languages whose tests are skipped where these are missing
#   scripts/setup.sh long    that, and what ./check --long takes
#
# It installs Debian packages with apt-get, as root or by a sudo that asks for no password, and never removes one.
# Exit code: 0, all is there; 1, it is not, and the message says what to do; 2, it was called wrongly.
#
# AGON_SYSTEM stands before /usr and /usr/local where headers and libraries are looked for: tests set it.
#
# The table calls the probes by name, which shellcheck can't see:
# shellcheck disable=SC2317
set -eu -o pipefail

table() {
  #    for   how it is recognised                Debian packages       what for
  need play  'command_of c++ g++ clang++'        'g++'                 'compiles C++20'
  need play  'command_of cc gcc clang'           'gcc'                 'compiles plugins written in C'
  need play  'cmake_3_25'                        'cmake'               'configures the build (3.25 or newer)'
  need play  'command_of ninja ninja-build'      'ninja-build'         'runs the build'
  need play  'command_of make gmake'              'make'               "builds the projects that 'agon new' makes"
  need play  'boost_1_74'                        "$boost_packages"     'Boost: loads plugins, reads the command line, knows the normal distribution (1.74 or newer)'
  need play  'header nlohmann/json.hpp'          'nlohmann-json3-dev'  'writes and reads transcripts'
  need play  'header toml++/toml.h'              'libtomlplusplus-dev' 'reads the game.toml of testers'
  need play  'header gelf.h'                     'libelf-dev'          "reads a plugin's symbols before any of its code runs"
  need play  'header seccomp.h'                   'libseccomp-dev'     'keeps strategies from most system calls'
  need play  'header sqlite3.h'                  'libsqlite3-dev'      'stores results in a database'
  need play  'header SQLiteCpp/SQLiteCpp.h'      'libsqlitecpp-dev'    'SQLite from C++'
  need play  'header sha2.h'                     'libmd-dev'           'SHA-256 of plugin files'
  need play  'header histedit.h'                 'libedit-dev'         'edits and completes the lines that people type'
  need check 'header doctest/doctest.h'          'doctest-dev'         'the tests'
  need check 'command_of sqlite3'                'sqlite3'             "the query of the results in docs/command-line.md"
  need check 'command_of pkg-config'             'pkgconf'             'the tests of how others build against Agon'
  need check 'command_of help2man'               'help2man'            "the manual, 'man agon'"
  need check 'command_of man'                    'man-db'              'the test of the manual'
  need check 'command_of dpkg-shlibdeps'         'dpkg-dev'            'the Debian packages: what they depend on'
  need check 'command_of file'                   'file'                'the Debian packages: which files are programs'
  need check 'command_of abidiff'                'abigail-tools'       'the test of the types of the C ABI'
  need check 'command_of chromium'               'chromium'            'the tests of the pages in a browser'
  need check 'command_of chromedriver'           'chromium-driver'     'steers that browser'
  need check 'selenium'                          'python3-selenium'    'steers that browser from Python'
  need check 'optuna'                            'python3-optuna'      "'agon tune' and its tests"
  need check 'matplotlib'                        'python3-matplotlib'  "the plots of 'agon tune'"
  need check 'command_of parallel'               'parallel'            'the tests of runs on many machines'
  need check 'command_of rustc'                  'rustc'               'the tests of strategies in Rust'
  need check 'command_of python3'                'python3'             'the tests of programs in Python, and of the pages'
  need check 'header pybind11/pybind11.h'        'pybind11-dev'        'the Python package: binds C++ classes'
  need check 'python_headers'                    'python3-dev'         'the Python package: the headers of Python'
  need check 'numpy'                             'python3-numpy'       'the Python package, and the example that learns'
  need all   'command_of node'                   'nodejs'              'the tests of programs in JavaScript'
  need all   'command_of javac'                  'default-jdk-headless' 'the tests of programs in Java'
  need all   'command_of go'                     'golang-go'           'the tests of programs in Go'
  need all   'slurm'                             'slurm-wlm'          'the tests of runs by Slurm'
  need all   'command_of zsh'                    'zsh'                'the tests of its completion'
  need all   'command_of lintian'                'lintian'            'the Debian packages: finds faults in them'
  need check 'command_of clang-format'           'clang-format'        'checks the format of the sources'
  need long  'command_of mmdebstrap'             'mmdebstrap'          'makes the root for ARM64'
  need long  'header benchmark/benchmark.h'      'libbenchmark-dev'    'the benchmarks'
  need long  'command_of firefox-esr'            'firefox-esr'         'the tests of the pages in a second browser'
  need long  'command_of clang++'                'clang'               'the build with a second compiler'
  need long  'command_of clang-tidy'             'clang-tidy'          'static analysis'
}

say() { printf '%s\n' "$*" >&2; }
die() { say "$@"; exit 1; }

# Rows that are wanted and not satisfied: their packages, and a line for each that tells a person.
missing=()
lines=()
need() {
  [[ " $levels " == *" $1 "* ]] || return 0
  local probe words
  read -ra probe <<<"$2"
  "${probe[@]}" && return 0
  read -ra words <<<"$3"
  missing+=("${words[@]}")
  lines+=("  $3: $4")
}

command_of() {
  local name
  for name; do command -v "$name" >/dev/null && return 0; done
  return 1
}

# The folders that CMake looks into as well, in its order.
prefixes() {
  local list=${BOOST_ROOT:-}:${CMAKE_PREFIX_PATH:-}
  IFS=':;' read -ra prefixes <<<"$list:${AGON_SYSTEM:-}/usr/local:${AGON_SYSTEM:-}/usr"
}

optuna() { [ -d "${AGON_SYSTEM:-}/usr/lib/python3/dist-packages/optuna" ]; }

matplotlib() { [ -d "${AGON_SYSTEM:-}/usr/lib/python3/dist-packages/matplotlib" ]; }

slurm() { [ -x "${AGON_SYSTEM:-}/usr/sbin/slurmctld" ]; }

numpy() { [ -d "${AGON_SYSTEM:-}/usr/lib/python3/dist-packages/numpy" ]; }

python_headers() { compgen -G "${AGON_SYSTEM:-}/usr/include/python3.*/Python.h" >/dev/null; }

selenium() { [ -d "${AGON_SYSTEM:-}/usr/lib/python3/dist-packages/selenium" ]; }

header() {
  local prefix
  for prefix in "${prefixes[@]}"; do
    [ -n "$prefix" ] && [ -e "$prefix/include/$1" ] && return 0
  done
  return 1
}

cmake_3_25() {
  local version
  command -v cmake >/dev/null || return 1
  version=$(cmake --version)
  [[ $version =~ ([0-9]+)\.([0-9]+) ]] || return 1
  ((BASH_REMATCH[1] > 3 || (BASH_REMATCH[1] == 3 && BASH_REMATCH[2] >= 25)))
}

# The first Boost on CMake's way is the one that gets used, whatever its version: Debian's packages of different
# versions exclude each other, so installing another one would remove it.
find_boost() {
  local prefix file number
  boost_prefix='' boost_version='' boost_packages='libboost-dev libboost-program-options-dev'
  for prefix in "${prefixes[@]}"; do
    for file in "$prefix/include/boost/version.hpp" "$prefix/boost/version.hpp"; do
      if [ -z "$prefix" ] || [ ! -r "$file" ]; then continue; fi
      number=$(sed -n 's/^#define BOOST_VERSION \([0-9]*\).*/\1/p' "$file")
      [ -n "$number" ] || continue
      boost_prefix=$prefix boost_number=$number
      boost_version=$((number / 100000)).$((number / 100 % 1000))
      boost_packages=libboost-program-options$boost_version-dev
      return
    done
  done
}

boost_1_74() {
  local file
  [ -n "$boost_version" ] || return 1
  ((boost_number >= 107400)) ||
    die "The Boost in $boost_prefix is $boost_version, and Agon needs 1.74 or newer." \
      "Install a newer one and name its folder in the environment variable BOOST_ROOT."
  for file in "$boost_prefix"/lib*/libboost_program_options*.{so,a} \
    "$boost_prefix"/{lib/*,stage/lib}/libboost_program_options*.{so,a}; do
    [ -e "$file" ] && return 0
  done
  [ "$boost_prefix" = "${AGON_SYSTEM:-}/usr" ] ||
    die "The Boost $boost_version in $boost_prefix has its headers there, but not its library boost_program_options." \
      "Build that library and install it there too, or take those headers away from CMake's search path."
  return 1
}

# Says what a person has to type, where this script can't do it.
cannot() {
  local sudo=''
  [ "$EUID" != 0 ] && command -v sudo >/dev/null && sudo='sudo '
  say "$1"
  die "  ${sudo}apt-get update && ${sudo}apt-get install --no-install-recommends --no-remove ${missing[*]}"
}

# Shows how far apt-get is: on a terminal in one line, elsewhere in a line for every tenth.
follow() {
  local line all=0 fetched=0 unpacked=0 set_up=0 tenth=0 now
  while IFS= read -r line; do
    case $line in
      *' newly installed, '*) [[ $line =~ ([0-9]+)' newly installed' ]] && all=${BASH_REMATCH[1]} ;;
      'Need to get '*) say "$line" ;;
      'Get:'*) fetched=$((fetched + 1)) ;;
      'Unpacking '*) unpacked=$((unpacked + 1)) ;;
      'Setting up '*) set_up=$((set_up + 1)) ;;
    esac
    ((all > 0)) || continue
    if [ -t 2 ]; then
      printf '\r\e[KInstalling %s packages: %s fetched, %s unpacked, %s set up' "$all" "$fetched" "$unpacked" "$set_up" >&2
    else
      now=$((10 * (fetched + unpacked + set_up) / (3 * all)))
      ((now == tenth)) || say "Installing: $((now * 10)) % after $SECONDS s."
      tenth=$now
    fi
  done
  [ -t 2 ] && printf '\r\e[K' >&2
  return 0
}

install_missing() {
  local as_root=() apt log
  command -v apt-get >/dev/null ||
    die "This system has no apt-get, so they can't be installed from here. The names above are Debian's:" \
      "install what your system calls them, then start this again."
  if [ "$EUID" != 0 ]; then
    sudo -n true 2>/dev/null </dev/null ||
      cannot "Installing takes root, or a sudo that asks for no password. Type this, then start again:"
    as_root=(sudo -n)
  fi
  apt=("${as_root[@]}" env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -y -q -o DPkg::Lock::Timeout=300
    -o DPkg::Options::=--force-confdef -o DPkg::Options::=--force-confold) # a file of /etc stays as this system has it
  log=$(mktemp)
  # shellcheck disable=SC2064 # the name of now
  trap "rm -f '$log'" EXIT
  say "Installing with apt-get; this can take some minutes. First it reads what packages there are."
  # A source that can't be reached matters only if a package is then missing, and the next command tells.
  "${apt[@]}" update </dev/null >"$log" 2>&1 || true
  "${apt[@]}" install --no-install-recommends --no-remove "${missing[@]}" </dev/null 2>&1 | tee -a "$log" | follow || {
    tail -n 20 "$log" >&2
    cannot "apt-get could not install them, for the reason above. Put that right, then start again or type:"
  }
}

case "$#:${1:-}" in
  1:play) levels='play' ;;
  1:check) levels='play check' ;;
  1:all) levels='play check all' ;;
  1:long) levels='play check all long' ;;
  *)
    say "scripts/setup.sh takes one word: play, check, all or long."
    exit 2
    ;;
esac

prefixes
find_boost
table
[ ${#missing[@]} = 0 ] && exit 0

say "Agon needs what this system does not have yet:"
printf '%s\n' "${lines[@]}" >&2
install_missing

missing=() lines=()
hash -r
find_boost
table
[ ${#missing[@]} = 0 ] && exit 0
say "apt-get has no complaint, but this is still missing, or too old:"
printf '%s\n' "${lines[@]}" >&2
die "Debian 12 and newer have packages that are new enough. Install such ones by hand, then start this again."
