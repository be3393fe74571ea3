#include "search.hpp"

#include <algorithm>
#include <cmath>

namespace linez::champion {

Outcome follow(const Board& board, const Move& move, agon::QuickRandom chance) {
  Outcome outcome;
  outcome.board = board;
  outcome.removed = make_move(outcome.board, move.from, move.to);
  outcome.line_bonus = bonus_for(outcome.removed, board.lines98);
  outcome.again = outcome.removed > 0 && outcome.board.numbers > 0;
  if (!outcome.again) outcome.drop_bonus = fall(outcome.board, chance, outcome.removed);
  return outcome;
}

Move Search::choose_quickly(const Board& board) {
  scan_.look(board, settings_.width);
  simulated_ = 0;
  value_ = static_cast<double>(scan_.best().value);
  return scan_.best();
}

Move Search::choose(const Board& board, int simulations, const std::function<bool()>& stop) {
  scan_.look(board, 2 * settings_.candidates);
  candidates_.clear();
  for (const Move& move : scan_.moves())
    candidates_.push_back({move, static_cast<double>(settings_.prior * move.value)});
  const auto better = [](const Candidate& a, const Candidate& b) { return a.sum > b.sum; };
  std::sort(candidates_.begin(), candidates_.end(), better);
  // Few simulations tell only few moves apart.
  const int most = std::min(settings_.candidates, std::max(2, simulations / 4));
  if (candidates_.size() > static_cast<std::size_t>(most)) candidates_.resize(static_cast<std::size_t>(most));
  simulated_ = 0;
  int sampled = 0;
  const int rounds = std::max(1, static_cast<int>(std::ceil(std::log2(static_cast<double>(candidates_.size())))));
  while (candidates_.size() > 1) {
    const int samples = std::max(1, simulations / rounds / static_cast<int>(candidates_.size()));
    bool stopped = false;
    for (int i = 0; i < samples && !stopped; ++i) {
      const std::uint64_t sample = random_.next();
      ++sampled;
      for (Candidate& candidate : candidates_) {
        candidate.sum += static_cast<double>(simulate(board, candidate.move, sample));
        ++simulated_;
      }
      stopped = stop();
    }
    std::sort(candidates_.begin(), candidates_.end(), better);
    candidates_.resize(stopped ? 1 : (candidates_.size() + 1) / 2);
  }
  value_ = candidates_.front().sum / (static_cast<double>(settings_.prior) + sampled);
  return candidates_.front().move;
}

float Search::simulate(const Board& board, Move move, std::uint64_t sample) {
  agon::QuickRandom chance(sample);
  Board now = board;
  float earned = 0;    // until now, discounted
  float discount = 1;  // of what comes now
  float part = 1;      // of the value that is not settled yet
  float value = 0;
  for (int drops = 0;;) {
    const Outcome outcome = follow(now, move, agon::QuickRandom(chance.next()));
    earned += discount * static_cast<float>(outcome.line_bonus);
    if (!outcome.again) {
      earned += discount * (drop_worth(now) + static_cast<float>(outcome.drop_bonus));
      if (outcome.board.full()) return value + part * earned;
      discount *= settings_.discount;
      ++drops;
    }
    now = outcome.board;
    scan_.look(now, settings_.width);
    move = scan_.best();
    if (outcome.again) continue;
    const float estimate = earned + discount * move.value;
    if (drops >= settings_.depth) return value + part * estimate;
    value += part * (1 - settings_.lambda) * estimate;
    part *= settings_.lambda;
  }
}

}  // namespace linez::champion
