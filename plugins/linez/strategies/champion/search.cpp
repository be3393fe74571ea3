#include "search.hpp"

#include "first_places.hpp"

#include <algorithm>
#include <cmath>

namespace linez::champion {

namespace {

/// Fewer say little about how much results vary.
constexpr int samples_between_checks = 12;

}  // namespace

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
  Cells open = scan_.empty();
  for (const Candidate& candidate : candidates_) open |= bit(candidate.move.from);
  FirstPlaces places(open, random_);
  const bool announced = board.places[0] != 0;
  Board placed = board;
  simulated_ = 0;
  int sampled = 0;
  const int rounds = std::max(1, static_cast<int>(std::ceil(std::log2(static_cast<double>(candidates_.size())))));
  for (int round = 1; candidates_.size() > 1; ++round) {
    bool stopped = false;
    const auto left = static_cast<std::size_t>(candidates_.size() + 1) / 2;
    do {
      const std::uint64_t sample = random_.next();
      ++sampled;
      if (!announced) places.draw(placed);
      for (Candidate& candidate : candidates_) {
        // After a line, numbers may fall on other cells, too.
        const bool line = candidate.move.removed > 0;
        candidate.results.push_back(simulate(line ? board : placed, candidate.move, sample));
        candidate.sum += static_cast<double>(candidate.results.back());
        ++simulated_;
      }
      stopped = stop();
      if (sampled % samples_between_checks == 0) drop_clear_losers();
    } while (!stopped && candidates_.size() > left && simulated_ < round * simulations / rounds);
    std::sort(candidates_.begin(), candidates_.end(), better);
    if (candidates_.size() > left || stopped) candidates_.resize(stopped ? 1 : left);
  }
  const double weight = static_cast<double>(settings_.prior) + sampled;
  // Without a prior and a sample, all that is known is the move's own value.
  value_ = weight > 0 ? candidates_.front().sum / weight : static_cast<double>(candidates_.front().move.value);
  return candidates_.front().move;
}

void Search::drop_clear_losers() {
  if (settings_.doubt <= 0) return;
  const auto leader = std::max_element(candidates_.begin(), candidates_.end(),
                                       [](const Candidate& a, const Candidate& b) { return a.sum < b.sum; });
  const std::vector<float> best = leader->results;
  const auto samples = static_cast<double>(best.size());
  std::erase_if(candidates_, [&](const Candidate& candidate) {
    double sum = 0;
    double squares = 0;
    for (std::size_t i = 0; i < best.size(); ++i) {
      const auto behind = static_cast<double>(best[i] - candidate.results[i]);
      sum += behind;
      squares += behind * behind;
    }
    const double mean = sum / samples;
    const double error = std::sqrt((squares / samples - mean * mean) / samples);
    return mean > static_cast<double>(settings_.doubt) * error + .01;
  });
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
