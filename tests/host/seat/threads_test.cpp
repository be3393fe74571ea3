// A strategy that searches in two threads, which both ask for the time that is left. In a build with the thread
// sanitizer these tests show that they race with nobody.
#include "host/seat/open_seat.hpp"

#include "tests/host/seat/fixtures/orders.h"

#include <doctest/doctest.h>
#include <agon/limits.hpp>

#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

namespace {

constexpr std::int64_t ms = 1'000'000;

struct Nobody final : host::Referee {
  agon_status act(agon_bytes /*action*/, agon_buffer* /*reply*/, agon_error* /*error*/) override {
    return AGON_TURN_OVER;
  }
};

constexpr agon::Limits two_threads = {
    .cpu_ns = 60'000 * ms, .turn_cpu_ns = 20'000 * ms, .increment_ns = 10 * ms, .wall_ns = 300'000 * ms, .threads = 2};

/// A match of the strategy that searches.
class TwoThreads {
 public:
  TwoThreads(host::Level level, const agon_limits& limits) {
    host::StrategyFile file;
    file.build = host::Build::take(AGON_TEST_SEARCHING);
    file.description.id = "searching";
    file.description.protocol = "orders/1";
    host::SandboxPolicy sandbox;
    sandbox.level = level;
    sandbox.worker.sandbox = level == host::Level::sandbox;
    seat_ = host::open_seat(sandbox, file, {}, [] { return false; });
    const host::SeatStart start = {.game = "orders",
                                   .protocol = "orders/1",
                                   .limits = limits,
                                   .observation_capacity = sizeof(order),
                                   .action_capacity = sizeof(answer),
                                   .reply_capacity = 0};
    REQUIRE(seat_->begin(start, nobody_).ok());
  }

  /// The outcome of a turn, and what was answered.
  std::pair<std::int32_t, std::int64_t> turn(std::int64_t kind, std::int64_t number) {
    const order todo{kind, number};
    agon_buffer& observation = seat_->observation();
    std::memcpy(observation.data, &todo, sizeof todo);
    observation.size = sizeof todo;
    agon_bytes action{};
    answer decided{};
    const std::int32_t outcome = seat_->turn(action);
    if (outcome == AGON_OUTCOME_OK) std::memcpy(&decided, action.data, sizeof decided);
    return {outcome, decided.number};
  }
  host::Seat& seat() { return *seat_; }

 private:
  Nobody nobody_;
  std::unique_ptr<host::Seat> seat_;
};

constexpr host::Level levels[] = {host::Level::none, host::Level::process, host::Level::sandbox};

}  // namespace

TEST_CASE("threads of a strategy ask for the time left, each sees it run one way, and both are told to go on") {
  for (const host::Level level : levels) {
    CAPTURE(static_cast<int>(level));
    TwoThreads match(level, two_threads);
    for (int turn = 0; turn < 30; ++turn)
      CHECK(match.turn(ORDER_ECHO, 300) == std::pair(std::int32_t{AGON_OUTCOME_OK}, std::int64_t{600}));
    CHECK(match.seat().end().ok());
    CHECK(match.seat().log().empty());  // a sanitizer would write there
  }
}

TEST_CASE("all threads of a strategy are told to stop when the time of a turn is used up") {
  for (const host::Level level : levels) {
    CAPTURE(static_cast<int>(level));
    agon::Limits limits = two_threads;
    limits.turn_cpu_ns = 50 * ms;
    TwoThreads match(level, limits);
    CHECK(match.turn(ORDER_SPIN_WHILE, 0).first == AGON_OUTCOME_TIME);
    CHECK(match.seat().reason() == "it used up its CPU time of 0.05 s for one turn");
  }
}

TEST_CASE("the CPU time of all threads of a worker counts") {
  for (const host::Level level : {host::Level::process, host::Level::sandbox}) {
    TwoThreads match(level, two_threads);
    const auto [outcome, used_ns] = match.turn(ORDER_TIME_LEFT, 20'000);
    CHECK(outcome == AGON_OUTCOME_OK);
    CHECK(used_ns > 0);
    CHECK(match.seat().usage().cpu_ns >= used_ns);
  }
}
