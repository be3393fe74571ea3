// The parts of champion, against slow and plain versions of themselves.
#include "naive.hpp"
#include "tests/support/states.hpp"

#include <linez/strategies/champion/clock.hpp>
#include <linez/strategies/champion/features.hpp>
#include <linez/strategies/champion/first_places.hpp>
#include <linez/strategies/champion/search.hpp>
#include <linez/strategies/champion/weights.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using linez::test::index;
using linez::test::Match;
using linez::test::Player;
using linez::test::Rows;
using namespace linez::champion;

namespace {

struct Size {
  int rows;
  int columns;
};
constexpr Size sizes[] = {{9, 9}, {7, 7}, {5, 8}};

Board board_from(const Rows& rows) {
  Board board = empty_board(linez::test::height(rows), linez::test::width(rows), max_colours, 3);
  board.next = {1, 2, 1};
  for (int row = 0; row < linez::test::height(rows); ++row) {
    for (int column = 0; column < linez::test::width(rows); ++column) {
      const char cell = linez::test::at(rows, row, column);
      if (cell == '.') continue;
      board.at[row * side + column] = static_cast<Content>(cell - '0');
      ++board.numbers;
    }
  }
  return board;
}

Rows rows_from(const Board& board, Size size) {
  Rows rows(index(size.rows), std::string(index(size.columns), '.'));
  for (int row = 0; row < size.rows; ++row)
    for (int column = 0; column < size.columns; ++column)
      if (const int colour = board.at[row * side + column]; colour != 0)
        linez::test::at(rows, row, column) = static_cast<char>('0' + colour);
  return rows;
}

/// Random numbers without a line; at least one, and one empty cell.
Rows some_rows(Size size, agon::Random& random) {
  Rows rows;
  do {
    rows = linez::test::random_rows(size.rows, size.columns, max_colours, 5 + random.below(85), random);
    linez::test::remove_lines(rows, line_length);
  } while (linez::test::board_of(rows).numbers() == 0 || linez::test::board_of(rows).full());
  return rows;
}

/// Random weights, a multiple of 1/128 each, equal for mirror images.
std::vector<float> random_weights(agon::Random& random) {
  std::vector<float> weights(std::size_t{weight_count});
  for (float& weight : weights) weight = static_cast<float>(random.below(257)) / 128 - 1;
  // Play reads those of patterns in larger steps.
  for (int stage = 0; stage < stages; ++stage)
    for (int i = 0; i < pattern_kinds * pattern_classes; ++i)
      weights[index(stage * stage_size + pattern_base + i)] = static_cast<float>(random.below(33)) / 16 - 1;
  return unpack(pack(weights));
}

/// As many points as these steps.
float points(int steps) {
  return static_cast<float>(steps) / static_cast<float>(steps_a_point);
}

float plain_value(const std::vector<float>& weights, const Board& board, Next next) {
  const auto active = std::make_unique<Active>();
  activate(board, next, *active);
  float sum = 0;
  for (int i = 0; i < active->count; ++i) sum += weights[index(active->all[i].at)];
  return sum;
}

}  // namespace

TEST_CASE("regions of empty cells are those that the rules count") {
  agon::Random random(1);
  for (const Size size : sizes) {
    for (int tries = 0; tries < 100; ++tries) {
      const Rows rows = some_rows(size, random);
      const Board board = board_from(rows);
      const Regions regions = regions_of(View(board).empty);
      CHECK(regions.count == linez::Steps(linez::test::board_of(rows)).regions());
      CHECK(regions.all == board.room - board.numbers);
      CHECK(regions.largest <= regions.all);
    }
  }
}

TEST_CASE("the value of a position is the sum of its active weights") {
  agon::Random random(2);
  const std::vector<float> weights = random_weights(random);
  const Folded quick(weights);
  for (const Size size : sizes) {
    for (int tries = 0; tries < 60; ++tries) {
      const Board board = board_from(some_rows(size, random));
      const Next next = tries % 2 == 0 ? Next::again : Next::drop;
      CHECK(points(value_of(quick, board, next)) == doctest::Approx(plain_value(weights, board, next)).epsilon(1e-3));
    }
  }
}

TEST_CASE("a position is worth the same turned and mirrored") {
  agon::Random random(3);
  const std::vector<float> weights = random_weights(random);
  for (int tries = 0; tries < 20; ++tries) {
    Rows rows = some_rows({9, 9}, random);
    const float value = plain_value(weights, board_from(rows), Next::drop);
    for (int turn = 0; turn < 8; ++turn) {
      Rows turned = rows;
      for (int row = 0; row < 9; ++row)
        for (int column = 0; column < 9; ++column)
          linez::test::at(turned, row, column) =
              turn % 2 == 0 ? linez::test::at(rows, column, row) : linez::test::at(rows, 8 - row, column);
      rows = turned;
      CHECK(plain_value(weights, board_from(rows), Next::drop) == doctest::Approx(value).epsilon(1e-3));
    }
  }
}

TEST_CASE("a scan values moves as the positions after them, and finds each line") {
  agon::Random random(4);
  const std::vector<float> weights = random_weights(random);
  const Folded quick(weights);
  Scan scan(quick);
  for (const Size size : sizes) {
    for (int tries = 0; tries < 40; ++tries) {
      const Rows rows = some_rows(size, random);
      const linez::Board rules = linez::test::board_of(rows);
      const linez::Steps steps(rules);
      if (steps.count() == 0) continue;
      scan.look(board_from(rows), 20);
      std::set<std::pair<int, int>> seen;
      for (const Move& move : scan.moves()) {
        const auto cell = [](int at) { return linez::cell_at(at / side, at % side); };
        CHECK(steps.legal({cell(move.from), cell(move.to)}));
        seen.insert({move.from, move.to});
        Rows after = rows;
        std::swap(linez::test::at(after, move.to / side, move.to % side),
                  linez::test::at(after, move.from / side, move.from % side));
        const int removed = linez::test::remove_lines(after, line_length);
        CHECK(move.removed == removed);
        const Board left = board_from(after);
        const float value = plain_value(weights, left, removed > 0 && left.numbers > 0 ? Next::again : Next::drop) +
                            static_cast<float>(removed > 0 ? linez::test::points(removed) - 2 * removed : 0);
        CHECK(move.value == doctest::Approx(value).epsilon(1e-3));
        CHECK(move.value <= scan.best().value);
      }
      CHECK(seen.size() == scan.moves().size());
      int making_lines = 0;
      for (int i = 0; i < steps.count(); ++i) {
        linez::Board after = rules;
        const linez::Step step = steps.at(i);
        const int number = after.at(step.from);
        after.take(step.from);
        after.put(step.to, number);
        making_lines += after.has_line(line_length) ? 1 : 0;
      }
      const int expected = making_lines > 0 ? making_lines : std::min(20, steps.count());
      CHECK(static_cast<int>(scan.moves().size()) == expected);
    }
  }
}

TEST_CASE("moves and drops of the simulation are those of the rules") {
  agon::Random random(6);
  agon::QuickRandom quick(6);
  for (const Size size : sizes) {
    for (int tries = 0; tries < 200; ++tries) {
      const Board start = board_from(some_rows(size, random));
      Board board = start;
      int removed = 0;
      const int bonus = fall(board, quick, removed);
      if (removed > 0 && board.numbers <= 3) continue;  // emptied, and fallen again: not to be told from here
      const Rows after = rows_from(board, size);
      const int falling = std::min(3, start.room - start.numbers);
      CHECK(board.numbers == start.numbers + falling - removed);
      CHECK(board.numbers == linez::test::board_of(after).numbers());
      CHECK(linez::test::line_cells(after, line_length).empty());
      CHECK(bonus == (removed == 0 ? 0 : linez::test::points(removed) - 2 * removed));
      for (int i = 0; i < 3; ++i) CHECK((board.next[i] >= 1 && board.next[i] <= max_colours));
    }
  }
}

TEST_CASE("numbers fall on announced places in the simulation, too, unless these are taken") {
  agon::QuickRandom random(8);
  for (int tries = 0; tries < 50; ++tries) {
    Board board = board_from(linez::test::rows_of("1.2.3/...../12345/...../4.5.6"));
    announce(board, random);
    const Board before = board;
    board.places[0] = 1 + 1;
    board.places[1] = 1 + side;
    board.places[2] = 1 + 0;  // taken
    int removed = 0;
    fall(board, random, removed);
    REQUIRE(removed == 0);
    CHECK(board.at[1] == before.next[0]);
    CHECK(board.at[0] == before.at[0]);
    CHECK(board.at[side] == before.next[1]);
    CHECK(board.numbers == before.numbers + 3);
    for (int i = 0; i < 3; ++i) CHECK(board.places[i] == 0);
  }
}

TEST_CASE("drops fall on each empty cell equally often") {
  const Rows rows = linez::test::rows_of("1.2.3/...../12345/...../4.5.6");
  agon::QuickRandom random(7);
  std::map<int, int> counts;
  constexpr int draws = 20000;
  const Board before = board_from(rows);
  for (int i = 0; i < draws; ++i) {
    Board board = before;
    int removed = 0;
    fall(board, random, removed);
    for (int cell = 0; cell < cells; ++cell)
      if (before.at[cell] == 0 && board.at[cell] != 0) ++counts[cell];
  }
  CHECK(counts.size() == 14);
  CHECK(support::equally_often(counts));
}

TEST_CASE("first drops of a search meet each cell once in as many samples, and fall on each empty cell equally often") {
  const Board before = board_from(linez::test::rows_of("1.2.3/...../12345/...../4.5.6"));
  agon::QuickRandom random(7);
  Cells open = 0;
  for (int cell = 0; cell < cells; ++cell)
    if (before.at[cell] == 0) open |= bit(cell);
  open |= bit(0);  // The number there has moved.
  Board start = before;
  start.at[0] = 0;
  start.at[1] = 1;
  FirstPlaces places(open, random);
  std::map<int, int> counts;
  constexpr int rounds = 2000;
  for (int round = 0; round < rounds; ++round) {
    Table<Cells, 3> met{};
    for (int sample = 0; sample < count(open); ++sample) {
      places.draw(start);
      for (int i = 0; i < 3; ++i) met[i] |= bit(start.places[i] - 1);
      Board board = start;
      int removed = 0;
      fall(board, random, removed);
      for (int cell = 0; cell < cells; ++cell)
        if (start.at[cell] == 0 && board.at[cell] != 0) ++counts[cell];
    }
    for (int i = 0; i < 3; ++i) CHECK((met[i] == open));
  }
  CHECK(counts.size() == 14);
  CHECK(support::equally_often(counts));
}

TEST_CASE("codes of patterns are of one class if colours or ends are exchanged, and announced ones stay announced") {
  agon::Random random(12);
  const Patterns& table = patterns();
  // A plain class: of all symmetries the least text, with a letter for each colour as it comes.
  const auto plain = [](int code, bool block, int announced) {
    std::vector<std::string> orders = {"012345", "543210"};
    if (block) orders.insert(orders.end(), {"210543", "345012"});
    std::string least = "~";
    for (const std::string& order : orders) {
      std::map<int, char> letters;
      std::string text;
      for (const char place : order) {
        const int label = code >> 3 * (place - '0') & 7;
        if (label != 0 && !letters.contains(label)) letters[label] = static_cast<char>('a' + letters.size());
        text += label == 0 ? '.' : letters[label];
        text += label != 0 && label <= announced ? '!' : ' ';
      }
      least = std::min(least, text);
    }
    return least;
  };
  for (const bool block : {false, true}) {
    std::map<int, std::string> texts;
    std::map<std::string, int> classes;
    for (int tries = 0; tries < 30000; ++tries) {
      // Few colours and many empty cells, so that classes come again.
      const auto announced = static_cast<int>(random.below(most_announced + 1));
      const auto colours = 1 + random.below(max_colours);
      int code = 0;
      for (int place = 0; place < pattern_size; ++place)
        if (random.below(2) == 0) code |= static_cast<int>(1 + random.below(colours)) << 3 * place;
      const int found = table.classes[announced][block ? 1 : 0][index(code)];
      const std::string text = plain(code, block, announced);
      CHECK(found < pattern_classes);
      CHECK(texts.emplace(found, text).first->second == text);
      CHECK(classes.emplace(text, found).first->second == found);
    }
    CHECK(classes.size() > 1000);
  }
}

TEST_CASE("patterns are all rows of six cells and all blocks of 2 x 3, each once") {
  std::set<std::set<int>> found;
  for (int i = 0; i < pattern_count; ++i) {
    std::set<int> members;
    for (int place = 0; place < pattern_size; ++place) members.insert(patterns().all[i][place]);
    CHECK(members.size() == pattern_size);
    int least_row = side, most_row = 0, least_column = side, most_column = 0;
    for (const int cell : members) {
      least_row = std::min(least_row, cell / side), most_row = std::max(most_row, cell / side);
      least_column = std::min(least_column, cell % side), most_column = std::max(most_column, cell % side);
    }
    const int height = 1 + most_row - least_row;
    const int width = 1 + most_column - least_column;
    if (i < row_pattern_count)
      CHECK(((height == 6 && width == 6) || (height == 1 && width == 6) || (height == 6 && width == 1)));
    else
      CHECK(((height == 2 && width == 3) || (height == 3 && width == 2)));
    found.insert(members);
  }
  CHECK(found.size() == pattern_count);
}

TEST_CASE("a threat is open if a number that is no part of the line can reach its gap") {
  agon::Random random(13);
  int open_seen = 0;
  int closed_seen = 0;
  for (int tries = 0; tries < 400; ++tries) {
    // Few colours, so that there are threats; often a wall of numbers, so that some are closed.
    Rows rows;
    do {
      rows = linez::test::random_rows(9, 9, 3, 20 + random.below(55), random);
      linez::test::remove_lines(rows, line_length);
    } while (linez::test::board_of(rows).full());
    std::map<std::pair<int, int>, bool> threats;  // gap and colour: open or not
    for (int cell = 0; cell < cells; ++cell) {
      for (const auto& [down, right] : {std::pair{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
        std::vector<std::pair<int, int>> window;
        for (int i = 0; i < line_length; ++i) window.emplace_back(cell / side + i * down, cell % side + i * right);
        if (window.back().first >= side || window.back().second < 0 || window.back().second >= side) continue;
        std::string held;
        std::pair<int, int> gap;
        for (const auto& [row, column] : window) {
          const char content = linez::test::at(rows, row, column);
          if (content == '.')
            gap = {row, column};
          else
            held += content;
        }
        if (held.size() != 4 || held.find_first_not_of(held[0]) != std::string::npos) continue;
        // A walk from the gap over empty cells.
        std::set<std::pair<int, int>> seen = {gap};
        std::vector<std::pair<int, int>> rest = {gap};
        bool open = false;
        while (!rest.empty()) {
          const auto [row, column] = rest.back();
          rest.pop_back();
          for (const auto& [r, c] :
               {std::pair{row - 1, column}, {row + 1, column}, {row, column - 1}, {row, column + 1}}) {
            if (r < 0 || c < 0 || r >= side || c >= side) continue;
            const char content = linez::test::at(rows, r, c);
            if (content == '.' && seen.insert({r, c}).second) rest.emplace_back(r, c);
            if (content == held[0] && std::find(window.begin(), window.end(), std::pair{r, c}) == window.end())
              open = true;
          }
        }
        // A gap counts once in each direction.
        const std::pair key = {(gap.first * side + gap.second) * 4 + (down == 0 ? 0 : right + 2), held[0] - '0'};
        threats[key] = threats[key] || open;
      }
    }
    int open = 0;
    for (const auto& [key, is_open] : threats) open += is_open ? 1 : 0;
    const Threats found = threats_of(View(board_from(rows)));
    CHECK(found.open == open);
    CHECK(found.closed == static_cast<int>(threats.size()) - open);
    open_seen += found.open;
    closed_seen += found.closed;
  }
  CHECK(open_seen > 50);
  CHECK(closed_seen > 20);
}

TEST_CASE("packed weights come back rounded to 1/128") {
  agon::Random random(9);
  std::vector<float> weights = random_weights(random);
  for (float& weight : weights) weight *= .7F;
  const std::vector<float> back = unpack(pack(weights));
  REQUIRE(back.size() == weights.size());
  for (std::size_t i = 0; i < back.size(); ++i)
    if (!(std::fabs(back[i] - weights[i]) <= .51F / 128)) FAIL("weight " << i << " is off");
}

TEST_CASE("bytes that are no weights are refused") {
  std::vector<std::uint8_t> bytes = pack(std::vector<float>(std::size_t{weight_count}, 0));
  CHECK(unpack(bytes).size() == std::size_t{weight_count});
  for (std::size_t length = 0; length < bytes.size(); ++length)
    CHECK_THROWS_AS((void)unpack({bytes.data(), length}), std::runtime_error);
  std::vector<std::uint8_t> longer = bytes;
  longer.insert(longer.end(), {0xFF, 0xFF, 0xFF, 1, 2});  // a weight behind the last one
  CHECK_THROWS_AS((void)unpack(longer), std::runtime_error);
  bytes[0] = 'X';
  CHECK_THROWS_AS((void)unpack(bytes), std::runtime_error);
}

TEST_CASE("the clock lasts for as many moves as a match can have") {
  for (const auto& [seconds, moves] :
       {std::pair{1, 100'000}, {5, 100'000}, {20, 100'000}, {100, 100'000}, {20, 40}, {20, 3000}}) {
    const std::int64_t total = seconds * std::int64_t{1'000'000'000};
    const Clock clock(total);
    std::int64_t left = total;
    for (int move = 0; move < moves; ++move) {
      const Clock::Allowance allowed = clock.allow(left, moves - move, .7);
      if (allowed.pace == Clock::Pace::search) {
        left -= 2 * allowed.ns + 5'000;  // a search ends late
      } else {
        left -= allowed.pace == Clock::Pace::quick ? Clock::quick_move_ns : 3'000;
      }
      if (left <= 0) break;
    }
    CHECK(left > 0);
  }
}

TEST_CASE("the clock gives more to full boards, much to the last moves, and plays on when little is left") {
  const Clock clock(20'000'000'000);
  CHECK(clock.allow(10'000'000'000, 100'000, .7).ns > clock.allow(10'000'000'000, 100'000, .2).ns);
  CHECK(clock.allow(10'000'000'000, 1, .5).ns > 300'000'000);
  CHECK(clock.allow(1'500'000'000, 100'000, .5).pace == Clock::Pace::quick);
  CHECK(clock.allow(100'000'000, 100'000, .5).pace == Clock::Pace::any);
  CHECK(Clock(INT64_MAX).allow(INT64_MAX, 100'000, .5).pace == Clock::Pace::search);
}

TEST_CASE("a search takes a line, repeats itself with the same seed, and stops when told") {
  std::vector<float> weights(std::size_t{weight_count});
  for (int stage = 0; stage < stages; ++stage)
    for (int numbers = 0; numbers < 2 * (cells + 1); ++numbers)
      weights[index(stage * stage_size + filling_base + numbers)] =
          static_cast<float>(4 * (cells - numbers % (cells + 1)));
  const Board board = board_from(linez::test::rows_of(
      "3333...../........./..1....../........./......3../........./........./4......../...3....."));
  const Folded quick(weights);
  Search one(quick, {}, 1);
  Search two(quick, {}, 1);
  const Move move = one.choose(board, 60, [] { return false; });
  CHECK(move.removed == 5);
  CHECK(one.simulated() >= 30);
  const Move same = two.choose(board, 60, [] { return false; });
  CHECK((move.from == same.from && move.to == same.to));
  one.choose(board, 1'000'000, [] { return true; });
  CHECK(one.simulated() <= 12);
  CHECK(one.choose_quickly(board).removed == 5);
}
