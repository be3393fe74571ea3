#include "host/cli/custody_options.hpp"

#include "host/failure.hpp"
#include "host/program/process.hpp"
#include "host/program_name.hpp"
#include "host/seat/program_layers.hpp"
#include "host/text.hpp"
#include "host/view/output.hpp"

#include <cstdint>
#include <string>

namespace host {

namespace po = boost::program_options;

namespace {

double number(const po::variables_map& values, const char* name, double most, const std::string& unit) {
  const double value = values[name].as<double>();
  if (!(value >= 0 && value <= most)) {
    throw Failure(Exit::usage, std::string("--") + name + " " + decimal(value) + ": it takes " + unit +
                                   ", from 0 (no limit) to " + decimal(most));
  }
  return value;
}

std::int64_t nanoseconds(const po::variables_map& values, const char* name) {
  constexpr double longest = 1e9;  // seconds: about 30 years
  return static_cast<std::int64_t>(number(values, name, longest, "seconds") * 1e9);
}

std::uint32_t threads(const po::variables_map& values) {
  const int count = values["threads"].as<int>();
  if (count < 1 || count > static_cast<int>(most_threads)) {
    throw Failure(Exit::usage, "--threads " + std::to_string(count) +
                                   ": it takes the number of threads that a strategy may have, from 1 to " +
                                   std::to_string(most_threads));
  }
  return static_cast<std::uint32_t>(count);
}

/// An increment is added to the CPU time of a match, so it requires a limit of that time.
std::int64_t increment(const po::variables_map& values, const agon_limits& limits) {
  const std::int64_t given = values.count("increment") != 0 ? nanoseconds(values, "increment") : limits.increment_ns;
  if (limits.cpu_ns > 0) return given;
  if (given > 0 && values.count("increment") != 0) {
    throw Failure(Exit::usage, "--increment " + decimal(values["increment"].as<double>()) +
                                   " needs a limit of CPU time to add to: also give --time");
  }
  return 0;
}

/// Refuses options that only workers can enforce.
void check_unprotected(const po::variables_map& values) {
  for (const char* const name : {"memory", "wall", "fresh"}) {
    if (values.count(name) != 0)
      throw Failure(Exit::usage, std::string("--") + name + " needs workers: it does not go with --isolation none");
  }
}

/// Prints what is missing, or refuses to play without it.
void tell_missing(const std::vector<std::string>& missing, bool strict) {
  if (missing.empty()) return;
  if (strict) throw Failure(Exit::isolation, "--isolation sandbox,strict: " + join(missing, "; "));
  for (const std::string& sentence : missing)
    tell("warning: " + sentence + " ('" + command_line("doctor") + "' tells more)");
}

}  // namespace

void check_machine_for_programs(const po::variables_map& values) {
  const Isolation isolation = Isolation::parse(values["isolation"].as<std::string>());
  if (isolation.level == Level::sandbox) tell_missing(missing_program_layers(layers_of_programs()), isolation.strict);
}

void add_custody_options(po::options_description& options) {
  const auto number = [](const char* name) { return po::value<double>()->value_name(name); };
  options.add_options()("isolation", po::value<std::string>()->value_name("LEVEL")->default_value("sandbox"),
                        "how strategies are isolated: sandbox (a restricted process for each; ',strict' requires all "
                        "its layers), process (a process without filters, for profilers) or none (in this process, "
                        "unprotected, for debuggers)");
  options.add_options()("time", number("SECONDS"),
                        "CPU time of each seat for the whole match; 0: no limit (default: the game's)");
  options.add_options()("turn-time", number("SECONDS"), "CPU time of each turn; 0: no limit (default: the game's)");
  options.add_options()("increment", number("SECONDS"),
                        "CPU time that each turn adds to --time when it ends (default: the game's)");
  options.add_options()("memory", number("MIB"),
                        "memory of each seat in MiB (2^20 bytes); 0: no limit (default: the game's)");
  options.add_options()("wall", number("SECONDS"),
                        "wall-clock time of each seat for the whole match; ends a strategy that sleeps; 0: no limit "
                        "(default: the game's, or 10 s plus three times the CPU time)");
  options.add_options()("threads", po::value<int>()->value_name("N"),
                        "threads that a strategy may have; the CPU time of all threads counts (default: the game's, "
                        "or 1)");
  options.add_options()("pin", po::value<std::string>()->value_name("CORE")->default_value("auto"),
                        "the core that the host and its workers share: auto, off or its number");
  options.add_options()("fresh", "start a new process for each match");
}

agon_limits read_limits(const po::variables_map& values, const GameDescription& game) {
  agon_limits limits = game.limits;
  constexpr double most_memory = 1 << 24;  // MiB: 16 TiB
  if (values.count("time") != 0) limits.cpu_ns = nanoseconds(values, "time");
  if (values.count("turn-time") != 0) limits.turn_cpu_ns = nanoseconds(values, "turn-time");
  limits.increment_ns = increment(values, limits);
  if (values.count("memory") != 0)
    limits.memory_bytes = static_cast<std::int64_t>(number(values, "memory", most_memory, "MiB") * (1 << 20));
  if (values.count("wall") != 0) {
    limits.wall_ns = nanoseconds(values, "wall");
  } else if (limits.wall_ns == 0) {
    limits.wall_ns = wall_limit_for(limits);
  }
  if (values.count("threads") != 0) limits.threads = threads(values);
  return limits;
}

Custody read_custody(const po::variables_map& values, const agon_limits& limits) {
  const Isolation isolation = Isolation::parse(values["isolation"].as<std::string>());
  Custody custody{.level = isolation.level, .worker = {}, .pin = Pin::parse(values["pin"].as<std::string>())};
  if (limits.threads > 1 && !custody.pin.core) custody.pin.on = false;  // threads need several cores
  if (isolation.level == Level::none) {
    check_unprotected(values);
    return custody;
  }
  if (isolation.level == Level::sandbox) tell_missing(missing_layers(), isolation.strict);
  WorkerOptions& worker = custody.worker;
  worker.sandbox = isolation.level == Level::sandbox;
  worker.fresh = values.count("fresh") != 0;
  return custody;
}

}  // namespace host
