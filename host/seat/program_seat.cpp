#include "host/seat/program_seat.hpp"

#include "host/seat/program_messages.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <utility>

namespace host {

namespace {

Descriptor open_trace(const std::string& file, int how) {
  Descriptor opened(::open(file.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | how, 0666));
  if (!opened.is_open()) throw Failure(Exit::output, "--trace " + file + ": can't be written: " + std::strerror(errno));
  return opened.get() < lowest_free_descriptor ? opened.duplicate(lowest_free_descriptor) : std::move(opened);
}

/// Returns the time in UTC: "2031-01-31T10:00:00.123456Z".
std::string time_now() {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  tm parts{};
  ::gmtime_r(&now.tv_sec, &parts);
  std::array<char, 32> text{};
  const std::size_t size = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts);
  std::snprintf(text.data() + size, text.size() - size, ".%06ldZ", now.tv_nsec / 1000);
  return text.data();
}

}  // namespace

void Trace::create(const std::string& file) {
  const Descriptor opened = open_trace(file, O_CREAT | O_TRUNC);
  constexpr std::string_view columns = "time\tseed\tseat\tturn\tprogram\tfrom\tline\n";
  if (::write(opened.get(), columns.data(), columns.size()) < 0)
    throw Failure(Exit::output, "--trace " + file + ": can't be written: " + std::strerror(errno));
}

Trace::Trace(const std::string& file, const std::string& program)
    : file_(open_trace(file, 0)), program_(printable(program)) {}

void Trace::begin(std::uint64_t seed, std::int32_t seat) {
  match_ = join({"", std::to_string(seed), std::to_string(seat), ""}, "\t");
  turn(0);
}

void Trace::write(From from, std::string_view text) const {
  const std::string before =
      time_now() + match_ + join({turn_, program_, ""}, "\t") + (from == From::host ? ">" : "<") + "\t";
  if (text.ends_with('\n')) text.remove_suffix(1);
  std::string lines;
  for (const std::string& line : split(text, '\n')) lines += before + printable(line) + "\n";
  // The match goes on if the disk is full.
  static_cast<void>(::write(file_.get(), lines.data(), lines.size()) > 0);
}

ProgramConfig config_for(const Program& program) {
  return {.words = program.words,
          .files = program.files,
          .readable = program.readable,
          .folder = program.folder,
          .commands = program.commands};
}

ProgramSeat::ProgramSeat(const StrategyFile& strategy, const std::vector<std::string>& values,
                         const SandboxPolicy& sandbox)
    : program_(strategy.program), level_(sandbox.level) {
  for (std::size_t index = 0; index < values.size(); ++index)
    options_.emplace_back(name_for_program(strategy.description.options[index].name), values[index]);
  if (!sandbox.trace.empty()) trace_.emplace(sandbox.trace, sandbox.player.empty() ? program_->id : sandbox.player);
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
  report.program->end = end;
  report.program->program = program_->build->path().string();
  return report;
}

}  // namespace host
