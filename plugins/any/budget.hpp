// How long to think: a number of simulations, a time for each turn, or a share of what is left of the match's time.
#pragma once

#include <agon/model.hpp>
#include <agon/random.hpp>
#include <agon/strategy.hpp>
#include <cstdint>

namespace any {

/// What the options say; 0 is nothing.
struct Effort {
  std::uint64_t simulations = 0;  // for each turn: then no clock is read
  double seconds = 0;             // for each turn
};

/// The options that set the effort.
inline constexpr agon_setting_type simulations_option =
    agon::integer("simulations", "playouts per turn, independent of the clock; 0: by time", "0", 0, 1e9);
inline constexpr agon_setting_type seconds_option =
    agon::number("seconds", "CPU time per turn in seconds; 0: a share of the time left", "0", 0, 1e6);

/// Returns the effort that these options set.
inline Effort effort_of(const agon::Settings& options) {
  return {static_cast<std::uint64_t>(options.integer("simulations")), options.number("seconds")};
}

/// Says when to stop. Reads the CPU time if it is limited, else a wall clock.
class Budget {
 public:
  /// `model` has action values and is used for the estimate of the match's length; NULL: random playouts are.
  Budget(const agon::Session& session, const Effort& effort, const agon::Model* model = nullptr)
      : session_(session), effort_(effort), model_(model) {}

  /// A turn of the seat begins in `root`.
  void begin(const agon::State& root, agon::QuickRandom& random);

  /// Whether so many simulations have used up this part of the turn's budget. Looks at the clock now and then.
  [[nodiscard]] bool spent(std::uint64_t simulations, double part = 1);
  /// The turn ends after so many simulations.
  void end(std::uint64_t simulations);
  /// Whether the turn's time is less than two simulations took last: then none should be made.
  [[nodiscard]] bool hopeless() const { return effort_.simulations == 0 && allowed_ < 2 * simulation_ns_; }
  /// Whether hardly any of the match's time is left: then not even one action's values should be computed.
  [[nodiscard]] bool exhausted() const;
  /// The part of the turn's budget that is used up, from 0 to 1 and above.
  [[nodiscard]] double used(std::uint64_t simulations) const;

 private:
  /// Estimates how many turns of the seat the match still has, by playouts; takes a small part of the time left.
  void estimate(const agon::State& root, agon::QuickRandom& random);
  /// The part of the time left that this turn gets.
  [[nodiscard]] double share() const;
  /// Nanoseconds, from any beginning.
  [[nodiscard]] std::int64_t now() const;

  const agon::Session& session_;
  Effort effort_;
  const agon::Model* model_;
  std::uint64_t turns_ = 0;  // made
  // The last estimate:
  double left_ = 1;         // turns, on average
  bool fixed_ = false;      // all playouts had the same number, as those of the first estimate
  double drift_ = 1;        // by how much the match's expected end has moved away with each turn made, 0 to 1
  double first_total_ = 0;  // turns of the match that the first estimate expected
  std::uint64_t estimated_at_ = 0;
  std::uint64_t next_estimate_ = 0;
  std::int64_t began_ = 0;
  double allowed_ = 0;           // nanoseconds of this turn
  double simulation_ns_ = 0;     // of one, in the turn before or in the estimate
  std::uint64_t next_look_ = 0;  // in simulations
  std::int64_t last_look_ = 0;   // in time
  std::uint64_t looked_at_ = 0;  // in simulations
};

}  // namespace any
