// How a match begins: what the seed draws, and what the parameters and a board file make of it.
#include "naive.hpp"
#include "plugin.hpp"

#include "tests/support/effort.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>

namespace {

using namespace polyomino::test;

int number(const Match& match, const char* name) {
  return std::stoi(match.parameter(name).value());
}

/// What the game says against these parameters.
std::string refusal(const Values& values, std::uint64_t seed = 1) {
  return Match::creation(seed, values).text;
}

/// The next tiles, as text.
std::string tiles_of(Match& match) {
  std::string text;
  for (const int size : {5, 3, 40}) {
    REQUIRE(match.act(get(size)) == "");
    text += match.revealed() + " ";
  }
  return text;
}

}  // namespace

TEST_CASE("the seed draws sides from 20 to 200 and covers from 0.1 to 0.7 of the board") {
  std::set<int> sides;
  double covered_part = 0;
  constexpr std::uint64_t matches = support::repetitions(2000);
  for (std::uint64_t seed = 0; seed < matches; ++seed) {
    const Match match(seed);
    const int width = number(match, "width");
    const int height = number(match, "height");
    const double part = number(match, "covered") / static_cast<double>(width * height);
    REQUIRE((width >= 20 && width <= 200 && height >= 20 && height <= 200));
    REQUIRE((part >= 0.1 && part <= 0.7));
    sides.insert({width, height});
    covered_part += part / static_cast<double>(matches);
  }
  if (support::sanitized) return;  // too few
  CHECK(sides.size() == 181);      // one of them is missing once in a hundred thousand times, and these seeds are fixed
  CHECK(covered_part == doctest::Approx(0.4).epsilon(0.03));
}

TEST_CASE("the board has as many covered squares as the parameter says, everywhere alike") {
  std::vector<int> counts(20 * 20);
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const Match match(seed, {{"width", "20"}, {"height", "20"}, {"covered", "100"}});
    const std::string board = match.position();
    REQUIRE(board.size() == 20 * 21 - 1);
    REQUIRE(std::count(board.begin(), board.end(), 'X') == 100);
    std::size_t square = 0;
    for (const char c : board) {
      if (c == '/') continue;
      counts[square++] += c == 'X' ? 1 : 0;
    }
  }
  double statistic = 0;  // each square is covered 100 times in the mean, with a variance of 75
  for (const int count : counts) statistic += (count - 100.0) * (count - 100.0) / 75;
  CHECK(statistic > 300);  // 399 degrees of freedom, standard deviation 28
  CHECK(statistic < 500);
}

TEST_CASE("setting one parameter leaves what else the seed draws as it is") {
  Match drawn(9);
  Match wide(9, {{"width", "150"}});
  CHECK(wide.parameter("height") == drawn.parameter("height"));
  Match open(9, {{"covered", "0"}});
  CHECK(open.parameter("width") == drawn.parameter("width"));
  Match given(9, {{"board", ".../.X."}});
  const std::string tiles = tiles_of(drawn);
  CHECK(tiles_of(wide) == tiles);
  CHECK(tiles_of(open) == tiles);
  CHECK(tiles_of(given) == tiles);
}

TEST_CASE("a board that is given takes the place of the drawn one") {
  const Match match(3, {{
                           "board",
                           "..X./X...",
                       }});
  CHECK(match.position() == "..X./X...");
  CHECK(match.parameter("board") == "..X./X...");
  CHECK(match.parameter("width") == "4");
  CHECK(match.parameter("height") == "2");
  CHECK(match.parameter("covered") == "2");
  const Match again(3, match.parameters());
  CHECK(again.position() == match.position());
}

TEST_CASE("the largest and the smallest boards can be played") {
  const Match smallest(1, {{"width", "1"}, {"height", "1"}});
  CHECK(smallest.position().size() == 1);
  Match largest(1, {{"width", "200"}, {"height", "200"}, {"covered", "40000"}});
  CHECK(largest.position().find('.') == std::string::npos);
  CHECK(largest.parameter("covered") == "40000");
  const Match given(1, {{"board", largest.position()}});
  CHECK(given.parameter("board") == largest.position());  // it fits into the room that a host leaves
}

TEST_CASE("parameters that do not go together are refused in words") {
  CHECK(refusal({{"width", "5"}, {"height", "4"}, {"covered", "21"}}) ==
        "covered=21: the board of 5 x 4 has 20 squares");
  CHECK(refusal({{"board", ".../..."}, {"width", "4"}}) == "width=4: the board given has 3");
  CHECK(refusal({{"board", ".../..."}, {"height", "3"}}) == "height=3: the board given has 2");
  CHECK(refusal({{"board", ".../.X."}, {"covered", "0"}}) == "covered=0: the board given has 1");
  CHECK(refusal({{"board", ".../.."}}) == "board=, row 2: 2 squares, but the first row has 3");
  CHECK(refusal({{"board", ".../.x."}}) == "board=, row 2, column 2: a square is 'X' (covered) or '.' (free)");
  CHECK(refusal({{"board", ""}}) == "board=, row 1: 0 squares; a board has 1 to 200 columns");
  CHECK(refusal({{"board", std::string(201, '.')}}) == "board=, row 1: 201 squares; a board has 1 to 200 columns");
  std::string tall = ".";
  for (int row = 0; row < 200; ++row) tall += "/.";
  CHECK(refusal({{"board", tall}}) == "board=: 201 rows; a board has 1 to 200 rows");
  CHECK(refusal({{"board", "..."}, {"file", "any"}}) == "board= and file= exclude each other");
}

TEST_CASE("a board file gives the board, and a record of the match needs no file") {
  const support::TemporaryFolder folder;
  const std::string file = folder.write("board.txt", "..X\nX..\n").string();
  const Match match(4, {{"file", file}});
  CHECK(match.position() == "..X/X..");
  CHECK_FALSE(match.parameter("file"));
  CHECK(match.parameter("board") == "..X/X..");
  std::filesystem::remove(file);
  const Match again(4, match.parameters());
  CHECK(again.position() == match.position());
}

TEST_CASE("a board file may have the line ends of other systems and empty lines at its end, or no end of the last") {
  const support::TemporaryFolder folder;
  for (const char* content : {"..X\r\nX..\r\n", "..X\nX..", "..X\nX..\n\n\n"}) {
    CHECK(Match(4, {{"file", folder.write("board.txt", content).string()}}).position() == "..X/X..");
  }
}

TEST_CASE("what is wrong with a board file is told with its name and line") {
  const support::TemporaryFolder folder;
  const std::string file = (folder.path() / "board.txt").string();
  const auto refused = [&](const std::string& content) {
    folder.write("board.txt", content);
    return refusal({{"file", file}});
  };
  CHECK(refusal({{"file", file}}) == "file=" + file + ": can't be read: No such file or directory");
  CHECK(refusal({{"file", folder.path().string()}}).find("file=" + folder.path().string() + ": can't be read") == 0);
  CHECK(refused("...\n.#.\n") == "file=" + file + ", line 2, column 2: a square is 'X' (covered) or '.' (free)");
  CHECK(refused("...\n....\n") == "file=" + file + ", line 2: 4 squares, but the first row has 3");
  CHECK(refused("...\n\n...\n") == "file=" + file + ", line 2: 0 squares, but the first row has 3");
  CHECK(refused("") == "file=" + file + ": 0 rows; a board has 1 to 200 rows");
  CHECK(refused(std::string(3'000'000, '.')) == "file=" + file + ": too large for a board");
}

// Computed apart from this project's code, from the words of experiments.md.
TEST_CASE("seeds stay what they were: golden boards and tiles") {
  Match match(1, {{"width", "12"}, {"height", "4"}});
  CHECK(match.parameter("covered") == "32");
  CHECK(match.position() == "XXXXXXX.XXXX/XXXX.....X.X/XXX.X..XXX.X/.XXXXX.X.X..");
  CHECK(tiles_of(match) ==
        "XX./.X./.XX XX/.X XXXX.X..../...X.X..../.XXX.XXX../.XXXXXX.X./XXXXXXXXXX/...XXXXXXX/....XXX... ");
  const Match drawn(2006);
  CHECK(drawn.parameter("width") == "171");
  CHECK(drawn.parameter("height") == "180");
  CHECK(drawn.parameter("covered") == "7360");
}
