// What a game may declare of its protocol's structs, and each way in which that can contradict itself.
#include "host/plugin/layout.hpp"

#include "tests/host/plugin/sample_layout.hpp"
#include "tests/support/counting.hpp"
#include "tests/support/refusal.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace {

using sample::Seen;

/// A copy of that layout, for a test to change.
struct Declared {
  decltype(sample::cell_fields.all) cell = sample::cell_fields.all;
  decltype(sample::seen_fields.all) seen = sample::seen_fields.all;
  agon_struct cell_struct = sample::cell;
  agon_struct seen_struct = sample::seen;
  agon_struct done_struct = sample::done;
  agon_layout layout = {&seen_struct, &done_struct, nullptr};

  Declared() {
    cell_struct.fields = cell.data();
    seen_struct.fields = seen.data();
    cells().type = tiles().type = &cell_struct;
  }
  Declared(const Declared&) = delete;
  Declared& operator=(const Declared&) = delete;

  agon_field& rows() { return seen[0]; }
  agon_field& board() { return seen[5]; }
  agon_field& grid() { return seen[6]; }
  agon_field& cells() { return seen[8]; }
  agon_field& tiles() { return seen[9]; }
};

void refused(const std::string& why, const std::function<void(Declared&)>& change) {
  Declared declared;
  change(declared);
  const auto refusal = support::refusal([&] { host::describe(declared.layout); });
  CHECK(refusal.code == host::Exit::plugin);
  CHECK_MESSAGE(refusal.says(why), refusal.text);
}

}  // namespace

TEST_CASE("a sound layout is described as it is") {
  const host::LayoutDescription layout = host::describe(sample::layout);
  CHECK(layout.observation.name == "seen");
  CHECK(layout.observation.size == sizeof(Seen));
  REQUIRE(layout.observation.fields.size() == 10);
  const host::FieldDescription& board = layout.observation.fields[5];
  CHECK(board.type_name() == "uint8");
  CHECK(board.range() == "0 to 2");
  CHECK(board.capacity == 16);
  REQUIRE(board.dimensions.size() == 2);
  CHECK(board.dimensions[0].count_field == std::size_t{0});
  CHECK(board.dimensions[1].count_field == std::size_t{1});
  CHECK(layout.observation.fields[6].dimensions[0].stride == 8);
  const host::FieldDescription& tiles = layout.observation.fields[9];
  CHECK(tiles.type_name() == "cell");
  CHECK(tiles.element_size() == 4);
  CHECK(tiles.type->fields[1].range() == "");
  CHECK(tiles.offset_field == std::size_t{4});
  CHECK_FALSE(layout.reply);
  CHECK(layout.structs().size() == 3);
}

TEST_CASE("a layout lacks no message, no struct and no field") {
  refused("it lacks the observation", [](Declared& d) { d.layout.observation = nullptr; });
  refused("it lacks the action", [](Declared& d) { d.layout.action = nullptr; });
  refused("seen has no field", [](Declared& d) { d.seen_struct.field_count = 0; });
  refused("seen has no field", [](Declared& d) { d.seen_struct.fields = nullptr; });
  refused("seen has 0 bytes", [](Declared& d) { d.seen_struct.size = 0; });
  refused("done has a reserved field that is not 0", [](Declared& d) { d.done_struct.reserved = 1; });
}

TEST_CASE("names are identifiers, and unique") {
  refused("name is 'Seen'", [](Declared& d) { d.seen_struct.name = "Seen"; });
  refused("name of a field is ''", [](Declared& d) { d.rows().name = nullptr; });
  refused("name of a field is 'row count'", [](Declared& d) { d.rows().name = "row count"; });
  refused("seen.rows is declared twice", [](Declared& d) { d.seen[1].name = "rows"; });
  refused("dimension 'row' is declared twice", [](Declared& d) { d.board().dimensions[1].name = "row"; });
}

TEST_CASE("fields lie inside their struct, one after the other") {
  refused("seen.cells ends at byte 88: the struct has 87", [](Declared& d) { d.seen_struct.size = 87; });
  refused("seen.columns begins at byte 2, before the end of 'rows' at byte 4",
          [](Declared& d) { d.seen[1].offset = 2; });
  refused("seen.columns begins at byte 4, before the end of 'rows' at byte 8",
          [](Declared& d) { d.rows().kind = AGON_FIELD_INT64; });
  refused("is too large", [](Declared& d) { d.rows().offset = std::numeric_limits<std::uint64_t>::max(); });
  refused("is too large", [](Declared& d) { d.board().capacity = std::numeric_limits<std::uint64_t>::max(); });
}

TEST_CASE("kinds are known, and only structs have a type") {
  refused("seen.rows is of a kind this host does not know", [](Declared& d) { d.rows().kind = 13; });
  refused("seen.rows is of a kind this host does not know", [](Declared& d) { d.rows().kind = 0; });
  refused("seen.rows has a reserved field that is not 0", [](Declared& d) { d.rows().reserved = 1; });
  refused("seen.cells is a struct, and lacks its type", [](Declared& d) { d.cells().type = nullptr; });
  refused("seen.rows is no struct, and has a type", [](Declared& d) { d.rows().type = &d.cell_struct; });
  refused("nested too deeply, or in itself", [](Declared& d) { d.cells().type = &d.seen_struct; });
}

TEST_CASE("ranges are ordered, and fit the type") {
  refused("seen.rows has an empty range", [](Declared& d) { d.rows().minimum = 5; });
  refused("seen.rows has an empty range", [](Declared& d) { d.rows().maximum = std::nan(""); });
  refused("range that goes to 256: uint8 does not", [](Declared& d) { d.board().maximum = 256; });
  refused("range that goes to -1: uint8 does not", [](Declared& d) { d.board().minimum = -1; });
  refused("is an integer and has a range that goes to 3.5", [](Declared& d) { d.rows().maximum = 3.5; });
}

TEST_CASE("each dimension has a count, or an integer field with the count") {
  refused("needs either a count or a field", [](Declared& d) { d.board().dimensions[0].count = 4; });
  refused("needs either a count or a field", [](Declared& d) { d.board().dimensions[0].count_field = nullptr; });
  refused("given by 'height': there is no such field",
          [](Declared& d) { d.board().dimensions[0].count_field = "height"; });
  refused("given by 'share', which is no single integer",
          [](Declared& d) { d.board().dimensions[0].count_field = "share"; });
  refused("given by 'grid', which is no single integer",
          [](Declared& d) { d.board().dimensions[0].count_field = "grid"; });
  refused("given by 'rows', whose range must not go below 0", [](Declared& d) { d.rows().minimum = -1; });
  refused("seen.board is an array without a dimension", [](Declared& d) { d.board().dimensions[0] = {}; });
}

TEST_CASE("an array has room for what its dimensions count") {
  refused("seen.name has room for 8 elements, and its dimensions count 9",
          [](Declared& d) { d.seen[7].dimensions[0].count = 9; });
  refused("seen.grid has room for 4 in its dimension 'row', which counts up to 5",
          [](Declared& d) { d.rows().maximum = 5; });
  refused("seen.grid has room for 4 in its dimension 'column', which counts up to any number",
          [](Declared& d) { d.seen[1].maximum = INFINITY; });
  refused("seen.board has room for 16 elements, and its dimensions count 20", [](Declared& d) {
    d.board().dimensions[0] = {"row", nullptr, 5, 0};
    d.board().dimensions[1] = {"column", nullptr, 4, 0};
  });
  refused("shorter than an element", [](Declared& d) { d.grid().dimensions[1].stride = 1; });
  refused("a stride in one dimension and none in another", [](Declared& d) { d.grid().dimensions[1].stride = 0; });
}

TEST_CASE("only a message's own struct continues behind its end, and only there a field has the offset") {
  refused("an offset of its own, and a field with the offset", [](Declared& d) { d.tiles().offset = 100; });
  refused("an offset of its own, and a field with the offset", [](Declared& d) { d.cells().offset_field = "rows"; });
  refused("its offset is given by 'share', which is no single integer",
          [](Declared& d) { d.tiles().offset_field = "share"; });
  refused("varies in size", [](Declared& d) {
    d.cell[1].capacity = 0;
    d.cell[1].dimensions[0] = {"part", nullptr, 1, 0};
  });
  refused("which is behind the struct", [](Declared& d) { std::swap(d.cells(), d.tiles()); });
}

TEST_CASE("messages are no larger than the game says") {
  const host::LayoutDescription layout = host::describe(sample::layout);
  agon_game_type game = support::counting;
  const auto refused_for = [&](const std::string& why) {
    const auto refusal = support::refusal([&] { host::check_sizes(layout, game); });
    CHECK_MESSAGE(refusal.says(why), refusal.text);
  };
  game.observation_capacity = sizeof(Seen);
  game.action_capacity = 4;
  game.reply_capacity = 0;
  host::check_sizes(layout, game);
  game.reply_capacity = 8;
  refused_for("it lacks the reply");
  game.reply_capacity = 0;
  game.action_capacity = 3;
  refused_for("done has 4 bytes: the game's action_capacity is 3");
  game.observation_capacity = 50;
  refused_for("seen has 88 bytes: the game's observation_capacity is 50");
}

TEST_CASE("a game that declares no layout has none") {
  CHECK_FALSE(host::layout_of(support::counting));
}
