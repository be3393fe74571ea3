// Answers that are none, and calls of the session that nobody should make.
#include "tests/hostile/attacks/attack.hpp"

#include <cstdint>
#include <cstring>
#include <string>

namespace hostile {

namespace {

ATTACK(garbage) {
  std::memset(moment.action->data, 0xA5, moment.action->capacity);
  moment.action->size = moment.action->capacity;
}

/// Another place than the one that it was told.
ATTACK(answer_elsewhere) {
  static std::int64_t room = -1;
  moment.action->data = &room;
  moment.action->capacity = UINT64_MAX;
}

ATTACK(fail_without_end) {
  std::memset(moment.error->text, 'x', sizeof moment.error->text);
  moment.status = AGON_FAILED;
}

ATTACK(fail_in_control_characters) {
  std::strncpy(moment.error->text, "\x1b[2J\x1b[31mhost:\nall is well\r\xff", sizeof moment.error->text - 1);
  moment.status = AGON_FAILED;
}

/// The options were good enough for the matches before.
ATTACK(status_bad_setting) {
  std::strncpy(moment.error->text, "I don't like my options any more", sizeof moment.error->text - 1);
  moment.status = AGON_BAD_SETTING;
}

ATTACK(status_unsupported) {
  std::strncpy(moment.error->text, "this match is beyond me", sizeof moment.error->text - 1);
  moment.status = AGON_UNSUPPORTED;
}

/// In create() and destroy(): there is no turn to act in.
ATTACK(act_outside_turn) {
  const std::int64_t move = 0;
  agon_error error{};
  const agon_status status = moment.session->act(moment.session, {&move, sizeof move}, nullptr, &error);
  must_fail(status == AGON_OK || status == AGON_TURN_OVER, "it acted outside its turn");
}

/// The one move of its turn, and then some more.
ATTACK(act_again) {
  for (int time = 0; time < 100; ++time) {
    agon_error error{};
    moment.session->act(moment.session, {moment.action->data, moment.action->size}, nullptr, &error);
  }
}

ATTACK(act_for_ever) {
  while (hidden(true))
    moment.session->act(moment.session, {moment.action->data, moment.action->size}, nullptr, nullptr);
}

ATTACK(act_huge) {
  agon_error error{};
  moment.session->act(moment.session, {moment.action->data, UINT64_MAX}, nullptr, &error);
}

ATTACK(act_from_nowhere) {
  agon_error error{};
  moment.session->act(moment.session, {nullptr, moment.action->size}, nullptr, &error);
}

ATTACK(ask_for_odd_extensions) {
  for (const std::string& id : {std::string(), std::string("agon.unknown/9"), std::string(1 << 20, 'x')})
    must_fail(moment.session->host->extension(moment.session->host, id.c_str()) != nullptr, "the host has everything");
}

/// Its time and its seat, as the host told it: its own copy.
ATTACK(cheat_at_limits) {
  auto& session = *const_cast<agon_session*>(moment.session);
  session.limits.cpu_ns = session.limits.turn_cpu_ns = session.limits.wall_ns = session.limits.memory_bytes = INT64_MAX;
  session.seat = 1 - session.seat;
}

ATTACKS(answers) = {
    {"size_huge", [](Moment& moment) { moment.action->size = UINT64_MAX; }},
    {"size_negative", [](Moment& moment) { moment.action->size = static_cast<std::uint64_t>(INT64_MIN); }},
    {"size_one_too_many", [](Moment& moment) { moment.action->size = moment.action->capacity + 1; }},
    {"size_zero", [](Moment& moment) { moment.action->size = 0; }},
    {"fail_silently", [](Moment& moment) { moment.status = AGON_FAILED; }},
    {"status_unknown", [](Moment& moment) { moment.status = 12345; }},
    {"status_turn_over", [](Moment& moment) { moment.status = AGON_TURN_OVER; }},
};

}  // namespace

}  // namespace hostile
