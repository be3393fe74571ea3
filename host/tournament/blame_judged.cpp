#include "host/tournament/blame_judged.hpp"

#include "host/match/contest.hpp"

#include <algorithm>

namespace host {

std::vector<std::size_t> turns_of(const Transcript& match, std::int32_t seat) {
  std::vector<std::size_t> turns;
  for (std::size_t event = match.opening.size(); event < match.events.size(); ++event) {
    if (match.events[event].seat == seat) turns.push_back(event);
  }
  return turns;
}

double worth(const BlameTask& task, const MatchResult& result) {
  const auto seat = static_cast<std::size_t>(task.seat);
  const double own = result.seats[seat].score;
  if (task.target) {
    const double from = task.match.result.seats[seat].score;
    return std::clamp((own - from) / (*task.target - from), 0.0, 1.0);
  }
  return ranked_score(own, result.scores());
}

}  // namespace host
