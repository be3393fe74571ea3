#include "host/tournament/give_up.hpp"

#include <algorithm>
#include <set>

namespace host {

GiveUp::GiveUp(const std::vector<Participant>& participants, std::uint64_t limit) : rows_(participants.size()) {
  for (std::size_t participant = 0; participant < participants.size(); ++participant) {
    const auto& program = participants[participant].file.program;
    rows_[participant].limit = program && !program->fault.empty() ? 1 : limit;
  }
}

bool GiveUp::leaves_out(const Seating& seating) const {
  return std::any_of(seating.begin(), seating.end(), [&](std::size_t participant) {
    return rows_[participant].given_up.load(std::memory_order_relaxed);
  });
}

std::vector<std::size_t> GiveUp::add(const FinishedMatch& match) {
  std::vector<std::size_t> now;
  if (match.fault) return now;
  const Seating& seating = match.scheduled.seating;
  std::set<std::size_t> failed;
  for (std::size_t seat = 0; seat < seating.size(); ++seat) {
    if (match.transcript.result.seats[seat].outcome.failed()) failed.insert(seating[seat]);
  }
  for (const std::size_t participant : std::set<std::size_t>(seating.begin(), seating.end())) {
    Row& row = rows_[participant];
    if (!failed.contains(participant)) row.has_played = true;
    if (row.has_played || ++row.failures < row.limit) continue;
    row.given_up = true;
    now.push_back(participant);
  }
  return now;
}

void GiveUp::restart() {
  left_out_ = 0;
  for (Row& row : rows_) {
    row.failures = 0;
    row.has_played = false;
    row.given_up = false;
  }
}

std::vector<std::size_t> GiveUp::given_up() const {
  std::vector<std::size_t> all;
  for (std::size_t participant = 0; participant < rows_.size(); ++participant) {
    if (rows_[participant].given_up) all.push_back(participant);
  }
  return all;
}

}  // namespace host
