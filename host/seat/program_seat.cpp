#include "host/seat/program_seat.hpp"

#include "host/seat/last_words.hpp"

#include <cstddef>
#include <utility>

namespace host {

ProgramConfig config_for(const Program& program) {
  return {.words = program.words,
          .files = program.files,
          .readable = program.readable,
          .folder = program.folder,
          .commands = program.commands};
}

ProgramSeat::ProgramSeat(const StrategyFile& strategy, Level level, const WorkerOptions& worker)
    : program_(strategy.program), level_(level) {
  if (!worker.trace.empty()) trace_.emplace(worker.trace, worker.player.empty() ? program_->id : worker.player);
}

void ProgramSeat::start_process(const std::vector<std::string>& arguments) {
  ProgramConfig config = config_for(*program_);
  config.words.insert(config.words.end(), arguments.begin(), arguments.end());
  config.sandbox = level_ == Level::sandbox;
  config.memory_bytes = memory_limit();
  process_ = std::make_unique<ProgramProcess>(config);
  watch_.begin_start(*process_, program_->start_ns, config.memory_bytes);
}

void ProgramSeat::drop() {
  watch_.leave();
  process_.reset();
}

void ProgramSeat::take_log() {
  std::string text = process_->take_log();
  for (std::size_t at = 0; !program_->root.empty() && (at = text.find(program_->root, at)) != std::string::npos;)
    text.erase(at, program_->root.size());
  log_.append(text);
}

ExitReport ProgramSeat::exit_report() {
  take_log();
  ExitReport report;
  watch_.describe(report);
  const ProgramEnd& end = process_->end();
  report.exited = end.exited;
  report.status = end.number;
  report.last_words = last_words(log_.text());
  report.program->ended = end.ended;
  report.program->refused = end.refused;
  report.program->layer = end.layer;
  report.program->program = program_->build->path().string();
  return report;
}

}  // namespace host
