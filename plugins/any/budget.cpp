#include "budget.hpp"

#include "by_value.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

namespace any {

void Budget::begin(const agon::State& root, agon::QuickRandom& random) {
  constexpr double used_at_most = 0.95;  // the rest is for what comes around the turns
  constexpr double usual_ns = 1e9;       // without any limit
  next_look_ = 0;
  looked_at_ = 0;
  if (effort_.simulations > 0) return;
  began_ = last_look_ = now();
  const std::int64_t turn_left = session_.turn_left_ns();
  const std::int64_t left = session_.time_left_ns();
  if (effort_.seconds > 0) {
    allowed_ = effort_.seconds * 1e9;
  } else {
    allowed_ = turn_left != INT64_MAX ? static_cast<double>(turn_left) : usual_ns;
    if (left != INT64_MAX) {
      if (turns_ >= next_estimate_) estimate(root, random);
      allowed_ = static_cast<double>(left) * share();
    }
  }
  if (turn_left != INT64_MAX) allowed_ = std::min(allowed_, static_cast<double>(turn_left));
  allowed_ *= effort_.seconds > 0 && turn_left == INT64_MAX ? 1 : used_at_most;
  ++turns_;
}

void Budget::estimate(const agon::State& root, agon::QuickRandom& random) {
  constexpr int most_playouts = 6;
  constexpr std::int64_t part = 25;  // of the time left
  const std::int64_t enough = session_.time_left_ns() / part;
  const std::int32_t seat = session_.seat();
  std::optional<ByValue> by_value;
  if (model_ != nullptr) by_value.emplace(*model_);
  double sum = 0;
  double least = 0;
  double longest = 0;
  int playouts = 0;
  agon::State state = root;
  for (bool stopped = false; playouts < most_playouts && !stopped; ++playouts, state = root) {
    double turns = 0;
    state.resample(seat, random.next());
    for (std::int32_t mover = state.to_move(); mover != AGON_OVER && !stopped; mover = state.to_move()) {
      turns += mover == seat ? 1 : 0;
      if (by_value) {
        by_value->act(state);
      } else {
        state.play_out(random, 1);
      }
      stopped = now() - began_ > enough;
    }
    if (stopped && playouts > 0) break;  // cut off: counts only if there is no other
    sum += turns;
    least = playouts == 0 ? turns : std::min(least, turns);
    longest = std::max(longest, turns);
  }
  left_ = std::max(1.0, sum / playouts);
  const auto made = static_cast<double>(turns_);
  if (turns_ == 0) first_total_ = left_;
  fixed_ = least == longest && playouts > 1 && made + left_ == first_total_;
  drift_ = turns_ == 0 ? 1 : std::clamp((made + left_ - first_total_) / made, 0.0, 1.0);
  estimated_at_ = turns_;
  if (by_value) {
    constexpr double longer = 2;  // a match with search, as far as matches differ
    if (!fixed_) left_ *= longer;
    next_estimate_ = UINT64_MAX;  // playouts by value are long
    began_ = last_look_ = now();  // the estimate is for the whole match
  } else {
    constexpr double again = 0.25;  // of the turns left later
    next_estimate_ = turns_ + 1 + static_cast<std::uint64_t>(again * left_);
    simulation_ns_ = static_cast<double>(now() - began_) / playouts;
  }
}

double Budget::share() const {
  const double left = std::max(1.0, left_ - static_cast<double>(turns_ - estimated_at_));
  if (fixed_) return 1 / left;
  // Good play may make the match longer than playouts do: then its end moves away while it is played. As long as
  // nothing is known of that, the match takes as many turns again as it has taken.
  const double longer = std::max(left, static_cast<double>(turns_));
  return 1 / (1 + (drift_ < 1 ? std::min(left / (1 - drift_), longer) : longer));
}

bool Budget::spent(std::uint64_t simulations, double part) {
  if (effort_.simulations > 0)
    return static_cast<double>(simulations) >= part * static_cast<double>(effort_.simulations);
  if (simulations < next_look_) return false;
  const std::int64_t time = now();
  const auto since = static_cast<double>(time - last_look_);
  const std::uint64_t made = simulations - looked_at_;
  // About a hundred looks in a turn: each costs a system call.
  const double wanted = allowed_ / 100;
  const double factor = since > 0 ? std::clamp(wanted / since, 0.5, 2.0) : 2.0;
  next_look_ = simulations + std::max<std::uint64_t>(1, static_cast<std::uint64_t>(static_cast<double>(made) * factor));
  last_look_ = time;
  looked_at_ = simulations;
  return static_cast<double>(time - began_) >= part * allowed_ || session_.should_stop();
}

void Budget::end(std::uint64_t simulations) {
  if (effort_.simulations == 0 && simulations > 0)
    simulation_ns_ = static_cast<double>(now() - began_) / static_cast<double>(simulations);
}

bool Budget::exhausted() const {
  constexpr std::int64_t part = 50;
  const std::int64_t left = session_.time_left_ns();
  return effort_.simulations == 0 && left != INT64_MAX && left < session_.limits().cpu_ns / part;
}

double Budget::used(std::uint64_t simulations) const {
  if (effort_.simulations > 0) return static_cast<double>(simulations) / static_cast<double>(effort_.simulations);
  return static_cast<double>(now() - began_) / allowed_;
}

std::int64_t Budget::now() const {
  const std::int64_t left = session_.time_left_ns();
  if (left != INT64_MAX) return -left;
  return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

}  // namespace any
