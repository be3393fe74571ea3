// One turn of backward induction, on tables of both kinds, against a loop over all states and moves.
#include "naive.hpp"

#include <inc/rules.hpp>
#include <inc/solver/planes.hpp>
#include <inc/solver/wide.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

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
  const auto board = inc::rules::Board::parse(inc::test::random_board(random, rows, columns, 20));
  REQUIRE(board);
  return {*board, random.below(2) == 0 ? 1 : -1};
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
