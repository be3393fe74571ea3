// Elo and tests of it, as text and as JSON.
#pragma once

#include "host/stats/pentanomial.hpp"
#include "host/tournament/comparison.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string>

namespace host {

/// Returns ", 95 % interval +1 to +3", or why the interval is missing.
std::string with_interval(double confidence, const stats::Interval& interval, std::size_t seeds);

/// Returns a line with a name, and a value in a column.
std::string fact(const std::string& name, const std::string& value);

/// Returns "1, 0, 9, 5, 15 with 0, 1/2, 1, 3/2, 2 points".
std::string pairs_text(const stats::Pentanomial& pairs);

/// Returns the lines of Elo and normalised Elo. `observations` is the number of pairs, or of matches.
std::string elo_facts(const stats::EloEstimate& elo, std::size_t observations);

/// Returns the verdict; `model` is the kind of Elo of the bounds, and `played` such as "63 pairs".
std::string sprt_line(const ComparisonResult::Sprt& sprt, const std::string& model, const std::string& played);

nlohmann::ordered_json elo_json(const stats::EloEstimate& elo);
nlohmann::ordered_json sprt_json(const ComparisonResult::Sprt& sprt);

}  // namespace host
