// A strategy whose strength is a known function of its options, and noise: what a search finds can be compared with the
// optimum.
#pragma once

#include "host/tune/search.hpp"
#include "host/tune/space.hpp"
#include "host/tune/tuning.hpp"

#include <agon/plugin.h>

#include <agon/random.hpp>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace planted {

inline host::SettingDescription setting(const std::string& name, std::int32_t kind, double low, double high,
                                        std::vector<std::string> choices = {}) {
  return {.name = name,
          .summary = {},
          .kind = kind,
          .fallback = {},
          .minimum = low,
          .maximum = high,
          .step = 1,
          .choices = std::move(choices)};
}

/// Six options: an integer, a number, a number with a logarithmic range, a choice that interacts with the integer, a
/// flag, and a number without any effect.
inline host::Space mixed_space() {
  return host::read_space({setting("depth", AGON_INTEGER, 1, 12), setting("alpha", AGON_NUMBER, 0, 2),
                           setting("k", AGON_NUMBER, 1, 10'000), setting("mode", AGON_CHOICE, 0, 0, {"a", "b", "c"}),
                           setting("book", AGON_FLAG, 0, 1), setting("idle", AGON_NUMBER, -1, 1)},
                          {"2", "1.8", "10", "a", "no", "0"},
                          {"depth", "alpha", "k=1:10000:log", "mode", "book", "idle"}, "planted");
}

/// Returns the strength: 1 at the optimum, 0 at the start, and where all numeric options are far from their optimum.
inline double mixed_strength(const host::Point& point) {
  const auto loss = [](double distance) { return std::min(1.0, distance * distance / 0.16); };
  const double depth = loss((point[0] - (point[3] == 1 ? 9 : 7)) / 11);
  const double alpha = loss((point[1] - 0.6) / 2);
  const double k = loss((std::log(point[2]) - std::log(800)) / std::log(10'000));
  const double mode = point[3] == 1 ? 0 : point[3] == 2 ? 0.1 : 0.15;
  const double book = point[4] == 1 ? 0 : 0.1;
  return 1 - 0.25 * (depth + alpha + k) - mode - book;
}

/// Numbers between -1 and 1, all of which count, and count for themselves.
inline host::Space vector_space(std::size_t count) {
  std::string start;
  for (std::size_t i = 0; i < count; ++i) start += i == 0 ? "0" : " 0";
  return host::read_space({setting("weights", AGON_TEXT, 0, 0)}, {start}, {"weights=-1:1"}, "planted");
}

/// Returns 1 at the optimum, 0 at the start.
inline double vector_strength(const host::Point& point) {
  std::mt19937_64 optimum(1'000'003);  // not a seed that a search has
  double loss = 0;
  double all = 0;
  for (const double value : point) {
    const double best = static_cast<double>(optimum() >> 11U) * 0x1p-53 * 1.6 - 0.8;
    loss += (value - best) * (value - best);
    all += best * best;
  }
  return 1 - loss / all;
}

/// Returns a judge for the strength with normal noise of the standard deviation `noise` on each seed. A point has the
/// same result whenever it plays a seed; two points have independent noise.
template <class Strength>
host::Judge judge(const host::Space& space, Strength strength, double noise, std::uint64_t world) {
  return [&space, strength, noise, world](const std::vector<host::Trial>& trials) {
    std::vector<double> values;
    for (const host::Trial& trial : trials) {
      std::uint64_t hash = (world << 32U) + trial.seed;
      const auto mix = [&](std::uint64_t bits) { hash = agon::QuickRandom(hash ^ bits).next(); };
      const host::Point other = trial.other.value_or(space.start());
      for (const auto* const point : {&trial.point, &other}) {
        for (const double value : *point) mix(std::bit_cast<std::uint64_t>(value));
      }
      agon::QuickRandom random(hash);
      const auto fraction = [&] { return (static_cast<double>(random.next() >> 11U) + 0.5) * 0x1p-53; };
      const double normal = std::sqrt(-2 * std::log(fraction())) * std::cos(6.283185307179586 * fraction());
      const bool same = trial.point == other;
      values.push_back(same ? 0 : strength(trial.point) - strength(other) + noise * normal);
    }
    return values;
  };
}

/// Returns the end of a tuning by this judge; equal `run` gives equal ones.
template <class Strength>
host::TuningState tuned(const host::Space& space, Strength strength, double noise, host::TuningMethod method,
                        std::size_t matches, std::uint64_t run) {
  host::Tuning tuning(space, judge(space, strength, noise, run),
                      {.method = method, .matches = matches, .seeds = 1'000'000, .search_seed = run});
  tuning.run();
  return tuning.state();
}

}  // namespace planted
