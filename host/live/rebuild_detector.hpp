// Finds new builds of the files of strategies that are playing.
#pragma once

#include "host/match/participant.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace host {

class RebuildDetector {
 public:
  /// Returns the strategy with the same options from the current content of its file, if that differs from the build
  /// that plays. Reads each state of a file once, and not before it has been left alone for a moment, because a linker
  /// may still be writing. Cheap if the file has not changed. `player` is a strategy.
  /// Throws Failure(plugin) or Failure(usage) if the new content can't be used, once for each state of the file.
  std::optional<Participant> newer(const Participant& player, const GameDescription& game);

 private:
  std::map<std::filesystem::path, std::string> seen_;  // the state of each file, when it was last read
};

}  // namespace host
