// Makes a sequence of clicks longer where no tile is hidden: by exchanging which cell follows which.
//
// What is left then is a longest path. Each cell has one that follows it; one that is not clicked is followed by
// itself. So there are a path from the last click to the end, and perhaps cycles. A move lets a cell be followed by
// another one, and what stood before that one by a third, until all have one again. Simulated annealing: paths that
// become shorter are accepted with a chance that falls, and cells on cycles count half, since a later move may join
// them to the path.
#pragma once

#include "graph.hpp"
#include "known.hpp"
#include "stop.hpp"

#include <agon/random.hpp>

#include <cstddef>
#include <vector>

namespace chesspuzzle::champion {

class Exchange {
 public:
  /// `path`: cells, which can be clicked in this order.
  Exchange(const Graph& graph, const Known& known, const std::vector<int>& path);

  /// Anneals in so many moves, and returns the longest path so far.
  std::vector<int> anneal(int moves, const Stop& stop);

 private:
  /// A cell whose follower was changed, and the follower that it had.
  struct Change {
    int node;
    int before;
  };

  bool follows(int node, int next) const { return allowed_[static_cast<std::size_t>(node * (count_ + 1) + next)]; }
  int& next(int node) { return next_[static_cast<std::size_t>(node)]; }
  void allow(int node, int next);
  /// Changes followers at random. Returns false if not all nodes have one then.
  bool change();
  void undo();
  [[nodiscard]] int length() const;

  // Nodes: the cells with a tile, and then one for both ends of the path.
  std::vector<int> cells_;
  int count_ = 0;                        // of cells
  std::vector<bool> allowed_;            // [node][next]
  std::vector<std::vector<int>> nexts_;  // the same as lists
  std::vector<int> next_;                // which node follows
  std::vector<int> before_;              // the reverse of next_
  std::vector<int> best_;                // next_ with the longest path
  int best_length_ = 0;
  std::vector<Change> changes_;
  agon::Random random_{1};
};

}  // namespace chesspuzzle::champion
