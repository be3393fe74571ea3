// What a match leads to, by backward induction over the last turns: if all play optimally, if our opponents do their
// worst, if all moves are random, and if each opponent chooses by a mixture of manners.
#pragma once

#include "manners.hpp"

#include <inc/solver/induction.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

namespace inc::champion {

/// All states with a certain number of turns left.
struct Layer {
  std::vector<Outcome> end;         // if all play optimally
  std::vector<std::int16_t> floor;  // the least worth to us if we play optimally and the others do as they like
  std::array<std::vector<float>, rules::seats> random;  // each seat's mean place if all moves are random
  std::vector<float> value;                             // our mean result against the opponents' mixtures
};

/// A move of ours.
struct Rated {
  int move = 0;
  int worth = 0;  // if all play optimally from there on; larger is better
  int floor = 0;  // the least worth if we do, and the others do as they like
  float value = 0;
};

class Forecast {
 public:
  /// Boards with more lines have too many states.
  static constexpr int max_lines = 10;

  /// Creates a forecast for `seat`, for all boards reached from this situation; 1 .. max_lines lines. Takes up to about
  /// 8 MB.
  Forecast(const Situation& start, int seat);

  /// Returns the steps of about 1 ns for looking this number of turns ahead.
  static std::int64_t steps(const rules::Board& board, int turns);

  [[nodiscard]] const Situation& start() const { return start_; }
  [[nodiscard]] const Offsets& offsets() const { return offsets_; }

  /// Computes what the rest of the match leads to. mixtures[s] is how seat s plays; ours is not used. `out`: bit s:
  /// seat s is out, and makes move 0.
  void look(int turns_left, unsigned out, const std::array<Mixture, rules::seats>& mixtures);

  /// Returns our moves in a state, by number. Requires look() with this number of turns left, and us to move.
  [[nodiscard]] std::vector<Rated> moves(std::uint32_t state) const;

  /// Returns the least worth to us in a state, with look()'s number of turns left.
  [[nodiscard]] int floor(std::uint32_t state) const { return layers_.front().floor[state]; }

  /// Returns the choices of the seat to move in a state with turns_left turns left: at most two less than in look().
  [[nodiscard]] Choices choices(std::uint32_t state, int turns_left) const;

 private:
  static constexpr std::size_t max_moves = 2 * max_lines;
  using Next = std::array<std::uint32_t, max_moves>;  // the state after each move

  [[nodiscard]] int mover(int turns_left) const;
  void number_ends();
  [[nodiscard]] Layer last_layer() const;
  [[nodiscard]] Layer before(const Layer& after, int turns_left, const Mixture& mixture) const;
  [[nodiscard]] Choices choices(const Next& next, const Layer& after, int turns_left) const;
  [[nodiscard]] const std::vector<Outcome>& ends(int turns_left) const;

  Situation start_;
  int seat_;
  Offsets offsets_;
  int moves_;
  unsigned out_ = 0;
  std::array<std::vector<Outcome>, 3> ends_;                   // if the match ended, by moves made mod 3 and state
  std::array<std::vector<std::int16_t>, rules::seats> worth_;  // by seat and outcome: larger is better
  std::array<std::vector<std::int16_t>, rules::seats> place_;  // the same for the place: 1 .. 3
  std::vector<float> result_;                                  // by outcome, for us: the place, then the points
  int turns_left_ = 0;
  std::deque<Layer> layers_;  // the first has turns_left_ turns left, the next one less, ...
};

}  // namespace inc::champion
