#include "host/plugin/sha256.hpp"

#include "host/failure.hpp"

#include <sha2.h>

#include <array>

namespace host {

std::string sha256(const std::filesystem::path& path) {
  std::array<char, SHA256_DIGEST_STRING_LENGTH> digits{};
  if (SHA256File(path.c_str(), digits.data()) == nullptr)
    throw Failure(Exit::plugin, path.string() + ": can't be read");
  return digits.data();
}

}  // namespace host
