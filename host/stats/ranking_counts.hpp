// What a rating needs to know of any number of matches, in little memory.
//
// Plackett and Luce take a ranking for a row of choices: the best among all, then the best among the rest, and so on.
// So all that counts is who was chosen how often, and among which sets. Matches of two seats are then wins and meetings
// of each pair.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace stats {

/// One seat of a match.
struct Place {
  std::uint32_t player = 0;
  double score = 0;  // higher is better; the same score is a tie
};

/// Counts of choices, kept apart in groups of seeds, so that whole seeds can be drawn again.
class RankingCounts {
 public:
  /// A seed belongs to the group of its remainder by `groups`, a prime by default, so that seeds in any regular
  /// distance fill all groups. Up to that many seeds in a row are each a group of their own. At least 1 each, or throws
  /// std::invalid_argument.
  explicit RankingCounts(std::size_t players, std::size_t groups = 509);

  /// Makes room for more players, where they are found out match by match. Fewer than there are change nothing.
  void grow(std::size_t players);

  /// Adds a match on `seed`. All matches of a seed are one block and stand together.
  ///
  /// Tied seats count as the mean of the orders that they could stand in: of all orders for up to three; for more, of
  /// the turned and mirrored orders of a circle, which treat all of them alike. A player on several seats counts on
  /// each of them, but not against itself. Throws std::invalid_argument for a player out of range or a score that is
  /// not a number.
  void add(std::uint64_t seed, std::span<const Place> match);

  /// A set of players that a choice is made from, ascending, and one on several seats as often. At least two differ.
  using Set = std::vector<std::uint32_t>;

  struct Group {
    std::vector<double> chosen;                         // by player: how often
    std::unordered_map<std::uint32_t, double> chances;  // by index into sets(): how often there was a choice from it
  };

  [[nodiscard]] std::size_t players() const { return matches_.size(); }
  [[nodiscard]] const std::vector<Set>& sets() const { return sets_; }
  [[nodiscard]] const std::vector<Group>& groups() const { return groups_; }            // some may be empty
  [[nodiscard]] const std::vector<std::uint64_t>& matches() const { return matches_; }  // by player

 private:
  struct Hash {
    std::size_t operator()(const Set& set) const;
  };

  /// One of `first` and `last`, each with half the `weight`, was chosen from `from`.
  void choose(Group& group, const Set& from, std::uint32_t first, std::uint32_t last, double weight);

  std::vector<std::uint64_t> matches_;
  std::vector<Group> groups_;
  std::vector<Set> sets_;
  std::unordered_map<Set, std::uint32_t, Hash> index_;
  std::vector<Place> order_;  // room for add(), kept for the next match
  Set from_;
};

}  // namespace stats
