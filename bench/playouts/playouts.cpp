#include "playouts.hpp"

#include <array>

namespace bench {

std::span<const BareGame> bare_games() {
  static constexpr std::array games = {
      BareGame{"chesspuzzle", "random", chesspuzzle_playout},
      BareGame{"inc", "random", inc_playout},
      BareGame{"linez", "random", linez_playout},
      BareGame{"polyomino", "triomino", polyomino_playout},
      BareGame{"tonga", "random", tonga_playout},
  };
  return games;
}

}  // namespace bench
