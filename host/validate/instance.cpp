#include "host/validate/instance.hpp"

#include "host/seat/block.hpp"
#include "host/session/guarded.hpp"
#include "host/session/outcome.hpp"
#include "host/validate/child.hpp"
#include "host/validate/heap.hpp"
#include "host/validate/table.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <utility>

namespace host::validate {

using channel::Phase;

namespace {

/// Returns the limits that an instance is told.
agon_limits told_limits(const Game& game, const Services& services) {
  agon_limits limits = limits_for(game.description);
  if (!services.limited) limits.cpu_ns = limits.turn_cpu_ns = limits.increment_ns = 0;
  return limits;
}

/// Returns the CPU time that instances are told for each query of the time. After 1000 queries, their time is up.
std::int64_t time_of_question(const agon_limits& limits) {
  constexpr std::int64_t questions = 1000;
  const std::int64_t least = limits.cpu_ns > 0 && limits.turn_cpu_ns > 0 ? std::min(limits.cpu_ns, limits.turn_cpu_ns)
                                                                         : std::max(limits.cpu_ns, limits.turn_cpu_ns);
  return least / questions;
}

}  // namespace

class Instance::Turn {
 public:
  Turn(GameState& state, std::int32_t seat, std::vector<std::string>& actions, Growth& growth)
      : state_(state), seat_(seat), actions_(actions), growth_(growth) {
    room_.grow(state.game().type->action_capacity);
    reply_.grow(state.game().type->reply_capacity);
  }

  [[nodiscard]] bool over() const { return over_; }
  [[nodiscard]] const std::string& fault() const { return fault_; }

  /// Applies an action to the game. Returns the game's status, and in `reply` what the action revealed.
  agon_status apply(std::string_view action, agon_buffer& reply, agon_error& error) {
    actions_.emplace_back(action);
    reply = {reply_.data(), state_.game().type->reply_capacity, 0};
    const std::size_t size = std::min<std::size_t>(action.size(), state_.game().type->action_capacity);
    if (size > 0) std::memcpy(room_.data(), action.data(), size);
    const agon_status status = state_.act(seat_, {room_.data(), size}, &reply, error);
    reply.size = std::min(reply.size, reply.capacity);
    if (status != AGON_OK) fault_ = "illegal: " + sentence(error, "the game gave no reason");
    return status;
  }

  /// Rules on an action that the strategy plays inside its turn. `reply` is valid until the next ruling.
  agon_status rule(std::string_view action, agon_bytes& reply, agon_error& error) {
    if (over_ || !fault_.empty() || thrown_) return AGON_TURN_OVER;
    revealed_.clear();
    try {
      agon_buffer out{};
      const agon_status status = apply(action, out, error);
      if (status != AGON_OK) return status;
      revealed_.assign(static_cast<const char*>(out.data), out.size);
      if (!revealed_.empty()) growth_.add(revealed_);
      reply = {revealed_.data(), revealed_.size()};
      over_ = state_.to_move() != seat_;
      return over_ ? AGON_TURN_OVER : AGON_OK;
    } catch (...) {  // by the game, and not to be thrown across the strategy
      thrown_ = std::current_exception();
      return AGON_TURN_OVER;
    }
  }

  void rethrow() const {
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  GameState& state_;
  std::int32_t seat_;
  std::vector<std::string>& actions_;
  Growth& growth_;
  Block room_;
  Block reply_;
  std::string revealed_;
  std::string fault_;
  std::exception_ptr thrown_;
  bool over_ = false;
};

Instance::Instance(std::shared_ptr<const agon_strategy_type> strategy, const Game& game, Place place)
    : strategy_(std::move(strategy)),
      game_(game),
      place_(std::move(place)),
      limits_(told_limits(game, place_.services)),
      question_ns_(time_of_question(limits_)),
      should_stop_draws_(place_.services.random_should_stop),
      growth_(place_.services.growth),
      observation_(game.type->observation_capacity + Growth::most, place_.services.memory.borders),
      action_(game.type->action_capacity, place_.services.memory.borders) {}

agon_status Instance::create() {
  const Conditions& memory = place_.services.memory;
  if (memory.poison_byte) {
    fill_free_memory(*memory.poison_byte);
    fill_stack(*memory.poison_byte);
  }
  const InCall inside(Phase::creating);
  agon_error error{};
  const agon_status status =
      session_.create(*strategy_,
                      {.game = game_.description.id.c_str(),
                       .protocol = game_.description.protocol.c_str(),
                       .seat = place_.seat,
                       .seats = place_.seats,
                       .seed = place_.seed,
                       .limits = limits_,
                       .action_capacity = game_.type->action_capacity,
                       .options = &place_.options,
                       .game_type = (strategy_->needs & AGON_NEEDS_GAME) != 0 ? game_.type : nullptr,
                       .began_ns = 0,
                       .clocked_threads = 0,
                       .has_extensions = place_.services.log},
                      error);
  said_ = sentence(error, "");
  return status;
}

void Instance::destroy() {
  if (!session_.exists()) return;
  const InCall inside(Phase::destroying);
  session_.destroy();
}

std::string Instance::turn(GameState& state, std::vector<std::string>& actions) {
  const agon_game_type& type = *game_.type;
  Block room;
  room.grow(type.observation_capacity);
  agon_buffer observation = {room.data(), type.observation_capacity, 0};
  state.observe(place_.seat, observation);
  std::string seen(static_cast<const char*>(observation.data), observation.size);
  growth_.add(seen);
  Turn turn(state, place_.seat, actions, growth_);
  turn_ = &turn;
  agon_buffer action = action_.buffer();
  agon_error error{};
  agon_status status = AGON_OK;
  {
    const agon_bytes shown = observation_.hold(seen.data(), seen.size());
    if (place_.services.memory.poison_byte) fill_stack(*place_.services.memory.poison_byte);
    const InCall inside(Phase::thinking);
    status = session_.turn(shown, action, error);
    session_.end_turn();
  }
  turn_ = nullptr;
  turn.rethrow();
  said_ = sentence(error, "");
  if (!turn.fault().empty()) return turn.fault();
  if (status != AGON_OK)
    return "turn() failed with status " + std::to_string(status) +
           (said_.empty() ? ", and gave no reason" : ": " + said_);
  if (turn.over()) return {};
  if (action.size > type.action_capacity) return "it answered more bytes than an action may have";
  agon_buffer unwanted{};
  static_cast<void>(turn.apply({static_cast<const char*>(action.data), action.size}, unwanted, error));
  return turn.fault();
}

agon_status Instance::act(agon_bytes action, agon_bytes& reply, agon_error& error) {
  const InCall inside(Phase::ready, InCall::Of::game);
  return turn_->rule({static_cast<const char*>(action.data), action.size}, reply, error);
}

bool Instance::wants_stop() {
  constexpr std::uint64_t rarely = 20;
  if (place_.services.random_should_stop == 0) return false;
  const std::lock_guard lock(guard_);
  return should_stop_draws_.below(rarely) == 0;
}

}  // namespace host::validate
