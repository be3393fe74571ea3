// What is read from messages by their layout, and what contradicts it.
#include "host/plugin/message.hpp"

#include "tests/host/plugin/sample_layout.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace {

using sample::Cell;
using sample::Seen;

const host::StructDescription& described() {
  static const host::LayoutDescription made = host::describe(sample::layout);
  return made.observation;
}

/// A board of 2 x 3 with two tiles behind it.
struct Message {
  Seen head{.rows = 2,
            .columns = 3,
            .share = 0.5,
            .tile_count = 2,
            .tiles_offset = sizeof(Seen),
            .board = {},
            .grid = {},
            .name = {},
            .cells = {}};
  std::vector<Cell> tiles = {{1, 2}, {3, 4}};

  [[nodiscard]] std::vector<std::byte> bytes() const {
    std::vector<std::byte> all(sizeof head + tiles.size() * sizeof(Cell));
    std::memcpy(all.data(), &head, sizeof head);
    std::memcpy(all.data() + sizeof head, tiles.data(), tiles.size() * sizeof(Cell));
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
  message.head.tile_count = 0;
  message.head.tiles_offset = 0;
  message.tiles.clear();
  CHECK(contradicted(message) == "");
}

TEST_CASE("a value outside its range is named, wherever it is") {
  Message message;
  message.head.board[5] = 7;
  CHECK(contradicted(message) == "seen.board[1][2] is 7: declared is 0 to 2");
  message = {};
  message.head.grid[1][2] = -1;
  CHECK(contradicted(message) == "seen.grid[1][2] is -1: declared is 0 to 2");
  message = {};
  message.head.share = 1.5;
  CHECK(contradicted(message) == "seen.share is 1.5: declared is 0 to 1");
  message.head.share = std::numeric_limits<double>::quiet_NaN();
  CHECK(contradicted(message).starts_with("seen.share is nan"));
  message = {};
  message.tiles[1].x = 10;
  CHECK(contradicted(message) == "seen.tiles[1].x is 10: declared is 0 to 9");
}

TEST_CASE("counts without room, and arrays beyond the message or over one another, are named") {
  Message message;
  message.head.rows = 6;
  CHECK(contradicted(message) == "seen.rows is 6: declared is 0 to 4");
  message = {};
  message.head.tile_count = 3;
  CHECK(contradicted(message) == "seen.tiles goes beyond the end of the message");
  message.head.tile_count = std::numeric_limits<std::int32_t>::max();
  CHECK(contradicted(message) == "seen.tiles has more elements than the message has bytes");
  message.head.tile_count = -1;
  CHECK(contradicted(message) == "seen.tile_count is -1: declared is 0 or more");
  message = {};
  message.head.tiles_offset = 8;
  CHECK(contradicted(message) == "seen.tiles begins inside its struct");
  message = {};
  std::vector<std::byte> cut = message.bytes();
  cut.resize(sizeof(Seen) - 1);
  CHECK(host::contradiction(described(), cut) == "seen has 87 bytes: declared are 88");
}
