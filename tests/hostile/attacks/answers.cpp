// Answers that are none, and calls of the session that nobody should make.
#include "tests/hostile/attacks/attack.hpp"

#include <cstdint>
#include <cstring>
#include <string>

namespace hostile {

namespace {

void size_huge(Moment& moment) {
  moment.action->size = UINT64_MAX;
}

void size_negative(Moment& moment) {
  moment.action->size = static_cast<std::uint64_t>(INT64_MIN);
}

void size_one_too_many(Moment& moment) {
  moment.action->size = moment.action->capacity + 1;
}

void size_zero(Moment& moment) {
  moment.action->size = 0;
}

void garbage(Moment& moment) {
  std::memset(moment.action->data, 0xA5, moment.action->capacity);
  moment.action->size = moment.action->capacity;
}

/// Another place than the one that it was told.
void answer_elsewhere(Moment& moment) {
  static std::int64_t room = -1;
  moment.action->data = &room;
  moment.action->capacity = UINT64_MAX;
}

void fail_silently(Moment& moment) {
  moment.status = AGON_FAILED;
}

void fail_without_end(Moment& moment) {
  std::memset(moment.error->text, 'x', sizeof moment.error->text);
  moment.status = AGON_FAILED;
}

void fail_in_control_characters(Moment& moment) {
  std::strncpy(moment.error->text, "\x1b[2J\x1b[31mhost:\nall is well\r\xff", sizeof moment.error->text - 1);
  moment.status = AGON_FAILED;
}

void status_unknown(Moment& moment) {
  moment.status = 12345;
}

void status_turn_over(Moment& moment) {
  moment.status = AGON_TURN_OVER;
}

/// The options were good enough for the matches before.
void status_bad_setting(Moment& moment) {
  std::strncpy(moment.error->text, "I don't like my options any more", sizeof moment.error->text - 1);
  moment.status = AGON_BAD_SETTING;
}

void status_unsupported(Moment& moment) {
  std::strncpy(moment.error->text, "this match is beyond me", sizeof moment.error->text - 1);
  moment.status = AGON_UNSUPPORTED;
}

/// In create() and destroy(): there is no turn to act in.
void act_outside_turn(Moment& moment) {
  const std::int64_t move = 0;
  agon_error error{};
  const agon_status status = moment.session->act(moment.session, {&move, sizeof move}, nullptr, &error);
  must_fail(status == AGON_OK || status == AGON_TURN_OVER, "it acted outside its turn");
}

/// The one move of its turn, and then some more.
void act_again(Moment& moment) {
  for (int time = 0; time < 100; ++time) {
    agon_error error{};
    moment.session->act(moment.session, {moment.action->data, moment.action->size}, nullptr, &error);
  }
}

void act_for_ever(Moment& moment) {
  while (hidden(true))
    moment.session->act(moment.session, {moment.action->data, moment.action->size}, nullptr, nullptr);
}

void act_huge(Moment& moment) {
  agon_error error{};
  moment.session->act(moment.session, {moment.action->data, UINT64_MAX}, nullptr, &error);
}

void act_from_nowhere(Moment& moment) {
  agon_error error{};
  moment.session->act(moment.session, {nullptr, moment.action->size}, nullptr, &error);
}

void ask_for_odd_extensions(Moment& moment) {
  for (const std::string& id : {std::string(), std::string("agon.unknown/9"), std::string(1 << 20, 'x')})
    must_fail(moment.session->host->extension(moment.session->host, id.c_str()) != nullptr, "the host has everything");
}

/// Its time and its seat, as the host told it: its own copy.
void cheat_at_limits(Moment& moment) {
  auto& session = *const_cast<agon_session*>(moment.session);
  session.limits.cpu_ns = session.limits.turn_cpu_ns = session.limits.wall_ns = session.limits.memory_bytes = INT64_MAX;
  session.seat = 1 - session.seat;
}

}  // namespace

std::span<const Attack> answers() {
  static constexpr Attack all[] = {
      {"size_huge", size_huge},
      {"size_negative", size_negative},
      {"size_one_too_many", size_one_too_many},
      {"size_zero", size_zero},
      {"garbage", garbage},
      {"answer_elsewhere", answer_elsewhere},
      {"fail_silently", fail_silently},
      {"fail_without_end", fail_without_end},
      {"fail_in_control_characters", fail_in_control_characters},
      {"status_unknown", status_unknown},
      {"status_turn_over", status_turn_over},
      {"status_bad_setting", status_bad_setting},
      {"status_unsupported", status_unsupported},
      {"act_outside_turn", act_outside_turn},
      {"act_again", act_again},
      {"act_for_ever", act_for_ever},
      {"act_huge", act_huge},
      {"act_from_nowhere", act_from_nowhere},
      {"ask_for_odd_extensions", ask_for_odd_extensions},
      {"cheat_at_limits", cheat_at_limits},
  };
  return all;
}

}  // namespace hostile
