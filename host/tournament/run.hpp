// A run: the matches of one command, played by one or several parallel jobs.
#pragma once

#include "host/arena/job.hpp"
#include "host/arena/process.hpp"
#include "host/match/contest.hpp"
#include "host/store/stored_run.hpp"
#include "host/store/words.hpp"
#include "host/tournament/schedule.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace host {

class GiveUp;
struct Machines;

/// Everything that defines a run.
struct RunPlan : Job {
  Seeds seeds;                         // as the user wrote them; the schedule has the list
  std::vector<std::uint64_t> cases{};  // the only seeds that there are, in order; empty: all numbers are seeds
  Schedule schedule;
  std::size_t group = 0;         // the seats of each match, if the user has chosen them
  std::optional<Shard> shard{};  // if set, `schedule` is this part of the run
  GameLimits game_limits{};      // unused without isolation
  Words given{};                 // the parts of the command line that apply to each match: game, parameters, limits
  std::optional<std::filesystem::path> database{};  // where to store results, if anywhere
  RunKind kind = RunKind::tournament;               // stored with them
  bool look_up = false;                             // whether to use stored matches instead of playing them
  bool complete_transcripts = false;                // whether to play stored matches without a transcript again
  Measure measure = Measure::contest;               // what a comparison judges
  std::shared_ptr<GiveUp> give_up{};                // NULL: no participant is given up
  std::size_t jobs = 1;                             // the number of matches played in parallel
  std::shared_ptr<Machines> machines{};             // the batch system that plays; NULL: this machine does
  bool is_part = false;                             // of a run on many machines: its host decides what refusals mean
};

/// Returns the number of seats of the matches between participants: the chosen one, otherwise two or what the game has
/// that is nearest.
std::size_t seats_of_matches(const RunPlan& plan);

/// Returns the orders of seats in which a group plays a seed if the user has not chosen: all of a pair, and rotations
/// of more.
Seatings usual_seatings(const RunPlan& plan);

/// A match of the schedule.
struct FinishedMatch : PlayedMatch {
  enum class State {
    to_play,   // without a result
    left_out,  // without a result, since one of its players was given up
    stored,    // found in the database, also if the game has failed it there
    played
  };
  State state = State::to_play;
  ScheduledMatch scheduled;
  std::string key{};  // of its identity, in a run with a database
  PackedLine line{};  // the transcript, if the database is to keep it
};

/// A participant that can't be started, and why.
struct NotStarted {
  std::size_t participant = 0;
  std::string reason;
};

/// Returns the first of the match's participants that failed before it was ready (outcome `load`) and is not in
/// `started`. Adds the others to `started`.
std::optional<NotStarted> not_started(const FinishedMatch& match, std::set<std::size_t>& started);

/// Leaves out participants that can't be started, and gives up those whose first matches all fail, so that a run does
/// not wait for the limits of each match with them.
///
/// It decides in the order of the schedule, whatever the order in which matches end. Matches that were begun before the
/// decision, and come after it in the schedule, do not count. So the run has the same results with any number of jobs.
class GiveUp {
 public:
  /// Gives a participant up that fails in its first `limit` matches, of those that the game has not failed; 0: none.
  /// One that does not start in its first match is left out from there on; `strict`: the run ends then.
  GiveUp(std::size_t participants, std::uint64_t limit);

  /// Returns whether a match is not played any more. Called by all jobs.
  [[nodiscard]] bool leaves_out(const Seating& seating) const;

  struct Decision {
    bool counts = true;                       // false: the match has a participant that can't be started
    std::vector<std::size_t> given_up{};      // after the match
    std::optional<NotStarted> not_started{};  // in the match
  };
  /// Takes the next match of the schedule, unless it is left out. Throws Failure(plugin) if `strict`, or if fewer than
  /// two participants are left that can be started.
  Decision add(const FinishedMatch& match);

  /// Counts a match that is left out.
  void leave_out() { ++left_out_; }

  [[nodiscard]] std::vector<std::size_t> given_up() const;
  [[nodiscard]] const std::vector<NotStarted>& not_started() const { return not_started_; }
  [[nodiscard]] std::uint64_t left_out() const { return left_out_; }

 private:
  struct Row {
    std::uint64_t failures = 0;
    bool has_played = false;  // a match without failing
    std::atomic<bool> left_out = false;
  };

  std::uint64_t limit_;
  std::uint64_t left_out_ = 0;
  std::vector<Row> rows_;
  std::set<std::size_t> started_;
  std::vector<NotStarted> not_started_;
};

/// Of a run: with the matches that have been completed since the last call, in the order of the schedule.
using RunHooks = PlayHooks<std::vector<FinishedMatch>>;

/// Before any match, checks limits of single strategies, and the strategies that may refuse: those whose options the
/// user has set, and those for any game. Throws Failure(usage), with the strategy's sentence, if one does. A refusal
/// during a match only forfeits that match.
void check_strategies(const RunPlan& plan);

/// A run that has begun: it keeps its arenas, so that matches can be added to the end of its schedule (Schedule::add)
/// between two calls. Used by one thread.
class OpenRun {
 public:
  OpenRun() = default;
  OpenRun(const OpenRun&) = delete;
  OpenRun& operator=(const OpenRun&) = delete;
  virtual ~OpenRun() = default;

  /// Plays the matches of the schedule that were not delivered. Returns the number of all completed matches. Must not
  /// be called again if the hooks have stopped it, or after an exception.
  virtual std::size_t play(const RunHooks& hooks) = 0;
};

/// The plan must exist as long as the run.
std::unique_ptr<OpenRun> open_run(const RunPlan& plan);

/// Plays the plan. The set of matches and their results do not depend on the number of jobs. Returns the number of
/// completed matches.
std::size_t play_run(const RunPlan& plan, const RunHooks& hooks);

/// Returns 32 bytes that identify the run: equal only for equal strategies, conditions and schedules.
std::string run_identity(const RunPlan& plan);

/// Reduces the plan to the part that `text` selects, as "2/4": the second of four. All parts together play every match
/// once. Must be called when the plan is complete. Throws Failure(usage).
void take_shard(RunPlan& plan, const std::string& text);

}  // namespace host
