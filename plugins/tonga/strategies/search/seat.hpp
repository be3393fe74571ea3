// What the searching strategies have in common: the position that a seat sees, and the time for its turns.
#pragma once

#include "stones.hpp"

#include <agon/strategy.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tonga/tonga.hpp>
#include <utility>
#include <vector>

namespace tonga::search {

inline Stones stones_of(const Position& position) {
  Stones stones(position.size());
  for (int row = 0; row < position.size(); ++row) {
    for (int column = 0; column < position.size(); ++column) {
      const Stone stone = position.at({row, column});
      if (stone != Stone::none) stones.put(row * max_size + column, stone == Stone::black ? 0 : 1);
    }
  }
  return stones;
}

inline Cell cell_of(int square) {
  return {row_of(square), column_of(square)};
}

constexpr std::size_t most_foreseen = 8;  // squares of a report

/// Reports the lead that the seat to move expects. `reward`: the mean of so many boards' rewards, each the signed root
/// of Black's lead, divided by the board's size. `line`: the squares that it expects, its own first.
inline void report(const agon::Session& session, const Stones& stones, double reward, double boards,
                   const std::vector<int>& line) {
  const double root = reward * stones.size() * (stones.mover() == 0 ? 1 : -1);
  std::string text;
  for (const int square : line) {
    text.append(text.empty() ? "" : " ").append(std::to_string(row_of(square)));
    text.append(" ").append(std::to_string(column_of(square)));
  }
  session.report(std::copysign(root * root, root), AGON_VALUE_SCORE, 0, static_cast<std::int64_t>(boards), text);
}

/// Reports between which squares a search has chosen, and their shares of it, if the host asks for them.
template <class Tree>
void report_shares(const agon::Session& session, const Tree& tree) {
  if (!session.wants_candidates()) return;
  std::vector<std::pair<tonga_action, double>> all;
  for (const auto& [square, share] : tree.shares()) all.push_back({{row_of(square), column_of(square)}, share});
  session.report(all);
}

/// Ends a turn after a number of simulations, or by the clock: each turn may take a share of the time left. A number of
/// simulations that would take longer ends there as well.
class Budget {
 public:
  /// The time of a turn if neither match nor turn is limited.
  static constexpr std::int64_t unlimited_ns = 5'000'000;
  /// The part of the time left that is kept for what comes around the turns.
  static constexpr std::int64_t reserve = 20;  // one twentieth

  /// `simulations` 0: by the clock.
  Budget(const agon::Session& session, std::int64_t simulations) : session_(session), simulations_(simulations) {}

  /// Begins a turn with so many squares empty. The last `quick` turns of the seat will take little time. The shares of
  /// the others are proportional to the number of empty squares to the power `decline`; by default they are equal.
  void begin(int empty_squares, int quick = 0, double decline = 0) {
    done_ = 0;
    const std::int64_t match = session_.time_left_ns();
    began_ = clock_ns();
    const std::int64_t rest = match - match / reserve;
    const double shares = turn_shares(empty_squares, std::max((empty_squares + 1) / 2 - quick, quick), decline);
    const std::int64_t unlimited = simulations_ > 0 ? INT64_MAX : unlimited_ns;
    allowed_ = match == INT64_MAX ? unlimited : static_cast<std::int64_t>(static_cast<double>(rest) / shares);
    const std::int64_t turn = session_.turn_left_ns();
    if (turn != INT64_MAX) allowed_ = std::min(allowed_, turn - turn / reserve);
  }

  /// Returns the turn's time; INT64_MAX if simulations are counted.
  [[nodiscard]] std::int64_t allowed_ns() const { return simulations_ > 0 ? INT64_MAX : allowed_; }

  /// Counts a simulation. Returns whether it was the turn's last one. `looks`: the clock is read at every so many.
  [[nodiscard]] bool spent(std::int64_t looks = 8) {
    ++done_;
    if (simulations_ > 0 && done_ >= simulations_) return true;
    if (done_ % looks != 0) return false;
    return clock_ns() - began_ >= allowed_ || session_.should_stop();
  }

  /// Counts so many simulations. Returns the part of the turn that is used up; 1 or more: the turn is to end.
  [[nodiscard]] double used(std::int64_t simulations) {
    done_ += simulations;
    if (session_.should_stop()) return 1;
    const double by_time =
        static_cast<double>(clock_ns() - began_) / static_cast<double>(std::max<std::int64_t>(allowed_, 1));
    if (simulations_ == 0) return by_time;
    const double by_count = static_cast<double>(done_) / static_cast<double>(simulations_);
    return by_time >= 1 ? 1 : by_count;  // the time matters only if it runs out, so that a match is reproducible
  }

 private:
  /// Returns the sum of the shares of so many turns, of which this one has 1; at least 1.
  static double turn_shares(int empty_squares, int turns, double decline) {
    double sum = 1;
    for (int turn = 1; turn < turns; ++turn)
      sum += std::pow(std::max(empty_squares - 2.0 * turn, 1.0) / empty_squares, decline);
    return sum;
  }

  /// Returns the CPU time, from any beginning; without a limit, and so without that clock, wall time.
  [[nodiscard]] std::int64_t clock_ns() const {
    const std::int64_t left = session_.turn_left_ns();
    if (left != INT64_MAX) return -left;
    return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
  }

  const agon::Session& session_;
  std::int64_t simulations_;
  std::int64_t done_ = 0;
  std::int64_t began_ = 0;
  std::int64_t allowed_ = 0;
};

}  // namespace tonga::search
