#include "host/view/failure_list.hpp"

#include "host/view/again.hpp"
#include "host/view/table.hpp"

namespace host {

std::size_t FailureList::add(const FinishedMatch& match) {
  constexpr std::size_t most = 10;
  const std::vector<SeatResult>& seats = match.transcript.result.seats;
  const std::size_t before = count_;
  if (match.fault) {
    if (count_++ == 0) again_ = match_again(plan_, match.scheduled, program_);
    if (first_.size() < most) first_.push_back({match.scheduled.seed, "(the game)", "", *match.fault});
    return 1;
  }
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    const Outcome& outcome = seats[seat].outcome;
    if (outcome.ok()) continue;
    if (count_++ == 0) again_ = match_again(plan_, match.scheduled, program_);
    if (first_.size() == most) continue;
    first_.push_back({match.scheduled.seed, match.transcript.seats[seat].name, plan_.game.description.seat_names[seat],
                      std::string(outcome_name(outcome.kind)) + ": " + outcome.reason});
  }
  return count_ - before;
}

std::string FailureList::text() const {
  if (count_ == 0) return {};
  std::vector<std::vector<std::string>> rows = {{"seed", "strategy", "seat", "failure"}};
  for (const Failed& failed : first_)
    rows.push_back({std::to_string(failed.seed), failed.strategy, failed.seat, failed.cause});
  std::string text = table(rows);
  if (count_ > first_.size()) text += "and " + std::to_string(count_ - first_.size()) + " more\n";
  return text + "The first one again: " + again_ + "\n";
}

}  // namespace host
