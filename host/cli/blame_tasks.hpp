// What `blame` judges, as the command line and recorded matches tell it.
#pragma once

#include "host/blame/continuations.hpp"
#include "host/cli/options.hpp"
#include "host/cli/recorded_matches.hpp"
#include "host/plugin/catalogue.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace host {

/// Throws Failure(usage) if the match is not over.
Transcript finished_match(const RecordedLine& recorded);

/// Returns the task with this part of all limits of CPU time, if it is less and there are any.
std::optional<BlameTask> with_less_time(BlameTask task, double part);

/// Makes tasks of matches of one game, which must exist as long as this object.
class BlameTasks {
 public:
  /// `first` is one of the matches. Throws Failure.
  BlameTasks(const Values& values, const Game& game, const Transcript& first, const std::string& where);

  /// Returns the task of a seat of a match: of its score in a match with one seat, otherwise of the others it beats.
  BlameTask of_seat(Transcript match, std::int32_t seat, const std::string& where);
  /// Returns the task of the seat that has lost, or that --seat names, and for one seat with a target. Throws
  /// Failure(usage) if no seat has lost.
  BlameTask of_loser(const RecordedLine& recorded);

 private:
  const Participant& player(const SeatIdentity& identity);

  const Values& values_;
  const Game& game_;
  const Catalogue catalogue_ = Catalogue::standard();
  RunPlan plan_;
  Participant reference_;
  std::map<std::pair<std::string, std::vector<std::pair<std::string, std::string>>>, Participant> players_;
};

}  // namespace host
