// A C++ game as the C ABI sees it.
#include "tests/support/counting.hpp"
#include "tests/support/quiet_host.hpp"

#include <doctest/doctest.h>
#include <agon/game.hpp>

#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace {

using support::counting;
using support::CountingAction;
using support::CountingObservation;
using support::CountingReply;

/// A state of a game with the counting game's parameters, made and ended through the ABI.
template <class Game>
struct Made {
  using Glue = agon::GameGlue<Game>;
  explicit Made(std::int32_t seats = 2, const char* target = "12", const char* chance = "no",
                const agon_host& host = support::quiet_host) {
    const agon_setting settings[] = {
        {"target", target}, {"chance", chance}, {"weight", "0.5"}, {"mood", "fair"}, {"note", "none"}};
    const agon_setup setup = {5, seats, 5, settings, &host};
    REQUIRE(Glue::create(&setup, &raw, nullptr) == AGON_OK);
  }
  Made(const Made&) = delete;
  Made& operator=(const Made&) = delete;
  ~Made() { Glue::destroy(raw); }
  void* raw = nullptr;
};

/// A state of the counting game.
class State : Made<support::Counting> {
 public:
  using Made::Made;

  agon_status act(agon_bytes action, agon_buffer* reply = nullptr) {
    error_ = {};
    return counting.act(raw(), counting.to_move(raw()), action, reply, &error_);
  }
  agon_status act(std::int32_t amount) {
    const CountingAction action{amount, 0};
    return act(support::bytes_of(action));
  }
  [[nodiscard]] void* raw() const { return Made::raw; }
  [[nodiscard]] std::string error() const { return error_.text; }

 private:
  agon_error error_{};
};

const agon_notation& notation() {
  return *static_cast<const agon_notation*>(counting.extension(AGON_NOTATION));
}

std::string text_of(const agon_buffer& buffer) {
  return {static_cast<const char*>(buffer.data), buffer.size};
}

/// Its action was shorter once.
struct Grown : support::Counting {
  using Counting::Counting;
  static constexpr std::uint64_t least_action_size = sizeof(std::int32_t);  // `again` came later
};

/// Writes nothing of an observation.
struct Quiet : support::Counting {
  using Counting::Counting;
  void observe(std::int32_t /*seat*/, Observation& /*out*/) const {}
};
struct All : Quiet {
  using Quiet::Quiet;
  static constexpr bool observes_all = true;
};
struct NotAll : Quiet {
  using Quiet::Quiet;
  static constexpr bool observes_all = false;
};

}  // namespace

TEST_CASE("a game's table carries its description and the sizes of its structs") {
  CHECK(std::string(counting.id) == "counting");
  CHECK(std::string(counting.version) == "1.0.0");
  CHECK(counting.max_seats == 3);
  CHECK(counting.parameter_count == 5);
  CHECK(counting.observation_capacity == sizeof(CountingObservation));
  CHECK(counting.action_capacity == sizeof(CountingAction) + agon::detail::action_growth);
  CHECK(counting.reply_capacity == sizeof(CountingReply));
}

TEST_CASE("a setup that the game refuses leaves the state alone and says why") {
  const agon_setting settings[] = {
      {"target", "99"}, {"chance", "no"}, {"weight", "0.5"}, {"mood", "fair"}, {"note", "none"}};
  const agon_setup setup = {5, 2, 5, settings, &support::quiet_host};
  int mark = 0;
  void* state = &mark;
  agon_error error{};
  CHECK(counting.create(&setup, &state, &error) == AGON_BAD_SETTING);
  CHECK(state == &mark);
  CHECK(std::string(error.text) == "target=99: brings bad luck");
}

TEST_CASE("an observation is written whole, zeroed first, and refused where there is no room") {
  const State state;
  alignas(16) unsigned char room[sizeof(CountingObservation) + 1];
  std::memset(room, 0xFF, sizeof room);
  agon_buffer buffer{room, sizeof(CountingObservation), 0};
  agon_error error{};
  CHECK(counting.observe(state.raw(), 0, &buffer, &error) == AGON_OK);
  CHECK(buffer.size == sizeof(CountingObservation));
  CountingObservation seen{};
  std::memcpy(&seen, room, sizeof seen);
  CHECK(seen.target == 12);
  CHECK(room[sizeof(CountingObservation)] == 0xFF);
  agon_buffer small{room, sizeof(CountingObservation) - 1, 0};
  CHECK(counting.observe(state.raw(), 0, &small, &error) == AGON_FAILED);
  CHECK(std::string(error.text) == "the host left too little room for an observation");
}

TEST_CASE("an action that is too short is illegal, whatever it holds") {
  State state;
  const CountingAction action{1, 0};
  for (const std::uint64_t size : {std::uint64_t{0}, sizeof(CountingAction) - 1}) {
    CHECK(state.act({&action, size}) == AGON_ILLEGAL);
    CHECK(state.error() == "an action of " + std::to_string(size) + " bytes: it needs at least 8");
  }
  CHECK(state.act({nullptr, 0}) == AGON_ILLEGAL);
  CHECK(counting.score(state.raw(), 0) == 0);
}

TEST_CASE("bytes behind an action are of a later version, and are ignored") {
  State state;
  const CountingAction actions[2] = {{4, 0}, {9, 9}};
  for (const std::uint64_t size : {sizeof(CountingAction) + 1, 2 * sizeof(CountingAction)}) {
    CHECK(state.act({actions, size}) == AGON_OK);
    char room[64];
    agon_buffer text{room, sizeof room, 0};
    CHECK(notation().action_to_text(state.raw(), {actions, size}, &text, nullptr) == AGON_OK);
    CHECK(text_of(text) == "+4");
  }
  CHECK(counting.score(state.raw(), 0) == 4);
  CHECK(counting.score(state.raw(), 1) == 4);
}

TEST_CASE("a game whose action has grown reads the shorter one of before, with 0 for the new fields") {
  using Glue = agon::GameGlue<Grown>;
  const Made<Grown> made(2, "50");
  void* const state = made.raw;
  const CountingAction action{4, 1};
  agon_error error{};
  CHECK(Glue::act(state, 0, {&action, sizeof(std::int32_t)}, nullptr, &error) == AGON_OK);
  CHECK(Glue::to_move(state) == 1);  // not again
  CHECK(Glue::act(state, 1, {&action, sizeof action}, nullptr, &error) == AGON_OK);
  CHECK(Glue::to_move(state) == 1);
  CHECK(Glue::act(state, 1, {&action, sizeof(std::int32_t) - 1}, nullptr, &error) == AGON_ILLEGAL);
  CHECK(std::string(error.text) == "an action of 3 bytes: it needs at least 4");
}

TEST_CASE("any seat is shown the position at any time: to move or not, out of the match, and when it is over") {
  State state;
  const auto seen_by = [&](std::int32_t seat) {
    CountingObservation seen{};
    agon_buffer buffer{&seen, sizeof seen, 0};
    CHECK(counting.observe(state.raw(), seat, &buffer, nullptr) == AGON_OK);
    return seen.seat;
  };
  CHECK(seen_by(0) == 0);
  CHECK(seen_by(1) == 1);
  counting.forfeit(state.raw(), 1, AGON_OUTCOME_TIME, "too slow");
  CHECK(seen_by(1) == 1);
  counting.forfeit(state.raw(), 0, AGON_OUTCOME_TIME, "too slow");
  REQUIRE(counting.to_move(state.raw()) == AGON_OVER);
  CHECK(seen_by(0) == 0);
  CHECK(seen_by(1) == 1);
}

TEST_CASE("observes_all = true leaves the observation as it was, = false zeroes it as if nothing were said") {
  CHECK(agon::detail::ObservesAll<All>);
  CHECK_FALSE(agon::detail::ObservesAll<NotAll>);
  CHECK_FALSE(agon::detail::ObservesAll<Quiet>);
  const Made<NotAll> made(1, "5");
  CountingObservation seen{7, 7, 7};
  agon_buffer buffer{&seen, sizeof seen, 0};
  CHECK(agon::GameGlue<NotAll>::observe(made.raw, 0, &buffer, nullptr) == AGON_OK);
  CHECK(seen.total == 0);
  CHECK(seen.target == 0);
}

TEST_CASE("a game's lines go to its host's log in any of its functions, and nowhere if the host keeps none") {
  struct Chatty : support::Counting {
    explicit Chatty(agon::Setup& setup) : Counting(setup), setup_(&setup) { setup.log("created"); }
    void forfeit(std::int32_t seat, std::int32_t outcome, std::string_view reason) {
      setup_->log(reason);
      Counting::forfeit(seat, outcome, reason);
    }
    const agon::Setup* setup_;
  };
  support::LoggingHost host;
  for (const agon_host* const each : {host.raw(), &support::quiet_host}) {
    const Made<Chatty> made(2, "5", "no", *each);
    agon::GameGlue<Chatty>::forfeit(made.raw, 0, AGON_OUTCOME_TIME, "too slow");
  }
  CHECK(host.lines() == std::vector<std::string>{"created", "too slow"});
}

TEST_CASE("what an action revealed is told to everybody alike, or to each seat its own") {
  struct Secretive : support::Counting {
    using Counting::Counting;
    [[nodiscard]] std::string revealed(std::int32_t seat) const { return "for " + std::to_string(seat); }
  };
  const State state;
  char room[64];
  const auto told = [&](const agon_notation& notation, const void* raw, std::int32_t seat) {
    agon_buffer text{room, sizeof room, 0};
    CHECK(notation.revealed(raw, seat, &text, nullptr) == AGON_OK);
    return text_of(text);
  };
  CHECK(told(notation(), state.raw(), 0) == told(notation(), state.raw(), AGON_SPECTATOR));
  const void* const extension = agon::GameGlue<Secretive>::extension(AGON_NOTATION);
  REQUIRE(extension != nullptr);
  const Made<Secretive> secretive;
  for (const std::int32_t seat : {0, 1, AGON_ALL_SEATS, AGON_SPECTATOR})
    CHECK(told(*static_cast<const agon_notation*>(extension), secretive.raw, seat) == "for " + std::to_string(seat));
}

TEST_CASE("an illegal action changes neither the state nor the reply") {
  State state;
  CountingReply reply{-7};
  agon_buffer buffer{&reply, sizeof reply, 0};
  const CountingAction action{7, 0};
  CHECK(state.act(support::bytes_of(action), &buffer) == AGON_ILLEGAL);
  CHECK(state.error() == "nobody likes 7");
  CHECK(reply.bonus == -7);
  CHECK(buffer.size == 0);
  CHECK(counting.to_move(state.raw()) == 0);
}

TEST_CASE("a reply is written where there is room, and may be unwanted") {
  State state(2, "100", "yes");
  CountingReply reply{-7};
  agon_buffer buffer{&reply, sizeof reply, 0};
  const CountingAction action{1, 0};
  CHECK(state.act(support::bytes_of(action), &buffer) == AGON_OK);
  CHECK(buffer.size == sizeof reply);
  CHECK(reply.bonus >= 0);
  CHECK(state.act(support::bytes_of(action), nullptr) == AGON_OK);
  agon_buffer small{&reply, sizeof reply - 1, 0};
  CHECK(state.act(support::bytes_of(action), &small) == AGON_FAILED);
  CHECK(state.error() == "the host left too little room for a reply");
}

TEST_CASE("a forfeit reaches the game, and the others go on") {
  State state;
  CHECK(state.act(4) == AGON_OK);
  counting.forfeit(state.raw(), 1, AGON_OUTCOME_TIME, "too slow");
  CHECK(counting.to_move(state.raw()) == 0);
  CHECK(counting.score(state.raw(), 1) == -10);
  counting.forfeit(state.raw(), 0, AGON_OUTCOME_TIME, "too slow");
  CHECK(counting.to_move(state.raw()) == AGON_OVER);
}

TEST_CASE("parameters are told as they are in this match") {
  const State state;
  char room[64];
  agon_buffer buffer{room, sizeof room, 33};
  agon_error error{};
  CHECK(counting.parameter(state.raw(), 0, &buffer, &error) == AGON_OK);
  CHECK(text_of(buffer) == "12");
  CHECK(counting.parameter(state.raw(), 5, &buffer, &error) == AGON_FAILED);
  agon_buffer small{room, 1, 0};
  CHECK(counting.parameter(state.raw(), 0, &small, &error) == AGON_FAILED);
  const State drawn(2, nullptr);
  CHECK(counting.parameter(drawn.raw(), 0, &buffer, &error) == AGON_OK);
  CHECK(std::stoi(text_of(buffer)) >= 10);
}

TEST_CASE("a parameter with neither a value nor a draw is told as absent, an empty text as a value") {
  struct Careless {
    using Observation = CountingObservation;
    using Action = CountingAction;
    explicit Careless(agon::Setup& /*setup*/) {}
    static std::int32_t to_move() { return AGON_OVER; }
    static void observe(std::int32_t /*seat*/, Observation& /*out*/) {}
    static void act(std::int32_t /*seat*/, const Action& /*action*/) {}
    static void forfeit(std::int32_t /*seat*/, std::int32_t /*outcome*/, std::string_view /*reason*/) {}
    static double score(std::int32_t /*seat*/) { return 0; }
  };
  using Glue = agon::GameGlue<Careless>;
  CHECK(Glue::reply_size == 0);
  CHECK(Glue::extension(AGON_NOTATION) == nullptr);
  CHECK(Glue::extension(AGON_SCENE) == nullptr);
  const agon_setting settings[] = {{"target", nullptr}};
  const agon_setup setup = {5, 1, 1, settings, &support::quiet_host};
  void* state = nullptr;
  REQUIRE(Glue::create(&setup, &state, nullptr) == AGON_OK);
  char room[8];
  agon_buffer buffer{room, sizeof room, 5};
  CHECK(Glue::parameter(state, 0, &buffer, nullptr) == AGON_ABSENT);
  CHECK(buffer.size == 0);
  Glue::destroy(state);
  const agon_setting empty[] = {{"target", ""}};
  const agon_setup set = {5, 1, 1, empty, &support::quiet_host};
  REQUIRE(Glue::create(&set, &state, nullptr) == AGON_OK);
  CHECK(Glue::parameter(state, 0, &buffer, nullptr) == AGON_OK);
  CHECK(buffer.size == 0);
  Glue::destroy(state);
}

TEST_CASE("text goes both ways through the notation") {
  const State state;
  alignas(16) char room[64];
  agon_error error{};
  agon_buffer text{room, sizeof room, 0};
  CHECK(notation().position(state.raw(), AGON_ALL_SEATS, &text, &error) == AGON_OK);
  CHECK(text_of(text) == "0 of 12");
  const CountingAction action{5, 1};
  CHECK(notation().action_to_text(state.raw(), support::bytes_of(action), &text, &error) == AGON_OK);
  CHECK(text_of(text) == "+5!");
  CHECK(notation().action_to_text(state.raw(), {&action, 3}, &text, &error) == AGON_ILLEGAL);
  agon_buffer bytes{room, sizeof(CountingAction), 0};
  CHECK(notation().action_from_text(state.raw(), {"+5!", 3}, &bytes, &error) == AGON_OK);
  REQUIRE(bytes.size == sizeof action);
  CHECK(std::memcmp(room, &action, sizeof action) == 0);
  CHECK(notation().action_from_text(state.raw(), {"5", 1}, &bytes, &error) == AGON_ILLEGAL);
  CHECK(std::string(error.text) == "an action begins with '+'");
  agon_buffer small{room, 2, 0};
  CHECK(notation().position(state.raw(), 0, &small, &error) == AGON_FAILED);
}

TEST_CASE("a game has the extensions that its class has, by their ids alone") {
  CHECK(notation().text_capacity == 64);
  CHECK(counting.extension(AGON_SCENE) != nullptr);
  CHECK(counting.extension(AGON_USAGE) == nullptr);
  CHECK(counting.extension("agon.notation/2") == nullptr);
  CHECK(counting.extension("") == nullptr);
}

TEST_CASE("a drawing that throws ends the drawing and nothing else") {
  struct Clumsy : support::Counting {
    using Counting::Counting;
    void draw(agon::Canvas& canvas) const {
      canvas.text("before");
      throw agon::Illegal("no paint");
    }
  };
  int lines = 0;
  const agon_host host = {&lines, nullptr};
  const agon_canvas canvas = {&host,   nullptr,
                              nullptr, nullptr,
                              nullptr, [](const agon_host* to, const char*) { ++*static_cast<int*>(to->data); }};
  const Made<Clumsy> made(1);
  agon::GameGlue<Clumsy>::draw(made.raw, AGON_ALL_SEATS, &canvas);
  CHECK(lines == 1);
}

TEST_CASE("a game whose seats do not know the same draws for the seat that looks") {
  struct Secretive : support::Counting {
    using Counting::Counting;
    void draw(agon::Canvas& canvas, std::int32_t seat) const { canvas.text(std::to_string(seat)); }
  };
  std::string drawn;
  const agon_host host = {&drawn, nullptr};
  const agon_canvas canvas = {
      &host,   nullptr, nullptr,
      nullptr, nullptr, [](const agon_host* to, const char* line) { *static_cast<std::string*>(to->data) += line; }};
  using Glue = agon::GameGlue<Secretive>;
  CHECK(Glue::extension(AGON_SCENE) != nullptr);
  const Made<Secretive> made;
  Glue::draw(made.raw, 1, &canvas);
  Glue::draw(made.raw, AGON_ALL_SEATS, &canvas);
  CHECK(drawn == "1-1");
}
