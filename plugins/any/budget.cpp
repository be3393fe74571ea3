#include "budget.hpp"

#include "by_value.hpp"

#include <algorithm>
#include <chrono>

namespace any {

TurnsLeft estimate_turns(const agon::State& root, std::int32_t seat, agon::QuickRandom& random,
                         const std::function<bool()>& enough, const std::function<void(agon::State&)>& act) {
  constexpr int playouts = 6;
  constexpr std::uint64_t most = 3000;  // actions of all playouts together
  std::uint64_t actions = 0;
  double sum = 0;
  double least = 0;
  double longest = 0;
  int done = 0;
  agon::State state = root;
  for (bool stopped = false; done < playouts && !stopped; ++done, state = root) {
    double turns = 0;
    state.resample(seat, random.next());
    for (std::int32_t mover = state.to_move(); mover != AGON_OVER && !stopped; mover = state.to_move()) {
      turns += mover == seat ? 1 : 0;
      if (act) {
        act(state);
        ++actions;
      } else {
        actions += state.play_out(random, 1);
      }
      stopped = actions >= most || enough();
    }
    sum += turns;
    least = done == 0 ? turns : std::min(least, turns);
    longest = std::max(longest, turns);
  }
  return {std::max(1.0, sum / done), least == longest && done > 1};
}

double share_of_turn(const TurnsLeft& left, std::uint64_t made) {
  if (left.fixed) return 1 / left.mean;
  return 1 / (1 + std::max(left.mean, static_cast<double>(made)));
}

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
      constexpr std::int64_t part = 2000;  // of the time left, for the estimate
      const auto enough = [&] { return now() - began_ > left / part; };
      allowed_ = static_cast<double>(left) *
                 (model_ != nullptr ? share_by_value(root, random)
                                    : share_of_turn(estimate_turns(root, session_.seat(), random, enough), turns_));
    }
  }
  if (turn_left != INT64_MAX) allowed_ = std::min(allowed_, static_cast<double>(turn_left));
  allowed_ *= effort_.seconds > 0 && turn_left == INT64_MAX ? 1 : used_at_most;
  ++turns_;
}

double Budget::share_by_value(const agon::State& root, agon::QuickRandom& random) {
  if (turns_ == 0) {
    const std::int64_t left = session_.time_left_ns();
    constexpr std::int64_t part = 50;  // of the time left, for the estimate
    ByValue by_value(*model_);
    expected_ = estimate_turns(
        root, session_.seat(), random, [&] { return now() - began_ > left / part; },
        [&](agon::State& state) { by_value.act(state); });
    constexpr double longer = 2;  // a match with search, as far as matches differ
    if (!expected_.fixed) expected_.mean *= longer;
    began_ = last_look_ = now();  // the estimate is for the whole match
  }
  const double left = std::max(1.0, expected_.mean - static_cast<double>(turns_));
  if (expected_.fixed && expected_.mean > static_cast<double>(turns_)) return 1 / left;
  return 1 / (1 + std::max(left, static_cast<double>(turns_)));
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
