#include "host/validate/instance.hpp"

#include "host/failure.hpp"
#include "host/match/outcome.hpp"
#include "host/seat/channel.hpp"
#include "host/validate/apart.hpp"
#include "host/validate/heap.hpp"

#include <agon/ext/log.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace host::validate {

namespace {

using channel::Phase;

// Who asks a thousand times finds that its time is up.
constexpr std::int64_t questions = 1000;

/// Says which function of the plugin is called, as long as it lives.
class Calling {
 public:
  explicit Calling(Phase phase) { now(phase); }
  Calling(const Calling&) = delete;
  Calling& operator=(const Calling&) = delete;
  ~Calling() { now(Phase::ready); }
};

void refuse(agon_error* error, const char* sentence) {
  if (error != nullptr) std::strncpy(error->text, sentence, sizeof error->text - 1);
}

/// Leaves this on the stack, for whoever reads a variable there before he has written it.
[[gnu::noinline]] void fill_stack(std::uint8_t with) {
  volatile std::uint8_t room[1 << 15];
  for (volatile std::uint8_t& each : room) each = with;
}

}  // namespace

Instance::Instance(const agon_strategy_type& type, const Game& game, Place place)
    : type_(type),
      game_(game),
      place_(std::move(place)),
      moods_(place_.services.moody),
      time_left_ns_(game.description.limits.cpu_ns),
      observation_(game.type->observation_capacity, place_.services.borders),
      action_(game.type->action_capacity, place_.services.borders),
      inside_(game.type->action_capacity, false),
      reply_(game.type->reply_capacity, false) {
  for (std::uint32_t index = 0; index < type.option_count; ++index)
    options_.push_back({type.options[index].name, place_.options.at(index).c_str()});
  agon_limits limits = game.description.limits;
  if (!place_.services.limited) limits.cpu_ns = 0;
  session_ = {.host = this,
              .game = game.description.id.c_str(),
              .protocol = game.description.protocol.c_str(),
              .seat = place_.seat,
              .seats = place_.seats,
              .seed = place_.seed,
              .limits = limits,
              .option_count = static_cast<std::uint32_t>(options_.size()),
              .reserved = 0,
              .options = options_.data(),
              .act = [](const agon_session* s, agon_bytes action, agon_buffer* reply,
                        agon_error* error) { return of(s).act(action, reply, error); },
              .time_left_ns = [](const agon_session* s) { return of(s).time_left_ns(); },
              .should_stop = [](const agon_session* s) { return of(s).should_stop(); },
              .extension = [](const agon_session* s, const char* id) -> const void* {
                static constexpr agon_log log = {[](const agon_session*, agon_bytes) {}};
                return of(s).place_.services.log && id != nullptr && std::strcmp(id, AGON_LOG) == 0 ? &log : nullptr;
              }};
}

Instance::~Instance() {
  destroy();
}

agon_status Instance::create() {
  const Calling calling(Phase::creating);
  if (place_.services.dirt) {
    fill_free_memory(*place_.services.dirt);
    fill_stack(*place_.services.dirt);
  }
  error_.text[0] = '\0';
  const agon_status status = type_.create(&session_, &self_, &error_);
  if (status != AGON_OK) {
    self_ = nullptr;
    return status;
  }
  if (self_ != nullptr) return AGON_OK;
  refuse(&error_, "create() returned AGON_OK and no instance");
  return AGON_FAILED;
}

void Instance::destroy() {
  if (self_ == nullptr) return;
  const Calling calling(Phase::destroying);
  type_.destroy(std::exchange(self_, nullptr));
}

std::string Instance::said() const {
  return sentence(error_, "");
}

std::int64_t Instance::time_left_ns() {
  if (!place_.services.limited || game_.description.limits.cpu_ns == 0) return INT64_MAX;
  time_left_ns_ -= game_.description.limits.cpu_ns / questions;
  return time_left_ns_;
}

std::int32_t Instance::should_stop() {
  constexpr std::uint64_t rarely = 20;
  if (place_.services.moody != 0 && moods_.below(rarely) == 0) return 1;
  return time_left_ns() <= 0 ? 1 : 0;
}

/// The action reaches the game. Returns what it said against it.
std::string Instance::apply(GameState& state, const std::string& action) {
  agon_error error{};
  Room room(game_.type->action_capacity, false);
  actions_->push_back(action);
  if (state.act(place_.seat, room.hold(action.data(), action.size()), nullptr, error) == AGON_OK) return {};
  return "illegal: " + sentence(error, "the game gave no reason");
}

agon_status Instance::act(agon_bytes action, agon_buffer* reply, agon_error* error) {
  agon_error unwanted{};
  if (error == nullptr) error = &unwanted;
  if (state_ == nullptr) {
    refuse(error, "act() may only be called inside turn()");
    fault_ = "it called act() outside its turn";
    return AGON_FAILED;
  }
  if (over_ || !fault_.empty()) return AGON_TURN_OVER;
  const std::uint64_t size = action.size <= game_.type->action_capacity ? action.size : 0;
  actions_->emplace_back(static_cast<const char*>(action.data), size);
  try {
    agon_buffer answer = reply_.buffer();
    if (state_->act(place_.seat, inside_.hold(action.data, size), &answer, *error) != AGON_OK) {
      fault_ = "illegal: " + sentence(*error, "the game gave no reason");
      return AGON_ILLEGAL;
    }
    if (reply != nullptr) {
      reply->size = std::min({answer.size, answer.capacity, reply->capacity});
      if (reply->size > 0) std::memcpy(reply->data, answer.data, reply->size);
    }
    over_ = state_->to_move() != place_.seat;
  } catch (const Failure& failure) {
    fault_ = failure.what();
    over_ = true;
  }
  return over_ ? AGON_TURN_OVER : AGON_OK;
}

std::string Instance::turn(GameState& state, std::vector<std::string>& actions) {
  Room seen(game_.type->observation_capacity, false);
  agon_buffer observation = seen.buffer();
  state.observe(place_.seat, observation);
  const agon_bytes shown = observation_.hold(observation.data, observation.size);
  agon_buffer answer = action_.buffer();
  error_.text[0] = '\0';
  fault_.clear();
  over_ = false;
  state_ = &state;
  actions_ = &actions;
  agon_status status = AGON_OK;
  {
    const Calling calling(Phase::thinking);
    if (place_.services.dirt) fill_stack(*place_.services.dirt);
    status = type_.turn(self_, shown, &answer, &error_);
  }
  state_ = nullptr;
  if (!fault_.empty()) return fault_;
  if (status != AGON_OK) {
    const std::string why = said();
    return "turn() failed with status " + std::to_string(status) + (why.empty() ? ", and gave no reason" : ": " + why);
  }
  if (over_) return {};
  if (answer.size > answer.capacity) return "it answered more bytes than an action may have";
  return apply(state, std::string(static_cast<const char*>(answer.data), answer.size));
}

}  // namespace host::validate
