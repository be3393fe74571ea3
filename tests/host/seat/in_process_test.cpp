// A strategy in the host's own thread: what it is handed, how it fails, what is kept of it.
#include "host/seat/in_process.hpp"

#include <agon/ext/host.h>
#include <agon/ext/log.h>
#include <doctest/doctest.h>
#include <agon/limits.hpp>
#include <agon/strategy.hpp>

#include <locale.h>
#include <unistd.h>

#include <array>
#include <cfenv>
#include <clocale>
#include <csignal>
#include <cstring>
#include <functional>
#include <locale>
#include <memory>
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

host::NoReferee nobody;

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

std::unique_ptr<host::Seat> seat_for(const agon_strategy_type& type = scripted) {
  return host::seat_in_process(type, {"5", "blue"});
}

/// Plays one turn on the number `seen`.
void turn(host::Seat& seat, std::int64_t seen = 0) {
  agon_buffer& observation = seat.observation();
  CHECK(observation.size == 0);
  REQUIRE(observation.capacity >= sizeof seen);
  std::memcpy(observation.data, &seen, sizeof seen);
  observation.size = sizeof seen;
  agon_bytes action{};
  seat.turn(action);
}

}  // namespace

TEST_CASE("a strategy gets its place, its seed, its limits and its options") {
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
  CHECK(seat->begin(start_of({.cpu_ns = 5'000'000'000, .memory_bytes = 2000}), nobody).ok());
  CHECK(created);
}

TEST_CASE("each match has an instance of its own, which ends with the match or with the seat") {
  script = {.create = {}, .decide = [](const agon::Session&, std::int64_t) { return std::int64_t{1}; }};
  {
    const auto seat = seat_for();
    REQUIRE(seat->begin(start_of(), nobody).ok());
    CHECK(script.alive == 1);
    seat->end();
    CHECK(script.alive == 0);
    seat->end();
    CHECK(script.alive == 0);
    REQUIRE(seat->begin(start_of(), nobody).ok());
    turn(*seat);
    REQUIRE(seat->begin(start_of(), nobody).ok());
    CHECK(script.alive == 1);
    CHECK(seat->usage().turns == 0);
  }
  CHECK(script.alive == 0);
}

TEST_CASE("a turn that fails without a word is an error that says so, not the last turn's words") {
  script = {};
  agon_strategy_type type = scripted;
  type.turn = [](void*, agon_bytes observation, agon_buffer*, agon_error* error) -> agon_status {
    if (*static_cast<const char*>(observation.data) == 1) agon::detail::say(error, "one");
    return AGON_FAILED;
  };
  const auto seat = seat_for(type);
  REQUIRE(seat->begin(start_of(), nobody).ok());
  turn(*seat, 1);
  CHECK(seat->reason() == "one");
  turn(*seat, 2);
  CHECK(seat->reason() == "it gave no reason");
}

TEST_CASE("the memory of a seat is aligned as the ABI says and as large as the game needs, match after match") {
  script = {.create = {}, .decide = [](const agon::Session&, std::int64_t) { return std::int64_t{1}; }};
  const auto seat = seat_for();
  for (const std::uint64_t capacity : {8U, 100'000U, 8U, 24U}) {
    host::SeatStart start = start_of();
    start.observation_capacity = capacity;
    REQUIRE(seat->begin(start, nobody).ok());
    const agon_buffer& observation = seat->observation();
    CHECK(observation.capacity == capacity);
    CHECK(reinterpret_cast<std::uintptr_t>(observation.data) % 16 == 0);
    std::memset(observation.data, 1, capacity);
  }
}

TEST_CASE("a strategy that is out of time in create() is out before its first turn") {
  script = {.create =
                [&](const agon::Session& session) {
                  while (session.time_left_ns() >= 0) {
                  }
                },
            .decide = {}};
  const auto seat = seat_for();
  const host::Outcome outcome = seat->begin(start_of({.cpu_ns = 3'000'000}), nobody);
  CHECK(outcome.kind == AGON_OUTCOME_TIME);
  CHECK(outcome.reason == "it used up its CPU time of 0.003 s");
  CHECK(script.alive == 1);
  seat->end();
  CHECK(script.alive == 0);
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
  CHECK_THROWS_WITH(turn(*seat), "the game is broken");
  CHECK(came_back);
}

TEST_CASE("an action outside a turn is refused with words and never reaches the referee") {
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
  CHECK(seat->begin(start_of(), nobody).ok());
  CHECK(status == AGON_FAILED);
  CHECK(text == "act() may only be called inside turn()");
}

TEST_CASE("the log keeps lines, also from the constructor, and starts afresh with each match") {
  script = {.create = [](const agon::Session& session) { session.log("hello"); },
            .decide =
                [](const agon::Session& session, std::int64_t) {
                  session.log("");
                  session.log("a turn");
                  return std::int64_t{1};
                }};
  const auto seat = seat_for();
  REQUIRE(seat->begin(start_of(), nobody).ok());
  turn(*seat);
  CHECK(seat->log() == "hello\n\na turn\n");
  seat->end();
  CHECK(seat->log() == "hello\n\na turn\n");
  REQUIRE(seat->begin(start_of(), nobody).ok());
  CHECK(seat->log() == "hello\n");
}

TEST_CASE("a log that is full says so once and takes nothing more") {
  const std::string line(1000, 'x');
  script = {.create = {}, .decide = [&](const agon::Session& session, std::int64_t) {
              for (int count = 0; count < 2000; ++count) session.log(line);
              session.log("y");
              return std::int64_t{1};
            }};
  const auto seat = seat_for();
  REQUIRE(seat->begin(start_of(), nobody).ok());
  turn(*seat);
  const std::string& log = seat->log();
  CHECK(log.size() < (1U << 20U) + 100);
  CHECK(log.size() > 1'000'000);
  CHECK(log.ends_with(line + "\n(the log is full)\n"));
  CHECK(log.find("(the log is full)") == log.rfind("(the log is full)"));
}

namespace {

/// What a strategy can change of its process: "" as a new process is, otherwise what differs.
std::string changed() {
  std::string all;
  if (std::fegetround() != FE_TONEAREST) all += "rounding ";
  volatile double small = 4e-308;
  if (small / 16 == 0) all += "subnormal ";
  if (std::string(std::setlocale(LC_ALL, nullptr)) != "C") all += "locale ";
  if (::uselocale(nullptr) != LC_GLOBAL_LOCALE) all += "thread ";
  if (std::locale() != std::locale::classic()) all += "streams ";
  sigset_t blocked;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
  if (sigismember(&blocked, SIGUSR1) == 1) all += "signals ";
  return all;
}

struct Comma : std::numpunct<char> {
  [[nodiscard]] char do_decimal_point() const override { return ','; }
};

void change_all() {
  std::fesetround(FE_UPWARD);
  std::setlocale(LC_ALL, "C.UTF-8");
  std::locale::global(std::locale(std::locale::classic(), new Comma));
  static const locale_t other = ::newlocale(LC_ALL_MASK, "C.UTF-8", nullptr);  // it belongs to who made it
  ::uselocale(other);
  sigset_t one;
  ::sigemptyset(&one);
  ::sigaddset(&one, SIGUSR1);
  ::pthread_sigmask(SIG_BLOCK, &one, nullptr);
  ::usleep(100);  // a call that changes more than arithmetic takes its time
}

/// What a game would see while it rules on an action inside a turn.
struct Watching final : host::Referee {
  std::string seen = "nothing";
  agon_status act(agon_bytes /*action*/, agon_buffer* /*reply*/, agon_error* /*error*/) override {
    seen = changed();
    return AGON_OK;
  }
};

}  // namespace

TEST_CASE("a strategy in the host has its own rounding, locales and blocked signals, match by match") {
  const std::string all = "rounding locale thread streams signals ";
  Watching game;
  std::string seen;
  script = {.create = {}, .decide = [&](const agon::Session& session, std::int64_t order) {
              if (order == 1) change_all();
              if (order == 2) std::fesetround(FE_DOWNWARD);  // quickly
              seen = changed();
              const std::int64_t action = 1;
              if (order == 3) session.raw().act(&session.raw(), {&action, sizeof action}, nullptr, nullptr);
              return std::int64_t{1};
            }};
  const auto first = seat_for();
  const auto second = seat_for();
  for (int match = 0; match < 2; ++match) {
    REQUIRE(first->begin(start_of(), game).ok());
    REQUIRE(second->begin(start_of(), game).ok());
    turn(*first, 1);
    CHECK(seen == all);
    CHECK(changed() == "");
    turn(*second, 0);
    CHECK(seen == "");
    turn(*second, 2);
    CHECK(seen == "rounding ");
    CHECK(changed() == "");
    turn(*first, 3);
    CHECK(seen == all);
    CHECK(game.seen == "");
    turn(*second, 0);
    CHECK(seen == "rounding ");
    first->end();
    second->end();
    CHECK(changed() == "");
  }
  script.create = [](const agon::Session&) { change_all(); };
  REQUIRE(first->begin(start_of(), game).ok());
  CHECK(changed() == "");
  turn(*first, 0);
  CHECK(seen == all);
  first->end();
  script.create = {};
  REQUIRE(first->begin(start_of(), game).ok());
  turn(*first, 0);
  CHECK(seen == "");
}
