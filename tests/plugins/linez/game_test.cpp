// The game's plugin: parameters, notation, what is refused, what is seen.
#include "naive.hpp"
#include "tests/support/states.hpp"

#include <linez/rules.hpp>

#include <doctest/doctest.h>
#include <agon/random.hpp>

#include <cstring>
#include <string>

using linez::test::Answer;
using linez::test::Match;
using linez::test::Player;
using linez::test::Rows;
using linez::test::Values;

namespace {

bool operator==(const linez_observation& a, const linez_observation& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

/// The start of a position's text: rows, and the announced numbers.
struct Start {
  Rows rows;
  std::string next;
};

Start start_of(const std::string& position) {
  const std::size_t blank = position.find(' ');
  REQUIRE(blank != std::string::npos);
  return {linez::test::rows_of(position.substr(0, blank)), position.substr(blank + 1)};
}

/// Five rows of five cells, and enough else for a test on them.
Values small(const std::string& board, const std::string& next = "123") {
  return {{"rows", "5"}, {"columns", "5"}, {"board", board}, {"next", next}};
}

}  // namespace

TEST_CASE("the start from a seed: three numbers on an empty board, three announced, all equally likely everywhere") {
  constexpr int matches = 3000;
  std::vector<int> places(81);
  std::vector<int> lying(7);
  std::vector<int> announced(7);
  for (std::uint64_t seed = 1; seed <= matches; ++seed) {
    const Start start = start_of(Match(seed).position());
    REQUIRE(start.rows.size() == 9);
    int count = 0;
    for (int cell = 0; cell < 81; ++cell) {
      const char glyph = linez::test::at(start.rows, cell / 9, cell % 9);
      if (glyph == '.') continue;
      REQUIRE((glyph >= '1' && glyph <= '7'));
      ++count;
      ++places[linez::test::index(cell)];
      ++lying[linez::test::index(glyph - '1')];
    }
    REQUIRE(count == 3);
    REQUIRE(start.next.size() == 3);
    for (const char glyph : start.next) {
      REQUIRE((glyph >= '1' && glyph <= '7'));
      ++announced[linez::test::index(glyph - '1')];
    }
  }
  for (const auto& counts : {places, lying, announced}) CHECK(support::equally_often(counts));
}

TEST_CASE("a start position that is set changes nothing else that the seed gives") {
  Match drawn(3);
  Values values = drawn.parameters();
  values["next"] = "111";
  Match other(3, values);
  const Answer first = drawn.act(Player(linez::test::strategy("greedy")).move(drawn.observe()));
  REQUIRE(first.status == AGON_OK);
  REQUIRE(other.act(Player(linez::test::strategy("greedy")).move(other.observe())).status == AGON_OK);
  // The same places, the same new numbers; only those that fell differ.
  const auto without_fallen = [](std::string revealed) {
    for (std::size_t at = 0; (at = revealed.find('=', at)) != std::string::npos; ++at) revealed[at + 1] = '?';
    return revealed;
  };
  CHECK(drawn.revealed() != "");
  CHECK(without_fallen(drawn.revealed()) == without_fallen(other.revealed()));
}

TEST_CASE("a board that is set gives its rows and columns, also to a record") {
  const Match match(1, {{"board", "1...../....../....../....../......"}, {"next", "123"}});
  CHECK(match.position() == "1...../....../....../....../...... 123");
  CHECK(match.parameter("rows") == "5");
  CHECK(match.parameter("columns") == "6");
}

TEST_CASE("settings that don't go together are refused with what would be right") {
  const auto check = [](const Values& values, const std::string& words) {
    const Answer answer = Match::creation(1, values);
    CHECK(answer.status == AGON_BAD_SETTING);
    CHECK_MESSAGE(answer.text.find(words) != std::string::npos, answer.text);
  };
  check({{"rows", "5"}, {"columns", "6"}, {"line", "7"}}, "line=7 does not fit on a board of 5 x 6");
  check({{"board", "1..../....."}}, "board= has 2 rows, joined by '/', of 5 cells; it takes 5 to 16 each");
  check({{"board", "1......../......../........./........./........."}}, "board=, row 2, has 8 cells, but row 1 has 9");
  check({{"rows", "6"}, {"board", "1..../...../...../...../....."}},
        "rows=6 contradicts board=, which has 5: leave one of them out");
  check({{"columns", "6"}, {"board", "1..../...../...../...../....."}}, "columns=6 contradicts board=, which has 5");
  check({{"line", "6"}, {"board", "1..../...../...../...../....."}}, "line=6 does not fit on a board of 5 x 5");
  check(small("1..../...../..8../...../....."), "board=, row 3: '8' is none of the numbers 1 to 7");
  check(small("1..../...../..0../...../....."), "'0' is none of the numbers");
  check(small("1..../...../..x../...../....."), "'x' is none of the numbers");
  check(small("...../...../...../...../....."), "board= is empty: there is nothing to move");
  check(small("12121/12121/21212/12121/21212"), "board= is full: there is nowhere to move");
  check(small("11111/...../...../...../....."), "board= has a line of 5 or more already");
  check(small("1..../...../...../...../.....", "12"), "next= has 2 digits, but drop=3");
  check(small("1..../...../...../...../.....", "129"), "next=: '9' is none of the numbers 1 to 7");
  check(small("1..../...../...../...../.....", ""), "next= has 0 digits");
  CHECK(Match::creation(1, small("1..../...../...../...../.....")).status == AGON_OK);
  CHECK(Match::creation(1, {{"rows", "5"}, {"columns", "16"}, {"line", "16"}}).status == AGON_OK);
}

TEST_CASE("what is seen is all that is known, and nothing of where numbers will fall") {
  Match one(1, small("1..../...../..2../...../.....", "765"));
  const linez_observation seen = one.observe();
  linez_observation expected{};
  expected.rows = expected.columns = expected.line = 5;
  expected.colours = 7;
  expected.drop = 3;
  expected.drop_lines_score = 1;
  expected.moves_left = 100000;
  expected.next[0] = 7;
  expected.next[1] = 6;
  expected.next[2] = 5;
  expected.cells[0] = 1;
  expected.cells[12] = 2;
  for (int number = 0; number < 3; ++number) expected.places[number] = -1;
  CHECK(seen == expected);
  // Other seeds drop elsewhere, and show the same.
  Match two(2, small("1..../...../..2../...../.....", "765"));
  CHECK(two.observe() == seen);
  REQUIRE(one.act("A1A2").status == AGON_OK);
  REQUIRE(two.act("A1A2").status == AGON_OK);
  CHECK(one.revealed() != two.revealed());
  CHECK(one.observe().moves_left == 99999);
}

TEST_CASE("announced places are seen and told, and numbers fall there unless the place is taken") {
  Values values = small("1..../...../..2../...../.....", "765");
  values["announce"] = "places";
  Match match(1, values);
  const linez_observation seen = match.observe();
  const auto cell = [](int place) {
    return std::string(1, static_cast<char>('A' + place / 5)) + static_cast<char>('1' + place % 5);
  };
  const auto told = [&](const linez_observation& shown) {
    return "at " + cell(shown.places[0]) + " " + cell(shown.places[1]) + " " + cell(shown.places[2]);
  };
  CHECK(match.position() == "1..../...../..2../...../..... 765 " + told(seen));
  // The number at A1 goes where the second one would fall.
  REQUIRE(match.act("A1" + cell(seen.places[1])).status == AGON_OK);
  const linez_observation after = match.observe();
  CHECK(after.cells[seen.places[0]] == 7);
  CHECK(after.cells[seen.places[1]] == 1);
  const std::string revealed = match.revealed();
  CHECK(revealed.starts_with("drop " + cell(seen.places[0]) + "=7 "));
  CHECK(revealed.ends_with(" " + told(after)));
  CHECK(revealed.find(cell(seen.places[1])) == std::string::npos);
}

TEST_CASE("Lines 98 counts a line of five as 5 points and one of six as 12") {
  for (const auto& [board, move, points] : {std::tuple{"1111./....1/7..../...../.....", "B5A5", 5},
                                            std::tuple{"11.111/..1.../7...../....../......", "B3A3", 12}}) {
    Values values = small(board, "234");
    values["columns"] = std::to_string(std::string(board).find('/'));
    values["points"] = "lines98";
    Match match(1, values);
    REQUIRE(match.observe().points == LINEZ_POINTS_LINES98);
    REQUIRE(match.act(move).status == AGON_OK);
    CHECK(match.score() == points);
  }
}

TEST_CASE("a move without a line reveals what fell where and what is announced then; a scoring move nothing") {
  Match match(1, small("1111./....1/7..../...../.....", "234"));
  REQUIRE(match.act("C1C2").status == AGON_OK);
  const std::string revealed = match.revealed();
  REQUIRE(revealed.size() == std::string("drop E3=5 F1=4 A9=5 next 773").size());
  CHECK(revealed.starts_with("drop "));
  CHECK(revealed.substr(7, 2) == "=2");
  CHECK(revealed.substr(12, 2) == "=3");
  CHECK(revealed.substr(17, 2) == "=4");
  CHECK(revealed.substr(19, 6) == " next ");
  CHECK(match.position().ends_with(" " + revealed.substr(25)));

  Match scoring(1, small("1111./....1/7..../...../.....", "234"));
  REQUIRE(scoring.act("B5A5").status == AGON_OK);
  CHECK(scoring.revealed() == "");
  CHECK(scoring.score() == 10);
  CHECK(scoring.position() == "...../...../7..../...../..... 234");

  Match emptying(1, small("1111./....1/...../...../.....", "234"));
  REQUIRE(emptying.act("B5A5").status == AGON_OK);
  CHECK(emptying.revealed().starts_with("drop "));

  Match filling(1, small("12121/34343/12121/34343/1212.", "756"));
  REQUIRE(filling.act("E4E5").status == AGON_OK);
  CHECK(filling.revealed().starts_with("drop E4=7 next "));
  CHECK(filling.over());
}

TEST_CASE("letters name rows and numbers columns, or the other way round") {
  Values values = {{"rows", "6"},
                   {"columns", "16"},
                   {"board",
                    "7.............../................/................/"
                    "................/................/................"}};
  const linez_action action = {0, 0, 4, 15};
  Match rows(1, values);
  CHECK(rows.write(action) == "A1E16");
  CHECK(rows.observe().letters == LINEZ_LETTERS_ROWS);
  CHECK_FALSE(rows.parse("A1P5"));
  values["letters"] = "columns";
  Match columns(1, values);
  CHECK(columns.write(action) == "A1P5");
  CHECK(columns.observe().letters == LINEZ_LETTERS_COLUMNS);
  CHECK_FALSE(columns.parse("A1E16"));
  const auto read = columns.parse("A1P5");
  REQUIRE(read);
  CHECK(std::memcmp(&*read, &action, sizeof action) == 0);
}

TEST_CASE("a blank between the cells is read too, as clicking on them gives it; other texts are none") {
  const Match match(1);
  const auto read = match.parse("I8 F6");
  REQUIRE(read);
  CHECK(match.write(*read) == "I8F6");
  for (const char* text : {"", " ", "I8", "I8F", "I8F6 ", " I8F6", "I8  F6", "i8f6", "I8F66", "I08F6", "I0F6", "J1A1",
                           "A1A10", "8I6F", "I8F6G1", "I8-F6", "A99999999999999999999B1", "\xff\xfe"}) {
    CAPTURE(text);
    CHECK_FALSE(match.parse(text));
  }
  CHECK_FALSE(match.parse(std::string_view("I8F6\0", 5)));
  CHECK_FALSE(match.write({0, 0, 9, 0}));
  CHECK_FALSE(match.write({-1, 0, 8, 0}));
}

TEST_CASE("illegal actions are refused with the reason and leave everything as it was") {
  Match match(1, small("1.2../333../...../...../....."));
  const linez_observation before = match.observe();
  const auto check = [&](linez_action action, const std::string& words) {
    const Answer answer = match.act(action);
    CHECK(answer.status == AGON_ILLEGAL);
    CHECK_MESSAGE(answer.text.find(words) != std::string::npos, answer.text);
    CHECK(match.observe() == before);
    CHECK(match.score() == 0);
  };
  check({0, 1, 0, 0}, "A2A1: there is no number on A2");
  check({0, 0, 0, 0}, "A1 is where the number stands");
  check({0, 0, 1, 0}, "A1B1: B1 is taken");
  check({0, 0, 4, 4}, "A1E5: no path of empty cells leads there");
  check({5, 0, 4, 4}, "from row 5, column 0 is off the board of 5 x 5");
  check({0, 0, 0, -1}, "to row 0, column -1 is off the board");
  check({0, 0, INT32_MAX, INT32_MIN}, "is off the board");
}

TEST_CASE("a seat that fails in whatever way ends the match with the points made so far") {
  for (std::int32_t outcome = AGON_OUTCOME_ILLEGAL; outcome <= AGON_OUTCOME_LOAD; ++outcome) {
    Player player(linez::test::strategy("greedy"));
    Match match(4);
    for (std::int32_t move = 0; move < outcome * 7; ++move)
      REQUIRE(match.act(player.move(match.observe())).status == AGON_OK);
    const double score = match.score();
    match.forfeit(0, outcome);
    CHECK(match.over());
    CHECK(match.score() == score);
    if (outcome == AGON_OUTCOME_LOAD) CHECK(score > 0);
  }
}

TEST_CASE("a match draws from a new generator after every 2048 draws, and one that goes on with the old one is wrong") {
  struct Model {
    Model(const linez::Variant& variant, std::uint64_t seed, int draws_a_generator)
        : limit(draws_a_generator),
          random(seed),
          match{variant, linez::Match::draw_start(variant, below()), linez::Match::draw_numbers(variant, below())} {}
    linez::Below below() {
      return [this](int bound) {
        if (draws++ % limit == 0 && draws > 1) random = agon::Random(random.next());
        return static_cast<int>(random.below(static_cast<std::uint64_t>(bound)));
      };
    }
    [[nodiscard]] bool shows(const linez_observation& seen) const {
      for (int cell = 0; cell < seen.rows * seen.columns; ++cell) {
        if (match.board().at(linez::cell_at(cell / seen.columns, cell % seen.columns)) != seen.cells[cell])
          return false;
      }
      return true;
    }
    int limit;
    int draws = 0;
    agon::Random random;
    linez::Match match;
  };
  // Lines of three of two colours make the match last.
  const linez::Variant variant = {.rows = 16, .columns = 16, .colours = 2, .line = 3, .drop = 3, .moves = 2000};
  Match played(5, {{"rows", "16"}, {"columns", "16"}, {"colours", "2"}, {"line", "3"}, {"moves", "2000"}});
  Model right(variant, 5, 2048);
  Model wrong(variant, 5, INT32_MAX);
  Player player(linez::test::strategy("random"));
  int differs_after = 0;  // draws
  while (!played.over() && right.draws < 5000) {
    const linez_action action = player.move(played.observe());
    const linez::Step step = {linez::cell_at(action.from_row, action.from_column),
                              linez::cell_at(action.to_row, action.to_column)};
    REQUIRE(played.act(action).status == AGON_OK);
    right.match.move(step, right.below());
    REQUIRE(right.shows(played.observe()));
    if (differs_after != 0) continue;
    wrong.match.move(step, wrong.below());
    if (!wrong.shows(played.observe())) differs_after = wrong.draws;
  }
  CHECK(right.draws >= 5000);
  CHECK(differs_after > 2048);
  CHECK(differs_after < 2148);
}
