#include "java_random.hpp"

#include <sha1.h>

#include <cassert>
#include <span>

namespace chesspuzzle {

namespace {

std::array<std::uint8_t, SHA1_DIGEST_LENGTH> sha1(std::span<const std::uint8_t> bytes) {
  std::array<std::uint8_t, SHA1_DIGEST_LENGTH> digest{};
  SHA1_CTX context;
  SHA1Init(&context);
  SHA1Update(&context, bytes.data(), bytes.size());
  SHA1Final(digest.data(), &context);
  return digest;
}

}  // namespace

JavaRandom::JavaRandom(std::uint64_t seed) {
  assert(seed != 0);
  std::array<std::uint8_t, 8> bytes{};  // little-endian
  for (std::uint8_t& byte : bytes) {
    byte = static_cast<std::uint8_t>(seed & 0xffU);
    seed >>= 8U;
  }
  state_ = sha1(bytes);
}

// Adds the output block and 1 to the state, both as 20-byte numbers with the lowest byte first. But Java adds signed
// bytes, so that the carry can be -1, 0 or 1, and drops the last carry.
void JavaRandom::next_block() {
  output_ = sha1(state_);
  used_ = 0;
  int carry = 1;
  bool changed = false;
  for (std::size_t at = 0; at < block_size; ++at) {
    const int sum = static_cast<std::int8_t>(state_[at]) + static_cast<std::int8_t>(output_[at]) + carry;
    const auto byte = static_cast<std::uint8_t>(sum & 0xff);
    changed = changed || byte != state_[at];
    state_[at] = byte;
    carry = sum >> 8;  // rounds down
  }
  if (!changed) ++state_[0];
}

std::uint8_t JavaRandom::next_byte() {
  if (used_ == block_size) next_block();
  return output_[used_++];
}

std::int32_t JavaRandom::next_31_bits() {
  std::uint32_t bits = 0;
  for (int byte = 0; byte < 4; ++byte) bits = bits << 8U | next_byte();  // big-endian
  return static_cast<std::int32_t>(bits >> 1U);
}

std::int32_t JavaRandom::next_int(std::int32_t bound) {
  assert(bound >= 1);
  const std::int64_t wide = bound;
  if ((bound & (bound - 1)) == 0) return static_cast<std::int32_t>(wide * next_31_bits() >> 31);
  for (;;) {
    // Rejects numbers of the last, incomplete multiple of `bound` below 2^31.
    const std::int32_t bits = next_31_bits();
    const std::int32_t remainder = bits % bound;
    if (bits - remainder + (wide - 1) <= INT32_MAX) return remainder;
  }
}

}  // namespace chesspuzzle
