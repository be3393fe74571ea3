// Runs the built host in tests of a game: for matches with the built plugins.
#pragma once

#include "tests/support/json.hpp"

#include <cstddef>
#include <filesystem>
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

/// Checks that the host plays each match of `count` seeds, from 1 on, in one run as it plays it alone: with the same
/// scores and turns, and without a failure. Detects state that a class leaves in global variables. Returns the matches.
std::vector<support::Json> check_same_alone(const std::vector<std::string>& words, std::size_t count);

/// Checks that the host plays the matches of each of these runs as the file `golden.jsonl` in `folder` has them, but
/// for times, and that the file replays. With AGON_UPDATE_GOLDEN=1 in the environment, writes the file instead.
void check_golden_matches(const std::filesystem::path& folder, const std::vector<std::vector<std::string>>& runs);

}  // namespace support
