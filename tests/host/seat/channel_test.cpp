// Where things lie in the memory that host and worker share.
#include "host/isolation/channel.hpp"

#include <doctest/doctest.h>

#include <cstdint>

using host::channel::Channel;
using host::channel::Layout;
using host::channel::Slot;
using host::channel::Start;

TEST_CASE("nothing in the shared memory overlaps") {
  for (const std::uint64_t capacity : {0U, 1U, 63U, 64U, 100'000U}) {
    Start start{};
    start.texts_size = 77;
    start.observation_capacity = capacity;
    start.action_capacity = capacity + 1;
    start.reply_capacity = capacity / 2;
    const Layout layout(start);
    CHECK(layout.texts() >= sizeof(Channel));
    CHECK(layout.slot() >= layout.texts() + start.texts_size);
    CHECK(layout.slot() % 64 == 0);
    CHECK(layout.observation() >= layout.slot() + sizeof(Slot));
    CHECK(layout.observation() % 16 == 0);
    CHECK(layout.action() >= layout.observation() + start.observation_capacity);
    CHECK(layout.action() % 16 == 0);
    CHECK(layout.reply() >= layout.action() + start.action_capacity);
    CHECK(layout.size() >= layout.reply() + start.reply_capacity);
  }
}
