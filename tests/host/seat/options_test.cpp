// Options are tried before a run, in an instance of which no match sees anything.
#include "host/seat/open_seat.hpp"

#include "tests/host/seat/fixtures/orders.h"

#include <doctest/doctest.h>
#include <agon/limits.hpp>

#include <string>
#include <vector>

namespace {

/// What "crash" is set to; nothing comes of it if the strategy takes it, or fails in another way.
std::optional<std::string> refusal(host::Level level, const std::string& crash) {
  host::StrategyFile file;
  file.build = host::Build::take(AGON_TEST_OBEDIENT);
  file.description.id = "obedient";
  file.description.protocol = "orders/1";
  host::Custody custody;
  custody.level = level;
  custody.worker.sandbox = level == host::Level::sandbox;
  const host::SeatStart start = {.game = "orders",
                                 .protocol = "orders/1",
                                 .limits = agon::Limits{.cpu_ns = 5'000'000'000, .memory_bytes = 64 << 20},
                                 .observation_capacity = sizeof(order),
                                 .action_capacity = sizeof(answer),
                                 .reply_capacity = sizeof(answer)};
  return host::refusal_of(custody, file, {crash}, start);
}

}  // namespace

TEST_CASE("a strategy that refuses its options says why, at every level of isolation") {
  for (const host::Level level : {host::Level::sandbox, host::Level::process, host::Level::none}) {
    CHECK(refusal(level, "2") == "crash=2 is too much");
    CHECK_FALSE(refusal(level, "0"));
  }
}

TEST_CASE("a strategy that fails otherwise while its options are tried is left to the matches") {
  for (const host::Level level : {host::Level::sandbox, host::Level::process}) CHECK_FALSE(refusal(level, "1"));
}
