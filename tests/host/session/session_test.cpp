// What a strategy sees of its host, in whatever process: one session, here with a host that a test plays.
#include "host/session/session.hpp"

#include "host/session/guarded.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using host::Session;
using host::SessionStart;

struct FakeHost final : host::SessionHost {
  std::vector<std::string> acted;
  std::vector<std::string> logged;
  std::string revealed = "revealed";
  std::int64_t used_ns = 0;
  bool stop = false;

  agon_status act(agon_bytes action, agon_bytes& reply, agon_error& error) override {
    acted.emplace_back(static_cast<const char*>(action.data), action.size);
    if (acted.back() == "bad") {
      host::say(error, "not this one");
      return AGON_ILLEGAL;
    }
    reply = {revealed.data(), revealed.size()};
    return AGON_OK;
  }
  void log(agon_bytes line) override { logged.emplace_back(static_cast<const char*>(line.data), line.size); }
  [[nodiscard]] std::int64_t cpu_ns() override { return used_ns; }
  [[nodiscard]] bool wants_stop() override { return stop; }
};

/// What the strategy below does in its next turn.
std::function<agon_status(const agon_session&)> next;
std::string made_with;

constexpr agon_setting_type option = {"depth", "how deep", AGON_INTEGER, 0, "3", 1, 9, 1, nullptr};

agon_strategy_type strategy() {
  agon_strategy_type type{};
  type.id = "puppet";
  type.version = "1.0.0";
  type.protocol = "any/1";
  type.summary = "does what a test says";
  type.option_count = 1;
  type.options = &option;
  type.create = [](const agon_session* session, void** self, agon_error* error) {
    if (std::strcmp(session->options[0].value, "refuse") == 0) {
      host::say(*error, "not that deep");
      return static_cast<agon_status>(AGON_BAD_SETTING);
    }
    made_with = session->options[0].value;
    if (made_with == "nothing") return static_cast<agon_status>(AGON_OK);
    *self = const_cast<agon_session*>(session);
    return static_cast<agon_status>(AGON_OK);
  };
  type.destroy = [](void*) { made_with = "destroyed"; };
  type.turn = [](void* self, agon_bytes, agon_buffer*, agon_error*) {
    return next(*static_cast<const agon_session*>(self));
  };
  type.extension = [](const char*) -> const void* { return nullptr; };
  return type;
}

struct Seated {
  FakeHost host;
  Session session{host};
  agon_strategy_type type = strategy();
  std::vector<std::string> options = {"3"};
  SessionStart start{.game = "any", .protocol = "any/1", .seat = 1, .seats = 2, .seed = 7, .action_capacity = 8};
  agon_error error{};

  agon_status create() {
    start.options = &options;
    return session.create(type, start, error);
  }
  agon_status turn(std::function<agon_status(const agon_session&)> body) {
    next = std::move(body);
    agon_buffer action{};
    return session.turn({}, action, error);
  }
};

agon_bytes bytes(const std::string& text) {
  return {text.data(), text.size()};
}

}  // namespace

TEST_CASE("a strategy is created with its options, and destroyed once") {
  Seated seated;
  CHECK_FALSE(seated.session.exists());
  CHECK(seated.create() == AGON_OK);
  CHECK(made_with == "3");
  CHECK(seated.session.exists());
  seated.session.destroy();
  CHECK(made_with == "destroyed");
  made_with.clear();
  seated.session.destroy();
  CHECK(made_with.empty());
}

TEST_CASE("a refusal, and success without an instance, make none") {
  Seated seated;
  seated.options = {"refuse"};
  CHECK(seated.create() == AGON_BAD_SETTING);
  CHECK(std::string(seated.error.text) == "not that deep");
  CHECK_FALSE(seated.session.exists());
  seated.options = {"nothing"};
  CHECK(seated.create() == AGON_FAILED);
  CHECK(std::string(seated.error.text) == "its create() returned AGON_OK without an instance");
  CHECK_FALSE(seated.session.exists());
}

TEST_CASE("what is done inside a turn reaches the game; what is too long arrives as nothing") {
  Seated seated;
  REQUIRE(seated.create() == AGON_OK);
  seated.turn([&](const agon_session& session) {
    std::string room(20, '.');
    agon_buffer reply{room.data(), 4, 0};
    CHECK(session.act(&session, bytes("12345678"), &reply, nullptr) == AGON_OK);
    CHECK(room.substr(0, reply.size) == "reve");  // as much as fits
    CHECK(session.act(&session, bytes("123456789"), nullptr, nullptr) == AGON_OK);
    agon_error error{};
    CHECK(session.act(&session, bytes("bad"), nullptr, &error) == AGON_ILLEGAL);
    CHECK(std::string(error.text) == "not this one");
    return AGON_OK;
  });
  CHECK(seated.host.acted == std::vector<std::string>{"12345678", "", "bad"});
}

TEST_CASE("outside a turn nothing reaches the game, also after a turn that threw") {
  Seated seated;
  const agon_session* kept = nullptr;
  REQUIRE(seated.create() == AGON_OK);
  const agon_status status = host::guarded(seated.error, [&] {
    return seated.turn([&](const agon_session& session) -> agon_status {
      kept = &session;
      throw std::runtime_error("lost");
    });
  });
  CHECK(status == AGON_FAILED);
  CHECK(std::string(seated.error.text) == "it threw an exception: lost");
  agon_error error{};
  CHECK(kept->act(kept, bytes("late"), nullptr, &error) == AGON_FAILED);
  CHECK(std::string(error.text) == "act() may only be called inside turn()");
  CHECK(kept->act(kept, bytes("late"), nullptr, nullptr) == AGON_FAILED);
  CHECK(seated.host.acted.empty());
}

TEST_CASE("time is told by the host's clock: for the match, and for a turn that has a limit") {
  Seated seated;
  seated.start.limits.cpu_ns = 1000;
  seated.start.limits.turn_cpu_ns = 100;
  seated.start.limits.increment_ns = 10;
  seated.start.began_ns = 50;
  seated.start.clocked_threads = 0;
  seated.host.used_ns = 50;
  REQUIRE(seated.create() == AGON_OK);
  seated.turn([&](const agon_session& session) {
    CHECK(session.time_left_ns(&session) == 1000);
    CHECK(session.turn_left_ns(&session) == 100);
    seated.host.used_ns += 60;
    CHECK(session.time_left_ns(&session) == 940);
    CHECK(session.turn_left_ns(&session) == 40);
    CHECK(session.should_stop(&session) == 0);
    seated.host.used_ns += 40;
    CHECK(session.should_stop(&session) == 1);
    return AGON_OK;
  });
  seated.session.end_turn();
  seated.turn([&](const agon_session& session) {
    CHECK(session.time_left_ns(&session) == 910);
    CHECK(session.turn_left_ns(&session) == 100);
    CHECK(session.should_stop(&session) == 0);
    seated.host.stop = true;
    CHECK(session.should_stop(&session) == 1);
    return AGON_OK;
  });
}

TEST_CASE("without limits no time runs out") {
  Seated seated;
  seated.host.used_ns = INT64_MAX;
  REQUIRE(seated.create() == AGON_OK);
  seated.turn([&](const agon_session& session) {
    CHECK(session.time_left_ns(&session) == INT64_MAX);
    CHECK(session.turn_left_ns(&session) == INT64_MAX);
    CHECK(session.should_stop(&session) == 0);
    return AGON_OK;
  });
}

TEST_CASE("the host's extensions are the log, and the game's library where there is one") {
  Seated seated;
  const agon_game_type game{};
  const auto found = [&](const char* id) {
    const void* extension = nullptr;
    seated.turn([&](const agon_session& session) {
      extension = session.host->extension(session.host, id);
      return AGON_OK;
    });
    return extension;
  };
  REQUIRE(seated.create() == AGON_OK);
  CHECK(found("agon.nothing/1") == nullptr);
  CHECK(found(nullptr) == nullptr);
  CHECK(found(AGON_GAME_LIBRARY) == nullptr);
  seated.turn([&](const agon_session& session) {
    const auto* const log = static_cast<const agon_log*>(session.host->extension(session.host, AGON_LOG));
    REQUIRE(log != nullptr);
    log->write(session.host, bytes("a line"));
    return AGON_OK;
  });
  CHECK(seated.host.logged == std::vector<std::string>{"a line"});
  seated.start.game_type = &game;
  REQUIRE(seated.create() == AGON_OK);
  const auto* const library = static_cast<const agon_game_library*>(found(AGON_GAME_LIBRARY));
  REQUIRE(library != nullptr);
  CHECK(library->game == &game);
  seated.start.has_extensions = false;
  REQUIRE(seated.create() == AGON_OK);
  CHECK(found(AGON_LOG) == nullptr);
}
