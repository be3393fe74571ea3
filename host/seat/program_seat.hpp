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
#include "host/util/descriptor.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace host {

// The lines that the host and its programs exchange, written to a file with their times (docs/programs.md).

/// What one program exchanges. Several processes may write to one file: each line is written at once, at its end.
class Trace {
 public:
  /// Creates the file, or empties it. Throws Failure(output).
  static void create(const std::string& file);

  /// Opens the file; `program` is the name in its lines. Throws Failure(output).
  Trace(const std::string& file, const std::string& program);

  /// Set the match of the lines that follow, and the number of the seat's turn; until the first one it is 0.
  void begin(std::uint64_t seed, std::int32_t seat);
  void turn(std::int64_t number) { turn_ = std::to_string(number); }

  enum class From { host, program };
  /// Writes one line of the file for each line of `text`.
  void write(From from, std::string_view text) const;

 private:
  Descriptor file_;
  std::string program_;
  std::string match_;  // the columns of the match
  std::string turn_;
};

/// Returns how a program is run, in the sandbox and without a limit of memory.
ProgramConfig config_for(const Program& program);

/// Starts an engine with these options in the sandbox, and returns what it says of itself. Throws Failure(plugin) if it
/// does not start.
EngineDescription describe_engine(const StrategyFile& strategy, const std::vector<std::string>& options);

class ProgramSeat : public StartedSeat {
 protected:
  /// `values` are of the strategy's options, in order.
  ProgramSeat(const StrategyFile& strategy, const std::vector<std::string>& values, const SandboxPolicy& sandbox);

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
  Assignments options_;  // by the names that the program knows
  Level level_;
  std::optional<Trace> trace_;
  std::unique_ptr<ProgramProcess> process_;
  mutable PipedWatch watch_;  // after process_: it ends first
};

}  // namespace host
