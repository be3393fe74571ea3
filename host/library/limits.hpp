// The limits of strategies as users give them: on the command line, or as arguments in another language.
#pragma once

#include "host/plugin/description.hpp"
#include "host/seat/isolation.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace host::library {

/// Limits of each seat. What has no value is as the game declares it. For all but the threads and the increment, 0
/// means no limit.
struct GivenLimits {
  std::optional<double> time{};       // seconds of CPU time for the whole match
  std::optional<double> turn_time{};  // seconds of CPU time for each turn
  std::optional<double> increment{};  // seconds that each turn adds to `time`
  std::optional<double> memory{};     // MiB (2^20 bytes)
  std::optional<double> wall{};       // seconds of wall-clock time for the whole match
  std::optional<std::int64_t> threads{};
};

/// Returns how messages write an option, from its name in the words of the command line: "turn-time".
using Spelling = std::function<std::string(const std::string& option)>;

/// Returns the limits in force for each seat. Throws Failure(usage) for a value out of range, and for an increment
/// without a limit of time.
agon_limits limits_for(const GameDescription& game, const GivenLimits& given, const Spelling& spelled);

/// Checks options of which only processes can keep strategies: memory, wall and fresh. Throws Failure(usage) if one of
/// them is given at Level::none.
void check_protected(Level level, const GivenLimits& given, bool fresh, const Spelling& spelled);

/// Returns sentences about the layers of the sandbox that this machine lacks, for plugins and, with `programs`, for
/// programs; none at other levels. Throws Failure(isolation) if the isolation is strict and one is missing.
std::vector<std::string> missing_for(const Isolation& isolation, bool programs, const Spelling& spelled);

}  // namespace host::library
