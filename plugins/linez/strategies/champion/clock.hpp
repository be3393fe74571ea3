// Shares a match's time out over its moves, of which nobody knows how many there will be.
//
// Each move gets the same part of what is left, so that searches become shorter by degrees and the time never runs out.
// A reserve is kept to play on without search, and of that a rest to make any legal move at all.
#pragma once

#include <algorithm>
#include <cstdint>

namespace linez::champion {

class Clock {
 public:
  /// What a move without search takes at most, on a slow machine.
  static constexpr std::int64_t quick_move_ns = 100'000;
  /// What any legal move takes at most.
  static constexpr std::int64_t any_move_ns = 5'000;
  /// The part of what is left that a move gets on a board filled by half: one in so many.
  static constexpr std::int64_t share = 1000;
  /// Also the last moves of a match get no larger part than one in so many: a search may end late.
  static constexpr std::int64_t fewest_moves = 16;
  /// Time for a move where the match has no limit.
  static constexpr std::int64_t unlimited_ns = 20'000'000;

  enum class Pace { search, quick, any };
  struct Allowance {
    Pace pace = Pace::quick;
    std::int64_t ns = 0;  // for the search
  };

  /// `total_ns`: time for the match; INT64_MAX: no limit.
  explicit Clock(std::int64_t total_ns) : total_ns_(total_ns) {}

  /// What the next move may take. `filled`: the part of the board that has numbers, 0 to 1.
  [[nodiscard]] Allowance allow(std::int64_t left_ns, int moves_left, double filled) const {
    if (total_ns_ == INT64_MAX) return {Pace::search, unlimited_ns};
    // What is kept for any legal moves, and then for moves without search; for no more moves than there can be.
    const std::int64_t rest = std::min(total_ns_ / 2, std::max(total_ns_ / 32, moves_left * any_move_ns));
    if (left_ns < rest) return {Pace::any, 0};
    const std::int64_t reserve = rest + std::min(total_ns_ / 8, moves_left * quick_move_ns);
    const std::int64_t free = left_ns - reserve;
    if (free <= 0) return {Pace::quick, 0};
    // A full board is where matches are lost, and an empty one hardly matters.
    const double weight = std::clamp(4 * filled - 1, .25, 2.0);
    const std::int64_t moves = std::clamp<std::int64_t>(moves_left, fewest_moves, share);
    const std::int64_t share_ns = free / moves;
    return {Pace::search, static_cast<std::int64_t>(static_cast<double>(share_ns) * weight)};
  }

 private:
  std::int64_t total_ns_;
};

}  // namespace linez::champion
