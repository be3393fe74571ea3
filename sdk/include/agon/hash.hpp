// agon/hash.hpp - hashes of positions. They are equal on all machines of the same byte order.
#pragma once

#include <agon/standard.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ranges>
#include <span>
#include <type_traits>

namespace agon {

/// Returns a 64-bit hash of `bytes` and of `more`, for example the hash of other bytes. Multiplies each pair of words,
/// mixed with constants, and combines both halves of the product. Not collision-resistant against hostile input.
inline std::uint64_t hashed(std::span<const std::byte> bytes, std::uint64_t more = 0) {
  __extension__ using Wide = unsigned __int128;
  constexpr std::uint64_t one = 0x9E3779B97F4A7C15U;  // the fractions of the golden ratio and of the square root of 2
  constexpr std::uint64_t two = 0x6A09E667F3BCC909U;
  const auto joined = [](std::uint64_t a, std::uint64_t b) {
    const Wide product = Wide{a} * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
  };
  std::uint64_t key = joined(more ^ one, bytes.size() ^ two);
  while (!bytes.empty()) {
    std::uint64_t words[2] = {0, 0};
    const std::size_t taken = bytes.size() < sizeof words ? bytes.size() : sizeof words;
    std::memcpy(words, bytes.data(), taken);
    key = joined(words[0] ^ key ^ one, words[1] ^ (key >> 32U | key << 32U) ^ two);
    bytes = bytes.subspan(taken);
  }
  return joined(key ^ two, one);
}

/// Returns the same for a span of objects, or for one object. Objects must have no padding. A pointer or a view is no
/// object: its bytes are an address, which differs from process to process.
template <class Object, std::size_t count>
std::uint64_t hashed(std::span<Object, count> objects, std::uint64_t more = 0) {
  static_assert(std::has_unique_object_representations_v<Object>, "padding can differ between equal objects");
  return hashed(std::span<const std::byte>(std::as_bytes(objects)), more);
}
template <class Object>
requires(std::has_unique_object_representations_v<Object> && !std::is_pointer_v<Object> &&
         !std::ranges::view<Object>) std::uint64_t hashed(const Object& object, std::uint64_t more = 0) {
  return hashed(std::span<const Object, 1>(&object, 1), more);
}

}  // namespace agon
