// Measures after how many turns the tables of boards repeat, and how long it takes to detect this. Uses random boards
// for a third of the time, then hill climbing: repeatedly modifies the boards that took longest, to find boards that
// take longer.
//
//     inc_survey SEED SECONDS [ROWS COLUMNS [OUT [EMPTY [LIMIT]]]]
//
// OUT seats, 0 .. 2, are out from the start. EMPTY: percentage of empty squares; -1: none on half of the boards, 0 to
// 39 on the others. LIMIT: the seconds of CPU time that a match allows, 2 by default: the strategy `optimal` makes
// tables for about a third of them. Time is this process's CPU time.
#include <inc/solver/induction.hpp>

#include <agon/random.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <string>
#include <vector>

namespace {

using inc::Induction;
using inc::Situation;

/// The effort of the strategy `optimal` for each second of its limit.
constexpr std::int64_t effort_a_second = 1'600'000'000;

struct Found {
  Situation situation;
  int repeats_from = 0;  // or the horizon, if no repetition was found
};

double seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

class Survey {
 public:
  Survey(std::uint64_t seed, int rows, int columns, int out, int empty, int limit)
      : random_(seed), rows_(rows), columns_(columns), out_(out), empty_(empty), effort_(limit * effort_a_second) {}

  void random_until(double end) {
    while (seconds() < end) {
      const Situation situation = draw();
      const int turns = measure(situation);
      late_.push_back({situation, turns});
      if (late_.size() >= 2000) keep_latest(most_kept);
    }
    keep_latest(most_kept);
    print("random boards");
  }

  void climb_until(double end) {
    turns_.clear();
    periods_.clear();
    slowest_ = 0;
    while (seconds() < end) {
      const Situation situation = changed(late_[std::min(pick(late_.size()), pick(late_.size()))].situation);
      const bool known = std::ranges::any_of(late_, [&](const Found& found) {
        return found.situation.board == situation.board && found.situation.increment == situation.increment &&
               found.situation.turns_left == situation.turns_left && found.situation.out == situation.out;
      });
      if (known) continue;
      late_.push_back({situation, measure(situation)});
      keep_latest(most_kept);
    }
    print("boards like the latest of these");
  }

 private:
  static constexpr std::size_t most_kept = 40;

  std::size_t pick(std::size_t bound) { return static_cast<std::size_t>(random_.below(bound)); }

  int digit() { return 1 + static_cast<int>(random_.below(3)); }

  Situation draw() {
    Situation situation{inc::rules::Board(rows_, columns_), 1'000'000'000 - static_cast<int>(random_.below(3)),
                        random_.below(2) == 0 ? 1 : -1};
    const std::uint64_t empty = empty_ >= 0 ? static_cast<std::uint64_t>(empty_) : random_.below(2) * random_.below(40);
    for (int row = 0; row < rows_; ++row) {
      for (int column = 0; column < columns_; ++column) {
        situation.board.set(row, column, random_.below(100) < empty ? 0 : digit());
      }
    }
    if (out_ > 0) situation.out = 1U << random_.below(3);
    if (out_ > 1) situation.out = 7U ^ situation.out;
    return situation;
  }

  Situation changed(Situation situation) {
    for (std::size_t changes = 1 + pick(3); changes > 0; --changes) {
      const int row = static_cast<int>(random_.below(static_cast<std::uint64_t>(rows_)));
      const int column = static_cast<int>(random_.below(static_cast<std::uint64_t>(columns_)));
      switch (random_.below(10)) {
        case 0:
          situation.turns_left = 1'000'000'000 - static_cast<int>(random_.below(3));
          break;
        case 1:
          situation.increment = -situation.increment;
          break;
        case 2:
          situation.board.set(row, column, 0);
          break;
        default:
          situation.board.set(row, column, digit());
      }
    }
    return situation;
  }

  int measure(const Situation& situation) {
    const double before = seconds();
    const Induction solution(situation, effort_);
    slowest_ = std::max(slowest_, seconds() - before);
    ++periods_[solution.period()];
    const int turns = solution.period() > 0 ? solution.repeats_from() : solution.horizon();
    turns_.push_back(turns);
    return turns;
  }

  void keep_latest(std::size_t count) {
    std::ranges::stable_sort(late_, std::ranges::greater{}, &Found::repeats_from);
    if (late_.size() > count) late_.erase(late_.begin() + static_cast<std::ptrdiff_t>(count), late_.end());
  }

  void print(const char* title) {
    std::ranges::sort(turns_);
    const auto share = [&](double part) { return turns_[static_cast<std::size_t>(part * double(turns_.size() - 1))]; };
    std::printf("%zu %s\n", turns_.size(), title);
    std::printf("  repeat after at most: half %d, all but 1/10 %d, 1/100 %d, 1/1000 %d, 1/10000 %d, all %d turns\n",
                share(.5), share(.9), share(.99), share(.999), share(.9999), turns_.back());
    std::printf("  periods (0: not found):");
    for (const auto& [period, count] : periods_) std::printf(" %d x %d,", count, period);
    std::printf("\n  longest time for one: %.3f s\n", slowest_);
    for (std::size_t i = 0; i < std::min<std::size_t>(late_.size(), 5); ++i) {
      const auto& [situation, turns] = late_[i];
      std::printf("  %d: board=%s,turns=%d,inc=%d out=%u\n", turns, situation.board.text().c_str(),
                  situation.turns_left, situation.increment, situation.out);
    }
    std::fflush(stdout);
  }

  agon::Random random_;
  int rows_;
  int columns_;
  int out_;
  int empty_;
  std::int64_t effort_;
  std::vector<Found> late_;
  std::vector<int> turns_;
  std::map<int, int> periods_;
  double slowest_ = 0;
};

}  // namespace

int main(int count, char** arguments) {
  std::array<int, 7> values{0, 0, 5, 5, 0, -1, 2};
  for (int i = 1; i < count && i <= 7; ++i) values[static_cast<std::size_t>(i - 1)] = std::atoi(arguments[i]);
  const auto [seed, time, rows, columns, out, empty, limit] = values;
  if (count < 3 || time < 1 || rows < 1 || columns < 1 || rows + columns < 3 ||
      rows + columns - 2 > Induction::max_lines || out < 0 || out > 2 || empty < -1 || empty > 99 || limit < 1) {
    std::fputs("inc_survey SEED SECONDS [ROWS COLUMNS [OUT [EMPTY [LIMIT]]]]\n", stderr);
    return 2;
  }
  Survey survey(static_cast<std::uint64_t>(seed), rows, columns, out, empty, limit);
  survey.random_until(time / 3.0);
  survey.climb_until(time);
}
