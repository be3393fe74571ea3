// A strategy that searches in two threads, which both ask for the time that is left. In a build with the thread
// sanitizer these tests show that they race with nobody.
#include "tests/host/seat/orders.hpp"

#include <cstdint>
#include <memory>

namespace {

constexpr std::int64_t ms = 1'000'000;

constexpr agon::Limits two_threads = {
    .cpu_ns = 60'000 * ms, .turn_cpu_ns = 20'000 * ms, .increment_ns = 10 * ms, .wall_ns = 300'000 * ms, .threads = 2};

/// A match of the strategy that searches.
class TwoThreads {
 public:
  TwoThreads(host::Level level, const agon_limits& limits) {
    seat_ = host::open_seat({.level = level}, orders::file(AGON_TEST_SEARCHING), {}, [] { return false; });
    host::SeatStart start = orders::start();
    start.limits = limits;
    REQUIRE(seat_->begin(start, nobody_).ok());
  }

  orders::Answered turn(std::int64_t kind, std::int64_t number) { return orders::tell(*seat_, kind, number); }
  host::Seat& seat() { return *seat_; }

 private:
  host::NoReferee nobody_;
  std::unique_ptr<host::Seat> seat_;
};

}  // namespace

TEST_CASE("threads of a strategy ask for the time left, each sees it run one way, and both are told to go on") {
  for (const host::Level level : orders::levels) {
    CAPTURE(level);
    TwoThreads match(level, two_threads);
    for (int turn = 0; turn < 30; ++turn) CHECK(match.turn(ORDER_ECHO, 300).number == 600);
    CHECK(match.seat().end().ok());
    CHECK(match.seat().log().empty());  // a sanitizer would write there
  }
}

TEST_CASE("all threads of a strategy are told to stop when the time of a turn is used up") {
  for (const host::Level level : orders::levels) {
    CAPTURE(level);
    agon::Limits limits = two_threads;
    limits.turn_cpu_ns = 50 * ms;
    TwoThreads match(level, limits);
    CHECK(match.turn(ORDER_SPIN_WHILE, 0).outcome == AGON_OUTCOME_TIME);
    CHECK(match.seat().reason() == "it used up its CPU time of 0.05 s for one turn");
  }
}

TEST_CASE("the CPU time of all threads of a worker counts") {
  for (const host::Level level : orders::worker_levels) {
    TwoThreads match(level, two_threads);
    const auto [outcome, used_ns] = match.turn(ORDER_TIME_LEFT, 20'000);
    CHECK(outcome == AGON_OUTCOME_OK);
    CHECK(used_ns > 0);
    CHECK(match.seat().usage().cpu_ns >= used_ns);
  }
}
