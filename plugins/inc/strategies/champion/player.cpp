#include "player.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace inc::champion {

Player::Player(std::int64_t cpu_ns, const Parts& parts, std::function<void(const std::string&)> log)
    : cpu_ns_(cpu_ns > 0 ? cpu_ns : 10'000'000'000), parts_(parts), optimal_(cpu_ns, std::move(log)) {}

bool Player::within_reach(const Situation& now) const {
  if (Offsets::lines(now.board) > Forecast::max_lines) return false;
  // A fourth of the time, for a forecast on each own turn: on average, of half of the turns left now. The steps are
  // counted, and no clock is read: the same match on every machine.
  const std::int64_t own_turns = (now.turns_left + rules::seats - 1) / rules::seats;
  return now.turns_left <= 10'000 && Forecast::steps(now.board, now.turns_left) / 2 <= cpu_ns_ / 4 / own_turns;
}

int Player::optimal(const Situation& now) {
  const int move = optimal_.best(now);
  expected_ = optimal_.expected();
  depth_ = optimal_.depth();
  return move;
}

int Player::best(const Situation& now) {
  if (!forecast_) {
    if (!within_reach(now)) return optimal(now);
    forecast_.emplace(now, now.mover);
  }
  watch(now);
  const std::optional<std::uint32_t> state =
      forecast_->offsets().find(now.board, forecast_->start().turns_left - now.turns_left);
  if (!state) return optimal(now);  // a position of another match
  std::array<Mixture, rules::seats> mixtures{};
  for (std::size_t seat = 0; seat < mixtures.size(); ++seat) mixtures[seat] = opponents_[seat].mixture();
  forecast_->look(now.turns_left, now.out, mixtures);
  const Rated chosen = choose(*state);
  expected_ = static_cast<double>(chosen.value);
  depth_ = now.turns_left;
  left_ = Left{forecast_->offsets().after(*state, chosen.move), now.turns_left - 1, now.out};
  return chosen.move;
}

void Player::watch(const Situation& now) {
  const std::optional<Left> left = std::exchange(left_, std::nullopt);
  if (!left || left->turns_left - now.turns_left != rules::seats - 1 || left->out != now.out) return;
  const Offsets& offsets = forecast_->offsets();
  const int moves_made = forecast_->start().turns_left - now.turns_left;
  const auto next = static_cast<std::size_t>((now.mover + 1) % rules::seats);
  const auto last = static_cast<std::size_t>((now.mover + 2) % rules::seats);
  const Mixture of_next = opponents_[next].mixture();
  const Mixture of_last = opponents_[last].mixture();

  // Moves commute, and only the board is seen: several pairs of moves may explain it.
  Mixture next_likelihood{};
  Mixture last_likelihood{};
  bool optimal = false;
  const Choices first = forecast_->choices(left->state, left->turns_left);
  for (int move = 0; move < now.board.moves(); ++move) {
    const std::uint32_t between = offsets.after(left->state, move);
    const Choices second = forecast_->choices(between, left->turns_left - 1);
    for (int other = 0; other < now.board.moves(); ++other) {
      if (offsets.board(offsets.after(between, other), moves_made) != now.board) continue;
      Mixture first_chance{};
      Mixture second_chance{};
      double first_all = 0;
      double second_all = 0;
      for (std::size_t i = 0; i < manners; ++i) {
        first_chance[i] = first.chance(static_cast<Manner>(i), move);
        second_chance[i] = second.chance(static_cast<Manner>(i), other);
        first_all += of_next[i] * first_chance[i];
        second_all += of_last[i] * second_chance[i];
      }
      for (std::size_t i = 0; i < manners; ++i) {
        next_likelihood[i] += first_chance[i] * second_all;
        last_likelihood[i] += second_chance[i] * first_all;
      }
      optimal = optimal || (first_chance[0] > 0 && second_chance[0] > 0);
    }
  }
  all_optimal_ = all_optimal_ && optimal;
  if (!parts_.learn) return;
  opponents_[next].observe([&](Manner manner) { return next_likelihood[static_cast<std::size_t>(manner)]; });
  opponents_[last].observe([&](Manner manner) { return last_likelihood[static_cast<std::size_t>(manner)]; });
}

Rated Player::choose(std::uint32_t state) const {
  const std::vector<Rated> moves = forecast_->moves(state);
  const Rated& optimal = *std::ranges::max_element(moves, {}, &Rated::worth);  // the first of them
  const auto allowed = [&](const Rated& rated) {
    if (parts_.guard && rated.floor < optimal.floor) return false;
    return !parts_.trust || !all_optimal_ || rated.worth == optimal.worth;
  };
  Rated best = optimal;
  for (const Rated& rated : moves) {
    if (allowed(rated) && rated.value > best.value) best = rated;
  }
  return best;
}

}  // namespace inc::champion
