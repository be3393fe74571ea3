#include "host/validate/remote.hpp"

#include "host/failure.hpp"
#include "host/plain.hpp"
#include "host/seat/worker_process.hpp"
#include "host/text.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <exception>
#include <thread>
#include <utility>

namespace host::validate {

namespace {

using channel::Phase;
using channel::Slot;

constexpr std::uint64_t most_message = 64 << 20;                 // bytes; untouched memory costs nothing
constexpr std::int64_t most_log = 1 << 20;                       // the maximum output of a strategy
constexpr std::int64_t most_file = 64 << 20;                     // the maximum that a game may write to any file
constexpr std::int64_t loading_memory = std::int64_t{4} << 30U;  // bytes: more than any match, less than the machine

/// Returns the limits of a call: CPU time, and 30 s more of wall-clock time for waiting.
agon_limits limits_of_call(std::int64_t cpu_limit_ns) {
  constexpr std::int64_t waiting_ns = 30'000'000'000;
  agon_limits limits{};
  limits.cpu_ns = cpu_limit_ns;
  limits.wall_ns = cpu_limit_ns + waiting_ns;
  return limits;
}

/// The current activity: see now().
std::string& doing() {
  static std::string text;
  return text;
}

WorkerSpec spec_of(const Remote::Terms& terms) {
  WorkerSpec spec;
  spec.game = "validate";
  spec.build = terms.build;
  if (terms.game != nullptr) {
    spec.game_build = terms.game->build;
    spec.game = terms.game->description.id;
  }
  spec.from_file = !terms.sandboxed;  // a game may look for files next to it
  spec.strategy = terms.build->path().filename().string();
  spec.observation_capacity = most_message;
  spec.action_capacity = most_message;
  spec.options.sandbox = terms.sandboxed && can_sandbox();
  spec.options.log_bytes = terms.sandboxed ? most_log : most_file;
  spec.memory_bytes = spec.options.sandbox ? terms.memory_bytes : 0;
  spec.threads = terms.threads;
  spec.serves_calls = true;
  spec.folder = terms.folder;
  return spec;
}

/// Returns a check's finding for a process that ended before it answered.
Finding judged(const Evidence& evidence) {
  switch (evidence.cause) {
    case Cause::cpu:
      return fail("no answer within " + in_seconds(evidence.cpu_limit_ns) + " of CPU time");
    case Cause::wall:
      return fail("no answer within " + in_seconds(evidence.wall_limit_ns) + " by the clock, with less than " +
                  in_seconds(evidence.cpu_limit_ns) + " of CPU time");
    default: {
      const Outcome outcome = verdict(evidence);
      return {outcome.kind == AGON_OUTCOME_FORBIDDEN ? Status::fail : Status::crash, plain(outcome.reason)};
    }
  }
}

}  // namespace

Finding guarded(const std::function<Finding()>& body) {
  doing().clear();
  try {
    return body();
  } catch (const Ended& ended) {
    return ended.finding;
  } catch (const Failure& failure) {
    if (failure.code() == Exit::isolation) throw;
    return fail(failure.what());
  } catch (const std::exception& exception) {  // the answer claims more memory than there is
    return fail(exception.what());
  }
}

void now(std::string_view what) {
  doing() = what;
}

void write(const Conditions& conditions, Writer& to) {
  to.number<std::uint8_t>(conditions.borders ? 1 : 0);
  to.number(conditions.fill);
  to.number<std::uint8_t>(conditions.dirt ? 1 : 0);
  to.number(conditions.dirt.value_or(0));
  to.number<std::uint8_t>(conditions.bare ? 1 : 0);
}

agon_error Answer::error() {
  agon_error error{};
  const std::string_view words = text();
  std::memcpy(error.text, words.data(), std::min(words.size(), sizeof error.text - 1));
  return error;
}

void Answer::check() const {
  if (!reader_.sound()) throw Ended{fail(damaged_answer)};
}

Remote::Remote(const Terms& terms) : terms_(terms), worker_(std::make_unique<WorkerProcess>(spec_of(terms))) {
  worker_->begin(limits_of_call(terms_.cpu_limit_ns), nullptr);
  if (!worker_->start()) throw Ended{judged(worker_->evidence())};
}

Remote::~Remote() = default;

std::string Remote::exchange(const std::string& request) {
  if (request.size() > most_message) throw Failure(Exit::internal, "a call is too large for the checker");
  Slot& slot = worker_->slot();
  std::memcpy(worker_->observation(), request.data(), request.size());
  slot.observation_size = request.size();
  slot.request = Slot::turn;
  cpu_before_ns_ += worker_->count_cpu_ns();
  worker_->begin(limits_of_call(terms_.cpu_limit_ns), nullptr);
  if (!worker_->hand_over()) {
    Evidence evidence = worker_->evidence();
    evidence.phase = phase_;
    give_up(judged(evidence));
  }
  const std::uint64_t size = channel::read_once(slot.action_size);
  if (size > most_message) give_up(fail("it answers more than " + std::to_string(most_message) + " bytes"));
  return {static_cast<const char*>(worker_->action()), size};
}

void Remote::give_up(Finding why) {
  why.text = terms_.whose + why.text + (doing().empty() ? "" : ", " + doing());
  ended_ = Ended{std::move(why)};
  throw Ended(*ended_);
}

void Remote::check() {
  if (ended_) throw Ended(*ended_);
}

Answer Remote::call(Phase phase, const Writer& request, const Rule& rule) {
  check();
  phase_ = phase;
  std::string bytes = exchange(request.bytes());
  for (;;) {
    Reader reader(bytes);
    const auto reply = reader.number<Reply>();
    if (reply == Reply::done && reader.sound()) {
      phase_ = Phase::ready;
      return Answer(bytes.substr(sizeof reply));
    }
    if (reply == Reply::failed) throw Failure(Exit::plugin, plain(reader.text()));
    if (reply != Reply::acts || !rule) give_up(fail(damaged_answer));
    Writer ruling(Call::ruling);
    try {
      rule(reader.text(), ruling);
    } catch (...) {
      ended_ = Ended{fail("it waits for a ruling on an action")};  // no other call is possible
      throw;
    }
    bytes = exchange(ruling.bytes());
  }
}

Address Remote::load() {
  return call(Phase::loading, Writer(Call::load)).number<Address>();
}

void Remote::unload() {
  call(Phase::ready, Writer(Call::unload));
}

void Remote::confine_further() {
  call(Phase::ready, Writer(Call::confine_further));
}

Address Remote::extension(bool of_game, std::uint32_t index, std::string_view id) {
  Writer asked(Call::extension);
  asked.number<std::uint8_t>(of_game ? 1 : 0);
  asked.number(index);
  asked.text(id);
  return call(Phase::ready, asked).number<Address>();
}

std::vector<std::string> Remote::surroundings() {
  std::vector<std::string> texts;
  for (Answer answer = call(Phase::ready, Writer(Call::surroundings)); answer.more();)
    texts.emplace_back(answer.text());
  return texts;
}

std::size_t Remote::memory_in_use() {
  return call(Phase::ready, Writer(Call::memory_in_use)).number<std::uint64_t>();
}

void Remote::set(const Conditions& conditions) {
  Writer asked(Call::conditions);
  write(conditions, asked);
  call(Phase::ready, asked);
}

std::int64_t Remote::cpu_ns() const {
  return cpu_before_ns_ + worker_->cpu_ns();
}

std::size_t Remote::threads() const {
  return worker_->threads();
}

std::string Remote::printed() {
  call(Phase::ready, Writer(Call::flush));
  return worker_->take_log();
}

std::size_t threads_left(const Remote& remote, std::size_t before) {
  constexpr int patience = 100;
  for (int look = 0; look < patience && remote.threads() > before; ++look)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  return remote.threads();
}

std::string RemoteMemory::peek(Address from, std::size_t size) const {
  Writer asked(Call::peek);
  asked.number(from);
  asked.number<std::uint64_t>(size);
  return std::string(remote_.call(Phase::ready, asked).text());
}

void RemoteMemory::copy(Address from, void* to, std::size_t size, const std::string& what) const {
  const std::string bytes = peek(from, size);
  if (bytes.size() != size) throw Failure(Exit::plugin, what + " can't be read");
  std::memcpy(to, bytes.data(), size);
}

std::string RemoteMemory::text(Address from, std::size_t most, const std::string& what) const {
  constexpr std::size_t page = 4096;  // the memory after the text's page may be unmapped
  std::string text;
  while (text.size() <= most) {
    const Address at = from + text.size();
    const std::string more = peek(at, page - at % page);
    const std::size_t end = more.find('\0');
    text.append(more, 0, end);
    if (end == std::string::npos) continue;
    if (text.size() > most) break;
    return text;
  }
  refuse_long_text(most, what);
}

Remote::Terms terms_for(const Case& examined) {
  const bool trusted = examined.plugin && !examined.plugin->games.empty();
  return {.build = examined.build, .sandboxed = !trusted, .memory_bytes = loading_memory};
}

}  // namespace host::validate
