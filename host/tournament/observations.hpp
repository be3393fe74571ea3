// Tells new observations from copies.
//
// An observation is a block: the matches of one seed in all its seatings; in games with one seat, the matches of all
// strategies on a seed. If all digests of a block equal those of an earlier one, it is a copy: the same matches, played
// again under the number of another seed. A copy says nothing new about its players.
#pragma once

#include "host/match/digest.hpp"
#include "host/match/transcript.hpp"
#include "host/tournament/schedule.hpp"
#include "host/util/digest.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace host {

class Store;
struct Filter;
struct StoredMatch;
struct StoredRun;

struct ObservationCounts {
  std::uint64_t blocks = 0;
  std::uint64_t different = 0;  // including those without a digest
  std::uint64_t unknown = 0;    // blocks that have a match without a digest; these count as different
  std::uint64_t seeds = 0;      // on which the blocks were played

  [[nodiscard]] std::uint64_t copies() const { return blocks - different; }
};

/// The digests of a block, in the order of its matches.
class BlockDigest {
 public:
  void add(const std::optional<MatchDigest>& digest) {
    if (digest) hash_.add(digest->number());
    known_ = known_ && digest;
  }
  /// Returns nothing if a digest is missing.
  [[nodiscard]] std::optional<std::uint64_t> value() const {
    return known_ ? std::optional(hash_.value()) : std::nullopt;
  }

 private:
  QuickHash hash_;
  bool known_ = true;
};

/// The blocks so far.
class SeenBlocks {
 public:
  /// Counts a block of this seed. Returns whether it is new. Blocks of one seed must be adjacent.
  bool add(std::uint64_t seed, const BlockDigest& digest);

  [[nodiscard]] const ObservationCounts& counts() const { return counts_; }

 private:
  ObservationCounts counts_;
  std::optional<std::uint64_t> seed_;
  std::unordered_set<std::uint64_t> digests_;
};

/// Which block a match belongs to: matches with equal values, if they are adjacent.
struct BlockId {
  std::int64_t run = 0;     // 0 in games with one seat: there, all runs that played the seed are one block
  std::uint64_t block = 0;  // in the run; in games with one seat, the seed
  const void* conditions = nullptr;
  bool operator==(const BlockId&) const = default;
};

/// Collects the matches of a block, and passes on those of the new ones.
template <class Match>
class NewObservations {
 public:
  explicit NewObservations(std::function<void(const Match& match)> take) : take_(std::move(take)) {}

  /// Adds the next match. Exchanges its content for that of an older one.
  void add(Match& match, const BlockId& id, std::uint64_t seed, const std::optional<MatchDigest>& digest) {
    if (count_ > 0 && id != id_) end();
    id_ = id;
    seed_ = seed;
    digest_.add(digest);
    if (count_ == block_.size()) block_.emplace_back();
    std::swap(block_[count_++], match);
  }

  /// Ends the last block.
  void end() {
    if (count_ == 0) return;
    if (seen_.add(seed_, digest_)) {
      for (std::size_t i = 0; i < count_; ++i) take_(block_[i]);
    }
    count_ = 0;
    digest_ = {};
  }

  [[nodiscard]] const ObservationCounts& counts() const { return seen_.counts(); }

 private:
  std::function<void(const Match& match)> take_;
  SeenBlocks seen_;
  BlockId id_;
  std::uint64_t seed_ = 0;
  BlockDigest digest_;
  std::vector<Match> block_;  // reused, so that reading many matches allocates little
  std::size_t count_ = 0;     // of them, the matches of this block
};

/// Returns the block of a scheduled match.
inline BlockId block_of(const ScheduledMatch& scheduled) {
  return {.run = 0, .block = scheduled.seating.size() == 1 ? scheduled.seed : scheduled.block};
}

/// Returns whether the run has a part of a league.
bool is_league(const StoredRun& run);

/// Selects the matches of the league in a database with these runs, in the order of its schedule.
Filter league_filter(const std::vector<StoredRun>& runs, const std::string& game);

/// Calls `take` for each match of the new observations in the database, in the order of Store::for_each_match(), and
/// returns their number.
ObservationCounts for_each_observation(Store& store, const Filter& filter,
                                       const std::function<void(const StoredMatch&)>& take);

}  // namespace host
