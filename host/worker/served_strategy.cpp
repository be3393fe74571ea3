#include "host/worker/served_strategy.hpp"

#include "host/plugin/creation.hpp"
#include "host/seat/cpu_budget.hpp"
#include "host/worker/heap.hpp"
#include "host/worker/room.hpp"
#include "host/worker/served_game.hpp"

#include <agon/ext/log.h>
#include <agon/random.hpp>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace host::worker {

namespace {

using validate::Call;
using validate::Reader;
using validate::Reply;
using validate::Writer;

/// The CPU time that a question takes, as instances are told: who asks a thousand times finds that its time is up.
std::int64_t time_of_question(const agon_limits& limits) {
  constexpr std::int64_t questions = 1000;
  const std::int64_t least = limits.cpu_ns > 0 && limits.turn_cpu_ns > 0 ? std::min(limits.cpu_ns, limits.turn_cpu_ns)
                                                                         : std::max(limits.cpu_ns, limits.turn_cpu_ns);
  return least / questions;
}

agon_limits read_limits(Reader& from) {
  const std::string_view bytes = from.text();
  agon_limits limits{};
  std::memcpy(&limits, bytes.data(), std::min(bytes.size(), sizeof limits));
  return limits;
}

void refuse(agon_error* error, const char* sentence) {
  if (error != nullptr) std::strncpy(error->text, sentence, sizeof error->text - 1);
}

/// What the checker says of an instance before it is made; the order of the fields is that of the request.
struct Place {
  explicit Place(Reader& from)
      : seat(from.number<std::int32_t>()),
        seats(from.number<std::int32_t>()),
        seed(from.number<std::uint64_t>()),
        game(from.text()),
        protocol(from.text()),
        limits(read_limits(from)),
        observation_capacity(from.number<std::uint64_t>()),
        action_capacity(from.number<std::uint64_t>()),
        reply_capacity(from.number<std::uint64_t>()),
        conditions(read_conditions(from)),
        has_log(from.number<std::uint8_t>() != 0),
        moody(from.number<std::uint64_t>()) {
    while (from.more()) options.emplace_back(from.text());
  }

  std::int32_t seat;
  std::int32_t seats;
  std::uint64_t seed;
  std::string game;
  std::string protocol;
  agon_limits limits;
  std::uint64_t observation_capacity;
  std::uint64_t action_capacity;
  std::uint64_t reply_capacity;
  Conditions conditions;
  bool has_log;         // agon.log/1; without it extension() has nothing at all
  std::uint64_t moody;  // not 0: should_stop() says 1 now and then, as drawn from it
  std::vector<std::string> options;
};

}  // namespace

class ServedStrategy::Instance {
 public:
  Instance(const agon_strategy_type& type, const Ask& ask, Place place);
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;
  ~Instance() = default;

  agon_status create(agon_error& error);
  void turn(std::string_view observation, Writer& answer);
  void destroy() { type_.destroy(std::exchange(self_, nullptr)); }
  [[nodiscard]] bool made() const { return self_ != nullptr; }

 private:
  static Instance& of(const agon_host* host) { return *static_cast<Instance*>(host->data); }
  static Instance& of(const agon_session* session) { return of(session->host); }
  static const void* extension(const agon_host* host, const char* id);
  agon_status act(agon_bytes action, agon_buffer* reply, agon_error* error);
  // From any thread.
  std::int64_t now_ns() { return used_ns_.fetch_add(question_ns_) + question_ns_; }
  std::int64_t time_left_ns() { return budget_.match_left_ns(now_ns()); }
  std::int64_t turn_left_ns() { return budget_.turn_left_ns(now_ns()); }
  std::int32_t should_stop();

  const agon_strategy_type& type_;
  const Ask& ask_;
  const Place place_;
  std::vector<agon_setting> options_;
  const agon_host host_ = {this, extension};
  agon_session session_{};
  void* self_ = nullptr;
  bool in_turn_ = false;
  std::mutex guard_;  // of moods_
  agon::Random moods_;
  const std::int64_t question_ns_;
  std::atomic<std::int64_t> used_ns_ = 0;  // CPU time, as the instance is told
  CpuBudget budget_;
  Room observation_;
  Room action_;
};

ServedStrategy::Instance::Instance(const agon_strategy_type& type, const Ask& ask, Place place)
    : type_(type),
      ask_(ask),
      place_(std::move(place)),
      moods_(place_.moody),
      question_ns_(time_of_question(place_.limits)),
      observation_(place_.observation_capacity, place_.conditions.borders),
      action_(place_.action_capacity, place_.conditions.borders) {
  for (std::uint32_t index = 0; index < type.option_count; ++index)
    options_.push_back({type.options[index].name, place_.options.at(index).c_str()});
  budget_.begin(place_.limits, 0);
  session_ = {.host = &host_,
              .game = place_.game.c_str(),
              .protocol = place_.protocol.c_str(),
              .seat = place_.seat,
              .seats = place_.seats,
              .seed = place_.seed,
              .limits = place_.limits,
              .option_count = static_cast<std::uint32_t>(options_.size()),
              .reserved = 0,
              .options = options_.data(),
              .act = [](const agon_session* s, agon_bytes action, agon_buffer* reply,
                        agon_error* error) { return of(s).act(action, reply, error); },
              .time_left_ns = [](const agon_session* s) { return of(s).time_left_ns(); },
              .turn_left_ns = [](const agon_session* s) { return of(s).turn_left_ns(); },
              .should_stop = [](const agon_session* s) { return of(s).should_stop(); }};
}

const void* ServedStrategy::Instance::extension(const agon_host* host, const char* id) {
  static constexpr agon_log log = {[](const agon_host*, agon_bytes) {}};
  return of(host).place_.has_log && id != nullptr && std::strcmp(id, AGON_LOG) == 0 ? &log : nullptr;
}

agon_status ServedStrategy::Instance::create(agon_error& error) {
  if (place_.conditions.dirt) {
    fill_free_memory(*place_.conditions.dirt);
    fill_stack(*place_.conditions.dirt);
  }
  agon_status status = type_.create(&session_, &self_, &error);
  status = checked_creation(status, self_, "an instance", error);
  if (status != AGON_OK) self_ = nullptr;
  return status;
}

void ServedStrategy::Instance::turn(std::string_view observation, Writer& answer) {
  const agon_bytes shown = observation_.hold(observation.data(), observation.size());
  agon_buffer action = action_.buffer();
  action.capacity = place_.action_capacity;
  agon_error error{};
  if (place_.conditions.dirt) fill_stack(*place_.conditions.dirt);
  budget_.begin_turn(used_ns_);
  in_turn_ = true;
  const agon_status status = type_.turn(self_, shown, &action, &error);
  in_turn_ = false;
  budget_.end_turn();
  answer.number(status);
  write_buffer(action, answer);
  write_error(error, answer);
}

agon_status ServedStrategy::Instance::act(agon_bytes action, agon_buffer* reply, agon_error* error) {
  if (!in_turn_) {
    refuse(error, "act() may only be called inside turn()");
    return AGON_FAILED;
  }
  Writer acts;
  acts.number(Reply::acts);
  const std::uint64_t size = action.size <= place_.action_capacity ? action.size : 0;  // what is too long is no action
  acts.text({static_cast<const char*>(action.data), size});
  Reader ruling(ask_(acts));
  ruling.number<Call>();
  const auto status = ruling.number<agon_status>();
  const std::string_view revealed = ruling.text();
  if (reply != nullptr) {
    reply->size = std::min<std::uint64_t>(revealed.size(), reply->capacity);
    if (reply->size > 0) std::memcpy(reply->data, revealed.data(), reply->size);
  }
  if (status != AGON_OK) refuse(error, std::string(ruling.text()).c_str());
  return status;
}

std::int32_t ServedStrategy::Instance::should_stop() {
  constexpr std::uint64_t rarely = 20;
  if (place_.moody != 0) {
    const std::lock_guard lock(guard_);
    if (moods_.below(rarely) == 0) return 1;
  }
  return turn_left_ns() <= 0 ? 1 : 0;
}

ServedStrategy::ServedStrategy(const agon_strategy_type& type, Ask ask) : type_(type), ask_(std::move(ask)) {}

void ServedStrategy::answer(Call call, Reader& request, Writer& answer) {
  if (call == Call::create_instance) {  // see Place; answers the status, the instance (0: none), the error
    auto instance = std::make_unique<Instance>(type_, ask_, Place(request));
    agon_error error{};
    answer.number(instance->create(error));
    answer.number(instance->made() ? reinterpret_cast<std::uintptr_t>(instance.release()) : 0);
    return write_error(error, answer);
  }
  auto* const instance = reinterpret_cast<Instance*>(request.number<std::uintptr_t>());
  if (call == Call::turn_instance)  // the instance, the observation; answers the status, the action, the error
    return instance->turn(request.text(), answer);
  const std::unique_ptr<Instance> ended(instance);  // the instance
  ended->destroy();
}

}  // namespace host::worker
