#!/usr/bin/env bash
# Agon for ARM64, on an x86-64 machine with Debian: cross-compiles it, and compares its matches with those of this machine.
#
#   scripts/arm64.sh ready      says whether this machine can do what follows; changes nothing
#   scripts/arm64.sh build      cross-compiles the preset arm64, in build/arm64-root/build
#   scripts/arm64.sh packages   that, and makes the Debian packages
#   scripts/arm64.sh test       builds, plays matches with QEMU, and compares them with those of build/release
#
# It needs root and mmdebstrap. The cross-compiler and the libraries for arm64 are in a root of their own, build/arm64-root/cross, since an
# architecture that is added to the system concerns each of its later updates. QEMU emulates programs here, and no kernel: so matches are
# played without isolation, and the sandbox is tested by ./check on ARM64 machines.
#
# Exit code: 0, all is well; 1, something failed or is missing, and a sentence says what; 2, it was called wrongly.
set -eu -o pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
folder=$root/build/arm64-root cross=$root/build/arm64-root/cross
mirror=${AGON_MIRROR:-http://deb.debian.org/debian} # of Debian's packages

die() { # die CODE SENTENCE
  printf 'arm64: %s\n' "$2" >&2
  exit "$1"
}

[[ $# = 1 && $1 == @(ready|build|packages|test) ]] || die 2 "Write 'scripts/arm64.sh VERB', where VERB is ready, build, packages or test."
[ "$(uname -m)" = x86_64 ] || die 1 "This machine is $(uname -m): only x86-64 is supported here; on ARM64 itself, run ./check."
[[ $1 != @(ready|test) || -x $root/build/release/bin/host ]] || die 1 "There is no build/release to compare with: './play list' makes it."
[ "$EUID" = 0 ] || die 1 "Making a root and starting programs in it takes root: run it as root."
command -v mmdebstrap >/dev/null || die 1 "mmdebstrap, which makes the root, is missing: apt-get install mmdebstrap"
[ "$1" != ready ] || exit 0

# Runs a line in the root, where Agon's sources are /agon, and what is built is in FOLDER/build.
in_cross() {
  # shellcheck disable=SC2016 # the inner shell expands them
  unshare --mount sh -euc '
    mount --bind "$1" "$3/agon"
    mount -o remount,bind,ro "$3/agon"
    mount --bind "$2/build" "$3/agon/build"
    mount -t proc proc "$3/proc"
    mount --rbind /dev "$3/dev"
    exec chroot "$3" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 sh -euc "cd /agon; $4"
  ' sh "$root" "$folder" "$cross" "$1"
}

if [ ! -e "$cross.made" ]; then
  rm -rf --one-file-system "$cross"
  mkdir -p "$folder/build"
  unshare --mount mmdebstrap --mode=root --variant=minbase --components=main --architectures=amd64,arm64 \
    --include=crossbuild-essential-arm64,cmake,ninja-build,dpkg-dev,file,qemu-user-static,nlohmann-json3-dev,doctest-dev \
    --include="$(printf '%s:arm64 ' libboost-dev libboost-program-options-dev libtomlplusplus-dev libelf-dev libseccomp-dev \
      libsqlite3-dev libsqlitecpp-dev libmd-dev libedit-dev)" bookworm "$cross" "$mirror" || die 1 "The root with cross-compilers can't be made."
  mkdir "$cross/agon"
  touch "$cross.made"
fi
in_cross "scripts/build.sh arm64 play $(nproc)" || die 1 "The build for ARM64 failed, for the reason above."
[ "$1" != packages ] || in_cross "cpack --preset arm64; ls build/arm64/packages"
[ "$1" = test ] || exit 0

# Transcripts without what depends on files and clocks.
comparable() { sed -E 's/"sha256":"[0-9a-f]{64}"//g; s/"(cpu_s|wall_s|peak_kib)":\[[^]]*\]//g; s/,"usage":\{"cpu_us":.*$/}/' "$1"; }
equal=0 all=0
while read -r words; do # of matches in which no strategy looks at the clock
  words="--game $words --seeds 1-3 --isolation none --time 100000 --wall 100000 --no-db --quiet --record"
  # shellcheck disable=SC2086 # they are words
  "$root/build/release/bin/host" $words "$folder/build/here.jsonl" </dev/null >/dev/null
  in_cross "qemu-aarch64-static build/arm64/bin/host $words build/there.jsonl" </dev/null >/dev/null
  all=$((all + 1))
  if cmp -s <(comparable "$folder/build/here.jsonl") <(comparable "$folder/build/there.jsonl"); then equal=$((equal + 1)); else echo "arm64: other matches on ARM64: $words"; fi
done <"$root/scripts/arm64-matches.txt"
echo "$equal passed, $((all - equal)) failed"
[ "$equal" = "$all" ]
