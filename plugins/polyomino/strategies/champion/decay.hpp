// The exponential function in whole numbers, so that a match is the same on every machine.
#pragma once

namespace polyomino::champion {

inline constexpr int decay_one = 1 << 24;
inline constexpr int decay_steps = 64;

/// Returns decay_one * exp(-steps / decay_steps), rounded down or a little less; steps at least 0.
[[nodiscard]] int decay(long long steps);

}  // namespace polyomino::champion
