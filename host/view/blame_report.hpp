// The results of `blame`: of a match its report, its picture and what its page shows; of a run, what strategies lose.
#pragma once

#include "host/blame/continuations.hpp"
#include "host/blame/phases.hpp"
#include "host/blame/search.hpp"
#include "host/view/report.hpp"

#include <cstddef>
#include <string>

namespace host {

/// What both reports tell of the continuations.
struct BlameWork {
  bool hides = false;        // whether a seat can know what another one does not
  bool complete = false;     // whether everything was judged
  std::size_t played = 0;    // continuations
  std::size_t failures = 0;  // of these, continuations in which a seat failed
  std::string first_failure{};
};

struct BlameReport {
  const BlameTask& task;
  const BlameSearch& search;
  const BlameOptions& options;
  double quick_part = 1;  // of their time, which strategies have in quick continuations
  BlameWork work{};
};

struct BlameRunReport {
  PhaseTable table{};
  std::string game{};
  std::string where{};  // the run
  std::string reference{};
  bool scores = false;      // whether losses are of the score, as in a game with one seat
  std::size_t matches = 0;  // of the run
  BlameWork work{};
};

/// Returns the answer, the tested turns, the values, and what they mean.
Report blame_report(const BlameReport& report);

/// Returns the values as an SVG picture: each with its interval, and the turns that were found.
std::string blame_picture(const BlameReport& report);

/// Returns the match with the values in place of what the seat has reported, and a note at each tested turn.
Transcript blamed_match(const BlameReport& report);

/// Returns tables by strategy, seat and parameters, and of the differences of strategies. Its JSON is also the data of
/// its page (report_page()).
Report blame_run_report(const BlameRunReport& report);

}  // namespace host
