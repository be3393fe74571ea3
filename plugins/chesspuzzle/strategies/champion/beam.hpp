// Beam search over sequences of clicks on visible tiles.
//
// Each layer holds the best sequences of one length, by the potential of the position after them. A cell is clicked at
// most once in a sequence, because nobody knows which tile is below. So a sequence ends where it is as long as asked,
// where all that it leads to is a hidden tile, or where it leads nowhere.
#pragma once

#include "graph.hpp"
#include "potential.hpp"
#include "prices.hpp"
#include "stop.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace chesspuzzle::champion {

class Beam {
 public:
  explicit Beam(const Graph& graph);

  /// By what sequences are compared.
  struct Values {
    const Potential& potential;
    const Prices& prices;  // not read if the potential's price_weight() is 0
  };

  /// Returns the best sequence found, of at most `depth` clicks; empty only if no click is legal. `width`: sequences
  /// kept of each length. If stop() returns true, returns the best of the longest sequences so far.
  std::vector<int> search(const Known& known, const Values& values, int width, int depth, const Stop& stop);

  /// Returns how many sequences were compared so far.
  [[nodiscard]] std::int64_t compared() const { return compared_; }

 private:
  using Set = std::array<std::uint64_t, 4>;  // of cells

  struct Node {
    std::array<Supply, max_cells> supplies;
    Set clicked;
    std::uint64_t key;  // of the cells clicked
    float potential;
    int last;
    int history;
  };
  enum class Onward : std::uint8_t { nowhere, hidden, visible };
  struct Candidate {
    float potential;
    std::int32_t parent;
    std::uint64_t key;  // of the cells clicked, and of the last
    std::uint8_t cell;
    Onward onward;
  };
  struct Step {
    int before;  // a step's number; -1: none
    int cell;
  };
  /// The best sequence of those that end early.
  struct End {
    int step = -1;
    int length = 0;
  };

  static bool contains(const Set& set, int cell) {
    return (set[static_cast<std::size_t>(cell) / 64] >> (static_cast<std::size_t>(cell) % 64) & 1) != 0;
  }

  /// Adds all sequences that are one click longer than the nodes of the layer to the candidates.
  void expand(const Known& known, const Values& values);
  void consider(const Known& known, const Values& values, int parent, int cell);
  /// Removes all but one of the candidates that clicked the same cells and ended on the same one.
  void remove_duplicates();
  /// Makes the best candidates that can go on the next layer, and keeps the best of the others.
  void select(const Known& known, const Potential& potential, int width, int length);
  int add_step(const Candidate& candidate);
  [[nodiscard]] std::vector<int> sequence(int step) const;

  const Graph& graph_;
  std::array<std::uint64_t, max_cells> keys_{};
  std::vector<Node> layer_;
  std::vector<Node> next_;
  std::vector<Candidate> candidates_;
  std::vector<std::uint64_t> seen_;  // a hash table of keys
  std::vector<Step> steps_;
  End open_;  // ends at a hidden tile
  End dead_;
  std::int64_t compared_ = 0;
};

}  // namespace chesspuzzle::champion
