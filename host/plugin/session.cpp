#include "host/plugin/session.hpp"

#include "host/plugin/library.hpp"

#include <agon/ext/host.h>
#include <agon/plugin.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace host {

const void* host_info(const char* id) {
  static constexpr agon_host_info info = {"agon", AGON_VERSION, AGON_ABI_MAJOR, AGON_ABI_MINOR};
  return std::strcmp(id, AGON_HOST_INFO) == 0 ? &info : nullptr;
}

agon_status Session::create(const agon_strategy_type& type, const SessionStart& start, agon_error& error) {
  type_ = &type;
  self_ = nullptr;
  start_ = start;
  budget_.begin(start.limits, start.began_ns);
  game_.game = start.game_type;
  options_.clear();
  for (std::uint32_t index = 0; index < type.option_count; ++index)
    options_.push_back({type.options[index].name, start.options->at(index).c_str()});
  services_ = {this, extension};
  session_ = {.host = &services_,
              .game = start.game,
              .protocol = start.protocol,
              .seat = start.seat,
              .seats = start.seats,
              .seed = start.seed,
              .limits = start.limits,
              .option_count = static_cast<std::uint32_t>(options_.size()),
              .reserved = 0,
              .options = options_.data(),
              .act = [](const agon_session* session, agon_bytes action, agon_buffer* reply,
                        agon_error* refusal) { return of(session).act(action, reply, refusal); },
              .time_left_ns = [](const agon_session* session) { return of(session).time_left_ns(); },
              .turn_left_ns = [](const agon_session* session) { return of(session).turn_left_ns(); },
              .should_stop = [](const agon_session* session) { return of(session).should_stop() ? 1 : 0; }};
  void* made = nullptr;
  agon_status status = type.create(&session_, &made, &error);
  status = checked_creation(status, made, "an instance", error);
  if (status == AGON_OK) self_ = made;
  return status;
}

void Session::destroy() {
  if (self_ != nullptr) type_->destroy(std::exchange(self_, nullptr));
}

const void* Session::extension(const agon_host* host, const char* id) {
  static constexpr agon_log log = {[](const agon_host* to, agon_bytes line) { of(to).host_.log(line); }};
  static constexpr agon_analysis analysis = {
      [](const agon_host* to, const agon_evaluation* evaluation) { of(to).report(*evaluation); }};
  static constexpr agon_candidates candidates = {
      [](const agon_host* to, const agon_candidate* all, std::uint64_t count) {
        const Session& session = of(to);
        if (session.in_turn_) session.start_.candidates->store(all, count);
      }};
  const Session& session = of(host);
  if (id == nullptr) return nullptr;
  if (std::strcmp(id, AGON_LOG) == 0) return &log;
  if (std::strcmp(id, AGON_ANALYSIS) == 0 && session.start_.evaluation != nullptr) return &analysis;
  if (std::strcmp(id, AGON_CANDIDATES) == 0 && session.start_.candidates != nullptr) return &candidates;
  if (std::strcmp(id, AGON_GAME_LIBRARY) == 0 && session.game_.game != nullptr) return &session.game_;
  return host_info(id);
}

agon_status Session::act(agon_bytes action, agon_buffer* reply, agon_error* error) {
  agon_error unwanted{};
  if (error == nullptr) error = &unwanted;
  if (!in_turn_) {
    std::strncpy(error->text, "act() may only be called inside turn()", sizeof error->text - 1);
    return AGON_FAILED;
  }
  if (action.size > start_.action_capacity) action.size = 0;  // an oversized action counts as empty
  agon_bytes revealed{};
  const agon_status ruling = host_.act(action, revealed, *error);
  if (reply != nullptr) {
    reply->size = std::min(revealed.size, reply->capacity);
    if (reply->size > 0) std::memcpy(reply->data, revealed.data, reply->size);
  }
  return ruling;
}

std::int64_t Session::time_left_ns() const {
  return budget_.limits_match() ? budget_.match_left_ns(host_.cpu_ns()) : INT64_MAX;
}

std::int64_t Session::turn_left_ns() const {
  return budget_.is_limited() ? budget_.turn_left_ns(host_.cpu_ns()) : INT64_MAX;
}

bool Session::should_stop() {
  return host_.wants_stop() || budget_.is_used_up(start_.clocked_threads, [this] { return host_.cpu_ns(); });
}

}  // namespace host
