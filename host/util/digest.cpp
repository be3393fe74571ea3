#include "host/util/digest.hpp"

#include "host/util/failure.hpp"
#include "host/util/input_file.hpp"

#include <sha2.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>

namespace host {

static_assert(sizeof(Digest) == SHA256_DIGEST_LENGTH);

Digest sha256_of(std::string_view text) {
  SHA2_CTX hash;
  SHA256Init(&hash);
  SHA256Update(&hash, reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  Digest digest;
  SHA256Final(digest.data(), &hash);
  return digest;
}

std::string hexadecimal(const Digest& digest, std::size_t bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (std::size_t byte = 0; byte < bytes; ++byte) {
    text += digits[digest.at(byte) >> 4U];
    text += digits[digest.at(byte) & 15U];
  }
  return text;
}

std::uint64_t first_number(const Digest& digest) {
  std::uint64_t number = 0;
  for (std::size_t byte = 0; byte < sizeof number; ++byte) number = number << 8U | digest[byte];
  return number;
}

std::string random_key() {
  Digest key{};
  constexpr std::size_t bytes = 16;
  if (::getentropy(key.data(), bytes) != 0)
    throw Failure(Exit::internal, "the system gives no random numbers: " + std::string(std::strerror(errno)));
  return hexadecimal(key, bytes);
}

std::string sha256(const std::filesystem::path& path) {
  return sha256(open_regular(path), path.string());
}

std::string sha256(const Descriptor& file, const std::string& name) {
  SHA2_CTX hash;
  SHA256Init(&hash);
  std::array<char, 1 << 16> buffer{};
  ssize_t got = -1;
  if (file.is_open()) {
    for (off_t at = 0; (got = ::pread(file.get(), buffer.data(), buffer.size(), at)) > 0; at += got)
      SHA256Update(&hash, reinterpret_cast<const std::uint8_t*>(buffer.data()), static_cast<std::size_t>(got));
  }
  if (got < 0) throw Failure(Exit::plugin, name + ": " + why_unread());
  Digest digest;
  SHA256Final(digest.data(), &hash);
  return hexadecimal(digest);
}

}  // namespace host
