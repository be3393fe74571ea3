// Results for each value of a parameter, as a table, as CSV and as JSON.
#pragma once

#include "host/tournament/by_parameter.hpp"
#include "host/view/report.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace host {

/// Returns a line for each group of values and each strategy, in the order of `ranking`, with the columns of
/// run_table(). If values are grouped, adds a sentence about that.
std::string parameter_text(const ParameterResults& results, const RunRows& rows,
                           const std::vector<std::size_t>& ranking);

/// Returns the same lines as comma-separated values, with a header line (csv.hpp).
std::string parameter_csv(const ParameterResults& results, const RunRows& rows,
                          const std::vector<std::size_t>& ranking);

/// Returns {"parameter": "n", "groups": [{"values": "6", "low": "6", "high": "6", "matches": 4, "strategies": [...]},
/// ...]}.
nlohmann::ordered_json parameter_json(const ParameterResults& results, const RunRows& rows,
                                      const std::vector<std::size_t>& ranking);

}  // namespace host
