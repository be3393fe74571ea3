#include "host/worker/served_strategy.hpp"

#include "host/session/guarded.hpp"
#include "host/session/session.hpp"
#include "host/worker/heap.hpp"
#include "host/worker/room.hpp"
#include "host/worker/served_game.hpp"

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

/// Returns the CPU time that instances are told for each query of the time. After 1000 queries, their time is up.
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

/// The parameters that the checker sets for an instance. The order of the fields is that of the request.
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
  bool has_log;         // whether the session offers extensions, such as agon.log/1
  std::uint64_t moody;  // not 0: should_stop() sometimes returns 1, at random from this seed
  std::vector<std::string> options;
};

}  // namespace

class ServedStrategy::Instance final : private SessionHost {
 public:
  Instance(const agon_strategy_type& type, const agon_game_type* game, const Ask& ask, Place place);

  agon_status create(agon_error& error);
  void turn(std::string_view observation, Writer& answer);
  void destroy() { session_.destroy(); }
  [[nodiscard]] bool made() const { return session_.exists(); }

 private:
  agon_status act(agon_bytes action, agon_bytes& reply, agon_error& error) override;
  void log(agon_bytes /*line*/) override {}
  [[nodiscard]] std::int64_t cpu_ns() override { return used_ns_.fetch_add(question_ns_) + question_ns_; }
  [[nodiscard]] bool wants_stop() override;

  const agon_strategy_type& type_;
  const agon_game_type* const game_;
  const Ask& ask_;
  const Place place_;
  std::mutex guard_;  // of moods_
  agon::Random moods_;
  const std::int64_t question_ns_;
  std::atomic<std::int64_t> used_ns_ = 0;  // CPU time, as told to the instance
  Session session_{*this};
  std::string revealed_;
  Room observation_;
  Room action_;
};

ServedStrategy::Instance::Instance(const agon_strategy_type& type, const agon_game_type* game, const Ask& ask,
                                   Place place)
    : type_(type),
      game_(game),
      ask_(ask),
      place_(std::move(place)),
      moods_(place_.moody),
      question_ns_(time_of_question(place_.limits)),
      observation_(place_.observation_capacity, place_.conditions.borders),
      action_(place_.action_capacity, place_.conditions.borders) {}

agon_status ServedStrategy::Instance::create(agon_error& error) {
  if (place_.conditions.dirt) {
    fill_free_memory(*place_.conditions.dirt);
    fill_stack(*place_.conditions.dirt);
  }
  return session_.create(type_,
                         {.game = place_.game.c_str(),
                          .protocol = place_.protocol.c_str(),
                          .seat = place_.seat,
                          .seats = place_.seats,
                          .seed = place_.seed,
                          .limits = place_.limits,
                          .action_capacity = place_.action_capacity,
                          .options = &place_.options,
                          .game_type = game_,
                          .began_ns = 0,
                          .clocked_threads = 0,
                          .has_extensions = place_.has_log},
                         error);
}

void ServedStrategy::Instance::turn(std::string_view observation, Writer& answer) {
  const agon_bytes shown = observation_.hold(observation.data(), observation.size());
  agon_buffer action = action_.buffer();
  action.capacity = place_.action_capacity;
  agon_error error{};
  if (place_.conditions.dirt) fill_stack(*place_.conditions.dirt);
  const agon_status status = session_.turn(shown, action, error);
  session_.end_turn();
  answer.number(status);
  write_buffer(action, answer);
  write_error(error, answer);
}

agon_status ServedStrategy::Instance::act(agon_bytes action, agon_bytes& reply, agon_error& error) {
  Writer acts;
  acts.number(Reply::acts);
  acts.text({static_cast<const char*>(action.data), action.size});
  Reader ruling(ask_(acts));
  ruling.number<Call>();
  const auto status = ruling.number<agon_status>();
  revealed_ = ruling.text();
  reply = {revealed_.data(), revealed_.size()};
  if (status != AGON_OK) say(error, ruling.text());
  return status;
}

bool ServedStrategy::Instance::wants_stop() {
  constexpr std::uint64_t rarely = 20;
  if (place_.moody == 0) return false;
  const std::lock_guard lock(guard_);
  return moods_.below(rarely) == 0;
}

ServedStrategy::ServedStrategy(const agon_strategy_type& type, const agon_game_type* game, Ask ask)
    : type_(type), game_(game), ask_(std::move(ask)) {}

void ServedStrategy::answer(Call call, Reader& request, Writer& answer) {
  if (call == Call::create_instance) {  // see Place; answers the status, the instance (0: none), the error
    auto instance = std::make_unique<Instance>(type_, game_, ask_, Place(request));
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
