// Writes over the memory that it shares with the host, and forges what belongs there.
#include "tests/hostile/attacks/attack.hpp"
#include "tests/hostile/attacks/shared_memory.hpp"

#include <unistd.h>
#include <agon/random.hpp>
#include <tonga/tonga.hpp>

#include <climits>
#include <cstdint>
#include <cstring>

namespace hostile {

namespace {

using namespace host::channel;

void fill(const Moment& moment, unsigned char byte) {
  const SharedMemory shared = find_shared_memory(moment);
  std::memset(shared.begin, byte, static_cast<std::size_t>(shared.end - shared.begin));
}

/// Another mess in each match.
ATTACK(scribble_noise) {
  const SharedMemory shared = find_shared_memory(moment);
  agon::Random random(moment.session->seed);
  for (std::byte* byte = shared.begin; byte < shared.end; ++byte) *byte = static_cast<std::byte>(random.below(256));
}

/// While the host waits: a mess, then the bell, then no more.
ATTACK(scribble_and_ring) {
  const SharedMemory shared = find_shared_memory(moment);
  fill(moment, 0xFF);
  ring(shared.channel->to_host);
  spin();
}

/// Answers in the worker's place, and does not hear the host any more.
void forge(const Moment& moment, std::uint32_t answer, std::uint64_t size) {
  answer_by_hand(find_shared_memory(moment), answer, size);
  spin();
}

/// Goes on to play in the worker's place, and writes over its observation whenever the host is not waiting for it:
/// while the other seat plays, and while the game shows what has become of that. Throws when it sees no new stones.
ATTACK(play_by_hand) {
  const SharedMemory shared = find_shared_memory(moment);
  must_reach(moment.observation.data == shared.observation, "the observation is elsewhere");
  auto& seen = *reinterpret_cast<tonga_observation*>(shared.observation);
  const tonga::Position position(seen);
  Bell& bell = shared.channel->to_worker;
  WaitStrategy strategy;
  int empty = INT_MAX;
  std::uint32_t request = Slot::turn;  // in which the attack begins
  while (hidden(true)) {
    const std::uint32_t heard = bell.rung;
    if (request == Slot::create) empty = INT_MAX;
    if (request == Slot::turn) {
      must_reach(position.empty_count() < empty, "the host shows nothing new");
      empty = position.empty_count();
      const tonga::Cell cell = position.empty_at(0);
      const tonga_action put = {cell.row, cell.column};
      std::memcpy(shared.action, &put, sizeof put);
    }
    answer_by_hand(shared, Slot::done, sizeof(tonga_action));
    while (request == Slot::destroy && bell.rung == heard) wait(bell, heard, nullptr, strategy);
    while (bell.rung == heard) const_cast<volatile std::int32_t&>(seen.last_column) = 0x3FFFFF00;
    request = shared.slot->request;
  }
}

/// A bell without an answer.
ATTACK(ring_for_nothing) {
  const SharedMemory shared = find_shared_memory(moment);
  for (;;) ring(shared.channel->to_host);
}

/// Leaves its bell as if the host had rung many times.
ATTACK(ring_own_bell) {
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

/// To whatever may still lead to the host.
ATTACK(forge_report) {
  Report report{};
  std::memset(report.failure, 'x', sizeof report.failure);
  for (int file = 0; file < 64; ++file) static_cast<void>(::write(file, &report, sizeof report) > 0);
  ::_exit(1);
}

/// A failure whose text does not end.
ATTACK(forge_text) {
  const SharedMemory shared = find_shared_memory(moment);
  std::memset(shared.slot->error.text, 'x', sizeof shared.slot->error.text);
  shared.slot->status = AGON_FAILED;
  shared.slot->answer = Slot::done;
  ring(shared.channel->to_host);
  spin();
}

/// The limits and the sizes by which the host was told to read.
ATTACK(forge_start) {
  static Start* found = nullptr;  // by what it is itself about to change
  if (found == nullptr) found = &find_shared_memory(moment).channel->start;
  Start& start = *found;
  start.action_capacity = start.observation_capacity = start.reply_capacity = start.task_size = UINT64_MAX;
  start.memory_bytes = start.log_bytes = INT64_MAX;
  start.threads = start.serves_one = UINT32_MAX;
}

ATTACKS(scribbles) = {
    {"scribble_ones", [](Moment& moment) { fill(moment, 0xFF); }},
    {"scribble_zeros", [](Moment& moment) { fill(moment, 0); }},
    {"forge_size", [](Moment& moment) { forge(moment, Slot::done, UINT64_MAX); }},
    {"forge_answer", [](Moment& moment) { forge(moment, 77, 8); }},
    {"forge_act", [](Moment& moment) { forge(moment, Slot::act, UINT64_MAX); }},
    {"forge_unknown_hint", [](Moment& moment) { forge_hint(moment, static_cast<Hint>(0xFFFFFFFF), -1); }},
    {"forge_unknown_call", [](Moment& moment) { forge_hint(moment, Hint::forbidden, -123456); }},
    {"forge_exception", [](Moment& moment) { forge_hint(moment, Hint::threw, 0); }},
    {"forge_load_failure", [](Moment& moment) { forge_hint(moment, Hint::library, 0); }},
    {"forge_broken_sandbox", [](Moment& moment) { forge_hint(moment, Hint::succeeded, 0); }},
};

}  // namespace

}  // namespace hostile
