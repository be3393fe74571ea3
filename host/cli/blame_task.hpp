// What `blame` judges: recorded matches, and the players and limits of their continuations.
#pragma once

#include "host/blame/continuations.hpp"
#include "host/cli/options.hpp"
#include "host/match/transcript.hpp"
#include "host/plugin/catalogue.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace host {

/// A match, as a file or a database has it.
struct RecordedLine {
  std::string line;
  std::string where;               // for messages
  std::uint64_t seed = 0;          // if it is of a run
  std::vector<std::string> names;  // of its players in its run
};

/// Returns the matches of the file or of the run that the command line names, in their order. Throws Failure.
std::vector<RecordedLine> read_recorded(const Values& values);

/// Returns the one that --match names, or the only one. Throws Failure(usage).
RecordedLine chosen_match(const Values& values, std::vector<RecordedLine> matches);

/// Returns the match. Throws Failure if it can't be read or is not over.
Transcript finished_match(const RecordedLine& recorded);

/// Makes tasks of matches of one game, which must exist as long as this object.
class BlameTasks {
 public:
  BlameTasks(const Values& values, const Game& game);

  /// Returns the task of a seat of a match: of its score in a match with one seat, otherwise of the others it beats.
  BlameTask of_seat(Transcript match, std::int32_t seat, const std::string& where);

  /// Returns the task of the seat that has lost, or that --seat names, and for one seat with a target. Throws
  /// Failure(usage) if no seat has lost.
  BlameTask of_loser(Transcript match, const std::string& where);

 private:
  [[nodiscard]] BlameTask begun(Transcript match, const std::string& where);
  [[nodiscard]] std::int32_t loser(BlameTask& task, const std::string& where) const;
  void complete(BlameTask& task);

  const Values& values_;
  const Game& game_;
  Catalogue catalogue_;
  std::optional<RunPlan> plan_;
  std::optional<Participant> reference_;
  std::map<std::pair<std::string, std::vector<std::pair<std::string, std::string>>>, Participant> players_;
};

}  // namespace host
