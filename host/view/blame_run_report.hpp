// The result of `blame` for a run: what strategies lose, and when.
#pragma once

#include "host/blame/phases.hpp"
#include "host/view/report.hpp"

#include <cstddef>
#include <string>

namespace host {

struct BlameRunReport {
  const PhaseTable& table;
  std::string game{};
  std::string where{};  // the run
  std::string reference{};
  bool scores = false;       // whether losses are of the score, as in a game with one seat
  bool hides = false;        // whether a seat can know what another one does not
  bool complete = false;     // whether all matches were judged
  std::size_t matches = 0;   // of the run
  std::size_t judged = 0;    // seats of its matches
  std::size_t played = 0;    // continuations
  std::size_t failures = 0;  // of these, continuations in which a seat failed
  std::string first_failure{};
};

/// Returns tables by strategy, seat and parameters, and of the differences of strategies. Its JSON is also the data of
/// its page (report_page()).
Report blame_run_report(const BlameRunReport& report);

}  // namespace host
