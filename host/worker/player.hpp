// The strategy's side of the channel: answers the host's requests by calling the strategy.
#pragma once

#include "host/seat/channel.hpp"
#include "host/seat/cpu_budget.hpp"

#include <agon/strategy.h>

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

namespace host::worker {

/// What the strategy's session is made of, for all matches of this worker.
struct Role {
  std::string game;
  std::string protocol;
  std::vector<std::string> options;  // values, in the strategy's order
};

class Player {
 public:
  /// `shared` is the beginning of the shared memory. All are borrowed for good.
  Player(channel::Channel& shared, const channel::Layout& layout, const agon_strategy_type& type, const Role& role);
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;
  ~Player() = default;

  /// Says that it is ready, then serves until the host ends the process.
  [[noreturn]] void serve();

 private:
  /// One match.
  struct Instance {
    Player* player = nullptr;
    channel::Slot* slot = nullptr;
    std::byte* observation = nullptr;
    std::byte* action = nullptr;
    std::byte* reply = nullptr;
    agon_host host{};
    agon_session session{};
    void* self = nullptr;
    bool in_turn = false;
    CpuBudget budget;  // by the process's CPU clock
  };

  static Instance& instance(const agon_session* session) { return *static_cast<Instance*>(session->host->data); }

  void answer(Instance& instance);
  agon_status create(Instance& instance);
  agon_status turn(Instance& instance);
  agon_status destroy(Instance& instance);
  agon_status act(Instance& instance, agon_bytes action, agon_buffer* reply, agon_error* error);
  // From any thread.
  [[nodiscard]] std::int32_t should_stop(Instance& instance) const;
  static std::int64_t time_left_ns(const Instance& instance);
  static std::int64_t turn_left_ns(const Instance& instance);
  void session(Instance& instance, const channel::Slot& slot);
  void wait_for_host();

  channel::Channel& shared_;
  const channel::Start start_;
  const agon_strategy_type& type_;
  const Role& role_;
  std::vector<agon_setting> options_;
  std::deque<Instance> instances_;
  const std::int64_t loading_ns_;  // CPU time of the library's constructors, as the host counts it
  channel::Yielding yielding_;
  std::uint32_t heard_ = 0;  // how often the host has rung
};

}  // namespace host::worker
