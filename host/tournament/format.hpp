// The formats of tournaments: who meets whom, round after round. Pure functions of the results so far.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace host {

// Pairs players in order: a perfect matching of a graph, the first ones served first. Pure functions.

/// Pairs 0 to count - 1, an even number. As few pairs as possible are ones that may not meet. Among these pairings, 0
/// has the nearest partner, then the next one that has no partner yet, and so on.
std::vector<std::pair<std::size_t, std::size_t>> paired_in_order(
    std::size_t count, const std::function<bool(std::size_t one, std::size_t other)>& may_meet);

/// order[i] is the number of the strategy on seat i; strategies are numbered from 0 in the order of the command line.
using Seating = std::vector<std::size_t>;

/// Returns the order shuffled, with equal probability, by a stream of the seed: see mix().
Seating drawn(Seating order, std::uint64_t seed, std::uint64_t stream);

/// All matches of a pair in a round.
struct Meeting {
  std::array<std::size_t, 2> players{};
  std::array<double, 2> points{};   // a match won counts 1, a tie 1/2
  std::array<double, 2> contest{};  // what the matches count in the game's contest
};

using RoundResults = std::vector<Meeting>;

/// A participant's place in a format with several rounds.
struct Placed {
  std::size_t participant = 0;
  double points = 0;                 // a round won counts 1, a tie 1/2, a bye 1
  std::optional<double> buchholz{};  // the points of all opponents, if they count
  double match_points = 0;           // of single matches
};

class Format {
 public:
  virtual ~Format() = default;

  /// Returns the groups of the next round; `results` are those of the rounds before it.
  [[nodiscard]] virtual std::vector<Seating> next(const std::vector<RoundResults>& results) const = 0;

  /// Returns the number of groups in each round after the first.
  [[nodiscard]] virtual std::vector<std::size_t> later_rounds() const { return {}; }

  /// Returns all participants, the best first, if there are several rounds.
  [[nodiscard]] virtual std::vector<Placed> places(const std::vector<RoundResults>& /*results*/) const { return {}; }

  /// Returns sentences, each line with its end: what places and winners depend on.
  [[nodiscard]] virtual std::string rule() const { return {}; }
};

/// Returns all groups of `seats` participants. With fewer participants than seats, some take several seats: all groups
/// with at least two different participants. `participants` is at least 2, or 1 for one seat; `seats` at least 1.
std::shared_ptr<const Format> round_robin(std::size_t participants, std::size_t seats);

/// Returns those of them that contain the first participant; with one seat, all.
std::shared_ptr<const Format> gauntlet(std::size_t participants, std::size_t seats);

/// Returns `rounds` rounds of pairs with equal or near points. As few pairs as possible meet again. Of an odd number,
/// one of the last has a bye; nobody has a second one in the first half of the rounds that a round robin would have.
/// Equal points are ordered by a draw from the seed.
std::shared_ptr<const Format> swiss(std::size_t participants, std::size_t rounds, std::uint64_t seed);

/// Returns rounds of pairs whose losers are out, in places drawn from the seed. The first places have a bye if the
/// number is no power of two.
std::shared_ptr<const Format> knockout(std::size_t participants, std::uint64_t seed);

/// Returns the number of rounds after which a knockout has a winner.
std::size_t knockout_rounds(std::size_t participants);

}  // namespace host
