// Compares the clicks that are legal by playing the match to its end after each of them, again and again.
//
// The hidden tiles of each sample are drawn, and are the same for all clicks; a narrow beam plays on without knowing
// them. Only for the last clicks of a match: before that, chance differs more than the clicks do.
#pragma once

#include "beam.hpp"
#include "graph.hpp"
#include "known.hpp"
#include "stop.hpp"

#include <agon/random.hpp>

#include <array>
#include <vector>

namespace chesspuzzle::champion {

class Rollouts {
 public:
  explicit Rollouts(const Graph& graph) : graph_(graph), beam_(graph) {}

  /// Returns the legal click after which most tiles are cleared; `planned` unless another one is better beyond doubt.
  int choose(const Known& known, int planned, const Beam::Values& values, int samples, const Stop& stop);

 private:
  /// What is below the visible tiles: [cell][height].
  using Hidden = std::array<std::array<Kind, max_depth>, max_cells>;

  /// A click, and how many clicks each sample had in all.
  struct Choice {
    int cell;
    std::vector<int> clicks;
  };
  /// How many clicks more one choice has than another: the mean over the samples of both, and its standard error.
  struct Lead {
    double mean;
    double error;
  };

  static void click(Known& known, int cell, const Hidden& hidden);
  static Lead lead(const Choice& one, const Choice& other);
  void draw_hidden(const Known& known);
  int play(Known known, const Beam::Values& values);

  const Graph& graph_;
  Beam beam_;
  agon::Random random_{1};
  Hidden hidden_{};
};

}  // namespace chesspuzzle::champion
