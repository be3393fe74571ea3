// In debug builds, who breaks a rule of the headers ends the process and is named. Each case runs in a process of its
// own.
#include "tests/sdk/fake_session.hpp"
#include "tests/support/counting.hpp"
#include "tests/support/quiet_host.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>
#include <agon/strategy.hpp>

#include <csignal>
#include <string>

namespace {

/// What `body` writes to stderr before it aborts. The test fails if it ends in any other way.
template <class Body>
std::string last_words(Body&& body) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    ::dup2(ends[1], STDERR_FILENO);
    std::signal(SIGABRT, SIG_DFL);  // doctest's own handler would speak as well
    body();
    ::_exit(0);
  }
  ::close(ends[1]);
  std::string words;
  char part[256];
  for (ssize_t size = 0; (size = ::read(ends[0], part, sizeof part)) > 0;) {
    words.append(part, static_cast<std::size_t>(size));
  }
  ::close(ends[0]);
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGABRT);
  return words;
}

struct Seen {
  std::int32_t number;
};

/// Calls its own turn() again, through the ABI, as a confused host would.
class Nested final : public agon::FixedStrategy<Seen, Seen> {
 public:
  static constexpr const char* protocol = "numbers/1";
  Seen decide(const Seen& seen) override;
};

constexpr agon_strategy_type type = agon::strategy_type<Nested>({.id = "nested"});
enum class Confusion { none, turn, destroy };
Confusion confusion = Confusion::none;
void* self = nullptr;

Seen Nested::decide(const Seen& seen) {
  if (confusion == Confusion::turn) {
    Seen room{};
    agon_buffer action{&room, sizeof room, 0};
    type.turn(self, {&seen, sizeof seen}, &action, nullptr);
  }
  if (confusion == Confusion::destroy) type.destroy(self);
  return seen;
}

void one_turn(Confusion wanted) {
  confusion = wanted;
  fake::Host host;
  const agon_session session = fake::session(host);
  type.create(&session, &self, nullptr);
  Seen room{};
  const Seen seen{1};
  agon_buffer action{&room, sizeof room, 0};
  type.turn(self, {&seen, sizeof seen}, &action, nullptr);
}

void* counting_state() {
  const agon_setting settings[] = {
      {"target", "12"}, {"chance", "no"}, {"weight", "0.5"}, {"mood", "fair"}, {"note", "none"}};
  const agon_setup setup = {5, 2, 5, settings, &support::quiet_host};
  void* state = nullptr;
  support::counting.create(&setup, &state, nullptr);
  return state;
}

}  // namespace

TEST_CASE("a host that keeps the rules hears nothing") {
  one_turn(Confusion::none);
  type.destroy(self);
  void* const state = counting_state();
  support::counting.forfeit(state, 0, AGON_OUTCOME_TIME, "slow");
  support::counting.destroy(state);
}

TEST_CASE("a turn inside a turn of the same instance is the host's fault") {
  CHECK(last_words([] { one_turn(Confusion::turn); }) ==
        "agon: the host broke the contract: turn() was called inside another turn() of the same instance\n");
}

TEST_CASE("ending an instance in its turn, or one that there is not, is the host's fault") {
  const std::string expected = "agon: the host broke the contract: destroy() needs an instance that is not in a turn\n";
  CHECK(last_words([] { one_turn(Confusion::destroy); }) == expected);
  CHECK(last_words([] { type.destroy(nullptr); }) == expected);
}

TEST_CASE("a game shows the position to seats of the match alone, and takes actions of the seat to move alone") {
  const support::CountingAction action{1, 0};
  support::CountingObservation room{};
  CHECK(last_words([&] {
          agon_buffer buffer{&room, sizeof room, 0};
          support::counting.observe(counting_state(), 2, &buffer, nullptr);
        }) == "agon: the host broke the contract: observe() needs a seat of the match\n");
  CHECK(last_words([&] { support::counting.act(counting_state(), 1, support::bytes_of(action), nullptr, nullptr); }) ==
        "agon: the host broke the contract: act() needs the seat that is to move\n");
}

TEST_CASE("nobody forfeits a match that is over, and no state that there is not is ended") {
  CHECK(last_words([] {
          void* const state = counting_state();
          support::counting.forfeit(state, 0, AGON_OUTCOME_TIME, "slow");
          support::counting.forfeit(state, 1, AGON_OUTCOME_TIME, "slow");
          support::counting.forfeit(state, 1, AGON_OUTCOME_TIME, "slow");
        }) == "agon: the host broke the contract: forfeit() needs a match that is not over\n");
  CHECK(last_words([] { support::counting.destroy(nullptr); }) ==
        "agon: the host broke the contract: destroy() needs a state\n");
}
