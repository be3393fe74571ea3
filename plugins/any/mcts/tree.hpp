// A tree of actions from one position, and what playouts through it brought.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace any {

/// A node is what an action leads to, whatever chance does then; the root is the position itself. All nodes of a tree
/// lie in one block.
class Tree {
 public:
  using Index = std::uint32_t;
  static constexpr Index none = UINT32_MAX;

  struct Node {
    double sum = 0;            // of the payoffs of `mover`
    std::uint32_t visits = 0;  // playouts through it
    std::int32_t mover = -1;   // who took the action
    Index first_child = none;  // the latest one
    Index next = none;         // the child of the same parent before this one
    std::uint32_t children = 0;
    std::uint32_t order = 0;  // where its own untried actions begin; see untried()

    [[nodiscard]] double mean() const { return sum / visits; }
  };

  /// `action_size` in bytes; `most` nodes at most.
  Tree(std::size_t action_size, std::size_t most) : action_size_(action_size), most_(most) { clear(); }

  static constexpr Index root = 0;

  void clear() {
    nodes_.assign(1, Node{});
    actions_.assign(action_size_, std::byte{0});
  }

  [[nodiscard]] Node& at(Index index) { return nodes_[index]; }
  [[nodiscard]] const Node& at(Index index) const { return nodes_[index]; }
  [[nodiscard]] std::span<const std::byte> action(Index index) const {
    return {actions_.data() + index * action_size_, action_size_};
  }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] bool full() const { return nodes_.size() >= most_; }
  /// Bytes of memory that one node takes.
  [[nodiscard]] static std::size_t bytes(std::size_t action_size) { return sizeof(Node) + action_size; }

  /// Calls visit(index) for each child.
  template <class Visit>
  void each_child(Index parent, Visit&& visit) const {
    for (Index child = nodes_[parent].first_child; child != none; child = nodes_[child].next) visit(child);
  }

  /// The child for an action; none if there is not one.
  [[nodiscard]] Index find(Index parent, std::span<const std::byte> action) const {
    for (Index child = nodes_[parent].first_child; child != none; child = nodes_[child].next) {
      if (std::memcmp(this->action(child).data(), action.data(), action_size_) == 0) return child;
    }
    return none;
  }

  /// Adds a child that is not there yet; not if the tree is full.
  Index add(Index parent, std::int32_t mover, std::span<const std::byte> action);

  /// Adds a node that is nobody's child; not if the tree is full.
  Index add_apart();

  /// Makes `index` the root: keeps what follows from it, and forgets the rest.
  void keep(Index index);

 private:
  std::size_t action_size_;
  std::size_t most_;
  std::vector<Node> nodes_;
  std::vector<std::byte> actions_;  // by node
};

}  // namespace any
