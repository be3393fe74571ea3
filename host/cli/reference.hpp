// What holds for every command, as the help and the manual tell it.
#pragma once

#include <string>
#include <vector>

namespace host {

struct Note {
  std::string name;
  std::string meaning;  // a line, without a full stop
};

/// What this program is, behind its name.
inline constexpr const char* program_summary = "an arena for game-playing programs";

const std::vector<Note>& exit_codes();

/// Variables of the environment.
const std::vector<Note>& environment();

}  // namespace host
