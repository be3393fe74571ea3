// The strategy's side of the channel: answers the host's requests by calling the strategy.
#pragma once

#include "host/isolation/channel.hpp"
#include "host/isolation/memory_image.hpp"
#include "host/plugin/session.hpp"

#include <agon/strategy.h>

#include <cstddef>
#include <cstdint>

namespace host::worker {

class WorkerPlayer final : private SessionHost {
 public:
  /// `shared` is the start of the shared memory. `game_type` is of the game's library, if it is loaded here; otherwise
  /// NULL. All arguments must outlive this object.
  WorkerPlayer(channel::Channel& shared, const channel::Layout& layout, const agon_strategy_type& type,
               const channel::Task& task, const agon_game_type* game_type, MemoryImage& image);

  /// Signals that it is ready, then serves until the host ends the process.
  [[noreturn]] void serve();

 private:
  agon_status act(agon_bytes action, agon_bytes& reply, agon_error& error) override;
  void log(agon_bytes line) override;
  [[nodiscard]] std::int64_t cpu_ns() override { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }
  [[nodiscard]] bool wants_stop() override { return shared_.stop.load(std::memory_order_relaxed) != 0; }

  void answer();
  agon_status create();
  agon_status turn();
  agon_status destroy();
  void forget();
  void enter(channel::Phase phase) {
    shared_.phase.store(static_cast<std::uint32_t>(phase), std::memory_order_relaxed);
  }
  void wait_for_host();

  channel::Channel& shared_;
  const channel::Start start_;
  channel::Slot& slot_;
  std::byte* const observation_;
  std::byte* const action_;
  std::byte* const reply_;
  const agon_strategy_type& type_;
  const channel::Task& task_;
  const agon_game_type* const game_type_;
  MemoryImage& image_;
  const std::int64_t loading_ns_;  // CPU time of the library's constructors, as charged by the host
  Session session_{*this};         // timed by the process's CPU clock
  channel::WaitStrategy wait_strategy_;
  std::uint32_t heard_ = 0;  // number of the host's rings handled
};

}  // namespace host::worker
