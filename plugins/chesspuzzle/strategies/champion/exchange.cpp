#include "exchange.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

namespace chesspuzzle::champion {

namespace {

constexpr std::size_t most_changes = 6;
constexpr double first_temperature = .3;
constexpr double last_temperature = .1;
constexpr int temperatures = 64;
constexpr int most_loss = 16;  // in halves of a click; larger ones are not accepted
constexpr std::uint64_t certain = 1 << 30;
constexpr int moves_between_looks = 500;  // at the clock

/// How often of `certain` times a loss is accepted, by temperature and loss. Whole numbers: a power or an exponential
/// may differ in its last digit between machines, and a match must not.
const auto chances = [] {
  std::array<std::array<std::uint64_t, most_loss + 1>, temperatures> table{};
  for (int step = 0; step < temperatures; ++step)
    for (int loss = 1; loss <= most_loss; ++loss) {
      const double temperature =
          first_temperature * std::pow(last_temperature / first_temperature, static_cast<double>(step) / temperatures);
      table[static_cast<std::size_t>(step)][static_cast<std::size_t>(loss)] =
          static_cast<std::uint64_t>(std::llround(std::exp(-.5 * loss / temperature) * double{certain}));
    }
  return table;
}();

}  // namespace

Exchange::Exchange(const Graph& graph, const Known& known, const std::vector<int>& path) {
  std::array<int, max_cells> nodes{};
  for (int cell = 0; cell < graph.cells(); ++cell) {
    if (known.left[static_cast<std::size_t>(cell)] == 0) continue;
    nodes[static_cast<std::size_t>(cell)] = static_cast<int>(cells_.size());
    cells_.push_back(cell);
  }
  count_ = static_cast<int>(cells_.size());
  const auto all = static_cast<std::size_t>(count_ + 1);
  allowed_.resize(all * all);
  nexts_.resize(all);
  const auto allow_targets = [&](int node, int cell, Kind kind) {
    for (const std::uint8_t target : graph.targets(cell, kind))
      if (known.left[target] > 0) allow(node, nodes[target]);
  };
  for (int node = 0; node < count_; ++node) {
    const int cell = cells_[static_cast<std::size_t>(node)];
    allow_targets(node, cell, known.top[static_cast<std::size_t>(cell)]);
    allow(node, node);
    allow(node, count_);
    if (known.last < 0) allow(count_, node);
  }
  if (known.last >= 0) allow_targets(count_, known.last, known.removed);
  for (int node = 0; node <= count_; ++node) next_.push_back(node);
  int last = count_;
  for (const int cell : path) last = next(last) = nodes[static_cast<std::size_t>(cell)];
  next(last) = count_;
  before_.resize(all);
  for (int node = 0; node <= count_; ++node) before_[static_cast<std::size_t>(next(node))] = node;
  best_ = next_;
  best_length_ = length();
}

void Exchange::allow(int node, int next) {
  allowed_[static_cast<std::size_t>(node * (count_ + 1) + next)] = true;
  nexts_[static_cast<std::size_t>(node)].push_back(next);
}

std::vector<int> Exchange::anneal(int moves, const Stop& stop) {
  const auto covered = [](const Change& change, int next) { return change.node != next ? 1 : 0; };
  // In halves of a click: the length counts twice, what is on cycles once.
  int clicked = 0;
  for (int node = 0; node < count_; ++node) clicked += next(node) != node ? 1 : 0;
  int value = length() + clicked;
  for (int move = 0; move < moves && best_length_ < count_; ++move) {
    if (move % moves_between_looks == moves_between_looks - 1 && stop()) break;
    if (!change()) {
      undo();
      continue;
    }
    const int now = length();
    int now_clicked = clicked;
    for (const Change& one : changes_)
      if (one.node < count_) now_clicked += covered(one, next(one.node)) - covered(one, one.before);
    const int loss = value - (now + now_clicked);
    const auto step = static_cast<std::size_t>(std::int64_t{move} * temperatures / moves);
    if (loss > most_loss || (loss > 0 && random_.below(certain) >= chances[step][static_cast<std::size_t>(loss)])) {
      undo();
      continue;
    }
    value -= loss;
    clicked = now_clicked;
    for (const Change& one : changes_) before_[static_cast<std::size_t>(next(one.node))] = one.node;
    if (now > best_length_) {
      best_length_ = now;
      best_ = next_;
    }
  }
  std::vector<int> path;
  for (int node = best_.back(); node != count_; node = best_[static_cast<std::size_t>(node)])
    path.push_back(cells_[static_cast<std::size_t>(node)]);
  return path;
}

bool Exchange::change() {
  changes_.clear();
  int node = static_cast<int>(random_.below(next_.size()));
  const int free = next(node);  // has nothing before it
  while (changes_.size() < most_changes) {
    const auto& choices = nexts_[static_cast<std::size_t>(node)];
    if (choices.empty()) return false;
    const int chosen = choices[random_.below(choices.size())];
    const auto taken = [&](const Change& one) { return next(one.node) == chosen; };
    if (chosen == next(node) || chosen == free || std::ranges::any_of(changes_, taken)) return false;
    changes_.push_back({node, std::exchange(next(node), chosen)});
    node = before_[static_cast<std::size_t>(chosen)];
    if (std::ranges::any_of(changes_, [&](const Change& one) { return one.node == node; })) return false;
    if (!follows(node, free)) continue;
    changes_.push_back({node, std::exchange(next(node), free)});
    return true;
  }
  return false;
}

void Exchange::undo() {
  for (const Change& one : changes_) next(one.node) = one.before;
}

int Exchange::length() const {
  int clicks = 0;
  for (int node = next_.back(); node != count_; node = next_[static_cast<std::size_t>(node)]) ++clicks;
  return clicks;
}

}  // namespace chesspuzzle::champion
