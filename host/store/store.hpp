// The results database: runs and their matches in one SQLite file; docs/database.md describes its tables.
//
// A match is stored under its identity's key, once; runs refer to it. Each call that writes is one transaction: what a
// call that returned has written outlives a kill of the process. Several processes may use one file at once. A Store
// belongs to one thread, and to the process that made it.
#pragma once

#include "host/match/transcript.hpp"
#include "host/store/identity.hpp"
#include "host/store/stored_match.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace host {

/// `$XDG_DATA_HOME/agon/agon.db`, or `~/.local/share/agon/agon.db` where that is not set. Throws Failure(database)
/// where there is no HOME either.
std::filesystem::path default_database();

enum class RunState {
  running,     // a process plays it
  finished,    // all matches of its schedule are stored
  interrupted  // some are: by its user, or because its host was killed
};

/// "running", "finished", "interrupted".
const char* run_state_name(RunState state);

struct RunRecord {
  std::string command;       // the command line
  std::string game;          // its id
  std::string version;       // the game's
  std::string host;          // the host's version
  std::int32_t contest = 0;  // AGON_CONTEST_...: how the matches' contest scores combine
};

struct StoredRun {
  RunId id = 0;
  RunRecord record;
  std::int64_t started = 0;              // seconds since 1970
  std::optional<std::int64_t> finished;  // so
  RunState state = RunState::running;
  std::uint64_t matches = 0;  // that it has by now
};

/// Which matches; all that is set must hold.
struct Filter {
  std::optional<RunId> run{};             // without it, each match once: in the run that played it
  std::optional<std::string> game{};      // its id
  std::vector<std::string> strategies{};  // if any: on each seat one of these, by its name in the run or by its id
  std::optional<std::int64_t> since{};    // played then or later: seconds since 1970
  bool by_seed = false;                   // in the order of conditions and seeds, in place of that of the runs
};

struct StoreOptions {
  bool create = true;                          // false: there must be a database
  bool to_write = true;                        // false: only to read, which may be all that is possible
  std::chrono::milliseconds patience{30'000};  // for others that write
  std::optional<std::int64_t> max_pages{};     // the file's limit, for tests
};

class Store {
 public:
  /// Opens the database; creates it, and the folders on its way, if it isn't there. This and all else throws
  /// Failure(database) if the file can't be used, is no results database, or is one of a newer host; if it can't be
  /// written or the disk is full; or if others keep it locked for longer than `patience`. What was stored before stays.
  explicit Store(const std::filesystem::path& file, const StoreOptions& options = {});
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  ~Store();

  /// Begins a run, now.
  RunId begin_run(const RunRecord& record);
  /// Ends it, now.
  void finish_run(RunId run, RunState state);

  /// The match of that key, if it was played before. It has neither a run nor a place.
  [[nodiscard]] std::optional<StoredMatch> find(const std::string& key);

  /// Stores a match that was played: transcript.seats are identity.seats. `key` is key(identity). `line` is the
  /// transcript as one line of JSON, if it is to be kept. If the match is there already, played by another host
  /// meanwhile, that one stays, with `line` if it had none, and becomes part of the run.
  void add(RunId run, const Place& place, const std::string& key, const Conditions& conditions,
           const Transcript& transcript, const std::string& line = {});

  /// Makes a match that find() has found part of the run. Nothing changes if that place of the run holds it already.
  void adopt(RunId run, const Place& place, MatchId match);

  /// The line that was kept with the match. It may be of a later play of the same match: its times are that play's.
  [[nodiscard]] std::optional<std::string> transcript(MatchId match);

  /// Hands out matches one by one, ordered by run and number, or by seed: memory does not grow with them. What the
  /// match refers to is valid in the call only; copy what is to be kept. `take` may read from the Store, but not write.
  void for_each_match(const Filter& filter, const std::function<void(const StoredMatch&)>& take);

  /// The newest run, of that game if one is given.
  [[nodiscard]] std::optional<RunId> latest_run(const std::optional<std::string>& game = std::nullopt);
  /// All runs, the oldest first.
  [[nodiscard]] std::vector<StoredRun> runs();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace host
