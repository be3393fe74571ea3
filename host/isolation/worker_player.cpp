#include "host/isolation/worker_player.hpp"

#include "host/plugin/library.hpp"
#include "host/plugin/session.hpp"

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace host::worker {

using channel::Phase;
using channel::Slot;

WorkerPlayer::WorkerPlayer(channel::Channel& shared, const channel::Layout& layout, const agon_strategy_type& type,
                           const channel::Task& task, const agon_game_type* game_type, MemoryImage& image)
    : shared_(shared),
      start_(shared.start),
      slot_(channel::slot_in(shared, layout)),
      observation_(channel::at(shared, layout.observation)),
      action_(channel::at(shared, layout.action)),
      reply_(channel::at(shared, layout.reply)),
      type_(type),
      task_(task),
      game_type_(game_type),
      image_(image),
      loading_ns_(std::max<std::int64_t>(read_clock(CLOCK_PROCESS_CPUTIME_ID) - channel::free_loading_ns, 0)) {}

void WorkerPlayer::serve() {
#ifdef AGON_SANITIZED
  // A sanitizer tracks the memory in tables of its own, which can't be restored.
  shared_.reusable = is_single_instance(type_) ? 0 : 1;
#else
  shared_.reusable = image_.take() ? 1 : 0;
#endif
  enter(Phase::ready);
  channel::ring(shared_.to_host);
  for (;;) {
    wait_for_host();
    if (slot_.request != Slot::nothing) answer();
    enter(Phase::waiting);
    channel::ring(shared_.to_host);
  }
}

void WorkerPlayer::wait_for_host() {
  while (shared_.to_worker.rung.load() == heard_) channel::wait(shared_.to_worker, heard_, nullptr, wait_strategy_);
  ++heard_;
}

void WorkerPlayer::answer() {
  slot_.error.text[0] = '\0';
  const std::uint32_t request = slot_.request;
  slot_.request = Slot::nothing;
  slot_.status = guarded(slot_.error, [&] {
    switch (request) {
      case Slot::create:
        return create();
      case Slot::turn:
        return turn();
      default:
        return destroy();
    }
  });
  if (request == Slot::turn && session_.budget().has_turns()) session_.end_turn();
  if (request == Slot::destroy) {
    std::fflush(nullptr);  // buffered output belongs to this match's log
    forget();
  }
  slot_.answer = Slot::done;
}

agon_status WorkerPlayer::create() {
  enter(Phase::creating);
  return session_.create(type_,
                         {.game = task_.game.c_str(),
                          .protocol = task_.protocol.c_str(),
                          .seat = slot_.seat,
                          .seats = slot_.seats,
                          .seed = slot_.seed,
                          .limits = slot_.limits,
                          .action_capacity = start_.action_capacity,
                          .options = &task_.options,
                          .game_type = game_type_,
                          .evaluation = &slot_.evaluation,
                          .candidates = slot_.candidates.wanted != 0 ? &slot_.candidates : nullptr,
                          .began_ns = cpu_ns() - loading_ns_,
                          .clocked_threads = start_.threads},
                         slot_.error);
}

agon_status WorkerPlayer::turn() {
  enter(Phase::thinking);
  agon_buffer action = {action_, start_.action_capacity, 0};
  const agon_status status = session_.turn({observation_, slot_.observation_size}, action, slot_.error);
  slot_.action_size = action.size;
  return status;
}

agon_status WorkerPlayer::destroy() {
  enter(Phase::destroying);
  session_.destroy();
  return AGON_OK;
}

/// Restores everything that the match has changed, including this object.
void WorkerPlayer::forget() {
  const channel::WaitStrategy wait_strategy = wait_strategy_;
  const std::uint32_t heard = heard_;
  image_.restore();
  wait_strategy_ = wait_strategy;
  heard_ = heard;
}

agon_status WorkerPlayer::act(agon_bytes action, agon_bytes& reply, agon_error& error) {
  if (action.size > 0) std::memcpy(action_, action.data, action.size);
  slot_.action_size = action.size;
  slot_.answer = Slot::act;
  channel::ring(shared_.to_host);
  do {
    wait_for_host();
  } while (slot_.request != Slot::ruled);
  slot_.request = Slot::nothing;
  if (slot_.ruling != AGON_OK) error = slot_.refusal;
  reply = {reply_, slot_.reply_size};
  return slot_.ruling;
}

/// Writes the line in one call, so that concurrent lines do not mix.
void WorkerPlayer::log(agon_bytes line) {
  char end = '\n';
  iovec parts[] = {{const_cast<void*>(line.data), line.size}, {&end, 1}};
  static_cast<void>(::writev(STDERR_FILENO, parts, 2) > 0);
  shared_.logged.store(1, std::memory_order_relaxed);
}

}  // namespace host::worker
