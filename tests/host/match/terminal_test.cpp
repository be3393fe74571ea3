// Drawings as text, compared with what people should see.
#include "host/match/terminal.hpp"

#include <doctest/doctest.h>

#include <cstdlib>

namespace {

host::Drawing grid(std::uint32_t rows, std::uint32_t columns) {
  host::Drawing drawing;
  drawing.rows = rows;
  drawing.columns = columns;
  drawing.cells.resize(std::size_t{rows} * columns);
  return drawing;
}

}  // namespace

TEST_CASE("a board stands under its column labels and beside its row labels, its last action in brackets") {
  host::Drawing drawing = grid(2, 3);
  drawing.row_labels = {"9", "10"};
  drawing.column_labels = {"A", "B", "C"};
  drawing.cells[0].glyph = "x";
  drawing.cells[4] = {.glyph = "o", .token = {}, .role = AGON_ROLE_SEAT, .marks = AGON_MARK_LAST};
  drawing.lines = {"x: 1", "", "o to move"};
  CHECK(host::render(drawing, false) ==
        "    A  B  C\n"
        " 9  x\n"
        "10    [o]\n"
        "x: 1\n"
        "\n"
        "o to move\n");
}

TEST_CASE("without labels and lines there are cells alone") {
  host::Drawing drawing = grid(1, 2);
  drawing.cells[0].glyph = "a";
  drawing.cells[1].glyph = "b";
  CHECK(host::render(drawing, false) == " a  b\n");
}

TEST_CASE("wide glyphs and glyphs of several bytes keep their columns") {
  host::Drawing drawing = grid(2, 3);
  for (std::size_t index = 0; index < 6; ++index) drawing.cells[index].glyph = "12";
  drawing.cells[3].glyph = "\xE2\x97\x8F";
  CHECK(host::render(drawing, false) == " 12 12 12\n \xE2\x97\x8F  12 12\n");
}

TEST_CASE("a drawing of nothing but text is text") {
  host::Drawing drawing;
  drawing.lines = {"nothing to see"};
  CHECK(host::render(drawing, false) == "nothing to see\n");
  CHECK(host::render(host::Drawing{}, false).empty());
}

TEST_CASE("boards too wide for spaces stand without them, and without column labels") {
  host::Drawing drawing = grid(1, 41);
  for (auto& cell : drawing.cells) cell.glyph = "#";
  drawing.column_labels.assign(41, "A");
  drawing.row_labels = {"1"};
  CHECK(host::render(drawing, false) == "1 " + std::string(41, '#') + "\n");
}

TEST_CASE("in colour each cell carries its role, and ends it") {
  host::Drawing drawing = grid(1, 5);
  const std::int32_t roles[] = {AGON_ROLE_PLAIN, AGON_ROLE_BLOCKED, AGON_ROLE_FAINT, AGON_ROLE_SEAT + 1,
                                AGON_ROLE_CATEGORY};
  for (std::size_t index = 0; index < 5; ++index) {
    drawing.cells[index].glyph = "x";
    drawing.cells[index].role = roles[index];
  }
  CHECK(host::render(drawing, true) ==
        " x "
        "\x1b[48;5;238;38;5;244m x \x1b[0m"
        "\x1b[2m x \x1b[0m"
        "\x1b[48;5;214;38;5;16m x \x1b[0m"
        "\x1b[48;5;25;38;5;231m x \x1b[0m\n");
}

TEST_CASE("marks show in colour too, and the last action keeps its brackets") {
  host::Drawing drawing = grid(1, 3);
  for (auto& cell : drawing.cells) cell.glyph = "x";
  drawing.cells[0].marks = AGON_MARK_LAST;
  drawing.cells[1].marks = AGON_MARK_HIGHLIGHT;
  drawing.cells[1].role = AGON_ROLE_FAINT;
  drawing.cells[2].marks = AGON_MARK_LEGAL;
  CHECK(host::render(drawing, true) == "\x1b[1m[x]\x1b[0m\x1b[2;1m x \x1b[0m x\n");
}

TEST_CASE("roles that nobody knows are plain") {
  for (const std::int32_t role : {-1, 3, 15, AGON_ROLE_SEAT + 16 + 16, AGON_ROLE_CATEGORY + 16, 1000000}) {
    CAPTURE(role);
    host::Drawing drawing = grid(1, 1);
    drawing.cells[0] = {.glyph = "x", .token = {}, .role = role, .marks = 0};
    CHECK(host::render(drawing, true) == " x\n");
  }
}

TEST_CASE("seats and categories beyond the colours that there are get one of them") {
  for (std::int32_t number = 0; number < 16; ++number) {
    CAPTURE(number);
    for (const std::int32_t role : {AGON_ROLE_SEAT + number, AGON_ROLE_CATEGORY + number}) {
      host::Drawing drawing = grid(1, 1);
      drawing.cells[0] = {.glyph = "x", .token = {}, .role = role, .marks = 0};
      CHECK(host::render(drawing, true).starts_with("\x1b[48;5;"));
    }
  }
}

TEST_CASE("a file gets no colour") {
  std::FILE* const file = std::tmpfile();
  REQUIRE(file != nullptr);
  ::setenv("TERM", "xterm-256color", 1);
  CHECK_FALSE(host::wants_colour(file));
  std::fclose(file);
}
