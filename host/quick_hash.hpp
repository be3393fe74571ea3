// A fast 64-bit hash, to tell contents apart. It is equal on all machines of one byte order, and no protection against
// forgery.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace host {

class QuickHash {
 public:
  void add(std::uint64_t number) {
    constexpr std::uint64_t factor = 0x9e3779b97f4a7c15U;
    constexpr unsigned half = 32;
    value_ = (value_ ^ number) * factor;
    value_ ^= value_ >> half;
  }

  /// Adds the size, then the bytes.
  void add(std::string_view bytes) {
    add(static_cast<std::uint64_t>(bytes.size()));
    std::uint64_t word = 0;
    for (; bytes.size() >= sizeof word; bytes.remove_prefix(sizeof word)) {
      std::memcpy(&word, bytes.data(), sizeof word);
      add(word);
    }
    if (bytes.empty()) return;
    word = 0;
    std::memcpy(&word, bytes.data(), bytes.size());
    add(word);
  }

  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325U;
};

}  // namespace host
