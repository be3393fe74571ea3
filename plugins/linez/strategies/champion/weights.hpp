// Weights as bytes, small enough for the repository: rounded, and without those that are 0.
//
//   4 bytes    "LZW2"
//   varint     how many weights there are
//   varints    in turn: how many weights of 0 come next; then a weight other than 0, in 1/128 of a point, with its sign
//              in the lowest bit. Until there are no more weights.
//
// A varint has 7 bits in each byte, the lowest first; the highest bit says that another byte follows. Of two codes that
// are mirror images only the smaller one's weight is kept.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace linez::champion {

/// Weights are multiples of one step.
inline constexpr int steps_a_point = 128;

std::vector<std::uint8_t> pack(std::vector<float> weights);

/// Throws std::runtime_error if the bytes are no weights of these features.
std::vector<float> unpack(std::span<const std::uint8_t> bytes);

}  // namespace linez::champion
