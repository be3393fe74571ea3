#include "tree.hpp"

#include "../search/fill.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace tonga::champion {

namespace {

using BySquare = std::array<float, max_cells>;

/// Writes 1 for each square that is set, else 0.
void spread(const Rows& rows, int size, BySquare& numbers) {
  for (std::size_t row = 0; row < static_cast<std::size_t>(size); ++row) {
    const unsigned bits = rows[row];
    for (unsigned column = 0; column < max_size; ++column)
      numbers[row * max_size + column] = static_cast<float>(bits >> column & 1U);
  }
}

}  // namespace

Tree::Node::Node(const Stones& stones) {
  const search::Squares empty = stones.empties();
  squares.assign(empty.begin(), empty.end());
  for (std::vector<float>* const numbers : {&black, &black_rewards, &own, &own_rewards})
    numbers->resize(squares.size());
  children.resize(squares.size());
}

void Tree::Node::add(const float* black_squares, float reward) {
  boards += 1;
  rewards += reward;
  const std::size_t count = squares.size();
  for (std::size_t i = 0; i < count; ++i) {
    const float one = black_squares[squares[i]];
    black[i] += one;
    black_rewards[i] += one * reward;
  }
}

std::size_t Tree::Node::bytes() const {
  return sizeof(Node) + squares.size() * (sizeof(Square) + 4 * sizeof(float) + sizeof(std::unique_ptr<Node>));
}

Tree::Tree(const Stones& root, const TreeParameters& parameters, std::uint64_t seed)
    : parameters_(parameters), random_(seed), stones_(root), root_(new_node(root)) {}

std::unique_ptr<Tree::Node> Tree::new_node(const Stones& stones) {
  auto node = std::make_unique<Node>(stones);
  ++nodes_;
  bytes_ += node->bytes();
  return node;
}

std::unique_ptr<Tree::Node> Tree::grandchild(const Stones& stones) {
  for (std::size_t i = 0; i < root_->squares.size(); ++i) {
    Node* const child = root_->children[i].get();
    if (child == nullptr || stones.empty(root_->squares[i])) continue;
    for (std::size_t j = 0; j < child->squares.size(); ++j) {
      if (child->children[j] == nullptr || stones.empty(child->squares[j])) continue;
      Stones after = stones_;
      after.play(root_->squares[i]);
      after.play(child->squares[j]);
      if (after.hash() == stones.hash()) return std::move(child->children[j]);
    }
  }
  return nullptr;
}

void Tree::move_to(const Stones& root) {
  if (root.hash() == stones_.hash()) return;
  std::unique_ptr<Node> found;
  if (root.empty_count() == stones_.empty_count() - 2) found = grandchild(root);
  stones_ = root;
  root_ = found != nullptr ? std::move(found) : std::make_unique<Node>(root);
  // The nodes that were left behind are freed by now.
  nodes_ = 0;
  bytes_ = 0;
  std::vector<const Node*> open{root_.get()};
  while (!open.empty()) {
    const Node& node = *open.back();
    open.pop_back();
    ++nodes_;
    bytes_ += node.bytes();
    for (const auto& child : node.children) {
      if (child != nullptr) open.push_back(child.get());
    }
  }
}

void Tree::simulate() {
  Stones stones = stones_;
  path_.clear();
  for (Node* node = root_.get(); node != nullptr && stones.empty_count() > 0;) {
    const std::size_t move = select(*node, stones.mover());
    path_.push_back({node, move});
    stones.play(node->squares[move]);
    std::unique_ptr<Node>& child = node->children[move];
    const bool expands = node->own[move] >= static_cast<float>(parameters_.expand_after);
    if (child == nullptr && expands && bytes_ < most_bytes && stones.empty_count() > 0) child = new_node(stones);
    node = child.get();
  }
  search::Squares squares = stones.empties();
  BySquare black_squares;  // NOLINT(*-member-init): spread() writes what is read
  for (int board = 0; board < parameters_.boards; ++board) {
    const Rows black = search::random_fill(stones, squares, random_);
    const float reward = search::signed_root(stones.lead(black)) / static_cast<float>(stones.size());
    spread(black, stones.size(), black_squares);
    for (const Step step : path_) {
      step.node->own[step.move] += 1;
      step.node->own_rewards[step.move] += reward;
      step.node->add(black_squares.data(), reward);
    }
  }
}

int Tree::best() const {
  const auto most = std::ranges::max_element(root_->own);
  return root_->squares[static_cast<std::size_t>(most - root_->own.begin())];
}

std::vector<int> Tree::line(std::size_t most) const {
  std::vector<int> line;
  for (const Node* node = root_.get(); node != nullptr && !node->own.empty() && line.size() < most;) {
    const auto most_boards = std::ranges::max_element(node->own);
    if (*most_boards == 0) break;
    const auto move = static_cast<std::size_t>(most_boards - node->own.begin());
    line.push_back(node->squares[move]);
    node = node->children[move].get();
  }
  return line;
}

std::vector<std::pair<int, double>> Tree::shares() const {
  double boards = 0;
  for (const float each : root_->own) boards += each;
  std::vector<std::pair<int, double>> all;
  for (std::size_t move = 0; move < root_->own.size(); ++move)
    if (root_->own[move] > 0) all.emplace_back(root_->squares[move], root_->own[move] / boards);
  return all;
}

float Tree::black_boards(int square) const {
  const auto found = std::ranges::find(root_->squares, static_cast<Square>(square));
  return root_->black[static_cast<std::size_t>(found - root_->squares.begin())];
}

/// The value of a move is the mean of its own boards and of RAVE, weighted by Gelly and Silver's (2011) formula.
std::size_t Tree::select(const Node& node, int mover) {
  const float sign = mover == 0 ? 1.0F : -1.0F;
  const float weight = std::sqrt(parameters_.equivalence / (3 * node.boards + parameters_.equivalence));
  // White's boards are those that are not Black's.
  const float all = mover == 0 ? 0.0F : node.boards;
  const float all_rewards = mover == 0 ? 0.0F : node.rewards;
  const std::size_t count = node.squares.size();
  BySquare values;  // NOLINT(*-member-init): the first `count` are written
  for (std::size_t i = 0; i < count; ++i) {
    const float boards = all + sign * node.black[i];
    const float rewards = all_rewards + sign * node.black_rewards[i];
    const float rave = boards > 0 ? sign * rewards / boards : 1.0F;  // unseen: as if good, so that it is seen
    const float own = node.own[i] > 0 ? sign * node.own_rewards[i] / node.own[i] : rave;
    values[i] = weight * rave + (1 - weight) * own;
  }
  std::size_t best = random_.below(count);  // so that ties are drawn
  const auto look = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (values[i] > values[best]) best = i;
    }
  };
  const std::size_t first = best;
  look(first + 1, count);
  look(0, first);
  return best;
}

}  // namespace tonga::champion
