// The tree search of large boards. Unlike uct's, it values squares by flips (sampler.hpp), which takes longer and tells
// more, and orders of moves that lead to one position meet in one node.
#pragma once

#include "sampler.hpp"

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace tonga::champion {

struct Parameters {
  float equivalence =
      1'000'000;          // boards of a node at which the squares' means and the moves' own count about the same
  int root_boards = 100;  // of the first simulation of a root
  int expand_after = 20;  // boards of a move before it gets a node
};

class Tree {
 public:
  Tree(int size, std::uint64_t seed) : random_(seed ^ 0x5DEECE66DU), sampler_(size, seed) {}

  /// Simulates once from `root` on.
  void simulate(const Stones& root, const Parameters& parameters);

  /// Returns the most visited move of `root`; an empty square if there were no visits.
  [[nodiscard]] int best(const Stones& root) const;

  /// Forgets all, if another turn might need more memory than there is, or always.
  void clear();
  void make_room();

  [[nodiscard]] std::size_t nodes() const { return nodes_.size(); }

 private:
  struct Move {
    Square square = 0;
    float boards = 0;
    float rewards = 0;
  };
  struct Node {
    Samples samples;
    std::vector<Move> moves;
  };
  struct Step {
    Node* node;
    Move* move;  // NULL: none was made
  };

  [[nodiscard]] Move& select(Node& node, int mover, const Parameters& parameters);
  Node& add(const Stones& stones);

  static constexpr std::size_t most_bytes = 36'000'000;
  agon::QuickRandom random_;
  Sampler sampler_;
  std::unordered_map<std::uint64_t, Node> nodes_;  // by the position's hash: different orders of moves meet
  std::size_t bytes_ = 0;
};

}  // namespace tonga::champion
