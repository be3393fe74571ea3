// The strategy `champion`: what it guarantees, what it gains, and its forecasts, against the full game tree.
#include "naive.hpp"

#include <inc/strategies/champion/player.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

using inc::champion::Choices;
using inc::champion::Forecast;
using inc::champion::Manner;
using inc::champion::Mixture;
using inc::champion::Opponent;
using inc::champion::Parts;
using inc::test::Cut;
using inc::test::Text;

namespace {

constexpr std::int64_t two_seconds = 2'000'000'000;

struct Moment {
  Text board;
  int turns = 0;
  int increment = 1;
  int mover = 0;

  [[nodiscard]] Moment after(const Cut& cut) const {
    return {inc::test::cut(board, cut, increment), turns - 1, increment, (mover + 1) % 3};
  }
  [[nodiscard]] inc::Situation situation() const { return {inc::test::board_of(board), turns, increment, mover}; }
};

Moment random_moment(agon::Random& random, int most_turns) {
  return {inc::test::random_board(random, 2, 2 + static_cast<int>(random.below(2)), 20),
          3 + static_cast<int>(random.below(static_cast<std::uint64_t>(most_turns - 2))), random.below(2) == 0 ? 1 : -1,
          static_cast<int>(random.below(3))};
}

Cut numbered(const Moment& now, int number) {
  return inc::test::cut_of(now.situation().board, number);
}

int place(const Text& end, int seat) {
  const std::array<int, 3> points = inc::test::points_of(end);
  const int own = points[static_cast<std::size_t>(seat)];
  const int most = *std::ranges::max_element(points);
  return own < most ? 1 : std::ranges::count(points, most) > 1 ? 2 : 3;
}

bool better(int seat, const Text& end, const Text& other) {
  return inc::test::prefers(seat, {}, end, {}, other);
}

inc::champion::Player champion(const Parts& parts = {}) {
  return {two_seconds, parts, [](const std::string&) {}};
}

inc::OptimalPlayer optimal() {
  return {two_seconds, [](const std::string&) {}};
}

/// The worst end for a seat over all moves of the others. Players are copied at each branch.
template <typename Player>
Text worst(Player player, const Moment& now, int seat) {
  if (now.turns == 0) return now.board;
  if (now.mover == seat) {
    const Cut cut = numbered(now, player.best(now.situation()));
    return worst(std::move(player), now.after(cut), seat);
  }
  Text worst_end;
  for (const Cut& cut : inc::test::cuts_of(now.board)) {
    const Text end = worst(player, now.after(cut), seat);
    if (worst_end.empty() || better(seat, worst_end, end)) worst_end = end;
  }
  return worst_end;
}

/// The mean place of a seat if all moves of the others are equally likely.
template <typename Player>
double mean_place(Player player, const Moment& now, int seat) {
  if (now.turns == 0) return place(now.board, seat);
  if (now.mover == seat) {
    const Cut cut = numbered(now, player.best(now.situation()));
    return mean_place(std::move(player), now.after(cut), seat);
  }
  double sum = 0;
  const std::vector<Cut> cuts = inc::test::cuts_of(now.board);
  for (const Cut& cut : cuts) sum += mean_place(player, now.after(cut), seat);
  return sum / static_cast<double>(cuts.size());
}

int count_broken_guarantees(const Parts& parts, int boards) {
  agon::Random random(40);
  int broken = 0;
  for (int tries = 0; tries < boards; ++tries) {
    const Moment start = random_moment(random, 5);
    for (int seat = 0; seat < 3; ++seat) {
      const Text least = worst(optimal(), start, seat);
      if (better(seat, least, worst(champion(parts), start, seat))) ++broken;
    }
  }
  return broken;
}

Cut best_cut(const Moment& now) {
  return inc::test::full_tree(now.board, now.turns, now.increment, now.mover).cut;
}

/// The worst end for a seat that plays optimally, whatever the others do.
Text floor_end(const Moment& now, int seat) {
  if (now.turns == 0) return now.board;
  if (now.mover == seat) return floor_end(now.after(best_cut(now)), seat);
  Text least;
  for (const Cut& cut : inc::test::cuts_of(now.board)) {
    const Text end = floor_end(now.after(cut), seat);
    if (least.empty() || better(seat, least, end)) least = end;
  }
  return least;
}

double random_place(const Moment& now, int seat) {
  if (now.turns == 0) return place(now.board, seat);
  double sum = 0;
  const std::vector<Cut> cuts = inc::test::cuts_of(now.board);
  for (const Cut& cut : cuts) sum += random_place(now.after(cut), seat);
  return sum / static_cast<double>(cuts.size());
}

/// The moves that a manner chooses among.
std::vector<Cut> chosen(const Moment& now, Manner manner) {
  const auto value = [&](const Cut& cut) -> double {
    const Moment after = now.after(cut);
    switch (manner) {
      case Manner::optimal:
        return inc::test::name_of(cut) == inc::test::name_of(best_cut(now)) ? 1 : 0;
      case Manner::placed:
        return place(inc::test::full_tree(after.board, after.turns, after.increment, after.mover).board, now.mover);
      case Manner::sampled:
        return random_place(after, now.mover);
      case Manner::greedy:
        return place(after.board, now.mover) * 1000 +
               inc::test::points_of(after.board)[static_cast<std::size_t>(now.mover)];
      case Manner::random:
        break;
    }
    return 0;
  };
  std::vector<Cut> best;
  double most = -1;
  for (const Cut& cut : inc::test::cuts_of(now.board)) {
    const double each = value(cut);
    if (each > most + 1e-6) best.clear();
    if (each > most - 1e-6) best.push_back(cut);
    most = std::max(most, each);
  }
  return best;
}

double result(const Text& end, int seat) {
  return place(end, seat) +
         .01 * inc::test::points_of(end)[static_cast<std::size_t>(seat)] /
             static_cast<double>(end.size() - static_cast<std::size_t>(std::ranges::count(end, '/')));
}

/// The best mean result with moves that keep the guarantee, against others that play by these mixtures.
double expected(const Moment& now, int seat, const std::array<Mixture, 3>& mixtures) {
  if (now.turns == 0) return result(now.board, seat);
  double value = 0;
  if (now.mover == seat) {
    const Text least = floor_end(now, seat);
    for (const Cut& cut : inc::test::cuts_of(now.board)) {
      const Moment after = now.after(cut);
      if (!better(seat, least, floor_end(after, seat))) value = std::max(value, expected(after, seat, mixtures));
    }
    return value;
  }
  for (std::size_t i = 0; i < inc::champion::manners; ++i) {
    const std::vector<Cut> cuts = chosen(now, static_cast<Manner>(i));
    for (const Cut& cut : cuts) {
      value += mixtures[static_cast<std::size_t>(now.mover)][i] / static_cast<double>(cuts.size()) *
               expected(now.after(cut), seat, mixtures);
    }
  }
  return value;
}

}  // namespace

TEST_CASE("whatever the opponents do, champion ends no worse than optimal does at worst") {
  CHECK(count_broken_guarantees({}, 60) == 0);
  CHECK(count_broken_guarantees({.trust = false}, 200) == 0);
  CHECK(count_broken_guarantees({.guard = false, .trust = false}, 200) > 0);  // so the check can fail
}

TEST_CASE("against two optimal seats champion ends as well as optimal") {
  agon::Random random(41);
  for (int tries = 0; tries < 60; ++tries) {
    const int rows = 2 + static_cast<int>(random.below(3));
    const Moment start{inc::test::random_board(random, rows, 3, 20), 3 + static_cast<int>(random.below(13)),
                       random.below(2) == 0 ? 1 : -1, static_cast<int>(random.below(3))};
    std::array<Text, 4> ends;
    for (int seat = 0; seat < 4; ++seat) {  // seat 3: no champion
      inc::champion::Player player = champion();
      std::vector<inc::OptimalPlayer> others(3, optimal());
      Moment now = start;
      while (now.turns > 0) {
        const int move = now.mover == seat ? player.best(now.situation())
                                           : others[static_cast<std::size_t>(now.mover)].best(now.situation());
        now = now.after(numbered(now, move));
      }
      ends[static_cast<std::size_t>(seat)] = now.board;
    }
    for (int seat = 0; seat < 3; ++seat) {
      CAPTURE(start.board);
      CHECK(!better(seat, ends[3], ends[static_cast<std::size_t>(seat)]));
    }
  }
}

TEST_CASE("against random opponents champion has a better mean place than optimal, over all their moves") {
  agon::Random random(42);
  double gain = 0;
  for (int tries = 0; tries < 40; ++tries) {
    const Moment start = random_moment(random, 6);
    const int seat = static_cast<int>(random.below(3));
    gain += mean_place(champion(), start, seat) - mean_place(optimal(), start, seat);
  }
  CHECK(gain / 40 > .03);
}

TEST_CASE("forecasts are the mean results of the full game tree") {
  agon::Random random(43);
  for (int tries = 0; tries < 40; ++tries) {
    Moment start = random_moment(random, 4);
    start.board = inc::test::random_board(random, 2, 2, 20);
    std::array<Mixture, 3> mixtures{};
    for (Mixture& mixture : mixtures) {
      double all = 0;
      for (double& share : mixture) all += share = static_cast<double>(random.below(4));
      for (double& share : mixture) share = all > 0 ? share / all : 1.0 / inc::champion::manners;
    }
    Forecast forecast(start.situation(), start.mover);
    forecast.look(start.turns, 0, mixtures);
    for (const inc::champion::Rated& rated : forecast.moves(0)) {
      const Moment after = start.after(numbered(start, rated.move));
      CAPTURE(start.board);
      CHECK(std::abs(rated.value - expected(after, start.mover, mixtures)) < 1e-4);
    }
  }
}

TEST_CASE("a seat that is out makes its first move in forecasts, and nothing else") {
  const Moment start{"12./3.1", 6, 1, 0};
  Forecast forecast(start.situation(), 0);
  Mixture random{};
  random.back() = 1;
  forecast.look(6, 2U, {random, random, random});
  for (std::uint32_t state = 0; state < forecast.offsets().states(); ++state) {
    const Choices choices = forecast.choices(state, 5);
    for (const std::uint32_t moves : choices.moves) CHECK(moves == 1U);
    CHECK(forecast.choices(state, 4).of(Manner::random) == 63U);
  }
}

TEST_CASE("an opponent's moves tell how it plays") {
  const auto after = [](int moves, const std::function<double(Manner)>& likelihood) {
    Opponent opponent;
    for (int i = 0; i < moves; ++i) opponent.observe(likelihood);
    return opponent.mixture();
  };
  const auto of = [](const Mixture& mixture, Manner manner) { return mixture[static_cast<std::size_t>(manner)]; };
  // Of 16 moves, optimal has one, and the others two each, or any.
  const Mixture always_optimal = after(5, [](Manner manner) {
    return manner == Manner::optimal ? 1 : manner == Manner::random ? 1.0 / 16 : .5;
  });
  CHECK(of(always_optimal, Manner::optimal) > .8);
  const Mixture never_good = after(5, [](Manner manner) { return manner == Manner::random ? 1.0 / 16 : 0; });
  CHECK(of(never_good, Manner::random) > .99);
  const Mixture impossible = after(3, [](Manner) { return 0; });
  CHECK(impossible == Opponent().mixture());
}

TEST_CASE("where the board is too large for forecasts, or the match too long, champion plays as optimal") {
  agon::Random random(44);
  for (const auto& [side, turns] : {std::pair{7, 5}, {4, 5000}}) {
    const Moment start{inc::test::random_board(random, side, side, 20), turns, 1, 0};
    CHECK(champion().best(start.situation()) == optimal().best(start.situation()));
  }
}
