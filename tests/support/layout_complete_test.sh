#!/usr/bin/env bash
# Nothing in the C ABI's headers goes unpinned: every struct, member, constant, id and type that the compiler finds in them
# is named in a layout table, and nothing else is.
#
#   layout_complete_test.sh COMPILER INCLUDE TABLE...           the headers below INCLUDE/agon; the tables pin them (see layout.c)
#   layout_complete_test.sh --self COMPILER INCLUDE TABLE...    checks that changes to the headers are found
#
# The compiler's debugging information (DWARF) tells what it has read, so no parser of C is needed here. COMPILER is a
# GCC: Clang leaves declarations that nothing uses out.
set -eu -o pipefail
export LC_ALL=C

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/agon-layout-XXXXXX")
trap 'rm -rf "$work"' EXIT

# What the headers declare, one "KIND name" a line, where a member's name is struct.member.
declared() { # declared COMPILER INCLUDE
  (cd "$2" && find agon -name '*.h' | sort | sed 's/.*/#include <&>/') >"$work/all.c"
  echo 'const void *const keeps_its_declaration = &agon_plugin;' >>"$work/all.c"
  "$1" -std=c99 -g -fno-eliminate-unused-debug-types -fno-eliminate-unused-debug-symbols \
    -I "$2" -c "$work/all.c" -o "$work/all.o"
  readelf --debug-dump=info "$work/all.o" >"$work/dwarf" 2>/dev/null
  awk -v prefix=agon_ -v upper=AGON_ '
    function begins(with) { return index(name, with) == 1 }
    function finish() {
      if (name == "") name = "(without a name)"
      if (tag == "structure_type" || tag == "union_type") {
        if (depth == 1) owner = name
        if (depth == 1 && begins(prefix)) print "STRUCT", name
      }
      if (tag == "member" && index(owner, prefix) == 1) print "MEMBER", owner "." (depth > 2 ? "(inner)." : "") name
      if (tag == "enumerator" && begins(upper)) print "VALUE", name
      if (tag == "typedef" && begins(prefix)) print "TYPE", name
      if (tag == "variable" && begins(prefix)) print "OBJECT", name
      tag = name = ""
    }
    /DW_TAG_/ { finish(); depth = $1; gsub(/^<|>.*/, "", depth); tag = $0; sub(/.*DW_TAG_/, "", tag); sub(/\).*/, "", tag) }
    /DW_AT_name/ && tag != "" { name = $NF }
    END { finish() }' "$work/dwarf" | sort -u >"$work/types"
  # A typedef of a struct by its own name is pinned with the struct.
  awk '$1 == "STRUCT" { struct[$2] = 1; print } $1 != "STRUCT" && !($1 == "TYPE" && $2 in struct)' "$work/types"
  # Macros with a value; guards have none, those with arguments are code, AGON_EXPORT is an attribute of the compiler's.
  "$1" -std=c99 -I "$2" -dM -E "$work/all.c" |
    awk -v upper=AGON_ '$1 == "#define" && index($2, upper) == 1 && NF > 2 && $2 !~ /\(/ && $2 != "AGON_EXPORT" { print ($3 ~ /^"/ ? "TEXT" : "VALUE"), $2 }'
}

pinned() { # pinned TABLE...
  awk -F '[(,]' '
    /^(STRUCT|MEMBER|VALUE|TEXT|TYPE|OBJECT)\(/ { gsub(/ /, "", $3); print $1, ($1 == "MEMBER" ? $2 "." $3 : $2) }' "$@"
}

complete() { # complete COMPILER INCLUDE TABLE...
  declared "$1" "$2" | sort -u >"$work/declared"
  pinned "${@:3}" | sort -u >"$work/pinned"
  local unpinned gone
  unpinned=$(comm -23 "$work/declared" "$work/pinned")
  gone=$(comm -13 "$work/declared" "$work/pinned")
  if [ -n "$unpinned" ]; then
    printf 'FAILED: the headers declare this, and no table pins it:\n%s\n' "$unpinned"
    printf 'Old structs never grow. What is new is an extension, with lines in %s.\n' "$3"
  fi
  [ -z "$gone" ] || printf 'FAILED: this is pinned, and the headers do not declare it:\n%s\n' "$gone"
  [ -z "$unpinned$gone" ] || return 1
  grep -q ^STRUCT "$work/declared" && grep -q ^MEMBER "$work/declared" && grep -q ^VALUE "$work/declared" || {
    echo "FAILED: hardly a declaration was found: this test no longer reads the headers."
    return 1
  }
  echo "$(wc -l <"$work/declared") declarations, each pinned."
}

# changed SED-SCRIPT HEADER: makes $tree, the headers with one changed so.
changed() {
  tree=$work/tree
  rm -rf "$tree"
  cp -rL "$include" "$tree"
  sed -i "$1" "$tree/agon/$2"
  ! cmp -s "$tree/agon/$2" "$include/agon/$2" || {
    echo "FAILED: nothing in $2 is changed by $1"
    exit 1
  }
}

# refused LANGUAGES SED-SCRIPT HEADER: layout.c does not compile with that header, as c99, as c++20.
refused() {
  local language
  changed "$2" "$3"
  for language in $1; do
    if "$compiler" -x "${language%[0-9][0-9]}" "-std=$language" -fsyntax-only -I "$tree" \
      -DLAYOUT="\"$table\"" "$here/layout.c" 2>/dev/null; then
      echo "FAILED: with $2 in $3 layout.c compiles as $language"
      exit 1
    fi
  done
}

# found SED-SCRIPT HEADER WANTED: a header that is changed so is refused, with that line.
found() {
  local output
  changed "$1" "$2"
  if output=$(complete "$compiler" "$tree" "${tables[@]}") || ! grep -qxF "$3" <<<"$output"; then
    printf 'FAILED: %s in %s does not lead to "%s" but to:\n%s\n' "$1" "$2" "$3" "$output"
    exit 1
  fi
}

if [ "$1" = --self ]; then
  compiler=$2 include=$3 tables=("${@:4}")
  table=${tables[0]}
  found 's/^} agon_cell;/  int32_t tint; } agon_cell;/' ext/scene.h 'MEMBER agon_cell.tint'
  found 's/^} agon_usage;/  union { int a; }; } agon_usage;/' ext/usage.h 'MEMBER agon_usage.(without a name)'
  found 's/^} agon_log;/} agon_log; typedef struct agon_sound { int32_t loud; } agon_sound;/' ext/log.h 'STRUCT agon_sound'
  found 's/^} agon_log;/} agon_log; typedef struct agon_sound { int32_t loud; } agon_sound;/' ext/log.h 'MEMBER agon_sound.loud'
  found 's/AGON_TURN_OVER = 5,/AGON_TURN_OVER = 5, AGON_ASLEEP = 7,/' types.h 'VALUE AGON_ASLEEP'
  found 's/^#define AGON_OVER .*/&\n#define AGON_NEVER (-2)/' game.h 'VALUE AGON_NEVER'
  found 's/^#define AGON_LOG .*/&\n#define AGON_SOUND "agon.sound\/1"/' ext/log.h 'TEXT AGON_SOUND'
  found 's/^typedef int32_t agon_status;/&\ntypedef int32_t agon_seat;/' types.h 'TYPE agon_seat'
  found 's/int64_t memory_bytes;/int64_t memory;/' types.h 'MEMBER agon_limits.memory_bytes'
  found 's/^extern AGON_EXPORT.*/&\nextern AGON_EXPORT const int agon_other;/' plugin.h 'OBJECT agon_other'
  changed '1s/^/ /' types.h
  for language in c99 c++20; do # what is not changed compiles
    "$compiler" -x "${language%[0-9][0-9]}" "-std=$language" -fsyntax-only -I "$tree" \
      -DLAYOUT="\"$table\"" "$here/layout.c"
  done
  refused 'c99 c++20' 's/const char\* value;/const char* value, *more;/' types.h
  refused 'c99 c++20' 's/int32_t role;/int64_t role;/' ext/scene.h
  refused 'c99 c++20' 's/uint64_t capacity;/uint64_t size;/; s/uint64_t size;$/uint64_t capacity;/' types.h
  refused 'c99 c++20' 's/AGON_FAILED = 4/AGON_FAILED = 9/' types.h
  refused 'c99 c++20' 's/^#define AGON_ABI_MINOR .*/#define AGON_ABI_MINOR 1u/' plugin.h
  refused 'c99 c++20' 's,agon.log/1,agon.log/10,' ext/log.h
  refused c++20 's,agon.log/1,agon.log/2,' ext/log.h
  refused c++20 's/int32_t seat, const agon_canvas/int64_t seat, const agon_canvas/' ext/scene.h
  refused c++20 's/double minimum;/int64_t minimum;/' types.h
  echo "Changes and additions of all kinds are found."
else
  complete "$@"
fi
