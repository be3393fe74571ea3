// What a strategy sees of its host, in whatever process: one session, here with a host that a test plays.
#include "host/plugin/session.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using host::Session;
using host::SessionStart;

struct FakeHost final : host::SessionHost {
  std::vector<std::string> acted;
  std::vector<std::string> logged;
  std::string revealed = "revealed";

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
  [[nodiscard]] std::int64_t cpu_ns() override { return 0; }
  [[nodiscard]] bool wants_stop() override { return false; }
};

/// What the strategy below does in its next turn.
std::function<agon_status(const agon_session&)> next;

agon_strategy_type strategy() {
  agon_strategy_type type{};
  type.id = "puppet";
  type.version = "1.0.0";
  type.protocol = "any/1";
  type.summary = "does what a test says";
  type.create = [](const agon_session* session, void** self, agon_error*) {
    *self = const_cast<agon_session*>(session);
    return static_cast<agon_status>(AGON_OK);
  };
  type.destroy = [](void*) {};
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
  const std::vector<std::string> options{};
  host::EvaluationSlot reports{};
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
  CHECK(found(AGON_ANALYSIS) == nullptr);
  CHECK(found(AGON_CANDIDATES) == nullptr);
}

TEST_CASE("a turn's last report counts; what is out of range is dropped, and a long line is cut after a character") {
  Seated seated;
  seated.start.evaluation = &seated.reports;
  REQUIRE(seated.create() == AGON_OK);
  const agon_analysis* analysis = nullptr;
  const agon_host* services = nullptr;
  const auto after = [&](std::vector<agon_evaluation> evaluations) {
    seated.reports.reported = 0;
    seated.turn([&](const agon_session& session) {
      services = session.host;
      analysis = static_cast<const agon_analysis*>(services->extension(services, AGON_ANALYSIS));
      REQUIRE(analysis != nullptr);
      for (const agon_evaluation& each : evaluations) analysis->report(services, &each);
      return AGON_OK;
    });
    return seated.reports.read();
  };
  CHECK(after({}) == std::nullopt);
  CHECK(after({{3, AGON_VALUE_SCORE, 1, 10, bytes("x")}, {-4.5, AGON_VALUE_SCORE, 2, 20, bytes("a b")}}) ==
        host::Evaluation{-4.5, AGON_VALUE_SCORE, 2, 20, "a b"});
  CHECK(after({{.25, AGON_VALUE_CONTEST, 0, 0, {}}}) == host::Evaluation{.25, AGON_VALUE_CONTEST, 0, 0, ""});
  const double infinite = std::numeric_limits<double>::infinity();
  CHECK(after({{infinite, AGON_VALUE_SCORE, 0, 0, {}}}) == std::nullopt);
  CHECK(after({{1.01, AGON_VALUE_CONTEST, 0, 0, {}}}) == std::nullopt);
  CHECK(after({{0, 4, 0, 0, {}}, {0, 0, -1, 0, {}}, {0, 0, 0, -1, {}}}) == std::nullopt);
  const std::string cut(host::EvaluationSlot::line_capacity - 1, 'x');
  CHECK(after({{0, 0, 0, 0, bytes(cut + "\u20ac")}})->line == cut);
  seated.reports.reported = 0;
  const agon_evaluation late{};
  analysis->report(services, &late);
  CHECK(seated.reports.read() == std::nullopt);
  seated.reports.reported = 1;
  seated.reports.told.line.size = host::EvaluationSlot::line_capacity + 1;
  CHECK(seated.reports.read() == std::nullopt);
}

TEST_CASE("the candidates with the largest shares are kept, and nothing in their memory is relied on") {
  Seated seated;
  host::CandidateSlot slot{};
  seated.start.candidates = &slot;
  REQUIRE(seated.create() == AGON_OK);
  const agon_candidates* candidates = nullptr;
  const agon_host* services = nullptr;
  const auto report = [&](const std::vector<agon_candidate>& all) {
    seated.turn([&](const agon_session& session) {
      services = session.host;
      candidates = static_cast<const agon_candidates*>(services->extension(services, AGON_CANDIDATES));
      REQUIRE(candidates != nullptr);
      candidates->report(services, all.data(), all.size());
      return AGON_OK;
    });
    return slot.read();
  };
  const std::string action = "x";
  std::vector<agon_candidate> all;
  for (int each = 1; each <= 100; ++each) all.push_back({bytes(action), each / 100.0});
  all.push_back({bytes(action), std::numeric_limits<double>::quiet_NaN()});
  const std::string longest(host::CandidateSlot::action_capacity, 'y');
  const std::string longer = longest + "y";
  all.push_back({bytes(longer), 1});
  all.push_back({bytes(longest), .995});
  const std::vector<host::Candidate> kept = report(all);
  REQUIRE(kept.size() == host::CandidateSlot::most);
  CHECK(kept[0].share == 1);
  CHECK(kept[1].action.size() == longest.size());
  CHECK(kept.back().share == .38);
  CHECK(report({}).empty());
  const agon_candidate late = {bytes(action), .5};
  candidates->report(services, &late, 1);
  CHECK(slot.read().empty());
  slot.count = UINT32_MAX;
  slot.entries[0].size = UINT64_MAX;
  CHECK(slot.read().size() == host::CandidateSlot::most - 1);
}

TEST_CASE("reports in memory that another thread changes all the time are whole or none") {
  static host::EvaluationSlot evaluation;
  static host::CandidateSlot candidates;
  evaluation.told.value = 1;  // the first report may be read before its value is written
  std::atomic<bool> done = false;
  std::thread changing([&] {
    const auto put = [](auto& word, auto value) {
      *const_cast<volatile std::remove_reference_t<decltype(word)>*>(&word) = value;
    };
    for (bool valid = false; !done; valid = !valid) {
      put(evaluation.reported, 1U);
      put(evaluation.told.value, valid ? 1.0 : std::numeric_limits<double>::quiet_NaN());
      put(evaluation.told.line.size, valid ? std::uint64_t{8} : UINT64_MAX / 2);
      put(candidates.count, valid ? 1U : UINT32_MAX);
      put(candidates.entries[0].share, valid ? .5 : 7.0);
      put(candidates.entries[0].size, valid ? std::uint64_t{8} : UINT64_MAX / 2);
    }
  });
  int read = 0;
  int dropped = 0;
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
  while (std::chrono::steady_clock::now() < end) {
    const auto told = evaluation.read();
    ++(told ? read : dropped);
    if (told && (told->value != 1 || told->line.size() > host::EvaluationSlot::line_capacity)) FAIL("half a report");
    const auto chosen = candidates.read();
    if (chosen.size() > host::CandidateSlot::most) FAIL("too many candidates");
    for (const host::Candidate& each : chosen) {
      if (!(each.share <= 1) || each.action.size() > host::CandidateSlot::action_capacity) FAIL("half a candidate");
    }
  }
  done = true;
  changing.join();
  CHECK(read + dropped > 100);
}
