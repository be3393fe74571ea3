#!/usr/bin/env bash
# Agon for ARM64, on an x86-64 machine with Debian: cross-compiles it, and tests it in a virtual machine, which QEMU emulates
# (KVM is not needed). docs/arm64.md has the figures.
#
#   scripts/arm64.sh ready      says whether this machine can do what follows; changes nothing
#   scripts/arm64.sh build      cross-compiles the preset arm64
#   scripts/arm64.sh packages   that, and makes the Debian packages
#   scripts/arm64.sh boot       that, and opens a shell in the virtual machine
#   scripts/arm64.sh test       that, but runs tests there, and compares matches with those of build/release on this machine
#   scripts/arm64.sh drop       deletes what the others have made
#
#   --suite NAME     Debian's release in both roots: bookworm (default) or trixie
#   --folder DIR     where everything is made. Default: build/arm64-NAME
#   --quick          test: fewer tests and matches
#   --jobs N         compilers, and cores of the virtual machine (8 at most). Default: the machine's cores
#   --mirror URL     where packages come from. Default: http://deb.debian.org/debian
#
# It needs root. It installs mmdebstrap and qemu-system-arm where they are missing. Nothing else on the system changes: the cross-compiler
# and the libraries for arm64 are in a root of their own, FOLDER/cross, since an architecture that is added to the system concerns each of
# its later updates. The virtual machine is FOLDER/machine, Debian's packages for arm64, unpacked. It has no network.
#
# The last line of `test` counts what was checked. Exit code: 0, all is well; 1, something failed or is missing, and a sentence says
# what; 2, it was called wrongly.
set -eu -o pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

say() { printf '%s\n' "$*" >&2; }
die() { # die CODE SENTENCE
  say "arm64: $2"
  exit "$1"
}

verb=${1:-}
[[ $verb == @(ready|build|packages|boot|test|drop) ]] ||
  die 2 "Write 'scripts/arm64.sh VERB', where VERB is ready, build, packages, boot, test or drop, not '$verb'."
shift
suite=bookworm folder='' quick='' jobs=$(nproc) mirror=http://deb.debian.org/debian
while [ $# -gt 0 ]; do
  case $1 in
    --quick) quick=yes; shift; continue ;;
    --suite | --folder | --jobs | --mirror) [ $# -gt 1 ] || die 2 "$1 takes a value." ;;
    *) die 2 "'$1' is not an argument: there are --suite, --folder, --quick, --jobs and --mirror." ;;
  esac
  declare "${1#--}=$2"
  shift 2
done
[[ $suite == @(bookworm|trixie) ]] || die 2 "'$suite' is not a suite: --suite takes bookworm or trixie."
[[ $jobs =~ ^[1-9][0-9]{0,2}$ ]] || die 2 "--jobs takes a whole number from 1 on, as in --jobs 2, not '$jobs'."
folder=$(realpath -m "${folder:-$root/build/arm64-$suite}")
cross=$folder/cross machine=$folder/machine built=$folder/build/arm64
log=$folder/log # of the tools
release=$root/build/release/bin/host

# What a first run leaves, MiB.
needed_mib=7000

has_packages() {
  local scratch code=0
  scratch=$(mktemp -d)
  /usr/lib/apt/apt-helper download-file "$mirror/dists/$suite/InRelease" "$scratch/release" >/dev/null 2>&1 || code=1
  rm -rf "$scratch"
  return "$code"
}

ready() {
  local at=$folder free
  [ "$(uname -m)" = x86_64 ] || die 1 "This machine is $(uname -m): only x86-64 is supported here; on ARM64 itself, run ./check."
  command -v apt-get >/dev/null || die 1 "This system has no apt-get: the script needs Debian or a system that is made of it."
  [[ $verb != @(ready|test) ]] || [ -x "$release" ] || die 1 "There is no $release to compare with: './play list' builds it."
  until [ -d "$at" ]; do at=$(dirname "$at"); done
  free=$(df --output=avail -B1M "$at" | tail -n 1)
  [ -e "$built/bin/host" ] || ((free >= needed_mib)) ||
    die 1 "$at has $((free)) MiB of free space, and $needed_mib MiB are needed: name another place with --folder."
  [ "$EUID" = 0 ] || die 1 "Making roots and starting programs in them takes root: run it as root."
  [ -e "$cross.made" ] || has_packages ||
    die 1 "The packages of $suite can't be had from $mirror: name another place with --mirror."
}

# Runs a command, whose output matters only if it fails.
quietly() { # quietly WHAT COMMAND...
  local what=$1 start=$SECONDS
  shift
  "$@" >"$log" 2>&1 </dev/null || {
    tail -n 20 "$log" >&2
    die 1 "$what failed, for the reason above; $log has all of it."
  }
  say "arm64: $what: $((SECONDS - start)) s"
}

# Makes a root of Debian's packages, once for each list of arguments.
debian_root() { # debian_root FOLDER WHAT ARGUMENT...
  local into=$1 what=$2
  shift 2
  [ "$(cat "$into.made" 2>/dev/null)" = "$suite $*" ] && return
  # The mount namespace keeps what is mounted in the root from this system, so that deleting it is safe.
  rm -rf --one-file-system "$into" "$into.made"
  quietly "$what" unshare --mount mmdebstrap --mode=root --dpkgopt=force-unsafe-io --components=main "$@" "$suite" "$into" "$mirror"
  printf '%s\n' "$suite $*" >"$into.made"
}

# Runs a command in the root with the compilers. Agon's sources are /agon there, FOLDER/build is /agon/build, and FOLDER is /made.
in_cross() {
  # shellcheck disable=SC2016 # the inner shell expands them
  unshare --mount sh -euc '
    sources=$1 folder=$2 root=$3
    shift 3
    mount --bind "$sources" "$root/agon"
    mount -o remount,bind,ro "$root/agon"
    mount --bind "$folder/build" "$root/agon/build"
    mount --bind "$folder" "$root/made"
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    exec chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 CCACHE_DIR=/made/ccache "$@"
  ' sh "$root" "$folder" "$cross" "$@"
}

make_cross() {
  local packages=(
    crossbuild-essential-arm64 cmake ninja-build ccache dpkg-dev file rustc libstd-rust-dev:arm64 qemu-user-static
    libboost-dev:arm64 libboost-program-options-dev:arm64 nlohmann-json3-dev libtomlplusplus-dev:arm64 libelf-dev:arm64 libseccomp-dev:arm64 libsqlite3-dev:arm64
    libsqlitecpp-dev:arm64 libmd-dev:arm64 libedit-dev:arm64 libpq-dev:arm64 doctest-dev
    kmod cpio e2fsprogs xz-utils # for the virtual machine
  )
  debian_root "$cross" "The root with cross-compilers" --variant=minbase --architectures=amd64,arm64 \
    --include="$(IFS=,; printf '%s' "${packages[*]}")"
  mkdir -p "$cross/agon" "$cross/made" "$root/build" "$folder/build"
}

build() {
  make_cross
  local start=$SECONDS
  in_cross sh -c "cd /agon && exec scripts/build.sh arm64 all $jobs" || die 1 "The build for ARM64 failed, for the reason above."
  say "arm64: The build: $((SECONDS - start)) s"
}

packages() {
  build
  rm -rf "$built/packages"
  quietly "Making the packages" in_cross sh -c 'cd /agon && cpack --preset arm64'
  local file
  for file in "$built"/packages/*.deb; do
    say "arm64: ${file##*/}: Architecture: $(dpkg-deb -f "$file" Architecture), Depends: $(dpkg-deb -f "$file" Depends)"
  done
}

# What is played here and there: a name, and the arguments of a match. No strategy looks at the clock.
matches() {
  local seeds=1-20 few=1-5
  [ -z "$quick" ] || seeds=1-3 few=1
  cat <<END
tonga-greedy --game tonga --plugin greedy --plugin random --seats rotate --seeds $seeds
tonga-server --game tonga --plugin server --plugin greedy --seats rotate --seeds $few
tonga-champion --game tonga --plugin champion,simulations=200 --plugin uct,simulations=200 --set n=8 --seeds $few
tonga-alphabeta --game tonga --plugin alphabeta,positions=2000 --plugin random --set n=6 --seeds $few
inc --game inc --plugin champion --plugin optimal --plugin random --set rows=3,columns=4 --seats rotate --seeds $few
inc-mcts --game inc --plugin mcts,simulations=200 --plugin random --plugin random --set rows=4,columns=4,turns=30 --seeds $few
linez-greedy --game linez --plugin greedy --seeds $seeds
linez-champion --game linez --plugin champion,simulations=20 --set moves=100 --seeds $few
linez-montecarlo --game linez --plugin montecarlo,simulations=100,depth=10 --set moves=20 --seeds $few
chesspuzzle-greedy --game chesspuzzle --plugin greedy --seeds $seeds
chesspuzzle-warnsdorff --game chesspuzzle --plugin warnsdorff --seeds $seeds
chesspuzzle-champion --game chesspuzzle --plugin champion,width=10 --seeds $few
polyomino-triomino --game polyomino --plugin triomino --set penalty=0 --seeds $few
polyomino-sampler --game polyomino --plugin sampler --set penalty=0,width=40,height=40 --seeds $few
polyomino-random --game polyomino --plugin random --set penalty=0,width=60,height=60 --seeds $seeds
END
}

# Makes the virtual machine's root, and the kernel with a first root in memory: Debian's kernel has as modules what reads the disk.
make_machine() {
  local kernel
  debian_root "$machine" "The virtual machine's root" --variant=extract --architectures=arm64 --include='?essential' \
    --include="busybox-static,linux-image-arm64,cmake,iproute2,mount,procps,python3,sqlite3,$(libraries)"
  [ -d "$machine/boot" ] || return 0 # the rest was done
  kernel=("$machine"/boot/vmlinuz-*)
  cp "${kernel[0]}" "$folder/kernel"
  # shellcheck disable=SC2016 # bash in the root expands them
  quietly "The virtual machine's kernel" in_cross bash -euc -o pipefail '
    cd /made
    first=$(mktemp -d)
    mkdir -p "$first"/{bin,dev,root,modules}
    cp machine/bin/busybox "$first/bin/"
    depmod -b machine "$1"
    for module in virtio_pci virtio_blk ext4; do modprobe -d machine -S "$1" --show-depends "$module"; done |
      awk "\$1 == \"insmod\" && !seen[\$2]++ { print \$2 }" |
      while read -r file; do
        name=$(basename "${file%.xz}")
        case $file in
          *.xz) xz -dc "$file" >"$first/modules/$name" ;;
          *) cp "$file" "$first/modules/$name" ;;
        esac
        echo "/modules/$name" >>"$first/order"
      done
    cat >"$first/init" <<"END"
#!/bin/busybox sh
set -e
busybox=/bin/busybox
$busybox mount -t devtmpfs dev /dev
while read -r module; do $busybox insmod "$module"; done </order
until [ -b /dev/vda ]; do $busybox sleep 0.1; done
$busybox mount -t ext4 /dev/vda /root
exec $busybox switch_root /root /start
END
    chmod 755 "$first/init"
    (cd "$first" && find . | cpio --quiet -o -H newc | gzip -1) >initial
    rm -rf "$first"
  ' bash "${kernel[0]##*/vmlinuz-}"
  rm -rf "${machine:?}"/boot "$machine"/{usr/,}lib/modules "$machine"/usr/share/{doc,locale,man}
}

# Writes the virtual machine's disk: its root, the package of Agon, the sources, and what was built.
make_disk() {
  local agon=("$built"/packages/agon_*.deb)
  dpkg-deb --extract "${agon[0]}" "$machine"
  # The packages' own scripts, which were not run, would do this.
  cp "$machine/usr/share/base-passwd/passwd.master" "$machine/etc/passwd"
  cp "$machine/usr/share/base-passwd/group.master" "$machine/etc/group"
  echo 'agon:x:1000:1000::/home/agon:/bin/bash' >>"$machine/etc/passwd"
  echo 'agon:x:1000:' >>"$machine/etc/group"
  printf '127.0.0.1 localhost arm64\n::1 localhost\n' >"$machine/etc/hosts"
  echo arm64 >"$machine/etc/hostname"
  ln -sfn mawk "$machine/usr/bin/awk"
  install -d -o 1000 -g 1000 "$machine/home/agon"

  matches >"$machine/matches"
  play_matches >"$machine/play-matches"
  machine_start >"$machine/start"
  chmod 755 "$machine/start" "$machine/play-matches"
  # shellcheck disable=SC2016
  quietly "The virtual machine's disk" in_cross bash -euc -o pipefail '
    cd /made
    rm -rf machine/agon disk results
    tar -C / --exclude=agon/.git --exclude="*.gch" --exclude="agon/build/*/packages" --exclude=_CPack_Packages -c agon |
      tar -C machine -x
    # An emulated machine is some twenty times slower.
    find machine/agon/build -name CTestTestfile.cmake -exec sed -i -E "s/TIMEOUT \"[0-9]+\"/TIMEOUT \"7200\"/g" {} +
    chown -R 1000:1000 machine/agon
    truncate -s "$(($(du -sm machine | cut -f 1) * 5 / 4 + 2000))M" disk
    mke2fs -q -t ext4 -d machine -E root_owner=0:0 -O ^has_journal disk
    truncate -s 512M results
  '
}

# The packages that the package of Agon depends on, joined by commas.
libraries() {
  dpkg-deb -f "$built"/packages/agon_*.deb Depends | sed -E 's/ \([^)]*\)//g; s/ *\|[^,]*//g; s/, */,/g'
}

# A program for both sides: plays what the file $1 lists with the host $2 into the folder $3.
play_matches() {
  cat <<'END'
#!/bin/sh
set -eu
while read -r name words; do
  # shellcheck disable=SC2086 # they are words
  "$2" $words --time 100000 --wall 100000 --record "$3/$name.jsonl" --quiet </dev/null >"$3/$name.txt"
done <"$1"
END
}

# The first and only service of the virtual machine.
machine_start() {
  local tests='^(host/(match|plugin|program|seat)$|hostile|programs|plugins/(chesspuzzle|inc|linez|polyomino|tonga|any|every_game)$|e2e/(isolation|doctor))'
  [ -z "$quick" ] || tests='^(host/(match|seat)$|programs/play$|plugins/(inc|tonga)$)'
  cat <<END
#!/bin/bash
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mkdir -p /dev/pts /dev/shm
mount -t devpts -o gid=5,mode=620,ptmxmode=666 pts /dev/pts
mount -t tmpfs -o mode=1777 shm /dev/shm
mount -t tmpfs -o mode=755 run /run
mount -o remount,rw / 2>/dev/null
ln -sfn /proc/self/fd /dev/fd
chmod 1777 /tmp
hostname arm64
ip link set lo up
export PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 TERM=dumb HOME=/home/agon
for word in \$(cat /proc/cmdline); do
  case \$word in
    agon.now=*) date -s "@\${word#*=}" >/dev/null ;;
    agon.verb=*) verb=\${word#*=} ;;
  esac
done
as_user() { setpriv --reuid 1000 --regid 1000 --init-groups "\$@"; }
cd /agon/build/arm64
if [ "\$verb" = boot ]; then
  echo "This is an ARM64 machine: type 'agon doctor'; 'exit' switches it off."
  as_user setsid --ctty --wait bash -i </dev/ttyAMA0 >/dev/ttyAMA0 2>&1
else
  install -d -o 1000 /results /results/matches
  echo "== Doctor, of the installed package"
  agon doctor >/results/doctor-root 2>&1; echo \$? >/results/doctor-root.code
  as_user agon doctor 2>&1 | tee /results/doctor-user; echo \${PIPESTATUS[0]} >/results/doctor-user.code
  echo "== Matches"
  start=\$SECONDS
  as_user /play-matches /matches /agon/build/arm64/bin/host /results/matches
  echo \$((SECONDS - start)) >/results/matches.seconds
  echo "== Tests"
  start=\$SECONDS
  as_user ctest -j $((jobs < 8 ? (jobs + 1) / 2 : 4)) --tests-regex '$tests' --label-exclude '^(slow|long)\$' --no-tests=error --timeout 7200 \\
    --output-on-failure 2>&1 | tee /results/tests
  echo \$((SECONDS - start)) >/results/tests.seconds
  tar -C /results -cf /dev/vdb .
fi
sync
busybox poweroff -f
END
}

# The machine's clocks count its instructions, a nanosecond each, and skip what it idles: so tests that hold something against a clock see
# a machine of even speed, however slowly it is emulated.
start_machine() {
  timeout --foreground 4h qemu-system-aarch64 -M virt -cpu max -icount shift=0,sleep=off -smp "$((jobs < 8 ? jobs : 8))" -m 3000 -nic none -no-reboot -display none -monitor none \
    -serial stdio -kernel "$folder/kernel" -initrd "$folder/initial" \
    -drive "file=$folder/disk,format=raw,if=virtio,cache=unsafe" -drive "file=$folder/results,format=raw,if=virtio" \
    -append "console=ttyAMA0 quiet lsm=landlock agon.verb=$verb agon.now=$(date +%s)"
}

# The lines of a transcript without what depends on files and clocks.
comparable() {
  sed -E 's/"sha256":"[0-9a-f]{64}"//g; s/"(cpu_s|wall_s|peak_kib)":\[[^]]*\]//g; s/,"usage":\{"cpu_us":.*$/}/' "$1"
}

compare_matches() { # sets equal and all
  local name line there here=$folder/here
  equal=0 all=0
  rm -rf "$here"
  mkdir -p "$here"
  play_matches >"$folder/play-matches"
  matches >"$folder/matches"
  sh "$folder/play-matches" "$folder/matches" "$release" "$here" || die 1 "The matches on this machine failed, for the reason above."
  while read -r name _; do
    there=$folder/there/matches/$name.jsonl
    [ -e "$there" ] || : >"$there"
    mapfile -t theirs < <(comparable "$there")
    line=0
    while read -r ours; do
      all=$((all + 1))
      if [ "$ours" = "${theirs[line]-}" ]; then
        equal=$((equal + 1))
      else
        say "arm64: $name: match $((line + 1)) is another on ARM64."
      fi
      line=$((line + 1))
    done < <(comparable "$here/$name.jsonl")
  done <"$folder/matches"
}

run_tests() {
  local there=$folder/there start=$SECONDS passed=0 failed=0 equal all user code yes counts skipped
  start_machine </dev/null | sed -u 's/\r//' | tee "$folder/console" || die 1 "The virtual machine failed; $folder/console is what it said."
  say "arm64: The virtual machine ran for $((SECONDS - start)) s"
  rm -rf "$there"
  mkdir -p "$there"
  tar -C "$there" -xf "$folder/results" 2>/dev/null ||
    die 1 "The virtual machine ended before its tests did; $folder/console is what it said."

  for user in root user; do
    code=$(cat "$there/doctor-$user.code")
    yes=$(grep -cE '^  (resource limits|Landlock|seccomp filters|own processes|own network|temporary folder) +yes' "$there/doctor-$user" || true)
    if [ "$code:$yes" = 0:8 ] && ! grep -q POSSIBLE "$there/doctor-$user"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
    printf 'doctor as %s: %s of 8 layers, exit code %s\n' "$user" "$yes" "$code"
  done

  counts=$(sed -nE 's/.* ([0-9]+) tests? failed out of ([0-9]+)$/\1 \2/p' "$there/tests")
  [ -n "$counts" ] || die 1 "The tests were not finished; $folder/console is what they said."
  skipped=$(grep -c '\*\*\*Skipped' "$there/tests" || true)
  failed=$((failed + ${counts% *})) passed=$((passed + ${counts#* } - ${counts% *}))
  printf 'tests: %s, %s failed, %s skipped, %s s\n' "${counts#* }" "${counts% *}" "$skipped" "$(cat "$there/tests.seconds")"

  compare_matches
  failed=$((failed + all - equal)) passed=$((passed + equal))
  printf 'matches: %s of %s equal those of x86-64, %s s\n' "$equal" "$all" "$(cat "$there/matches.seconds")"
  printf '%s passed, %s failed\n' "$passed" "$failed"
  [ "$failed" = 0 ]
}

case $verb in
  drop)
    [ ! -e "$folder" ] || [ -e "$cross.made" ] || [ -d "$cross" ] || die 1 "$folder was not made by this script, so it is left alone."
    rm -rf --one-file-system "$folder"
    exit
    ;;
esac
ready
[ "$verb" != ready ] || exit 0
"$root/scripts/setup.sh" arm64 || exit 1
mkdir -p "$folder"
case $verb in
  build) build ;;
  packages) packages ;;
  *)
    packages
    make_machine
    make_disk
    if [ "$verb" = boot ]; then start_machine; else run_tests; fi
    ;;
esac
