// Writes over the memory that it shares with the host, and forges what belongs there.
#include "tests/hostile/attacks/attack.hpp"
#include "tests/hostile/attacks/shared_memory.hpp"

#include <unistd.h>
#include <agon/random.hpp>

#include <cstring>

namespace hostile {

namespace {

using namespace host::channel;

void fill(const Moment& moment, unsigned char byte) {
  const SharedMemory shared = find_shared_memory(moment);
  std::memset(shared.begin, byte, static_cast<std::size_t>(shared.end - shared.begin));
}

void scribble_ones(Moment& moment) {
  fill(moment, 0xFF);
}

void scribble_zeros(Moment& moment) {
  fill(moment, 0);
}

/// Another mess in each match.
void scribble_noise(Moment& moment) {
  const SharedMemory shared = find_shared_memory(moment);
  agon::Random random(moment.session->seed);
  for (std::byte* byte = shared.begin; byte < shared.end; ++byte) *byte = static_cast<std::byte>(random.below(256));
}

/// While the host waits: a mess, then the bell, then no more.
[[noreturn]] void scribble_and_ring(Moment& moment) {
  const SharedMemory shared = find_shared_memory(moment);
  fill(moment, 0xFF);
  ring(shared.channel->to_host);
  for (;;) (void)hidden(true);
}

[[noreturn]] void forge_size(Moment& moment) {
  answer_by_hand(find_shared_memory(moment), Slot::done, UINT64_MAX);
  for (;;) (void)hidden(true);
}

[[noreturn]] void forge_answer(Moment& moment) {
  answer_by_hand(find_shared_memory(moment), 77, 8);
  for (;;) (void)hidden(true);
}

[[noreturn]] void forge_act(Moment& moment) {
  answer_by_hand(find_shared_memory(moment), Slot::act, UINT64_MAX);
  for (;;) (void)hidden(true);
}

/// A bell without an answer.
[[noreturn]] void ring_for_nothing(Moment& moment) {
  const SharedMemory shared = find_shared_memory(moment);
  for (;;) ring(shared.channel->to_host);
}

/// Leaves its bell as if the host had rung many times.
void ring_own_bell(Moment& moment) {
  const SharedMemory shared = find_shared_memory(moment);
  for (int time = 0; time < 1000; ++time) ring(shared.channel->to_worker);
}

/// Ends with words that some other end would leave.
void forge_hint(const Moment& moment, Hint hint, std::int32_t number) {
  const SharedMemory shared = find_shared_memory(moment);
  shared.channel->hint = static_cast<std::uint32_t>(hint);
  shared.channel->number = number;
  shared.channel->phase = 0xFFFFFFFF;
  std::memset(shared.channel->text, 'x', sizeof shared.channel->text);  // no NUL
  ::_exit(1);
}

void forge_unknown_hint(Moment& moment) {
  forge_hint(moment, static_cast<Hint>(0xFFFFFFFF), -1);
}

void forge_unknown_call(Moment& moment) {
  forge_hint(moment, Hint::forbidden, -123456);
}

void forge_exception(Moment& moment) {
  forge_hint(moment, Hint::threw, 0);
}

void forge_load_failure(Moment& moment) {
  forge_hint(moment, Hint::library, 0);
}

void forge_broken_sandbox(Moment& moment) {
  forge_hint(moment, Hint::succeeded, 0);
}

/// To whatever may still lead to the host.
void forge_report(Moment&) {
  Report report{};
  std::memset(report.failure, 'x', sizeof report.failure);
  for (int file = 0; file < 64; ++file) static_cast<void>(::write(file, &report, sizeof report) > 0);
  ::_exit(1);
}

/// A failure whose text does not end.
[[noreturn]] void forge_text(Moment& moment) {
  const SharedMemory shared = find_shared_memory(moment);
  std::memset(shared.slot->error.text, 'x', sizeof shared.slot->error.text);
  shared.slot->status = AGON_FAILED;
  shared.slot->answer = Slot::done;
  ring(shared.channel->to_host);
  for (;;) (void)hidden(true);
}

/// The limits and the sizes by which the host was told to read.
void forge_start(Moment& moment) {
  static Start* found = nullptr;  // by what it is itself about to change
  if (found == nullptr) found = &find_shared_memory(moment).channel->start;
  Start& start = *found;
  start.action_capacity = start.observation_capacity = start.reply_capacity = start.texts_size = UINT64_MAX;
  start.memory_bytes = start.log_bytes = INT64_MAX;
  start.threads = start.loads_game = UINT32_MAX;
}

}  // namespace

std::span<const Attack> scribbles() {
  static constexpr Attack all[] = {
      {"scribble_ones", scribble_ones},
      {"scribble_zeros", scribble_zeros},
      {"scribble_noise", scribble_noise},
      {"scribble_and_ring", scribble_and_ring},
      {"forge_size", forge_size},
      {"forge_answer", forge_answer},
      {"forge_act", forge_act},
      {"ring_for_nothing", ring_for_nothing},
      {"ring_own_bell", ring_own_bell},
      {"forge_unknown_hint", forge_unknown_hint},
      {"forge_unknown_call", forge_unknown_call},
      {"forge_exception", forge_exception},
      {"forge_load_failure", forge_load_failure},
      {"forge_broken_sandbox", forge_broken_sandbox},
      {"forge_report", forge_report},
      {"forge_text", forge_text},
      {"forge_start", forge_start},
  };
  return all;
}

}  // namespace hostile
