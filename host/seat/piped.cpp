// A seat whose player is a program in any language, with which the host exchanges lines of text, or
// an engine, with which it speaks UCI or GTP (docs/programs.md).
#include "host/match/game_state.hpp"
#include "host/seat/open_seat.hpp"
#include "host/seat/program_messages.hpp"
#include "host/seat/program_seat.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace host {

namespace {

class PipedSeat final : public ProgramSeat {
 public:
  PipedSeat(const StrategyFile& strategy, const std::vector<std::string>& values, const SandboxPolicy& sandbox)
      : ProgramSeat(strategy, values, sandbox),
        engine_(make_engine(program_->engine, options_)),
        fresh_(sandbox.fresh) {}
  PipedSeat(const PipedSeat&) = delete;
  PipedSeat& operator=(const PipedSeat&) = delete;
  ~PipedSeat() override {
    static_cast<void>(end());
    quit();
  }

  /// Returns what an engine says of itself. Throws Failure(plugin) if it does not start.
  EngineDescription describe_engine() {
    replies_.begin(nullptr, engine_.get(), false);
    const Outcome started = start_program();
    if (!started.ok()) throw Failure(Exit::plugin, program_->build->path().string() + ": " + started.reason);
    return engine_->description();
  }

  Outcome begin(const SeatStart& start, Referee& referee) override {
    static_cast<void>(end());
    check_game(start);
    reset(start, referee);
    observe_here();
    replies_.begin(start.notation, engine_.get(), start.wants_candidates);
    failed_ = false;
    if (trace_) trace_->begin(start.match_seed, start.seat);
    if (process_ && ended_while_idle(watch_.stopped())) {
      Outcome outcome = fail(classify_exit(full_report()));
      drop();
      return outcome;
    }
    std::string settings =
        engine_ && start.notation != nullptr ? start.notation->engine_settings(program_->engine) : "";
    if (process_ && (serves_one_ || process_->end().ended || process_->end().gone ||
                     memory_limit() != memory_at_start_ || settings != settings_))
      quit();
    settings_ = std::move(settings);
    if (!process_) {
      Outcome started = start_program();
      if (!started.ok()) return started;
    }
    return begin_match();
  }

  std::int32_t turn(agon_bytes& action) override {
    ++usage_.turns;
    if (trace_) trace_->turn(usage_.turns);
    if (!send_turn()) return judge_end().kind;
    for (;;) {
      const Reply reply = engine_ ? replies_.wait(*process_, {asked_.answer, asked_.refusal})
                                  : replies_.wait(*process_, {"action", "act"});
      if (reply.kind == Reply::closed && ended_after_match()) {
        if (const Outcome anew = start_anew(); !anew.ok()) return anew.kind;
        if (!send_turn()) return judge_end().kind;
        continue;
      }
      if (!is_answer(reply)) return judge_reply(reply, AGON_OUTCOME_ERROR).kind;
      if (engine_ && --asked_.answers > 0) continue;
      const bool last = reply.text.word != "act";
      if (const std::int32_t kind = parse(reply.text.rest, action); kind != AGON_OUTCOME_OK) return kind;
      if (last || !rule(action)) return end_turn();
    }
  }

  [[nodiscard]] std::optional<Evaluation> evaluation() const override { return replies_.evaluation(); }
  [[nodiscard]] std::vector<Candidate> candidates() const override { return replies_.candidates(); }

  Outcome end() override {
    if (!watch_.is_playing()) return {};
    Outcome outcome = failed_ ? Outcome{} : last_outcome();
    watch_.end_call();
    usage_ = usage();
    usage_.peak_kib = watch_.peak_bytes() / 1024;
    if (!failed_ && !engine_ && !tell("end\n") && watch_.stopped() == KillReason::unread) outcome = judge_end();
    watch_.pause();
    take_log();
    has_played_ = true;
    if (failed_) drop();
    return outcome;
  }

  [[nodiscard]] Usage usage() const override {
    Usage used = usage_;
    if (watch_.is_playing()) {
      used.cpu_ns = watch_.cpu_ns();
      used.wall_ns = watch_.wall_ns();
    }
    return used;
  }

  SoFar so_far() override { return {usage().cpu_ns}; }

  const std::string& log_so_far() override {
    if (watch_.is_playing()) take_log();
    return log();
  }

 private:
  static constexpr int patience_ms = 10'000;  // between its own end and that of all that it has started

  void check_game(const SeatStart& start) const {
    if (start.notation == nullptr) return;
    if (!start.notation->has_notation())
      throw Failure(Exit::usage, "the game " + start.game +
                                     " has no notation (agon.notation/1), and programs know positions only as text");
    if (!engine_) return;
    if (!start.notation->is_known_in(program_->engine))
      throw Failure(Exit::usage, "the game " + start.game + " is not known to engines (agon." +
                                     std::string(engine_words.at(static_cast<std::size_t>(program_->engine))) + "/1)");
    if (!engine_->has_limit(start.limits))
      throw Failure(Exit::usage, "an engine without a limit of time needs nodes=N, depth=N or movetime=MS");
  }

  /// Begins the match, of which `earlier` was used before the program was started again.
  Outcome begin_match(const Usage& earlier = {}) {
    watch_.begin_match(start_.limits, earlier);
    if (!engine_) {
      const bool sent = tell(new_message(start_.seat, start_.seats, start_.seed, start_.limits));
      return sent ? Outcome{} : judge_end();
    }
    asked_ = engine_->begin_match(settings_, start_.limits, start_.seed);
    if (!tell(asked_.text)) return judge_end();
    watch_.begin_call();
    Outcome ready = await_answers();
    watch_.end_call();
    return ready;
  }

  /// Returns whether the program has ended by itself after the last match, with success.
  bool ended_after_match() {
    constexpr int moment_ms = 2000;
    if (!has_played_ || usage_.turns != 1 || process_->unfinished() != 0 || !replies_.ignored().empty() ||
        watch_.stopped() != KillReason::none || !process_->wait_until_ended(moment_ms))
      return false;
    const ProgramEnd& end = process_->end();
    return end.ended && end.exited && end.number == 0;
  }

  /// Starts the program again for the match that has begun, and from now on for each. Its first processes may have
  /// computed in this match before they ended, so what they have used counts.
  Outcome start_anew() {
    ends_after_match_ = true;
    watch_.end_call();
    process_->wait_until_gone(patience_ms);
    Usage earlier = usage();
    earlier.peak_kib = watch_.peak_bytes() / 1024;
    drop();
    Outcome started = start_program();
    return started.ok() ? begin_match(earlier) : started;
  }

  Outcome start_program() {
    has_played_ = false;
    serves_one_ = fresh_ || ends_after_match_;
    memory_at_start_ = memory_limit();
    start_process();
    if (trace_)
      process_->show_lines([this](bool from_program, std::string_view text) {
        trace_->write(from_program ? Trace::From::program : Trace::From::host, text);
      });
    Outcome started = engine_ ? start_engine() : get_ready();
    if (!started.ok()) started.kind = AGON_OUTCOME_LOAD;  // however it failed
    if (!started.ok()) return started;
    static_cast<void>(process_->end());  // learns the number of its process
    watch_.pause();
    return {};
  }

  Outcome get_ready() {
    if (!process_->write(start_message(start_.game, start_.protocol, options_))) return judge_end();
    for (;;) {
      const Reply reply = replies_.wait(*process_, {"ready", "single", "error"});
      if (reply.kind != Reply::message) return judge_reply(reply, AGON_OUTCOME_LOAD);
      if (reply.text.word == "ready") return {};
      if (reply.text.word == "single") serves_one_ = true;
      if (reply.text.word == "error") {
        refused_ = true;
        return judge({AGON_OUTCOME_LOAD, "it says: " + printable(reply.text.rest)});
      }
    }
  }

  /// Lets an engine tell its options, and sets them.
  Outcome start_engine() {
    if (Outcome outcome = ask(engine_->greeting()); !outcome.ok()) return outcome;
    if (engine_->declares_too_much())
      return judge({AGON_OUTCOME_LOAD, "it declares more than " + std::to_string(Engine::most_options) +
                                           " options, or 10,000 values of them: no engine needs that"});
    try {
      return ask(engine_->settings(settings_));
    } catch (const Failure& failure) {
      refused_ = true;
      return judge({AGON_OUTCOME_LOAD, failure.what()});
    }
  }

  /// Writes lines to an engine outside of matches, and waits for its answers.
  Outcome ask(Dialogue lines) {
    asked_ = std::move(lines);
    return process_->write(asked_.text) ? await_answers() : judge_end();
  }

  /// Waits for an engine's answers outside of turns.
  Outcome await_answers() {
    for (; asked_.answers > 0; --asked_.answers) {
      const Reply reply = replies_.wait(*process_, {asked_.answer, asked_.refusal});
      if (!is_answer(reply)) {
        if (reply.kind == Reply::message) refused_ = true;
        return judge_reply(reply, AGON_OUTCOME_LOAD);
      }
      engine_->hear_answer(reply.text.rest);
    }
    return {};
  }

  /// Returns whether it is a message, and no engine's refusal.
  [[nodiscard]] bool is_answer(const Reply& reply) const {
    return reply.kind == Reply::message && !(engine_ && reply.text.word == asked_.refusal);
  }

  /// Judges a reply that is no answer; `kind` if the program or the host says why.
  Outcome judge_reply(const Reply& reply, std::int32_t kind) {
    if (reply.kind == Reply::failure) return judge({kind, reply.why});
    return reply.kind == Reply::message ? judge(refusal_in(reply, kind)) : judge_end(reply.kind);
  }

  /// Returns the outcome of an engine that refuses the line whose answer was awaited.
  [[nodiscard]] Outcome refusal_in(const Reply& reply, std::int32_t kind) const {
    const std::vector<std::string> lines = split(asked_.text, '\n');  // with an empty one at the end
    const std::string& line = lines.at(lines.size() - 1 - static_cast<std::size_t>(asked_.answers));
    return {kind, "it refuses '" + printable(line) + "': " + printable(reply.text.rest)};
  }

  /// Writes a line. A program that reads always has room for it; what a match limits may not limit this.
  bool tell(const std::string& line, bool in_turn = false) {
    if (process_->write(line, static_cast<int>((in_turn ? unread_in_turn_ns : unread_ns) / 1'000'000))) return true;
    if (!process_->end().ended && !process_->end().gone)
      watch_.stop(in_turn ? KillReason::unread_in_turn : KillReason::unread);
    return false;
  }

  bool send_turn() {
    if (engine_) {
      asked_ =
          engine_->begin_turn(start_.notation->engine_position(program_->engine), watch_.begin_turn(), start_.limits);
      line_ = asked_.text;
    } else {
      write_turn_message(line_, watch_.begin_turn(), start_.notation->position(start_.seat));
    }
    replies_.skip(*process_);
    watch_.begin_call();
    return tell(line_, true);
  }

  std::int32_t parse(std::string_view text, agon_bytes& action) {
    std::string why;
    if (engine_) {
      const std::optional<std::string_view> move = engine_->move_in(text);
      if (!move) return resign();
      text = *move;
      if (const std::string news = engine_->take_news(); !news.empty())
        process_->log(std::string(stray_prefix).append(news));
    }
    const GameState& notation = *start_.notation;
    auto bytes = engine_ ? notation.parse_engine(program_->engine, text, why) : notation.parse_action(text, why);
    if (!bytes && !engine_) bytes = notation.parse_action(with_single_blanks(text), why);
    if (bytes) {
      action = keep(*bytes);
      return AGON_OUTCOME_OK;
    }
    if (text.find('\0') != std::string_view::npos) why = "it has a zero byte";  // which ends the game's reason
    return judge({AGON_OUTCOME_ILLEGAL, "it answered '" + printable(text) + "': " + why}).kind;
  }

  /// Lets the referee rule on an action inside the turn. Returns whether the turn goes on.
  bool rule(agon_bytes action) {
    watch_.end_call();  // the game's time is not the program's
    agon_bytes reply{};
    agon_error error{};
    const bool on = StartedSeat::rule(action, reply, error) == AGON_OK;
    const std::string answer = on ? "revealed " + start_.notation->revealed(start_.seat) + "\n" : "over\n";
    watch_.begin_call();
    return tell(answer, true) && on;
  }

  std::int32_t end_turn() {
    Outcome late = watch_.end_turn();
    return late.ok() ? AGON_OUTCOME_OK : judge(std::move(late)).kind;
  }

  /// Returns the outcome at the end of a match whose turns were all valid.
  Outcome last_outcome() {
    const KillReason passed = watch_.last_look();
    if (passed == KillReason::none) return {};
    ExitReport report = full_report();
    report.killed = passed;
    return fail(classify_exit(report));
  }

  /// Returns the outcome of a program that gives no answer, and that has probably ended.
  Outcome judge_end(Reply::Kind why = Reply::closed) {
    watch_.end_call();
    if (why == Reply::too_long) watch_.stop(KillReason::line);
    if (process_->end_unsupervised()) watch_.stop(KillReason::unsupervised);
    constexpr int moment_ms = 2000;  // between the end of its output and its own
    if (watch_.stopped() == KillReason::none) process_->wait_until_ended(moment_ms);
    const bool ended = process_->end().ended || process_->end().gone;
    if (ended || watch_.stopped() != KillReason::none) process_->wait_until_gone(patience_ms);
    return fail(classify_exit(full_report()));
  }

  /// The program stays: it has not failed.
  std::int32_t resign() {
    watch_.end_call();
    reason_ = "resigned";
    return outcome_resigned;
  }

  Outcome judge(Outcome outcome) {
    watch_.end_call();
    return fail(std::move(outcome));
  }

  /// Records a failure, after which the program is not used again.
  Outcome fail(Outcome outcome) {
    failed_ = true;
    if (engine_ && outcome.kind != AGON_OUTCOME_ILLEGAL && !engine_->complaint().empty())
      outcome.reason.append("; it said '").append(printable(engine_->complaint())).append("'");
    if (level_ == Level::sandbox && outcome.kind != AGON_OUTCOME_ILLEGAL && !process_->end().refused &&
        misses_file(outcome.reason))
      outcome.reason += ". " + (program_->closed.empty()
                                    ? "The sandbox opens only the program's own folder and the system's; the option "
                                      "read=FOLDER opens another"
                                    : program_->closed);
    reason_ = outcome.reason;
    return outcome;
  }

  /// Asks the program to end, and ends it if it does not.
  void quit() {
    if (!process_) return;
    constexpr int short_ms = 500;
    if (watch_.stopped() == KillReason::none && !failed_ && process_->write("quit\n", short_ms)) {
      process_->close_input();
      process_->wait_until_gone(short_ms);
    }
    drop();
  }

  /// Returns what the host waits for, too.
  ExitReport full_report() {
    ExitReport report = exit_report();
    ProgramState& program = *report.program;
    program.expected = engine_ ? replies_.expected() : program.starting ? "ready" : "action";
    program.ignored = replies_.ignored();
    if (!program.ignored.empty()) program.wanted = replies_.wanted(program.expected);
    program.unfinished = process_->unfinished();
    return report;
  }

  std::unique_ptr<Engine> engine_;  // NULL: it is none
  Dialogue asked_;                  // of an engine
  std::string settings_;            // of an engine, for the match
  bool fresh_;
  std::int64_t memory_at_start_ = 0;  // the limit when the program was started
  PipedReplies replies_;
  bool serves_one_ = false;        // it plays one match
  bool has_played_ = false;        // a match, since its start
  bool ends_after_match_ = false;  // by itself
  bool failed_ = false;
  std::string line_;
};

}  // namespace

EngineDescription describe_engine(const StrategyFile& strategy, const std::vector<std::string>& options) {
  return PipedSeat(strategy, options, {}).describe_engine();
}

std::unique_ptr<Seat> open_piped(const StrategyFile& strategy, const std::vector<std::string>& options,
                                 const SandboxPolicy& sandbox) {
  return std::make_unique<PipedSeat>(strategy, options, sandbox);
}

}  // namespace host
