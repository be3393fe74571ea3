// A strategy in the host's own thread: what it is handed, how it fails, what is kept of it.
#include "host/seat/in_process.hpp"

#include "tests/support/refusal.hpp"

#include <agon/ext/host.h>
#include <agon/ext/log.h>
#include <doctest/doctest.h>
#include <agon/limits.hpp>
#include <agon/strategy.hpp>

#include <array>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>

namespace {

struct Observation {
  std::int64_t number;
};
struct Action {
  std::int64_t number;
};

/// A strategy that does what a test says. Tests run one after the other, so one script is enough.
struct Script {
  std::function<void(const agon::Session&)> create;
  std::function<std::int64_t(const agon::Session&, std::int64_t)> decide;
  int alive = 0;
};
Script script;

class Scripted final : public agon::FixedStrategy<Observation, Action> {
 public:
  static constexpr const char* protocol = "numbers/1";
  explicit Scripted(const agon::Session& session) : session_(session) {
    if (script.create) script.create(session);
    ++script.alive;
  }
  Scripted(const Scripted&) = delete;
  Scripted& operator=(const Scripted&) = delete;
  ~Scripted() override { --script.alive; }
  Action decide(const Observation& observation) override { return {script.decide(session_, observation.number)}; }

 private:
  const agon::Session& session_;
};

constexpr std::array scripted_options = {agon::integer("depth", "how deep", "3", 1, 9),
                                         agon::text("book", "what it reads", "none")};
constexpr agon_strategy_type scripted = agon::strategy_type<Scripted>({.id = "scripted", .options = scripted_options});

/// Notes what it is asked, and answers what the test says.
struct FakeReferee final : host::Referee {
  std::int32_t asked = 0;
  agon_status answer = AGON_OK;
  agon_status act(agon_bytes action, agon_buffer* reply, agon_error* error) override {
    ++asked;
    CHECK(action.size == sizeof(Action));
    if (reply != nullptr) {
      REQUIRE(reply->capacity == 2);
      std::memcpy(reply->data, "Re", 2);
      reply->size = 2;
    }
    if (answer == AGON_ILLEGAL) agon::detail::say(error, "not here");
    return answer;
  }
};

host::SeatStart start_of(const agon::Limits& limits = {}) {
  return {.game = "numbers",
          .protocol = "numbers/1",
          .seat = 1,
          .seats = 3,
          .seed = 77,
          .limits = limits,
          .observation_capacity = sizeof(Observation),
          .action_capacity = sizeof(Action),
          .reply_capacity = 2};
}

std::unique_ptr<host::Seat> seat_for(const agon_strategy_type& type = scripted,
                                     std::vector<std::string> options = {"5", "blue"},
                                     std::function<bool()> should_stop = {}) {
  return host::seat_in_process(type, std::move(options), std::move(should_stop));
}

/// One turn on the number `seen`; the outcome, and the number answered.
std::pair<std::int32_t, std::int64_t> turn(host::Seat& seat, std::int64_t seen = 0) {
  agon_buffer& observation = seat.observation();
  CHECK(observation.size == 0);
  REQUIRE(observation.capacity >= sizeof seen);
  std::memcpy(observation.data, &seen, sizeof seen);
  observation.size = sizeof seen;
  agon_bytes action{};
  const std::int32_t outcome = seat.turn(action);
  std::int64_t answer = 0;
  if (outcome == AGON_OUTCOME_OK && action.size == sizeof answer) std::memcpy(&answer, action.data, sizeof answer);
  return {outcome, answer};
}

}  // namespace

TEST_CASE("a strategy gets its place, its seed, its limits and its options") {
  FakeReferee referee;
  bool created = false;
  script = {.create =
                [&](const agon::Session& session) {
                  created = true;
                  CHECK(std::string(session.raw().game) == "numbers");
                  CHECK(std::string(session.raw().protocol) == "numbers/1");
                  CHECK(session.seat() == 1);
                  CHECK(session.seats() == 3);
                  CHECK(session.seed() == 77);
                  CHECK(session.limits().cpu_ns == 5'000'000'000);
                  CHECK(session.limits().memory_bytes == 2000);
                  CHECK(session.options().integer("depth") == 5);
                  CHECK(session.options().text("book") == "blue");
                  CHECK(session.threads() == 1);  // the least
                  const agon_host* const host = session.raw().host;
                  CHECK(host->extension(host, "agon.unheard_of/1") == nullptr);
                  const auto* const info = static_cast<const agon_host_info*>(host->extension(host, AGON_HOST_INFO));
                  REQUIRE(info != nullptr);
                  CHECK(std::string(info->name) == "agon");
                  CHECK(info->abi_major == AGON_ABI_MAJOR);
                  CHECK(info->abi_minor == AGON_ABI_MINOR);
                },
            .decide = {}};
  const auto seat = seat_for();
  CHECK(seat->begin(start_of({.cpu_ns = 5'000'000'000, .memory_bytes = 2000}), referee).ok());
  CHECK(created);
}

TEST_CASE("a turn answers with what the strategy decided, from what was observed") {
  FakeReferee referee;
  script = {.create = {}, .decide = [](const agon::Session&, std::int64_t seen) { return seen * 2; }};
  const auto seat = seat_for();
  REQUIRE(seat->begin(start_of(), referee).ok());
  CHECK(turn(*seat, 21) == std::pair(std::int32_t{AGON_OUTCOME_OK}, std::int64_t{42}));
  CHECK(turn(*seat, -4) == std::pair(std::int32_t{AGON_OUTCOME_OK}, std::int64_t{-8}));
  CHECK(seat->usage().turns == 2);
  CHECK(seat->usage().wall_ns > 0);
  CHECK_FALSE(seat->usage().peak_kib);
}

TEST_CASE("each match has an instance of its own, which ends with the match or with the seat") {
  FakeReferee referee;
  script = {.create = {}, .decide = [](const agon::Session&, std::int64_t) { return std::int64_t{1}; }};
  {
    const auto seat = seat_for();
    REQUIRE(seat->begin(start_of(), referee).ok());
    CHECK(script.alive == 1);
    seat->end();
    CHECK(script.alive == 0);
    seat->end();
    CHECK(script.alive == 0);
    REQUIRE(seat->begin(start_of(), referee).ok());
    turn(*seat);
    REQUIRE(seat->begin(start_of(), referee).ok());
    CHECK(script.alive == 1);
    CHECK(seat->usage().turns == 0);
  }
  CHECK(script.alive == 0);
}

TEST_CASE("a strategy that can't be made is an error with its words, and it is known whether it refused its options") {
  FakeReferee referee;
  const auto seat = seat_for();
  script.create = [](const agon::Session&) { throw std::runtime_error("no book"); };
  const host::Outcome outcome = seat->begin(start_of(), referee);
  CHECK(outcome.kind == AGON_OUTCOME_ERROR);
  CHECK(outcome.reason == "no book");
  CHECK(seat->reason() == "no book");
  CHECK_FALSE(seat->refused());
  script.create = [](const agon::Session&) { throw agon::BadSetting("depth=5 needs book=red"); };
  const host::Outcome refusal = seat->begin(start_of(), referee);
  CHECK(refusal.kind == AGON_OUTCOME_ERROR);
  CHECK(refusal.reason == "depth=5 needs book=red");
  CHECK(seat->refused());
  script.create = {};
  CHECK(seat->begin(start_of(), referee).ok());
  CHECK_FALSE(seat->refused());
}

TEST_CASE("a strategy that makes nothing and says nothing is an error that says so") {
  FakeReferee referee;
  agon_strategy_type type = scripted;
  type.create = [](const agon_session*, void**, agon_error*) -> agon_status { return AGON_OK; };
  CHECK(seat_for(type)->begin(start_of(), referee).reason == "its create() returned AGON_OK without an instance");
  type.create = [](const agon_session*, void**, agon_error*) -> agon_status { return AGON_FAILED; };
  CHECK(seat_for(type)->begin(start_of(), referee).reason == "it gave no reason");
  CHECK(seat_for(type)->begin(start_of(), referee).kind == AGON_OUTCOME_ERROR);
}

TEST_CASE("a turn that fails without a word is an error that says so, not the last turn's words") {
  FakeReferee referee;
  script = {};
  agon_strategy_type type = scripted;
  type.turn = [](void*, agon_bytes observation, agon_buffer*, agon_error* error) -> agon_status {
    if (*static_cast<const char*>(observation.data) == 1) agon::detail::say(error, "one");
    return AGON_FAILED;
  };
  const auto seat = seat_for(type);
  REQUIRE(seat->begin(start_of(), referee).ok());
  turn(*seat, 1);
  CHECK(seat->reason() == "one");
  turn(*seat, 2);
  CHECK(seat->reason() == "it gave no reason");
}

TEST_CASE("the memory of a seat is aligned as the ABI says and as large as the game needs, match after match") {
  FakeReferee referee;
  script = {.create = {}, .decide = [](const agon::Session&, std::int64_t) { return std::int64_t{1}; }};
  const auto seat = seat_for();
  for (const std::uint64_t capacity : {8U, 100'000U, 8U, 24U}) {
    host::SeatStart start = start_of();
    start.observation_capacity = capacity;
    REQUIRE(seat->begin(start, referee).ok());
    const agon_buffer& observation = seat->observation();
    CHECK(observation.capacity == capacity);
    CHECK(reinterpret_cast<std::uintptr_t>(observation.data) % 16 == 0);
    std::memset(observation.data, 1, capacity);
  }
}

TEST_CASE("a strategy that has used up its CPU time is out of time at the end of that turn") {
  FakeReferee referee;
  bool told = false;
  script = {.create = {}, .decide = [&](const agon::Session& session, std::int64_t) {
              while (session.time_left_ns() > 0) {
              }
              told = session.should_stop();
              return std::int64_t{1};
            }};
  const auto seat = seat_for();
  REQUIRE(seat->begin(start_of({.cpu_ns = 3'000'000}), referee).ok());
  CHECK(turn(*seat).first == AGON_OUTCOME_TIME);
  CHECK(told);
  CHECK(seat->reason() == "it used up its CPU time of 0.003 s");
}

/// Uses CPU time until `done`.
template <class Done>
void compute_until(Done&& done) {
  while (!done()) asm volatile("");
}

TEST_CASE("a turn that takes more CPU time than a turn may is out of time, however much the match has left") {
  FakeReferee referee;
  std::int64_t turn_left = 0;
  std::int64_t time_left = 0;
  bool told = true;
  bool too_long = false;
  script = {.create = {}, .decide = [&](const agon::Session& session, std::int64_t) {
              turn_left = session.turn_left_ns();
              time_left = session.time_left_ns();
              told = session.should_stop();
              if (too_long) compute_until([&] { return session.turn_left_ns() < 0; });
              if (too_long) told = session.should_stop();
              return std::int64_t{1};
            }};
  const auto seat = seat_for();
  constexpr std::int64_t hour = 3'600'000'000'000;
  constexpr std::int64_t turn_limit = 3'000'000;
  REQUIRE(seat->begin(start_of({.cpu_ns = hour, .turn_cpu_ns = turn_limit}), referee).ok());
  for (int count = 0; count < 3; ++count) {
    CHECK(turn(*seat).first == AGON_OUTCOME_OK);  // each has its own limit
    CHECK(turn_left > 0);
    CHECK(turn_left <= turn_limit);
    CHECK(time_left > hour / 2);
    CHECK_FALSE(told);
  }
  too_long = true;
  CHECK(turn(*seat).first == AGON_OUTCOME_TIME);
  CHECK(told);
  CHECK(seat->reason() == "it used up its CPU time of 0.003 s for one turn");
}

TEST_CASE("a turn may not take more than the match has left, and in create() only the match counts") {
  FakeReferee referee;
  std::int64_t in_create = 0;
  std::int64_t left = 0;
  script = {.create = [&](const agon::Session& session) { in_create = session.turn_left_ns(); },
            .decide =
                [&](const agon::Session& session, std::int64_t) {
                  left = session.turn_left_ns();
                  return std::int64_t{1};
                }};
  const auto seat = seat_for();
  constexpr std::int64_t minute = 60'000'000'000;
  REQUIRE(seat->begin(start_of({.cpu_ns = minute, .turn_cpu_ns = 2 * minute}), referee).ok());
  turn(*seat);
  CHECK(left > minute / 2);
  CHECK(left <= minute);
  REQUIRE(seat->begin(start_of({.cpu_ns = 2 * minute, .turn_cpu_ns = minute}), referee).ok());
  CHECK(in_create > minute);
  turn(*seat);
  CHECK(left <= minute);
  REQUIRE(seat->begin(start_of({.turn_cpu_ns = minute}), referee).ok());
  CHECK(in_create == std::numeric_limits<std::int64_t>::max());
  turn(*seat);
  CHECK(left <= minute);
}

TEST_CASE("each turn adds its increment to the time of the match when it ends") {
  FakeReferee referee;
  std::int64_t left = 0;
  std::int64_t work_ns = 0;
  script = {.create = {}, .decide = [&](const agon::Session& session, std::int64_t) {
              left = session.time_left_ns();
              compute_until([&] { return left - session.time_left_ns() >= work_ns; });
              return std::int64_t{1};
            }};
  const auto seat = seat_for();
  constexpr std::int64_t limit = 10'000'000;
  constexpr std::int64_t increment = 4'000'000;
  REQUIRE(seat->begin(start_of({.cpu_ns = limit, .increment_ns = increment}), referee).ok());
  work_ns = 3'000'000;
  for (int count = 0; count < 6; ++count) CHECK(turn(*seat).first == AGON_OUTCOME_OK);  // 18 ms in all
  CHECK(left > 0);
  CHECK(left <= limit + 5 * (increment - work_ns));  // five turns have ended before the sixth
  work_ns = limit + 6 * increment;                   // the increment of the turn itself comes too late
  CHECK(turn(*seat).first == AGON_OUTCOME_TIME);
  CHECK(seat->reason() == "it used up its CPU time of 0.034 s, 0.024 s of it increments");
}

TEST_CASE("a strategy that is out of time in create() is out before its first turn") {
  FakeReferee referee;
  script = {.create = [&](const agon::Session& session) { compute_until([&] { return session.time_left_ns() < 0; }); },
            .decide = {}};
  const auto seat = seat_for();
  const host::Outcome outcome = seat->begin(start_of({.cpu_ns = 3'000'000}), referee);
  CHECK(outcome.kind == AGON_OUTCOME_TIME);
  CHECK(outcome.reason == "it used up its CPU time of 0.003 s");
  CHECK(script.alive == 1);
  seat->end();
  CHECK(script.alive == 0);
}

TEST_CASE("a strategy is asked to stop when the user wants to") {
  FakeReferee referee;
  bool wanted = false;
  bool told = true;
  script = {.create = {}, .decide = [&](const agon::Session& session, std::int64_t) {
              told = session.should_stop();
              return std::int64_t{1};
            }};
  const auto seat = seat_for(scripted, {"5", "blue"}, [&] { return wanted; });
  REQUIRE(seat->begin(start_of(), referee).ok());
  turn(*seat);
  CHECK_FALSE(told);
  wanted = true;
  turn(*seat);
  CHECK(told);
}

TEST_CASE("actions inside a turn go to the referee, with and without room for a reply") {
  FakeReferee referee;
  script = {.create = {}, .decide = [&](const agon::Session& session, std::int64_t) {
              const Action action{3};
              char reply[4] = {};
              agon_buffer buffer{reply, sizeof reply, 0};
              agon_error error{};
              const agon_session& raw = session.raw();
              CHECK(raw.act(&raw, {&action, sizeof action}, &buffer, &error) == AGON_OK);
              CHECK(std::string(reply, buffer.size) == "Re");
              agon_buffer small{reply + 1, 1, 0};  // not aligned either
              CHECK(raw.act(&raw, {&action, sizeof action}, &small, &error) == AGON_OK);
              CHECK(small.size == 1);
              CHECK(std::string(reply) == "RR");
              referee.answer = AGON_TURN_OVER;
              CHECK(raw.act(&raw, {&action, sizeof action}, nullptr, nullptr) == AGON_TURN_OVER);
              referee.answer = AGON_ILLEGAL;
              CHECK(raw.act(&raw, {&action, sizeof action}, nullptr, nullptr) == AGON_ILLEGAL);
              CHECK(raw.act(&raw, {&action, sizeof action}, nullptr, &error) == AGON_ILLEGAL);
              CHECK(std::string(error.text) == "not here");
              return std::int64_t{1};
            }};
  const auto seat = seat_for();
  REQUIRE(seat->begin(start_of(), referee).ok());
  CHECK(turn(*seat).first == AGON_OUTCOME_OK);
  CHECK(referee.asked == 5);
}

TEST_CASE("what the game throws inside a turn reaches the host, and not the strategy's code") {
  struct Broken final : host::Referee {
    agon_status act(agon_bytes, agon_buffer*, agon_error*) override { throw std::runtime_error("the game is broken"); }
  } referee;
  bool came_back = false;
  script = {.create = {}, .decide = [&](const agon::Session& session, std::int64_t) {
              const Action action{3};
              const agon_session& raw = session.raw();
              came_back = raw.act(&raw, {&action, sizeof action}, nullptr, nullptr) == AGON_FAILED;
              return std::int64_t{1};
            }};
  const auto seat = seat_for();
  REQUIRE(seat->begin(start_of(), referee).ok());
  CHECK_THROWS_WITH(static_cast<void>(turn(*seat)), "the game is broken");
  CHECK(came_back);
}

TEST_CASE("an action outside a turn is refused with words and never reaches the referee") {
  FakeReferee referee;
  agon_status status = AGON_OK;
  std::string text;
  script = {.create =
                [&](const agon::Session& session) {
                  const Action action{3};
                  agon_error error{};
                  const agon_session& raw = session.raw();
                  status = raw.act(&raw, {&action, sizeof action}, nullptr, &error);
                  text = error.text;
                },
            .decide = {}};
  const auto seat = seat_for();
  CHECK(seat->begin(start_of(), referee).ok());
  CHECK(status == AGON_FAILED);
  CHECK(text == "act() may only be called inside turn()");
  CHECK(referee.asked == 0);
}

TEST_CASE("the log keeps lines, also from the constructor, and starts afresh with each match") {
  FakeReferee referee;
  script = {.create = [](const agon::Session& session) { session.log("hello"); },
            .decide =
                [](const agon::Session& session, std::int64_t) {
                  session.log("");
                  session.log("a turn");
                  return std::int64_t{1};
                }};
  const auto seat = seat_for();
  REQUIRE(seat->begin(start_of(), referee).ok());
  turn(*seat);
  CHECK(seat->log() == "hello\n\na turn\n");
  seat->end();
  CHECK(seat->log() == "hello\n\na turn\n");
  REQUIRE(seat->begin(start_of(), referee).ok());
  CHECK(seat->log() == "hello\n");
}

TEST_CASE("a log that is full says so once and takes nothing more") {
  FakeReferee referee;
  const std::string line(1000, 'x');
  script = {.create = {}, .decide = [&](const agon::Session& session, std::int64_t) {
              for (int count = 0; count < 2000; ++count) session.log(line);
              session.log("y");
              return std::int64_t{1};
            }};
  const auto seat = seat_for();
  REQUIRE(seat->begin(start_of(), referee).ok());
  turn(*seat);
  const std::string& log = seat->log();
  CHECK(log.size() < (1U << 20U) + 100);
  CHECK(log.size() > 1'000'000);
  CHECK(log.ends_with(line + "\n(the log is full)\n"));
  CHECK(log.find("(the log is full)") == log.rfind("(the log is full)"));
}
