// Runs the built host in tests of a game: for matches with the built plugins.
#pragma once

#include "tests/support/json.hpp"

#include <functional>
#include <string>
#include <vector>

namespace support {

/// Returns what the host prints when it is run with `words`; if `code` is not 0, returns its standard error. The test
/// fails if the exit code is not `code`.
std::string run_host(std::vector<std::string> words, int code = 0);

/// Returns what the seats log while the host plays with the arguments `words`.
std::string host_log(std::vector<std::string> words);

/// Returns the matches that the host plays when it is run with `words`, one JSON object each.
std::vector<support::Json> host_matches(std::vector<std::string> words);

/// Checks that a match from a run of several matches has the same scores and turns as in a separate run. `play` plays
/// the matches of some seeds, in the syntax of --seeds. Detects state that a class leaves in global variables.
void check_same_alone(const support::Json& match,
                      const std::function<std::vector<support::Json>(const std::string& seeds)>& play);

}  // namespace support
