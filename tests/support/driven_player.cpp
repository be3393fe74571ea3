#include "tests/support/driven_player.hpp"

#include <agon/ext/log.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <string_view>

namespace support {

namespace {

DrivenPlayer& player(const agon_session* session) {
  return *static_cast<DrivenPlayer*>(session->host->data);
}

agon_limits limits_of(const agon_game_type& game, const Seating& seating) {
  agon_limits limits = game.limits;
  limits.cpu_ns = seating.cpu_ns.value_or(limits.cpu_ns);
  limits.threads = std::max(limits.threads, 1U);
  return limits;
}

}  // namespace

DrivenPlayer::DrivenPlayer(const agon_game_type& game, const agon_strategy_type& type, const Seating& seating)
    : type_(type),
      library_{&game},
      values_(seating.options),
      options_(settings({type.options, type.option_count}, values_)) {
  session_ = {.host = &host_,
              .game = game.id,
              .protocol = game.protocol,
              .seat = seating.seat,
              .seats = static_cast<std::int32_t>(game.max_seats),
              .seed = seating.seed,
              .limits = limits_of(game, seating),
              .option_count = type.option_count,
              .reserved = 0,
              .options = options_.data(),
              .act = [](const agon_session* session, agon_bytes action, agon_buffer* reply,
                        agon_error* error) { return player(session).act(action, reply, error); },
              .time_left_ns = [](const agon_session*) { return std::numeric_limits<std::int64_t>::max(); },
              .turn_left_ns = [](const agon_session*) { return std::numeric_limits<std::int64_t>::max(); },
              .should_stop = [](const agon_session*) { return std::int32_t{0}; }};
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

const void* DrivenPlayer::extension(const agon_host* owner, const char* id) {
  if (std::string_view(id) == AGON_GAME_LIBRARY) return &static_cast<const DrivenPlayer*>(owner->data)->library_;
  static constexpr agon_log log = {[](const agon_host* host, agon_bytes line) {
    static_cast<DrivenPlayer*>(host->data)->log_.emplace_back(static_cast<const char*>(line.data), line.size);
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
