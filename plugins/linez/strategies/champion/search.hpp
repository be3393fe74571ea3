// Looks further than one move: tries the best moves on sampled drops. The worse half of them is given up again and
// again (sequential halving: Karnin, Koren, Somekh 2013). All moves meet the same drops (common random numbers), so
// that few samples tell them apart. A move that is worse beyond doubt is given up at once; when one is left, the search
// ends.
#pragma once

#include "scan.hpp"

#include <agon/random.hpp>
#include <cstdint>
#include <functional>
#include <vector>

namespace linez::champion {

/// Points that a drop survived brings: two for each of its numbers, which leave in lines sooner or later. Longer lines
/// bring a bonus beyond that.
inline float drop_worth(const Board& board) {
  return 2 * static_cast<float>(board.drop);
}

/// What follows a move.
struct Outcome {
  Board board;
  int removed = 0;     // cells of the move's line, and of those that the drop made
  int line_bonus = 0;  // of the move's line
  int drop_bonus = 0;  // of those that the drop made
  bool again = false;  // Nothing fell: the seat moves again.
};
Outcome follow(const Board& board, const Move& move, agon::QuickRandom chance);

class Search {
 public:
  struct Settings {
    int candidates = 12;  // moves to compare
    int width = 8;        // of the scans in simulations
    int depth = 2;        // drops in a simulation
    float discount = 1;   // of what comes after a drop, as in training
    float prior = 1;      // how many simulations a move's own value counts as
    float doubt = 3;      // a move is given up that is worse than the best by so many standard errors; 0: never
    float lambda = .85F;  // of the values after each drop, the next one's part: TD(lambda)'s
  };

  /// Keeps the reference.
  Search(const Folded& weights, const Settings& settings, std::uint64_t seed)
      : settings_(settings), scan_(weights), random_(seed) {}

  /// The best move. Stops after so many simulations, or when `stop`, asked now and then, says so.
  Move choose(const Board& board, int simulations, const std::function<bool()>& stop);

  /// The best move by its own value.
  Move choose_quickly(const Board& board);

  /// The points that the last chosen move and all that follow are expected to bring.
  [[nodiscard]] double value() const { return value_; }
  /// How many simulations the last choice took.
  [[nodiscard]] int simulated() const { return simulated_; }

 private:
  struct Candidate {
    Move move;
    double sum = 0;
    std::vector<float> results{};  // of all samples
  };
  /// Gives up candidates that are worse than the best one beyond doubt.
  void drop_clear_losers();
  /// The value of a move in one sample of what may fall.
  float simulate(const Board& board, Move move, std::uint64_t sample);

  Settings settings_;
  Scan scan_;
  agon::QuickRandom random_;
  std::vector<Candidate> candidates_;
  double value_ = 0;
  int simulated_ = 0;
};

}  // namespace linez::champion
