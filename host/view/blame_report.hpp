// The results of `blame`: of a match, and of what strategies lose in a run. The JSON is also the data of the pages.
#pragma once

#include "host/blame/continuations.hpp"
#include "host/blame/phases.hpp"
#include "host/blame/search.hpp"
#include "host/view/report.hpp"

#include <string>
#include <vector>

namespace host {

/// Returns the answer, the tested turns, the values, and what they mean. Strategies had this part of their time in the
/// search; `whole`: the test of the found turn with all of it, if there is one.
Report blame_report(const BlameTask& task, const Game& game, const BlameSearch& search, double part,
                    const TestedTurn* whole, const Continuations& work);

/// Returns tables by strategy, seat and parameters, and of the differences of strategies: of all seats of the run that
/// `where` names. `complete`: whether all were judged as often as they may be.
Report blame_run_report(const std::vector<JudgedSeat>& seats, const Game& game, const std::string& where,
                        const std::string& reference, bool complete, const Continuations& work);

}  // namespace host
