// The tree search that is used where the opponent is not foretold: UCT with RAVE by the colours of full boards, as in
// strategy `uct`, made quick.
//
// Two things make it quicker. Each visit of a leaf is followed by several random boards, since the way through the tree
// takes as long as some of them. And a node keeps its statistics in arrays, one number after another, so that all moves
// of a node are valued and updated without branches, four at a time.
#pragma once

#include "../search/stones.hpp"

#include <agon/random.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace tonga::champion {

using search::Rows;
using search::Square;
using search::Stones;

struct TreeParameters {
  float equivalence = 30'000;  // boards of a node at which RAVE and the moves' own means count about the same
  int boards = 4;              // random boards at each visit of a leaf
  int expand_after = 20;       // boards of a move before it gets a node
};

class Tree {
 public:
  Tree(const Stones& root, const TreeParameters& parameters, std::uint64_t seed);

  /// Makes a position the root, and keeps what is known of it. Until then the root is the constructor's.
  void move_to(const Stones& root);

  /// Goes from the root to a leaf, fills the board there, and learns from it.
  void simulate();

  /// Returns the root's move with the most boards; with none, an empty square.
  [[nodiscard]] int best() const;

  /// Returns the moves with the most boards from the root on, at most `most`.
  [[nodiscard]] std::vector<int> line(std::size_t most) const;

  /// Returns the root's moves that have boards, and their shares of them.
  [[nodiscard]] std::vector<std::pair<int, double>> shares() const;

  /// Returns the number of the root's boards, and the sum of their rewards. A reward is the signed root of Black's
  /// lead, divided by the board's size.
  [[nodiscard]] float boards() const { return root_->boards; }
  [[nodiscard]] float rewards() const { return root_->rewards; }
  /// Returns the root's boards on which that square, empty in the root, is Black.
  [[nodiscard]] float black_boards(int square) const;
  [[nodiscard]] std::size_t nodes() const { return nodes_; }

 private:
  /// Statistics of a position. The arrays have a number for each of its empty squares.
  struct Node {
    explicit Node(const Stones& stones);
    /// Takes a full board into the statistics. `black_squares`: by square, 1 if it is Black, else 0.
    void add(const float* black_squares, float reward);
    [[nodiscard]] std::size_t bytes() const;

    float boards = 0;
    float rewards = 0;
    std::vector<Square> squares;
    std::vector<float> black;  // boards on which the square is Black
    std::vector<float> black_rewards;
    std::vector<float> own;  // boards after the move to the square
    std::vector<float> own_rewards;
    std::vector<std::unique_ptr<Node>> children;
  };
  struct Step {
    Node* node;
    std::size_t move;
  };

  /// Returns the index of the move with the highest value.
  [[nodiscard]] std::size_t select(const Node& node, int mover);
  std::unique_ptr<Node> new_node(const Stones& stones);
  /// Returns the node of a position two moves after the root, or nothing.
  std::unique_ptr<Node> grandchild(const Stones& stones);

  static constexpr std::size_t most_bytes = 30'000'000;  // of all nodes; about half of the contest's memory

  TreeParameters parameters_;
  agon::QuickRandom random_;
  Stones stones_;
  std::size_t nodes_ = 0;
  std::size_t bytes_ = 0;  // of the nodes
  std::unique_ptr<Node> root_;
  std::vector<Step> path_;
};

}  // namespace tonga::champion
