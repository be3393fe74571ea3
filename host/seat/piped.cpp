#include "host/seat/piped.hpp"

#include "host/failure.hpp"
#include "host/plain.hpp"
#include "host/program/process.hpp"
#include "host/seat/block.hpp"
#include "host/seat/piped_verdict.hpp"
#include "host/seat/process_status.hpp"
#include "host/seat/verdict.hpp"
#include "host/seat/watchdog.hpp"
#include "host/session/cpu_budget.hpp"
#include "host/session/ticks.hpp"
#include "host/text.hpp"

#include <sched.h>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <thread>
#include <utility>

namespace host {

namespace {

constexpr std::int64_t second_ns = 1'000'000'000;
constexpr int program_protocol = 1;  // of docs/programs.md

/// A line of the program: its first word, and the rest after one blank.
struct Message {
  std::string_view word;
  std::string_view rest;

  explicit Message(std::string_view line) : word(line.substr(0, line.find(' '))) {
    rest = line.substr(std::min(word.size() + 1, line.size()));
  }
};

class PipedSeat final : public Seat, private Watched {
 public:
  PipedSeat(const StrategyFile& strategy, std::vector<std::string> values, Level level, const WorkerOptions& worker)
      : program_(strategy.program),
        options_(strategy.description.options),
        values_(std::move(values)),
        level_(level),
        fresh_(worker.fresh),
        watchdog_(Watchdog::instance()) {
    watchdog_.watch(*this);
  }
  PipedSeat(const PipedSeat&) = delete;
  PipedSeat& operator=(const PipedSeat&) = delete;
  ~PipedSeat() override {
    static_cast<void>(end());
    quit();
    watchdog_.forget(*this);
  }

  Outcome begin(const SeatStart& start, Referee& referee) override {
    static_cast<void>(end());
    if (start.notation != nullptr && !start.notation->has_notation())
      throw Failure(Exit::usage, "the game " + start.game +
                                     " has no notation (agon.notation/1), and programs know positions only as text");
    referee_ = &referee;
    notation_ = start.notation;
    seat_ = start.seat;
    usage_ = {};
    log_.clear();
    reason_.clear();
    ignored_.clear();
    refused_options_ = false;
    room_.grow(start.observation_capacity);
    observation_ = {room_.data(), start.observation_capacity, 0};
    action_room_.grow(start.action_capacity);
    reply_room_.grow(start.reply_capacity);
    reply_capacity_ = start.reply_capacity;
    failed_ = false;
    const std::int64_t memory = level_ == Level::none ? 0 : start.limits.memory_bytes;
    if (process_ && stop_ == Stop::idle) {
      Outcome outcome = leave(piped_verdict(evidence()));
      drop();
      return outcome;
    }
    if (process_ && (serves_one_ || process_->end().ended || memory != memory_bytes_)) quit();
    memory_bytes_ = memory;
    if (!process_) {
      Outcome started = start_program(start);
      if (!started.ok()) return started;
    }
    begin_match(start);
    return send_new(start) ? Outcome{} : judge_end();
  }

  std::int32_t turn(agon_bytes& action) override {
    ++usage_.turns;
    if (!send_turn()) return judge_end().kind;
    for (;;) {
      std::string_view line;
      if (!receive(line)) return judge_end().kind;
      const Message message(line);
      if (message.word == "action") {
        if (!parse(message.rest, action)) return AGON_OUTCOME_ILLEGAL;
        return end_turn();
      }
      if (message.word == "act") {
        if (!parse(message.rest, action)) return AGON_OUTCOME_ILLEGAL;
        if (!rule(action)) return end_turn();
      } else if (const auto failure = other(message, line, "action")) {
        return judge(*failure).kind;
      }
    }
  }

  [[nodiscard]] const std::string& reason() const override { return reason_; }

  Outcome end() override {
    if (!playing_) return {};
    Outcome outcome = failed_ ? Outcome{} : last_outcome();
    settle();
    if (process_ && !failed_) process_->write("end\n");
    {
      const std::lock_guard lock(guard_);
      playing_ = false;
      idle_ = true;
      idle_from_ns_ = cpu_now();
    }
    watchdog_.paused();
    if (process_) log_ += process_->take_log();
    if (failed_) drop();
    return outcome;
  }

  [[nodiscard]] Usage usage() const override {
    Usage used = usage_;
    if (playing_ && process_) used.cpu_ns = cpu_used();
    used.wall_ns = ticks.nanoseconds(wall_ticks_);
    return used;
  }

  [[nodiscard]] const std::string& log() const override { return log_; }

  const std::string& log_so_far() override {
    if (playing_ && process_) log_ += process_->take_log();
    return log_;
  }

 private:
  // The start.

  Outcome start_program(const SeatStart& start) {
    stop_ = Stop::none;
    serves_one_ = fresh_;
    {
      const std::lock_guard lock(guard_);
      process_ = std::make_unique<ProgramProcess>(ProgramOrders{.words = program_->words,
                                                                .files = program_->files,
                                                                .readable = program_->readable,
                                                                .sandbox = level_ == Level::sandbox,
                                                                .memory_bytes = memory_bytes_});
      scanned_ = {};
      other_cpu_ns_ = 0;
      most_cpu_ns_ = 0;
      cpu_began_ns_ = 0;
      wall_limit_ns_ = 3 * program_->start_ns + 10 * second_ns;
      budget_.begin(agon_limits{}, 0);
      starting_ = true;
      playing_ = true;
      idle_ = false;
    }
    watchdog_.playing();
    std::string hello =
        "agon " + std::to_string(program_protocol) + "\ngame " + start.game + " " + start.protocol + "\n";
    for (std::size_t index = 0; index < options_.size(); ++index)
      hello += "option " + options_[index].name + " " + values_[index] + "\n";
    hello += "start\n";
    begin_call();
    if (!process_->write(hello)) return judge_end();
    for (std::string_view line;;) {
      if (!receive(line)) return judge_end();
      const Message message(line);
      if (message.word == "ready") break;
      if (message.word == "single") {
        serves_one_ = true;
      } else if (message.word == "error") {
        refused_options_ = true;
        return judge({AGON_OUTCOME_LOAD, "it says: " + plain(message.rest)});
      } else if (const auto failure = other(message, line, "ready")) {
        return judge({AGON_OUTCOME_LOAD, failure->reason});
      }
    }
    end_call();
    static_cast<void>(process_->end());  // learns the number of its process
    starting_ = false;
    watchdog_.paused();
    playing_ = false;
    return {};
  }

  void begin_match(const SeatStart& start) {
    const TreeUse use = process_->use();
    const std::lock_guard lock(guard_);
    scan(use);
    peak_bytes_ = use.held_bytes;
    cpu_began_ns_ = cpu_now();
    budget_.begin(start.limits, 0);
    wall_limit_ns_ = start.limits.wall_ns;
    wall_ticks_ = 0;
    queued_before_ns_.reset();
    asleep_since_.reset();
    looked_left_ns_ = budget_.turn_left_ns(0);
    looked_ticks_ = ticks.now();
    playing_ = true;
    idle_ = false;
    watchdog_.playing();
  }

  bool send_new(const SeatStart& start) {
    const agon_limits& limits = start.limits;
    const auto milliseconds = [](std::int64_t ns) { return std::to_string(ns / 1'000'000); };
    return process_->write("new seat " + std::to_string(start.seat) + " seats " + std::to_string(start.seats) +
                           " seed " + std::to_string(start.seed) + " time " + milliseconds(limits.cpu_ns) +
                           " increment " + milliseconds(limits.increment_ns) + " turntime " +
                           milliseconds(limits.turn_cpu_ns) + " memory " + std::to_string(limits.memory_bytes) +
                           " threads " + std::to_string(std::max(limits.threads, 1U)) + "\n");
  }

  // A turn.

  bool send_turn() {
    const std::int64_t used = cpu_used();
    budget_.begin_turn(used);
    const std::int64_t left = budget_.turn_left_ns(used);
    looked_left_ns_ = std::max<std::int64_t>(left, 0);
    looked_ticks_ = ticks.now();
    line_ = "turn ";
    line_ += left == INT64_MAX ? "-" : std::to_string(looked_left_ns_ / 1'000'000);
    line_ += ' ';
    line_ += notation_->position(seat_);
    line_ += '\n';
    ignored_.clear();
    // What was written before this line answers nothing.
    for (std::string_view line; process_->next_line(line);) {
      const Message message(line);
      if (message.word == "log") process_->log(message.rest);
      if (message.word == "action" || message.word == "act") ignored_ = line;
    }
    begin_call();
    return process_->write(line_);
  }

  /// Waits for a line. Returns false if there will be none.
  bool receive(std::string_view& line) {
    switch (process_->read_line(line)) {
      case ProgramProcess::Read::line:
        return true;
      case ProgramProcess::Read::too_long:
        stop(Stop::line);
        return false;
      default:
        return false;
    }
  }

  bool parse(std::string_view text, agon_bytes& action) {
    std::string why;
    const auto bytes = notation_->parse_action(text, why);
    if (bytes) {
      std::memcpy(action_room_.data(), bytes->data, bytes->size);
      action = {action_room_.data(), bytes->size};
      return true;
    }
    judge({AGON_OUTCOME_ILLEGAL, "it answered '" + plain(text) + "': " + why});
    return false;
  }

  /// Lets the referee rule on an action inside the turn. Returns whether the turn goes on.
  bool rule(agon_bytes action) {
    end_call();  // the game's time is not the program's
    agon_buffer reply{reply_room_.data(), reply_capacity_, 0};
    agon_error error{};
    const bool on = referee_->act(action, &reply, &error) == AGON_OK;
    const std::string answer = on ? "revealed " + notation_->revealed(seat_) + "\n" : "over\n";
    begin_call();
    return process_->write(answer) && on;
  }

  /// Handles a message that does not answer. Returns the failure, if it is one.
  std::optional<Outcome> other(const Message& message, std::string_view line, const std::string& expected) {
    if (message.word == "log") {
      process_->log(message.rest);
      return std::nullopt;
    }
    if (message.word == "error") return Outcome{AGON_OUTCOME_ERROR, "it says: " + plain(message.rest)};
    if (line.empty() || message.word == "name" || message.word == "version") return std::nullopt;
    ignored_ = line;
    const std::string wanted =
        expected == "action" ? "'action' and the action, as in 'action " + example() + "'" : "'ready' once it is";
    std::string why;
    // What looks like a slip is one: a word that is almost right, or an action without its word.
    const std::string word(message.word);
    const bool slip =
        (word != "ready" && !did_you_mean(word, {expected}).empty()) ||
        (expected == "action" && (word == "bestmove" || word == "move" || notation_->parse_action(line, why)));
    if (slip) return Outcome{AGON_OUTCOME_ERROR, unexpected_line(ignored_, wanted)};
    return std::nullopt;
  }

  /// Returns the ignored line if it is an action, else a placeholder.
  std::string example() {
    std::string why;
    return notation_ != nullptr && notation_->parse_action(ignored_, why) ? plain(ignored_) : "ACTION";
  }

  std::int32_t end_turn() {
    end_call();
    const auto elapsed = static_cast<std::int64_t>(ticks.now() - looked_ticks_);
    // Its threads can't use more than all cores.
    if (budget_.is_limited() && elapsed > 0 &&
        static_cast<std::uint64_t>(elapsed) > Ticks::surely_within(looked_left_ns_ / cores_)) {
      const std::int64_t used = cpu_used();
      const CpuBudget::Passed passed = budget_.passed(used);
      if (passed != CpuBudget::Passed::nothing) return judge(out_of_budget(budget_, passed)).kind;
    }
    budget_.end_turn();
    return AGON_OUTCOME_OK;
  }

  void begin_call() {
    const std::uint64_t now = ticks.now();
    call_began_ticks_.store(now, std::memory_order_relaxed);
  }
  void end_call() {
    const std::uint64_t began = call_began_ticks_.exchange(0, std::memory_order_relaxed);
    if (began != 0) wall_ticks_ += ticks.now() - began;
  }

  // The end.

  /// Returns the outcome at the end of a match whose turns were all valid.
  Outcome last_outcome() {
    const TreeUse use = process_->use();
    const std::lock_guard lock(guard_);
    scan(use);
    const CpuBudget::Passed passed = budget_.passed(cpu_now() - cpu_began_ns_);
    if (passed != CpuBudget::Passed::nothing) return leave(out_of_budget(budget_, passed));
    if (memory_bytes_ > 0 && peak_bytes_ > memory_bytes_) return leave(out_of_memory(memory_bytes_));
    return {};
  }

  void settle() {
    end_call();
    if (!process_) return;
    usage_.cpu_ns = cpu_used();
    usage_.wall_ns = ticks.nanoseconds(wall_ticks_);
    const std::lock_guard lock(guard_);
    usage_.peak_kib = peak_bytes_ / 1024;
  }

  /// Returns the outcome of a program whose output has ended, and that has probably ended itself.
  Outcome judge_end() {
    end_call();
    constexpr int moment_ms = 2000;  // between the end of its output and its own
    constexpr int patience_ms = 10'000;
    if (stop_ == Stop::none && !process_->wait_until_ended(moment_ms)) static_cast<void>(process_->end());
    const bool ended = process_->end().ended || process_->end().gone;
    if (ended || stop_ != Stop::none) process_->wait_until_gone(patience_ms);
    return judge(piped_verdict(evidence()));
  }

  Outcome judge(Outcome outcome) {
    end_call();
    const std::lock_guard lock(guard_);
    return leave(std::move(outcome));
  }

  /// Records a failure, after which the program is not used again.
  Outcome leave(Outcome outcome) {
    failed_ = true;
    reason_ = outcome.reason;
    return outcome;
  }

  /// Ends the program with all its processes.
  void drop() {
    const std::lock_guard lock(guard_);
    process_.reset();
    stop_ = Stop::none;
    idle_ = false;
  }

  /// Asks the program to end, and ends it if it does not.
  void quit() {
    if (!process_) return;
    constexpr int patience_ms = 500;
    if (stop_ == Stop::none && !failed_ && process_->write("quit\n")) {
      process_->close_input();
      process_->wait_until_gone(patience_ms);
    }
    drop();
  }

  // Measuring. The watchdog's thread does, too: requires that guard_ is held.

  /// Returns the CPU time of all processes that the program ever had, until now. What others than the main one use is
  /// known from the last scan.
  std::int64_t cpu_now() {
    const std::int64_t now = process_->own_cpu_ns();
    most_cpu_ns_ = std::max(most_cpu_ns_, now + other_cpu_ns_);
    return most_cpu_ns_;
  }

  void scan(const TreeUse& use) {
    const std::int64_t own = process_->own_cpu_ns();
    other_cpu_ns_ = std::max(other_cpu_ns_, use.cpu_ns - own);
    peak_bytes_ = std::max(peak_bytes_, use.held_bytes);
    scanned_ = use;
  }

  std::int64_t cpu_used() const {
    auto& self = const_cast<PipedSeat&>(*this);
    const std::lock_guard lock(guard_);
    if (process_->end().gone) self.most_cpu_ns_ = std::max(most_cpu_ns_, process_->end().cpu_ns);
    return std::max<std::int64_t>(self.cpu_now() - cpu_began_ns_, 0);
  }

  void stop(Stop why) {
    Stop none = Stop::none;
    stop_.compare_exchange_strong(none, why);
    process_->kill();
  }

  // Calls from the watchdog's thread.

  [[nodiscard]] int process() const override { return -1; }
  void ended() override {}

  void look() override {
    const std::lock_guard lock(guard_);
    if (!process_ || stop_ != Stop::none || (!playing_ && !idle_)) return;
    const std::uint64_t now = ticks.now();
    const bool scans = scanned_at_ == 0 || ticks.nanoseconds(now - scanned_at_) > scan_period_ns_;
    if (scans) {
      scan(process_->use());
      scanned_at_ = now;
      // On a machine with many processes, scanning takes at most a twentieth of the time.
      scan_period_ns_ = std::max<std::int64_t>(50'000'000, 20 * ticks.nanoseconds(ticks.now() - now));
      if (memory_bytes_ > 0 && scanned_.held_bytes > memory_bytes_) return stop(Stop::memory);
      if (scanned_.tasks > keeper::most_tasks() && level_ == Level::sandbox) return stop(Stop::tasks);
    }
    if (idle_) return look_at_idle();
    const std::uint64_t began = call_began_ticks_.load(std::memory_order_relaxed);
    const std::int64_t wall_ns = began == 0 ? 0 : ticks.nanoseconds(wall_ticks_ + (now - std::min(now, began)));
    const std::int64_t used = cpu_now() - cpu_began_ns_;
    if (starting_) {
      if (used > program_->start_ns) return stop(Stop::start_cpu);
      if (wall_ns > wall_limit_ns_) return stop(Stop::start_wall);
      if (scans) look_for_sleep(now, program_->start_ns);
      return;
    }
    if (began != 0 && stalls(wall_ns)) return stop(Stop::wall);
    const CpuBudget::Passed passed = budget_.passed(used);
    if (passed != CpuBudget::Passed::nothing)
      return stop(passed == CpuBudget::Passed::turn ? Stop::turn_cpu : Stop::cpu);
    // Half a line is never an answer.
    constexpr std::int64_t half_line_ns = 5 * second_ns;
    if (scans && began != 0 && process_->unfinished() > 0) look_for_sleep(now, half_line_ns);
  }

  void look_at_idle() {
    constexpr std::int64_t much_ns = 500'000'000;  // an interpreter may tidy up its memory
    if (cpu_now() - idle_from_ns_ > much_ns) stop(Stop::idle);
  }

  /// Ends a program that has neither run nor used CPU time for so long.
  void look_for_sleep(std::uint64_t now, std::int64_t longest_ns) {
    const std::int64_t used = cpu_now();
    if (!asleep_since_ || scanned_.runs || used != asleep_cpu_ns_) {
      asleep_since_ = now;
      asleep_cpu_ns_ = used;
    }
    asleep_ns_ = ticks.nanoseconds(now - *asleep_since_);
    if (asleep_ns_ > longest_ns) stop(Stop::asleep);
  }

  bool stalls(std::int64_t wall_ns) {
    if (wall_limit_ns_ == 0 || wall_ns <= wall_limit_ns_ / 2) return false;
    const pid_t pid = process_->pid();
    if (!queued_before_ns_) queued_before_ns_ = pid == 0 ? 0 : queued_ns(pid);
    return wall_ns > wall_limit_ns_ &&
           over_wall_time(wall_limit_ns_, wall_ns, (pid == 0 ? 0 : queued_ns(pid)) - *queued_before_ns_);
  }

  PipedEvidence evidence() {
    log_ += process_->take_log();
    PipedEvidence all;
    all.end = process_->end();
    all.stop = stop_;
    all.starting = starting_;
    all.program = program_->words.front();
    all.expected = starting_ ? "ready" : "action";
    all.ignored = ignored_;
    const std::size_t end = log_.find_last_not_of("\n ");
    if (end != std::string::npos) {
      const std::size_t before = log_.rfind('\n', end);
      const std::size_t from = before == std::string::npos ? 0 : before + 1;
      all.last_words = log_.substr(from, end + 1 - from);
    }
    all.unfinished = process_->unfinished();
    all.cpu_used_ns = cpu_used();
    all.match_limit_ns = budget_.match_limit_ns();
    all.increments_ns = budget_.increments_ns();
    all.turn_limit_ns = budget_.turn_limit_ns();
    all.start_limit_ns = program_->start_ns;
    all.wall_used_ns = ticks.nanoseconds(wall_ticks_);
    all.wall_limit_ns = wall_limit_ns_;
    all.asleep_ns = asleep_ns_;
    all.memory_limit_bytes = memory_bytes_;
    all.most_tasks = keeper::most_tasks();
    return all;
  }

  std::shared_ptr<const Program> program_;
  std::vector<SettingDescription> options_;
  std::vector<std::string> values_;
  Level level_;
  bool fresh_;
  Watchdog& watchdog_;
  const std::int64_t cores_ = std::max<std::int64_t>(std::thread::hardware_concurrency(), 1);

  mutable std::mutex guard_;  // for process_ and what follows, between the thread that plays and the watchdog
  std::unique_ptr<ProgramProcess> process_;
  bool playing_ = false;  // it is starting, or between begin() and end()
  bool starting_ = false;
  bool idle_ = false;  // it waits for the next match
  std::atomic<Stop> stop_ = Stop::none;
  CpuBudget budget_;
  std::int64_t cpu_began_ns_ = 0;
  std::int64_t other_cpu_ns_ = 0;  // of processes other than the main one
  std::int64_t most_cpu_ns_ = 0;
  std::int64_t idle_from_ns_ = 0;
  std::int64_t peak_bytes_ = 0;
  std::int64_t memory_bytes_ = 0;  // the limit
  std::int64_t wall_limit_ns_ = 0;
  std::uint64_t scanned_at_ = 0;
  std::int64_t scan_period_ns_ = 0;
  TreeUse scanned_;
  std::optional<std::int64_t> queued_before_ns_;
  std::optional<std::uint64_t> asleep_since_;
  std::int64_t asleep_cpu_ns_ = 0;
  std::int64_t asleep_ns_ = 0;
  std::atomic<std::uint64_t> wall_ticks_ = 0;
  std::atomic<std::uint64_t> call_began_ticks_ = 0;  // 0: the host does not wait for an answer

  // Only for the thread that plays.
  Referee* referee_ = nullptr;
  const Notation* notation_ = nullptr;
  std::int32_t seat_ = 0;
  bool serves_one_ = false;  // it plays one match
  bool failed_ = false;
  std::int64_t looked_left_ns_ = 0;
  std::uint64_t looked_ticks_ = 0;
  std::uint64_t reply_capacity_ = 0;
  Block room_;
  Block action_room_;
  Block reply_room_;
  std::string line_;
  std::string ignored_;  // the last line that was not understood
  Usage usage_;
  std::string reason_;
  std::string log_;
};

}  // namespace

std::unique_ptr<Seat> open_piped(const StrategyFile& strategy, std::vector<std::string> options, Level level,
                                 const WorkerOptions& worker) {
  return std::make_unique<PipedSeat>(strategy, std::move(options), level, worker);
}

}  // namespace host
