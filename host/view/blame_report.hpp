// The result of `blame`: its report, and what its page shows beside the match.
#pragma once

#include "host/blame/continuations.hpp"
#include "host/blame/search.hpp"
#include "host/plugin/description.hpp"
#include "host/view/report.hpp"

#include <cstddef>
#include <string>

namespace host {

/// Everything that a report needs.
struct BlameReport {
  const BlameTask& task;
  const BlameSearch& search;
  const BlameOptions& options;
  bool hides = false;        // whether a seat can know what another one does not
  double quick_part = 1;     // of their time, which strategies have in quick continuations
  std::size_t played = 0;    // continuations
  std::size_t failures = 0;  // of these, continuations in which a seat failed
  std::string first_failure{};
};

/// Returns the sentence about the turn that was found, or that none was.
std::string blame_answer(const BlameReport& report);

/// Returns the answer, the tested turns, the values, and what they mean.
Report blame_report(const BlameReport& report);

/// Returns the values as an SVG picture: each with its interval, and the turn that was found.
std::string blame_picture(const BlameReport& report);

/// Returns the match with the values in place of what the seat has reported, and a note at each tested turn.
Transcript blamed_match(const BlameReport& report);

}  // namespace host
