// The results of `blame`. The JSON is also the data of the page.
#pragma once

#include "host/report/report.hpp"
#include "host/tournament/blame_judged.hpp"
#include "host/tournament/blame_search.hpp"

namespace host {

/// Returns the answer, the tested turns, the values, and what they mean, of a search of `task`. `whole`: the test of
/// the found turn with all of the time, if there is one.
Report blame_report(const BlameTask& task, const Game& game, const BlameFindings& search, const TestedTurn* whole,
                    const ContinuationCounts& counts);

}  // namespace host
