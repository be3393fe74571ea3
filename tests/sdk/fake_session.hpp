// A host for one strategy, as the C ABI shows it.
#pragma once

#include <agon/ext/analysis.h>
#include <agon/ext/candidates.h>
#include <agon/ext/log.h>
#include <agon/strategy.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace fake {

inline const void* extension(const agon_host* raw, const char* id);

struct Host {
  agon_status act_answer = AGON_OK;
  std::string act_text;
  std::vector<std::int32_t> acted;
  std::int64_t time_left = 1234;
  std::int64_t turn_left = 567;
  std::int32_t stop = 0;
  bool has_log = true;
  std::vector<std::string> log;
  std::vector<std::string> reports;     // "value unit depth nodes line"
  std::vector<std::string> candidates;  // "number share"
  agon_host raw = {this, extension};
};

inline Host& host(const agon_host* raw) {
  return *static_cast<Host*>(raw->data);
}

inline Host& host(const agon_session* session) {
  return host(session->host);
}

inline agon_status act(const agon_session* session, agon_bytes action, agon_buffer* reply, agon_error* error) {
  std::int32_t number = 0;
  std::memcpy(&number, action.data, sizeof number);
  host(session).acted.push_back(number);
  if (reply != nullptr) reply->size = 0;
  std::strncpy(error->text, host(session).act_text.c_str(), sizeof error->text - 1);
  return host(session).act_answer;
}

inline const void* extension(const agon_host* raw, const char* id) {
  static constexpr agon_log log = {[](const agon_host* owner, agon_bytes text) {
    host(owner).log.emplace_back(static_cast<const char*>(text.data), text.size);
  }};
  static constexpr agon_analysis analysis = {[](const agon_host* owner, const agon_evaluation* each) {
    host(owner).reports.push_back(std::to_string(each->value) + " " + std::to_string(each->unit) + " " +
                                  std::to_string(each->depth) + " " + std::to_string(each->nodes) + " " +
                                  std::string(static_cast<const char*>(each->line.data), each->line.size));
  }};
  static constexpr agon_candidates candidates = {
      [](const agon_host* owner, const agon_candidate* all, std::uint64_t count) {
        for (std::uint64_t each = 0; each < count; ++each) {
          std::int32_t number = 0;
          std::memcpy(&number, all[each].action.data, sizeof number);
          host(owner).candidates.push_back(std::to_string(number) + " " + std::to_string(all[each].share));
        }
      }};
  if (!host(raw).has_log) return nullptr;
  if (std::strcmp(id, AGON_LOG) == 0) return &log;
  if (std::strcmp(id, AGON_ANALYSIS) == 0) return &analysis;
  return std::strcmp(id, AGON_CANDIDATES) == 0 ? &candidates : nullptr;
}

inline constexpr std::array<agon_setting, 1> options = {{{"depth", "4"}}};

inline agon_session session(Host& owner) {
  agon_limits limits{};
  limits.cpu_ns = 10;
  limits.memory_bytes = 20;
  limits.threads = 3;
  return {.host = &owner.raw,
          .game = "numbers",
          .protocol = "numbers/1",
          .seat = 1,
          .seats = 2,
          .seed = 42,
          .limits = limits,
          .option_count = options.size(),
          .reserved = 0,
          .options = options.data(),
          .act = act,
          .time_left_ns = [](const agon_session* raw) { return host(raw).time_left; },
          .turn_left_ns = [](const agon_session* raw) { return host(raw).turn_left; },
          .should_stop = [](const agon_session* raw) { return host(raw).stop; }};
}

}  // namespace fake
