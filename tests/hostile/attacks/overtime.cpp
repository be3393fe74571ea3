// Computes when it is not its turn: it answers the host by hand, and goes on.
#include "tests/hostile/attacks/attack.hpp"
#include "tests/hostile/attacks/shared_memory.hpp"

#include <sys/mman.h>
#include <tonga/tonga.hpp>

#include <cstddef>
#include <cstring>

namespace hostile {

namespace {

using namespace host::channel;

enum class Spare { in_matches, between_matches, memory_between_matches };

/// Takes memory that then no longer counts as data, as it can't be written.
void hoard(std::size_t mib) {
  const std::size_t size = mib << 20U;
  // Populated at once: a page fault for each page would be CPU time that is noticed first.
  void* const memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  must_reach(memory != MAP_FAILED, "there is no memory");
  must_reach(::mprotect(memory, size, PROT_READ) == 0, "it stays writable");
}

/// The first empty square. Returns the action's size.
std::uint64_t put_stone(const SharedMemory& shared) {
  tonga_observation seen;
  std::memcpy(&seen, shared.observation, sizeof seen);
  const tonga::Cell cell = tonga::Position(seen).empty_at(0);
  const tonga_action put = {cell.row, cell.column};
  std::memcpy(shared.action, &put, sizeof put);
  return sizeof put;
}

/// Serves the host in the worker's place, all matches that are to come, and uses the CPU where it has `spare` time.
[[noreturn]] void serve(const Moment& moment, Spare spare) {
  const SharedMemory shared = find_shared_memory(moment);
  Bell& bell = shared.channel->to_worker;
  bool hoards = spare == Spare::memory_between_matches;
  constexpr std::size_t allowed_mib = 60;
  constexpr std::size_t more_mib = 9;  // above the limit of 64 and its slack, in less CPU time than is noticed
  if (hoards) hoard(allowed_mib);
  for (std::uint32_t request = moment.action != nullptr ? Slot::turn : Slot::destroy;;) {
    const std::uint32_t heard = bell.rung.load();
    answer_by_hand(shared, Slot::done, request == Slot::turn ? put_stone(shared) : 0);
    const bool busy =
        spare != Spare::memory_between_matches && (spare == Spare::in_matches) == (request != Slot::destroy);
    while (bell.rung.load() == heard) {
      if (busy) continue;
      bell.waiting = 1;
      // Others play meanwhile, if nobody rings for so long.
      constexpr timespec a_while = {0, 5'000'000};
      futex(bell.rung, FUTEX_WAIT, heard, hoards ? &a_while : nullptr);
      bell.waiting = 0;
      if (!hoards || request != Slot::destroy || bell.rung.load() != heard) continue;
      hoard(more_mib);
      hoards = false;
    }
    request = shared.slot->request;
  }
}

/// Ends its last match in good order, and hears nobody any more.
ATTACK(spin_after_the_end) {
  answer_by_hand(find_shared_memory(moment), Slot::done, 0);
  spin();
}

ATTACKS(overtime) = {
    {"ponder", [](Moment& moment) { serve(moment, Spare::in_matches); }},
    {"moonlight", [](Moment& moment) { serve(moment, Spare::between_matches); }},
    {"hoard_between_matches", [](Moment& moment) { serve(moment, Spare::memory_between_matches); }},
};

}  // namespace

}  // namespace hostile
