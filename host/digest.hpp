// SHA-256 of text: for what must not be undone or guessed, and for names of what is too long to be one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace host {

using Digest = std::array<std::uint8_t, 32>;

Digest sha256_of(std::string_view text);

/// The first `bytes` bytes, at most all, in small hexadecimal digits.
std::string hexadecimal(const Digest& digest, std::size_t bytes);

/// The first 8 bytes as a number, the first byte the highest.
std::uint64_t first_number(const Digest& digest);

}  // namespace host
