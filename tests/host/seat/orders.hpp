// Seats of strategies that do what a test tells them (fixtures/orders.h).
#pragma once

#include "host/seat/open_seat.hpp"
#include "tests/host/seat/fixtures/orders.h"

#include <doctest/doctest.h>
#include <agon/limits.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>

namespace orders {

inline host::StrategyFile file(const std::filesystem::path& library) {
  host::StrategyFile file;
  file.build = host::Build::take(library);
  file.description.id = library.stem();
  file.description.protocol = "orders/1";
  return file;
}

inline host::SeatStart start(std::int64_t cpu_ns = 5'000'000'000) {
  return {.game = "orders",
          .protocol = "orders/1",
          .seat = 0,
          .seats = 1,
          .seed = 7,
          .limits = agon::Limits{.cpu_ns = cpu_ns, .wall_ns = 60'000'000'000, .memory_bytes = 64 << 20},
          .observation_capacity = sizeof(order),
          .action_capacity = sizeof(answer),
          .reply_capacity = sizeof(answer)};
}

constexpr host::Level levels[] = {host::Level::none, host::Level::process, host::Level::sandbox};
constexpr host::Level worker_levels[] = {host::Level::process, host::Level::sandbox};

/// The number that was answered, or the outcome.
struct Answered {
  std::int32_t outcome = AGON_OUTCOME_OK;
  std::int64_t number = 0;
};

inline Answered tell(host::Seat& seat, std::int64_t kind, std::int64_t number = 0) {
  const order todo{kind, number};
  agon_buffer& observation = seat.observation();
  REQUIRE(observation.capacity == sizeof todo);
  std::memcpy(observation.data, &todo, sizeof todo);
  observation.size = sizeof todo;
  agon_bytes action{};
  Answered answered;
  answered.outcome = seat.turn(action);
  if (answered.outcome != AGON_OUTCOME_OK) return answered;
  answer decided{};
  std::memcpy(&decided, action.data, std::min<std::size_t>(action.size, sizeof decided));
  answered.number = decided.number;
  return answered;
}

}  // namespace orders
