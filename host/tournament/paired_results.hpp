// Every match as results between two players each, for programs that know no others. No I/O.
#pragma once

#include "host/tournament/stored_rows.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace host {

/// A result of two strategies on one seed.
struct PairedResult {
  std::uint64_t seed = 0;
  std::size_t first = 0;  // rows; the first one has the lower seat
  std::size_t second = 0;
  double first_score = 0;
  double second_score = 0;
};

/// Passes on a result for each two seats of a match. In games with one seat, compares all strategies that played a seed
/// under the same conditions. Leaves out a strategy against itself.
class PairedResults {
 public:
  PairedResults(std::vector<SeatIdentity> strategies, std::function<void(const PairedResult&)> take)
      : rows_(std::move(strategies)), take_(std::move(take)) {}

  /// Adds the next match, in the order of Standings::add().
  void add(const StoredMatch& match);

  /// Ends the last seed.
  void end();

 private:
  struct Alone {
    std::size_t row = 0;
    double score = 0;
  };

  void take(std::uint64_t seed, const Alone& first, const Alone& second);

  StoredRows rows_;
  std::function<void(const PairedResult&)> take_;
  std::shared_ptr<const Conditions> conditions_;
  std::uint64_t seed_ = 0;
  std::vector<Alone> alone_;
};

}  // namespace host
