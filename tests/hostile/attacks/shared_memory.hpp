// Where the memory lies that a worker shares with the host, found as an attacker would who has read the sources.
#pragma once

#include "host/isolation/channel.hpp"
#include "tests/hostile/attacks/attack.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hostile {

struct SharedMemory {
  host::channel::Channel* channel = nullptr;
  host::channel::Slot* slot = nullptr;  // of the match
  std::byte* observation = nullptr;
  std::byte* action = nullptr;
  std::byte* begin = nullptr;
  std::byte* end = nullptr;
};

/// Whether a word can be read at `address`. The kernel tells: it would have to read it to wait for a change.
inline bool readable(std::uintptr_t address) {
  static constexpr timespec at_once{};
  constexpr std::uint32_t unlikely = 0x5A5A5A5A;
  errno = 0;
  ::syscall(SYS_futex, address, FUTEX_WAIT_PRIVATE, unlikely, &at_once, nullptr, 0);
  return errno != EFAULT;
}

inline bool looks_like_channel(std::uintptr_t address) {
  using namespace host::channel;
  constexpr std::uint64_t most = 1 << 16;
  if (address == 0 || !readable(address)) return false;
  const Start& start = *reinterpret_cast<const Start*>(address);
  if (start.trial != 0 || start.task_size == 0 || start.task_size > most) return false;
  const std::uintptr_t task = address + Layout(start).task;
  if (!readable(task)) return false;
  // It begins with the library's name.
  const std::uint64_t size = *reinterpret_cast<const std::uint64_t*>(task);
  return size < start.task_size &&
         std::string_view(reinterpret_cast<const char*>(task + sizeof size), size).ends_with(".so");
}

/// While a library is loaded, nothing leads to the channel, but the worker has its address somewhere on the stack.
[[gnu::noinline]] inline std::uintptr_t channel_on_stack() {
  constexpr std::uintptr_t page = 4096;
  auto at = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  for (at = at / sizeof at * sizeof at; at % page != 0 || readable(at); at += sizeof at) {
    const std::uintptr_t word = *reinterpret_cast<const std::uintptr_t*>(at);
    if (word % page == 0 && looks_like_channel(word)) return word;
  }
  return 0;
}

/// Outside constructors, from the session: its host's data begins with a pointer to the worker's player, which begins
/// with a pointer to its functions and one to the channel. In a constructor, from the stack. Throws if it is not there.
inline SharedMemory find_shared_memory(const Moment& moment) {
  using namespace host::channel;
  constexpr std::uintptr_t page = 4096;
  std::uintptr_t channel = 0;
  if (moment.session != nullptr) {
    const auto* const player = *static_cast<const std::uintptr_t* const*>(moment.session->host->data);
    channel = player[1];
  }
  SharedMemory found;
  found.begin = reinterpret_cast<std::byte*>(channel != 0 ? channel : channel_on_stack());
  found.channel = reinterpret_cast<Channel*>(found.begin);
  must_reach(found.begin != nullptr, "the channel is not on the stack");
  must_reach(channel == 0 || (channel % page == 0 && looks_like_channel(channel)),
             "the channel is not where this attack looks for it");
  const Layout layout(found.channel->start);
  found.slot = reinterpret_cast<Slot*>(found.begin + layout.slot);
  found.end = found.begin + layout.size;
  found.observation = found.begin + layout.observation;
  found.action = found.begin + layout.action;
  return found;
}

/// The strategy's host.
inline pid_t host_of(const Moment& moment) {
  const pid_t host = find_shared_memory(moment).channel->start.parent;
  must_reach(host > 1, "the channel does not tell the host");
  return host;
}

/// Writes what the worker would have written, and rings as it would.
inline void answer_by_hand(const SharedMemory& shared, std::uint32_t answer, std::uint64_t size) {
  shared.slot->status = AGON_OK;
  shared.slot->action_size = size;
  shared.slot->answer = answer;
  host::channel::ring(shared.channel->to_host);
}

}  // namespace hostile
