#include "tree.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace any {

void Tree::clear() {
  constexpr std::size_t sizes = 32;  // of blocks
  nodes_.assign(1, Node{});
  actions_.assign(action_size_, std::byte{0});
  free_.assign(sizes, {});
  size_ = 1;
}

bool Tree::full(Index parent) const {
  const std::uint32_t children = nodes_[parent].children;
  if (!grows(children)) return false;
  const std::size_t room = std::bit_ceil(std::size_t{children} + 1);
  return nodes_.size() + room > most_ && free_[static_cast<std::size_t>(std::countr_zero(room))].empty();
}

Tree::Index Tree::take_block(int log2) {
  std::vector<Index>& free = free_[static_cast<std::size_t>(log2)];
  if (!free.empty()) {
    const Index block = free.back();
    free.pop_back();
    return block;
  }
  const auto block = static_cast<Index>(nodes_.size());
  nodes_.resize(nodes_.size() + (std::size_t{1} << static_cast<unsigned>(log2)));
  actions_.resize(nodes_.size() * action_size_);
  return block;
}

Tree::Index Tree::add(Index parent, std::int32_t mover, std::span<const std::byte> action) {
  const std::uint32_t children = nodes_[parent].children;
  if (grows(children)) {
    const Index from = nodes_[parent].first_child;
    const Index to = take_block(std::countr_zero(std::bit_ceil(std::size_t{children} + 1)));
    if (children > 0) {
      std::copy_n(nodes_.begin() + from, children, nodes_.begin() + to);
      std::memcpy(actions_.data() + to * action_size_, actions_.data() + from * action_size_, children * action_size_);
      free_[static_cast<std::size_t>(std::countr_zero(children))].push_back(from);
    }
    nodes_[parent].first_child = to;
  }
  const Index index = nodes_[parent].first_child + children;
  nodes_[index] = {.mover = mover};
  std::memcpy(actions_.data() + index * action_size_, action.data(), action_size_);
  ++nodes_[parent].children;
  ++size_;
  return index;
}

Tree::Index Tree::add_apart() {
  const Index index = take_block(0);
  nodes_[index] = {};
  ++size_;
  return index;
}

void Tree::tell(Index index, double payoff) {
  Node& node = nodes_[index];
  const double visits = ++node.visits;
  node.spread = static_cast<float>(1 / std::sqrt(visits));
  if (node.mover >= 0) node.mean += (payoff - node.mean) / visits;
}

void Tree::keep(Index index) {
  Tree kept(action_size_, most_);
  const auto take = [&](Index from, Index to) {
    const Node& node = nodes_[from];
    Node& copy = kept.nodes_[to];
    copy.mean = node.mean;
    copy.visits = node.visits;
    copy.spread = node.spread;
    copy.mover = node.mover;
    copy.order = node.order;
  };
  take(index, root);
  std::vector<std::pair<Index, Index>> open = {{index, root}};  // a node here, and its copy there
  while (!open.empty()) {
    const auto [from, to] = open.back();
    open.pop_back();
    const Node& node = nodes_[from];
    if (node.children == 0) continue;
    const Index block = kept.take_block(std::countr_zero(std::bit_ceil(std::size_t{node.children})));
    std::memcpy(kept.actions_.data() + block * action_size_, actions_.data() + node.first_child * action_size_,
                node.children * action_size_);
    kept.nodes_[to].first_child = block;
    kept.nodes_[to].children = node.children;
    kept.size_ += node.children;
    for (std::uint32_t child = 0; child < node.children; ++child) {
      take(node.first_child + child, block + child);
      open.emplace_back(node.first_child + child, block + child);
    }
  }
  *this = std::move(kept);
}

}  // namespace any
