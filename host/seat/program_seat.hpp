// What the seats have in common whose players are programs.
#pragma once

#include "host/isolation/exit_report.hpp"
#include "host/isolation/program_process.hpp"
#include "host/match/seat.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/plugin/program.hpp"
#include "host/seat/engine.hpp"
#include "host/seat/isolation.hpp"
#include "host/seat/piped_watch.hpp"
#include "host/seat/trace.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace host {

/// Returns how a program is run, in the sandbox and without a limit of memory.
ProgramConfig config_for(const Program& program);

/// Starts an engine with these options, and returns what it says of itself. Throws Failure(plugin) if it does not
/// start.
EngineDescription describe_engine(const StrategyFile& strategy, std::vector<std::string> options, Level level);

class ProgramSeat : public StartedSeat {
 protected:
  ProgramSeat(const StrategyFile& strategy, Level level, const WorkerOptions& worker);

  /// Starts the program with `arguments` after its own words, and begins to watch its start.
  void start_process(const std::vector<std::string>& arguments = {});

  /// Ends the program with all its processes.
  void drop();

  /// Takes what the program has logged. Its file has the path that the user knows, not that of the copy.
  void take_log();

  /// Returns what is known of the program's end, and its log.
  ExitReport exit_report();

  /// Returns the limit of memory of this match; 0: none.
  [[nodiscard]] std::int64_t memory_limit() const { return level_ == Level::none ? 0 : start_.limits.memory_bytes; }

  std::shared_ptr<const Program> program_;
  Level level_;
  std::optional<Trace> trace_;
  std::unique_ptr<ProgramProcess> process_;
  mutable PipedWatch watch_;  // after process_: it ends first
};

}  // namespace host
