#include "host/tournament/run.hpp"

#include "host/failure.hpp"
#include "host/match/match.hpp"
#include "host/store/store.hpp"
#include "host/tournament/archive.hpp"
#include "host/tournament/pool.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace host {

namespace {

/// Plays matches one after the other, in one thread, with the same seats.
class MatchPlayer {
 public:
  MatchPlayer(const RunPlan& plan, std::vector<Spectator*> spectators)
      : plan_(plan), spectators_(std::move(spectators)) {
    if (!plan.database) return;
    identity_.conditions = conditions_of(plan);
    identity_.secret = plan.secret;
    if (plan.look_up) store_.emplace(*plan.database);
  }

  /// Returns match number `index` of the schedule: from the database, or played.
  FinishedMatch finish(std::size_t index) {
    FinishedMatch match;
    match.fixture = plan_.schedule.at(index);
    std::vector<SeatIdentity> identities;
    for (const std::size_t entrant : match.fixture.seating) identities.push_back(plan_.entrants[entrant].identity);
    if (plan_.database) {
      identity_.seed = match.fixture.seed;
      identity_.seats = identities;
      match.key = key(identity_);
    }
    if (!store_ || !find(match, identities)) play(match, std::move(identities));
    return match;
  }

 private:
  bool find(FinishedMatch& match, const std::vector<SeatIdentity>& identities) {
    const auto found = store_->find(match.key);
    if (!found) return false;
    match.stored = found->id;
    match.transcript = found->summary();
    for (std::size_t seat = 0; seat < identities.size(); ++seat)
      match.transcript.seats[seat].name = identities[seat].name;
    match.logs.resize(identities.size());
    return true;
  }

  void play(FinishedMatch& match, std::vector<SeatIdentity> identities) {
    std::vector<Seat*> seats;
    for (std::size_t seat = 0; seat < match.fixture.seating.size(); ++seat)
      seats.push_back(&seat_of(match.fixture.seating, seat));
    match.state = std::make_unique<GameState>(
        plan_.game, Setup{match.fixture.seed, static_cast<std::int32_t>(seats.size()), plan_.parameters, plan_.secret});
    std::vector<Spectator*> watching = spectators_;
    std::optional<Recorder> recorder;
    if (plan_.record) watching.push_back(&recorder.emplace(identities));
    MatchResult result = play_match(*match.state, seats, plan_.limits, watching);
    match.transcript = recorder ? recorder->finish(*match.state, std::move(result))
                                : summary(*match.state, std::move(identities), std::move(result));
    for (const Seat* const seat : seats) match.logs.push_back(seat->log());
  }

  /// An entrant that takes several seats of a match has an instance for each.
  Seat& seat_of(const Seating& seating, std::size_t seat) {
    const std::size_t entrant = seating[seat];
    const auto before = std::count(seating.begin(), seating.begin() + static_cast<std::ptrdiff_t>(seat), entrant);
    std::unique_ptr<Seat>& opened = seats_[{entrant, before}];
    // Despite an interruption, a running match is played to its end without a request to stop: hurrying would produce a
    // different match for the same seed.
    const auto not_to_be_hurried = [] { return false; };
    if (!opened)
      opened =
          open_seat(plan_.custody, plan_.entrants[entrant].file, plan_.entrants[entrant].options, not_to_be_hurried);
    return *opened;
  }

  const RunPlan& plan_;
  std::vector<Spectator*> spectators_;
  std::map<std::pair<std::size_t, std::ptrdiff_t>, std::unique_ptr<Seat>> seats_;
  MatchIdentity identity_;      // in a run with a database
  std::optional<Store> store_;  // for looking up matches
};

std::size_t play_alone(const RunPlan& plan, const RunObserver& observer) {
  const Pinned pinned(plan.custody.pin, 0, 1);
  MatchPlayer player(plan, observer.spectators);
  std::size_t played = 0;
  for (; played < plan.schedule.size() && !observer.should_stop(); ++played) {
    observer.finished(player.finish(played));
    observer.tick();
  }
  return played;
}

}  // namespace

void check_options(const RunPlan& plan) {
  if (plan.schedule.size() == 0) return;
  const auto seats = static_cast<std::int32_t>(plan.schedule.at(0).seating.size());
  const SeatStart start = seat_start(plan.game, seats, plan.limits);
  for (const Entrant& entrant : plan.entrants) {
    if (!entrant.options_given) continue;
    const auto refusal = refusal_of_options(plan.custody, entrant.file, entrant.options, start);
    if (refusal) throw Failure(Exit::usage, "strategy " + entrant.identity.strategy + ": " + *refusal);
  }
}

std::size_t play_run(const RunPlan& plan, const RunObserver& observer) {
  if (plan.jobs == 1) return play_alone(plan, observer);
  Pool<FinishedMatch> pool(plan.schedule.size(), plan.jobs, [&](std::size_t job) -> Pool<FinishedMatch>::Worker {
    const auto pinned = std::make_shared<Pinned>(plan.custody.pin, job, plan.jobs);
    const auto player = std::make_shared<MatchPlayer>(plan, std::vector<Spectator*>{});
    return [pinned, player](std::size_t index) { return player->finish(index); };
  });
  return pool.run([&](std::size_t, FinishedMatch&& match) { observer.finished(std::move(match)); },
                  observer.should_stop, observer.tick);
}

}  // namespace host
