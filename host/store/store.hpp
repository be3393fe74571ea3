// The results database: runs and their matches in one SQLite file. docs/database.md describes its tables.
//
// A match is stored once, under its identity's key; runs refer to it. Each writing call is one transaction, or all of
// together(): once that has returned, its data survives a kill of the process. Several processes may use one file
// concurrently. A Store must be used only in one thread, and only in the process that created it.
#pragma once

#include "host/match/contest.hpp"
#include "host/match/transcript.hpp"
#include "host/store/identity.hpp"
#include "host/store/stored_match.hpp"
#include "host/store/words.hpp"
#include "host/util/machine.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace host {

/// Returns `$XDG_DATA_HOME/agon/agon.db`, or `~/.local/share/agon/agon.db` if the variable is not set. Throws
/// Failure(database) if HOME is also missing.
std::filesystem::path default_database();

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

/// Selects matches; all criteria that are set must hold.
struct Filter {
  std::optional<RunId> run{};         // if unset, each match once: in the first run that has it, a search last
  std::optional<RunKind> kind{};      // of the runs
  std::optional<RunKind> without{};   // no matches of runs of this kind
  std::optional<std::string> game{};  // its id
  bool kept = false;                  // only those whose transcripts are stored
  bool by_seed = false;               // sorted by conditions and seed instead of by run
  /// The runs have parts of one schedule, each from where the one before it ended: a block may have matches of several.
  /// Each place of the schedule once, even if another one has the same match.
  bool one_schedule = false;
};

/// What the database has after a match was added.
enum class Added {
  as_played,   // the result of this play
  earlier,     // another result, of an earlier play
  in_place_of  // the result of this play, in place of another one without a transcript
};

struct StoreOptions {
  bool create = true;                          // false: the database must exist
  bool to_write = true;                        // false: only read, if writing is impossible
  std::chrono::milliseconds patience{30'000};  // for other writers
  std::optional<std::int64_t> max_pages{};     // of the file, for tests
};

class Store {
 public:
  /// Opens the database. If it does not exist, creates it and its parent folders. This and all other functions throw
  /// Failure(database) if the file can't be used, is not a results database, or was created by a newer or an older
  /// host; if it can't be written or the disk is full; or if other processes keep it locked for longer than `patience`.
  /// Previously stored data is preserved.
  explicit Store(const std::filesystem::path& file, const StoreOptions& options = {});
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  ~Store();

  /// Calls `body`, whose calls write or read the database in one transaction, which takes less time than one for each.
  /// Other processes can't write meanwhile. If it throws, nothing is written.
  void together(const std::function<void()>& body);
  /// The same for a body that only reads, and keeps no other process from writing.
  void together_reading(const std::function<void()>& body);

  /// Begins a run at the current time.
  RunId begin_run(const RunRecord& record);
  /// Stores where the file with that SHA-256 is.
  void add_file(const std::string& sha256, const GivenFile& file);
  /// Returns where the file with that SHA-256 was.
  [[nodiscard]] std::vector<GivenFile> files(const std::string& sha256);

  /// Stores that there is this build of a strategy for the game, and where its file is.
  void add_build(const std::string& game, const SeatIdentity& strategy, const GivenFile& file);
  /// Returns the build of the strategy in this game that was stored last of those with another SHA-256.
  [[nodiscard]] std::optional<SeatIdentity> last_other_build(const std::string& game, const SeatIdentity& strategy);

  /// Ends the run at the current time.
  void finish_run(RunId run, RunState state);

  /// Returns the match with that key, if it is stored. It has neither a run nor a place.
  [[nodiscard]] std::optional<StoredMatch> find(const std::string& key);

  /// Stores a match that was played: transcript.seats are identity.seats. `key` is key(identity). `line` is the
  /// transcript as one line of JSON, if it is to be kept. If the match is already stored, as after an earlier run or by
  /// another host, keeps that one and adds it to the run; but if only the new one has a line, replaces the result, so
  /// that a stored transcript is always that of the stored result. `machine` is the one that has played it.
  Added add(RunId run, const Place& place, const std::string& key, const Conditions& conditions,
            const Transcript& transcript, const PackedLine& line = {}, const Machine& machine = this_machine());

  /// Adds a match that find() returned to the run. Does nothing if that place of the run already contains it.
  void adopt(RunId run, const Place& place, MatchId match);

  /// Stores that the game has failed a match, which thus has no result. Does nothing if that place of the run already
  /// contains it.
  void add_fault(RunId run, const Place& place, const std::string& key, std::uint64_t seed, const std::string& reason);

  /// Returns why the game has failed the match with that key, if it has.
  [[nodiscard]] std::optional<std::string> find_fault(const std::string& key);

  /// Returns the transcript that was kept with the match.
  [[nodiscard]] std::optional<std::string> transcript(MatchId match);
  [[nodiscard]] bool has_transcript(MatchId match);

  /// Removes the transcripts of the run, or all, and the space that they took. Returns their number.
  std::uint64_t remove_transcripts(const std::optional<RunId>& run);

  /// Calls `take` for each match, ordered by run and number, or by seed. Memory does not grow with the number of
  /// matches. `take` may change the match, or exchange it for another one. It may read from the Store, but must not
  /// write.
  void for_each_match(const Filter& filter, const std::function<void(StoredMatch&)>& take);

  /// Returns a number that is equal for matches of the same strategies, in whatever seats.
  [[nodiscard]] std::uint64_t players_of(MatchId match);

  /// Returns all runs, the oldest first.
  [[nodiscard]] std::vector<StoredRun> runs();

  /// Returns the current number of a run's matches, without those that the game failed. It takes time in proportion.
  [[nodiscard]] std::uint64_t matches_of(RunId run);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace host
