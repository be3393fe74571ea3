// SHA-256 of text: for one-way derivations, and for identifiers of long texts.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace host {

using Digest = std::array<std::uint8_t, 32>;

Digest sha256_of(std::string_view text);

/// Returns the first `bytes` bytes, at most all, as lower-case hexadecimal digits.
std::string hexadecimal(const Digest& digest, std::size_t bytes);

/// Returns the first 8 bytes as a big-endian number.
std::uint64_t first_number(const Digest& digest);

}  // namespace host
