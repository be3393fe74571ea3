#include "host/view/failure_list.hpp"

#include "host/match/transcript.hpp"
#include "host/view/again.hpp"

namespace host {

void FailureList::add(const FinishedMatch& match, const std::string& strategy, const std::string& kind,
                      const std::string& reason) {
  const std::size_t group = causes_.group_of(strategy, kind, reason);
  if (group == rows_.size())
    rows_.push_back({strategy, kind, 0, match.scheduled.seed, reason, match_again(plan_, match.scheduled, program_)});
  ++rows_[group].count;
}

std::size_t FailureList::add(const FinishedMatch& match) {
  if (match.fault) {
    add(match, "(the game)", "fault", *match.fault);
    return 1;
  }
  std::size_t count = 0;
  const std::vector<SeatResult>& seats = match.transcript.result.seats;
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    const Outcome& outcome = seats[seat].outcome;
    if (!outcome.failed()) continue;
    ++count;
    add(match, match.transcript.seats[seat].name, outcome_name(outcome.kind), outcome.reason);
  }
  return count;
}

Report failure_report(const std::vector<FailureRow>& rows) {
  Report report{.json = {{"failures", nlohmann::ordered_json::array()}}};
  Section section{
      .columns = {"strategy", "failure=kind", "count", "first seed=seed", "first reason=reason", "command=again"}};
  for (const FailureRow& each : rows)
    section.rows.push_back(
        {{"strategy", each.strategy},
         {"kind", each.kind},
         {"count", each.count},
         {"seed", seed_json(each.seed)},
         {"reason", each.reason},
         {"again", each.again.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(each.again)}});
  report.json["failures"] = section.rows;
  if (!rows.empty()) report.sections.push_back(std::move(section));
  return report;
}

}  // namespace host
