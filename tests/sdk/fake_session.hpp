// A host for one strategy, as the C ABI shows it.
#pragma once

#include <agon/ext/log.h>
#include <agon/strategy.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace fake {

struct Host {
  agon_status act_answer = AGON_OK;
  std::string act_text;
  std::vector<std::int32_t> acted;
  std::int64_t time_left = 1234;
  std::int32_t stop = 0;
  bool has_log = true;
  std::vector<std::string> log;
};

inline Host& host(const agon_session* session) {
  return *static_cast<Host*>(session->host);
}

inline agon_status act(const agon_session* session, agon_bytes action, agon_buffer* reply, agon_error* error) {
  std::int32_t number = 0;
  std::memcpy(&number, action.data, sizeof number);
  host(session).acted.push_back(number);
  if (reply != nullptr) reply->size = 0;
  std::strncpy(error->text, host(session).act_text.c_str(), sizeof error->text - 1);
  return host(session).act_answer;
}

inline const void* extension(const agon_session* session, const char* id) {
  static constexpr agon_log log = {[](const agon_session* owner, agon_bytes text) {
    host(owner).log.emplace_back(static_cast<const char*>(text.data), text.size);
  }};
  return host(session).has_log && std::strcmp(id, AGON_LOG) == 0 ? &log : nullptr;
}

inline constexpr std::array<agon_setting, 1> options = {{{"depth", "4"}}};

inline agon_session session(Host& owner) {
  return {.host = &owner,
          .game = "numbers",
          .protocol = "numbers/1",
          .seat = 1,
          .seats = 2,
          .seed = 42,
          .limits = {10, 20},
          .option_count = options.size(),
          .reserved = 0,
          .options = options.data(),
          .act = act,
          .time_left_ns = [](const agon_session* raw) { return host(raw).time_left; },
          .should_stop = [](const agon_session* raw) { return host(raw).stop; },
          .extension = extension};
}

}  // namespace fake
