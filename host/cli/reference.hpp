// Information common to all commands, for the help and the manual.
#pragma once

#include <string>
#include <vector>

namespace host {

struct Note {
  std::string name;
  std::string meaning;  // one line, without a full stop
};

/// A short description of this program, to follow its name.
inline constexpr const char* program_summary = "an arena for game-playing programs";

const std::vector<Note>& exit_codes();

/// Returns the environment variables.
const std::vector<Note>& environment();

}  // namespace host
