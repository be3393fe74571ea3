#!/usr/bin/env bash
# A layout that can't be right does not compile, and the compiler names the reason.
#
#   layout_refused_test.sh COMPILER INCLUDE      INCLUDE is the folder of the SDK's headers
set -u

compiler=$1 include=$2
failures=0

# compiled FIELDS: the compiler's messages for a struct with these fields; the exit code is the compiler's.
compiled() {
  "$compiler" -std=c++20 -fsyntax-only -I "$include" -x c++ - 2>&1 <<END
#include <agon/layout.hpp>
#include <cstdint>
struct Part { std::int16_t x, y; };
struct Seen { std::int32_t rows; double share; std::int8_t cells[16]; std::int8_t grid[4][4]; Part parts[2]; const char* text; };
struct Other { std::int32_t rows; };
constexpr auto part_fields = agon::fields(AGON_FIELD(Part, x, ""));
constexpr agon_struct part = agon::structure("part", "", part_fields);
constexpr auto other_fields = agon::fields(AGON_FIELD(Other, rows, ""));
constexpr agon_struct other = agon::structure("other", "", other_fields);
constexpr auto fields = agon::fields($1);
constexpr agon_struct seen = agon::structure("seen", "", fields);
END
}

# refused REASON FIELDS
refused() {
  local messages
  if messages=$(compiled "$2"); then
    echo "FAILED: this compiles: $2"
    failures=$((failures + 1))
  elif ! grep -q "$1" <<<"$messages"; then
    printf 'FAILED: no word of "%s" for %s:\n%s\n' "$1" "$2" "$messages"
    failures=$((failures + 1))
  fi
}

rows='AGON_FIELD(Seen, rows, "", {.minimum = 0, .maximum = 4})'
row='agon::dimension("row", "rows")'
if ! messages=$(compiled "$rows, AGON_FIELD(Seen, cells, \"\", {.dimensions = {$row}})"); then
  printf 'FAILED: a sound layout does not compile:\n%s\n' "$messages"
  exit 1
fi

refused 'width' 'AGON_FIELD(Seen, width, "")'
refused 'at most 64 bits\|a number, a text, a struct' 'AGON_FIELD(Seen, text, "")'
refused 'all fields must be those of one struct' "$rows, AGON_FIELD(Other, rows, \"\")"
refused 'refuse_array_without_dimensions' 'AGON_FIELD(Seen, cells, "")'
refused 'refuse_dimensions_that_are_not_those_of_the_array' "$rows, AGON_FIELD(Seen, grid, \"\", {.dimensions = {$row}})"
refused 'refuse_dimensions_that_are_not_those_of_the_array' "AGON_FIELD(Seen, rows, \"\", {.dimensions = {agon::dimension(\"row\", 1)}})"
refused 'refuse_count_above_the_arrays' 'AGON_FIELD(Seen, cells, "", {.dimensions = {agon::dimension("cell", 17)}})'
refused 'refuse_count_above_the_arrays' 'AGON_FIELD(Seen, grid, "", {.dimensions = {agon::dimension("row", 4), agon::dimension("column", 5)}})'
refused 'dereferenc.* null pointer' 'AGON_FIELD(Seen, parts, "", {.dimensions = {agon::dimension("part", 2)}})'
refused 'refuse_struct_of_another_size' 'AGON_FIELD(Other, rows, "", {.type = &other})'
refused 'refuse_field_outside_its_struct_or_out_of_order' "AGON_FIELD(Seen, share, \"\"), $rows"
refused 'refuse_name_that_is_declared_twice' "$rows, $rows"
refused 'refuse_count_or_offset_that_no_integer_field_has' "AGON_FIELD(Seen, cells, \"\", {.dimensions = {$row}})"
refused 'refuse_count_or_offset_that_no_integer_field_has' "AGON_FIELD(Seen, rows, \"\"), AGON_FIELD(Seen, cells, \"\", {.dimensions = {$row}})"
refused 'refuse_count_or_offset_that_no_integer_field_has' 'AGON_FIELD(Seen, share, ""), AGON_FIELD(Seen, cells, "", {.dimensions = {agon::dimension("row", "share")}})'
[ "$failures" = 0 ] || exit 1
echo "Each of them is refused, with its reason."
