// A C++ game's model as the C ABI sees it, and C++ search over it.
#include "tests/support/quiet_host.hpp"

#include <doctest/doctest.h>
#include <agon/game.hpp>
#include <agon/model.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace {

struct ClimbObservation {
  std::int32_t height;
  std::int32_t seat;
};

struct ClimbAction {
  std::int32_t steps;
};

/// Two seats climb a stair of 10 steps in turn, 1 to 3 at a time; who takes the last step
/// scores 1. It has what a game with a model needs, and no more.
class Climb {
 public:
  using Observation = ClimbObservation;
  using Action = ClimbAction;
  static constexpr std::int32_t top = 10;
  static constexpr std::uint32_t model = 0;

  explicit Climb(agon::Setup& setup) : setup_(&setup), height_(static_cast<std::int32_t>(setup.integer("from", 0))) {}
  Climb(agon::Setup& setup, std::int32_t /*seat*/, const Observation& seen)
      : setup_(&setup), height_(seen.height), seat_(seen.seat) {
    if (height_ > top) throw agon::Failure(AGON_FAILED, "nobody is above the top");
  }

  [[nodiscard]] std::int32_t to_move() const { return height_ == top ? AGON_OVER : seat_; }
  void observe(std::int32_t /*seat*/, Observation& out) const { out = {height_, seat_}; }
  void act(std::int32_t seat, const Action& action) {
    if (action.steps < 1 || action.steps > 3 || height_ + action.steps > top) throw agon::Illegal("1 to 3, to the top");
    height_ += action.steps;
    seat_ = 1 - seat;
    setup_->log("at " + std::to_string(height_));
  }
  void forfeit(std::int32_t /*seat*/, std::int32_t /*outcome*/, std::string_view /*reason*/) { height_ = top; }
  [[nodiscard]] double score(std::int32_t seat) const { return height_ == top && seat != seat_ ? 1 : 0; }

  void actions(agon::ActionList<Action>& list) const {
    for (std::int32_t steps = 1; steps <= 3 && height_ + steps <= top; ++steps) list.add({steps});
  }

 protected:
  agon::Setup* setup_;
  std::int32_t height_;
  std::int32_t seat_ = 0;
};

/// The same with all that a model can have; the wind, which nobody knows, makes one step out of three.
class WindyClimb : public Climb {
 public:
  static constexpr std::uint32_t model = AGON_MODEL_CHANCE | AGON_MODEL_MANY;
  using Climb::Climb;

  void act(std::int32_t seat, const Action& action) {
    Climb::act(seat, action);
    history_.push_back(action.steps);
  }
  [[nodiscard]] static Action sample(std::uint64_t /*bits*/) { return {1}; }
  void resample(std::int32_t seat, std::uint64_t seed) {
    if (seed == 13) throw agon::Failure(AGON_FAILED, "the wind never comes from there");
    wind_ = static_cast<std::int32_t>(seed) * 10 + seat;
  }
  [[nodiscard]] static bool leads_to_chance(const Action& action) { return action.steps == 3; }
  void undo() {
    height_ -= history_.back();
    seat_ = 1 - seat_;
    history_.pop_back();
  }
  [[nodiscard]] std::uint64_t key() const { return static_cast<std::uint64_t>(height_ * 2 + seat_); }
  [[nodiscard]] static agon::ScoreRange score_range(std::int32_t seat) { return {0, 1.0 + seat}; }
  [[nodiscard]] std::int32_t wind() const { return wind_; }

 private:
  void actions(agon::ActionList<Action>& list) const;  // they are too many

  std::vector<std::int32_t> history_;
  std::int32_t wind_ = 0;
};

constexpr std::array parameters = {agon::integer("from", "where it begins", agon::drawn, 0, 9)};
constexpr agon_game_type climb = agon::game_type<Climb>(
    {.id = "climb", .protocol = "climb/1", .min_seats = 2, .max_seats = 2, .parameters = parameters});
constexpr agon_game_type windy = agon::game_type<WindyClimb>(
    {.id = "windy", .protocol = "climb/1", .min_seats = 2, .max_seats = 2, .parameters = parameters});

void* create(const agon_game_type& game, const agon_host& host, const char* from) {
  const agon_setting settings[] = {{"from", from}};
  const agon_setup setup = {5, 2, 1, settings, &host};
  void* state = nullptr;
  REQUIRE(game.create(&setup, &state, nullptr) == AGON_OK);
  return state;
}

agon::State start(const agon_game_type& game, std::int32_t height = 0) {
  alignas(16) const ClimbObservation seen = {height, 0};
  return agon::Model(game).determinise(2, 0, {&seen, sizeof seen}, 1);
}

std::vector<std::int32_t> steps(const agon::State& state) {
  std::vector<std::int32_t> all;
  for (const auto& action : state.actions_as<ClimbAction>()) all.push_back(action.steps);
  return all;
}

}  // namespace

TEST_CASE("a game without a model has none, and a search says so") {
  struct Without {
    using Observation = ClimbObservation;
    using Action = ClimbAction;
    explicit Without(agon::Setup& /*setup*/) {}
    [[nodiscard]] static std::int32_t to_move() { return AGON_OVER; }
    static void observe(std::int32_t /*seat*/, Observation& /*out*/) {}
    static void act(std::int32_t /*seat*/, const Action& /*action*/) {}
    static void forfeit(std::int32_t /*seat*/, std::int32_t /*outcome*/, std::string_view /*reason*/) {}
    [[nodiscard]] static double score(std::int32_t /*seat*/) { return 0; }
  };
  static constexpr agon_game_type game = agon::game_type<Without>({.id = "without"});
  CHECK(game.extension(AGON_MODEL) == nullptr);
  CHECK_THROWS_WITH(agon::Model{game}, "without has no model (agon.model/1)");
}

TEST_CASE("what a class does not have is NULL in its table, and a number of its own where there must be one") {
  const agon::Model plain(climb);
  CHECK(plain.lists_actions());
  CHECK(!plain.has_undo());
  CHECK(!plain.has_keys());
  CHECK(!plain.has_score_range());
  CHECK(!plain.has_action_values());
  CHECK(plain.action_size() == sizeof(ClimbAction));
  const agon::Model full(windy);
  CHECK(!full.lists_actions());
  CHECK(full.has_undo());
  CHECK(full.has_keys());
  CHECK(full.has_score_range());
  CHECK(full.has_chance());
  CHECK(full.has_many_actions());
  CHECK(!full.has_hidden());
  CHECK(!full.has_constant_sum());
  CHECK(start(windy, 3).key() == 6);
  CHECK(start(windy).score_range(1).most == 2);
  CHECK(start(climb).score_range(1).most > 1e300);
}

TEST_CASE("values of actions are those that the class adds, as many as there is room for") {
  class Valued : public Climb {
   public:
    using Climb::Climb;
    void action_values(agon::ValueList& list) const {
      for (std::int32_t steps = 1; steps <= 3 && height_ + steps <= top; ++steps) list.add(steps / 2.0 + height_);
    }
  };
  const agon_game_type valued =
      agon::game_type<Valued>({.id = "valued", .protocol = "climb/1", .min_seats = 2, .max_seats = 2});
  const agon::Model model(valued);
  CHECK(model.has_action_values());
  const agon::State state = start(valued, 7);
  CHECK(state.action_values() == std::vector{7.5, 8.0, 8.5});
  alignas(16) double room[2] = {-1, -1};
  agon_buffer values = {room, 8, 0};
  std::uint64_t count = 0;
  CHECK(model.raw().action_values(state.raw(), &values, &count, nullptr) == AGON_OK);
  CHECK(count == 3);
  CHECK(values.size == 8);
  CHECK(room[0] == 7.5);
  CHECK(room[1] == -1);
}

TEST_CASE("actions are listed in the order in which the class adds them, whole or in parts") {
  const agon::State state = start(climb, 8);
  CHECK(steps(state) == std::vector{1, 2});
  CHECK(state.action_count() == 2);
  const agon_model model = agon::Model(climb).raw();
  std::int32_t room[3] = {-1, -1, -1};
  std::uint64_t count = 0;
  agon_buffer one = {room, 7, 0};  // one fits whole
  CHECK(model.actions(state.raw(), 1, &one, &count, nullptr) == AGON_OK);
  CHECK(count == 2);
  CHECK(one.size == 4);
  CHECK(room[0] == 2);
  CHECK(room[1] == -1);
  for (const std::uint64_t first : {std::uint64_t{2}, UINT64_MAX}) {
    agon_buffer none = {room, sizeof room, 99};
    CHECK(model.actions(state.raw(), first, &none, &count, nullptr) == AGON_OK);
    CHECK(none.size == 0);
    CHECK(count == 2);
  }
  CHECK(start(climb, 10).actions().empty());
}

TEST_CASE("a class that samples nothing gets a sample of its list, each as likely") {
  const agon::State state = start(climb);
  std::vector<int> counts(4);
  agon::QuickRandom random(3);
  for (int draw = 0; draw < 3000; ++draw)
    ++counts[static_cast<std::size_t>(state.sample_as<ClimbAction>(random.next()).steps)];
  for (std::size_t steps = 1; steps <= 3; ++steps) CHECK(counts[steps] > 900);  // 1000 expected, deviation 26
  CHECK(state.sample_as<ClimbAction>(0).steps == 1);
  CHECK(state.sample_as<ClimbAction>(UINT64_MAX).steps == 3);
  std::int32_t small = 0;
  agon_buffer room = {&small, 3, 0};
  agon_error error{};
  CHECK(agon::Model(climb).raw().sample(state.raw(), 0, &room, &error) == AGON_FAILED);
  CHECK(std::string(error.text) == "there is too little room for an action");
}

TEST_CASE("chance without a word of which action leads to it can follow each; a class's own word counts") {
  const ClimbAction one = {1};
  const ClimbAction three = {3};
  CHECK(!start(climb).leads_to_chance({&three, sizeof three}));
  CHECK(start(windy).leads_to_chance({&three, sizeof three}));
  CHECK(!start(windy).leads_to_chance({&one, sizeof one}));
}

TEST_CASE("a copy goes its own way; assigned, a state equals the other") {
  agon::State state = start(climb, 2);
  agon::State copy = state;
  copy.act(ClimbAction{3});
  CHECK(steps(state).size() == 3);
  CHECK(copy.to_move() == 1);
  CHECK(state.to_move() == 0);
  state = copy;
  CHECK(state.to_move() == 1);
  CHECK(state.observation(0) == copy.observation(0));
  agon::State moved = std::move(copy);
  copy = moved;  // NOLINT(bugprone-use-after-move): it is whole again
  CHECK(copy.observation(0) == moved.observation(0));
  agon::State& same = copy;
  copy = same;
  CHECK(copy.observation(0) == moved.observation(0));
  copy = start(windy, 1);  // of another game
  CHECK(copy.key() == 2);
}

TEST_CASE("an illegal action leaves a state as it was, and says why") {
  agon::State state = start(climb, 8);
  CHECK_THROWS_WITH(state.act(ClimbAction{3}), "1 to 3, to the top");
  CHECK(steps(state) == std::vector{1, 2});
}

TEST_CASE("undo takes actions back") {
  agon::State state = start(windy, 4);
  state.act(ClimbAction{3});
  state.act(ClimbAction{1});
  state.undo();
  CHECK(state.key() == 15);
  state.undo();
  CHECK(state.key() == 8);
}

TEST_CASE("what a seat does not know is drawn anew for that seat, and a failure says why") {
  agon::State state = start(windy);
  CHECK_NOTHROW(state.resample(1, 4));
  CHECK_NOTHROW(state.resample(AGON_ALL_SEATS, 4));
  CHECK_THROWS_WITH(state.resample(0, 13), "the wind never comes from there");
  agon::State known = start(climb);
  CHECK_NOTHROW(known.resample(0, 13));
}

TEST_CASE("playouts go to the end, or as far as they may") {
  agon::State state = start(climb);
  agon::QuickRandom random(1);
  CHECK(state.play_out(random, 2) == 2);
  CHECK(!state.over());
  CHECK(state.play_out(random) >= 1);
  CHECK(state.over());
  CHECK(state.score(0) + state.score(1) == 1);
  CHECK(state.play_out(random) == 0);
}

TEST_CASE("a determinised state has no parameters and logs nothing; a state from a setup keeps both in its copies") {
  support::LoggingHost host;
  const std::vector<std::string> logged = {"at 7"};
  const agon_model model = agon::Model(climb).raw();
  void* const created = create(climb, *host.raw(), "6");
  void* raw = nullptr;
  REQUIRE(model.copy(created, &raw, nullptr) == AGON_OK);
  climb.destroy(created);
  agon::State copy(climb, model, raw);
  copy.act(ClimbAction{1});
  CHECK(host.lines() == logged);
  char text[16];
  agon_buffer value = {text, sizeof text, 0};
  agon_error error{};
  CHECK(climb.parameter(copy.raw(), 0, &value, &error) == AGON_OK);
  CHECK(std::string(text, value.size) == "6");
  agon::State made = start(climb, 6);
  made.act(ClimbAction{1});
  CHECK(host.lines() == logged);
  CHECK(climb.parameter(made.raw(), 0, &value, &error) == AGON_FAILED);
  CHECK(std::string(error.text) == "a state that was made from an observation has no parameters");
  made = copy;
  CHECK(climb.parameter(made.raw(), 0, &value, &error) == AGON_OK);
}

TEST_CASE("bytes that are no observation are refused, and no state is made") {
  alignas(16) const ClimbObservation seen = {11, 0};
  int mark = 0;
  void* state = &mark;
  agon_error error{};
  const agon_model model = agon::Model(climb).raw();
  CHECK(model.determinise(&support::quiet_host, 2, 0, {&seen, sizeof seen}, 1, &state, &error) == AGON_FAILED);
  CHECK(std::string(error.text) == "nobody is above the top");
  CHECK(model.determinise(&support::quiet_host, 2, 0, {&seen, 4}, 1, &state, &error) == AGON_FAILED);
  CHECK(state == &mark);
}

TEST_CASE("the key of a span is that of what it holds, wherever that lies, and whether or not it may be changed") {
  std::uint64_t one = 7;
  const std::uint64_t other = 7;
  std::array<std::uint64_t, 2> two = {7, 7};
  const std::uint64_t key = agon::hashed(other);
  CHECK(agon::hashed(one) == key);
  CHECK(agon::hashed(std::span(&one, 1)) == key);
  CHECK(agon::hashed(std::span(&other, 1)) == key);
  CHECK(agon::hashed(std::span(two).first<1>()) == key);
  CHECK(agon::hashed(std::span(two)) == agon::hashed(two));
}

TEST_CASE("keys differ where bytes, their number or what comes with them do") {
  const std::vector<std::uint8_t> zeros(40);
  std::vector<std::uint64_t> keys;
  for (std::size_t size = 0; size <= zeros.size(); ++size) keys.push_back(agon::hashed(std::span(zeros).first(size)));
  for (std::uint64_t more = 1; more < 40; ++more) keys.push_back(agon::hashed(std::span(zeros), more));
  for (std::size_t at = 0; at < zeros.size(); ++at) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::vector<std::uint8_t> other = zeros;
      other[at] = static_cast<std::uint8_t>(1U << bit);
      keys.push_back(agon::hashed(std::span<const std::uint8_t>(other)));
    }
  }
  std::sort(keys.begin(), keys.end());
  CHECK(std::adjacent_find(keys.begin(), keys.end()) == keys.end());
}
