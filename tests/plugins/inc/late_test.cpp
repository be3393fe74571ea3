// Boards whose tables repeat only after very many turns.
#include "naive.hpp"
#include "tests/support/effort.hpp"

#include <doctest/doctest.h>
#include <inc/rules.hpp>
#include <inc/solver/planes.hpp>
#include <inc/solver/played_out.hpp>
#include <inc/solver/wide.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

using inc::Induction;
using inc::rules::Board;
using inc::test::board_of;
using inc::test::cut_of;
using inc::test::plenty;
using inc::test::Text;

namespace {

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

// One turn of backward induction, on tables of both kinds, against a loop over all states and moves.
namespace {

/// What a seat gets that takes the first of the moves that lead to what is worth most; `choices`: the moves it has.
inc::Numbers chosen(const inc::Offsets& offsets, const inc::Numbers& table, const std::vector<std::int16_t>& worth,
                    int choices) {
  inc::Numbers result;
  for (std::uint32_t state = 0; state < offsets.states(); ++state) {
    inc::Outcome best = table[offsets.after(state, 0)];
    for (int move = 1; move < choices; ++move) {
      const inc::Outcome other = table[offsets.after(state, move)];
      if (worth[other] > worth[best]) best = other;
    }
    result.push_back(best);
  }
  return result;
}

inc::Numbers numbers(const inc::Planes& planes, const inc::Sets& sets, std::uint32_t states) {
  inc::Numbers table;
  for (std::uint32_t state = 0; state < states; ++state) table.push_back(planes.at(sets, state));
  return table;
}

inc::Offsets random_offsets(agon::Random& random, int rows, int columns) {
  return {board_of(inc::test::random_board(random, rows, columns, 20)), random.below(2) == 0 ? 1 : -1};
}

/// A table of so many outcomes at most; the last ones are rare, as those are that are about to vanish.
inc::Numbers random_table(agon::Random& random, std::uint32_t states, std::uint64_t outcomes) {
  inc::Numbers table;
  for (std::uint32_t state = 0; state < states; ++state) {
    table.push_back(static_cast<inc::Outcome>(random.below(random.below(8) == 0 ? outcomes : (outcomes + 1) / 2)));
  }
  return table;
}

/// What outcomes are worth to a seat, some of them the same.
std::vector<std::int16_t> random_worths(agon::Random& random, std::uint64_t outcomes) {
  std::vector<std::int16_t> worth;
  for (std::uint64_t i = 0; i < outcomes; ++i) worth.push_back(static_cast<std::int16_t>(random.below(outcomes)));
  return worth;
}

// Of one line up to eight, so that some have fewer states than a word, and lines lie within words and between them.
constexpr std::pair<int, int> shapes[] = {{1, 2}, {2, 2}, {1, 4}, {3, 3}, {5, 2}, {3, 5}, {1, 8}, {5, 5}};

}  // namespace

TEST_CASE("a turn on sets of states gives what a loop over states and moves gives, and so does one on numbers") {
  agon::Random random(20);
  for (const auto& [rows, columns] : shapes) {
    for (int tries = 0; tries < 6; ++tries) {
      const inc::Offsets offsets = random_offsets(random, rows, columns);
      const std::uint64_t outcomes = 1 + random.below(8);
      inc::Numbers plain = random_table(random, offsets.states(), outcomes);
      inc::Numbers wide_table = plain;
      inc::Wide wide(offsets);
      inc::Planes planes(offsets);
      inc::Sets sets = planes.sets(plain);
      CHECK(numbers(planes, sets, offsets.states()) == plain);
      for (int turns = 0; turns < 4; ++turns) {
        const auto worth = random_worths(random, outcomes);
        const bool absent = random.below(4) == 0;
        plain = chosen(offsets, plain, worth, absent ? 1 : offsets.origin().moves());
        absent ? wide.take_first(wide_table) : wide.choose(wide_table, worth);
        absent ? planes.take_first(sets) : planes.choose(sets, worth);
        if (turns % 2 == 1) planes.drop_empty(sets);
        CHECK(wide_table == plain);
        CHECK(numbers(planes, sets, offsets.states()) == plain);
      }
    }
  }
}

TEST_CASE("a turn on numbers takes many outcomes, up to the largest worth") {
  agon::Random random(21);
  const inc::Offsets offsets = random_offsets(random, 4, 4);
  inc::Wide wide(offsets);
  inc::Numbers plain = random_table(random, offsets.states(), inc::Wide::max_worth);
  inc::Numbers table = plain;
  for (int turns = 0; turns < 5; ++turns) {
    const auto worth = random_worths(random, inc::Wide::max_worth);
    plain = chosen(offsets, plain, worth, offsets.origin().moves());
    wide.choose(table, worth);
    CHECK(table == plain);
  }
}

TEST_CASE("outcomes that no state leads to are dropped, and no others") {
  agon::Random random(22);
  const inc::Offsets offsets = random_offsets(random, 3, 4);
  inc::Planes planes(offsets);
  inc::Numbers table = random_table(random, offsets.states(), 4);
  table[17] = 5;
  inc::Sets sets = planes.sets(table);
  const std::size_t before = sets.outcomes.size();
  planes.drop_empty(sets);
  CHECK(sets.outcomes.size() == before);
  CHECK(numbers(planes, sets, offsets.states()) == table);
  planes.choose(sets, std::vector<std::int16_t>{3, 3, 3, 3, 3, 0});  // every state has a move to another one than 17
  planes.drop_empty(sets);
  CHECK(sets.outcomes.size() == before - 1);
}
