// Reproduces the numbers of Java's SecureRandom, algorithm SHA1PRNG, as far as ChessPuzzle's tests need them.
//
// The contest drew each board in Java with
//     SecureRandom random = SecureRandom.getInstance("SHA1PRNG"); random.setSeed(seed); ... random.nextInt(bound) ...
// so the same numbers give the same boards. Neither the algorithm nor its output is specified anywhere. This
// implementation follows the output of Java (versions 6 to 17, provider SUN), with which the tests compare it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace chesspuzzle {

/// A SHA1PRNG generator that was seeded once, before its first number. Not cryptographically secure.
class JavaRandom {
 public:
  /// Equivalent to setSeed(long) with the same 64 bits. Java ignores a seed of 0 and seeds itself from the machine,
  /// which can't be reproduced. So the seed must not be 0.
  explicit JavaRandom(std::uint64_t seed);

  /// Equivalent to nextBytes() with one byte.
  std::uint8_t next_byte();

  /// Equivalent to nextInt(bound): uniform over 0 .. bound - 1; bound must be at least 1.
  std::int32_t next_int(std::int32_t bound);

 private:
  static constexpr std::size_t block_size = 20;  // bytes of a SHA-1 digest
  using Block = std::array<std::uint8_t, block_size>;

  /// Returns the next 31 bits as a non-negative number.
  std::int32_t next_31_bits();
  void next_block();

  Block state_{};
  Block output_{};
  std::size_t used_ = block_size;  // bytes of output_ already returned
};

}  // namespace chesspuzzle
