// No match finds what another one left in the worker that both were played in.
#include "host/seat/isolated.hpp"
#include "tests/host/seat/fixtures/orders.h"

#include <doctest/doctest.h>
#include <agon/limits.hpp>

#include <algorithm>
#include <cstring>
#include <memory>
#include <set>
#include <string>

namespace {

struct NothingInside final : host::Referee {
  agon_status act(agon_bytes /*action*/, agon_buffer* /*reply*/, agon_error* /*error*/) override {
    return AGON_TURN_OVER;
  }
};

NothingInside no_referee;

host::SeatStart mindful_start() {
  return {.game = "orders",
          .protocol = "orders/1",
          .limits = agon::Limits{.cpu_ns = 5'000'000'000, .wall_ns = 60'000'000'000, .memory_bytes = 64 << 20},
          .observation_capacity = sizeof(order),
          .action_capacity = sizeof(answer)};
}

std::unique_ptr<host::Seat> open_mindful(bool sandbox, const std::string& keeps = "0") {
  host::StrategyFile file;
  file.build = host::Build::take(AGON_TEST_MINDFUL);
  file.description.id = "mindful";
  file.description.protocol = "orders/1";
  host::WorkerOptions worker;
  worker.sandbox = sandbox;
  return host::open_isolated(file, {keeps}, worker, nullptr);
}

std::int64_t ask(host::Seat& seat, std::int64_t kind) {
  const order todo{kind, 0};
  agon_buffer& observation = seat.observation();
  std::memcpy(observation.data, &todo, sizeof todo);
  observation.size = sizeof todo;
  agon_bytes action{};
  REQUIRE(seat.turn(action) == AGON_OUTCOME_OK);
  answer decided{};
  std::memcpy(&decided, action.data, std::min<std::size_t>(action.size, sizeof decided));
  return decided.number;
}

}  // namespace

TEST_CASE("a match finds a worker's memory as it was before the first one, in the same process") {
  for (const bool sandbox : {false, true}) {
    CAPTURE(sandbox);
    const auto seat = open_mindful(sandbox);
    std::set<std::int64_t> processes;
    for (int match = 0; match < 5; ++match) {
      CAPTURE(match);
      REQUIRE(seat->begin(mindful_start(), no_referee).ok());
      CHECK(ask(*seat, ORDER_ECHO) == 0);
      CHECK(ask(*seat, ORDER_ECHO) != 0);  // within a match they are there
      processes.insert(ask(*seat, ORDER_PID));
      CHECK(seat->end().ok());
    }
    CHECK(processes.size() == 1);
  }
}

TEST_CASE("a worker that keeps memory is replaced for the next match") {
  const auto seat = open_mindful(true, "1");
  std::set<std::int64_t> processes;
  for (int match = 0; match < 3; ++match) {
    REQUIRE(seat->begin(mindful_start(), no_referee).ok());
    CHECK(ask(*seat, ORDER_ECHO) == 0);
    processes.insert(ask(*seat, ORDER_PID));
    CHECK(seat->end().ok());
  }
  CHECK(processes.size() == 3);
}
