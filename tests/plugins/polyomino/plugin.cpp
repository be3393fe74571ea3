#include "plugin.hpp"

#include <agon/ext/usage.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>

namespace polyomino::test {

Match::Match(std::uint64_t seed, const Values& values)
    : support::Match<polyomino_observation, polyomino_action>(seed, values),
      room_(std::make_unique_for_overwrite<std::byte[]>(game().observation_capacity)) {}

std::string Match::act_bytes(agon_bytes action) {
  alignas(16) polyomino_reply reply{};
  agon_buffer buffer = {&reply, sizeof reply, 0};
  const support::Answer answer = DrivenMatch::act_bytes(action, &buffer);
  if (answer.status == AGON_OK) {
    REQUIRE(buffer.size == sizeof reply);
    reply_ = reply;
    return "";
  }
  REQUIRE_MESSAGE(answer.status == AGON_ILLEGAL, answer.text);
  REQUIRE(buffer.size == 0);
  REQUIRE(!answer.text.empty());
  return answer.text;
}

void Match::report_usage(std::int64_t cpu_us) {
  static_cast<const agon_usage*>(game().extension(AGON_USAGE))->report_usage(state(), 0, cpu_us);
}

const polyomino_observation& Match::observe() {
  agon_buffer buffer = {room_.get(), game().observation_capacity, 0};
  observe_into(buffer);
  const auto& seen = *reinterpret_cast<const polyomino_observation*>(room_.get());
  REQUIRE(buffer.size == static_cast<std::uint64_t>(seen.size));
  return seen;
}

std::string Match::observed() {
  const polyomino_observation& seen = observe();
  return {reinterpret_cast<const char*>(&seen), static_cast<std::size_t>(seen.size)};
}

Player::Player(const agon_strategy_type& type, Match& match, std::uint64_t seed, std::size_t acts)
    : DrivenPlayer(game(), type, {.seed = seed}), match_(match), acts_(acts) {}

agon_status Player::act(agon_bytes action, agon_buffer* reply, agon_error* error) {
  if (left_ == 0 || match_.over()) return AGON_TURN_OVER;
  trouble_ = match_.act_bytes(action);
  if (!trouble_.empty()) {
    if (error != nullptr) std::strncpy(error->text, trouble_.c_str(), sizeof error->text - 1);
    return AGON_ILLEGAL;
  }
  ++actions_;
  if (reply != nullptr) {
    reply->size = std::min<std::uint64_t>(sizeof(polyomino_reply), reply->capacity);
    std::memcpy(reply->data, &match_.reply(), reply->size);
  }
  return --left_ == 0 || match_.over() ? AGON_TURN_OVER : AGON_OK;
}

std::string Player::turn() {
  ++turns_;
  left_ = acts_;
  trouble_.clear();
  const polyomino_observation& seen = match_.observe();
  alignas(16) polyomino_action action{};
  agon_buffer buffer = {&action, sizeof action, 0};
  const support::Answer answer = turn_into({&seen, static_cast<std::uint64_t>(seen.size)}, buffer);
  if (!trouble_.empty()) return trouble_;
  if (answer.status != AGON_OK) return answer.text.empty() ? "(no reason)" : answer.text;
  if (left_ == 0 || match_.over()) return "";  // its turn has ended inside
  ++actions_;
  return match_.act_bytes({&action, buffer.size});
}

std::string Player::play() {
  std::string trouble;
  while (trouble.empty() && !match_.over()) trouble = turn();
  return trouble;
}

}  // namespace polyomino::test
