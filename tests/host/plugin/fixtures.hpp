// The libraries that these tests were built with.
#pragma once

#include "tests/support/refusal.hpp"

#include <cstddef>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>

namespace fixtures {

inline std::filesystem::path path(const std::string& name) {
  return std::filesystem::path(FIXTURES) / (name + ".so");
}

/// A refusal of the file at `path`: it names the file first, then says why.
inline void refuses_file(const support::Refusal& refusal, const std::filesystem::path& path, std::string_view why) {
  CHECK(refusal.code == host::Exit::plugin);
  CHECK_MESSAGE(refusal.text.starts_with(path.string() + ": "), refusal.text);
  CHECK_MESSAGE(refusal.says(why), refusal.text);
}

/// Returns the value at a place of a file.
template <class Type>
Type value_at(const std::string& bytes, std::size_t place) {
  Type value{};
  REQUIRE(place + sizeof value <= bytes.size());
  std::memcpy(&value, bytes.data() + place, sizeof value);
  return value;
}

}  // namespace fixtures
