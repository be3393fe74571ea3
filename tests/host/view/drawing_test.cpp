// What a game draws, collected; and what a careless game may do without harm.
#include "host/view/drawing.hpp"

#include "host/view/show.hpp"
#include "host/view/terminal.hpp"
#include "tests/support/scripted_match.hpp"

#include <doctest/doctest.h>
#include <agon/scene.hpp>

#include <functional>
#include <sstream>

namespace {

using Draw = std::function<void(const agon_canvas&)>;

/// Draws with a function of the test, which stands in for the state.
host::Drawing drawn(const Draw& draw) {
  static constexpr agon_scene scene = {[](const void* state, std::int32_t /*seat*/, const agon_canvas* canvas) {
    (*static_cast<const Draw*>(state))(*canvas);
  }};
  return host::draw(scene, &draw);
}

constexpr agon_cell stone = {"x", "A1", AGON_ROLE_SEAT, AGON_MARK_LAST};

}  // namespace

TEST_CASE("all that a game draws is kept") {
  const host::Drawing drawing = drawn([](const agon_canvas& raw) {
    agon::Canvas canvas(raw);
    canvas.grid(2, 3);
    canvas.labels({"1", "2"}, {"A", "B", "C"});
    canvas.cell(1, 2, {.glyph = "x", .role = AGON_ROLE_SEAT, .marks = AGON_MARK_LAST, .token = "C2"});
    canvas.arrow(0, 0, 1, 2, AGON_ROLE_FAINT);
    canvas.text("one");
    canvas.text("two");
  });
  CHECK(drawing.rows == 2);
  CHECK(drawing.columns == 3);
  REQUIRE(drawing.cells.size() == 6);
  CHECK(drawing.cells[5].glyph == "x");
  CHECK(drawing.cells[5].token == "C2");
  CHECK(drawing.cells[5].role == AGON_ROLE_SEAT);
  CHECK(drawing.cells[5].marks == AGON_MARK_LAST);
  CHECK(drawing.cells[0].glyph.empty());
  CHECK(drawing.row_labels == std::vector<std::string>{"1", "2"});
  CHECK(drawing.column_labels == std::vector<std::string>{"A", "B", "C"});
  REQUIRE(drawing.arrows.size() == 1);
  CHECK(drawing.arrows[0].to_column == 2);
  CHECK(drawing.lines == std::vector<std::string>{"one", "two"});
}

TEST_CASE("cells and arrows off the grid are left out") {
  const host::Drawing drawing = drawn([](const agon_canvas& canvas) {
    canvas.grid(canvas.host, 2, 2);
    canvas.cell(canvas.host, 2, 0, &stone);
    canvas.cell(canvas.host, 0, 2, &stone);
    canvas.cell(canvas.host, UINT32_MAX, UINT32_MAX, &stone);
    canvas.arrow(canvas.host, 0, 0, 2, 0, 0);
    canvas.arrow(canvas.host, 0, 2, 0, 0, 0);
  });
  for (const host::DrawnCell& cell : drawing.cells) CHECK(cell.glyph.empty());
  CHECK(drawing.arrows.empty());
}

TEST_CASE("a grid that nobody could read stays empty, and so do its cells and labels") {
  const host::Drawing drawing = drawn([](const agon_canvas& canvas) {
    canvas.grid(canvas.host, UINT32_MAX, UINT32_MAX);
    canvas.cell(canvas.host, 0, 0, &stone);
    canvas.labels(canvas.host, nullptr, nullptr);
    canvas.text(canvas.host, "text all the same");
  });
  CHECK(drawing.rows == 0);
  CHECK(drawing.cells.empty());
  CHECK(host::render(drawing, false) == "text all the same\n");
}

TEST_CASE("cells, labels and arrows before there is a grid are left out") {
  const host::Drawing drawing = drawn([](const agon_canvas& canvas) {
    const char* const labels[] = {"1"};
    canvas.cell(canvas.host, 0, 0, &stone);
    canvas.labels(canvas.host, labels, labels);
    canvas.arrow(canvas.host, 0, 0, 0, 0, 0);
    canvas.grid(canvas.host, 1, 1);
  });
  CHECK(drawing.cells.at(0).glyph.empty());
  CHECK(drawing.row_labels.empty());
  CHECK(drawing.arrows.empty());
}

TEST_CASE("a second grid begins the drawing anew, so that nothing of the first sticks out") {
  const host::Drawing drawing = drawn([](const agon_canvas& canvas) {
    const char* const labels[] = {"1", "2"};
    canvas.grid(canvas.host, 2, 2);
    canvas.labels(canvas.host, labels, labels);
    canvas.arrow(canvas.host, 0, 0, 1, 1, 0);
    canvas.grid(canvas.host, 3, 1);
    canvas.cell(canvas.host, 2, 0, &stone);
  });
  CHECK(drawing.row_labels.empty());
  CHECK(drawing.column_labels.empty());
  CHECK(drawing.arrows.empty());
  CHECK(host::render(drawing, false) == "\n\n[x]\n");
}

TEST_CASE("labels set again replace the first ones") {
  const host::Drawing drawing = drawn([](const agon_canvas& canvas) {
    const char* const first[] = {"1"};
    const char* const second[] = {"2"};
    canvas.grid(canvas.host, 1, 1);
    canvas.labels(canvas.host, first, first);
    canvas.labels(canvas.host, second, nullptr);
  });
  CHECK(drawing.row_labels == std::vector<std::string>{"2"});
  CHECK(drawing.column_labels.empty());
}

TEST_CASE("texts that are missing are empty") {
  const host::Drawing drawing = drawn([](const agon_canvas& canvas) {
    const agon_cell nothing = {nullptr, nullptr, 0, 0};
    const char* const labels[] = {nullptr};
    canvas.grid(canvas.host, 1, 1);
    canvas.labels(canvas.host, labels, labels);
    canvas.cell(canvas.host, 0, 0, &nothing);
    canvas.text(canvas.host, nullptr);
  });
  CHECK(drawing.cells[0].glyph.empty());
  CHECK(drawing.row_labels[0].empty());
  CHECK(drawing.lines[0].empty());
}

TEST_CASE("a game shows its board, or its position if it does not draw itself") {
  const auto shown = [](const agon_game_type& type) {
    const host::Game game = support::in_program(type);
    const host::GameState state(game, {1, 1, support::counting_values("12")});
    std::ostringstream out;
    host::show_board(out, state);
    return out.str();
  };
  CHECK(shown(support::counting) == " 0  12\ntotal and target\n");
  agon_game_type plain = support::counting;
  plain.extension = [](const char* id) -> const void* {
    return std::string(id) == AGON_NOTATION ? support::counting.extension(id) : nullptr;
  };
  CHECK(shown(plain) == "0 of 12\n");
  plain.extension = [](const char*) -> const void* { return nullptr; };
  CHECK(shown(plain).empty());
}

TEST_CASE("a match can be watched move by move") {
  const host::Game game = support::in_program(support::counting);
  host::GameState state(game, {7, 2, support::counting_values("12")});
  support::ScriptedSeat one("one", {support::adds(3), support::adds(9)});
  support::ScriptedSeat two("two", {support::fails(AGON_OUTCOME_TIME, "too slow")});
  host::Seat* const seats[] = {&one, &two};
  std::ostringstream out;
  host::MoveBoards boards(out);
  host::Spectator* const spectators[] = {&boards};
  host::play_match(state, seats, {}, spectators);
  CHECK(out.str() ==
        "seed 7, start\n 0  12\ntotal and target\n\n"
        "1. First: +3\n 3  12\ntotal and target\n\n"
        "2. Second is out, time: too slow\n 3  12\ntotal and target\n\n"
        "3. First: +9\n 12 12\ntotal and target\n\n");
}
