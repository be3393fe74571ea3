#include "packing.hpp"

#include "decay.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace polyomino::champion {

namespace {

/// How many places of a tile are compared exactly.
constexpr std::size_t most_options = 8;
/// How many squares are looked at for a new tile, and for one that is moved: tiles on an open board have many places.
constexpr std::int64_t squares_for_new = 1'000'000;
constexpr std::int64_t squares_for_move = 20'000;
/// How many of the waiting tiles are tried again in turn, and how many of these at a time.
constexpr std::size_t most_retried = 20;
constexpr int retries = 3;

}  // namespace

Packing::Packing(const Position& position, int contact, int room, int cold, std::uint64_t seed)
    : grid_(position), openness_(grid_, contact, room), random_(seed), cold_(cold) {}

void Packing::adapt(int size) {
  if (adapted_ > 0 && size * 100 > adapted_ * 93) return;
  adapted_ = size;
  openness_.adapt(grid_, size);
  const double ratio = std::min(1.0, static_cast<double>(cold_) / size);
  // A root, unlike other powers, is the same on every machine.
  temperature_ = std::max<std::int64_t>(1, static_cast<std::int64_t>(Openness::temperature * ratio * std::sqrt(ratio)));
}

void Packing::add(const Tile& tile) {
  Piece piece(tile, grid_.stride());
  const bool fits = place_best(piece);
  (fits ? placed_ : waiting_).push_back(std::move(piece));
}

void Packing::retry() {
  for (int count = 0; count < retries && !waiting_.empty(); ++count) {
    const std::size_t recent = std::min(waiting_.size(), most_retried);
    const std::size_t at = waiting_.size() - 1 - retried_++ % recent;
    if (!place_best(waiting_[at])) continue;
    placed_.push_back(std::move(waiting_[at]));
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

void Packing::move() {
  if (placed_.empty()) return;
  Piece& piece = placed_[random_.below(placed_.size())];
  lift(piece);
  const std::size_t first_turn = random_.below(piece.turns.size());
  const auto first_row = static_cast<int>(random_.below(static_cast<std::uint64_t>(grid_.height())));
  find_options(piece, first_turn, first_row, squares_for_move);
  lay(piece, draw());
}

void Packing::find_options(const Piece& piece, std::size_t first_turn, int first_row, std::int64_t most_squares) {
  options_.clear();
  if (piece.placed()) consider(piece, piece.turned, piece.square);
  std::int64_t squares = 0;
  for (std::size_t count = 0; count < piece.turns.size() && squares < most_squares; ++count) {
    const std::size_t at = (first_turn + count) % piece.turns.size();
    const auto turned = static_cast<int>(at);
    grid_.each_fit(piece.turns[at], first_row, [&](int square) {
      squares += piece.size();
      if (turned != piece.turned || square != piece.square) consider(piece, turned, square);
      return squares < most_squares;
    });
  }
  if (options_.size() == 1) return;
  for (Option& option : options_)
    option.loss = openness_.loss(piece.turns[static_cast<std::size_t>(option.turned)], option.square);
}

void Packing::consider(const Piece& piece, int turned, int square) {
  const auto promises_more = [](const Option& one, const Option& other) { return one.loss < other.loss; };
  const Turn& turn = piece.turns[static_cast<std::size_t>(turned)];
  const Option option{openness_.estimate(turn, square), turned, square};
  if (options_.size() == most_options) {
    if (!promises_more(option, options_.back())) return;
    options_.pop_back();
  }
  options_.insert(std::ranges::upper_bound(options_, option, promises_more), option);
}

const Packing::Option& Packing::best() const {
  return *std::ranges::min_element(options_, {}, &Option::loss);
}

const Packing::Option& Packing::draw() {
  if (options_.size() == 1) return options_.front();
  const std::int64_t least = best().loss;
  const auto weight = [&](const Option& option) {
    return static_cast<std::uint64_t>(decay((option.loss - least) * decay_steps / temperature_));
  };
  std::uint64_t total = 0;
  for (const Option& option : options_) total += weight(option);
  std::uint64_t drawn = random_.below(total);
  std::size_t chosen = 0;
  for (; drawn >= weight(options_[chosen]); ++chosen) drawn -= weight(options_[chosen]);
  return options_[chosen];
}

bool Packing::place_best(Piece& piece) {
  find_options(piece, 0, 0, squares_for_new);
  if (options_.empty()) return false;
  lay(piece, best());
  return true;
}

void Packing::lay(Piece& piece, const Option& option) {
  piece.turned = option.turned;
  piece.square = option.square;
  grid_.flip(piece.turn().offsets, piece.square);
  openness_.cover(piece.turn().offsets, piece.square);
}

void Packing::lift(Piece& piece) {
  grid_.flip(piece.turn().offsets, piece.square);
  openness_.uncover(piece.turn().offsets, piece.square);
  // `turned` and `square` stay: one of the places that find_options() finds.
}

}  // namespace polyomino::champion
