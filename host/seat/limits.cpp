#include "host/seat/limits.hpp"

#include "host/isolation/program_process.hpp"
#include "host/seat/open_seat.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <string_view>

namespace host {

namespace {

/// A limit that is a number with a unit.
struct Measured {
  const char* name;
  std::optional<double> GivenLimits::*given;
  std::int64_t agon_limits::*limit;
  const LimitRange& range;
  double scale;  // of the limit's unit
};
constexpr Measured measured[] = {{"time", &GivenLimits::time, &agon_limits::cpu_ns, time_range, 1e9},
                                 {"turn-time", &GivenLimits::turn_time, &agon_limits::turn_cpu_ns, time_range, 1e9},
                                 {"increment", &GivenLimits::increment, &agon_limits::increment_ns, time_range, 1e9},
                                 {"memory", &GivenLimits::memory, &agon_limits::memory_bytes, memory_range, 1 << 20},
                                 {"wall", &GivenLimits::wall, &agon_limits::wall_ns, time_range, 1e9}};
constexpr const char* threads_name = "threads";

std::uint32_t checked_threads(std::int64_t count, const std::string& option) {
  if (count >= 1 && count <= std::int64_t{most_threads}) return static_cast<std::uint32_t>(count);
  throw Failure(Exit::usage, option + " " + std::to_string(count) +
                                 ": it takes the number of threads that a strategy may have, from 1 to " +
                                 std::to_string(most_threads));
}

/// Returns the limits with the given ones in their place.
agon_limits replaced(agon_limits limits, const GivenLimits& given, const Spelling& spelled) {
  for (const Measured& each : measured) {
    const std::optional<double>& value = given.*each.given;
    if (value && !each.range.takes(*value))
      throw Failure(Exit::usage, spelled(each.name) + " " + decimal(*value) + ": it takes " + each.range.text());
    if (value) limits.*each.limit = static_cast<std::int64_t>(*value * each.scale);
  }
  if (given.threads) limits.threads = checked_threads(*given.threads, spelled(threads_name));
  // An increment is added to the CPU time of a match, so it requires a limit of that time.
  if (limits.cpu_ns > 0) return limits;
  if (limits.increment_ns > 0 && given.increment)
    throw Failure(Exit::usage, spelled("increment") + " " + decimal(*given.increment) +
                                   " needs a limit of CPU time to add to: also give " + spelled("time"));
  limits.increment_ns = 0;
  return limits;
}

/// Sets the limit of that name, which exists.
void set(GivenLimits& limits, const std::string& name, const std::string& value, const std::string& option) {
  const auto once = [&](const auto& limit) {
    if (limit) throw Failure(Exit::usage, option + " is given twice");
  };
  if (name == threads_name) {
    once(limits.threads);
    limits.threads = whole_number<std::int64_t>(value);
    if (!limits.threads) throw Failure(Exit::usage, option + "=" + value + ": it takes a whole number");
    return;
  }
  const Measured& found = *std::ranges::find(measured, name, &Measured::name);
  once(limits.*found.given);
  const auto number = finite_number(value);
  if (!number) throw Failure(Exit::usage, option + "=" + value + ": it takes a number");
  limits.*found.given = number;
}

}  // namespace

std::string LimitRange::text() const {
  return std::string(unit) + ", from " + decimal(least) + " to " + decimal(most) + ", or 0 for no limit";
}

RunLimits limits_for(const GameDescription& game, const GivenLimits& given, const Spelling& spelled) {
  agon_limits limits = replaced(game.limits, given, spelled);
  const bool is_wall_given = given.wall || limits.wall_ns != 0;
  if (!is_wall_given) limits.wall_ns = wall_limit_for(limits);
  return {limits, is_wall_given};
}

RunLimits::RunLimits(const agon_limits& limits) : RunLimits(limits, limits.wall_ns != wall_limit_for(limits)) {}

agon_limits own_limits(const RunLimits& all, const GivenLimits& own, const Spelling& spelled) {
  agon_limits limits = replaced(all, own, spelled);
  if (!own.wall && !all.wall_given) limits.wall_ns = wall_limit_for(limits);
  return limits;
}

std::vector<std::string> limit_names() {
  std::vector<std::string> names;
  for (const Measured& each : measured) names.emplace_back(each.name);
  names.emplace_back(threads_name);
  return names;
}

GivenLimits take_limits(Assignments& options, const std::vector<std::string>& declared, const std::string& owner) {
  const std::vector<std::string> names = limit_names();
  const auto among = [](const std::vector<std::string>& all, const std::string& name) {
    return std::find(all.begin(), all.end(), name) != all.end();
  };
  GivenLimits limits;
  std::erase_if(options, [&](const auto& option) {
    const auto& [word, value] = option;
    const bool prefixed = word.starts_with(limit_prefix);
    const std::string name = prefixed ? word.substr(std::string_view(limit_prefix).size()) : word;
    if (!prefixed && (!among(names, name) || among(declared, name))) return false;
    if (!among(names, name))
      throw Failure(Exit::usage, owner + ": there is no limit '" + name + "'" + did_you_mean(name, names) +
                                     "; it takes " + join(names));
    set(limits, name, value, owner + "'s limit " + name);
    return true;
  });
  agon_limits timed{};
  timed.cpu_ns = 1;  // whether there is time to add an increment to is known later
  static_cast<void>(replaced(timed, limits, [&](const std::string& name) { return owner + "'s limit " + name; }));
  return limits;
}

Assignments assignments_of(const GivenLimits& limits) {
  Assignments all;
  for (const Measured& each : measured) {
    if (const auto& value = limits.*each.given)
      all.emplace_back(std::string(limit_prefix) + each.name, decimal(*value));
  }
  if (limits.threads) all.emplace_back(std::string(limit_prefix) + threads_name, std::to_string(*limits.threads));
  return all;
}

}  // namespace host
