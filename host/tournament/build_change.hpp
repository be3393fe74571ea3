// Tests whether a new build of a strategy plays better than the previous one, by comparing seeds. No I/O.
#pragma once

#include "host/tournament/observations.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace host {

/// The result of a build on one seed.
struct SeedScore {
  std::uint64_t seed = 0;
  double score = 0;  // in the measure; of a build that plays alone, the score itself
  std::optional<MatchDigest> digest{};
};

/// A seed on which the scores differ.
struct SeedChange {
  std::uint64_t seed = 0;
  double before = 0;
  double after = 0;
  [[nodiscard]] double difference() const { return after - before; }
};

struct BuildChange {
  std::size_t better = 0;
  std::size_t worse = 0;
  std::size_t same = 0;
  ObservationCounts observations{};  // all other members are about the different ones
  double mean_before = 0;
  double mean_after = 0;
  std::vector<SeedChange> gains;   // in descending order
  std::vector<SeedChange> losses;  // in descending order

  [[nodiscard]] std::size_t seeds() const { return better + worse + same; }
};

/// Turns the two scores of builds that play alone into values of the measure.
using PairMeasure = std::function<std::vector<double>(const std::vector<double>& scores)>;

/// Compares the results of two builds on the same seeds, in the same order, up to the last seed that both have played.
/// Keeps `most` gains and `most` losses.
BuildChange compare_builds(const std::vector<SeedScore>& before, const std::vector<SeedScore>& after, std::size_t most,
                           const PairMeasure& measure = {});

}  // namespace host
