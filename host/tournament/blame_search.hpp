// Finds the turn at which a seat lost a match, from values of positions that continuations of the match estimate.
//
// The value of a turn is what the seat can expect if a reference strategy plays on before it. The cost of a turn is the
// difference between this and the value after the action that the seat has played. The search first follows the values:
// it halves the stretch of turns over which they fall most, until it is a single turn, and measures its ends twice as
// often. If the value still falls, it tests this turn's cost with new continuations, of which a test takes many more.
// So the choice of the turn does not influence the test, and the turns that are tested share the probability of error:
// the n-th gets alpha 6 / (pi n)^2. Each test may end, and go on, at any time (BoundedMean).
// So all turns that are established together are wrong with probability alpha at most, and the search goes on after the
// first one, for a turn that has cost more. If no turn is left to test, it begins again with twice as many
// continuations of each position.
//
// A turn at which the reference plays what the seat has played costs nothing, and is not tested. Chance can raise a
// value before it falls, so that a stretch is level from end to end: when no other one falls, the widest ones are
// halved, too.
#pragma once

#include "host/stats/intervals.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace host {

/// One continuation of the match.
struct Probe {
  std::size_t turn = 0;    // of the seat, from 0
  bool acted = false;      // whether the seat's action is played; else the reference chooses one
  std::uint64_t draw = 0;  // of the chance; equal ones are the same future as far as the game allows

  // NOLINTNEXTLINE(modernize-use-nullptr, readability-implicit-bool-conversion): there is no pointer
  auto operator<=>(const Probe&) const = default;
};

/// What came of it.
struct Continuation {
  double value = 0;       // in [0, 1], or a score: see worth()
  std::string action{};   // what the reference has played first
  std::string failure{};  // of a seat: "seat 1: time: ..."; empty: none
};

/// Plays the probes. Returns the first ones of them alone if it is to stop.
using PlayProbes = std::function<std::vector<Continuation>(const std::vector<Probe>& probes)>;

struct BlameOptions {
  double alpha = 0.05;          // the probability that a turn is named that has not cost more than `least`
  double least = 0.1;           // in [0, 1)
  std::size_t draws = 2;        // continuations of each position at first
  std::size_t most_draws = 16;  // and in the end
};

/// A turn whose cost was tested.
struct TestedTurn {
  std::size_t turn = 0;
  double alpha = 0;                              // its part
  stats::BoundedMean before{};                   // the values if the reference plays this turn
  stats::BoundedMean after{};                    // the values after the seat's action
  std::map<std::string, std::size_t> instead{};  // what the reference has played, and how often
  bool established = false;                      // whether the cost is above BlameOptions::least, with the error alpha

  [[nodiscard]] std::size_t pairs() const { return before.count(); }
  /// Returns an estimate of the cost.
  [[nodiscard]] double cost() const { return before.mean() - after.mean(); }
  /// Return a bound below the cost, and one above it, each wrong with probability `alpha` at most.
  [[nodiscard]] double at_least() const { return difference_at_least(before, after, alpha); }
  [[nodiscard]] double at_most() const { return -difference_at_least(after, before, alpha); }
};

/// The value before the turn `first` is at least, and that before `last` at most; the number of turns: the result.
struct KnownFall {
  std::size_t first = 0;
  std::size_t last = 0;
  double at_least = 0;
  double at_most = 0;
};

/// What is known of the turns of a seat.
struct BlameFindings {
  BlameOptions options{};
  std::size_t turns = 0;                               // of the seat
  double end = 0;                                      // what the match is worth to it
  std::map<std::size_t, stats::BoundedMean> values{};  // before turns, by turn
  std::vector<TestedTurn> tested{};
  std::size_t examined = 0;  // how many continuations each position has, once all stretches were examined; 0: not yet
  bool complete = false;     // whether the search has ended by itself

  /// Returns the turn that has cost most of those that are established; NULL if there is none.
  [[nodiscard]] const TestedTurn* found() const;
  /// Returns the shortest stretch over which the value is known to have fallen by more than `least`, with the error
  /// alpha for all stretches together; nothing if there is none.
  [[nodiscard]] std::optional<KnownFall> fall() const;
};

/// Searches until no stretch falls by more than `least` and is not closed, or the player stops. The seat has `played`
/// these actions, at least one, and the match is worth `end` to it.
void search_turns(BlameFindings& findings, const std::vector<std::string>& played, double end, const PlayProbes& play);

/// Tests one turn alone.
void judge_turn(BlameFindings& findings, std::size_t turn, const PlayProbes& play);

}  // namespace host
