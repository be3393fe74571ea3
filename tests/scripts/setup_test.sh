#!/usr/bin/env bash
# scripts/setup.sh on made-up systems: a folder that stands before /usr, commands that only write down how they were
# called, and an apt-get that "installs" by making the file that the set-up looks for.
#
#   tests/scripts/setup_test.sh    prints one line for each behaviour; exit code 1 where one is not as it should be
#
# The stubs' texts are for the stubs to expand, and expect() calls the conditions by name:
# shellcheck disable=SC2016,SC2034,SC2317 source=tests/scripts/expect.sh
set -eu

script=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/scripts/setup.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
shown="code messages calls"
. "$(dirname "${BASH_SOURCE[0]}")/expect.sh"

command_stub() { # command_stub NAME BODY
  printf '#!/bin/bash\n%s\n' "$2" >"$system/bin/$1"
  chmod 755 "$system/bin/$1"
}

file_stub() { # file_stub PATH [TEXT]
  mkdir -p "$(dirname "$system/$1")"
  printf '%s\n' "${2:-}" >"$system/$1"
}

boost_stub() { # boost_stub PREFIX NUMBER
  file_stub "$1/include/boost/version.hpp" "#define BOOST_VERSION $2"
}

# A system with apt-get and nothing that Agon needs.
bare_system() {
  local tool
  rm -rf "$work/system"
  system=$work/system
  mkdir -p "$system/bin" "$system/tmp" "$system/usr/include"
  for tool in bash sed mktemp rm tail tee env mkdir cat chmod; do ln -s "$(command -v "$tool")" "$system/bin/$tool"; done
  cp "$script" "$system/setup.sh"
  command_stub apt-get '
    echo "apt-get $*" >>"$AGON_SYSTEM/calls"
    [[ " $* " == *" install "* ]] || exit 0
    command() { echo "${2:-}" >"$AGON_SYSTEM/bin/$1"; chmod 755 "$AGON_SYSTEM/bin/$1"; }
    header() { mkdir -p "$AGON_SYSTEM/usr/include/${1%/*}"; echo "${2:-}" >"$AGON_SYSTEM/usr/include/$1"; }
    for package; do
      case $package in
        g++ | gcc | make | rustc | clang-format | clang-tidy | sqlite3 | file | chromium | python3 | lintian | zsh | help2man | parallel) command "$package" ;;
        abigail-tools) command abidiff ;;
        ninja-build) command ninja ;;
        pkgconf) command pkg-config ;;
        man-db) command man ;;
        dpkg-dev) command dpkg-shlibdeps ;;
        chromium-driver) command chromedriver ;;
        slurm-wlm) mkdir -p "$AGON_SYSTEM/usr/sbin"; : >"$AGON_SYSTEM/usr/sbin/slurmctld"; chmod 755 "$AGON_SYSTEM/usr/sbin/slurmctld" ;;
        nodejs) command node ;;
        default-jdk-headless) command javac ;;
        golang-go) command go ;;
        python3-selenium) mkdir -p "$AGON_SYSTEM/usr/lib/python3/dist-packages/selenium" ;;
        python3-numpy) mkdir -p "$AGON_SYSTEM/usr/lib/python3/dist-packages/numpy" ;;
        python3-dev) header python3.11/Python.h ;;
        pybind11-dev) header pybind11/pybind11.h ;;
        python3-optuna | python3-matplotlib) mkdir -p "$AGON_SYSTEM/usr/lib/python3/dist-packages/${package#python3-}" ;;
        clang) command clang++ ;;
        cmake) command cmake "echo cmake version 3.25.1" ;;
        libboost-dev) header boost/version.hpp "#define BOOST_VERSION 107400" ;;
        libboost-program-options*) mkdir -p "$AGON_SYSTEM/usr/lib"; : >"$AGON_SYSTEM/usr/lib/libboost_program_options.so" ;;
        nlohmann-json3-dev) header nlohmann/json.hpp ;;
        libtomlplusplus-dev) header toml++/toml.h ;;
        libelf-dev) header ./gelf.h ;;
        libseccomp-dev) header ./seccomp.h ;;
        libsqlite3-dev) header ./sqlite3.h ;;
        libsqlitecpp-dev) header SQLiteCpp/SQLiteCpp.h ;;
        libmd-dev) header ./sha2.h ;;
        libedit-dev) header ./histedit.h ;;
        doctest-dev) header doctest/doctest.h ;;
        libbenchmark-dev) header benchmark/benchmark.h ;;
      esac
    done'
}

full_system() {
  bare_system
  AGON_SYSTEM=$system "$system/bin/apt-get" install g++ gcc cmake ninja-build make libboost-dev libboost-program-options-dev \
    nlohmann-json3-dev libtomlplusplus-dev libelf-dev libseccomp-dev libsqlite3-dev libsqlitecpp-dev libmd-dev libedit-dev
  rm "$system/calls"
}

# Leaves the exit code in `code`, the messages in `messages`, and the calls of apt-get in `calls`.
set_up() { run_as root "$@"; }
set_up_as_user() { run_as user "$@"; }
run_as() { # run_as root|user LEVEL [VARIABLE=VALUE...]
  local who=() level=$2
  if [ "$1" = user ] && [ "$EUID" = 0 ]; then
    chmod -R a+rwX "$work"
    who=("$(command -v setpriv)" --reuid=65534 --regid=65534 --clear-groups)
  elif [ "$1" = root ] && [ "$EUID" != 0 ]; then
    command_stub sudo 'shift; [ "$1" = true ] || exec "$@"'
  fi
  shift 2
  code=0
  messages=$(cd "$system" && "${who[@]}" "$(command -v env)" -i PATH="$system/bin" TMPDIR="$system/tmp" AGON_SYSTEM="$system" "$@" \
    bash "$system/setup.sh" "$level" 2>&1) || code=$?
  calls=$(cat "$system/calls" 2>/dev/null) || true
}

silent() { [ "$code:$messages:$calls" = 0:: ]; }
installed() { [[ $code = 0 && $calls == *" install --no-install-recommends --no-remove $1" ]]; }
refused() { [[ $code = 1 && $calls != *install* && $messages == *"$1"* ]]; } # before anything was installed
said() { [[ $messages == *"$1"* ]]; }
failed_with() { [[ $code = 1 && $messages == *"$1"* ]]; }

full_system
set_up play
expect "where all is there, it says nothing and installs nothing" silent

bare_system
set_up play
expect "on a bare system it installs what playing takes, and removes nothing" installed \
  "g++ gcc cmake ninja-build make libboost-dev libboost-program-options-dev nlohmann-json3-dev libtomlplusplus-dev libelf-dev libseccomp-dev libsqlite3-dev libsqlitecpp-dev libmd-dev libedit-dev"
expect "it says what each package is for" said "libmd-dev: SHA-256 of plugin files"

full_system
set_up check
expect "the tests take more packages than playing" installed "doctest-dev sqlite3 pkgconf help2man man-db dpkg-dev file abigail-tools chromium chromium-driver python3-selenium python3-optuna python3-matplotlib parallel rustc python3 pybind11-dev python3-dev python3-numpy clang-format"

full_system
set_up all
expect "with all languages, they take these, too" installed "doctest-dev sqlite3 pkgconf help2man man-db dpkg-dev file abigail-tools chromium chromium-driver python3-selenium python3-optuna python3-matplotlib parallel rustc python3 pybind11-dev python3-dev python3-numpy nodejs default-jdk-headless golang-go slurm-wlm zsh lintian clang-format"

full_system
boost_stub usr 108100
set_up play
expect "another Boost from 1.74 on is used as it is" silent

full_system
boost_stub usr 108100
rm "$system/usr/lib/libboost_program_options.so"
set_up play
expect "headers of Boost 1.81 get the library of Boost 1.81" installed "libboost-program-options1.81-dev"

full_system
boost_stub usr 107100
set_up play
expect "a Boost that is too old is refused" refused "is 1.71, and Agon needs 1.74 or newer"

full_system
boost_stub opt/boost 108500
set_up play BOOST_ROOT="$system/opt/boost"
expect "the Boost of BOOST_ROOT comes first, and has to be whole" refused "not its library boost_program_options"
file_stub opt/boost/lib/libboost_program_options.so
set_up play BOOST_ROOT="$system/opt/boost"
expect "a whole Boost of BOOST_ROOT is used" silent

full_system
mv "$system/usr/include/nlohmann" "$system/nlohmann"
file_stub opt/json/include/nlohmann/json.hpp
set_up play CMAKE_PREFIX_PATH="/nowhere:$system/opt/json"
expect "a library of CMAKE_PREFIX_PATH is used" silent

full_system
command_stub cmake 'echo cmake version 3.22.1'
command_stub apt-get 'echo "apt-get $*" >>"$AGON_SYSTEM/calls"'
set_up play
expect "a CMake that is too old, with no newer one to install, is an error" failed_with \
  "cmake: configures the build (3.25 or newer)"

full_system
command_stub cmake 'echo cmake version 3.22.1'
command_stub apt-get '[[ $* == *update* ]] || { echo "0 upgraded, 2 newly installed, 0 to remove."; echo "Need to get 9 MB of archives."
  printf "Get:%s x\n" 1 2; printf "Unpacking %s\n" a b; printf "Setting up %s\n" a b; }'
set_up play
expect "while apt-get works, it says how much there is to fetch" said "Need to get 9 MB of archives."
expect "while apt-get works, it says how far it is" said "Installing: 30 % after "
expect "at the end of that, all is installed" said "Installing: 100 % after "

full_system
AGON_SYSTEM=$system "$system/bin/apt-get" install doctest-dev sqlite3 pkgconf help2man man-db dpkg-dev file abigail-tools chromium \
  chromium-driver python3-selenium python3-optuna python3-matplotlib parallel rustc python3 pybind11-dev python3-dev python3-numpy clang-format
rm "$system/calls"
set_up check
expect "where all of the tests' packages are there, it installs nothing" silent

bare_system
command_stub apt-get '[[ $* == *update* ]] || { echo "E: no such package"; exit 100; }'
set_up play
expect "where apt-get fails, its reason is shown" failed_with "E: no such package"
expect "where apt-get fails, so is what to type" failed_with "apt-get install --no-install-recommends --no-remove g++ gcc"

bare_system
rm "$system/bin/apt-get"
set_up play
expect "a system without apt-get is told so" refused "no apt-get"

full_system
rm -r "$system/usr/include/nlohmann"
set_up_as_user play
expect "a user without sudo is told what to type" \
  refused "  apt-get update && apt-get install --no-install-recommends --no-remove nlohmann-json3-dev"
command_stub sudo 'exit 1'
set_up_as_user play
expect "a user whose sudo asks for a password is told what to type" refused "  sudo apt-get update && sudo apt-get install"
command_stub sudo 'shift; [ "$1" = true ] || exec "$@"'
set_up_as_user play
expect "a sudo that asks for no password is used" installed "nlohmann-json3-dev"

exit $((failures > 0))
