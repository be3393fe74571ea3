#include "host/view/failure_list.hpp"

#include "host/match/transcript.hpp"
#include "host/view/again.hpp"

#include <algorithm>

namespace host {

void FailureList::add(const FinishedMatch& match, const std::string& strategy, const std::string& kind,
                      const std::string& reason) {
  auto found = std::find_if(all_.begin(), all_.end(),
                            [&](const Failed& each) { return each.strategy == strategy && each.kind == kind; });
  if (found == all_.end()) found = all_.insert(found, {strategy, kind, reason, match.scheduled});
  ++found->count;
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
    if (outcome.ok()) continue;
    ++count;
    add(match, match.transcript.seats[seat].name, outcome_name(outcome.kind), outcome.reason);
  }
  return count;
}

Report FailureList::report() const {
  Report report{.json = {{"failures", nlohmann::ordered_json::array()}}};
  Section section{
      .columns = {"strategy", "failure=kind", "count", "first seed=seed", "first reason=reason", "command=again"}};
  for (const Failed& each : all_)
    section.rows.push_back({{"strategy", each.strategy},
                            {"kind", each.kind},
                            {"count", each.count},
                            {"seed", seed_json(each.first.seed)},
                            {"reason", each.reason},
                            {"again", match_again(plan_, each.first, program_)}});
  report.json["failures"] = section.rows;
  if (!all_.empty()) report.sections.push_back(std::move(section));
  return report;
}

}  // namespace host
