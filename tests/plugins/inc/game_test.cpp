// The game plugin through its C table: what a seed draws, settings, actions, texts, seats that fail.
#include "naive.hpp"
#include "tests/support/built_host.hpp"
#include "tests/support/states.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <string>

using inc::test::Answer;
using inc::test::board_of;
using inc::test::Cut;
using inc::test::Match;
using inc::test::Text;
using inc::test::Values;

namespace {

/// What fixes everything about a match as seen by a seat.
std::string seen(const Match& match) {
  if (match.over()) return match.position();
  const inc_observation observation = match.observe();
  return {reinterpret_cast<const char*>(&observation), sizeof observation};
}

}  // namespace

TEST_CASE("a seed draws sides of 2 to 5, 3 to 30 turns and either increment uniformly, and a fifth of squares empty") {
  std::map<std::string, std::map<std::string, int>> counts;
  std::map<std::string, int> digits;
  int squares = 0;
  int empty = 0;
  for (std::uint64_t seed = 1; seed <= 5000; ++seed) {
    const Values values = Match(seed).parameters();
    for (const char* name : {"rows", "columns", "turns", "inc"}) ++counts[name][values.at(name)];
    const Text& board = values.at("board");
    CHECK(std::ranges::count(board, '/') + 1 == std::stoi(values.at("rows")));
    CHECK(board.find('/') == static_cast<std::size_t>(std::stoi(values.at("columns"))));
    for (const char square : board) {
      if (square == '/') continue;
      ++squares;
      if (square == '.') {
        ++empty;
      } else {
        ++digits[std::string(1, square)];
      }
    }
  }
  CHECK(counts["rows"].size() == 4);
  CHECK(counts["columns"].size() == 4);
  CHECK(counts["turns"].size() == 28);
  CHECK(counts["inc"].size() == 2);
  CHECK(counts["turns"].contains("3"));
  CHECK(counts["turns"].contains("30"));
  for (const auto& counted : counts) CHECK_MESSAGE(support::equally_often(counted.second), counted.first);
  CHECK(digits.size() == 3);
  CHECK(support::equally_often(digits));
  CHECK(std::abs(empty - 0.2 * squares) < 6 * std::sqrt(0.16 * squares));
}

TEST_CASE("setting a parameter leaves what else the seed draws as it was") {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const Values drawn = Match(seed).parameters();
    for (const auto& [name, value] : {std::pair{"turns", "77"}, {"inc", "-1"}, {"rows", "6"}, {"board", "12./3.1"}}) {
      Values expected = drawn;
      expected[name] = value;
      const Values values = Match(seed, {{name, value}}).parameters();
      for (const char* other : {"turns", "inc"}) CHECK(values.at(other) == expected.at(other));
      if (std::string(name) != "board") {
        for (const char* side : {"rows", "columns"}) CHECK(values.at(side) == expected.at(side));
      }
    }
  }
}

TEST_CASE("a board that is set gives rows and columns") {
  const Values values = Match(3, {{"board", "12./3.1"}}).parameters();
  CHECK(values.at("rows") == "2");
  CHECK(values.at("columns") == "3");
  CHECK(values.at("board") == "12./3.1");
  CHECK(Match(3, {{"board", "12./3.1"}, {"rows", "2"}, {"columns", "3"}}).parameters() == values);
}

TEST_CASE("settings that contradict the board are refused, and so is what is no board") {
  const auto refused = [](const Values& values, const char* says) {
    const Answer answer = Match::creation(1, values);
    CHECK(answer.status == AGON_BAD_SETTING);
    CHECK_MESSAGE(answer.text.find(says) != std::string::npos, answer.text);
  };
  refused({{"board", "12./3.1"}, {"rows", "3"}}, "rows=3 contradicts board=");
  refused({{"board", "12./3.1"}, {"columns", "2"}}, "columns=2 contradicts board=");
  for (const char* board : {"", "/", "12/", "/12", "12/3", "12/345", "12//12", "14", "0", "1 2", "12\n12", "1/2/3/",
                            "x", "11111111111111111", "1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1"}) {
    refused({{"board", board}}, "is no board");
  }
}

TEST_CASE("boards up to 16 x 16 and a billion turns are valid settings") {
  const Match match(1, {{"rows", "16"}, {"columns", "16"}, {"turns", "1000000000"}});
  const inc_observation observation = match.observe();
  CHECK(observation.rows == 16);
  CHECK(observation.columns == 16);
  CHECK(observation.turns_left == 1'000'000'000);
}

TEST_CASE("a board of one square or a match without a turn is over at once, with its points as they are") {
  Match one(1, {{"board", "2"}, {"turns", "9"}});
  CHECK(one.over());
  CHECK(one.score(0) == 1);
  CHECK(one.score(1) == 3);
  CHECK(board_of(one) == "2");
  Match none(1, {{"board", "12/.."}, {"turns", "0"}});
  CHECK(none.over());
  CHECK(none.score(0) == 2);
  CHECK(none.score(1) == 2);
  CHECK(none.score(2) == 1);
}

TEST_CASE("a seat sees the whole match, and nothing lies behind it") {
  Match match(1, {{"board", "12./3.1"}, {"turns", "5"}, {"inc", "-1"}});
  inc_observation observation = match.observe();
  CHECK(observation.rows == 2);
  CHECK(observation.columns == 3);
  CHECK(observation.increment == -1);
  CHECK(observation.seat == 0);
  CHECK(observation.turns_left == 5);
  CHECK(observation.out == 0);
  const std::array<std::int8_t, 6> cells = {1, 2, 0, 3, 0, 1};
  CHECK(std::equal(cells.begin(), cells.end(), observation.cells));
  CHECK(std::all_of(observation.cells + 6, observation.cells + INC_MAX_CELLS,
                    [](std::int8_t cell) { return cell == 0; }));
  REQUIRE(match.act("V2L").status == AGON_OK);
  match.forfeit(0);
  observation = match.observe();
  CHECK(observation.seat == 1);
  CHECK(observation.turns_left == 4);
  CHECK(observation.out == 1);
  CHECK(observation.cells[0] == 3);
}

TEST_CASE("random matches go as the statement says, and every action's text reads back as it") {
  agon::Random random(20);
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Match match(seed);
    const int increment = std::stoi(match.parameters().at("inc"));
    int turns = std::stoi(match.parameters().at("turns"));
    Text text = board_of(match);
    for (int turn = 0; !match.over(); ++turn, --turns) {
      CHECK(match.to_move() == turn % 3);
      const auto cuts = inc::test::cuts_of(text);
      const Cut& cut = cuts[random.below(cuts.size())];
      const inc_action action = {cut.horizontal ? INC_HORIZONTAL : INC_VERTICAL, cut.line,
                                 cut.first ? INC_FIRST : INC_SECOND};
      CHECK(match.write(action) == inc::test::name_of(cut));
      const auto parsed = match.parse(inc::test::name_of(cut));
      REQUIRE(parsed);
      CHECK(std::memcmp(&*parsed, &action, sizeof action) == 0);
      REQUIRE(match.act(action).status == AGON_OK);
      CHECK(match.revealed().empty());
      text = inc::test::cut(text, cut, increment);
      CHECK(board_of(match) == text);
    }
    CHECK(turns == 0);
    const auto points = inc::test::points_of(text);
    for (std::size_t seat = 0; seat < 3; ++seat) {
      const int best = std::max({points[0], points[1], points[2]});
      const bool alone = std::ranges::count(points, best) == 1;
      const int expected = points[seat] < best ? 1 : alone ? 3 : 2;
      CHECK(match.score(static_cast<std::int32_t>(seat)) == expected);
    }
  }
}

TEST_CASE("positions are the contest's texts, and later ones say who moves and who is out") {
  Match match(1, {{"board", "12./3.1"}, {"turns", "5"}, {"inc", "-1"}});
  CHECK(match.position() == "12./3.1 turns=5 inc=-1");
  REQUIRE(match.act("H1T").status == AGON_OK);
  CHECK(match.position() == "31./3.1 turns=4 inc=-1 seat=2");
  match.forfeit(2);
  CHECK(match.position() == "31./3.1 turns=4 inc=-1 seat=2 out=3");
  REQUIRE(match.act("V1R").status == AGON_OK);
  CHECK(match.position() == "22./3.3 turns=2 inc=-1 out=3");
  REQUIRE(match.act("V2R").status == AGON_OK);
  REQUIRE(match.act("H1B").status == AGON_OK);
  CHECK(match.over());
  CHECK(match.position() == "22./2.1 turns=0 inc=-1 out=3");
}

TEST_CASE("actions against the rules are refused with a reason, and nothing changes") {
  Match match(1, {{"board", "12./3.1"}, {"turns", "5"}, {"inc", "1"}});
  const std::string before = seen(match);
  constexpr std::int32_t least = std::numeric_limits<std::int32_t>::min();
  constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
  const inc_action refused[] = {{0, 0, 0},     {0, 2, 0},    {0, -1, 1},    {1, 0, 0},    {1, 3, 1},
                                {1, 16, 1},    {2, 1, 0},    {-1, 1, 0},    {0, 1, 2},    {1, 1, -1},
                                {least, 1, 0}, {most, 1, 0}, {0, least, 0}, {0, most, 1}, {0, 1, most}};
  for (const inc_action& action : refused) {
    const Answer answer = match.act(action);
    CHECK(answer.status == AGON_ILLEGAL);
    CHECK(!answer.text.empty());
    CHECK(seen(match) == before);
  }
  CHECK(match.act({1, 3, 0}).text == "V3L is not inside the board: there are 2 vertical lines");
  CHECK(match.act({0, 2, 1}).text == "H2B is not inside the board: there is 1 horizontal line");
  Match flat(1, {{"board", "12"}, {"turns", "5"}});
  CHECK(flat.act({0, 1, 0}).text == "H1T is not inside the board: there is no horizontal line");
}

TEST_CASE("texts that are no move are refused with what would be right") {
  const Match match(1);
  for (const char* text :
       {"",     "H",    "H1",   "HT",  "1T",   "H1L",  "V1T",  "V1B",           "H1R",   "h1t",  "H1t", "H 1T",
        " H1T", "H1T ", "H01T", "H0T", "H-1T", "H+1T", "H16T", "H99999999999T", "V1.5L", "V1LL", "X1T", "H1T\n"}) {
    CAPTURE(text);
    CHECK(!match.parse(text));
  }
  CHECK(match.parse("H15B"));
  CHECK(match.parse("V15R"));
}

TEST_CASE("bytes that are no action of any board have no text") {
  const Match match(1);
  for (const inc_action& action : {inc_action{2, 1, 0}, {0, 1, 2}, {0, 0, 0}, {1, 16, 0}, {-1, 1, 0}}) {
    CHECK(!match.write(action));
  }
}

TEST_CASE("a seat that fails in any way makes its first legal move from then on, whoever is to move") {
  agon::Random random(23);
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Match match(seed);
    const int increment = std::stoi(match.parameters().at("inc"));
    const int turns = std::stoi(match.parameters().at("turns"));
    Text text = board_of(match);
    std::array<bool, 3> out{};
    int turn = 0;
    const auto follow = [&] {
      for (; turn < turns && out[static_cast<std::size_t>(turn % 3)]; ++turn) {
        text = inc::test::cut(text, inc::test::first_cut(text), increment);
      }
      CHECK(board_of(match) == text);
      CHECK(match.to_move() == (turn == turns ? AGON_OVER : turn % 3));
    };
    while (!match.over()) {
      if (random.below(8) == 0) {
        const auto seat = static_cast<std::size_t>(random.below(3));
        if (out[seat]) continue;
        out[seat] = true;
        const auto outcome = static_cast<std::int32_t>(AGON_OUTCOME_ILLEGAL + random.below(9));
        match.forfeit(static_cast<std::int32_t>(seat), outcome);
      } else {
        const auto cuts = inc::test::cuts_of(text);
        const Cut& cut = cuts[random.below(cuts.size())];
        REQUIRE(match.act(inc::test::name_of(cut)).status == AGON_OK);
        text = inc::test::cut(text, cut, increment);
        ++turn;
      }
      follow();
    }
  }
}

TEST_CASE("a match of a billion turns whose seats are all out ends at once") {
  for (const int turns : {1'000'000'000, 999'999'999, 999'999'998}) {
    Match match(1, {{"board", "123/321"}, {"turns", std::to_string(turns)}, {"inc", "1"}});
    for (std::int32_t seat = 0; seat < 3; ++seat) match.forfeit(seat);
    CHECK(match.over());
    Text text = "123/321";
    for (int turn = 0; turn < turns % 3; ++turn) text = inc::test::cut(text, {true, 1, true}, 1);
    CHECK(board_of(match) == text);
  }
}

TEST_CASE("golden matches are played again as they ever were, and replay as recorded") {
  support::check_golden_matches(AGON_TEST_FOLDER, {{"--game", "inc", "--plugin", "random", "--plugin", "random",
                                                    "--plugin", "random", "--seeds", "1-3"}});
}
