#include "host/tournament/head_to_head.hpp"

#include <algorithm>

namespace host {

void HeadToHead::add(std::size_t one, double score, std::size_t other, double other_score) {
  if (one == other) return;
  if (one > other) {
    std::swap(one, other);
    std::swap(score, other_score);
  }
  Duel& duel = duels_[{one, other}];
  ++(score > other_score ? duel.wins : score < other_score ? duel.losses : duel.ties);
}

Duel HeadToHead::of(std::size_t one, std::size_t other) const {
  const auto found = duels_.find(std::minmax(one, other));
  if (found == duels_.end()) return {};
  const Duel& duel = found->second;
  return one < other ? duel : Duel{.wins = duel.losses, .ties = duel.ties, .losses = duel.wins};
}

}  // namespace host
