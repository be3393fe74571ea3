// A tree of actions from one position, and what playouts through it brought.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace any {

/// A node is what an action leads to, whatever chance does then; the root is the position itself. All nodes of a tree
/// lie in one block, and the children of a node side by side in it: a choice among them reads a few cache lines.
class Tree {
 public:
  using Index = std::uint32_t;
  static constexpr Index none = UINT32_MAX;

  struct Node {
    double mean = 0;             // of the payoffs of `mover`
    std::uint32_t visits = 0;    // playouts through it
    float spread = 1e18F;        // 1 / sqrt(visits)
    std::int32_t mover = -1;     // who took the action
    Index first_child = 0;       // the oldest one
    std::uint32_t children = 0;  // room is for the next power of two
    std::uint32_t order = 0;     // where its own untried actions begin; `complete`: all were tried
  };
  static constexpr std::uint32_t complete = UINT32_MAX;

  /// `action_size` in bytes; room for `most` nodes at most.
  Tree(std::size_t action_size, std::size_t most) : action_size_(action_size), most_(most) { clear(); }

  static constexpr Index root = 0;

  void clear();

  [[nodiscard]] Node& at(Index index) { return nodes_[index]; }
  [[nodiscard]] const Node& at(Index index) const { return nodes_[index]; }
  [[nodiscard]] std::span<const std::byte> action(Index index) const {
    return {actions_.data() + index * action_size_, action_size_};
  }
  /// The number of nodes.
  [[nodiscard]] std::size_t size() const { return size_; }
  /// Bytes of memory that one node takes.
  [[nodiscard]] static std::size_t bytes(std::size_t action_size) { return sizeof(Node) + action_size; }

  /// Calls visit(index) for each child, the newest one first.
  template <class Visit>
  void each_child(Index parent, Visit&& visit) const {
    const Node& node = nodes_[parent];
    for (Index child = node.first_child + node.children; child-- > node.first_child;) visit(child);
  }

  /// The child for an action; none if there is not one.
  [[nodiscard]] Index find(Index parent, std::span<const std::byte> action) const {
    const Node& node = nodes_[parent];
    const std::byte* known = actions_.data() + node.first_child * action_size_;
    for (std::uint32_t child = 0; child < node.children; ++child, known += action_size_) {
      if (std::memcmp(known, action.data(), action_size_) == 0) return node.first_child + child;
    }
    return none;
  }

  /// Whether there is no room for another child.
  [[nodiscard]] bool full(Index parent) const;
  /// Adds a child that is not there yet; not if there is no room. The indices of the node's other children change.
  Index add(Index parent, std::int32_t mover, std::span<const std::byte> action);

  /// Whether there is no room for another node that is nobody's child.
  [[nodiscard]] bool full() const { return nodes_.size() >= most_ && free_[0].empty(); }
  /// Adds such a node; not if there is no room.
  Index add_apart();

  /// A playout went through the node and brought its mover this payoff.
  void tell(Index index, double payoff);

  /// Makes `index` the root: keeps what follows from it, and forgets the rest.
  void keep(Index index);

 private:
  static bool grows(std::uint32_t children) { return (children & (children - 1)) == 0; }
  /// Room for 2^log2 nodes side by side.
  Index take_block(int log2);

  std::size_t action_size_;
  std::size_t most_;
  std::size_t size_ = 0;
  std::vector<Node> nodes_;
  std::vector<std::byte> actions_;        // by node
  std::vector<std::vector<Index>> free_;  // blocks of 2^i nodes that moved to larger ones
};

}  // namespace any
