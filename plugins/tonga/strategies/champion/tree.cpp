#include "tree.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tonga::champion {

void Tree::simulate(const Stones& root, const Parameters& parameters) {
  Stones stones = root;
  std::array<Step, max_cells> path;  // NOLINT(*-member-init): written before it is read
  std::size_t length = 0;
  int boards = 1;
  while (stones.empty_count() > 0) {
    const auto found = nodes_.find(stones.hash());
    if (found == nodes_.end()) {
      const bool seen = length == 0 || path[length - 1].move->boards >= static_cast<float>(parameters.expand_after);
      if (!seen || (length > 0 && bytes_ > most_bytes)) break;
      path[length++] = {&add(stones), nullptr};
      if (length == 1) boards = parameters.root_boards;
      break;
    }
    Node& node = found->second;
    Move& move = select(node, stones.mover(), parameters);
    path[length++] = {&node, &move};
    stones.play(move.square);
  }
  const Samples& samples = sampler_.sample(stones, boards);
  for (std::size_t i = 0; i < length; ++i) {
    path[i].node->samples.add(samples, stones.span());
    if (path[i].move == nullptr) continue;
    path[i].move->boards += samples.boards;
    path[i].move->rewards += samples.rewards;
  }
}

int Tree::best(const Stones& root) const {
  const auto found = nodes_.find(root.hash());
  if (found == nodes_.end()) return root.empties().list[0];
  const auto fewer = [](const Move& a, const Move& b) { return a.boards < b.boards; };
  return std::ranges::max_element(found->second.moves, fewer)->square;
}

void Tree::clear() {
  nodes_.clear();
  bytes_ = 0;
}

void Tree::make_room() {
  if (bytes_ > most_bytes / 2) clear();
}

Tree::Node& Tree::add(const Stones& stones) {
  Node& node = nodes_[stones.hash()];
  const search::Squares squares = stones.empties();
  node.moves.resize(static_cast<std::size_t>(squares.count));
  std::ranges::transform(squares, node.moves.begin(), [](Square square) { return Move{square, 0, 0}; });
  bytes_ += sizeof(Node) + node.moves.size() * sizeof(Move) + 64;
  return node;
}

/// A move is worth the mean of its own boards and of the square's value, weighted by Gelly and Silver's (2011) formula.
Tree::Move& Tree::select(Node& node, int mover, const Parameters& parameters) {
  const float sign = mover == 0 ? 1 : -1;
  const float weight = std::sqrt(parameters.equivalence / (3 * node.samples.boards + parameters.equivalence));
  Move* best = node.moves.data();
  float highest = std::numeric_limits<float>::lowest();
  const std::size_t first = random_.below(node.moves.size());  // so that ties are drawn
  for (std::size_t i = 0; i < node.moves.size(); ++i) {
    Move& move = node.moves[i + first < node.moves.size() ? i + first : i + first - node.moves.size()];
    float value = sign * value_with(node.samples, move.square, mover, Means::flips);
    if (move.boards > 0) value = weight * value + (1 - weight) * sign * move.rewards / move.boards;
    if (value <= highest) continue;
    highest = value;
    best = &move;
  }
  return *best;
}

}  // namespace tonga::champion
