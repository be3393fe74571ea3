#include "host/tournament/lookup.hpp"

#include "host/tournament/archive.hpp"

#include <utility>

namespace host {

Lookup::Lookup(const RunPlan& plan) : plan_(plan) {
  if (!plan.database) return;
  identity_.conditions = conditions_of(plan, 0);
  identity_.secret = plan.secret;
  if (plan.look_up) store_.emplace(*plan.database);
}

FinishedMatch Lookup::prepared(std::size_t index) {
  FinishedMatch match;
  match.fixture = plan_.schedule.at(index);
  if (!plan_.database) return match;
  match.key = key_of(match.fixture);
  if (store_) find(match);
  return match;
}

std::string Lookup::key_of(std::size_t index) {
  return key_of(plan_.schedule.at(index));
}

std::string Lookup::key_of(const Fixture& fixture) {
  if (!plan_.openings.lines.empty()) identity_.conditions = conditions_of(plan_, fixture.seed);
  identity_.seed = fixture.seed;
  identity_.seats = players(fixture);
  return key(identity_);
}

void Lookup::finish(FinishedMatch& match, PlayedMatch&& played) const {
  static_cast<PlayedMatch&>(match) = std::move(played);
  if (match.fault) match.transcript.seats = players(match.fixture);
}

std::vector<SeatIdentity> Lookup::players(const Fixture& fixture) const {
  std::vector<SeatIdentity> all;
  for (const std::size_t entrant : fixture.seating) all.push_back(plan_.entrants[entrant].identity);
  return all;
}

void Lookup::find(FinishedMatch& match) {
  const auto found = store_->find(match.key);
  if (!found) {
    if (const auto fault = store_->find_fault(match.key)) {
      match.fault = *fault;
      match.transcript.seats = identity_.seats;
      match.stored = 0;
    }
    return;
  }
  match.stored = found->id;
  match.machine = found->machine;
  match.transcript = found->summary();
  for (std::size_t seat = 0; seat < identity_.seats.size(); ++seat)
    match.transcript.seats[seat].name = identity_.seats[seat].name;
  match.logs.resize(identity_.seats.size());
}

}  // namespace host
