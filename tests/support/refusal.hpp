// Captures the host's message when it refuses something.
#pragma once

#include "host/util/failure.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <ostream>
#include <string>
#include <string_view>

namespace support {

struct Refusal {
  host::Exit code = host::Exit::done;
  std::string text;

  [[nodiscard]] bool says(std::string_view words) const { return text.find(words) != std::string::npos; }
};

inline std::ostream& operator<<(std::ostream& out, const Refusal& refusal) {
  return out << static_cast<int>(refusal.code) << ": " << refusal.text;
}

/// Runs `body`. Returns the code and the text of the Failure that it throws. The test fails if it throws nothing, or
/// anything else.
template <class Body>
Refusal refusal(Body&& body) {
  std::optional<Refusal> found;
  try {
    static_cast<void>(body());
  } catch (const host::Failure& failure) {
    found = Refusal{failure.code(), failure.what()};
  } catch (const std::exception& exception) {
    FAIL("an exception that is no host::Failure got out: " << exception.what());
  }
  REQUIRE_MESSAGE(found, "nothing was refused");
  return *found;
}

}  // namespace support
