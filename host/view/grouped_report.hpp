// Results for each value of a parameter, and for each machine; as a table, as CSV and as JSON.
#pragma once

#include "host/tournament/by_machine.hpp"
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

/// Returns a line for each machine, and a sentence about the tests.
std::string machine_text(const std::vector<MachineRow>& machines, const RunRows& rows);

/// Returns a header line, and a line for each machine, as comma-separated values (csv.hpp).
std::string machine_csv(const std::vector<MachineRow>& machines, const RunRows& rows);

/// Returns [{"machine": "anna", "cpu": "...", "speed": 812.5, "matches": 40, "seats": 80, "failures": 0,
/// "failures_p": 1, "cpu_s": 1.5, "largest_difference": {"strategy": "greedy", "mean": 0.5, "p": 1}, "off": false},
/// ...]. "largest_difference" is null where there is too little to compare.
nlohmann::ordered_json machine_json(const std::vector<MachineRow>& machines, const RunRows& rows);

}  // namespace host
