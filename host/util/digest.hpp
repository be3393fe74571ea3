// SHA-256, of text and of files; keys and tokens that nobody can guess; a quick hash.
#pragma once

#include "host/util/descriptor.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>

namespace host {

// SHA-256 of text: for one-way derivations, and for identifiers of long texts.

using Digest = std::array<std::uint8_t, 32>;

Digest sha256_of(std::string_view text);

/// Returns the first `bytes` bytes, at most all, as lower-case hexadecimal digits.
std::string hexadecimal(const Digest& digest, std::size_t bytes = sizeof(Digest));

/// Returns the first 8 bytes as a big-endian number.
std::uint64_t first_number(const Digest& digest);

// Keys and tokens that nobody can guess.

/// Returns 128 bits of the system's random generator as 32 hexadecimal digits. Throws Failure(internal) if the system
/// gives none. Thread-safe.
std::string random_key();

// Identifies the exact file that played: its SHA-256.

/// Returns 64 hexadecimal digits. Throws Failure(plugin) if the file can't be read.
std::string sha256(const std::filesystem::path& path);

/// Returns the same for an open file. `name` is for the message.
std::string sha256(const Descriptor& file, const std::string& name);

// A fast 64-bit hash, to tell contents apart. It is equal on all machines of one byte order, and no protection against
// forgery.

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
