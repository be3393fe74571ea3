#include "host/random_key.hpp"

#include "host/digest.hpp"
#include "host/failure.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace host {

std::string random_key() {
  Digest key{};
  constexpr std::size_t bytes = 16;
  if (::getentropy(key.data(), bytes) != 0)
    throw Failure(Exit::internal, "the system gives no random numbers: " + std::string(std::strerror(errno)));
  return hexadecimal(key, bytes);
}

}  // namespace host
