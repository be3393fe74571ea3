// What commands that print one JSON object answer, and their refusals.
#pragma once

#include "tests/e2e/host.hpp"
#include "tests/support/checked_json.hpp"

#include <string>
#include <vector>

namespace e2e {

/// Runs a command that succeeds, and returns the object that it prints.
support::Json object_of(const support::Command& command);

/// Checks that a command line is refused in one line, which contains `why`.
void check_usage_refused(const std::vector<std::string>& arguments, const std::string& why);

}  // namespace e2e
