// What is read from messages by their layout, and what contradicts it.
#include "host/plugin/message.hpp"

#include <doctest/doctest.h>
#include <agon/layout.hpp>

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace {

struct Part {
  std::int16_t x;
  std::int16_t y;
};

struct Header {
  std::int32_t rows;
  std::int32_t columns;
  std::int32_t part_count;
  std::int32_t parts_offset;
  double share;
  std::int8_t board[16];
  std::int8_t grid[4][4];
};

constexpr auto part_fields =
    agon::fields(AGON_FIELD(Part, x, "column", {.minimum = 0, .maximum = 9}), AGON_FIELD(Part, y, "row"));
constexpr agon_struct part_struct = agon::structure("part", "", part_fields);
constexpr auto header_fields = agon::fields(
    AGON_FIELD(Header, rows, "", {.minimum = 0, .maximum = 4}),
    AGON_FIELD(Header, columns, "", {.minimum = 0, .maximum = 4}), AGON_FIELD(Header, part_count, "", {.minimum = 0}),
    AGON_FIELD(Header, parts_offset, "", {.minimum = 0}), AGON_FIELD(Header, share, "", {.minimum = 0, .maximum = 1}),
    AGON_FIELD(Header, board, "",
               {.minimum = 0,
                .maximum = 2,
                .dimensions = {agon::dimension("row", "rows"), agon::dimension("column", "columns")}}),
    AGON_FIELD(Header, grid, "",
               {.minimum = 0,
                .maximum = 2,
                .dimensions = {agon::dimension("row", "rows"), agon::dimension("column", "columns")}}),
    agon::field_behind<Header, Part>("parts", "parts_offset", "",
                                     {.dimensions = {agon::dimension("part", "part_count")}, .type = &part_struct}));
constexpr agon_struct header_struct = agon::structure("header", "", header_fields);
constexpr agon_layout header_layout = {&header_struct, &part_struct, nullptr};

const host::StructDescription& described() {
  static const host::LayoutDescription made = [] {
    const host::OwnMemory memory;
    return host::describe(memory, header_layout);
  }();
  return made.observation;
}

/// A board of 2 x 3 with two parts behind it.
struct Message {
  Header head{
      .rows = 2, .columns = 3, .part_count = 2, .parts_offset = sizeof(Header), .share = 0.5, .board = {}, .grid = {}};
  std::vector<Part> parts = {{1, 2}, {3, 4}};

  [[nodiscard]] std::vector<std::byte> bytes() const {
    std::vector<std::byte> all(sizeof head + parts.size() * sizeof(Part));
    std::memcpy(all.data(), &head, sizeof head);
    std::memcpy(all.data() + sizeof head, parts.data(), parts.size() * sizeof(Part));
    return all;
  }
};

std::string contradicted(const Message& message) {
  return host::contradiction(described(), message.bytes());
}

}  // namespace

TEST_CASE("a message that keeps to its layout contradicts nothing") {
  Message message;
  CHECK(contradicted(message) == "");
  message.head.board[6] = 7;  // beyond the 2 x 3 in use, which have no gaps
  message.head.grid[0][3] = 7;
  CHECK(contradicted(message) == "");
  message.head.rows = 0;
  message.head.part_count = 0;
  message.head.parts_offset = 0;
  message.parts.clear();
  CHECK(contradicted(message) == "");
}

TEST_CASE("a value outside its range is named, wherever it is") {
  Message message;
  message.head.board[5] = 7;
  CHECK(contradicted(message) == "header.board[1][2] is 7: declared is 0 to 2");
  message = {};
  message.head.grid[1][2] = -1;
  CHECK(contradicted(message) == "header.grid[1][2] is -1: declared is 0 to 2");
  message = {};
  message.head.share = 1.5;
  CHECK(contradicted(message) == "header.share is 1.5: declared is 0 to 1");
  message.head.share = std::numeric_limits<double>::quiet_NaN();
  CHECK(contradicted(message).starts_with("header.share is nan"));
  message = {};
  message.parts[1].x = 10;
  CHECK(contradicted(message) == "header.parts[1].x is 10: declared is 0 to 9");
}

TEST_CASE("counts without room, and arrays beyond the message or over one another, are named") {
  Message message;
  message.head.rows = 6;
  CHECK(contradicted(message) == "header.rows is 6: declared is 0 to 4");
  message = {};
  message.head.part_count = 3;
  CHECK(contradicted(message) == "header.parts goes beyond the end of the message");
  message.head.part_count = std::numeric_limits<std::int32_t>::max();
  CHECK(contradicted(message) == "header.parts has more elements than the message has bytes");
  message.head.part_count = -1;
  CHECK(contradicted(message) == "header.part_count is -1: declared is 0 or more");
  message = {};
  message.head.parts_offset = 8;
  CHECK(contradicted(message) == "header.parts begins inside its struct");
  message = {};
  std::vector<std::byte> cut = message.bytes();
  cut.resize(sizeof(Header) - 1);
  CHECK(host::contradiction(described(), cut) == "header has 55 bytes: declared are 56");
}
