// The results of matches for each machine that has played some, and tests of whether one of them is off. No I/O.
#pragma once

#include "host/store/stored_match.hpp"
#include "host/tournament/seating.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace host {

/// What the matches of one machine have in common.
struct MachineRow {
  std::string name;  // "unknown" for matches of older hosts
  std::string cpu;
  double speed = 0;  // mean over its matches; see core_speed()
  std::uint32_t matches = 0;
  std::uint32_t seats = 0;     // of these matches
  std::uint32_t failures = 0;  // seats whose outcome is not "ok"
  double cpu_s = 0;            // CPU time of all seats, in seconds

  /// The strategy whose mean contest score differs most from that on the other machines.
  struct Difference {
    std::size_t strategy = 0;  // its row
    double mean = 0;           // the mean here less the mean elsewhere, for a seed
    double p = 1;              // of Welch's t-test, corrected
  } difference{};
  bool is_compared = false;  // whether there are two seeds or more here and elsewhere
  double failures_p = 1;     // of Fisher's exact test for more failures here than elsewhere, corrected

  /// Returns whether one of the tests has found that this machine's results differ.
  [[nodiscard]] bool is_off() const;
};

/// The level of all tests together.
inline constexpr double machine_alpha = 0.05;

/// Observations are the mean contest scores of a strategy over its matches with one seed on one machine, because
/// matches with the same seed are not independent. Each strategy is tested on each machine against all others, and each
/// machine's failures; all p-values are corrected by Holm's method.
class ByMachine {
 public:
  /// Adds a match; `players` has the row of each seat's strategy. Matches with one seed must follow one another, as
  /// they do in the order of a run; otherwise they count as several seeds.
  void add(const StoredMatch& match, const Seating& players);

  /// Returns the machines in the order of their names. No match may be added afterwards.
  std::vector<MachineRow> results();

 private:
  /// Moments of a strategy's observations on a machine.
  struct Moments {
    double seed_sum = 0;  // of the current seed
    std::uint64_t seed_count = 0;
    std::uint64_t count = 0;
    double sum = 0;
    double squares = 0;

    void add(double value);
    void end_seed();
  };
  struct Entry {
    MachineRow row;
    std::map<std::size_t, Moments> strategies;
  };
  static double welch(const Moments& one, const Moments& rest, double& difference);
  void end_seed();

  std::map<std::string, Entry> machines_;
  std::uint64_t seed_ = 0;
  const Conditions* conditions_ = nullptr;
};

}  // namespace host
