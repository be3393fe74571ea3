// The built host, run from a test of a game: for matches with plugins as their authors build them.
#pragma once

#include "tests/support/json.hpp"

#include <functional>
#include <string>
#include <vector>

namespace support {

/// What the host prints when it is run with `words`; if `code` is not 0, what it says on standard error. The test fails
/// if it ends with another code.
std::string run_host(std::vector<std::string> words, int code = 0);

/// What the seats write while the host plays as `words` say.
std::string host_log(std::vector<std::string> words);

/// The matches that the host plays when it is run with `words`, one JSON object each.
std::vector<support::Json> host_matches(std::vector<std::string> words);

/// Checks that a match out of a run of several has the scores and turns of the same match played in a run of its own:
/// `play` plays the matches of some seeds, as --seeds has them. What a class leaves in its globals would show.
void check_same_alone(const support::Json& match,
                      const std::function<std::vector<support::Json>(const std::string& seeds)>& play);

}  // namespace support
