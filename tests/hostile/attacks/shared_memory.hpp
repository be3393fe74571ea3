// Where the memory lies that a worker shares with the host, found as an attacker would who has read the sources.
#pragma once

#include "host/seat/channel.hpp"
#include "tests/hostile/attacks/attack.hpp"

#include <cstddef>
#include <cstdint>

namespace hostile {

struct SharedMemory {
  host::channel::Channel* channel = nullptr;
  host::channel::Slot* slot = nullptr;  // of the match
  std::byte* action = nullptr;
  std::byte* begin = nullptr;
  std::byte* end = nullptr;
};

/// From the observation, which the game writes straight into it. Throws if it is not there.
inline SharedMemory find_shared_memory(const Moment& moment) {
  using namespace host::channel;
  constexpr std::uintptr_t page = 4096;
  Start unknown{};
  const std::uint64_t from_slot = Layout(unknown).observation();
  const auto observation = reinterpret_cast<std::uintptr_t>(moment.observation.data);
  SharedMemory found;
  found.slot = reinterpret_cast<Slot*>(observation - from_slot);
  found.begin = reinterpret_cast<std::byte*>((observation - from_slot) / page * page);
  found.channel = reinterpret_cast<Channel*>(found.begin);
  const Layout layout(found.channel->start);
  found.end = found.begin + layout.size();
  found.action = reinterpret_cast<std::byte*>(found.slot) + layout.action();
  if (found.begin + layout.slot(0) != reinterpret_cast<std::byte*>(found.slot))
    throw std::runtime_error("the channel is not where this attack looks for it");
  return found;
}

}  // namespace hostile
