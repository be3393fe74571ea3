#include "host/library/limits.hpp"

#include "host/failure.hpp"
#include "host/program/process.hpp"
#include "host/seat/open_seat.hpp"
#include "host/seat/program_layers.hpp"
#include "host/text.hpp"

namespace host::library {

namespace {

double checked(double value, double most, const std::string& option, const std::string& unit) {
  if (value >= 0 && value <= most) return value;
  throw Failure(Exit::usage,
                option + " " + decimal(value) + ": it takes " + unit + ", from 0 (no limit) to " + decimal(most));
}

std::int64_t nanoseconds(double seconds, const std::string& option) {
  constexpr double longest = 1e9;  // seconds: about 30 years
  return static_cast<std::int64_t>(checked(seconds, longest, option, "seconds") * 1e9);
}

std::uint32_t checked_threads(std::int64_t count, const std::string& option) {
  if (count >= 1 && count <= std::int64_t{most_threads}) return static_cast<std::uint32_t>(count);
  throw Failure(Exit::usage, option + " " + std::to_string(count) +
                                 ": it takes the number of threads that a strategy may have, from 1 to " +
                                 std::to_string(most_threads));
}

/// An increment is added to the CPU time of a match, so it requires a limit of that time.
std::int64_t increment(const GivenLimits& given, const agon_limits& limits, const Spelling& spelled) {
  const std::string option = spelled("increment");
  const std::int64_t added = given.increment ? nanoseconds(*given.increment, option) : limits.increment_ns;
  if (limits.cpu_ns > 0) return added;
  if (added > 0 && given.increment)
    throw Failure(Exit::usage, option + " " + decimal(*given.increment) +
                                   " needs a limit of CPU time to add to: also give " + spelled("time"));
  return 0;
}

}  // namespace

agon_limits limits_for(const GameDescription& game, const GivenLimits& given, const Spelling& spelled) {
  constexpr double most_memory = 1 << 24;  // MiB: 16 TiB
  agon_limits limits = game.limits;
  if (given.time) limits.cpu_ns = nanoseconds(*given.time, spelled("time"));
  if (given.turn_time) limits.turn_cpu_ns = nanoseconds(*given.turn_time, spelled("turn-time"));
  limits.increment_ns = increment(given, limits, spelled);
  if (given.memory)
    limits.memory_bytes =
        static_cast<std::int64_t>(checked(*given.memory, most_memory, spelled("memory"), "MiB") * (1 << 20));
  if (given.wall) {
    limits.wall_ns = nanoseconds(*given.wall, spelled("wall"));
  } else if (limits.wall_ns == 0) {
    limits.wall_ns = wall_limit_for(limits);
  }
  if (given.threads) limits.threads = checked_threads(*given.threads, spelled("threads"));
  return limits;
}

void check_protected(Level level, const GivenLimits& given, bool fresh, const Spelling& spelled) {
  if (level != Level::none) return;
  const auto refuse = [&](bool is_given, const char* option) {
    if (is_given)
      throw Failure(Exit::usage,
                    spelled(option) + " needs workers: it does not go with " + spelled("isolation") + " none");
  };
  refuse(given.memory.has_value(), "memory");
  refuse(given.wall.has_value(), "wall");
  refuse(fresh, "fresh");
}

std::vector<std::string> missing_for(const Isolation& isolation, bool programs, const Spelling& spelled) {
  if (isolation.level != Level::sandbox) return {};
  std::vector<std::string> missing = programs ? missing_program_layers(layers_of_programs()) : missing_layers();
  if (isolation.strict && !missing.empty())
    throw Failure(Exit::isolation, spelled("isolation") + " sandbox,strict: " + join(missing, "; "));
  return missing;
}

}  // namespace host::library
