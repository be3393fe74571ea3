// The maximum-likelihood fit for ratings: strengths for given counts of choices.
#pragma once

#include <boost/dynamic_bitset.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace stats {

// Summarises any number of matches for a rating, in little memory, and tells which players can be compared.
//
// The model of Plackett and Luce treats a ranking as a sequence of choices: the best among all, then the best among the
// rest, and so on. So only two counts matter: how often each player was chosen, and how often each set was chosen from.
// For matches of two seats, these are the wins and the meetings of each pair.

// Which players' strengths can be compared, given who was ahead of whom at least once.
//
// A rating of maximum likelihood exists where every two players of a group are connected by such results in both
// directions (Ford 1957). Otherwise some differences are unbounded, or nothing is known about them.

/// ahead[i][j]: i was ahead of j, or tied with it, in at least one match. Square.
using Ahead = std::vector<boost::dynamic_bitset<>>;

/// Where a player's strength stands relative to its reference.
struct Connectedness {
  std::size_t group = 0;    // players of different groups never met, not even through others; the largest group is 0
  bool reference = false;   // one of those whose strengths are the group's 0
  bool open_above = false;  // nothing shows that the strength is finite: no result against it leads to a reference
  bool open_below = false;
};

/// Returns the connections by player. `settled` are the players whose results decide which one is a reference and which
/// strength is finite; the other ones have too few of them. A group without any settled player has only settled ones.
///
/// The reference of a group is the largest set of settled players that are connected in both directions. If no set is
/// larger than the others, it is all settled ones. In the group of the `anchor`, it is the anchor.
std::vector<Connectedness> connections(const Ahead& ahead, std::vector<bool> settled,
                                       std::optional<std::size_t> anchor = std::nullopt);

/// Returns those to which a chain of results leads from the player, and the player.
boost::dynamic_bitset<> reached(const Ahead& ahead, std::size_t player);

/// A seat of a match.
struct PlayerScore {
  std::uint32_t player = 0;
  double score = 0;  // higher is better; equal scores are a tie
};

/// Counts of choices, separate for groups of seeds, so that whole seeds can be resampled.
class RankingCounts {
 public:
  /// There is at least one player.
  explicit RankingCounts(std::size_t players);

  /// Increases the number of players, if they become known match by match. A smaller number has no effect.
  void grow(std::size_t players);

  /// Adds a match on `seed`. All matches of a seed form one block and are resampled together.
  ///
  /// Tied seats count as the mean over their possible orders: over all orders for up to three seats; for more, over the
  /// rotations and reflections of a circle, which treat all seats equally. A player on several seats counts on each of
  /// them, but not against itself.
  void add(std::uint64_t seed, std::span<const PlayerScore> match);

  /// A set of players from which one is chosen, ascending. A player on several seats occurs several times. At least two
  /// differ.
  using Set = std::vector<std::uint32_t>;

  /// One of the players of a set.
  struct Choice {
    std::uint32_t set = 0;  // index into sets()
    std::uint32_t player = 0;
  };

  using Group = std::unordered_map<std::uint32_t, double>;  // by index into choices(): how often it was made

  [[nodiscard]] std::size_t players() const { return matches_.size(); }
  [[nodiscard]] const std::vector<Set>& sets() const { return sets_; }
  [[nodiscard]] const std::vector<Choice>& choices() const { return choices_; }
  [[nodiscard]] const std::vector<Group>& groups() const { return groups_; }            // some may be empty
  [[nodiscard]] const std::vector<std::uint64_t>& matches() const { return matches_; }  // by player
  [[nodiscard]] const Ahead& ahead() const { return ahead_; }

 private:
  struct Hash {
    std::size_t operator()(const Set& set) const;
  };

  /// Counts that one of `first` and `last`, each with half the `weight`, was chosen from `from`, which has both.
  void choose(Group& group, const Set& from, std::uint32_t first, std::uint32_t last, double weight);

  std::vector<std::uint64_t> matches_;
  Ahead ahead_;
  std::vector<Group> groups_;
  std::vector<Set> sets_;
  std::vector<Choice> choices_;                         // of the sets, one after the other
  std::unordered_map<Set, std::uint32_t, Hash> index_;  // the first choice of each set
  std::vector<PlayerScore> order_;                      // scratch memory of add()
  Set from_;
};

/// How often each player was chosen, and how often a choice was made from each set.
struct ChoiceCounts {
  std::vector<double> chosen;   // by player
  std::vector<double> chances;  // by set
};

/// Returns sum_i chosen_i ln gamma_i - sum_S chances_S ln(sum_{j in S} gamma_j); `strengths` are logarithms.
double log_likelihood(std::span<const RankingCounts::Set> sets, const ChoiceCounts& counts,
                      const std::vector<double>& strengths);

/// Returns the logarithms of the strengths gamma, by player, that maximise
///
///     sum_i chosen_i ln gamma_i - sum_S chances_S ln(sum_{j in S} gamma_j)
///         + prior sum_i (1/2 ln gamma_i - ln(gamma_i + 1))
///
/// `strengths` is the starting point (also logarithms); `prior` must be above 0.
///
/// The maximum is unique, and is the fixed point of minorise-maximise (Hunter 2004, MM algorithms for generalized
/// Bradley-Terry models): gamma_i = chosen_i / sum_{S with i} chances_S / sum_{j in S} gamma_j, including the prior's
/// matches. That iteration converges slowly if a player nearly always wins: it needs millions of rounds. Newton's
/// method needs about 10.
std::vector<double> fit_strengths(std::span<const RankingCounts::Set> sets, const ChoiceCounts& counts, double prior,
                                  std::vector<double> strengths);

/// Returns the negated Hessian of that sum at these strengths, row after row.
std::vector<double> fisher_information(std::span<const RankingCounts::Set> sets, const ChoiceCounts& counts,
                                       double prior, const std::vector<double>& strengths);

}  // namespace stats
