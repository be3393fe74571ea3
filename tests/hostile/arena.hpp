// Where hostile strategies play: a folder of its own, in which nothing may change, and a look at what is left over.
#pragma once

#include "tests/hostile/rows.hpp"
#include "tests/support/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>
#include <unistd.h>

namespace hostile {

/// How a seat came out of a match.
struct Ending {
  std::string strategy;
  std::string kind;
  std::string reason;
};

/// A match, as the host's JSON tells it.
struct Played {
  std::vector<Ending> seats;
  std::string actions;  // of its transcript, without times
};

class Arena {
 public:
  /// `prefix`: words before the host's. Children that a host leaves behind become this process's own.
  explicit Arena(std::vector<std::string> prefix = {});

  /// From now on the host, its worker and all plugins are copies in a folder that every user can enter.
  void copy_programs();

  /// Runs the host, `words` its arguments. The folder that it runs in, and that it has for temporary files, is this
  /// arena's, and holds a file `victim`.
  support::Result play(std::vector<std::string> words) const;

  /// What is left over, each with a sentence: processes, files. Ends and removes it.
  [[nodiscard]] std::vector<std::string> left_over() const;

  [[nodiscard]] std::filesystem::path file(const std::string& name) const { return folder_.path() / name; }

  std::filesystem::path host = std::filesystem::path(AGON_TEST_BUILT) / "host";
  std::string plugins = AGON_TEST_HOSTILE;
  uid_t user = ::geteuid();  // as whom hosts run

 private:
  std::vector<std::string> prefix_;
  support::TemporaryFolder folder_;
  support::TemporaryFolder programs_;
};

/// The matches of a run with --json.
std::vector<Played> matches_of(const support::Result& result);

/// What --plugin is to say for a row; `plugins` is the folder of the hostile ones.
std::string plugin_of(const Row& row, const std::string& plugins);

/// The arguments for a row's run, against its opponent.
std::vector<std::string> words_of(const Row& row, const std::string& plugins);

/// The processes whose parent is this one, but for those that have ended: number, name and state.
std::vector<std::pair<pid_t, std::string>> children();

}  // namespace hostile
