// With a thread of its own (--threads 2): changes shared memory while the host reads it.
#include "tests/hostile/attacks/attack.hpp"
#include "tests/hostile/attacks/shared_memory.hpp"

#include <linux/futex.h>
#include <sys/mman.h>
#include <tonga/tonga.h>

#include <atomic>
#include <climits>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <thread>

namespace hostile {

namespace {

using namespace host::channel;

/// Calls `change` for ever, beside the strategy, which plays on.
template <class Change>
void for_ever(const Moment& moment, Change change) {
  std::thread([shared = find_shared_memory(moment), change] {
    for (unsigned time = 0;; ++time) change(shared, time);
  }).detach();
}

template <class Word>
void put(Word& word, Word value) {
  const_cast<volatile Word&>(word) = value;
}

/// Moves that are on the board, taken or not, and some that are not.
ATTACK(change_action) {
  for_ever(moment, [](const SharedMemory& shared, unsigned time) {
    auto* const row = reinterpret_cast<std::int32_t*>(shared.action);
    put(*row, time % 2 == 0 ? 5 : INT32_MIN);
  });
}

ATTACK(change_size) {
  for_ever(moment, [](const SharedMemory& shared, unsigned time) {
    put(shared.slot->action_size, time % 2 == 0 ? UINT64_MAX : std::uint64_t{8});
  });
}

/// Sizes of what the host is to copy: in requests as in answers.
ATTACK(change_all_sizes) {
  for_ever(moment, [](const SharedMemory& shared, unsigned time) {
    const std::uint64_t size = time % 2 == 0 ? UINT64_MAX / 2 : 8;
    put(shared.slot->action_size, size);
    put(shared.slot->reply_size, size);
    put(shared.slot->observation_size, size);
  });
}

ATTACK(change_answer) {
  for_ever(moment, [](const SharedMemory& shared, unsigned time) { put(shared.slot->answer, time % 4); });
}

ATTACK(change_status) {
  for_ever(moment, [](const SharedMemory& shared, unsigned time) {
    put(shared.slot->status, time % 2 == 0 ? agon_status{AGON_OK} : agon_status{AGON_FAILED});
  });
}

/// Acts for ever, with sizes that change: the host copies replies, too.
ATTACK(change_sizes_and_act) {
  attack_change_all_sizes(moment);
  const std::int64_t move = 0;
  while (hidden(true)) moment.session->act(moment.session, {&move, sizeof move}, nullptr, nullptr);
}

/// What may not be shown twice: the numbers of its evaluation and its candidates, and how long their texts are.
ATTACK(change_reports) {
  for_ever(moment, [](const SharedMemory& shared, unsigned time) {
    host::EvaluationSlot& evaluation = shared.slot->evaluation;
    const bool valid = time % 2 == 0;
    put(evaluation.told.value, valid ? 1.0 : std::numeric_limits<double>::quiet_NaN());
    put(evaluation.told.line.size, valid ? std::uint64_t{8} : UINT64_MAX / 2);
    put(evaluation.reported, std::uint32_t{1});
    host::CandidateSlot& candidates = shared.slot->candidates;
    put(candidates.entries[0].size, valid ? std::uint64_t{8} : UINT64_MAX / 2);
    put(candidates.count, valid ? 1U : UINT32_MAX);
  });
}

/// Texts without an end, of a failure. It answers by hand, as the status would be another one again before its own
/// answer is read, and never returns.
ATTACK(change_texts) {
  const SharedMemory shared = find_shared_memory(moment);
  const auto write = [](const SharedMemory& where) {
    for (std::span<char> text : {std::span<char>(where.slot->error.text), std::span<char>(where.channel->text)}) {
      for (char& letter : text) put(letter, 'x');
    }
  };
  for_ever(moment, [write](const SharedMemory& where, unsigned) { write(where); });
  write(shared);
  put(shared.slot->status, agon_status{AGON_FAILED});
  put(shared.slot->answer, static_cast<std::uint32_t>(Slot::done));
  ring(shared.channel->to_host);
  std::atomic<std::uint32_t> word = 0;
  while (hidden(true)) futex(word, FUTEX_WAIT, 0, nullptr);
}

/// Where the host puts observations, and where a game may have put them before: the word that one counts in.
ATTACK(change_observation) {
  must_reach(moment.observation.data == find_shared_memory(moment).observation, "the observation is elsewhere");
  for_ever(moment, [](const SharedMemory& shared, unsigned time) {
    auto& seen = *reinterpret_cast<tonga_observation*>(shared.observation);
    put(seen.last_row, time % 2 == 0 ? -1 : INT32_MIN);
    put(seen.last_column, time % 2 == 0 ? 0x3FFFFF00 : INT32_MIN);
  });
}

ATTACK(ring_all_the_time) {
  for_ever(moment, [](const SharedMemory& shared, unsigned) { ring(shared.channel->to_host); });
}

/// After the answer, too.
ATTACK(scribble_all_the_time) {
  for_ever(moment, [](const SharedMemory& shared, unsigned time) {
    std::memset(shared.begin, static_cast<int>(time), static_cast<std::size_t>(shared.end - shared.begin));
  });
}

ATTACK(empty_all_the_time) {
  for_ever(moment, [](const SharedMemory& shared, unsigned) {
    ::madvise(shared.begin, static_cast<std::size_t>(shared.end - shared.begin), MADV_REMOVE);
  });
}

}  // namespace

}  // namespace hostile
