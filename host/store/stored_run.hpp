// A run of the results database.
#pragma once

#include "host/match/contest.hpp"
#include "host/match/result.hpp"
#include "host/store/words.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace host {

/// A fixed part of a run's schedule, played on one of several machines, for example. merge() joins the parts.
struct Shard {
  static constexpr std::uint64_t most = 100'000;  // parts
  std::uint64_t part = 1;                         // from 1
  std::uint64_t parts = 1;
  std::string plan{};  // identifies the whole run: 32 bytes, equal for all its parts
};

/// The command that has played a run.
enum class RunKind {
  play,
  tournament,
  compare,
  search,  // its matches try points, which are no players to be ranked
  league   // a part of the schedule of the database's league
};

enum class RunState {
  running,     // a process plays it
  finished,    // all matches of its schedule are stored
  interrupted  // not all: the user stopped it, or its host was killed
};

/// Returns "running", "finished" or "interrupted".
const char* run_state_name(RunState state);

struct RunRecord {
  Words command;                 // its words, the program's name first
  std::string game;              // its id
  std::string version;           // of the game
  std::string host;              // version of the host
  std::int32_t contest = 0;      // AGON_CONTEST_...: how the matches' contest scores combine
  std::uint64_t schedule = 0;    // the number of its matches; fewer are played if it ends early. 0: joined from parts
  std::optional<Shard> shard{};  // nothing: the run has its whole schedule
  RunKind kind = RunKind::tournament;
  Measure measure = Measure::contest;  // what a comparison judges
  Words options{};                     // the options that apply to each match: game, parameters, limits
  std::string secret{};                // see MatchIdentity
};

struct StoredRun {
  RunId id = 0;
  RunRecord record;
  std::int64_t started = 0;              // seconds since 1970
  std::optional<std::int64_t> finished;  // seconds since 1970
  RunState state = RunState::running;
  std::uint64_t faults = 0;  // matches that the game failed
};

/// One of the parts of which a run consists.
struct StoredShard {
  RunId run = 0;
  Shard shard;
  bool finished = false;
};

/// A match that the game has failed.
struct StoredFault {
  Place place;
  std::string key;  // of its identity
  std::uint64_t seed = 0;
  std::string reason;
};

}  // namespace host
