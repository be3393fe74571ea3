#include "host/cli/custody_options.hpp"

#include "host/library/limits.hpp"
#include "host/plugin/program.hpp"
#include "host/program_name.hpp"
#include "host/text.hpp"
#include "host/view/output.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace host {

namespace po = boost::program_options;

namespace {

/// Returns the value of an option, if it is given.
template <class Value>
std::optional<Value> value_of(const po::variables_map& values, const char* name) {
  return values.count(name) == 0 ? std::nullopt : std::optional(values[name].as<Value>());
}

GivenLimits given_limits(const po::variables_map& values) {
  return {.time = value_of<double>(values, "time"),
          .turn_time = value_of<double>(values, "turn-time"),
          .increment = value_of<double>(values, "increment"),
          .memory = value_of<double>(values, "memory"),
          .wall = value_of<double>(values, "wall"),
          .threads = value_of<int>(values, "threads")};
}

std::string spelled(const std::string& option) {
  return "--" + option;
}

/// Returns whether the command line names a program as a strategy.
bool names_program(const po::variables_map& values) {
  const auto is_one = [](const std::string& text, const char* option) {
    return !text.empty() && is_program(PluginSpec::parse(text, option).plugin);
  };
  for (const char* const option : {"plugin", "swap"}) {
    if (values.count(option) == 0) continue;
    for (const std::string& text : values[option].as<std::vector<std::string>>()) {
      const std::size_t strategy = option == std::string_view("swap") ? text.find('=') + 1 : 0;
      if (is_one(text.substr(strategy), strategy == 0 ? "--plugin" : "--swap")) return true;
    }
  }
  return values.count("against") != 0 && is_one(values["against"].as<std::string>(), "--against");
}

}  // namespace

void add_custody_options(Options& options) {
  po::options_description& group = options.group(limit_options);
  const auto number = [](const char* name) { return po::value<double>()->value_name(name); };
  group.add_options()("isolation", po::value<std::string>()->value_name("LEVEL")->default_value("sandbox"),
                      "how strategies are isolated: sandbox (a restricted process for each; ',strict' requires all "
                      "its layers), process (a process without filters, for profilers) or none (in this process, "
                      "unprotected, for debuggers)");
  group.add_options()("time", number("SECONDS"),
                      "CPU time of each seat for the whole match; 0: no limit (default: the game's)");
  group.add_options()("turn-time", number("SECONDS"), "CPU time of each turn; 0: no limit (default: the game's)");
  group.add_options()("increment", number("SECONDS"),
                      "CPU time that each turn adds to --time when it ends (default: the game's)");
  group.add_options()("memory", number("MIB"),
                      "memory of each seat in MiB (2^20 bytes); 0: no limit (default: the game's)");
  group.add_options()("wall", number("SECONDS"),
                      "wall-clock time of each seat for the whole match; ends a strategy that sleeps; 0: no limit "
                      "(default: the game's, or 10 s plus three times the CPU time)");
  group.add_options()("threads", po::value<int>()->value_name("N"),
                      "threads that a strategy may have; the CPU time of all threads counts (default: the game's, "
                      "or 1)");
  group.add_options()("pin", po::value<std::string>()->value_name("CORE")->default_value("auto"),
                      "the core that the host and its workers share: auto, off or its number");
  group.add_options()("fresh", "start a new process for each match");
}

agon_limits read_limits(const po::variables_map& values, const GameDescription& game) {
  return limits_for(game, given_limits(values), spelled);
}

Custody read_custody(const po::variables_map& values, const agon_limits& limits) {
  const Isolation isolation = Isolation::parse(values["isolation"].as<std::string>());
  Custody custody{.level = isolation.level, .worker = {}, .pin = Pin::parse(values["pin"].as<std::string>())};
  if (limits.threads > 1 && !custody.pin.core) custody.pin.on = false;  // threads need several cores
  const bool fresh = values.count("fresh") != 0;
  library::check_protected(isolation.level, given_limits(values), fresh, spelled);
  const auto missing = library::missing_for(isolation, names_program(values), spelled);
  if (!missing.empty()) tell("warning: " + join(missing, "; ") + " ('" + command_line("doctor") + "' tells more)");
  custody.worker.sandbox = isolation.level == Level::sandbox;
  custody.worker.fresh = fresh;
  return custody;
}

}  // namespace host
