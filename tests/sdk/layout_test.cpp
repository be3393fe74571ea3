// What the compiler finds out about a field that a game declares.
#include <agon/layout.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace {

enum class Colour : std::int8_t { none };

struct Part {
  std::int16_t x;
  std::int16_t y;
};

struct Everything {
  std::int8_t i8;
  std::uint8_t u8;
  std::int16_t i16;
  std::uint16_t u16;
  std::int32_t i32;
  std::uint32_t u32;
  std::int64_t i64;
  std::uint64_t u64;
  float f32;
  double f64;
  bool flag;
  Colour colour;
  char name[6];
  char names[3][6];
  std::int8_t flat[16];
  std::int16_t grid[3][5];
  Part parts[4];
  std::int32_t rows;
  std::int32_t tail_offset;
};

constexpr auto part_fields = agon::fields(AGON_FIELD(Part, x, "column"), AGON_FIELD(Part, y, "row"));
constexpr agon_struct part = agon::structure("part", "a part", part_fields);

constexpr auto everything_fields = agon::fields(
    AGON_FIELD(Everything, i8, "a"), AGON_FIELD(Everything, u8, "b"), AGON_FIELD(Everything, i16, "c"),
    AGON_FIELD(Everything, u16, "d"), AGON_FIELD(Everything, i32, "e"), AGON_FIELD(Everything, u32, "f"),
    AGON_FIELD(Everything, i64, "g"), AGON_FIELD(Everything, u64, "h"), AGON_FIELD(Everything, f32, "i"),
    AGON_FIELD(Everything, f64, "j"), AGON_FIELD(Everything, flag, "k"), AGON_FIELD(Everything, colour, "l"),
    AGON_FIELD(Everything, name, "m"),
    AGON_FIELD(Everything, names, "n", {.dimensions = {agon::dimension("player", 2), agon::dimension("character", 6)}}),
    AGON_FIELD(Everything, flat, "o",
               {.minimum = -1, .dimensions = {agon::dimension("row", "rows"), agon::dimension("column", 4)}}),
    AGON_FIELD(Everything, grid, "p", {.dimensions = {agon::dimension("row", "rows"), agon::dimension("column", 5)}}),
    AGON_FIELD(Everything, parts, "q", {.dimensions = {agon::dimension("part", 4)}, .type = &part}),
    AGON_FIELD(Everything, rows, "r", {.minimum = 0, .maximum = 3}),
    AGON_FIELD(Everything, tail_offset, "s", {.minimum = 0}),
    agon::field_behind<Everything, double>("tail", "tail_offset", "t",
                                           {.dimensions = {agon::dimension("row", "rows")}}),
    agon::field_behind<Everything, Part>("end", sizeof(Everything), "u",
                                         {.dimensions = {agon::dimension("row", "rows")}, .type = &part}));
constexpr agon_struct everything = agon::structure("everything", "all kinds", everything_fields);

const agon_field& field(std::string_view name) {
  for (const agon_field& each : everything_fields.all) {
    if (each.name == name) return each;
  }
  FAIL("there is no field ", name);
  return everything_fields.all[0];
}

}  // namespace

TEST_CASE("the kind of a field is that of its member") {
  constexpr std::int32_t kinds[] = {AGON_FIELD_INT8,  AGON_FIELD_UINT8,  AGON_FIELD_INT16, AGON_FIELD_UINT16,
                                    AGON_FIELD_INT32, AGON_FIELD_UINT32, AGON_FIELD_INT64, AGON_FIELD_UINT64,
                                    AGON_FIELD_FLOAT, AGON_FIELD_DOUBLE, AGON_FIELD_UINT8, AGON_FIELD_INT8,
                                    AGON_FIELD_TEXT,  AGON_FIELD_TEXT};
  for (std::size_t i = 0; i < std::size(kinds); ++i) {
    CAPTURE(everything_fields.all[i].name);
    CHECK(everything_fields.all[i].kind == kinds[i]);
  }
  CHECK(field("parts").kind == AGON_FIELD_STRUCT);
  CHECK(field("parts").type == &part);
}

TEST_CASE("a field lies where its member does, with room for all of its elements") {
  CHECK(field("i64").offset == offsetof(Everything, i64));
  CHECK(field("i64").capacity == 1);
  CHECK(field("flat").offset == offsetof(Everything, flat));
  CHECK(field("flat").capacity == 16);
  CHECK(field("grid").capacity == 15);
  CHECK(field("parts").capacity == 4);
  CHECK(everything.size == sizeof(Everything));
  CHECK(everything.field_count == 21);
}

TEST_CASE("a flat array has no strides, one of several dimensions has those of its type") {
  CHECK(field("flat").dimensions[0].stride == 0);
  CHECK(field("flat").dimensions[1].count == 4);
  CHECK(field("grid").dimensions[0].stride == 10);
  CHECK(field("grid").dimensions[1].stride == 2);
  CHECK(field("names").dimensions[0].stride == 6);
  CHECK(std::string_view(field("name").dimensions[0].name) == "character");
  CHECK(field("name").dimensions[0].count == 6);
}

TEST_CASE("a range that is not declared is unknown, but for what the type says") {
  CHECK(field("i32").minimum == -std::numeric_limits<double>::infinity());
  CHECK(field("i32").maximum == std::numeric_limits<double>::infinity());
  CHECK(field("u64").minimum == 0);
  CHECK(field("flag").maximum == 1);
  CHECK(field("flat").minimum == -1);
}

TEST_CASE("an array behind the struct has no room inside it, and its offset in a field or fixed") {
  CHECK(field("tail").capacity == 0);
  CHECK(std::string_view(field("tail").offset_field) == "tail_offset");
  CHECK(field("end").offset == sizeof(Everything));
  CHECK(field("end").offset_field == nullptr);
}
