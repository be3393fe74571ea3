#include "tests/support/driven_player.hpp"

#include <agon/ext/log.h>

#include <doctest/doctest.h>

#include <cstring>
#include <limits>
#include <string_view>

namespace support {

namespace {

DrivenPlayer& player(const agon_session* session) {
  return *static_cast<DrivenPlayer*>(session->host);
}

}  // namespace

DrivenPlayer::DrivenPlayer(const agon_game_type& game, const agon_strategy_type& type, const Seating& seating)
    : type_(type), values_(seating.options), options_(settings({type.options, type.option_count}, values_)) {
  session_ = {.host = this,
              .game = game.id,
              .protocol = game.protocol,
              .seat = seating.seat,
              .seats = static_cast<std::int32_t>(game.max_seats),
              .seed = seating.seed,
              .limits = {seating.cpu_ns.value_or(game.limits.cpu_ns), game.limits.memory_bytes},
              .option_count = type.option_count,
              .reserved = 0,
              .options = options_.data(),
              .act = [](const agon_session* session, agon_bytes action, agon_buffer* reply,
                        agon_error* error) { return player(session).act(action, reply, error); },
              .time_left_ns = [](const agon_session*) { return std::numeric_limits<std::int64_t>::max(); },
              .should_stop = [](const agon_session*) { return std::int32_t{0}; },
              .extension = extension};
  agon_error error{};
  const agon_status status = type_.create(&session_, &self_, &error);
  require_ok({status, error.text});
}

DrivenPlayer::~DrivenPlayer() {
  type_.destroy(self_);
}

agon_status DrivenPlayer::act(agon_bytes /*action*/, agon_buffer* /*reply*/, agon_error* error) {
  if (error != nullptr) std::strcpy(error->text, "there is no match behind this session");
  return AGON_FAILED;
}

const void* DrivenPlayer::extension(const agon_session* /*session*/, const char* id) {
  static constexpr agon_log log = {[](const agon_session* session, agon_bytes line) {
    player(session).log_.emplace_back(static_cast<const char*>(line.data), line.size);
  }};
  return std::string_view(id) == AGON_LOG ? &log : nullptr;
}

Answer DrivenPlayer::turn_into(agon_bytes observation, agon_buffer& action) {
  agon_error error{};
  const agon_status status = type_.turn(self_, observation, &action, &error);
  return {status, error.text};
}

Answer DrivenPlayer::turn_into(agon_bytes observation, void* action, std::size_t size) {
  agon_buffer room = {action, size, 0};
  Answer answer = turn_into(observation, room);
  if (answer.status == AGON_OK) REQUIRE(room.size == size);
  return answer;
}

}  // namespace support
