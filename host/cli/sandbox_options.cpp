#include "host/cli/sandbox_options.hpp"

#include "host/library/game.hpp"
#include "host/plugin/program.hpp"
#include "host/report/report.hpp"
#include "host/seat/program_seat.hpp"
#include "host/util/failure.hpp"
#include "host/util/own_files.hpp"
#include "host/util/replacing_file.hpp"
#include "host/util/text.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace host {

namespace {

GivenLimits given_limits(const Values& values) {
  const auto threads = values.number_of("threads");
  return {.time = values.number_of("time"),
          .turn_time = values.number_of("turn-time"),
          .increment = values.number_of("increment"),
          .memory = values.number_of("memory"),
          .wall = values.number_of("wall"),
          .threads = threads ? std::optional(static_cast<int>(*threads)) : std::nullopt};
}

std::string spelled(const std::string& option) {
  return "--" + option;
}

/// Returns whether the command line names a program as a strategy.
bool names_program(const Values& values) {
  for (const std::string option : {"plugin", "swap", "against"}) {
    for (const std::string& text : values.texts(option)) {
      const std::string strategy = text.substr(option == "swap" ? text.find('=') + 1 : 0);
      if (!strategy.empty() && is_program(PluginSpec::parse(strategy, spelled(option)).plugin)) return true;
    }
  }
  return false;
}

}  // namespace

Options sandbox_options() {
  return grouped(
      "Limits and isolation",
      {{"isolation", "LEVEL", text("sandbox|sandbox,strict|process|none"),
        "how strategies are isolated: sandbox (a restricted process for each; ',strict' requires all its layers), "
        "process (a process without filters, for profilers) or none (in this process, unprotected, for debuggers)",
        "sandbox"},
       {"time", "SECONDS", limit(time_range),
        "CPU time of each seat for the whole match; 0: no limit (default: the game's)"},
       {"turn-time", "SECONDS", limit(time_range), "CPU time of each turn; 0: no limit (default: the game's)"},
       {"increment", "SECONDS", limit(time_range),
        "CPU time that each turn adds to --time when it ends (default: the game's)"},
       {"memory", "MIB", limit(memory_range),
        "memory of each seat in MiB (2^20 bytes); 0: no limit (default: the game's)"},
       {"wall", "SECONDS", limit(time_range),
        "wall-clock time of each seat for the whole match; ends a strategy that sleeps; 0: no limit (default: the "
        "game's, or 10 s plus three times the CPU time)"},
       {"threads", "N", whole(1, most_threads, "the number of threads"),
        "threads that a strategy may have; the CPU time of all threads counts (default: the game's, or 1)"},
       {"exclusive", "NAME", text(),
        "play one match at a time of all runs on this machine that say the same NAME, as in gpu, which their "
        "strategies "
        "share"},
       {"pin", "CORE", text("auto|off"), "the core that the host and its workers share: auto, off or its number",
        "auto"},
       {"fresh", "", on_off, "start a new process for each match"}});
}

Options game_limit_options() {
  return grouped("Limits of the game",
                 {{"game-wall", "S", limit(time_range),
                   "limit of wall-clock time for each call of the game, in seconds; 0: none (default: 60)"},
                  {"game-memory", "MIB", number(1, 1e9),
                   "memory limit of the game, in MiB (default: 2048, or half of the machine's memory)"}});
}

GameLimits read_game_limits(const Values& values) {
  constexpr double second_ns = 1e9;
  constexpr double mebibyte = 1 << 20;
  GameLimits limits;
  if (const auto wall = values.number_of("game-wall")) limits.wall_ns = static_cast<std::int64_t>(*wall * second_ns);
  if (const auto memory = values.number_of("game-memory"))
    limits.memory_bytes = static_cast<std::int64_t>(*memory * mebibyte);
  return limits;
}

RunLimits read_limits(const Values& values, const GameDescription& game) {
  return limits_for(game, given_limits(values), spelled);
}

SandboxPolicy read_sandbox(const Values& values, const agon_limits& limits) {
  const Isolation isolation = Isolation::parse(values.text("isolation"));
  SandboxPolicy sandbox{
      .level = isolation.level, .fresh = values.given("fresh"), .pin = Pin::parse(values.text("pin"))};
  if (limits.threads > 1 && !sandbox.pin.core) sandbox.pin.on = false;  // threads need several cores
  library::check_protected(isolation.level, given_limits(values), sandbox.fresh, spelled);
  warn_of_missing_layers(library::missing_for(isolation, names_program(values), spelled));
  return sandbox;
}

void warn_of_missing_layers(const std::vector<std::string>& missing) {
  if (!missing.empty())
    print_message("warning: " + join(missing, "; ") + " ('" + command_line("doctor") + "' tells more)");
}

std::string read_trace(const Values& values) {
  if (!values.given("trace")) return "";
  const std::string file = values.text("trace");
  if (!names_program(values))
    throw Failure(Exit::usage,
                  "--trace " + file + ": only programs exchange lines with the host, and this command names none");
  refuse_to_replace(file);
  Trace::create(file);
  return std::filesystem::absolute(file).string();
}

}  // namespace host
