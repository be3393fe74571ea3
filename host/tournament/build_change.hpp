// Tests whether a new build of a strategy plays better than the previous one, by comparing seeds. No I/O.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace host {

/// The score of a build on one seed.
struct SeedScore {
  std::uint64_t seed = 0;
  double score = 0;
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
  double mean_before = 0;
  double mean_after = 0;
  std::vector<SeedChange> gains;   // in descending order
  std::vector<SeedChange> losses;  // in descending order

  [[nodiscard]] std::size_t seeds() const { return better + worse + same; }
};

/// Compares the scores of two builds on the same seeds, in the same order, up to the last seed that both have played.
/// Keeps `most` gains and `most` losses.
BuildChange compare_builds(const std::vector<SeedScore>& before, const std::vector<SeedScore>& after, std::size_t most);

}  // namespace host
