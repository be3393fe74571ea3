#include "host/tournament/league_pairing.hpp"

#include "host/stats/rating.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace host {

namespace {

class Chooser {
 public:
  Chooser(const stats::RankingCounts& counts, std::vector<LeaguePlayer> players, const PairingRule& rule)
      : players_(std::move(players)), rule_(rule) {
    for (std::size_t player = 0; player < players_.size(); ++player) {
      if (!players_[player].plays) continue;
      playing_.push_back(player);
      if (players_[player].anchor) anchors_.push_back(player);
    }
    information_.emplace(counts, playing_, 1.0);
  }

  /// Returns the next block, and counts it; without players if there is none.
  ChosenBlock next() {
    ChosenBlock chosen;
    if (playing_.size() < rule_.group) return chosen;
    if (const auto newcomer = least([&](std::size_t player) { return is_new(player); })) {
      chosen.players = {*newcomer, anchors_[players_[*newcomer].blocks % anchors_.size()]};
    } else {
      chosen = best_pair();
      if (chosen.players.empty()) return chosen;
    }
    while (chosen.players.size() < rule_.group) chosen.players.push_back(best_third(chosen));
    for (std::size_t i = 0; i < chosen.players.size(); ++i) {
      LeaguePlayer& player = players_[chosen.players[i]];
      ++player.blocks;
      player.most -= player.most > 0 ? 1 : 0;
      for (std::size_t j = 0; j < i; ++j) information_->expect(chosen.players[j], chosen.players[i], matches_of_pair());
    }
    return chosen;
  }

 private:
  [[nodiscard]] double matches_of_pair() const { return static_cast<double>(rule_.matches); }
  [[nodiscard]] bool is_new(std::size_t player) const {
    return !players_[player].anchor && players_[player].blocks < rule_.placements * anchors_.size();
  }
  [[nodiscard]] bool lacks(std::size_t player) const {
    return !players_[player].anchor && players_[player].blocks < rule_.blocks;
  }

  /// Returns the player with the fewest blocks among those for which `takes` is true.
  template <class Takes>
  std::optional<std::size_t> least(Takes takes) const {
    std::optional<std::size_t> found;
    for (const std::size_t player : playing_) {
      if (takes(player) && players_[player].most > 0 && (!found || players_[player].blocks < players_[*found].blocks))
        found = player;
    }
    return found;
  }

  /// Returns the player that is to play for the floor, if there is one.
  [[nodiscard]] std::optional<std::size_t> behind() const {
    std::uint64_t blocks = 0;
    for (const std::size_t player : playing_) {
      if (!players_[player].anchor) blocks += std::min(players_[player].blocks, rule_.blocks);
    }
    const auto last = least([&](std::size_t player) { return lacks(player); });
    return last && 2 * players_[*last].blocks * (playing_.size() - anchors_.size()) < blocks ? last : std::nullopt;
  }

  [[nodiscard]] ChosenBlock best_pair() const {
    const std::optional<std::size_t> last = behind();
    ChosenBlock best;
    for (const std::size_t one : playing_) {
      for (const std::size_t other : playing_) {
        if (other <= one || !(lacks(one) || lacks(other))) continue;
        if (players_[one].most == 0 || players_[other].most == 0) continue;
        if (last && one != *last && other != *last) continue;
        const double gain = information_->gain(one, other, matches_of_pair());
        if (best.players.empty() || gain > best.gain) best = {{one, other}, gain};
      }
    }
    return best;
  }

  /// Returns who of the others adds most to a block. Newcomers are last: nothing is known about them.
  [[nodiscard]] std::size_t best_third(const ChosenBlock& block) const {
    std::optional<std::size_t> best;
    double most = 0;
    for (const std::size_t player : playing_) {
      if (std::find(block.players.begin(), block.players.end(), player) != block.players.end()) continue;
      double gain = 0;
      for (const std::size_t member : block.players) gain += information_->gain(member, player, matches_of_pair());
      if (is_new(player)) gain = 0;
      if (!best || gain > most) {
        best = player;
        most = gain;
      }
    }
    return *best;
  }

  std::vector<LeaguePlayer> players_;
  PairingRule rule_;
  std::vector<std::size_t> playing_;
  std::vector<std::size_t> anchors_;
  std::optional<stats::OrderInformation> information_;
};

}  // namespace

std::vector<ChosenBlock> choose_blocks(const stats::RankingCounts& counts, std::vector<LeaguePlayer> players,
                                       const PairingRule& rule, std::size_t most) {
  Chooser chooser(counts, std::move(players), rule);
  std::vector<ChosenBlock> blocks;
  while (blocks.size() < most) {
    ChosenBlock block = chooser.next();
    if (block.players.empty()) break;
    blocks.push_back(std::move(block));
  }
  return blocks;
}

}  // namespace host
