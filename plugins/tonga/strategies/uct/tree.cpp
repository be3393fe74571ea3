#include "tree.hpp"

#include "../search/fill.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace tonga::uct {

namespace {

constexpr std::size_t most_bytes = 30'000'000;  // of all nodes; about half of the contest's memory

}  // namespace

Tree::Tree(const Stones& root, const Parameters& parameters, std::uint64_t seed)
    : parameters_(parameters), random_(seed), stones_(root), root_(node_of(root)) {}

void Tree::move_to(const Stones& root) {
  std::unique_ptr<Node> found;
  if (root.hash() == stones_.hash()) return;
  if (root.empty_count() == stones_.empty_count() - 2) {
    for (Move& mine : root_->moves) {
      if (root.empty(mine.square) || mine.node == nullptr) continue;
      for (Move& theirs : mine.node->moves) {
        Stones after = stones_;
        after.play(mine.square);
        after.play(theirs.square);
        if (after.hash() == root.hash()) found = std::move(theirs.node);
      }
    }
  }
  stones_ = root;
  root_ = found != nullptr ? std::move(found) : node_of(root);
  // The nodes that were left behind are freed by now.
  nodes_ = 0;
  bytes_ = 0;
  std::vector<const Node*> open{root_.get()};
  while (!open.empty()) {
    const Node& node = *open.back();
    open.pop_back();
    ++nodes_;
    bytes_ += sizeof(Node) + node.moves.size() * sizeof(Move);
    for (const Move& move : node.moves) {
      if (move.node != nullptr) open.push_back(move.node.get());
    }
  }
}

void Tree::simulate() {
  Stones stones = stones_;
  std::array<std::pair<Node*, Move*>, max_cells> path;
  std::size_t length = 0;
  for (Node* node = root_.get(); node != nullptr && stones.empty_count() > 0;) {
    Move& move = select(*node, stones.mover());
    path[length++] = {node, &move};
    stones.play(move.square);
    if (move.node == nullptr && move.own.visits >= static_cast<float>(parameters_.expand_after) &&
        bytes_ < most_bytes && stones.empty_count() > 0)
      move.node = node_of(stones);
    node = move.node.get();
  }
  search::Squares squares = stones.empties();
  const Rows black = search::random_fill(stones, squares, random_);
  const float reward = search::signed_root(stones.lead(black)) / static_cast<float>(stones.size());
  for (std::size_t i = 0; i < length; ++i) {
    const auto& [node, chosen] = path[i];
    node->all.add(reward);
    chosen->own.add(reward);
    for (Move& move : node->moves) {
      if (search::contains(black, move.square)) move.black.add(reward);
    }
  }
}

int Tree::best() const {
  const auto more = [](const Move& a, const Move& b) { return a.own.visits < b.own.visits; };
  return std::ranges::max_element(root_->moves, more)->square;
}

std::vector<int> Tree::line(std::size_t most) const {
  std::vector<int> line;
  for (const Node* node = root_.get(); node != nullptr && !node->moves.empty() && line.size() < most;) {
    const Move& move = *std::ranges::max_element(node->moves, {}, [](const Move& each) { return each.own.visits; });
    if (move.own.visits == 0) break;
    line.push_back(move.square);
    node = move.node.get();
  }
  return line;
}

std::vector<std::pair<int, double>> Tree::shares() const {
  double visits = 0;
  for (const Move& move : root_->moves) visits += move.own.visits;
  std::vector<std::pair<int, double>> all;
  for (const Move& move : root_->moves)
    if (move.own.visits > 0) all.emplace_back(move.square, move.own.visits / visits);
  return all;
}

Mean Tree::own(int square) const {
  return std::ranges::find(root_->moves, square, [](const Move& move) { return int{move.square}; })->own;
}

Mean Tree::rave(int square) const {
  return std::ranges::find(root_->moves, square, [](const Move& move) { return int{move.square}; })->black;
}

std::unique_ptr<Tree::Node> Tree::node_of(const Stones& stones) {
  auto node = std::make_unique<Node>();
  const search::Squares squares = stones.empties();
  node->moves.resize(static_cast<std::size_t>(squares.count));
  std::ranges::transform(squares, node->moves.begin(), [](Square square) { return Move{square, {}, {}, {}}; });
  ++nodes_;
  bytes_ += sizeof(Node) + node->moves.size() * sizeof(Move);
  return node;
}

/// The value of a move is the mean of its own visits and of RAVE, weighted by Gelly and Silver's (2011) formula.
Tree::Move& Tree::select(Node& node, int mover) {
  const float sign = mover == 0 ? 1 : -1;
  const double visits = node.all.visits;
  const double rave_weight = std::sqrt(parameters_.equivalence / (3 * visits + parameters_.equivalence));
  const double explore = parameters_.exploration * std::sqrt(std::log(visits + 1));
  Move* best = node.moves.data();
  double highest = std::numeric_limits<double>::lowest();
  const std::size_t first = random_.below(node.moves.size());  // so that ties are drawn
  for (std::size_t i = 0; i < node.moves.size(); ++i) {
    Move& move = node.moves[i + first < node.moves.size() ? i + first : i + first - node.moves.size()];
    Mean mine = move.black;
    if (mover == 1) mine = {node.all.visits - mine.visits, node.all.rewards - mine.rewards};
    const double rave = mine.visits > 0 ? sign * mine.value() : 1;  // unseen: as if good, so that it is seen
    double value = rave;
    if (move.own.visits > 0) value = rave_weight * rave + (1 - rave_weight) * sign * move.own.value();
    value += explore / std::sqrt(move.own.visits + 1);
    if (value <= highest) continue;
    highest = value;
    best = &move;
  }
  return *best;
}

}  // namespace tonga::uct
