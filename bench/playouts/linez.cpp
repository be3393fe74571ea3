#include "playouts.hpp"

#include "plugins/linez/rules.hpp"

#include <agon/random.hpp>

std::uint64_t bench::linez_playout(std::uint64_t seed) {
  agon::Random random(seed);
  const linez::Below chance = [&](int bound) {
    return static_cast<int>(random.below(static_cast<std::uint64_t>(bound)));
  };
  const linez::Variant variant;
  const linez::Board start = linez::Match::draw_start(variant, chance);
  linez::Match match(variant, start, linez::Match::draw_numbers(variant, chance));
  std::uint64_t moves = 0;
  for (; !match.over(); ++moves) {
    const linez::Steps steps(match.board());
    match.move(steps.at(chance(steps.count())), chance);
  }
  return moves;
}
