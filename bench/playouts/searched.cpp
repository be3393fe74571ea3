#include "searched.hpp"

#include "plugins/chesspuzzle/contest_board.hpp"
#include "plugins/inc/rules.hpp"
#include "plugins/linez/rules.hpp"
#include "plugins/polyomino/placements.hpp"
#include "plugins/polyomino/rules.hpp"
#include "plugins/tonga/rules.hpp"

#include <agon/random.hpp>

#include <array>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace bench {

namespace {

constexpr int tonga_size = 10;
constexpr int inc_side = 4;
constexpr int inc_turns = 24;
constexpr chesspuzzle::Sizes puzzle_sizes = {10, 10, 5};
constexpr int polyomino_side = 30;

SearchedPlayout tonga_playouts(std::uint64_t /*starts*/) {
  std::array<std::uint8_t, tonga::max_cells> empty{};
  std::iota(empty.begin(), empty.end(), std::uint8_t{0});
  return [start = tonga::Board(tonga_size), empty](std::uint64_t, std::uint64_t seed) {
    agon::QuickRandom random(seed);
    tonga::Board board = start;
    auto squares = empty;
    for (auto left = static_cast<std::size_t>(board.cells()); left > 0; --left) {
      const std::size_t drawn = random.below(left);
      board.place(squares[drawn], board.to_move());
      squares[drawn] = squares[left - 1];
    }
    return static_cast<std::uint64_t>(board.stones());
  };
}

SearchedPlayout inc_playouts(std::uint64_t starts) {
  std::vector<inc::rules::Match> matches;
  agon::Random random(1);
  for (std::uint64_t start = 0; start < starts; ++start) {
    inc::rules::Board board(inc_side, inc_side);
    for (int cell = 0; cell < board.cells(); ++cell)
      board.set(cell / inc_side, cell % inc_side, static_cast<int>(random.below(4)));
    matches.emplace_back(board, inc_turns, 1);
  }
  return [matches = std::move(matches)](std::uint64_t start, std::uint64_t seed) {
    agon::QuickRandom drawn(seed);
    inc::rules::Match match = matches[start];
    std::uint64_t turns = 0;
    for (; !match.over(); ++turns) {
      const auto moves = static_cast<std::uint64_t>(match.board().moves());
      match.play(match.board().move(static_cast<int>(drawn.below(moves))));
    }
    return turns;
  };
}

linez::Below chance_of(agon::Random& random) {
  return [&random](int bound) { return static_cast<int>(random.below(static_cast<std::uint64_t>(bound))); };
}

SearchedPlayout linez_playouts(std::uint64_t starts) {
  std::vector<linez::Match> matches;
  agon::Random random(1);
  const linez::Variant variant;
  for (std::uint64_t start = 0; start < starts; ++start) {
    const linez::Board board = linez::Match::draw_start(variant, chance_of(random));
    matches.emplace_back(variant, board, linez::Match::draw_numbers(variant, chance_of(random)));
  }
  return [matches = std::move(matches)](std::uint64_t start, std::uint64_t seed) {
    agon::Random drawn(seed);
    const linez::Below chance = chance_of(drawn);
    linez::Match match = matches[start];
    std::uint64_t moves = 0;
    for (; !match.over(); ++moves) {
      const linez::Steps steps(match.board());
      match.move(steps.at(chance(steps.count())), chance);
    }
    return moves;
  };
}

SearchedPlayout chesspuzzle_playouts(std::uint64_t starts) {
  std::vector<chesspuzzle::Board> boards;
  for (std::uint64_t start = 0; start < starts; ++start) {
    chesspuzzle::JavaRandom java(start + 1);
    static_cast<void>(chesspuzzle::draw_sizes(java));
    boards.emplace_back(chesspuzzle::draw_stacks(java, puzzle_sizes));
  }
  return [boards = std::move(boards)](std::uint64_t start, std::uint64_t seed) {
    agon::QuickRandom random(seed);
    chesspuzzle::Board board = boards[start];
    board.redraw([&] { return static_cast<chesspuzzle::Kind>(1 + random.below(chesspuzzle::tile_kinds)); });
    while (!board.over()) board.click(board.legal()[random.below(board.legal().size())]);
    return static_cast<std::uint64_t>(board.clicks());
  };
}

SearchedPlayout polyomino_playouts(std::uint64_t /*starts*/) {
  const std::vector<bool> covered(polyomino_side * polyomino_side);
  return [start = polyomino::Match(polyomino_side, polyomino_side, covered)](std::uint64_t, std::uint64_t seed) {
    constexpr std::uint64_t sizes = polyomino::max_size - polyomino::min_size + 1;
    agon::Random random(seed);
    polyomino::Match match = start;
    polyomino::Placements places(match);
    polyomino::Grower grower;
    for (std::uint64_t actions = 1;; ++actions) {
      places.follow(match);
      const std::uint64_t chosen = random.below(sizes + places.corners() + 1);
      if (chosen == sizes + places.corners()) return actions;
      if (chosen >= sizes) {
        const polyomino::Placement place = places.corner(match, chosen - sizes);
        match.place(place.index, place.x, place.y, place.rotation);
      } else {
        match.request(polyomino::boxed(grower.grow(polyomino::min_size + static_cast<int>(chosen),
                                                   [&](std::uint64_t bound) { return random.below(bound); })));
      }
    }
  };
}

}  // namespace

std::span<const SearchedGame> searched_games() {
  static const std::vector<SearchedGame> games = {
      {"chesspuzzle", {{"rows", "10"}, {"columns", "10"}, {"depth", "5"}}, chesspuzzle_playouts},
      {"inc", {{"rows", "4"}, {"columns", "4"}, {"turns", "24"}, {"inc", "1"}}, inc_playouts},
      {"linez", {}, linez_playouts},
      {"polyomino", {{"width", "30"}, {"height", "30"}, {"covered", "0"}}, polyomino_playouts},
      {"tonga", {{"n", "10"}}, tonga_playouts},
  };
  return games;
}

}  // namespace bench
