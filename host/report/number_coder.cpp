#include "host/report/number_coder.hpp"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

namespace host {

namespace {

constexpr std::uint32_t least_bits = 12;  // of the table's index
constexpr std::uint32_t most_bits = 20;
constexpr std::uint32_t modelled = 8;  // leading digits of a number; the others are taken as random
constexpr std::uint32_t most_counted = 40;
constexpr std::int32_t most_stretched = 2047;
constexpr std::int32_t learning = 64;
constexpr std::int32_t most_weight = 1 << 18;

/// The logistic function: from 256 times the logarithm of the odds to a probability in 2^-12.
std::int32_t squashed(std::int32_t stretched) {
  constexpr std::array<std::int32_t, 33> points = {1,    2,    3,    6,    10,   16,   27,   45,   73,   120,  194,
                                                   310,  488,  747,  1101, 1546, 2047, 2549, 2994, 3348, 3607, 3785,
                                                   3901, 3975, 4022, 4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094};
  if (stretched > most_stretched) return 4095;
  if (stretched < -most_stretched) return 1;
  const std::int32_t within = (stretched + 2048) % 128;
  const auto at = static_cast<std::size_t>((stretched + 2048) / 128);
  return (points[at] * (128 - within) + points[at + 1] * within + 64) / 128;
}

/// Its inverse, for each probability.
const std::array<std::int32_t, 4096>& stretched() {
  static const auto table = [] {
    std::array<std::int32_t, 4096> all{};
    std::int32_t next = 0;
    for (std::int32_t x = -most_stretched; x <= most_stretched; ++x)
      for (const std::int32_t end = squashed(x); next <= end; ++next) all[static_cast<std::size_t>(next)] = x;
    for (; next < 4096; ++next) all[static_cast<std::size_t>(next)] = most_stretched;
    return all;
  }();
  return table;
}

}  // namespace

NumberCoder::NumberCoder(std::size_t steps)
    : shift_(32 - std::clamp(static_cast<std::uint32_t>(std::bit_width(steps)) + 8, least_bits, most_bits)),
      states_(std::size_t{1} << (32 - shift_), 1U << 23U) {
  for (auto& each : weights_) each.fill(1 << 15);
}

void NumberCoder::add(std::uint32_t kind, std::uint32_t number, Contexts contexts) {
  for (std::uint32_t i = 0; i < contexts.size(); ++i) contexts[i] = mixed(contexts[i], 16 * i + kind);
  ++number;
  const auto digits = static_cast<std::uint32_t>(std::bit_width(number)) - 1;
  for (std::uint32_t i = 0; i < digits; ++i) add_bit(kind, i, contexts, true);
  add_bit(kind, digits, contexts, false);
  std::uint32_t prefix = 1;
  for (std::uint32_t i = 0; i < digits; ++i) {
    const bool bit = (number >> (digits - 1 - i) & 1U) != 0;
    if (i < modelled) {
      add_bit(kind, 32 + 256 * digits + prefix, contexts, bit);
      prefix = 2 * prefix + (bit ? 1 : 0);
    } else {
      encode(bit, 2048);
    }
  }
}

void NumberCoder::add_signed(std::uint32_t kind, std::int64_t number, const Contexts& contexts) {
  add(kind, static_cast<std::uint32_t>(number >= 0 ? 2 * number : -2 * number - 1), contexts);
}

std::vector<std::uint8_t> NumberCoder::finish() {
  for (int i = 0; i < 4; ++i) bytes_.push_back(static_cast<std::uint8_t>(low_ >> (24 - 8 * i)));
  return std::move(bytes_);
}

void NumberCoder::add_bit(std::uint32_t kind, std::uint32_t node, const Contexts& contexts, bool bit) {
  Contexts slots{};
  std::array<std::int32_t, std::tuple_size_v<Contexts>> inputs{};
  std::int32_t sum = 0;
  auto& weights = weights_[kind];
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    slots[i] = mixed(contexts[i], node) >> shift_;
    inputs[i] = stretched()[states_[slots[i]] >> 12U];
    sum += weights[i] * inputs[i];
  }
  const std::int32_t likely = squashed(sum >> 16);
  encode(bit, static_cast<std::uint32_t>(likely));
  const std::int32_t error = ((bit ? 4095 : 0) - likely) * learning;
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    weights[i] = std::clamp(weights[i] + ((inputs[i] * error + 32768) >> 16), -most_weight, most_weight);
    // How fast the probability follows depends on the number of bits that it has been learnt from.
    const std::uint32_t count = states_[slots[i]] & 255U;
    const auto probability = static_cast<std::int32_t>(states_[slots[i]] >> 8U);
    const auto rate = static_cast<std::int32_t>(327680 / (10 * count + 16));
    const auto next = static_cast<std::uint32_t>(probability + (((bit ? 65535 : 0) - probability) * rate >> 15));
    states_[slots[i]] = next << 8U | std::min(count + 1, most_counted);
  }
}

void NumberCoder::encode(bool bit, std::uint32_t probability) {
  const std::uint32_t middle = low_ + (((high_ - low_) >> 12U)) * probability;
  (bit ? high_ : low_) = bit ? middle : middle + 1;
  for (; ((low_ ^ high_) >> 24U) == 0; low_ <<= 8U, high_ = high_ << 8U | 255U)
    bytes_.push_back(static_cast<std::uint8_t>(high_ >> 24U));
}

}  // namespace host
