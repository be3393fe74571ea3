// The rows of tables: strategies under their names. No I/O.
#pragma once

#include "host/match/result.hpp"
#include "host/tournament/schedule.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace host {

struct RunPlan;

/// Returns each strategy's name with unprintable characters replaced. If several have the same name, appends their
/// versions if these differ, then the options that differ. If that is not enough, appends the first digits of their
/// libraries' hashes.
std::vector<std::string> labels(const std::vector<SeatIdentity>& strategies);

/// Assigns a row, from 0, to each strategy of stored matches, in order of appearance. Not thread-safe.
class ParticipantIndex {
 public:
  /// Assigns the first rows to the strategies `known`, in that order. A strategy has a row for each name that it had in
  /// a run.
  explicit ParticipantIndex(std::vector<SeatIdentity> known = {}) : strategies_(std::move(known)) {}

  /// Returns the row of each seat's strategy; assigns new ones. Valid until the next call.
  const Seating& rows_of(const Result& match);

  /// Returns the strategy of each row, with its name in the run.
  [[nodiscard]] const std::vector<SeatIdentity>& strategies() const { return strategies_; }

 private:
  std::size_t row_of(const Result& match, std::size_t seat);

  std::vector<SeatIdentity> strategies_;
  std::map<std::pair<const SeatIdentity*, std::string>, std::size_t> rows_;
  std::vector<std::shared_ptr<const SeatIdentity>> kept_;  // keeps the addresses in rows_ unique
  Seating seating_;
};

/// Takes a match, and the row of each seat's strategy.
using TakeWithRows = std::function<void(const Result& match, const Seating& rows)>;

/// Returns what passes matches on with the rows of a table, in which these strategies are. Leaves out a match of
/// another strategy, which another process has stored after the table was made.
std::function<void(const Result&)> in_rows_of(std::vector<SeatIdentity> strategies, TakeWithRows take);

/// The rows of a run's tables.
///
/// Participants that differ in name, version, options or library have a row each. Participants that differ in none of
/// these are one strategy that plays against itself: each of its seats has a row, such as "mybot (Black)".
class ParticipantRows {
 public:
  explicit ParticipantRows(const RunPlan& plan);

  /// Returns the match with rows instead of participants. A seat of equal participants gets its row when it is
  /// first used.
  ScheduledMatch rows_of(const ScheduledMatch& scheduled);

  /// Returns the name of each row.
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  std::size_t row_of(std::size_t participant, std::size_t seat);

  std::vector<std::string> labels_;  // of the participants
  std::vector<std::string> seats_;   // the game's names of its seats
  std::map<std::pair<std::string, std::size_t>, std::size_t>
      rows_;  // keyed by label and seat; seat 0 for a label with one row
  std::vector<std::string> names_;
};

}  // namespace host
