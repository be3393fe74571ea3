// agon/random.hpp - random numbers that are the same on every machine and with every standard library.
#pragma once

#include <agon/standard.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace agon {

/// The numbers of std::mt19937_64, whose output the C++ standard fixes, with draws of our own: those of <random>'s
/// distributions differ between libraries.
///
/// The generator (Matsumoto, Nishimura 2000) has 312 words of state. <random> fills and turns over all of them before
/// the first number; here each word's turn comes when a number needs it, since most generators live for one match and
/// give a few numbers.
class Random {
 public:
  explicit Random(std::uint64_t seed) : last_filled_(seed) { words_[0] = seed; }

  /// Uniform over all 64-bit values.
  std::uint64_t next() {
    constexpr std::uint64_t upper = ~std::uint64_t{0} << 31U;
    constexpr std::uint64_t twist = 0xB5026F5AA96619E9U;
    if (filled_ < size) fill();
    const std::size_t after = at_ + 1 < size ? at_ + 1 : 0;
    const std::size_t ahead = at_ < size - shift ? at_ + shift : at_ + shift - size;
    const std::uint64_t joined = (words_[at_] & upper) | (words_[after] & ~upper);
    std::uint64_t number = words_[ahead] ^ (joined >> 1U) ^ ((0 - (joined & 1U)) & twist);
    words_[at_] = number;
    at_ = after;
    number ^= (number >> 29U) & 0x5555555555555555U;
    number ^= (number << 17U) & 0x71D67FFFEDA60000U;
    number ^= (number << 37U) & 0xFFF7EEE000000000U;
    return number ^ (number >> 43U);
  }

  /// Uniform over 0 .. bound - 1; bound at least 1. The remainder of a 64-bit draw by `bound`, drawn again while the
  /// draw lies in the last, incomplete stretch of `bound` values.
  std::uint64_t below(std::uint64_t bound) {
    for (;;) {
      const std::uint64_t draw = next();
      const std::uint64_t rest = draw % bound;
      if (draw - rest <= UINT64_MAX - (bound - 1)) return rest;  // the stretch that begins at draw - rest is complete
    }
  }

 private:
  static constexpr std::size_t size = 312;   // words of state
  static constexpr std::size_t shift = 156;  // how far ahead the word is that goes into the next number

  /// Fills the words that the next number needs, from the seed on.
  void fill() {
    for (const std::size_t end = at_ + shift + 1 < size ? at_ + shift + 1 : size; filled_ < end; ++filled_) {
      const std::uint64_t before = last_filled_;
      last_filled_ = 6364136223846793005U * (before ^ (before >> 62U)) + filled_;
      words_[filled_] = last_filled_;
    }
  }

  std::array<std::uint64_t, size> words_{};
  std::size_t at_ = 0;  // the word whose turn is next
  std::size_t filled_ = 1;
  std::uint64_t last_filled_;  // as it came from the seed
};

/// Makes a number 0 .. bound - 1 of 64 random bits; bound at least 1. The probabilities of two numbers differ by 2^-64
/// at most.
constexpr std::uint64_t scaled(std::uint64_t bits, std::uint64_t bound) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(Wide{bits} * bound >> 64U);
}

/// A quick generator for a strategy's own choices: one word of state, so that it is seeded at no cost, and bounded
/// draws that multiply where Random divides. A game draws from Random, which anybody can rebuild from the C++ standard.
///
/// SplitMix64 (Steele, Lea, Flood 2014).
class QuickRandom {
 public:
  explicit QuickRandom(std::uint64_t seed) : state_(seed) {}

  /// Uniform over all 64-bit values.
  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
    return mixed ^ (mixed >> 31U);
  }

  /// Uniform over 0 .. bound - 1; bound at least 1. The upper half of a draw times `bound`. Draws whose lower half is
  /// below 2^64 mod bound are made again: without them each upper half comes from equally many draws (Lemire 2019).
  std::uint64_t below(std::uint64_t bound) {
    __extension__ using Wide = unsigned __int128;
    Wide product = Wide{next()} * bound;
    if (static_cast<std::uint64_t>(product) < bound) [[unlikely]] {  // 2^64 mod bound is less than `bound`
      const std::uint64_t unfair = (0 - bound) % bound;
      while (static_cast<std::uint64_t>(product) < unfair) product = Wide{next()} * bound;
    }
    return static_cast<std::uint64_t>(product >> 64U);
  }

 private:
  std::uint64_t state_;
};

}  // namespace agon
