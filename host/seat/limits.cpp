#include "host/seat/limits.hpp"

#include "host/failure.hpp"
#include "host/isolation/program_process.hpp"
#include "host/seat/open_seat.hpp"
#include "host/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>

namespace host {

namespace {

using Seconds = std::optional<double> GivenLimits::*;

/// All but the threads, with their names.
constexpr std::array<std::pair<const char*, Seconds>, 5> measured = {{{"time", &GivenLimits::time},
                                                                      {"turn-time", &GivenLimits::turn_time},
                                                                      {"increment", &GivenLimits::increment},
                                                                      {"memory", &GivenLimits::memory},
                                                                      {"wall", &GivenLimits::wall}}};
constexpr const char* threads_name = "threads";

double checked(double value, const LimitRange& range, const std::string& option) {
  if (range.takes(value)) return value;
  throw Failure(Exit::usage, option + " " + decimal(value) + ": it takes " + range.text());
}

std::int64_t nanoseconds(double seconds, const std::string& option) {
  return static_cast<std::int64_t>(checked(seconds, time_range, option) * 1e9);
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

/// Returns the limits with the given ones in their place.
agon_limits replaced(agon_limits limits, const GivenLimits& given, const Spelling& spelled) {
  if (given.time) limits.cpu_ns = nanoseconds(*given.time, spelled("time"));
  if (given.turn_time) limits.turn_cpu_ns = nanoseconds(*given.turn_time, spelled("turn-time"));
  limits.increment_ns = increment(given, limits, spelled);
  if (given.memory)
    limits.memory_bytes =
        static_cast<std::int64_t>(checked(*given.memory, memory_range, spelled("memory")) * (1 << 20));
  if (given.wall) limits.wall_ns = nanoseconds(*given.wall, spelled("wall"));
  if (given.threads) limits.threads = checked_threads(*given.threads, spelled(threads_name));
  return limits;
}

/// Sets the limit of that name, which exists.
void set(GivenLimits& limits, const std::string& name, const std::string& value, const std::string& option) {
  const auto once = [&](const auto& limit) {
    if (limit) throw Failure(Exit::usage, option + " is given twice");
  };
  if (name == threads_name) {
    once(limits.threads);
    std::int64_t count = 0;
    const auto [end, fault] = std::from_chars(value.data(), value.data() + value.size(), count);
    if (fault != std::errc{} || end != value.data() + value.size())
      throw Failure(Exit::usage, option + "=" + value + ": it takes a whole number");
    limits.threads = count;
    return;
  }
  const auto found = std::find_if(measured.begin(), measured.end(), [&](const auto& one) { return one.first == name; });
  once(limits.*found->second);
  const auto number = finite_number(value);
  if (!number) throw Failure(Exit::usage, option + "=" + value + ": it takes a number");
  limits.*found->second = number;
}

}  // namespace

std::string LimitRange::text() const {
  return std::string(unit) + ", from " + decimal(least) + " to " + decimal(most) + ", or 0 for no limit";
}

agon_limits limits_for(const GameDescription& game, const GivenLimits& given, const Spelling& spelled) {
  agon_limits limits = replaced(game.limits, given, spelled);
  if (!given.wall && limits.wall_ns == 0) limits.wall_ns = wall_limit_for(limits);
  return limits;
}

agon_limits own_limits(const agon_limits& all, const GivenLimits& own, const Spelling& spelled) {
  agon_limits limits = replaced(all, own, spelled);
  if (!own.wall && all.wall_ns == wall_limit_for(all)) limits.wall_ns = wall_limit_for(limits);
  return limits;
}

std::vector<std::string> limit_names() {
  std::vector<std::string> names;
  for (const auto& [name, member] : measured) names.emplace_back(name);
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
  for (const auto& [name, member] : measured) {
    if (limits.*member) all.emplace_back(std::string(limit_prefix) + name, decimal(*(limits.*member)));
  }
  if (limits.threads) all.emplace_back(std::string(limit_prefix) + threads_name, std::to_string(*limits.threads));
  return all;
}

}  // namespace host
