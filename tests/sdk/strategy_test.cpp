// A C++ strategy as the C ABI sees it.
#include "tests/sdk/fake_session.hpp"

#include <doctest/doctest.h>
#include <agon/strategy.hpp>

#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace {

struct Seen {
  std::int32_t number;
};
struct Done {
  std::int32_t number;
};

/// The base class that a game would give.
class Player : public agon::FixedStrategy<Seen, Done> {
 public:
  static constexpr const char* protocol = "numbers/1";

 protected:
  void play(std::int32_t number) const {
    const Done action{number};
    act({&action, sizeof action}, nullptr);
  }
};

class Doubler : public Player {
 public:
  Done decide(const Seen& seen) override { return {2 * seen.number + session().seat()}; }
};

template <bool value>
struct SingleInstance : Doubler {
  static constexpr bool single_instance = value;
};

/// What the next Scripted does; tests run one after the other.
struct Script {
  std::function<void(const agon::Session&)> create;
  std::function<std::int32_t(const agon::Session&, const std::function<void(std::int32_t)>&)> decide;
};
Script script;

class Scripted final : public Player {
 public:
  explicit Scripted(const agon::Session& session) {
    if (script.create) script.create(session);
  }
  Done decide(const Seen& /*seen*/) override {
    return {script.decide(session(), [this](std::int32_t number) { play(number); })};
  }
};

/// One instance, through the ABI.
template <class Class>
class Instance {
 public:
  explicit Instance(fake::Host& host) : session_(fake::session(host)) {
    status = type.create(&session_, &self_, &error);
  }
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;
  ~Instance() {
    if (self_ != nullptr) type.destroy(self_);
  }

  agon_status turn(std::int32_t number, std::uint64_t observation_size = sizeof(Seen),
                   std::uint64_t action_capacity = sizeof(Done)) {
    const Seen seen{number};
    action = {&room_, action_capacity, 99};
    room_ = {-1};
    error = {};
    return type.turn(self_, {&seen, observation_size}, &action, &error);
  }
  [[nodiscard]] std::int32_t answer() const { return room_.number; }
  [[nodiscard]] std::string text() const { return error.text; }
  [[nodiscard]] bool made() const { return self_ != nullptr; }

  static constexpr agon_strategy_type type = agon::strategy_type<Class>({.id = "test", .summary = "a test"});
  agon_status status = AGON_FAILED;
  agon_error error{};
  agon_buffer action{};

 private:
  agon_session session_;
  void* self_ = nullptr;
  Done room_{};
};

}  // namespace

TEST_CASE("a strategy's table carries its description and its protocol") {
  constexpr agon_strategy_type type = Instance<Doubler>::type;
  CHECK(std::string(type.id) == "test");
  CHECK(std::string(type.version) == "1.0.0");
  CHECK(std::string(type.protocol) == "numbers/1");
  CHECK(type.option_count == 0);
  CHECK(type.extension("agon.unheard_of/1") == nullptr);
}

TEST_CASE("a class with a default constructor plays, and knows its session in its turns") {
  fake::Host host;
  Instance<Doubler> doubler(host);
  REQUIRE(doubler.status == AGON_OK);
  CHECK(doubler.turn(20) == AGON_OK);
  CHECK(doubler.answer() == 41);
  CHECK(doubler.action.size == sizeof(Done));
}

TEST_CASE("a class that takes its session reads its place, its seed, its limits and its options from it") {
  fake::Host host;
  bool created = false;
  script = {.create =
                [&](const agon::Session& session) {
                  created = true;
                  CHECK(session.seat() == 1);
                  CHECK(session.seats() == 2);
                  CHECK(session.seed() == 42);
                  CHECK(session.limits().cpu_ns == 10);
                  CHECK(session.limits().memory_bytes == 20);
                  CHECK(session.threads() == 3);
                  CHECK(session.options().integer("depth") == 4);
                },
            .decide = {}};
  const Instance<Scripted> scripted(host);
  CHECK(scripted.status == AGON_OK);
  CHECK(created);
}

TEST_CASE("what a constructor throws is a status and words, and there is no instance") {
  fake::Host host;
  script.create = [](const agon::Session&) { throw agon::BadSetting("depth=4 is too deep"); };
  const Instance<Scripted> refused(host);
  CHECK(refused.status == AGON_BAD_SETTING);
  CHECK(refused.text() == "depth=4 is too deep");
  CHECK_FALSE(refused.made());
  script.create = [](const agon::Session&) { throw 1; };
  const Instance<Scripted> broken(host);
  CHECK(broken.status == AGON_FAILED);
  CHECK_FALSE(broken.made());
}

TEST_CASE("what a turn throws is a status and words, and the next turn is a new one") {
  fake::Host host;
  int turns = 0;
  script = {.create = {}, .decide = [&](const agon::Session&, const auto&) -> std::int32_t {
              if (++turns == 1) throw std::runtime_error("lost");
              return 5;
            }};
  Instance<Scripted> scripted(host);
  CHECK(scripted.turn(0) == AGON_FAILED);
  CHECK(scripted.text() == "lost");
  CHECK(scripted.turn(0) == AGON_OK);
  CHECK(scripted.answer() == 5);
}

TEST_CASE("an observation that is longer than the struct is read as far as it is known") {
  struct {
    Seen seen;
    std::int32_t later;
  } longer = {{20}, 99};
  Done done{};
  agon_buffer action{&done, sizeof done, 0};
  fake::Host host;
  const agon_session session = fake::session(host);
  constexpr agon_strategy_type type = Instance<Doubler>::type;
  void* self = nullptr;
  REQUIRE(type.create(&session, &self, nullptr) == AGON_OK);
  CHECK(type.turn(self, {&longer, sizeof longer}, &action, nullptr) == AGON_OK);
  CHECK(done.number == 41);
  CHECK(action.size == sizeof done);
  type.destroy(self);
}

TEST_CASE("single_instance = true offers the extension, and = false does not") {
  CHECK(agon::StrategyGlue<SingleInstance<true>>::extension(AGON_SINGLE_INSTANCE) != nullptr);
  CHECK(agon::StrategyGlue<SingleInstance<false>>::extension(AGON_SINGLE_INSTANCE) == nullptr);
  CHECK(agon::StrategyGlue<Doubler>::extension(AGON_SINGLE_INSTANCE) == nullptr);
}

TEST_CASE("an observation that is too short, or too little room for the action, is refused before anything is read") {
  fake::Host host;
  Instance<Doubler> doubler(host);
  CHECK(doubler.turn(1, sizeof(Seen) - 1) == AGON_FAILED);
  CHECK(doubler.text() == "the host sent an observation that is shorter than the protocol's");
  CHECK(doubler.turn(1, sizeof(Seen), sizeof(Done) - 1) == AGON_FAILED);
  CHECK(doubler.text() == "the host left too little room for an action");
  CHECK(doubler.answer() == -1);
}

TEST_CASE("actions inside a turn reach the host in order, before the last one") {
  fake::Host host;
  script = {.create = {}, .decide = [](const agon::Session&, const auto& play) {
              play(1);
              play(2);
              return 3;
            }};
  Instance<Scripted> scripted(host);
  CHECK(scripted.turn(0) == AGON_OK);
  CHECK(host.acted == std::vector<std::int32_t>{1, 2});
  CHECK(scripted.answer() == 3);
}

TEST_CASE("an action that ends the turn leaves it at once, as ok and without a last action") {
  fake::Host host;
  host.act_answer = AGON_TURN_OVER;
  bool went_on = false;
  script = {.create = {}, .decide = [&](const agon::Session&, const auto& play) {
              play(1);
              went_on = true;
              return 3;
            }};
  Instance<Scripted> scripted(host);
  CHECK(scripted.turn(0) == AGON_OK);
  CHECK_FALSE(went_on);
  CHECK(scripted.action.size == 0);
}

TEST_CASE("an action that the host refuses inside a turn is thrown with the host's words") {
  fake::Host host;
  host.act_text = "taken";
  for (const agon_status answer : {AGON_ILLEGAL, AGON_FAILED}) {
    host.act_answer = answer;
    std::string caught;
    script = {.create = {}, .decide = [&](const agon::Session&, const auto& play) -> std::int32_t {
                try {
                  play(1);
                } catch (const agon::Failure& failure) {
                  caught = failure.what();
                  CHECK(failure.status() == answer);
                  throw;
                }
                return 3;
              }};
    Instance<Scripted> scripted(host);
    CHECK(scripted.turn(0) == answer);
    CHECK(caught == "taken");
    CHECK(scripted.text() == "taken");
  }
}

TEST_CASE("the time left and the wish to stop come from the host") {
  fake::Host host;
  host.stop = 1;
  script = {.create = {}, .decide = [](const agon::Session& session, const auto&) {
              CHECK(session.time_left_ns() == 1234);
              CHECK(session.turn_left_ns() == 567);
              CHECK(session.should_stop());
              return 1;
            }};
  Instance<Scripted> scripted(host);
  CHECK(scripted.turn(0) == AGON_OK);
}

TEST_CASE("lines and reports go to the host, and nowhere where it takes none") {
  fake::Host host;
  script = {.create = [](const agon::Session& session) { session.log("hello"); },
            .decide =
                [](const agon::Session& session, const auto&) {
                  session.log("");
                  session.report(.5, AGON_VALUE_CONTEST, 3, 12, "e4 e5");
                  session.report(std::vector<std::pair<std::int32_t, double>>{{4, .75}, {5, .25}});
                  return 1;
                }};
  Instance<Scripted> scripted(host);
  CHECK(scripted.turn(0) == AGON_OK);
  CHECK(host.log == std::vector<std::string>{"hello", ""});
  CHECK(host.reports == std::vector<std::string>{"0.500000 1 3 12 e4 e5"});
  CHECK(host.candidates == std::vector<std::string>{"4 0.750000", "5 0.250000"});
  fake::Host silent;
  silent.has_log = false;
  Instance<Scripted> unheard(silent);
  CHECK(unheard.status == AGON_OK);
  CHECK(unheard.turn(0) == AGON_OK);
  CHECK(silent.log.empty());
  CHECK(silent.reports.empty());
  CHECK(silent.candidates.empty());
}
