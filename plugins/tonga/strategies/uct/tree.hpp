// Plain UCT with RAVE. A playout fills the empty squares at random, half with each colour, which is what random moves
// do. RAVE here goes by the colour that a square has on the full board, whoever took it and when.
#pragma once

#include "../search/stones.hpp"

#include <agon/random.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace tonga::uct {

using search::Rows;
using search::Square;
using search::Stones;

struct Parameters {
  double equivalence = 30'000;  // visits of a node at which RAVE and the tree's own means count about the same
  double exploration = 0;       // the factor of UCB1's term: RAVE explores enough
  int expand_after = 20;        // visits of a move before it gets a node
};

/// Visits and their rewards: the signed root of Black's lead, divided by the board's size.
struct Mean {
  float visits = 0;
  float rewards = 0;
  void add(float reward) {
    visits += 1;
    rewards += reward;
  }
  [[nodiscard]] float value() const { return rewards / visits; }
};

class Tree {
 public:
  Tree(const Stones& root, const Parameters& parameters, std::uint64_t seed);

  /// Makes a position the root, and keeps what is known of it. Until then the root is the constructor's.
  void move_to(const Stones& root);

  /// Plays one game from the root on and learns from it.
  void simulate();

  /// Returns the root's most visited move; with no visits, an empty square.
  [[nodiscard]] int best() const;

  /// Returns the statistics of a move from the root, and of the playouts on whose full board the square was Black.
  [[nodiscard]] Mean own(int square) const;
  [[nodiscard]] Mean rave(int square) const;
  [[nodiscard]] Mean all() const { return root_->all; }
  /// Returns the most visited moves from the root on, at most `most`.
  [[nodiscard]] std::vector<int> line(std::size_t most) const;
  /// Returns the root's moves that were visited, and their shares of the visits.
  [[nodiscard]] std::vector<std::pair<int, double>> shares() const;
  [[nodiscard]] std::size_t nodes() const { return nodes_; }

 private:
  struct Node;
  struct Move {
    Square square = 0;
    Mean own;
    Mean black;  // playouts on whose full board the square was Black
    std::unique_ptr<Node> node;
  };
  struct Node {
    Mean all;
    std::vector<Move> moves;
  };

  [[nodiscard]] std::unique_ptr<Node> node_of(const Stones& stones);
  [[nodiscard]] Move& select(Node& node, int mover);

  Parameters parameters_;
  agon::QuickRandom random_;
  Stones stones_;
  std::size_t nodes_ = 0;
  std::size_t bytes_ = 0;  // of the nodes
  std::unique_ptr<Node> root_;
};

}  // namespace tonga::uct
