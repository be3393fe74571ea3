// Scripts as players, and matches with them.
#pragma once

#include "tests/e2e/host.hpp"
#include "tests/support/checked_json.hpp"
#include "tests/support/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <string>
#include <vector>

namespace programs {

using e2e::check_has;
using e2e::count_of;
using e2e::has;
using e2e::with;
using e2e::Words;

/// A folder in which programs are written and matches are played.
class Stage {
 public:
  /// Every user may enter the folder: in the sandbox, programs of root run as an ordinary user.
  Stage();

  /// Writes an executable file.
  std::string write(const std::string& name, const std::string& text) const;

  /// Writes a program for sh that gets ready, and runs `turn` at each turn, with the rows of the board in $board. The
  /// function first_empty sets $cell.
  std::string script(const std::string& name, const std::string& turn, const std::string& start = "") const;

  /// Runs the built host, beside all plugins, in the folder.
  [[nodiscard]] support::Result host(Words words, const std::string& input = "") const;

  /// Runs the host, which must succeed.
  support::Result done(const Words& words) const;

  /// Checks that the host refuses this in a sentence with `part`.
  void refuses(const Words& words, int code, const std::string& part) const;

  /// Returns the transcripts in a file, or the first of them.
  [[nodiscard]] std::vector<support::Json> transcripts(const std::string& file) const;
  [[nodiscard]] support::Json recorded(const std::string& file = "match.json") const;

  /// Plays one small match of the program, on seat 0, and returns the transcript.
  [[nodiscard]] support::Json match(const std::string& plugin, const Words& more = {},
                                    const std::string& other = "greedy") const;

  [[nodiscard]] const std::filesystem::path& path() const { return folder_.path(); }

 private:
  support::TemporaryFolder folder_;
};

/// The outcome of seat 0 in such a match: its kind, and its reason; and a check of both, the reason by a part of it.
std::string kind_of(const support::Json& match);
std::string reason_of(const support::Json& match);
void check_outcome(const support::Json& match, const std::string& kind, const std::string& reason);

/// Returns what is on stderr beside one line about what this machine lacks for the sandbox of programs.
std::string complaints(const support::Result& result);

/// A turn that takes the first empty cell.
inline constexpr const char* takes_first = "first_empty; echo \"action $cell\"";

}  // namespace programs
