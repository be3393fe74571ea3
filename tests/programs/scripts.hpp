// Scripts as players, and matches with them.
#pragma once

#include "tests/support/checked_json.hpp"
#include "tests/support/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <string>
#include <vector>

namespace programs {

using Words = std::vector<std::string>;

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

  /// Runs the host in the folder.
  [[nodiscard]] support::Result host(Words words, const std::string& input = "") const;

  /// Plays one small match of the program, on seat 0, and returns the transcript.
  [[nodiscard]] support::Json match(const std::string& plugin, const Words& more = {},
                                    const std::string& other = "greedy") const;

  [[nodiscard]] const std::filesystem::path& path() const { return folder_.path(); }

 private:
  support::TemporaryFolder folder_;
};

/// The outcome of seat 0 in such a match: its kind, and its reason.
std::string kind_of(const support::Json& match);
std::string reason_of(const support::Json& match);

/// Returns what is on stderr beside one line about what this machine lacks for the sandbox of programs.
std::string complaints(const support::Result& result);

/// A turn that takes the first empty cell.
inline constexpr const char* takes_first = "first_empty; echo \"action $cell\"";

bool contains(const std::string& text, const std::string& part);

}  // namespace programs
