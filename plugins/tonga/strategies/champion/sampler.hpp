// Values of squares and of a position, by random full boards.
#pragma once

#include "flips.hpp"

#include <agon/random.hpp>
#include <array>
#include <cstddef>
#include <vector>

namespace tonga::champion {

using search::Square;
using search::Stones;

/// What so many full boards say of a position and its squares. Rewards are signed roots of Black's lead, divided by the
/// board's size.
struct Samples {
  float boards = 0;
  float rewards = 0;
  /// By square. Of Means::colours: the boards on which it is Black, and their rewards. Of Means::flips: what the
  /// rewards would gain if it were always Black, and if it were always White.
  std::array<float, max_cells> first{};
  std::array<float, max_cells> second{};

  void add(const Samples& other, int span) {
    boards += other.boards;
    rewards += other.rewards;
    const auto end = static_cast<std::size_t>(span);
    for (std::size_t i = 0; i < end; ++i) first[i] += other.first[i];
    for (std::size_t i = 0; i < end; ++i) second[i] += other.second[i];
  }
};

/// How the value of a square for a colour is estimated.
enum class Means {
  colours,  // the mean over the boards on which it has that colour: RAVE
  flips     // the mean over all boards, with that square flipped where it has the other colour: less noise
};

/// Returns the mean reward with that square Black (`colour` 0) or White (1).
[[nodiscard]] float value_with(const Samples& samples, int square, int colour, Means means);

/// Draws full boards.
class Sampler {
 public:
  Sampler(int size, std::uint64_t seed) : flips_(size), random_(seed) {}

  /// Returns what `boards` random ways to fill the board say, by flips: half of the empty squares go to each colour. If
  /// no square is empty, one board is enough.
  const Samples& sample(const Stones& stones, int boards);

  /// Draws new orders in which `compare` fills the squares that are empty in `root`.
  void shuffle(const Stones& root);
  /// Returns the same by colours, for a position between `root` and the full board. Between two shuffles a board is
  /// filled in the same order in all positions (common random numbers), so that they are compared with much less noise
  /// than by boards of their own.
  const Samples& compare(const Stones& stones, int boards);

 private:
  Rows fill(const Stones& stones, search::Squares& squares);
  const search::Squares& order(std::size_t board);
  void add_colours(const Rows& black, float reward, int size);
  void add_flips(const Rows& black, int size);

  Flips flips_;
  agon::QuickRandom random_;
  Samples samples_;
  search::Squares squares_{};            // empty at the root
  std::vector<search::Squares> orders_;  // of these, by board; drawn as they are asked for
  std::size_t drawn_ = 0;
};

}  // namespace tonga::champion
