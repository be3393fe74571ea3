// The results database: runs and their matches in one SQLite file. docs/database.md describes its tables.
//
// A match is stored once, under its identity's key; runs refer to it. Each writing call is one transaction, or all of
// together(): once that has returned, its data survives a kill of the process. Several processes may use one file
// concurrently. A Store must be used only in one thread, and only in the process that created it.
#pragma once

#include "host/match/result.hpp"
#include "host/store/identity.hpp"
#include "host/store/stored_run.hpp"
#include "host/store/words.hpp"

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
  [[nodiscard]] std::optional<Result> find(const std::string& key);

  /// Stores a match without a fault in its place of the run. `key` is key() of its identity. `line` is the transcript
  /// as one line of JSON, if it is to be kept. If the match is already stored, as after an earlier run or by another
  /// host, keeps that one and adds it to the run; but if only the new one has a line, replaces the result, so that a
  /// stored transcript is always that of the stored result. Without a time or a machine, it is played now and here.
  Added add(RunId run, const std::string& key, const Result& match, const PackedLine& line = {});

  /// Adds a match that find() returned to the run. Does nothing if that place of the run already contains it.
  void adopt(RunId run, const Place& place, MatchId match);

  /// Stores that the game has failed a match, which thus has no result. Does nothing if that place of the run already
  /// contains it.
  void add_fault(RunId run, const StoredFault& fault);

  /// Returns why the game has failed the match with that key, if it has.
  [[nodiscard]] std::optional<std::string> find_fault(const std::string& key);

  /// Returns the transcript that was kept with the match.
  [[nodiscard]] std::optional<std::string> transcript(MatchId match);
  [[nodiscard]] std::optional<PackedLine> packed_transcript(MatchId match);
  [[nodiscard]] bool has_transcript(MatchId match);

  /// Removes the transcripts of the run, or all, and the space that they took. Returns their number.
  std::uint64_t remove_transcripts(const std::optional<RunId>& run);

  /// Calls `take` for each match, ordered by run and number, or by seed. Memory does not grow with the number of
  /// matches. `take` may change the match, or exchange it for another one. It may read from the Store, but must not
  /// write.
  void for_each_match(const Filter& filter, const std::function<void(Result&)>& take);

  /// Returns a number that is equal for matches of the same strategies, in whatever seats.
  [[nodiscard]] std::uint64_t players_of(MatchId match);

  /// Returns all runs, the oldest first.
  [[nodiscard]] std::vector<StoredRun> runs();

  /// Returns the current number of a run's matches, without those that the game failed. It takes time in proportion.
  [[nodiscard]] std::uint64_t matches_of(RunId run);

  // For merge():

  /// Returns the number of all matches. It takes time in proportion.
  [[nodiscard]] std::uint64_t count();
  /// Returns the key of a stored match.
  [[nodiscard]] std::string key_of(MatchId match);
  /// Calls `take` for each match of the run that the game has failed.
  void for_each_fault(RunId run, const std::function<void(const StoredFault&)>& take);
  /// Returns all parts of runs, ordered by run and part.
  [[nodiscard]] std::vector<StoredShard> shards();
  /// Stores a run of another database, as it was there but with another id, which it returns; if it was not finished,
  /// as interrupted.
  RunId copy_run(const StoredRun& run);
  /// Adds a part to a run; once finished, it stays so.
  void add_shard(const StoredShard& shard);
  /// Widens the times of a run that consists of parts by those of one of them, and finishes it if it has all.
  void extend_run(RunId run, const StoredRun& by);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace host
