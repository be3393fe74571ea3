// Formats the result of one match.
#pragma once

#include "host/match/transcript.hpp"
#include "host/plugin/description.hpp"
#include "host/report/steps.hpp"

#include <nlohmann/json.hpp>
#include <string>

namespace host {

// The header of a match for the client: docs/playing.md.

/// Returns JSON as one line for a page: all its texts are plain_lines(), since browsers obey invisible characters, too.
/// Safe inside an HTML script element.
std::string page_json(const nlohmann::ordered_json& json);

/// Returns the header of a match as JSON: game, setup, seats, number of steps, plot, and the result. `problem` is a
/// sentence for the reader, or empty. `more` has further fields. `plotted`: whether the plot is there.
std::string match_header(const MatchHead& match, const GameDescription& game, const Steps& steps,
                         const std::string& problem = "", const nlohmann::ordered_json& more = nullptr,
                         bool plotted = true);

/// Returns "mygame, seed 7, n=10".
std::string title(const MatchHead& match);

/// Returns a row for each seat: strategy, score, contest score, usage, outcome.
std::string match_table(const MatchHead& match, const GameDescription& game);

/// Returns one line: seed, parameters, each seat's strategy and score, failures. `actions`: how many the match has, if
/// it is not over.
std::string match_line(const MatchHead& match, const GameDescription& game, std::size_t actions = 0);

}  // namespace host
