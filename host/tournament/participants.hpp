// Who has a row in the tables of a run: an entrant, or, where several have one name, the seats that they take.
#pragma once

#include "host/tournament/run.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace host {

/// Entrants of different names, versions, options or libraries have a row each. Those that nothing tells apart are one
/// strategy that plays itself: each seat that it takes has a row, as "mybot (Black)".
class Participants {
 public:
  explicit Participants(const RunPlan& plan);

  /// The fixture with rows in the place of entrants. A seat of several such entrants gets its row when it is first
  /// taken.
  Fixture rows_of(const Fixture& fixture);

  /// What each row is called.
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  std::size_t row_of(std::size_t entrant, std::size_t seat);

  std::vector<std::string> labels_;                                  // of the entrants
  std::vector<std::string> seats_;                                   // the game's names of them
  std::map<std::pair<std::string, std::size_t>, std::size_t> rows_;  // by label and seat; seat 0 where it has one row
  std::vector<std::string> names_;
};

}  // namespace host
