// The numbers of Java's SecureRandom, algorithm SHA1PRNG, as ChessPuzzle's tests need them.
//
// The contest drew each board in Java with
//     SecureRandom random = SecureRandom.getInstance("SHA1PRNG"); random.setSeed(seed); ... random.nextInt(bound) ...
// so that the same numbers give the same boards. Neither the algorithm nor its output is specified anywhere; what is
// here follows what Java (versions 6 to 17, provider SUN) puts out, and the tests compare with that.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace chesspuzzle {

/// A SHA1PRNG generator that was seeded once, before its first number. Not for secrets.
class JavaRandom {
 public:
  /// As setSeed(long) with the same 64 bits. Java ignores a seed of 0 and seeds itself from the machine: there is
  /// nothing to reproduce, so 0 must not be handed in.
  explicit JavaRandom(std::uint64_t seed);

  /// As nextBytes() of one byte.
  std::uint8_t next_byte();

  /// As nextInt(bound): uniform over 0 .. bound - 1; bound at least 1.
  std::int32_t next_int(std::int32_t bound);

 private:
  static constexpr std::size_t block_size = 20;  // bytes of a SHA-1 digest
  using Block = std::array<std::uint8_t, block_size>;

  /// The next 31 bits, as a number from 0.
  std::int32_t next_31_bits();
  void next_block();

  Block state_{};
  Block output_{};
  std::size_t used_ = block_size;  // bytes of output_ that were handed out
};

}  // namespace chesspuzzle
