#include "host/view/failure_list.hpp"

#include "host/text.hpp"
#include "host/view/table.hpp"

namespace host {

std::string command_for(const RunPlan& plan, const Fixture& fixture, const std::string& program) {
  std::vector<std::string> words = {program};
  words.insert(words.end(), plan.given.begin(), plan.given.end());
  for (const std::size_t entrant : fixture.seating) {
    words.emplace_back("--plugin");
    words.push_back(plan.entrants[entrant].given);
  }
  if (fixture.seating.size() > 1) words.insert(words.end(), {"--seats", "listed"});
  words.insert(words.end(), {"--seed", std::to_string(fixture.seed)});
  for (std::string& word : words) word = shell_word(word);
  return join(words, " ");
}

std::size_t FailureList::add(const FinishedMatch& match) {
  constexpr std::size_t most = 10;
  const std::vector<SeatResult>& seats = match.transcript.result.seats;
  const std::size_t before = count_;
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    const Outcome& outcome = seats[seat].outcome;
    if (outcome.ok()) continue;
    if (count_++ == 0) again_ = command_for(plan_, match.fixture, program_);
    if (first_.size() == most) continue;
    first_.push_back({match.fixture.seed, match.transcript.seats[seat].name, plan_.game.description.seat_names[seat],
                      std::string(outcome_name(outcome.kind)) + ": " + outcome.reason});
  }
  return count_ - before;
}

std::string FailureList::text() const {
  if (count_ == 0) return {};
  std::vector<std::vector<std::string>> rows = {{"seed", "strategy", "seat", "failure"}};
  for (const Failed& failed : first_)
    rows.push_back({std::to_string(failed.seed), failed.strategy, failed.seat, plain(failed.cause)});
  std::string text = table(rows);
  if (count_ > first_.size()) text += "and " + std::to_string(count_ - first_.size()) + " more\n";
  return text + "The first one again: " + again_ + "\n";
}

}  // namespace host
