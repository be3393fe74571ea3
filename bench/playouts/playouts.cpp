#include "playouts.hpp"

#include <array>

namespace bench {

std::span<const BareGame> bare_games() {
  static constexpr std::array games = {
      BareGame{"tonga", "random", tonga_playout},
  };
  return games;
}

}  // namespace bench
