// Narrow beams against an opponent that is foretold: which first move leads furthest, over many ways in which the
// opponent may draw among its replies.
//
// One way to draw is fixed for all positions at once (a determinization), so that all first moves meet the same luck. A
// beam then goes from each first move some moves of this seat deep, with the opponent's replies between them. A first
// move is worth the mean, over determinizations, of the best position at its beam's end; positions are valued by
// random full boards, the same ones in all positions of a determinization (common random numbers). First moves are
// dropped by sequential halving (Karnin, Koren, Somekh 2013).
#pragma once

#include "opponent.hpp"
#include "sampler.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace tonga::champion {

struct BeamParameters {
  int firsts = 8;        // first moves that are compared, by the values of their squares
  int depth = 5;         // moves of this seat, the first one included
  int width = 2;         // positions that a beam keeps after each of them
  int moves = 3;         // that are tried in each of these
  int boards = 20;       // random full boards of a position within a beam
  int end_boards = 240;  // and of one at its end
  int root_boards = 1000;
};

class Beams {
 public:
  explicit Beams(std::uint64_t seed) : sampler_(seed), seed_(seed) {}

  /// Returns the move of `root` that is found best; at least one square must be empty. `used` is asked after each
  /// determinization for the part of the budget that is used up: at 1 or more the search ends.
  int best(const Stones& root, Opponent& opponent, const BeamParameters& parameters,
           const std::function<double()>& used);

  /// Returns the opponent's reply in `stones` in that determinization; the same whenever it is asked.
  [[nodiscard]] static Square reply(const Stones& stones, Opponent& opponent, std::uint64_t determinization);

  /// Returns for each of these first moves the value of the best position at its beam's end, for the seat that is to
  /// move in `root`.
  std::vector<float> ends(const Stones& root, const std::vector<Square>& firsts, Opponent& opponent,
                          const BeamParameters& parameters, std::uint64_t determinization);

 private:
  struct Place {
    Stones stones;
    std::size_t first;  // the index of the first move that led to it
    float value = 0;
    std::vector<Square> moves;  // the best ones to try, in descending order of their squares' values
  };

  /// Values a position by so many boards, and finds its best `moves`.
  void value(Place& place, int seat, int boards, int moves);

  /// Returns the `width` best places of each first move.
  static std::vector<Place> kept(std::vector<Place> places, std::size_t width);

  Sampler sampler_;
  std::uint64_t seed_;
};

}  // namespace tonga::champion
