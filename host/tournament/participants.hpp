// The rows of a run's tables: entrants, or the seats of a strategy that plays against itself.
#pragma once

#include "host/tournament/run.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace host {

/// Entrants that differ in name, version, options or library have a row each. Entrants that differ in none of these are
/// one strategy that plays against itself: each of its seats has a row, such as "mybot (Black)".
class Participants {
 public:
  explicit Participants(const RunPlan& plan);

  /// Returns the fixture with rows instead of entrants. A seat of equal entrants gets its row when it is first used.
  Fixture rows_of(const Fixture& fixture);

  /// Returns the name of each row.
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  std::size_t row_of(std::size_t entrant, std::size_t seat);

  std::vector<std::string> labels_;  // of the entrants
  std::vector<std::string> seats_;   // the game's names of its seats
  std::map<std::pair<std::string, std::size_t>, std::size_t>
      rows_;  // keyed by label and seat; seat 0 for a label with one row
  std::vector<std::string> names_;
};

}  // namespace host
