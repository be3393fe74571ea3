#include "host/tournament/build_change.hpp"

#include <algorithm>
#include <cmath>

namespace host {

namespace {

void keep_largest(std::vector<SeedChange>& changes, std::size_t most) {
  std::stable_sort(changes.begin(), changes.end(), [](const SeedChange& one, const SeedChange& other) {
    return std::abs(one.difference()) > std::abs(other.difference());
  });
  changes.resize(std::min(changes.size(), most));
}

}  // namespace

BuildChange compare_builds(const std::vector<SeedScore>& before, const std::vector<SeedScore>& after, std::size_t most,
                           const PairMeasure& measure) {
  BuildChange change;
  SeenBlocks seen;
  for (std::size_t index = 0; index < std::min(before.size(), after.size()); ++index) {
    BlockDigest digest;
    digest.add(before[index].digest);
    digest.add(after[index].digest);
    if (!seen.add(after[index].seed, digest)) continue;
    SeedChange here = {after[index].seed, before[index].score, after[index].score};
    if (measure) {
      const std::vector<double> values = measure({here.before, here.after});
      here.before = values[0];
      here.after = values[1];
    }
    change.mean_before += here.before;
    change.mean_after += here.after;
    if (here.difference() > 0) {
      ++change.better;
      change.gains.push_back(here);
    } else if (here.difference() < 0) {
      ++change.worse;
      change.losses.push_back(here);
    } else {
      ++change.same;
    }
  }
  change.observations = seen.counts();
  if (change.seeds() > 0) {
    change.mean_before /= static_cast<double>(change.seeds());
    change.mean_after /= static_cast<double>(change.seeds());
  }
  keep_largest(change.gains, most);
  keep_largest(change.losses, most);
  return change;
}

}  // namespace host
