#include "host/cli/custody_options.hpp"

#include "host/failure.hpp"
#include "host/program_name.hpp"
#include "host/text.hpp"
#include "host/view/output.hpp"

#include <cstdint>
#include <string>

namespace host {

namespace po = boost::program_options;

namespace {

constexpr std::int64_t second = 1'000'000'000;

/// Where nobody says: a machine that is busy with other things may take some times longer than a strategy has CPU time.
constexpr std::int64_t wall_for(std::int64_t cpu_ns) {
  return cpu_ns == 0 ? 0 : 3 * cpu_ns + 10 * second;
}

double number(const po::variables_map& values, const char* name, double most, const std::string& unit) {
  const double value = values[name].as<double>();
  if (!(value >= 0 && value <= most)) {
    throw Failure(Exit::usage, std::string("--") + name + " " + decimal(value) + ": it takes " + unit +
                                   ", from 0 (no limit) to " + decimal(most));
  }
  return value;
}

std::int64_t nanoseconds(const po::variables_map& values, const char* name) {
  constexpr double longest = 1e9;  // seconds: thirty years
  return static_cast<std::int64_t>(number(values, name, longest, "seconds") * 1e9);
}

std::uint32_t threads(const po::variables_map& values) {
  if (values.count("threads") == 0) return 1;
  constexpr int most = 1024;
  const int count = values["threads"].as<int>();
  if (count < 1 || count > most) {
    throw Failure(Exit::usage, "--threads " + std::to_string(count) +
                                   ": it takes the number of threads that a strategy may have, from 1 to " +
                                   std::to_string(most));
  }
  return static_cast<std::uint32_t>(count);
}

/// What only workers can keep.
void check_unprotected(const po::variables_map& values) {
  for (const char* const name : {"memory", "wall", "threads", "fresh"}) {
    if (values.count(name) != 0)
      throw Failure(Exit::usage, std::string("--") + name + " needs workers: it does not go with --isolation none");
  }
}

void check_machine(const Isolation& isolation) {
  const auto missing = missing_layers();
  if (missing.empty()) return;
  if (isolation.strict) throw Failure(Exit::isolation, "--isolation sandbox,strict: " + join(missing, "; "));
  for (const std::string& sentence : missing)
    tell("warning: " + sentence + " ('" + command_line("doctor") + "' tells more)");
}

}  // namespace

void add_custody_options(po::options_description& options) {
  const auto number = [](const char* name) { return po::value<double>()->value_name(name); };
  options.add_options()("isolation", po::value<std::string>()->value_name("LEVEL")->default_value("sandbox"),
                        "how strategies are isolated: sandbox (a restricted process for each; ',strict' requires all "
                        "its layers), process (a process without filters, for profilers) or none (in this process, "
                        "unprotected, for debuggers)");
  options.add_options()("time", number("SECONDS"),
                        "CPU time of each seat for the whole match; 0: no limit (default: the game's)");
  options.add_options()("memory", number("MIB"),
                        "memory of each seat in MiB (2^20 bytes); 0: no limit (default: the game's)");
  options.add_options()("wall", number("SECONDS"),
                        "wall-clock time of each seat for the whole match; ends a strategy that sleeps; 0: no limit "
                        "(default: 10 s plus three times the CPU time)");
  options.add_options()("threads", po::value<int>()->value_name("N"),
                        "threads that a strategy may have; the CPU time of all threads counts (default: 1)");
  options.add_options()("pin", po::value<std::string>()->value_name("CORE")->default_value("auto"),
                        "the core that the host and its workers share: auto, off or its number");
  options.add_options()("fresh", "start a new process for each match");
}

agon_limits read_limits(const po::variables_map& values, const GameDescription& game) {
  agon_limits limits = game.limits;
  constexpr double most_memory = 1 << 24;  // MiB: 16 TiB
  if (values.count("time") != 0) limits.cpu_ns = nanoseconds(values, "time");
  if (values.count("memory") != 0)
    limits.memory_bytes = static_cast<std::int64_t>(number(values, "memory", most_memory, "MiB") * (1 << 20));
  return limits;
}

Custody read_custody(const po::variables_map& values, const agon_limits& limits) {
  const Isolation isolation = Isolation::parse(values["isolation"].as<std::string>());
  Custody custody{.level = isolation.level, .worker = {}, .pin = Pin::parse(values["pin"].as<std::string>())};
  custody.worker.wall_ns = values.count("wall") != 0 ? nanoseconds(values, "wall") : wall_for(limits.cpu_ns);
  if (isolation.level == Level::none) {
    check_unprotected(values);
    return custody;
  }
  if (isolation.level == Level::sandbox) check_machine(isolation);
  WorkerOptions& worker = custody.worker;
  worker.sandbox = isolation.level == Level::sandbox;
  worker.threads = threads(values);
  if (worker.threads > 1 && !custody.pin.core) custody.pin.on = false;  // they are there to use several cores
  worker.fresh = values.count("fresh") != 0;
  return custody;
}

}  // namespace host
