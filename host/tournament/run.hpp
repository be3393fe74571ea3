// A run: the matches of one command, played by one job or by several side by side.
#pragma once

#include "host/match/transcript.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/plugin/spec.hpp"
#include "host/seat/open_seat.hpp"
#include "host/tournament/schedule.hpp"
#include "host/tournament/seating.hpp"
#include "host/tournament/seeds.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace host {

/// A strategy that takes part, with a value for each of its options.
struct Entrant {
  StrategyFile file;
  std::vector<std::string> options;
  SeatIdentity identity;
  std::string given{};         // what the user named it with
  bool options_given = false;  // whether the user has set any
};

/// Finds the strategy and checks its options. Throws Failure(usage) or Failure(plugin).
Entrant enter(const PluginSpec& spec, const GameDescription& game, const Catalogue& catalogue);

/// All that a run plays.
struct RunPlan {
  Game game;
  std::vector<Entrant> entrants;
  Seeds seeds;  // as they were named; the list itself is the schedule's
  Schedule schedule;
  std::vector<std::optional<std::string>> parameters;
  agon_limits limits{};  // in force
  std::string secret{};  // for the strategies' own seeds: see strategy_seed()
  Custody custody;
  std::vector<std::string> given{};  // the words of the command line that each match takes: game, parameters, limits
  bool record = false;               // whether transcripts have their actions
  std::optional<std::filesystem::path> database{};  // where results are kept, if anywhere
  bool look_up = false;           // whether a match that is in the database is taken from there, not played
  bool keep_transcripts = false;  // whether transcripts are kept in the database, too
  std::size_t jobs = 1;           // how many matches are played at a time
};

/// A match that is over.
struct FinishedMatch {
  std::size_t number = 0;  // in the schedule
  Fixture fixture;
  std::unique_ptr<GameState> state;      // NULL: it was not played, but found in the database
  std::string key{};                     // its identity, in a run with a database
  std::optional<std::int64_t> stored{};  // the number under which it was found there
  Transcript transcript;
  std::vector<std::string> logs;  // what each seat wrote
};

/// Who follows a run; all are called in the thread that calls play_run().
struct RunObserver {
  std::vector<Spectator*> spectators;                   // see every match as it is played; only with one job
  std::function<void(FinishedMatch&& match)> finished;  // each match that is over, in the order of the schedule
  std::function<bool()> should_stop;                    // whether no further match is to begin
  std::function<void()> tick = [] {};                   // now and then
};

/// Tries, before anything is played, the strategies whose options the user has set. Throws Failure(usage), with the
/// strategy's sentence, if one refuses them. In a match a refusal costs the strategy that match.
void check_options(const RunPlan& plan);

/// Plays the plan. Which matches there are, and what comes of them, does not depend on the number of jobs. Returns how
/// many were finished.
std::size_t play_run(const RunPlan& plan, const RunObserver& observer);

}  // namespace host
