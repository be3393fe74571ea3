// The transcripts that a command line names: those that it reads, of a file or of a stored run, and the file of
// --record.
#pragma once

#include "host/cli/options.hpp"
#include "host/store/store.hpp"
#include "host/util/replacing_file.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace host {

// The runs of a database, as --run and --game choose them.

/// Returns the database of --db, that of the league in this folder, or the default one.
std::filesystem::path database_of(const Values& values);

/// Returns the runs of the game, or all if it is empty; at least one. Throws Failure(usage), naming `file`, if there is
/// none.
std::vector<StoredRun> runs_of(Store& store, const std::string& game, const std::string& file);

/// Returns the run with that number; for "", "latest" and "all", the latest one that is no search. Throws
/// Failure(usage), naming `file`, if there is none.
const StoredRun& chosen_run(const std::vector<StoredRun>& runs, const std::string& which, const std::string& file);

/// A transcript, as a file or a database has it.
struct RecordedLine {
  std::string line;
  std::string where{};               // for messages
  std::uint64_t seed = 0;            // if it is of a run
  std::vector<std::string> names{};  // of its players in its run; empty: as in the transcript
};

/// Returns --run, --match and --game, of commands that take recorded matches.
Options recorded_options();

/// Calls `take` with each transcript of the run of --run, in the order of its matches, or of the file of the only
/// argument ("-": standard input), or with the one that --match selects. `single`: of several, it must select one;
/// `only`: there is no other one. Returns the name of the run or the file, and how often `take` was called. Throws
/// Failure if there is none; Failure(usage), naming `command`, if neither is given.
std::pair<std::string, std::size_t> for_each_match(const Values& values, const std::string& command, bool single,
                                                   const std::function<void(RecordedLine&& match, bool only)>& take);

// The file of --record: it appears at the end of the run and contains only whole lines.

/// Refuses to replace a file that holds something other than transcripts: throws Failure(usage). With `aloud`, says on
/// stderr that transcripts will be replaced.
void check_record(const std::filesystem::path& path, bool aloud);

class RecordFile {
 public:
  /// Creates a file next to `path`, so that an unwritable path is reported before the first match. Throws
  /// Failure(output).
  explicit RecordFile(std::filesystem::path path);
  RecordFile(const RecordFile&) = delete;
  RecordFile& operator=(const RecordFile&) = delete;
  /// Keeps the file if it contains at least one line; otherwise removes it.
  ~RecordFile();

  /// Appends one line. Throws Failure(output) if it can't be written.
  void add(const std::string& line);

  /// Moves the file to its final path. Throws Failure(output).
  void finish();

  /// Closes all open files as their destructors do. Async-signal-safe; must be called just before the process ends.
  static void keep_at_once();

 private:
  struct Open;

  /// Registers and unregisters the file for keep_at_once().
  void tell_handler();
  void untell_handler();

  std::filesystem::path path_;
  ReplacingFile file_;
  std::uintmax_t whole_ = 0;  // size of all whole lines in bytes
  bool finished_ = false;
  Open* open_ = nullptr;  // its registration; NULL: none
};

}  // namespace host
