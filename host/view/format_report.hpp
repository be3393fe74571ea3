// The places of a tournament with several rounds.
#pragma once

#include "host/tournament/schedule.hpp"
#include "host/view/report.hpp"

#include <string>
#include <vector>

namespace host {

/// Returns the pairs and places after the rounds that are complete, and the rule; nothing if the schedule has one
/// round. In JSON: {"pairs": [{"round": 1, "names": ["a", "b"], "points": [1.5, 0.5]}, ...], "places": [{"place": 1,
/// "name": "a", "points": 3, "match_points": 5.5, "buchholz": 4.5}, ...]}. The text has no pairs if there are many.
/// `names` are those of the participants.
Report format_report(const Schedule& schedule, const std::vector<std::string>& names);

}  // namespace host
