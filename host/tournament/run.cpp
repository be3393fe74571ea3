#include "host/tournament/run.hpp"

#include "host/arena/job_player.hpp"
#include "host/plugin/ticks.hpp"
#include "host/tournament/parts.hpp"
#include "host/tournament/pool.hpp"
#include "host/tournament/run_store.hpp"
#include "host/util/digest.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

namespace host {

std::optional<NotStarted> not_started(const FinishedMatch& match, std::set<std::size_t>& started) {
  std::optional<NotStarted> found;
  const Seating& seating = match.scheduled.seating;
  for (std::size_t seat = 0; seat < seating.size(); ++seat) {
    const Outcome& outcome = match.result.seats[seat].outcome;
    if (outcome.kind != AGON_OUTCOME_LOAD) {
      started.insert(seating[seat]);
    } else if (!found && !started.contains(seating[seat])) {
      found = {seating[seat], outcome.reason};
    }
  }
  return found;
}

GiveUp::GiveUp(std::size_t participants, std::uint64_t limit) : limit_(limit), rows_(participants) {}

bool GiveUp::leaves_out(const Seating& seating) const {
  return std::any_of(seating.begin(), seating.end(), [&](std::size_t participant) {
    return rows_[participant].left_out.load(std::memory_order_relaxed);
  });
}

GiveUp::Decision GiveUp::add(const FinishedMatch& match) {
  if (match.result.fault) return {};
  if (auto found = host::not_started(match, started_)) {
    rows_[found->participant].left_out = true;
    not_started_.push_back(*found);
    if (rows_.size() - not_started_.size() < 2) {
      const Seating& seating = match.scheduled.seating;
      const auto seat = std::ranges::find(seating, found->participant) - seating.begin();
      throw Failure(Exit::plugin, match.result.place.names.at(static_cast<std::size_t>(seat)) +
                                      " can't be started: " + found->reason);
    }
    return {.counts = false, .not_started = std::move(found)};
  }
  Decision decision;
  const Seating& seating = match.scheduled.seating;
  std::set<std::size_t> failed;
  for (std::size_t seat = 0; seat < seating.size(); ++seat) {
    if (match.result.seats[seat].outcome.failed()) failed.insert(seating[seat]);
  }
  for (const std::size_t participant : std::set<std::size_t>(seating.begin(), seating.end())) {
    Row& row = rows_[participant];
    if (!failed.contains(participant)) row.has_played = true;
    if (row.has_played || limit_ == 0 || ++row.failures < limit_) continue;
    row.left_out = true;
    decision.given_up.push_back(participant);
  }
  return decision;
}

std::vector<std::size_t> GiveUp::given_up() const {
  std::vector<std::size_t> all;
  for (std::size_t participant = 0; participant < rows_.size(); ++participant) {
    const bool started = std::ranges::find(not_started_, participant, &NotStarted::participant) == not_started_.end();
    if (rows_[participant].left_out && started) all.push_back(participant);
  }
  return all;
}

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

/// Opens number `job` of `jobs` arenas that play matches of the plan side by side. The plan must exist as long.
std::unique_ptr<Arena> open_arena(const RunPlan& plan, std::size_t job, std::size_t jobs) {
  if (plan.sandbox.level == Level::none) return std::make_unique<JobPlayer>(plan, loaded(plan.game));
  return std::make_unique<ArenaProcess>(plan, plan.game_limits, job, jobs);
}

/// Chooses how many matches to request at a time: short ones share a message, and long ones can be distributed evenly.
class Pace {
 public:
  /// `waits`: for other machines, whose matches come in any number.
  explicit Pace(bool waits) : waits_(waits), size_(waits ? most_in_chunk : 1) {}

  [[nodiscard]] std::size_t size() const { return size_; }

  void took(std::int64_t ns) {
    constexpr std::int64_t short_ns = 3'000'000;
    constexpr std::int64_t long_ns = 10'000'000;
    if (ns < short_ns) size_ = std::min(2 * size_, most_in_chunk);
    if (ns > long_ns && !waits_) size_ = 1;
  }

 private:
  bool waits_;
  std::size_t size_;
};

/// Finishes matches of the schedule, one after the other: from the database, or played.
class MatchSource {
 public:
  using Take = std::function<void(FinishedMatch&& match)>;

  /// Plays as number `job` of `jobs`; without isolation, in the thread that makes it.
  MatchSource(const RunPlan& plan, std::size_t job, std::size_t jobs)
      : plan_(plan),
        first_(plan.schedule.size() == 0 ? 0 : plan.schedule.at(0).number),
        lookup_(plan),
        pinned_(plan.sandbox.level == Level::none ? plan.sandbox.pin : Pin{.on = false, .core = {}}, job, jobs),
        arena_(plan.machines ? open_machines(plan) : open_arena(plan, job, jobs)),
        pace_(plan.machines != nullptr) {}

  /// Passes the matches of the chunk to `take`, in order: all, or the first ones if it is to stop. Returns the wanted
  /// size of the next chunk.
  std::size_t finish(Chunk chunk, const Take& take, ArenaHooks hooks) {
    const std::int64_t began_ns = read_clock(CLOCK_MONOTONIC);
    std::vector<FinishedMatch> waiting;
    std::vector<MatchRequest> requests;
    std::size_t played = 0;
    hooks.finished = [&](PlayedMatch&& match) {
      FinishedMatch& finished = waiting[played++];
      // What the first match of all can't be played with is a fault of the command. A later one is left out.
      if (match.refused && finished.scheduled.number == first_ && !plan_.is_part)
        throw Failure(Exit::usage, *match.result.fault);
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
      if (match.state != FinishedMatch::State::to_play) {
        if (!play_waiting()) return pace_.size();
        take(std::move(match));
        hooks.tick();
      } else {
        requests.push_back(match.scheduled.request());
        waiting.push_back(std::move(match));
      }
    }
    play_waiting();
    pace_.took(read_clock(CLOCK_MONOTONIC) - began_ns);
    return pace_.size();
  }

 private:
  const RunPlan& plan_;
  std::size_t first_;  // number of the run's first match
  Lookup lookup_;
  Pinned pinned_;
  std::unique_ptr<Arena> arena_;
  Pace pace_;
};

class RunAlone final : public OpenRun {
 public:
  explicit RunAlone(const RunPlan& plan) : plan_(plan), source_(plan, 0, 1) {}

  std::size_t play(const RunHooks& hooks) override {
    std::vector<FinishedMatch> matches;
    std::int64_t delivered_ns = 0;
    const auto deliver = [&] {
      delivered_ns = read_clock(CLOCK_MONOTONIC);
      played_ += matches.size();
      if (!matches.empty()) hooks.finished(std::exchange(matches, {}));
    };
    ArenaHooks of_arena;
    of_arena.shown = hooks.shown;
    of_arena.should_stop = hooks.should_stop;
    of_arena.tick = [&] {
      constexpr std::int64_t longest_ns = 100'000'000;
      if (read_clock(CLOCK_MONOTONIC) - delivered_ns >= longest_ns) deliver();
      hooks.tick();
    };
    const auto take = [&](FinishedMatch&& match) { matches.push_back(std::move(match)); };
    try {
      while (played_ < plan_.schedule.size() && !hooks.should_stop()) {
        wanted_ = source_.finish({played_, std::min(wanted_, plan_.schedule.size() - played_)}, take, of_arena);
        deliver();
      }
    } catch (...) {
      deliver();
      throw;
    }
    return played_;
  }

 private:
  const RunPlan& plan_;
  MatchSource source_;
  std::size_t played_ = 0;
  std::size_t wanted_ = 1;
};

class RunInPool final : public OpenRun {
 public:
  explicit RunInPool(const RunPlan& plan)
      : plan_(plan),
        known_(plan.schedule.size()),
        pool_(
            plan.jobs, [this](std::size_t job) { return worker(job); }, [this] { return known_.load(); }) {}

  std::size_t play(const RunHooks& hooks) override {
    known_ = plan_.schedule.size();
    return pool_.run(
        [&](std::size_t, std::vector<FinishedMatch>&& matches) {
          hooks.finished(std::move(matches));
          known_ = plan_.schedule.size();
        },
        hooks.should_stop, hooks.tick);
  }

 private:
  using Matches = Pool<FinishedMatch>;

  [[nodiscard]] Matches::Worker worker(std::size_t job) const {
    const auto source = std::make_shared<MatchSource>(plan_, job, plan_.jobs);
    return [source](Chunk chunk, const Matches::Emit& emit, const std::function<bool()>& should_stop) {
      ArenaHooks hooks;
      hooks.should_stop = should_stop;
      std::size_t index = chunk.first;
      return source->finish(
          chunk, [&](FinishedMatch&& match) { emit(index++, std::move(match)); }, hooks);
    };
  }

  const RunPlan& plan_;
  std::atomic<std::size_t> known_;  // that of the schedule, which the threads must not read while it grows
  Matches pool_;
};

}  // namespace

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

std::unique_ptr<OpenRun> open_run(const RunPlan& plan) {
  if (plan.jobs == 1 || plan.machines) return std::make_unique<RunAlone>(plan);
  return std::make_unique<RunInPool>(plan);
}

std::size_t play_run(const RunPlan& plan, const RunHooks& hooks) {
  return open_run(plan)->play(hooks);
}

namespace {

std::string bytes_of(const Digest& digest) {
  return {digest.begin(), digest.end()};
}

}  // namespace

std::string run_identity(const RunPlan& plan) {
  constexpr std::size_t chunk = 1 << 20;
  MatchIdentity everyone{.conditions = conditions_of(plan, 0), .seed = 0, .secret = plan.secret, .seats = {}};
  for (const Participant& participant : plan.participants) everyone.seats.push_back(participant.identity);
  std::string text = key(everyone);
  for (const Participant& participant : plan.participants) text += participant.identity.name + '\n';
  for (std::size_t index = 0; index < plan.schedule.size(); ++index) {
    const ScheduledMatch scheduled = plan.schedule.at(index);
    text += std::to_string(scheduled.seed) + ' ' + std::to_string(scheduled.block);
    if (!plan.openings.lines.empty()) {
      everyone.conditions = conditions_of(plan, scheduled.seed);
      text += ' ' + key(everyone) + ' ';
    }
    for (const std::size_t participant : scheduled.seating) text += ' ' + std::to_string(participant);
    if (const auto& branch = scheduled.branch)
      text += " after " + std::to_string(branch->events) + (branch->acts ? " and one more" : "");
    text += '\n';
    if (text.size() > chunk) text = bytes_of(sha256_of(text));  // saves memory for millions of matches
  }
  return bytes_of(sha256_of(text));
}

void take_shard(RunPlan& plan, const std::string& text) {
  const std::vector<std::string> words = split(text, '/');
  const std::size_t part = whole_number<std::size_t>(words.front()).value_or(0);
  const std::size_t parts = whole_number<std::size_t>(words.back()).value_or(0);
  if (words.size() != 2 || part == 0 || part > parts)
    throw Failure(Exit::usage, "--shard " + text + ": it takes a part and the number of parts, as in 2/4");
  if (parts > Shard::most)
    throw Failure(Exit::usage, "--shard " + text + ": a run has at most " + std::to_string(Shard::most) + " parts");
  const std::size_t seeds = plan.schedule.seeds().size();
  if (parts > seeds)
    throw Failure(Exit::usage,
                  "--shard " + text + ": the run has only " + counted(seeds, "seed") + ", and each part needs one");
  if (!plan.database)
    throw Failure(Exit::usage,
                  "--shard " + text + " needs a database, from which 'merge' joins the parts: name it with --db");
  plan.shard = Shard{.part = part, .parts = parts, .plan = run_identity(plan)};
  plan.schedule = plan.schedule.shard(part, parts);
}

}  // namespace host
