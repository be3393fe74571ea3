// Numbers for the strategies of stored matches, in the order in which they are met. No I/O.
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

class StoredRows {
 public:
  /// The match's fixture, its seats taken by rows.
  Fixture fixture(const StoredMatch& match);

  /// Who has each row, with its name in the run.
  [[nodiscard]] const std::vector<SeatIdentity>& strategies() const { return strategies_; }

  /// Whether two are one strategy under one name.
  static bool are_same(const SeatIdentity& a, const SeatIdentity& b);

 private:
  std::size_t row_of(SeatIdentity identity);

  std::vector<SeatIdentity> strategies_;
  std::map<std::pair<const SeatIdentity*, std::string>, std::size_t> known_;
  std::vector<std::shared_ptr<const SeatIdentity>> kept_;  // so that no other gets the address of one in known_
};

}  // namespace host
