#include "tree.hpp"

#include <utility>

namespace any {

Tree::Index Tree::add(Index parent, std::int32_t mover, std::span<const std::byte> action) {
  const auto index = static_cast<Index>(nodes_.size());
  nodes_.push_back({.mover = mover, .next = nodes_[parent].first_child});
  actions_.insert(actions_.end(), action.begin(), action.end());
  nodes_[parent].first_child = index;
  ++nodes_[parent].children;
  return index;
}

Tree::Index Tree::add_apart() {
  nodes_.emplace_back();
  actions_.resize(actions_.size() + action_size_);
  return static_cast<Index>(nodes_.size() - 1);
}

void Tree::keep(Index index) {
  Tree kept(action_size_, most_);
  kept.nodes_[root] = nodes_[index];
  kept.nodes_[root].first_child = none;
  kept.nodes_[root].next = none;
  kept.nodes_[root].children = 0;
  std::vector<std::pair<Index, Index>> open = {{index, root}};  // a node here, and its copy there
  while (!open.empty()) {
    const auto [from, to] = open.back();
    open.pop_back();
    std::vector<Index> children;
    each_child(from, [&](Index child) { children.push_back(child); });
    for (auto child = children.rbegin(); child != children.rend(); ++child) {  // so that they come in the same order
      const Index copy = kept.add(to, nodes_[*child].mover, action(*child));
      kept.nodes_[copy].sum = nodes_[*child].sum;
      kept.nodes_[copy].visits = nodes_[*child].visits;
      kept.nodes_[copy].order = nodes_[*child].order;
      open.emplace_back(*child, copy);
    }
  }
  *this = std::move(kept);
}

}  // namespace any
