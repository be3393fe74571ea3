// The searching strategies and their parts, against slow and plain versions.
#include "grid.hpp"

#include <tonga/strategies/champion/beams.hpp>
#include <tonga/strategies/champion/endgame.hpp>
#include <tonga/strategies/champion/opponent.hpp>
#include <tonga/strategies/champion/sampler.hpp>
#include <tonga/strategies/champion/tree.hpp>
#include <tonga/strategies/server/search.hpp>
#include <tonga/strategies/uct/tree.hpp>

#include "tests/support/effort.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

namespace tonga {
namespace {

using search::Stones;
using test::Grid;

/// Takes `empties` stones off a full board that has equally many of both colours, so that it is the right seat's turn.
Grid balanced_grid(int size, int empties, agon::Random& random) {
  Grid grid(size);
  std::vector<int> free = grid.empty();
  for (int stone = 0; stone < grid.cells() - empties; ++stone) {
    const auto chosen = static_cast<std::size_t>(random.below(free.size()));
    grid.at(free[chosen]) = "BW"[stone % 2];
    free.erase(free.begin() + static_cast<std::ptrdiff_t>(chosen));
  }
  return grid;
}

/// The mean reward over all ways to fill the board half and half; with `square`, over those in which it has that
/// colour.
double mean_fill(const Grid& grid, int square = -1, char colour = '.') {
  const std::vector<int> free = grid.empty();
  double sum = 0;
  int ways = 0;
  for (std::uint32_t black = 0; black < 1U << free.size(); ++black) {
    if (static_cast<std::size_t>(std::popcount(black)) != free.size() / 2) continue;
    Grid full = grid;
    for (std::size_t i = 0; i < free.size(); ++i) full.at(free[i]) = (black >> i & 1U) != 0 ? 'B' : 'W';
    if (square >= 0 && full.at(square) != colour) continue;
    const double lead = full.points('B') - full.points('W');
    sum += std::copysign(std::sqrt(std::abs(lead)), lead) / grid.size;
    ++ways;
  }
  return sum / ways;
}

double plain_root(int lead) {
  return std::copysign(std::sqrt(std::abs(static_cast<double>(lead))), lead);
}

/// The lead of the seat to move, if both play their best until the board is full.
int plain_best_lead(Grid& grid) {
  const std::vector<int> free = grid.empty();
  const char mover = (grid.cells() - static_cast<int>(free.size())) % 2 == 0 ? 'B' : 'W';
  if (free.empty()) return grid.points('B') - grid.points('W');
  int best = -max_cells * max_cells;
  for (const int square : free) {
    grid.at(square) = mover;
    best = std::max(best, free.size() == 1 ? (mover == 'B' ? 1 : -1) * (grid.points('B') - grid.points('W'))
                                           : -plain_best_lead(grid));
    grid.at(square) = '.';
  }
  return best;
}

/// The signed root of the lead of the seat to move after that move, a square of a search, if both play their best then.
double plain_root_after(Grid grid, int square) {
  REQUIRE(grid.on(square) == '.');
  grid.on(square) = grid.empty().size() % 2 == 0 ? 'B' : 'W';
  return plain_root(-plain_best_lead(grid));
}

}  // namespace

TEST_CASE("points of rows of bits are those of flood fill, on every size of board") {
  agon::Random random(41);
  for (int size = min_size; size <= max_size; size += 2) {
    for (std::uint64_t round = 0; round < support::repetitions(60); ++round) {
      const int empties = static_cast<int>(random.below(static_cast<std::uint64_t>(size * size + 1)));
      const Grid grid = test::random_grid(size, empties, random, random.below(11));
      const Stones stones = grid.search_stones();
      REQUIRE(search::points(stones.of(0), size) == grid.points('B'));
      REQUIRE(search::points(stones.of(1), size) == grid.points('W'));
      REQUIRE(stones.empty_count() == empties);
      const search::Squares free = stones.empties();
      std::vector<int> listed;
      for (const int square : grid.empty()) listed.push_back(grid.searched(square));
      REQUIRE(std::vector<int>(free.begin(), free.end()) == listed);
      Grid filled = grid;
      for (const int square : grid.empty()) filled.at(square) = 'W';
      REQUIRE(stones.lead(stones.of(0)) == filled.points('B') - filled.points('W'));
    }
  }
  CHECK(search::signed_root(-9) == -3);
}

TEST_CASE("different positions have different hashes, and the order of moves does not matter") {
  Stones one(6);
  Stones other(6);
  for (const int square : {0, 17, 34, 2}) one.play(square);
  for (const int square : {34, 2, 0, 17}) other.play(square);
  CHECK(one.hash() == other.hash());
  std::set<std::uint64_t> hashes;
  for (int first = 0; first < 6; ++first) {
    for (int second = 16; second < 22; ++second) {
      Stones stones(6);
      stones.play(first);
      stones.play(second);
      hashes.insert(stones.hash());
    }
  }
  CHECK(hashes.size() == 36);
}

TEST_CASE("a playout of uct fills the board half and half, all ways alike") {
  agon::Random random(43);
  for (const int empties : {6, 7}) {
    const int half = empties / 2;
    const Grid grid = balanced_grid(6, empties, random);
    uct::Parameters parameters;
    parameters.equivalence = 1e9;  // RAVE alone
    parameters.exploration = 1e6;  // and no preference, so that playouts stay those of random moves
    parameters.expand_after = 1 << 30;
    uct::Tree tree(grid.search_stones(), parameters, 5);
    for (std::uint64_t i = 0; i < 20'000; ++i) tree.simulate();
    CHECK(tree.all().visits == 20'000);
    CHECK(tree.all().value() == doctest::Approx(mean_fill(grid)).epsilon(.05));
    CHECK(tree.nodes() == 1);
    for (const int square : grid.empty()) {
      const float part = tree.rave(grid.searched(square)).visits / 20'000;
      CHECK(part == doctest::Approx(static_cast<double>(half) / empties).epsilon(.05));
    }
  }
}

TEST_CASE("champion's tree is uct's if a leaf gets one board") {
  agon::Random random(43);
  for (const int empties : {10, 15}) {
    const Grid grid = balanced_grid(6, empties, random);
    uct::Tree plain(grid.search_stones(), {}, 5);
    champion::Tree tree(grid.search_stones(), {.boards = 1}, 5);
    const auto simulate = [&](int times) {
      for (int i = 0; i < times; ++i) {
        plain.simulate();
        tree.simulate();
      }
    };
    simulate(200);
    for (const int square : grid.empty())
      CHECK(tree.black_boards(grid.searched(square)) == plain.rave(grid.searched(square)).visits);
    // One of them calculates values with double precision, the other does not: in the long run, their paths part.
    simulate(2800);
    CHECK(tree.boards() == plain.all().visits);
    CHECK(tree.rewards() / tree.boards() == doctest::Approx(plain.all().value()).epsilon(.05));
    CHECK(static_cast<double>(tree.nodes()) == doctest::Approx(static_cast<double>(plain.nodes())).epsilon(.2));
  }
}

TEST_CASE("champion's tree adds all boards of a leaf to its statistics") {
  agon::Random random(45);
  const Stones stones = balanced_grid(6, 12, random).search_stones();
  champion::Tree tree(stones, {.boards = 7}, 5);
  for (int i = 0; i < 100; ++i) tree.simulate();
  CHECK(tree.boards() == 700);
  float black = 0;
  for (const search::Square square : stones.empties()) black += tree.black_boards(square);
  CHECK_MESSAGE(black == 700 * 6, "half of the squares are Black on each board");
}

TEST_CASE("uct finds the best move when few squares are left") {
  agon::Random random(44);
  for (int round = 0; round < 10; ++round) {
    Grid grid = balanced_grid(6, 4 + round % 2, random);
    const int best = plain_best_lead(grid);
    uct::Parameters parameters;
    parameters.equivalence = 10;
    parameters.exploration = 1;
    uct::Tree tree(grid.search_stones(), parameters, 6);
    for (int i = 0; i < 20'000; ++i) tree.simulate();
    CHECK(plain_root_after(grid, tree.best()) == plain_root(best));
  }
}

TEST_CASE("champion's tree finds a good move when few squares are left") {
  agon::Random random(44);
  for (int round = 0; round < 10; ++round) {
    Grid grid = balanced_grid(6, 4 + round % 2, random);
    const int best = plain_best_lead(grid);
    champion::Tree tree(grid.search_stones(), {.equivalence = 1000}, 6);
    for (int i = 0; i < 20'000; ++i) tree.simulate();
    CHECK(plain_root_after(grid, tree.best()) > plain_root(best) - .5);  // it does not explore what looks worse
  }
}

TEST_CASE("champion's tree keeps what it knows of a position two moves later, and begins anew elsewhere") {
  agon::Random random(45);
  const Stones stones = balanced_grid(6, 8, random).search_stones();
  int kept = 0;
  for (int reply = 0; reply < 7; ++reply) {
    champion::Tree tree(stones, {}, 6);
    for (int i = 0; i < 2'000; ++i) tree.simulate();
    const std::size_t nodes = tree.nodes();
    Stones after = stones;
    after.play(tree.best());
    after.play(after.empties().list[static_cast<std::size_t>(reply)]);
    tree.move_to(after);
    kept += tree.boards() > 0 ? 1 : 0;
    CHECK(tree.nodes() < nodes);
    const std::size_t known = tree.nodes();
    tree.move_to(after);
    CHECK(tree.nodes() == known);
    tree.move_to(stones);
    CHECK(tree.nodes() == 1);
    CHECK(tree.boards() == 0);
  }
  CHECK(kept > 0);
}

TEST_CASE("samples estimate what a square is worth for a colour") {
  agon::Random random(47);
  for (const int empties : {6, 7}) {
    const Grid grid = balanced_grid(6, empties, random);
    const Stones stones = grid.search_stones();
    champion::Sampler sampler(5);
    sampler.shuffle(stones);
    const champion::Samples samples = sampler.sample(stones, 20'000);
    CHECK(samples.rewards / samples.boards == doctest::Approx(mean_fill(grid)).epsilon(.05));
    for (const int square : grid.empty()) {
      for (const int colour : {0, 1}) {
        const double mean = mean_fill(grid, square, "BW"[colour]);
        CHECK(value_with(samples, grid.searched(square), colour) == doctest::Approx(mean).epsilon(.05));
      }
    }
  }
}

TEST_CASE("on the same boards, positions that differ by one move differ by less noise than on boards of their own") {
  agon::Random random(48);
  const Stones root = balanced_grid(10, 60, random).search_stones();
  Stones first = root;
  first.play(root.empties().list[0]);
  Stones second = root;
  second.play(root.empties().list[1]);
  champion::Sampler sampler(6);
  // The sums of squares of the difference's deviations from its mean.
  const auto spread = [&](bool same) {
    constexpr int draws = 200;
    double sum = 0;
    double squares = 0;
    for (int draw = 0; draw < draws; ++draw) {
      const auto reward = [&](const Stones& stones) {
        const champion::Samples& samples = sampler.sample(stones, 20);
        return double{samples.rewards / samples.boards};
      };
      sampler.shuffle(root);
      double difference = reward(first);
      if (!same) sampler.shuffle(root);
      difference -= reward(second);
      sum += difference;
      squares += difference * difference;
    }
    return squares - sum * sum / draws;
  };
  CHECK(spread(true) < spread(false) / 2);
}

TEST_CASE("the end is played as a plain search plays it") {
  agon::Random random(48);
  for (int round = 0; round < 12; ++round) {
    Grid grid = balanced_grid(6, 3 + round % 4, random);
    const bool black = grid.empty().size() % 2 == 0;
    champion::Endgame endgame(grid.search_stones());
    const int lead = plain_best_lead(grid);
    CHECK(endgame.lead(grid.search_stones()) == (black ? lead : -lead));
    const int square = endgame.best(grid.search_stones());
    REQUIRE(grid.on(square) == '.');
    grid.on(square) = black ? 'B' : 'W';
    CHECK(-plain_best_lead(grid) == lead);
    CHECK(endgame.covers(grid.search_stones()));
    grid.on(square) = black ? 'W' : 'B';
    grid.at(grid.empty().front()) = black ? 'B' : 'W';
    CHECK(endgame.covers(grid.search_stones()));
    CHECK_FALSE(endgame.covers(balanced_grid(6, 2, random).search_stones()));
  }
}

namespace {

/// An opponent that is foretold, for a position in which it has moved at least once.
champion::Opponent foretold_opponent() {
  champion::Opponent opponent;
  const Stones empty(6);
  for (int seen = 0; seen < champion::Opponent::least_observed(empty.size()); ++seen) {
    CHECK_FALSE(opponent.foretold());
    opponent.observe(empty, champion::server_moves(empty, Perimeter::squares).front());
  }
  REQUIRE(opponent.foretold());
  return opponent;
}

/// The expected signed root of the seat's lead if it plays its best against the contest's opponent, from scratch.
double plain_reply(Grid& grid, char seat) {
  const std::vector<int> free = grid.empty();
  if (free.empty()) return (seat == 'B' ? 1 : -1) * plain_root(grid.points('B') - grid.points('W'));
  const char mover = (grid.cells() - static_cast<int>(free.size())) % 2 == 0 ? 'B' : 'W';
  const bool mine = mover == seat;
  const std::vector<int> moves =
      mine ? free
           : best_squares(grid.board(), mover == 'B' ? Colour::black : Colour::white, Perimeter::squares).squares;
  double best = -max_cells;
  double sum = 0;
  for (const int square : moves) {
    grid.at(square) = mover;
    const double value = plain_reply(grid, seat);
    grid.at(square) = '.';
    best = std::max(best, value);
    sum += value / static_cast<double>(moves.size());
  }
  return mine ? best : sum;
}

}  // namespace

TEST_CASE("the best reply to a foretold opponent is that of a plain search over its draws") {
  agon::Random random(49);
  for (int round = 0; round < 8; ++round) {
    Grid before = balanced_grid(6, 6 + round % 2, random);
    champion::Opponent opponent = foretold_opponent();
    const Stones stones = before.search_stones();
    const int answer = champion::server_moves(stones, Perimeter::squares).front();
    opponent.observe(stones, answer);
    const char them = stones.mover() == 0 ? 'B' : 'W';
    before.on(answer) = them;
    const char seat = them == 'B' ? 'W' : 'B';
    champion::BestReply reply(opponent, stones.mover() == 0 ? 1 : 0);
    const double value = plain_reply(before, seat);
    CHECK(reply.value(before.search_stones()) == doctest::Approx(value).epsilon(1e-4));
    const int square = reply.best(before.search_stones());
    before.on(square) = seat;
    CHECK(plain_reply(before, seat) == doctest::Approx(value).epsilon(1e-4));
  }
}

namespace {

/// The highest reward that the seat can still reach in that determinization, by trying all its moves.
float plain_end(const Stones& stones, int seat, champion::Opponent& opponent, std::uint64_t determinization) {
  if (stones.empty_count() == 0) {
    const float reward = search::signed_root(stones.lead(stones.of(0))) / static_cast<float>(stones.size());
    return seat == 0 ? reward : -reward;
  }
  Stones after = stones;
  if (stones.mover() != seat) {
    after.play(champion::Beams::reply(stones, opponent, determinization));
    return plain_end(after, seat, opponent, determinization);
  }
  float best = -2;
  for (const search::Square square : stones.empties()) {
    after = stones;
    after.play(square);
    best = std::max(best, plain_end(after, seat, opponent, determinization));
  }
  return best;
}

}  // namespace

TEST_CASE("a determinization is one draw of the opponent's replies, and each of these is drawn as often") {
  agon::Random random(51);
  champion::Opponent opponent = foretold_opponent();
  for (int round = 0; round < 5; ++round) {
    const Stones stones = balanced_grid(6, 29, random).search_stones();
    const std::vector<search::Square> replies = opponent.moves(stones);
    std::vector<int> drawn(max_cells);
    constexpr std::uint64_t runs = 3000;
    for (std::uint64_t run = 0; run < runs; ++run) {
      const search::Square reply = champion::Beams::reply(stones, opponent, run * 0x9e3779b97f4a7c15U);
      REQUIRE(champion::Beams::reply(stones, opponent, run * 0x9e3779b97f4a7c15U) == reply);
      ++drawn[reply];
    }
    const double mean = static_cast<double>(runs) / static_cast<double>(replies.size());
    for (const search::Square square : replies)
      CHECK(std::abs(static_cast<double>(drawn[square]) - mean) < 5 * std::sqrt(mean) + 1);
    CHECK(static_cast<std::size_t>(std::ranges::count(drawn, 0)) == max_cells - replies.size());
  }
}

TEST_CASE("a beam wide enough finds the best end of each first move") {
  agon::Random random(52);
  champion::Opponent opponent = foretold_opponent();
  const champion::BeamParameters all{.depth = 10, .width = 1000, .moves = 36, .boards = 2};
  for (std::uint64_t round = 0; round < 10; ++round) {
    const Stones stones = balanced_grid(6, 5 + static_cast<int>(round % 2), random).search_stones();
    const search::Squares empty = stones.empties();
    const std::vector<search::Square> firsts(empty.begin(), empty.end());
    champion::Beams beams(round);
    const std::vector<float> ends = beams.ends(stones, firsts, opponent, all, round);
    REQUIRE(ends.size() == firsts.size());
    for (std::size_t i = 0; i < firsts.size(); ++i) {
      Stones after = stones;
      after.play(firsts[i]);
      CHECK(ends[i] == doctest::Approx(plain_end(after, stones.mover(), opponent, round)).epsilon(1e-5));
    }
    // A narrow one never finds a better one.
    const std::vector<float> narrow =
        beams.ends(stones, firsts, opponent, {.depth = 10, .width = 1, .moves = 2, .boards = 2}, round);
    for (std::size_t i = 0; i < firsts.size(); ++i) CHECK(narrow[i] <= ends[i] + 1e-5F);
  }
}

TEST_CASE("beams choose the best move by expectation where the opponent has one choice left") {
  agon::Random random(53);
  for (std::uint64_t round = 0; round < 12; ++round) {
    Grid grid = balanced_grid(6, 3 + static_cast<int>(round % 2), random);
    const Stones stones = grid.search_stones();
    const char seat = stones.mover() == 0 ? 'B' : 'W';
    const double best = plain_reply(grid, seat);
    champion::Opponent opponent = foretold_opponent();
    champion::Beams beams(round);
    int runs = 0;
    const int square = beams.best(stones, opponent, {.firsts = 36, .depth = 5, .width = 50, .moves = 36},
                                  [&runs] { return ++runs / 500.0; });
    CHECK(runs <= 500);
    grid.on(square) = seat;
    CHECK(plain_reply(grid, seat) >= best - .2);  // 500 draws tell means apart to about a tenth
  }
}

TEST_CASE("a move that the contest's opponent would not make ends the model of it, and each perimeter is recognised") {
  agon::Random random(50);
  for (const Perimeter perimeter : {Perimeter::squares, Perimeter::edges, Perimeter::outline}) {
    champion::Opponent opponent;
    Grid grid = balanced_grid(8, 50, random);
    for (int turn = 0; turn < 6; ++turn) {
      const Stones stones = grid.search_stones();
      const int made = champion::server_moves(stones, perimeter).front();
      opponent.observe(stones, made);
      REQUIRE(opponent.foretold() == (turn + 1 >= champion::Opponent::least_observed(8)));
      grid.on(made) = 'B';
      const std::vector<int> free = grid.empty();
      grid.at(free[static_cast<std::size_t>(random.below(free.size()))]) = 'W';
    }
    const Stones stones = grid.search_stones();
    const auto drawn = champion::server_moves(stones, perimeter);
    CHECK(opponent.moves(stones) == drawn);
    std::set<int> all;
    for (const Perimeter any : {Perimeter::squares, Perimeter::edges, Perimeter::outline}) {
      for (const int square : champion::server_moves(stones, any)) all.insert(square);
    }
    const search::Squares free = stones.empties();
    opponent.observe(stones,
                     *std::find_if(free.begin(), free.end(), [&](int square) { return !all.contains(square); }));
    CHECK_FALSE(opponent.foretold());
  }
}

}  // namespace tonga
