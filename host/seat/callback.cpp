#include "host/seat/callback.hpp"

#include "host/plugin/outcome.hpp"
#include "host/plugin/turn_clock.hpp"

#include <exception>
#include <stdexcept>
#include <utility>

namespace host {

namespace {

class CallbackSeat final : public StartedSeat, private CallbackTurn {
 public:
  using Seat::log;  // beside what the strategy calls

  explicit CallbackSeat(Callback callback) : callback_(std::move(callback)) {}

  Outcome begin(const SeatStart& start, Referee& referee) override {
    reset(start, referee);
    observe_here();
    clock_.reset();
    return {};
  }

  std::int32_t turn(agon_bytes& action) override {
    ++usage_.turns;
    clock_.start();
    try {
      action_ = callback_(*this);
    } catch (const std::exception& exception) {
      clock_.stop();
      return failed(exception.what());
    }
    clock_.stop();
    if (action_.size() > start_.action_capacity)
      return failed("its action has " + std::to_string(action_.size()) + " bytes; the game takes at most " +
                    std::to_string(start_.action_capacity));
    action = keep({action_.data(), action_.size()});
    return AGON_OUTCOME_OK;
  }

  Outcome end() override { return {}; }
  [[nodiscard]] Usage usage() const override { return {clock_.cpu_ns(), clock_.wall_ns(), std::nullopt, usage_.turns}; }

 private:
  [[nodiscard]] const SeatStart& start() const override { return start_; }
  [[nodiscard]] agon_bytes observation() const override { return {observation_.data, observation_.size}; }

  std::string act(const std::string& action, bool& over) override {
    if (action.size() > start_.action_capacity) throw std::invalid_argument("the action is too long");
    agon_bytes reply{};
    agon_error error{};
    clock_.stop();  // the game's time is not charged to the strategy
    const agon_status status = rule({action.data(), action.size()}, reply, error);
    clock_.start();
    if (status == AGON_ILLEGAL) throw std::invalid_argument(sentence(error, "the action is illegal"));
    over = status != AGON_OK;
    return {static_cast<const char*>(reply.data), reply.size};
  }

  void log(const std::string& line) override { log_.add(line); }

  std::int32_t failed(std::string reason) {
    reason_ = std::move(reason);
    return AGON_OUTCOME_ERROR;
  }

  Callback callback_;
  std::string action_;
  TurnClock clock_;
};

}  // namespace

std::unique_ptr<Seat> open_callback(Callback callback) {
  return std::make_unique<CallbackSeat>(std::move(callback));
}

}  // namespace host
