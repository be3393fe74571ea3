// Where things lie in the memory that host and worker share.
#include "host/seat/channel.hpp"

#include <doctest/doctest.h>

#include <cstdint>

using host::channel::Channel;
using host::channel::Layout;
using host::channel::Slot;
using host::channel::Start;

TEST_CASE("nothing in the shared memory overlaps, however many matches it serves") {
  for (const std::uint32_t slots : {1U, 2U, 16U, 64U}) {
    for (const std::uint64_t capacity : {0U, 1U, 63U, 64U, 100'000U}) {
      Start start{};
      start.slots = slots;
      start.texts_size = 77;
      start.observation_capacity = capacity;
      start.action_capacity = capacity + 1;
      start.reply_capacity = capacity / 2;
      const Layout layout(start);
      CHECK(layout.texts() >= sizeof(Channel));
      std::uint64_t end = layout.texts() + start.texts_size;
      for (std::uint32_t index = 0; index < slots; ++index) {
        const std::uint64_t slot = layout.slot(index);
        CHECK(slot >= end);
        CHECK(slot % 64 == 0);
        CHECK(layout.observation() >= sizeof(Slot));
        CHECK(layout.observation() % 16 == 0);
        CHECK(layout.action() >= layout.observation() + start.observation_capacity);
        CHECK(layout.action() % 16 == 0);
        CHECK(layout.reply() >= layout.action() + start.action_capacity);
        end = slot + layout.reply() + start.reply_capacity;
      }
      CHECK(layout.size() >= end);
    }
  }
}
