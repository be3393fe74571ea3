#include "start.hpp"

#include "rules.hpp"

#include <agon/random.hpp>
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace polyomino {

namespace {

constexpr int min_drawn_side = 20;

/// Returns a uniform number first .. last.
int between(agon::Random& random, int first, int last) {
  return first + static_cast<int>(random.below(static_cast<std::uint64_t>(last - first + 1)));
}

/// Covers `count` squares of the board, drawn uniformly without repetition.
void cover(Board& board, int count, agon::Random& random) {
  std::vector<std::size_t> squares(static_cast<std::size_t>(board.width * board.height));
  for (std::size_t square = 0; square < squares.size(); ++square) squares[square] = square;
  board.covered.assign(squares.size(), false);
  for (std::size_t chosen = 0; chosen < static_cast<std::size_t>(count); ++chosen) {
    std::swap(squares[chosen], squares[chosen + random.below(squares.size() - chosen)]);
    board.covered[squares[chosen]] = true;
  }
}

/// Returns the board that was given as text or as a file, if any. Stores it as the parameter `board`, so that a record
/// of the match does not need the file.
std::optional<Board> given_board(agon::Setup& setup) {
  const std::optional<std::string> file = setup.take("file");
  const std::optional<std::string>& rows = setup.settings().find("board");
  if (file && rows) throw agon::BadSetting("board= and file= exclude each other");
  if (!file && !rows) return std::nullopt;
  Board board = rows ? parse_board(*rows) : read_board(*file);
  static_cast<void>(setup.text("board", text_of(board)));
  return board;
}

/// Sets a parameter to the given board's value, which a setting must not contradict.
void settle(agon::Setup& setup, const char* name, int actual) {
  const std::int64_t value = setup.integer(name, actual);
  if (value == actual) return;
  throw agon::BadSetting(std::string(name) + "=" + std::to_string(value) + ": the board given has " +
                         std::to_string(actual));
}

}  // namespace

Start start_of(agon::Setup& setup) {
  // Makes all draws in this order, regardless of the settings.
  agon::Random random(setup.seed());
  const int drawn_width = between(random, min_drawn_side, max_side);
  const int drawn_height = between(random, min_drawn_side, max_side);
  const std::uint64_t tile_seed = random.next();
  if (std::optional<Board> given = given_board(setup)) {
    settle(setup, "width", given->width);
    settle(setup, "height", given->height);
    settle(setup, "covered", given->covered_squares());
    return {std::move(*given), tile_seed};
  }
  Board board{static_cast<int>(setup.integer("width", drawn_width)),
              static_cast<int>(setup.integer("height", drawn_height))};
  const int area = board.width * board.height;
  // From 0.1 to 0.7 of the area; on the smallest board, the only square is covered.
  const int drawn_covered = between(random, (area + 9) / 10, std::max(1, area * 7 / 10));
  const auto covered = static_cast<int>(setup.integer("covered", drawn_covered));
  if (covered > area) {
    throw agon::BadSetting("covered=" + std::to_string(covered) + ": the board of " + std::to_string(board.width) +
                           " x " + std::to_string(board.height) + " has " + std::to_string(area) + " squares");
  }
  cover(board, covered, random);
  return {std::move(board), tile_seed};
}

std::uint64_t tile_seed_of(std::uint64_t tile_seed, int index) {
  std::uint64_t z = tile_seed + 0x9e3779b97f4a7c15U * (static_cast<std::uint64_t>(index) + 1);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

}  // namespace polyomino
