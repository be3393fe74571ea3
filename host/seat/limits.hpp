// The limits of strategies as users give them: on the command line, or as arguments in another language.
#pragma once

#include "host/plugin/description.hpp"
#include "host/plugin/spec.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace host {

/// Limits of each seat, or of one strategy. What has no value is as the game declares it, or as for all. For all but
/// the threads and the increment, 0 means no limit.
struct GivenLimits {
  std::optional<double> time{};       // seconds of CPU time for the whole match
  std::optional<double> turn_time{};  // seconds of CPU time for each turn
  std::optional<double> increment{};  // seconds that each turn adds to `time`
  std::optional<double> memory{};     // MiB (2^20 bytes)
  std::optional<double> wall{};       // seconds of wall-clock time for the whole match
  std::optional<std::int64_t> threads{};

  [[nodiscard]] bool any() const { return time || turn_time || increment || memory || wall || threads; }
  bool operator==(const GivenLimits&) const = default;
};

/// The values of a limit, beside 0, which means no limit.
struct LimitRange {
  double least;
  double most;
  const char* unit;

  [[nodiscard]] bool takes(double value) const { return value == 0 || (value >= least && value <= most); }
  /// Returns what it takes, for messages: "seconds, from 1 to 9, or 0 for no limit".
  [[nodiscard]] std::string text() const;
};
inline constexpr LimitRange time_range = {1e-6, 1e9, "seconds"};  // about 30 years
inline constexpr LimitRange memory_range = {1, 1 << 24, "MiB"};   // 16 TiB

/// Returns how messages write an option, from its name in the words of the command line: "turn-time".
using Spelling = std::function<std::string(const std::string& option)>;

/// The limits in force for each seat of a run.
struct RunLimits : agon_limits {
  RunLimits() : agon_limits{} {}
  RunLimits(const agon_limits& limits, bool is_wall_given) : agon_limits(limits), wall_given(is_wall_given) {}
  /// Limits of which nobody has kept what was given: a limit of wall-clock time is, if it is not the usual one.
  RunLimits(const agon_limits& limits);  // NOLINT(google-explicit-constructor)

  bool wall_given = false;  // by the user or the game: then it also holds for strategies that have more CPU time
};

/// Returns the limits in force for each seat. Throws Failure(usage) for a value out of range, and for an increment
/// without a limit of time.
RunLimits limits_for(const GameDescription& game, const GivenLimits& given, const Spelling& spelled);

/// Returns the limits of a strategy with its `own`, where those of the others are `all`. Throws Failure(usage) for an
/// increment without a limit of time.
agon_limits own_limits(const RunLimits& all, const GivenLimits& own, const Spelling& spelled);

/// Before the name of a limit that is meant whatever the strategy's options are called: "limit.time".
inline constexpr const char* limit_prefix = "limit.";

/// Returns the names of the limits: "time", "turn-time", ...
std::vector<std::string> limit_names();

/// Takes the limits out of the options that a user has written for one strategy: "limit.time", and "time" if no option
/// in `declared` has that name. Throws Failure(usage), with `owner` ("strategy mybot"), for a bad value, for a limit
/// that is given twice, and for an unknown name behind the prefix.
GivenLimits take_limits(Assignments& options, const std::vector<std::string>& declared, const std::string& owner);

/// Returns the limits as options with the prefix, which take_limits() reads again.
Assignments assignments_of(const GivenLimits& limits);

}  // namespace host
