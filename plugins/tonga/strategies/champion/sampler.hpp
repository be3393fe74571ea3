// Values of squares and of a position, by random full boards.
#pragma once

#include "../search/stones.hpp"

#include <agon/random.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tonga::champion {

using search::Rows;
using search::Square;
using search::Stones;

/// What so many full boards say of a position and its squares. Rewards are signed roots of Black's lead, divided by the
/// board's size.
struct Samples {
  float boards = 0;
  float rewards = 0;
  std::array<float, max_cells> black{};          // by square: the boards on which it is Black
  std::array<float, max_cells> black_rewards{};  // and their rewards
};

/// Returns the mean reward of the boards on which that square is Black (`colour` 0) or White (1): RAVE.
[[nodiscard]] float value_with(const Samples& samples, int square, int colour);

/// Draws full boards.
class Sampler {
 public:
  explicit Sampler(std::uint64_t seed) : random_(seed) {}

  /// Draws new orders in which `sample` fills the squares that are empty in `root`.
  void shuffle(const Stones& root);
  /// Returns what `boards` random ways to fill the board say, for a position between `root` and the full board: half of
  /// the empty squares go to each colour. If no square is empty, one board is enough. Between two shuffles a board is
  /// filled in the same order in all positions (common random numbers), so that they are compared with much less noise
  /// than by boards of their own.
  const Samples& sample(const Stones& stones, int boards);

 private:
  const search::Squares& order(std::size_t board);
  void add(const Rows& black, float reward, int size);

  agon::QuickRandom random_;
  Samples samples_;
  search::Squares squares_{};            // empty at the root
  std::vector<search::Squares> orders_;  // of these, by board; drawn as they are asked for
  std::size_t drawn_ = 0;
};

}  // namespace tonga::champion
