#include "beam.hpp"

#include <agon/random.hpp>
#include <algorithm>
#include <bit>

namespace chesspuzzle::champion {

Beam::Beam(const Graph& graph) : graph_(graph) {
  agon::Random random(1);
  for (std::uint64_t& key : keys_) key = random.next();
}

std::vector<int> Beam::search(const Known& known, const Values& values, int width, int depth, const Stop& stop) {
  const Potential& potential = values.potential;
  Node root{};
  root.supplies = potential.supplies(known);
  root.potential = potential.sum(known, root.supplies);
  root.last = known.last;
  root.history = -1;
  layer_.assign(1, root);
  steps_.clear();
  open_ = dead_ = {};
  int longest = -1;
  for (int length = 1; length <= depth; ++length) {
    expand(known, values);
    if (candidates_.empty()) break;
    remove_duplicates();
    select(known, potential, width, length);
    if (layer_.empty()) break;
    if (length == depth || stop()) {
      longest = layer_.front().history;
      break;
    }
  }
  if (longest >= 0) return sequence(longest);
  int hidden = 0;
  for (int cell = 0; cell < graph_.cells(); ++cell)
    hidden += std::max(0, known.left[static_cast<std::size_t>(cell)] - 1);
  // Half of what is hidden can still be cleared, as a rule of thumb.
  const bool go_on = open_.step >= 0 && 2 * open_.length + hidden >= 2 * dead_.length;
  return sequence(go_on ? open_.step : dead_.step);
}

void Beam::expand(const Known& known, const Values& values) {
  candidates_.clear();
  for (std::size_t at = 0; at < layer_.size(); ++at) {
    const Node& node = layer_[at];
    const int parent = static_cast<int>(at);
    if (node.last < 0) {
      for (int cell = 0; cell < graph_.cells(); ++cell) consider(known, values, parent, cell);
      continue;
    }
    const Kind kind = node.history < 0 ? known.removed : known.top[static_cast<std::size_t>(node.last)];
    for (const std::uint8_t cell : graph_.targets(node.last, kind)) consider(known, values, parent, cell);
  }
}

void Beam::consider(const Known& known, const Values& values, int parent, int cell) {
  const Potential& potential = values.potential;
  const Node& node = layer_[static_cast<std::size_t>(parent)];
  const auto at = static_cast<std::size_t>(cell);
  if (known.left[at] == 0 || contains(node.clicked, cell)) return;
  ++compared_;
  const Supply weight = potential.weight(cell, known.top[at]);
  float value = node.potential + potential.cost(cell, known.top[at]) +
                potential.term(cell, known.left[at] - 1, node.supplies[at]) -
                potential.term(cell, known.left[at], node.supplies[at]);
  if (potential.price_weight() > 0) {
    const Kind kind = node.history < 0 ? known.removed : known.top[static_cast<std::size_t>(node.last)];
    value += potential.price_weight() * values.prices.loss(node.last, kind, cell);
  }
  Onward onward = Onward::nowhere;
  for (const std::uint8_t target : graph_.targets(cell, known.top[at])) {
    const bool clicked = contains(node.clicked, target);
    const int left = known.left[target] - (clicked ? 1 : 0);
    if (left == 0) continue;
    onward = std::max(onward, clicked ? Onward::hidden : Onward::visible);
    const Supply supply = node.supplies[target];
    value += potential.term(target, left, static_cast<Supply>(supply - weight)) - potential.term(target, left, supply);
  }
  const std::uint64_t key = (node.key ^ keys_[at]) + (at + 1) * 0x9E3779B97F4A7C15;
  candidates_.push_back({value, parent, key | 1, static_cast<std::uint8_t>(cell), onward});
}

void Beam::remove_duplicates() {
  seen_.assign(std::bit_ceil(2 * candidates_.size()), 0);
  const std::size_t mask = seen_.size() - 1;
  std::erase_if(candidates_, [&](const Candidate& candidate) {
    std::size_t slot = (candidate.key >> 20) & mask;
    while (seen_[slot] != 0 && seen_[slot] != candidate.key) slot = (slot + 1) & mask;
    const bool known_already = seen_[slot] != 0;
    seen_[slot] = candidate.key;
    return known_already;
  });
}

void Beam::select(const Known& known, const Potential& potential, int width, int length) {
  const auto better = [](const Candidate& one, const Candidate& other) { return one.potential < other.potential; };
  for (const auto& [onward, end] : {std::pair{Onward::nowhere, &dead_}, {Onward::hidden, &open_}}) {
    const Candidate* best = nullptr;
    for (const Candidate& candidate : candidates_)
      if (candidate.onward == onward && (best == nullptr || better(candidate, *best))) best = &candidate;
    if (best != nullptr) *end = {add_step(*best), length};
  }
  std::erase_if(candidates_, [](const Candidate& candidate) { return candidate.onward != Onward::visible; });
  const std::size_t kept = std::min(candidates_.size(), static_cast<std::size_t>(width));
  if (kept < candidates_.size())
    std::ranges::nth_element(candidates_, candidates_.begin() + static_cast<std::ptrdiff_t>(kept), better);
  candidates_.resize(kept);
  // The best comes first, for search() to find it.
  if (kept > 0) std::iter_swap(candidates_.begin(), std::ranges::min_element(candidates_, better));
  next_.resize(kept);
  for (std::size_t i = 0; i < kept; ++i) {
    const Candidate& candidate = candidates_[i];
    const auto at = static_cast<std::size_t>(candidate.cell);
    Node& node = next_[i];
    node = layer_[static_cast<std::size_t>(candidate.parent)];
    node.history = add_step(candidate);
    node.potential = candidate.potential;
    node.last = candidate.cell;
    node.key ^= keys_[at];
    node.clicked[at / 64] |= std::uint64_t{1} << (at % 64);
    for (const std::uint8_t target : graph_.targets(candidate.cell, known.top[at]))
      node.supplies[target] =
          static_cast<Supply>(node.supplies[target] - potential.weight(candidate.cell, known.top[at]));
  }
  layer_.swap(next_);
}

int Beam::add_step(const Candidate& candidate) {
  steps_.push_back({layer_[static_cast<std::size_t>(candidate.parent)].history, candidate.cell});
  return static_cast<int>(steps_.size()) - 1;
}

std::vector<int> Beam::sequence(int step) const {
  std::vector<int> cells;
  for (; step >= 0; step = steps_[static_cast<std::size_t>(step)].before)
    cells.push_back(steps_[static_cast<std::size_t>(step)].cell);
  std::ranges::reverse(cells);
  return cells;
}

}  // namespace chesspuzzle::champion
