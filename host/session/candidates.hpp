// The actions between which a strategy says that it chooses (agon/ext/candidates.h).
#pragma once

#include <agon/ext/candidates.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace host {

/// An action, not yet checked, and its share of the search.
struct Candidate {
  std::vector<std::byte> action;
  double share = 0;
};

/// Memory for the candidates of a turn, which may be shared with a worker: nothing in it can be relied on.
struct CandidateSlot {
  static constexpr std::uint32_t most = 64;
  static constexpr std::uint32_t action_capacity = 64;  // bytes

  struct Entry {
    double share;
    std::uint64_t size;
    std::byte action[action_capacity];
  };

  std::uint32_t wanted;  // 0: the strategy is not asked
  std::uint32_t count;
  Entry entries[most];

  /// Stores the candidates with the largest shares, in place of the last ones.
  void store(const agon_candidate* candidates, std::uint64_t all);

  /// Returns checked copies, those with the largest shares first.
  [[nodiscard]] std::vector<Candidate> read() const;
};

}  // namespace host
