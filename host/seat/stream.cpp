// A seat whose player is a program that knows nothing of Agon: it reads its input, writes its output, and ends.
#include "host/seat/open_seat.hpp"
#include "host/seat/program_seat.hpp"
#include "host/util/descriptor.hpp"
#include "host/util/text.hpp"
#include "host/util/thread.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace host {

namespace {

/// Bytes on their way from a file descriptor to another.
struct Flow {
  int from = -1;  // -1: there is no more to read
  int to = -1;    // -1: nobody reads them
  std::string waiting{};
  std::size_t written = 0;

  [[nodiscard]] bool is_waiting() const { return to >= 0 && written < waiting.size(); }
  [[nodiscard]] pollfd wanted() const { return is_waiting() ? pollfd{to, POLLOUT, 0} : pollfd{from, POLLIN, 0}; }

  void write() {
    const ssize_t put = write_quietly(to, std::string_view(waiting).substr(written));
    if (put > 0) written += static_cast<std::size_t>(put);
    if (put < 0 && errno != EAGAIN && errno != EINTR) to = -1;
  }

  void read() {
    std::array<char, 1 << 16> storage;  // NOLINT(cppcoreguidelines-pro-type-member-init): it is read into
    const ssize_t got = ::read(from, storage.data(), storage.size());
    if (got < 0 && errno == EINTR) return;
    if (got <= 0) from = -1;
    waiting.assign(storage.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
    written = 0;
  }
};

class StreamSeat final : public ProgramSeat {
 public:
  StreamSeat(const StrategyFile& strategy, const std::vector<std::string>& values, const SandboxPolicy& sandbox)
      : ProgramSeat(strategy, values, sandbox) {
    for (const auto& [name, value] : options_) arguments_.push_back("--" + name + "=" + value);
  }
  StreamSeat(const StreamSeat&) = delete;
  StreamSeat& operator=(const StreamSeat&) = delete;
  ~StreamSeat() override { static_cast<void>(end()); }

  Outcome begin(const SeatStart& start, Referee& referee) override {
    static_cast<void>(end());
    reset(start, referee);
    observe_here();
    output_.clear();
    over_ = too_much_ = stopped_ = false;
    waits_ = true;
    if (trace_) trace_->begin(start.match_seed, start.seat);
    joined_ = start.ends.has_value();
    if (joined_) {
      input_end_ = Descriptor(start.ends->input);
      output_end_ = Descriptor(start.ends->output);
      ended_end_ = Descriptor(start.ends->ended);
      over_end_ = start.ends->over;
      launch("");
    }
    return {};
  }

  std::int32_t turn(agon_bytes& action) override {
    ++usage_.turns;
    if (trace_ && !joined_) trace_->turn(usage_.turns);
    if (!joined_) launch({static_cast<const char*>(observation_.data), observation_.size});
    pump_.join();
    const Outcome outcome = judge();
    action = {output_.data(), output_.size()};
    reason_ = outcome.reason;
    if (!outcome.ok() && joined_ && start_.seats > 1) static_cast<void>(referee_->act(action, nullptr, &error_));
    return outcome.kind;
  }

  Outcome end() override {
    stopped_ = true;
    if (process_) process_->kill();
    if (pump_.joinable()) pump_.join();
    drop();
    close_ends();
    return {};
  }

 private:
  /// Starts the program, and a thread that passes on what it reads and writes.
  void launch(std::string_view input) {
    start_process(arguments_);
    watch_.pause();
    watch_.begin_match(start_.limits);
    watch_.begin_call();
    trace(Trace::From::host, input);
    to_program_ = {.from = input_end_.get(), .to = process_->input(), .waiting = std::string(input)};
    pump_ = start_thread([this] { pump(); });
  }

  /// Runs until nothing of the program is left.
  void pump() {
    process_->wait_until_started();
    Flow& in = to_program_;
    Flow out = {.from = process_->output(), .to = output_end_.get()};
    for (const int end : {in.from, out.to}) {
      if (end >= 0) ::fcntl(end, F_SETFL, O_NONBLOCK);
    }
    while (out.from >= 0 || out.is_waiting()) {
      if (in.to >= 0 && in.from < 0 && !in.is_waiting()) {
        process_->close_input();
        in.to = -1;
      }
      const bool feeds = in.to >= 0;
      pollfd ready[] = {feeds ? in.wanted() : pollfd{-1, 0, 0}, out.wanted(), {joined_ ? over_end_ : -1, POLLIN, 0}};
      constexpr int moment_ms = 100;
      ::poll(ready, 3, moment_ms);
      if (stopped_ || watch_.stopped() != KillReason::none) break;
      pass_on(in, ready[0], Trace::From::host);
      pass_on(out, ready[1], Trace::From::program);
      over_ = over_ || ready[2].revents != 0;
      too_much_ = output_.size() > start_.action_capacity;
      if (over_ || too_much_) break;
    }
    process_->close_input();
    if (over_ || too_much_) process_->kill();
    process_->wait_until_gone(-1);
    watch_.end_call();
    if (!joined_) return;
    const int status = process_->end().exited ? process_->end().number : 1;
    if (status == 0 && in.from >= 0 && !over_ && start_.ends->left_early != nullptr) *start_.ends->left_early = true;
    if (in.from < 0 && status != 0 && !over_) {
      // It may have failed because its input is closed. The tester has closed that by ending, if it ends without
      // knowing of the solution's end.
      constexpr int moment_ms = 1000;
      pollfd over = {over_end_, POLLIN, 0};
      over_ = ::poll(&over, 1, moment_ms) > 0;
    }
    static_cast<void>(::send(ended_end_.get(), &status, sizeof status, MSG_NOSIGNAL));
    close_ends();
  }

  void pass_on(Flow& flow, const pollfd& ready, Trace::From from) {
    if (ready.revents == 0) return;
    if (flow.is_waiting()) return flow.write();
    flow.read();
    trace(from, flow.waiting);
    if (!flow.waiting.empty()) waits_ = from == Trace::From::program;
    if (from == Trace::From::program) output_ += flow.waiting;
  }

  void trace(Trace::From from, std::string_view text) const {
    if (trace_ && !text.empty()) trace_->write(from, text);
  }

  Outcome judge() {
    usage_.cpu_ns = watch_.cpu_ns();
    usage_.wall_ns = watch_.wall_ns();
    const KillReason passed = watch_.last_look();
    usage_.peak_kib = watch_.peak_bytes() / 1024;
    ExitReport report = exit_report();
    if (report.killed == KillReason::none) report.killed = passed;
    drop();
    if (too_much_)
      return {AGON_OUTCOME_ERROR,
              "it wrote more than " + in_mebibytes(static_cast<std::int64_t>(start_.action_capacity))};
    // Where several solutions play, one that waits for the others' answers has not stalled.
    if (joined_ && start_.seats > 1 && waits_ && report.killed == KillReason::wall) return {};
    // Whether it ends by itself once the tester has ended, and how, does not matter.
    const bool fine = over_ || (report.exited && report.status == 0);
    return fine && report.killed == KillReason::none ? Outcome{} : classify_exit(report);
  }

  void close_ends() {
    for (Descriptor* const end : {&output_end_, &input_end_, &ended_end_}) *end = Descriptor();
  }

  std::vector<std::string> arguments_;
  bool joined_ = false;
  Descriptor input_end_;  // as in StreamEnds
  Descriptor output_end_;
  Descriptor ended_end_;
  int over_end_ = -1;
  Flow to_program_;
  std::thread pump_;
  std::atomic<bool> stopped_ = false;
  bool over_ = false;      // nobody wants more of the program
  bool too_much_ = false;  // it has written more than an action may have
  bool waits_ = false;     // it has got nothing since it wrote last
  std::string output_;
  agon_error error_{};
};

}  // namespace

std::unique_ptr<Seat> open_stream(const StrategyFile& strategy, const std::vector<std::string>& options,
                                  const SandboxPolicy& sandbox) {
  return std::make_unique<StreamSeat>(strategy, options, sandbox);
}

}  // namespace host
