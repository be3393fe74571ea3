// Decides the clicks of a match: selects a potential by the stage of the match, searches, and follows what it planned.
#pragma once

#include "beam.hpp"
#include "graph.hpp"
#include "potential.hpp"
#include "prices.hpp"
#include "rollouts.hpp"
#include "stop.hpp"

#include <vector>

namespace chesspuzzle::champion {

/// While stacks are high, and when few tiles are left.
enum class Stage { early, late };

/// From so many cells on, a board counts as large: it can't be cleared.
inline constexpr int large_cells = 130;

/// Returns the tuned parameters for boards with so many cells, and tiles in each cell.
Parameters tuned(int cells, int depth, Stage stage);

/// Rounds of finish(), if the match has no limit of time.
inline constexpr int endless_rounds = 5;

class Planner {
 public:
  Planner(int rows, int columns, const Parameters& early, const Parameters& late);

  /// Returns how many of the last `tiles` clicks of a match are in the early stage.
  [[nodiscard]] int early(int tiles) const;

  /// Returns how many clicks the next plan will have, unless the match ends earlier.
  [[nodiscard]] int followed(const Known& known) const;

  /// Returns the next click of the plan, or -1 if a new plan has to be made.
  int follow(const Known& known);

  /// Returns how many clicks of the plan are left.
  [[nodiscard]] int planned() const { return static_cast<int>(plan_.size()); }

  /// Plans the next clicks. `width`: of the beam. If stop() returns true, the search ends with what it has.
  void plan(const Known& known, int width, const Stop& stop);

  /// Returns how many clicks the prices allow at most, on average; infinity if they were not computed.
  [[nodiscard]] double expected(const Known& known) const;

  /// If the match ends soon, replaces the plan by the click that rollouts find best, in at most so many samples.
  void compare(const Known& known, int samples, const Stop& stop);

  /// Plans all clicks until the end, if no tile is hidden: by a beam of this width, and then so many rounds of
  /// exchanges in its plan, until stop() returns true or all is cleared.
  void finish(const Known& known, int width, int rounds, const Stop& stop);

 private:
  /// Adapts the prices in at most so many rounds. They are fewer than `width`, so that a narrow search stays quick.
  void adapt_prices(const Known& known, int width, int most);

  Graph graph_;
  Beam beam_;
  Rollouts rollouts_;
  Prices prices_;
  bool priced_ = false;  // prices_ was adapted to an earlier position
  int late_tiles_;       // with no more tiles left than that, the match is in its late stage
  Potential early_;
  Potential late_;
  std::vector<int> plan_;  // in reverse order
};

}  // namespace chesspuzzle::champion
