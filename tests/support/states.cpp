#include "tests/support/states.hpp"

#include "tests/support/quiet_host.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

namespace support {

namespace {

std::int32_t seats_of(const agon::Model& model) {
  return static_cast<std::int32_t>(model.game().max_seats);
}

}  // namespace

agon::State created(const agon::Model& model, std::uint64_t seed, const Values& parameters) {
  const agon_game_type& game = model.game();
  const std::vector<agon_setting> list = settings({game.parameters, game.parameter_count}, parameters);
  const agon_setup setup = {seed, seats_of(model), game.parameter_count, list.data(), &quiet_host};
  void* raw = nullptr;
  agon_error error{};
  const agon_status status = game.create(&setup, &raw, &error);
  require_ok({status, error.text});
  return {game, model.raw(), raw};
}

agon::State determinised(const agon::Model& model, const agon::State& state, std::int32_t seat, std::uint64_t seed) {
  const std::vector<std::byte> seen = state.observation(seat);
  return model.determinise(seats_of(model), seat, {seen.data(), seen.size()}, seed);
}

bool accepted(const agon::State& state, agon_bytes action) {
  agon::State copy = state;
  try {
    copy.act(action);
  } catch (const agon::Failure& refusal) {
    CHECK(refusal.status() == AGON_ILLEGAL);
    return false;
  }
  return true;
}

bool equally_often(const std::vector<int>& counts) {
  const double expected = std::accumulate(counts.begin(), counts.end(), 0.0) / static_cast<double>(counts.size());
  double sum = 0;  // Pearson's chi-square
  for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
  // Wilson and Hilferty's approximation (1931) at 4.265 standard deviations: a probability of 1e-5.
  const double freedom = static_cast<double>(counts.size()) - 1;
  const double part = 2 / (9 * freedom);
  return counts.size() == 1 || sum < freedom * std::pow(1 - part + 4.265 * std::sqrt(part), 3);
}

}  // namespace support
