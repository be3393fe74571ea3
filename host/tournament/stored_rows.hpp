// Numbers the strategies of stored matches in order of appearance. No I/O.
#pragma once

#include "host/store/stored_match.hpp"
#include "host/tournament/schedule.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace host {

/// Assigns a row, from 0, to each strategy under each name, in order of appearance. Not thread-safe.
class StoredRows {
 public:
  /// Assigns the first rows to the strategies `known`, in that order.
  explicit StoredRows(std::vector<SeatIdentity> known = {}) : strategies_(std::move(known)) {}

  /// Returns the row of the strategy on this seat of the match; assigns a new one if it has none.
  std::size_t row_of(const StoredMatch& match, std::size_t seat);

  /// Returns the match's fixture, with rows instead of strategies.
  Fixture fixture(const StoredMatch& match);

  /// Returns the strategy of each row, with its name in the run.
  [[nodiscard]] const std::vector<SeatIdentity>& strategies() const { return strategies_; }

 private:
  std::size_t row_of(SeatIdentity identity);

  std::vector<SeatIdentity> strategies_;
  std::map<std::pair<const SeatIdentity*, std::string>, std::size_t> rows_;
  std::vector<std::shared_ptr<const SeatIdentity>> kept_;  // keeps the addresses in rows_ unique
};

}  // namespace host
