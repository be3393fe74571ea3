// What a game draws, collected; and what a careless game may do without harm.
#include "host/match/drawing.hpp"

#include "host/match/terminal.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/scripted_match.hpp"

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <unistd.h>
#include <agon/random.hpp>
#include <agon/scene.hpp>

#include <array>
#include <cstdint>
#include <fstream>
#include <functional>
#include <new>
#include <string>

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
    return host::board_text(state, false);
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
  std::string shown;
  const std::vector<host::Evaluation> reports = {
      {.value = 4.21875, .unit = AGON_VALUE_SCORE, .depth = 2, .nodes = 1, .line = "+3 +9", .action = 1},
      {.value = 0.5, .unit = AGON_VALUE_CONTEST, .action = 3}};
  host::MoveBoards boards([&](const std::string& text) { shown += text; }, false, reports);
  host::Spectator* const spectators[] = {&boards};
  host::play_match(state, seats, {}, spectators);
  CHECK(shown ==
        "seed 7, start\n 0  12\ntotal and target\n\n"
        "1. First: +3\nexpects a score of 4.219, depth 2, 1 position: +3 +9\n 3  12\ntotal and target\n\n"
        "2. Second is out, time: too slow\n 3  12\ntotal and target\n\n"
        "3. First: +9\nexpects to beat 50 % of its opponents\n 12 12\ntotal and target\n\n");
}

TEST_CASE("drawings one after another are as if each was the first, and name the cells that changed") {
  agon::Random random(5);
  static constexpr agon_scene scene = {[](const void* state, std::int32_t /*seat*/, const agon_canvas* canvas) {
    (*static_cast<const Draw*>(state))(*canvas);
  }};
  host::SceneDiff redrawing;
  host::Drawing before;
  for (int turn = 0; turn < 3000; ++turn) {
    const std::uint64_t seed = random.next();
    // Draws in any order, cells twice or not at all, and sometimes a second grid, no grid or no labels.
    const Draw draw = [&](const agon_canvas& raw) {
      agon::Random own(seed);
      agon::Canvas canvas(raw);
      if (own.below(40) == 0) canvas.text("without a board");
      if (own.below(40) == 0) return;
      const std::uint32_t rows = 2 + (own.below(30) == 0 ? 1 : 0);
      for (std::uint64_t grids = own.below(20) == 0 ? 2 : 1; grids > 0; --grids) {
        canvas.grid(rows, 3);
        if (own.below(15) != 0)
          canvas.labels(std::vector<std::string>(rows, own.below(20) == 0 ? "x" : "y"), {"A", "B", "C"});
        for (std::uint64_t cells = own.below(9); cells > 0; --cells) {
          const std::array<const char*, 4> glyphs = {"", "a", "b", "\x1b"};
          canvas.cell(static_cast<std::uint32_t>(own.below(rows)), static_cast<std::uint32_t>(own.below(3)),
                      {.glyph = glyphs[own.below(4)],
                       .role = own.below(4) == 0 ? 1 : 0,
                       .token = own.below(4) == 0 ? "t" : ""});
        }
      }
      if (own.below(2) == 0) canvas.arrow(0, 0, 1, 1);
      canvas.text(own.below(2) == 0 ? "one" : "other");
    };
    const host::Drawing expected = host::draw(scene, &draw);
    redrawing.draw(scene, &draw, AGON_ALL_SEATS);
    const host::Drawing& now = redrawing.now();
    REQUIRE(now.rows == expected.rows);
    REQUIRE(now.columns == expected.columns);
    REQUIRE(now.cells == expected.cells);
    REQUIRE(now.row_labels == expected.row_labels);
    REQUIRE(now.column_labels == expected.column_labels);
    REQUIRE(now.arrows == expected.arrows);
    REQUIRE(now.lines == expected.lines);
    const bool same_grid = now.rows == before.rows && now.columns == before.columns &&
                           now.row_labels == before.row_labels && now.column_labels == before.column_labels;
    if (!same_grid) REQUIRE(redrawing.new_grid());
    if (!redrawing.new_grid()) {
      std::vector<std::size_t> changed;
      for (std::size_t cell = 0; cell < now.cells.size(); ++cell) {
        if (now.cells[cell] != before.cells[cell]) changed.push_back(cell);
      }
      REQUIRE(redrawing.changed() == changed);
    }
    before = now;
  }
}

TEST_CASE("a drawing for which memory is lacking fails in the host, and not in the game's code") {
  if (support::sanitized) return;  // sanitizers need more address space than the limit leaves
  rlimit usual{};
  REQUIRE(::getrlimit(RLIMIT_AS, &usual) == 0);
  std::int64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlimit little{.rlim_cur = static_cast<rlim_t>(pages * ::sysconf(_SC_PAGESIZE) + (256 << 20)),
                      .rlim_max = usual.rlim_max};
  const std::string line(1 << 20, 'x');
  bool came_back = false;
  const Draw draw = [&](const agon_canvas& canvas) noexcept {
    REQUIRE(::setrlimit(RLIMIT_AS, &little) == 0);
    for (int i = 0; i < 1000; ++i) canvas.text(canvas.host, line.c_str());
    came_back = true;
    REQUIRE(::setrlimit(RLIMIT_AS, &usual) == 0);
  };
  CHECK_THROWS_AS(static_cast<void>(drawn(draw)), std::bad_alloc);
  CHECK(came_back);
}
