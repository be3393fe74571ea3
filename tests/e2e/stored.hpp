// What results databases hold, as the tests compare them.
#pragma once

#include "tests/support/process.hpp"

#include <filesystem>
#include <string>

namespace e2e {

/// Returns the rows of a query, one on each line, with spaces behind the values.
std::string rows(const std::filesystem::path& database, const std::string& query);

/// Runs the command, whose exit code must be 0.
support::Result done(const support::Command& command);

}  // namespace e2e
