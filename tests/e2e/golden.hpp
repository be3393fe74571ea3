// Golden files: what the host is known to print, kept in tests/e2e/golden.
//
// With AGON_UPDATE_GOLDEN=1 in the environment a test writes them anew instead of comparing; read what has changed
// before it is committed.
#pragma once

#include <filesystem>
#include <string>

namespace e2e {

/// What differs from machine to machine and from run to run, by fixed words: folders, the host's version, times,
/// memory. `folder` is the test's own.
std::string normalised(std::string text, const std::filesystem::path& folder);

/// Checks that golden/<name> holds `text`.
void check_golden(const std::string& name, const std::string& text);

}  // namespace e2e
