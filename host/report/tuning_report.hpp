// The result of a tuning: its report and its page.
#pragma once

#include "host/report/report.hpp"
#include "host/tournament/run.hpp"
#include "host/tune/tuning.hpp"

#include <cstddef>
#include <string>

namespace host {

/// Everything that a report needs.
struct TuningReport {
  const RunPlan& plan;  // participants: the found point, the start
  const Space& space;
  const TuningOptions& options;
  TuningState state;
  std::string reference;        // the opponent's name; in games with one seat, the start's
  std::size_t matches = 0;      // of the tuning
  std::size_t known = 0;        // of these, matches from the database
  std::size_t failures = 0;     // seats that failed
  std::string first_failure{};  // "seed 7: time: ..."
};

/// Returns the mean and its 95 % interval, for the progress display: "best +3.20 [+1.10, +5.30] of 37 points".
std::string tuning_standing(const TuningState& state);

/// Returns the search in numbers, a table of the options, and the effects; in JSON, all points, the found one and the
/// effects. The caller adds the check.
Report tuning_report(const TuningReport& report);

/// Returns the data of the page, which its script draws (web/client/tuning.js): the same JSON, and what it shows beside
/// it. `check`: the text of the comparison on other seeds; empty if it was not played. `command`: the one that
/// plays the best point that is known, of which `advice` says what it is.
nlohmann::ordered_json tuning_page(const TuningReport& report, const std::string& check, const std::string& advice,
                                   const Words& command);

}  // namespace host
