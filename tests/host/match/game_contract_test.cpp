// Games that break their contract: the host says which one and which seed, and goes down in order.
#include "host/match/match.hpp"
#include "host/plugin/tester_settings.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/scripted_match.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <functional>
#include <limits>

namespace {

using support::adds;
using support::fails;
using support::Refusal;
using support::ScriptedSeat;

/// Plays two seats of a game that is broken in one way; what the host says.
Refusal played(const agon_game_type& type, std::deque<ScriptedSeat::Play> first = {adds(4), adds(4)},
               std::deque<ScriptedSeat::Play> second = {adds(4), adds(4)}) {
  const host::Game game = support::in_program(type);
  return support::refusal([&] {
    host::GameState state(game, {3, 2, support::counting_values("12")});
    ScriptedSeat one("one", std::move(first));
    ScriptedSeat two("two", std::move(second));
    host::Seat* const seats[] = {&one, &two};
    host::play_match(state, seats, {}, {});
  });
}

/// Asks a state of the game; what the host says.
template <class Ask>
Refusal asked(const agon_game_type& type, Ask&& ask) {
  const host::Game game = support::in_program(type);
  const host::GameState state(game, {3, 1, support::counting_values("4")});
  return support::refusal([&] { return std::invoke(ask, state); });
}

void blames_the_game(const Refusal& refusal, std::string_view why) {
  CHECK(refusal.code == host::Exit::game);
  CHECK_MESSAGE(refusal.says("the game counting, seed 3, "), refusal.text);
  CHECK_MESSAGE(refusal.says(why), refusal.text);
}

}  // namespace

TEST_CASE("a seat to move that there is not is the game's fault") {
  agon_game_type type = support::counting;
  type.to_move = [](const void*) -> std::int32_t { return 2; };
  blames_the_game(played(type), "says that seat 2 is to move");
  type.to_move = [](const void*) -> std::int32_t { return -2; };
  blames_the_game(played(type), "says that seat -2 is to move");
}

TEST_CASE("a seat that forfeited and is still to move is the game's fault") {
  agon_game_type type = support::counting;
  type.forfeit = [](void*, std::int32_t, std::int32_t, const char*) {};
  blames_the_game(played(type, {fails(AGON_OUTCOME_ERROR, "tired")}), "has seat 0 move although it forfeited");
}

TEST_CASE("a seat that forfeited and is to move again later is the game's fault, and is not asked") {
  agon_game_type type = support::counting;
  // Passes the move on as after an action, but forgets who is out.
  type.forfeit = [](void* state, std::int32_t seat, std::int32_t, const char*) {
    const support::CountingAction action{1, 0};
    agon_error error{};
    support::counting.act(state, seat, support::bytes_of(action), nullptr, &error);
  };
  blames_the_game(played(type, {fails(AGON_OUTCOME_ERROR, "tired"), adds(1)}), "has seat 0 move although it forfeited");
}

TEST_CASE("an observation that fails, or is larger than declared, is the game's fault") {
  agon_game_type type = support::counting;
  type.observe = [](const void*, std::int32_t, agon_buffer*, agon_error* error) -> agon_status {
    agon::detail::say(error, "no light");
    return AGON_FAILED;
  };
  blames_the_game(played(type), "can't show the position: no light");
  type.observe = [](const void*, std::int32_t, agon_buffer* observation, agon_error*) -> agon_status {
    observation->size = observation->capacity + 1;
    return AGON_OK;
  };
  blames_the_game(played(type), "wrote more than its observation_capacity");
}

TEST_CASE("a score that is no number is the game's fault") {
  agon_game_type type = support::counting;
  type.score = [](const void*, std::int32_t) { return std::numeric_limits<double>::quiet_NaN(); };
  blames_the_game(played(type), "has a score that is no number");
  type.score = [](const void*, std::int32_t) { return -std::numeric_limits<double>::infinity(); };
  blames_the_game(played(type), "has a score that is no number");
}

TEST_CASE("an action that fails for another reason than the rules is the game's fault") {
  agon_game_type type = support::counting;
  type.act = [](void*, std::int32_t, agon_bytes, agon_buffer*, agon_error* error) -> agon_status {
    agon::detail::say(error, "the table broke");
    return AGON_FAILED;
  };
  blames_the_game(played(type), "failed to apply an action: the table broke");
}

TEST_CASE("a picture that is larger than the buffer for it is the game's fault, and is not read") {
  static constexpr host::GamePicture pictures = {[](const void*, agon_buffer* picture, agon_error*) -> agon_status {
    picture->size = host::most_picture_bytes + 1;
    return AGON_OK;
  }};
  agon_game_type type = support::counting;
  type.extension = [](const char* id) -> const void* {
    return std::strcmp(id, host::picture_extension) == 0 ? &pictures : support::counting.extension(id);
  };
  blames_the_game(asked(type, [](const host::GameState& state) { return state.picture(); }),
                  "wrote more than a picture's capacity");
}

TEST_CASE("a game that fails inside a strategy's turn ends the match when the strategy has returned") {
  agon_game_type type = support::counting;
  type.act = [](void*, std::int32_t, agon_bytes, agon_buffer*, agon_error*) -> agon_status { return AGON_FAILED; };
  bool returned = false;
  const Refusal refusal =
      played(type, {[&](ScriptedSeat::Turn& turn) {
               const support::CountingAction action{1, 1};
               agon_error error{};
               CHECK(turn.referee->act(support::bytes_of(action), nullptr, &error) == AGON_TURN_OVER);
               returned = true;
               return AGON_OUTCOME_OK;
             }});
  blames_the_game(refusal, "failed to apply an action");
  CHECK(returned);
}

TEST_CASE("a game that can't make its state, or makes none, is blamed with its own words") {
  agon_game_type type = support::counting;
  type.create = [](const agon_setup*, void**, agon_error* error) -> agon_status {
    agon::detail::say(error, "no memory");
    return AGON_FAILED;
  };
  blames_the_game(played(type), "can't set up the match: no memory");
  type.create = [](const agon_setup*, void**, agon_error*) -> agon_status { return AGON_OK; };
  blames_the_game(played(type), "can't set up the match: its create() returned AGON_OK without a state");
}

TEST_CASE("a setup that the game does not support is refused as the user's") {
  agon_game_type type = support::counting;
  type.create = [](const agon_setup*, void**, agon_error* error) -> agon_status {
    agon::detail::say(error, "two seats are too many");
    return AGON_UNSUPPORTED;
  };
  const Refusal refusal = played(type);
  CHECK(refusal.code == host::Exit::usage);
  CHECK(refusal.text == "counting, seed 3: two seats are too many");
}

TEST_CASE("a game without notation can be played, and asking it for text says what it lacks") {
  agon_game_type type = support::counting;
  type.extension = [](const char*) -> const void* { return nullptr; };
  const host::Game game = support::in_program(type);
  host::GameState state(game, {3, 1, support::counting_values("4")});
  ScriptedSeat one("one", {adds(4)});
  host::Seat* const seats[] = {&one};
  CHECK(host::play_match(state, seats, {}, {}).seats[0].score == 4);
  CHECK_FALSE(state.has_notation());
  blames_the_game(support::refusal([&] { static_cast<void>(state.position()); }), "has no notation (agon.notation/1)");
}

TEST_CASE("texts that fail or are too long are the game's fault") {
  static constexpr agon_notation long_winded = {
      8,
      [](const void*, std::int32_t, agon_buffer* text, agon_error*) -> agon_status {
        text->size = 9;
        return AGON_OK;
      },
      [](const void*, agon_bytes, agon_buffer*, agon_error*) -> agon_status { return AGON_ILLEGAL; },
      [](const void*, agon_bytes, agon_buffer*, agon_error* error) -> agon_status {
        agon::detail::say(error, "no alphabet");
        return AGON_FAILED;
      },
      [](const void*, std::int32_t, agon_buffer*, agon_error*) -> agon_status { return AGON_FAILED; }};
  agon_game_type type = support::counting;
  type.extension = [](const char*) -> const void* { return &long_winded; };
  using State = const host::GameState&;
  std::string reason;
  blames_the_game(asked(type, [](State state) { return state.position(); }), "more than its text_capacity");
  blames_the_game(asked(type, [](State state) { return state.action_text({}); }), "an action that it accepted");
  blames_the_game(asked(type, [&](State state) { return state.parse_action("+1", reason); }), "no alphabet");
  blames_the_game(asked(type, [](State state) { return state.revealed(); }), "what an action revealed");
}

TEST_CASE("a parameter that the game can't tell is the game's fault") {
  agon_game_type type = support::counting;
  type.parameter = [](const void*, std::uint32_t, agon_buffer*, agon_error*) -> agon_status { return AGON_FAILED; };
  blames_the_game(asked(type, &host::GameState::parameters), "can't tell its parameters");
}

TEST_CASE("a parameter's value that its own declaration refuses is the game's fault") {
  agon_game_type type = support::counting;
  type.parameter = [](const void*, std::uint32_t, agon_buffer* text, agon_error*) -> agon_status {
    agon::detail::write(*text, "many");
    return AGON_OK;
  };
  blames_the_game(asked(type, &host::GameState::parameters), "target=many");
}
