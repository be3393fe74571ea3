#include "host/tournament/run.hpp"

#include "host/arena/player.hpp"
#include "host/failure.hpp"
#include "host/session/ticks.hpp"
#include "host/tournament/archive.hpp"
#include "host/tournament/pool.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <mutex>
#include <utility>

namespace host {

namespace {

/// Returns the game, loaded into this process. It is never unloaded: code of it may still run.
const Game& loaded(const GameBuild& game) {
  static std::mutex guard;
  static auto& all = *new std::map<std::pair<std::shared_ptr<const Build>, std::string>, Game>;
  const std::lock_guard lock(guard);
  const auto [place, is_new] = all.try_emplace({game.build, game.description.id});
  if (is_new) {
    try {
      place->second = load_game(game);
    } catch (...) {
      all.erase(place);
      throw;
    }
    game.build->drop_file();  // so that no file remains if the host is killed
  }
  return place->second;
}

/// Chooses how many matches to request at a time: short ones share a message, and long ones can be distributed evenly.
class Pace {
 public:
  [[nodiscard]] std::size_t size() const { return size_; }

  void took(std::int64_t ns) {
    constexpr std::int64_t short_ns = 3'000'000;
    constexpr std::int64_t long_ns = 10'000'000;
    if (ns < short_ns) size_ = std::min(2 * size_, most_in_chunk);
    if (ns > long_ns) size_ = 1;
  }

 private:
  std::size_t size_ = 1;
};

/// Finishes matches of the schedule, one after the other: from the database, or played.
class MatchSource {
 public:
  using Take = std::function<void(FinishedMatch&& match)>;

  MatchSource(const RunPlan& plan, std::unique_ptr<Arena> arena) : lookup_(plan), arena_(std::move(arena)) {}

  /// Passes the matches of the chunk to `take`, in order: all, or the first ones if it is to stop. Returns the wanted
  /// size of the next chunk.
  std::size_t finish(Chunk chunk, const Take& take, ArenaHooks hooks) {
    const std::int64_t began_ns = read_clock(CLOCK_MONOTONIC);
    std::vector<FinishedMatch> waiting;
    std::vector<MatchRequest> requests;
    std::size_t played = 0;
    hooks.played = [&](PlayedMatch&& match) {
      FinishedMatch& finished = waiting[played++];
      lookup_.finish(finished, std::move(match));
      take(std::move(finished));
    };
    const auto play_waiting = [&] {
      played = 0;
      if (!requests.empty()) arena_->play(requests, hooks);
      const bool all = played == requests.size();
      requests.clear();
      waiting.clear();
      return all;
    };
    for (FinishedMatch& match : lookup_.prepared(chunk)) {
      if (match.stored || match.left_out) {
        if (!play_waiting()) return pace_.size();
        take(std::move(match));
        hooks.tick();
      } else {
        requests.push_back({match.scheduled.seed, match.scheduled.seating});
        waiting.push_back(std::move(match));
      }
    }
    play_waiting();
    pace_.took(read_clock(CLOCK_MONOTONIC) - began_ns);
    return pace_.size();
  }

 private:
  Lookup lookup_;
  std::unique_ptr<Arena> arena_;
  Pace pace_;
};

std::size_t play_alone(const RunPlan& plan, const RunObserver& observer) {
  const bool here = plan.sandbox.level == Level::none;
  const Pinned pinned(here ? plan.sandbox.pin : Pin{.on = false, .core = {}}, 0, 1);
  MatchSource source(plan, open_arena(plan, 0, 1));
  std::vector<FinishedMatch> matches;
  std::size_t played = 0;
  std::int64_t delivered_ns = 0;
  const auto deliver = [&] {
    delivered_ns = read_clock(CLOCK_MONOTONIC);
    played += matches.size();
    if (!matches.empty()) observer.finished(std::exchange(matches, {}));
  };
  ArenaHooks hooks;
  hooks.shown = observer.shown;
  hooks.should_stop = observer.should_stop;
  hooks.tick = [&] {
    constexpr std::int64_t longest_ns = 100'000'000;
    if (read_clock(CLOCK_MONOTONIC) - delivered_ns >= longest_ns) deliver();
    observer.tick();
  };
  const auto take = [&](FinishedMatch&& match) { matches.push_back(std::move(match)); };
  std::size_t wanted = 1;
  try {
    while (played < plan.schedule.size() && !observer.should_stop()) {
      wanted = source.finish({played, std::min(wanted, plan.schedule.known() - played)}, take, hooks);
      deliver();
    }
  } catch (...) {
    deliver();
    throw;
  }
  return played;
}

}  // namespace

std::unique_ptr<Arena> open_arena(const RunPlan& plan, std::size_t job, std::size_t jobs) {
  if (plan.sandbox.level == Level::none) return std::make_unique<Player>(plan, loaded(plan.game));
  return std::make_unique<ArenaProcess>(plan, plan.game_limits, job, jobs);
}

std::size_t seats_of_matches(const RunPlan& plan) {
  const GameDescription& game = plan.game.description;
  return plan.group != 0 ? plan.group : std::max(game.min_seats, std::min(game.max_seats, 2U));
}

Seatings usual_seatings(const RunPlan& plan) {
  return plan.group > 2 ? Seatings::rotate : Seatings::all;
}

void check_strategies(const RunPlan& plan) {
  for (const Participant& participant : plan.participants)
    check_participant(participant, plan.limits, plan.sandbox.level);
  if (plan.schedule.size() == 0) return;
  if (std::none_of(plan.participants.begin(), plan.participants.end(),
                   [](const Participant& each) { return each.may_refuse; }))
    return;
  const auto seats = static_cast<std::int32_t>(plan.schedule.at(0).seating.size());
  if (const auto refusal = open_arena(plan, 0, 1)->refusal(seats)) throw Failure(Exit::usage, *refusal);
}

std::size_t play_run(const RunPlan& plan, const RunObserver& observer) {
  if (plan.cluster) return play_on_cluster(plan, observer);
  if (plan.jobs == 1) return play_alone(plan, observer);
  using Matches = Pool<FinishedMatch>;
  const auto make_worker = [&](std::size_t job) -> Matches::Worker {
    const bool here = plan.sandbox.level == Level::none;
    const auto pinned =
        std::make_shared<Pinned>(here ? plan.sandbox.pin : Pin{.on = false, .core = {}}, job, plan.jobs);
    const auto source = std::make_shared<MatchSource>(plan, open_arena(plan, job, plan.jobs));
    return [pinned, source](Chunk chunk, const Matches::Emit& emit, const std::function<bool()>& should_stop) {
      ArenaHooks hooks;
      hooks.should_stop = should_stop;
      std::size_t index = chunk.first;
      return source->finish(
          chunk, [&](FinishedMatch&& match) { emit(index++, std::move(match)); }, hooks);
    };
  };
  Matches pool(plan.schedule.size(), plan.jobs, make_worker, [&] { return plan.schedule.known(); });
  return pool.run([&](std::size_t, std::vector<FinishedMatch>&& matches) { observer.finished(std::move(matches)); },
                  observer.should_stop, observer.tick);
}

}  // namespace host
