#include "host/validate/seats.hpp"

#include "host/seat/block.hpp"

#include <agon/game.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace host::validate {

namespace {

class FaultInjectingSeat final : public Seat {
 public:
  FaultInjectingSeat(std::unique_ptr<Seat> inner, Faults faults, std::uint64_t seed)
      : inner_(std::move(inner)), faults_(faults), random_(seed) {}

  Outcome begin(const SeatStart& start, Referee& referee) override {
    start_ = start;
    Outcome outcome = inner_->begin(start, referee);
    observation_ = inner_->observation();
    return outcome;
  }

  std::int32_t turn(agon_bytes& action) override {
    reason_.clear();
    constexpr std::uint64_t scale = 1'000'000;
    const bool faulty = random_.below(scale) < static_cast<std::uint64_t>(faults_.chance * scale);
    if (faulty && faults_.failures) {
      reason_ = "made to fail";
      return static_cast<std::int32_t>(AGON_OUTCOME_ERROR + random_.below(AGON_OUTCOME_LOAD - AGON_OUTCOME_ERROR + 1));
    }
    if (faulty && faults_.garbage) return garbage(action);
    inner_->observation() = observation_;
    const std::int32_t outcome = inner_->turn(action);
    if (outcome == AGON_OUTCOME_OK && faulty && faults_.damage) damage(action);
    return outcome;
  }

  [[nodiscard]] const std::string& reason() const override { return reason_.empty() ? inner_->reason() : reason_; }
  Outcome end() override { return inner_->end(); }
  [[nodiscard]] Usage usage() const override { return inner_->usage(); }
  [[nodiscard]] const std::string& log() const override { return inner_->log(); }

 private:
  std::int32_t garbage(agon_bytes& action) {
    // Mostly the right size and small numbers, which most resemble an action.
    const bool right_size = random_.below(4) != 0;
    const std::size_t size = right_size ? start_.action_capacity : random_.below(start_.action_capacity + 1);
    room_.grow(size);
    for (std::size_t at = 0; at < size; ++at) {
      room_.data()[at] =
          static_cast<std::byte>(random_.below(2) == 0 ? 0 : random_.below(random_.below(2) == 0 ? 10 : 256));
    }
    action = {room_.data(), size};
    return AGON_OUTCOME_OK;
  }

  void damage(agon_bytes& action) {
    const std::size_t size = action.size;
    if (size == 0) return;
    room_.grow(size);
    std::memcpy(room_.data(), action.data, size);
    room_.data()[random_.below(size)] ^= static_cast<std::byte>(1U << random_.below(8));
    action = {room_.data(), size};
  }

  std::unique_ptr<Seat> inner_;
  Faults faults_;
  agon::Random random_;
  SeatStart start_;
  Block room_;
  std::string reason_;
};

/// Accepts a few actions of a strategy inside its turn. Keeps the next one, and tells the strategy that its turn is
/// over.
class InterruptingReferee final : public Referee {
 public:
  void take(Referee& real, std::uint64_t actions) {
    real_ = &real;
    left_ = actions;
    kept_ = false;
  }
  agon_status act(agon_bytes action, agon_buffer* reply, agon_error* error) override {
    if (left_ > 0) {
      --left_;
      return real_->act(action, reply, error);
    }
    if (!kept_) {
      room_.grow(action.size);
      if (action.size > 0) std::memcpy(room_.data(), action.data, action.size);
      last_ = {room_.data(), action.size};
      kept_ = true;
    }
    return AGON_TURN_OVER;
  }
  /// Returns the action that was kept, which ends the turn.
  [[nodiscard]] const agon_bytes* kept() const { return kept_ ? &last_ : nullptr; }

 private:
  Referee* real_ = nullptr;
  std::uint64_t left_ = 0;
  bool kept_ = false;
  Block room_;
  agon_bytes last_{};
};

class HandoverSeat final : public Seat {
 public:
  HandoverSeat(std::vector<std::unique_ptr<Seat>> players, std::uint64_t seed)
      : random_(seed), players_(std::move(players)) {}

  Outcome begin(const SeatStart& start, Referee& referee) override {
    start_ = start;
    real_ = &referee;
    room_.grow(start.observation_capacity);
    observation_ = {room_.data(), start.observation_capacity, 0};
    return {};
  }

  std::int32_t turn(agon_bytes& action) override {
    player_ = players_[random_.below(players_.size())].get();
    referee_.take(*real_, random_.below(4));
    SeatStart start = start_;
    start.seed = random_.next();
    if (const Outcome begun = player_->begin(start, referee_); !begun.ok()) return begun.kind;
    agon_buffer& seen = player_->observation();
    std::memcpy(seen.data, observation_.data, observation_.size);
    seen.size = observation_.size;
    const std::int32_t outcome = player_->turn(action);
    if (referee_.kept() != nullptr) action = *referee_.kept();
    return outcome;
  }

  [[nodiscard]] const std::string& reason() const override { return player_->reason(); }
  Outcome end() override {
    Outcome outcome;
    for (const auto& runner : players_) {
      Outcome ended = runner->end();
      if (outcome.ok()) outcome = std::move(ended);
    }
    return outcome;
  }
  [[nodiscard]] Usage usage() const override { return {}; }
  [[nodiscard]] const std::string& log() const override { return log_; }

 private:
  agon::Random random_;
  std::vector<std::unique_ptr<Seat>> players_;
  Seat* player_ = nullptr;
  InterruptingReferee referee_;
  Referee* real_ = nullptr;
  SeatStart start_;
  Block room_;
  std::string log_;
};

class TimeLimitedSeat final : public Seat {
 public:
  TimeLimitedSeat(std::unique_ptr<Seat> inner, std::int64_t cpu_ns) : inner_(std::move(inner)), cpu_ns_(cpu_ns) {}

  Outcome begin(const SeatStart& start, Referee& referee) override {
    SeatStart limited = start;
    agon_limits& limits = limited.limits;
    limits.cpu_ns = limits.cpu_ns == 0 ? cpu_ns_ : std::min(limits.cpu_ns, cpu_ns_);
    limits.increment_ns = 0;
    Outcome outcome = inner_->begin(limited, referee);
    observation_ = inner_->observation();
    return outcome;
  }
  std::int32_t turn(agon_bytes& action) override {
    inner_->observation() = observation_;
    return inner_->turn(action);
  }
  [[nodiscard]] const std::string& reason() const override { return inner_->reason(); }
  Outcome end() override { return inner_->end(); }
  [[nodiscard]] Usage usage() const override { return inner_->usage(); }
  [[nodiscard]] const std::string& log() const override { return inner_->log(); }

 private:
  std::unique_ptr<Seat> inner_;
  std::int64_t cpu_ns_;
};

}  // namespace

std::unique_ptr<Seat> time_limited(std::unique_ptr<Seat> inner, std::int64_t cpu_ns) {
  return std::make_unique<TimeLimitedSeat>(std::move(inner), cpu_ns);
}

std::unique_ptr<Seat> fault_injecting(std::unique_ptr<Seat> inner, Faults faults, std::uint64_t seed) {
  return std::make_unique<FaultInjectingSeat>(std::move(inner), faults, seed);
}

std::unique_ptr<Seat> handover(std::vector<std::unique_ptr<Seat>> players, std::uint64_t seed) {
  return std::make_unique<HandoverSeat>(std::move(players), seed);
}

}  // namespace host::validate
