#include "played.hpp"
#include "tests/support/states.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>

using namespace chesspuzzle::test;

namespace {

std::string start_text(const Official& official) {
  std::string text = std::to_string(official.depth) + " ";
  for (const Place& place : official.model.places()) {
    if (place.second == 0 && place.first > 0) text += '/';
    text += official.model.top(place);
  }
  return text;
}

/// Always the first legal cell, row by row, from what is observed: how many clicks, and the last one.
std::pair<int, Place> play_first(Match& match, int rows, int columns) {
  std::pair<int, Place> result{0, {-1, -1}};
  while (!match.over()) {
    bool clicked = false;
    for (int row = 0; row < rows && !clicked; ++row) {
      for (int column = 0; column < columns && !clicked; ++column) {
        clicked = match.act(chesspuzzle_action{row, column}).status == AGON_OK;
        if (clicked) result = {result.first + 1, {row, column}};
      }
    }
    REQUIRE(clicked);
  }
  return result;
}

}  // namespace

TEST_CASE("the game declares one seat, the contest's limits and the sum of its tests") {
  CHECK(std::string(game().id) == "chesspuzzle");
  CHECK(std::string(game().protocol) == CHESSPUZZLE_PROTOCOL);
  CHECK(game().min_seats == 1);
  CHECK(game().max_seats == 1);
  CHECK(game().opponent == nullptr);
  CHECK(game().contest == AGON_CONTEST_SUM);
  CHECK(game().limits.cpu_ns == 20'000'000'000);
  CHECK(game().limits.memory_bytes == 1024 << 20);
  CHECK(game().observation_capacity == sizeof(chesspuzzle_observation));
  CHECK(game().action_capacity >= sizeof(chesspuzzle_action));
  CHECK(game().reply_capacity == 0);
}

TEST_CASE("seeds 1 to 10 start as the contest's examples") {
  for (const Official& official : official_boards()) {
    CAPTURE(official.seed);
    CHECK(Match(static_cast<std::uint64_t>(official.seed)).position() == start_text(official));
  }
  CHECK(Match(1).position() == "1 R3242RQB1/RQ4RKRKQ1/R2RBQ4Q3Q/12111KK3R/B44QB3R44/BQKQ42222");
}

TEST_CASE("seeds 1 to 10 play as they did in Java") {
  for (const Official& official : official_boards()) {
    CAPTURE(official.seed);
    Match match(static_cast<std::uint64_t>(official.seed));
    const auto [clicks, last] = play_first(match, official.model.rows, official.model.columns);
    CHECK(clicks == official.clicks);
    CHECK(last == official.last);
    CHECK(match.score() == static_cast<double>(clicks) / static_cast<double>(official.tiles.size()));
  }
}

TEST_CASE("seed 0 is refused with a sentence, whatever is set") {
  for (const Values& values : {Values{}, Values{{"rows", "6"}, {"columns", "6"}, {"depth", "1"}}}) {
    const Answer answer = Match::creation(0, values);
    CHECK(answer.status == AGON_BAD_SETTING);
    CHECK(answer.text.find("seed 0 has no board") != std::string::npos);
  }
}

TEST_CASE("sizes are within their ranges, and each comes about as often as any other") {
  constexpr int matches = 3000;
  std::array<std::map<int, int>, 3> counts;
  for (std::uint64_t seed = 1; seed <= matches; ++seed) {
    const chesspuzzle_observation seen = Match(seed).observe();
    ++counts[0][seen.rows];
    ++counts[1][seen.columns];
    ++counts[2][seen.depth];
  }
  const std::array<int, 3> smallest = {6, 6, 1};
  for (std::size_t kind = 0; kind < counts.size(); ++kind) {
    REQUIRE(counts[kind].size() == 10);
    CHECK(counts[kind].begin()->first == smallest[kind]);
    CHECK(counts[kind].rbegin()->first == smallest[kind] + 9);
    CHECK(support::equally_often(counts[kind]));
  }
}

TEST_CASE("a size that is set leaves the others as drawn, and the tiles in their sequence") {
  const Official& official = official_boards()[3];
  const Match match(4, {{"rows", "7"}, {"depth", "1"}});
  const chesspuzzle_observation seen = match.observe();
  CHECK(seen.rows == 7);
  CHECK(seen.columns == official.model.columns);
  CHECK(seen.depth == 1);
  CHECK(match.position() == start_text({4, 1, "", model_of(7, 8, 1, official.tiles.substr(0, 56)), 0, {}}));
}

TEST_CASE("all that is seen is what the model knows, and nothing of the tiles below") {
  visit_random_play(1, 2, [](const Played& played) {
    const chesspuzzle_observation seen = played.match.observe();
    const Model& model = played.model;
    REQUIRE(seen.rows == model.rows);
    REQUIRE(seen.columns == model.columns);
    REQUIRE(seen.clicks == static_cast<int>(model.clicks.size()));
    const Place last = model.clicks.empty() ? Place{-1, -1} : model.clicks.back();
    REQUIRE(Place{seen.last_row, seen.last_column} == last);
    const std::string kinds = "-1234KBRQ";
    REQUIRE(kinds[static_cast<std::size_t>(seen.removed)] == model.removed);
    for (int cell = 0; cell < CHESSPUZZLE_MAX_CELLS; ++cell) {
      const bool on_board = cell < model.rows * model.columns;
      const Place place = {cell / model.columns, cell % model.columns};
      REQUIRE(kinds[static_cast<std::size_t>(seen.top[cell])] == (on_board ? model.top(place) : '-'));
      REQUIRE(seen.left[cell] == (on_board ? static_cast<int>(model.stack(place).size()) : 0));
    }
    for (const std::int8_t byte : seen.reserved) REQUIRE(byte == 0);
    return true;
  });
}

TEST_CASE("a click that the statement does not allow is refused with its reason, and changes nothing") {
  int refused = 0;
  visit_random_play(2, 1, [&](Played& played) {
    if (played.model.clicks.size() % 7 != 1) return true;
    const std::string before = played.match.position();
    const Places legal = played.model.legal();
    for (int row = -1; row <= played.model.rows; ++row) {
      for (int column = -1; column <= played.model.columns; ++column) {
        if (std::find(legal.begin(), legal.end(), Place{row, column}) != legal.end()) continue;
        const Answer answer = played.match.act(chesspuzzle_action{row, column});
        REQUIRE(answer.status == AGON_ILLEGAL);
        REQUIRE(answer.text.find(text_of(row, column)) == 0);
        ++refused;
      }
    }
    REQUIRE(played.match.position() == before);
    const chesspuzzle_observation seen = played.match.observe();
    REQUIRE(played.match.score() ==
            static_cast<double>(played.model.clicks.size()) / (seen.rows * seen.columns * seen.depth));
    return true;
  });
  CHECK(refused > 1000);
}

TEST_CASE("the reasons name what was wrong") {
  Match match(1);
  CHECK(match.act(chesspuzzle_action{6, 0}).text == "6 0 is off the board of 6 x 9");
  CHECK(match.act(chesspuzzle_action{0, -1}).text == "0 -1 is off the board of 6 x 9");
  CHECK(match.act(chesspuzzle_action{3, 0}).status == AGON_OK);  // a 1
  CHECK(match.act(chesspuzzle_action{3, 0}).text == "3 0 is exhausted");
  CHECK(match.act(chesspuzzle_action{5, 5}).text ==
        "5 5 can't be clicked: 1 removed from 3 0 leads to 2 0, 2 1, 3 1, 4 1, 4 0");
}

TEST_CASE("texts that are no click are refused with what would be right") {
  const Match match(1);
  for (const char* text : {"", " ", "3", "3 ", " 3 4", "3 4 ", "3  4", "3,4", "a b", "3 4 5", "03 4", "3 -0", "+3 4",
                           "99999999999 1", "1 99999999999", "3\t4", "3 4\n", "A1"}) {
    CAPTURE(text);
    chesspuzzle_action action{};
    const Answer answer = match.parse(text, action);
    CHECK(answer.status == AGON_ILLEGAL);
    CHECK(answer.text.find("as in '3 4'") != std::string::npos);
  }
}

TEST_CASE("a click reveals the tile that is then on top, or that none is left") {
  agon::Random random(5);
  int exhausted = 0;
  for (const Official& official : official_boards()) {
    Played played(official);
    CHECK(played.match.revealed().empty());
    while (played.click_any(random)) {
      const char top = played.model.top(played.model.clicks.back());
      REQUIRE(played.match.revealed() == std::string(1, top));
      if (top == '-') ++exhausted;
    }
  }
  CHECK(exhausted > 10);
}

TEST_CASE("the position's text tells all that is known in the middle of a match") {
  Match match(2);
  CHECK(match.position().substr(0, 2) == "2 ");
  REQUIRE(match.act(chesspuzzle_action{0, 0}).status == AGON_OK);
  const Official& official = official_boards()[1];
  std::string expected = start_text(official);
  expected[2] = '1';  // below the K
  CHECK(match.position() == expected + " 122222/222222/222222/222222/222222/222222/222222/222222/222222 0 0 K");
  Match clicked(4, {{"rows", "6"}, {"columns", "6"}, {"depth", "10"}});
  REQUIRE(clicked.act(chesspuzzle_action{5, 5}).status == AGON_OK);
  CHECK(clicked.position().find(" AAAAAA/AAAAAA/AAAAAA/AAAAAA/AAAAAA/AAAAA9 5 5 ") != std::string::npos);
}

TEST_CASE("a seat that fails, at any point and in any way, gets 0 and ends the match") {
  agon::Random random(6);
  for (std::int32_t outcome = AGON_OUTCOME_ILLEGAL; outcome <= AGON_OUTCOME_LOAD; ++outcome) {
    for (const Official& official : official_boards()) {
      Played played(official);
      for (std::uint64_t clicks = random.below(20); clicks > 0 && played.click_any(random); --clicks) {
      }
      if (played.match.over()) continue;
      const std::string before = played.match.position();
      played.match.forfeit(0, outcome);
      CHECK(played.match.over());
      CHECK(played.match.score() == 0);
      CHECK(played.match.position() == before);
    }
  }
}
