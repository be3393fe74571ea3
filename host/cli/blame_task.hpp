// What `blame` judges: recorded matches, and the players and limits of their continuations.
#pragma once

#include "host/blame/continuations.hpp"
#include "host/cli/options.hpp"
#include "host/match/transcript.hpp"
#include "host/plugin/catalogue.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace host {

/// Makes tasks of matches of one game, which must exist as long as this object.
class BlameTasks {
 public:
  /// `first` is one of the matches. Throws Failure.
  BlameTasks(const Values& values, const Game& game, const Transcript& first, const std::string& where);

  /// Returns the task of a seat of a match: of its score in a match with one seat, otherwise of the others it beats.
  BlameTask of_seat(Transcript match, std::int32_t seat, const std::string& where);

  /// Returns the task of the seat that has lost, or that --seat names, and for one seat with a target. Throws
  /// Failure(usage) if no seat has lost.
  BlameTask of_loser(Transcript match, const std::string& where);

 private:
  const Participant& player(const SeatIdentity& identity);

  const Values& values_;
  const Game& game_;
  Catalogue catalogue_;
  RunPlan plan_;
  Participant reference_;
  std::map<std::pair<std::string, std::vector<std::pair<std::string, std::string>>>, Participant> players_;
};

}  // namespace host
