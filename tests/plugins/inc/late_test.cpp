// Boards whose tables repeat only after very many turns.
#include "naive.hpp"
#include "tests/support/effort.hpp"

#include <inc/solver/played_out.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <vector>

using inc::Induction;
using inc::rules::Board;
using inc::test::Text;

namespace {

constexpr std::int64_t plenty = 1'000'000'000'000;

/// What the strategy `optimal` allows itself of the 2 s that it has.
constexpr std::int64_t of_two_seconds = 3'200'000'000;

// Found by search: with one of three remainders of the turns, this board's tables repeat only after some 1,700 turns.
const Text late = "22231/..231/333.3/2.2.2/11111";

/// Those that `inc_survey` (plugins/inc/solver/survey.cpp) found to repeat latest of all.
struct Latest {
  const char* board;
  int turns;  // near a billion
  int increment;
  int not_before;  // so many turns left
};

constexpr Latest latest_found[] = {
    {"23111/21131/13213/31123/32113", 1'000'000'000, -1, 37'000},
    {"22.32/3.311/..233/21111/13223", 999'999'999, -1, 37'000},
    {"32333/11111/23323/13311/31232", 999'999'998, 1, 29'000},
};

Board board_of(const Text& text) {
  const auto board = Board::parse(text);
  REQUIRE_MESSAGE(board, text);
  return *board;
}

inc::test::Cut cut_of(const Board& board, int number) {
  const inc::rules::Move move = board.move(number);
  return {move.axis == inc::rules::Axis::horizontal, move.line, move.group == inc::rules::Group::first};
}

/// How the match ends from a state after each move if all seats then go on as the tables say, for some states at once,
/// because going down the tables is what takes time. By state, move.
std::vector<std::vector<Text>> ends_after(Induction& solution, const std::vector<std::uint32_t>& states,
                                          int turns_left) {
  const inc::Offsets& offsets = solution.offsets();
  const int moves = solution.start().board.moves();
  std::vector<std::vector<std::uint32_t>> now;
  for (const std::uint32_t state : states) {
    now.emplace_back();
    for (int move = 0; move < moves; ++move) now.back().push_back(offsets.after(state, move));
  }
  for (int left = turns_left - 1; left > 0; --left) {
    for (auto& row : now) {
      for (std::uint32_t& state : row) state = offsets.after(state, solution.best(state, left));
    }
  }
  std::vector<std::vector<Text>> ends;
  for (const auto& row : now) {
    ends.emplace_back();
    for (const std::uint32_t state : row) {
      ends.back().push_back(offsets.board(state, solution.start().turns_left).text());
    }
  }
  return ends;
}

/// Checks that `named` is the move that `seat` prefers, by the ends that all moves lead to.
void check_best(const Board& board, int seat, int named, const std::vector<Text>& ends) {
  const auto end = [&](int move) { return ends[static_cast<std::size_t>(move)]; };
  for (int move = 0; move < board.moves(); ++move) {
    if (move == named) continue;
    CHECK(inc::test::prefers(seat, cut_of(board, named), end(named), cut_of(board, move), end(move)));
  }
}

}  // namespace

TEST_CASE("where tables repeat late, no seat has a better move than the one they name") {
  agon::Random random(17);
  int latest = 0;
  for (const int turns : {3000, 3001, 3002}) {
    Induction solution({board_of(late), turns, 1}, plenty);
    latest = std::max(latest, solution.repeats_from());
    for (const int from : {1600, 500}) {
      std::vector<std::uint32_t> states;
      for (int i = 0; i < 10; ++i) {
        states.push_back(static_cast<std::uint32_t>(random.below(solution.offsets().states())));
      }
      const auto ends = ends_after(solution, states, from);
      for (std::size_t i = 0; i < states.size(); ++i) {
        check_best(solution.start().board, (turns - from) % 3, solution.best(states[i], from), ends[i]);
      }
    }
  }
  CHECK(latest > 1600);
}

TEST_CASE("where tables repeat late, a billion turns go as the same number less whole periods") {
  for (const int turns : {1'000'000'000, 999'999'999, 999'999'998}) {
    Induction solution({board_of(late), turns, 1}, plenty);
    REQUIRE(solution.exact(turns));
    const int period = solution.period();
    REQUIRE(period % 3 == 0);
    const int shorter = solution.horizon() + period + (turns - solution.horizon()) % period;
    Induction fewer({board_of(late), shorter, 1}, plenty);
    for (int i = 0; i < period; ++i) {
      for (std::uint32_t state = 0; state < solution.offsets().states(); state += 131) {
        CHECK(solution.best(state, turns - i) == fewer.best(state, shorter - i));
      }
    }
    std::uint32_t state = 0;
    for (int left = shorter; left > 0; --left) state = fewer.offsets().after(state, fewer.best(state, left));
    CHECK(fewer.offsets().board(state, shorter) == inc::played_out(fewer));
  }
}

TEST_CASE("on the boards that repeat latest a billion turns are exact, with a fourth of what optimal allows itself") {
  agon::Random random(18);
  for (const auto& [text, turns, increment, not_before] :
       std::span(latest_found).first(support::repetitions(std::size(latest_found)))) {
    const Text board = text;
    CAPTURE(board);
    Induction solution({board_of(board), turns, increment}, of_two_seconds / 4);
    REQUIRE(solution.exact(turns));
    CHECK(solution.repeats_from() > not_before);
    CHECK(solution.repeats_from() < 10 * not_before);

    // Whole periods less make no difference, and no seat has a better move: checked where the tables still change.
    const int period = solution.period();
    const int fewer = not_before + (turns - not_before) % period;
    Induction shorter({board_of(board), fewer, increment}, plenty);
    CHECK(shorter.period() == 0);
    const auto state = static_cast<std::uint32_t>(random.below(solution.offsets().states()));
    const auto ends = ends_after(shorter, {state}, fewer);
    check_best(shorter.start().board, 0, shorter.best(state, fewer), ends.front());

    const int later = solution.horizon() + period + (turns - solution.horizon()) % period;
    Induction whole({board_of(board), later, increment}, plenty);
    CHECK(inc::played_out(solution) == inc::played_out(whole));
  }
}
