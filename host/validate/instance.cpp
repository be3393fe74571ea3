#include "host/validate/instance.hpp"

#include "host/failure.hpp"
#include "host/seat/block.hpp"
#include "host/seat/outcome.hpp"
#include "host/validate/table.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace host::validate {

using channel::Phase;

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

  /// Answers an action that the strategy plays inside its turn.
  void rule(std::string_view action, Writer& ruling) {
    agon_error error{};
    agon_buffer reply{};
    agon_status status = AGON_TURN_OVER;
    if (!over_ && fault_.empty()) {
      status = apply(action, reply, error);
      if (status == AGON_OK) over_ = state_.to_move() != seat_;
      if (over_) status = AGON_TURN_OVER;
    }
    ruling.number(status);
    std::string answer(static_cast<const char*>(reply.data), reply.size);
    if (!answer.empty()) growth_.add(answer);
    ruling.text(answer);
    ruling.text(sentence(error, ""));
  }

 private:
  GameState& state_;
  std::int32_t seat_;
  std::vector<std::string>& actions_;
  Growth& growth_;
  Block room_;
  Block reply_;
  std::string fault_;
  bool over_ = false;
};

Instance::Instance(std::shared_ptr<Remote> remote, const Game& game, Place place)
    : remote_(std::move(remote)), game_(game), place_(std::move(place)), growth_(place_.services.growth) {}

Instance::~Instance() {
  try {
    destroy();
  } catch (const Ended&) {  // the next call, or Remote::check(), reports it
  } catch (const Failure&) {
  }
}

agon_status Instance::create() {
  const agon_game_type& type = *game_.type;
  Writer asked(Call::create_instance);
  asked.number(place_.seat);
  asked.number(place_.seats);
  asked.number(place_.seed);
  asked.text(game_.description.id);
  asked.text(game_.description.protocol);
  agon_limits limits = limits_for(game_.description);
  if (!place_.services.limited) limits.cpu_ns = limits.turn_cpu_ns = limits.increment_ns = 0;
  asked.text({reinterpret_cast<const char*>(&limits), sizeof limits});
  const std::uint64_t growth = place_.services.growth != 0 ? Growth::most : 0;
  for (const std::uint64_t capacity :
       {type.observation_capacity + growth, type.action_capacity, type.reply_capacity + growth})
    asked.number(capacity);
  write(place_.services.memory, asked);
  asked.number<std::uint8_t>(place_.services.log ? 1 : 0);
  asked.number(place_.services.moody);
  for (const std::string& option : place_.options) asked.text(option);
  Answer answer = remote_->call(Phase::creating, asked);
  const auto status = answer.number<agon_status>();
  number_ = answer.number<std::uint64_t>();
  said_ = sentence(answer.error(), "");
  if (status != AGON_OK || number_ != 0) return status;
  throw Ended{fail(damaged_answer)};  // the process reports AGON_OK without an instance as a failure
}

void Instance::destroy() {
  if (number_ == 0) return;
  Writer asked(Call::destroy_instance);
  asked.number(std::exchange(number_, 0));
  remote_->call(Phase::destroying, asked);
}

std::string Instance::turn(GameState& state, std::vector<std::string>& actions) {
  Block room;
  room.grow(game_.type->observation_capacity);
  agon_buffer observation = {room.data(), game_.type->observation_capacity, 0};
  state.observe(place_.seat, observation);
  std::string seen(static_cast<const char*>(observation.data), observation.size);
  growth_.add(seen);
  Turn turn(state, place_.seat, actions, growth_);
  Writer asked(Call::turn_instance);
  asked.number(number_);
  asked.text(seen);
  Answer answer = remote_->call(Phase::thinking, asked,
                                [&](std::string_view action, Writer& ruling) { turn.rule(action, ruling); });
  const auto status = answer.number<agon_status>();
  const auto size = answer.number<std::uint64_t>();
  const std::string_view action = answer.text();
  said_ = sentence(answer.error(), "");
  if (!turn.fault().empty()) return turn.fault();
  if (status != AGON_OK)
    return "turn() failed with status " + std::to_string(status) +
           (said_.empty() ? ", and gave no reason" : ": " + said_);
  if (turn.over()) return {};
  if (size > game_.type->action_capacity) return "it answered more bytes than an action may have";
  agon_buffer unwanted{};
  agon_error error{};
  static_cast<void>(turn.apply(action, unwanted, error));
  return turn.fault();
}

}  // namespace host::validate
