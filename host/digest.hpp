// SHA-256, of text and of files; keys and tokens that nobody can guess.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace host {

// SHA-256 of text: for one-way derivations, and for identifiers of long texts.

using Digest = std::array<std::uint8_t, 32>;

Digest sha256_of(std::string_view text);

/// Returns the first `bytes` bytes, at most all, as lower-case hexadecimal digits.
std::string hexadecimal(const Digest& digest, std::size_t bytes);

/// Returns the first 8 bytes as a big-endian number.
std::uint64_t first_number(const Digest& digest);

// Keys and tokens that nobody can guess.

/// Returns 128 bits of the system's random generator as 32 hexadecimal digits. Throws Failure(internal) if the system
/// gives none. Thread-safe.
std::string random_key();

// Identifies the exact file that played: its SHA-256.

/// Returns 64 hexadecimal digits. Throws Failure(plugin) if the file can't be read.
std::string sha256(const std::filesystem::path& path);

}  // namespace host
