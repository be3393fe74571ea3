// How often each strategy of a run scored more than each other one. No I/O.
#pragma once

#include <cstddef>
#include <map>
#include <utility>

namespace host {

/// One against another one: of the matches that both played, or of the seeds where each plays alone.
struct Duel {
  std::size_t wins = 0;
  std::size_t ties = 0;
  std::size_t losses = 0;

  [[nodiscard]] std::size_t games() const { return wins + ties + losses; }
  /// A win counts 1, a tie 1/2. There must be a game.
  [[nodiscard]] double share() const {
    return (static_cast<double>(wins) + static_cast<double>(ties) / 2) / static_cast<double>(games());
  }
};

/// Strategies are numbered from 0.
class HeadToHead {
 public:
  /// What two scored in one match, or on one seed. Nothing is counted for one that meets itself.
  void add(std::size_t one, double score, std::size_t other, double other_score);

  /// `one` against `other`.
  [[nodiscard]] Duel of(std::size_t one, std::size_t other) const;

 private:
  std::map<std::pair<std::size_t, std::size_t>, Duel> duels_;  // the lower number first
};

}  // namespace host
