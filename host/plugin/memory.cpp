#include "host/plugin/memory.hpp"

#include "host/util/failure.hpp"

#include <cstring>

namespace host {

void refuse_long_text(std::size_t most, const std::string& what) {
  throw Failure(Exit::plugin, what + " is longer than " + std::to_string(most) + " bytes");
}

void OwnMemory::copy(Address from, void* to, std::size_t size, const std::string& /*what*/) const {
  std::memcpy(to, reinterpret_cast<const void*>(from), size);
}

std::string OwnMemory::text(Address from, std::size_t most, const std::string& what) const {
  const char* const begin = reinterpret_cast<const char*>(from);
  const std::size_t size = ::strnlen(begin, most + 1);
  if (size > most) refuse_long_text(most, what);
  return {begin, size};
}

}  // namespace host
