// The results of `blame`: of a match, and of what strategies lose in a run. The JSON is also the data of the pages.
#pragma once

#include "host/report/report.hpp"
#include "host/tournament/blame_judged.hpp"
#include "host/tournament/blame_search.hpp"

#include <string>
#include <vector>

namespace host {

/// Returns the answer, the tested turns, the values, and what they mean, of a search of `task`. `whole`: the test of
/// the found turn with all of the time, if there is one.
Report blame_report(const BlameTask& task, const Game& game, const BlameFindings& search, const TestedTurn* whole,
                    const ContinuationCounts& counts);

/// Returns tables by strategy, seat and parameters, and of the differences of strategies: of all seats of the run that
/// `where` names. `complete`: whether all were judged as often as they may be.
Report blame_run_report(const std::vector<JudgedSeat>& seats, const Game& game, const std::string& where,
                        const std::string& reference, bool complete, const ContinuationCounts& counts);

}  // namespace host
