#include "host/worker/player.hpp"

#include "host/plugin/creation.hpp"
#include "host/seat/ticks.hpp"

#include <agon/ext/log.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <string_view>

namespace host::worker {

namespace {

using channel::Phase;
using channel::Slot;

/// Cuts at the end of the room; both sides are untrusting of the other's text.
void say(agon_error& error, std::string_view text) {
  const std::size_t size = std::min(text.size(), sizeof error.text - 1);
  std::memcpy(error.text, text.data(), size);
  error.text[size] = '\0';
}

/// Calls into the strategy. Nothing may be thrown across the ABI, but what is thrown all the same is a failure of the
/// strategy like another.
template <class Call>
agon_status guarded(agon_error& error, Call&& call) {
  try {
    return call();
  } catch (const std::bad_alloc&) {
    say(error, "out of memory");
  } catch (const std::exception& exception) {
    say(error, std::string("it threw an exception: ") + exception.what());
  } catch (...) {
    say(error, "it threw an exception that is no std::exception");
  }
  return AGON_FAILED;
}

/// One line to the log, whole even if it comes together with others.
void write_line(agon_bytes text) {
  char end = '\n';
  iovec parts[] = {{const_cast<void*>(text.data), text.size}, {&end, 1}};
  static_cast<void>(::writev(STDERR_FILENO, parts, 2) > 0);
}

const void* extension(const agon_host* /*host*/, const char* id) {
  static constexpr agon_log log = {[](const agon_host*, agon_bytes text) { write_line(text); }};
  return std::strcmp(id, AGON_LOG) == 0 ? &log : nullptr;
}

}  // namespace

Player::Player(channel::Channel& shared, const channel::Layout& layout, const agon_strategy_type& type,
               const Role& role)
    : shared_(shared),
      start_(shared.start),
      type_(type),
      role_(role),
      loading_ns_(std::max<std::int64_t>(read_clock(CLOCK_PROCESS_CPUTIME_ID) - channel::free_loading_ns, 0)) {
  for (std::uint32_t index = 0; index < type.option_count; ++index)
    options_.push_back({type.options[index].name, role.options.at(index).c_str()});
  auto* const base = reinterpret_cast<std::byte*>(&shared);
  for (std::uint32_t index = 0; index < start_.slots; ++index) {
    std::byte* const at = base + layout.slot(index);
    Instance& instance = instances_.emplace_back();
    instance.player = this;
    instance.slot = reinterpret_cast<Slot*>(at);
    instance.observation = at + layout.observation();
    instance.action = at + layout.action();
    instance.reply = at + layout.reply();
  }
}

void Player::serve() {
  shared_.phase = static_cast<std::uint32_t>(Phase::ready);
  channel::ring(shared_.to_host);
  for (;;) {
    wait_for_host();
    for (Instance& instance : instances_) {
      if (instance.slot->request != Slot::nothing) answer(instance);
    }
    shared_.phase.store(static_cast<std::uint32_t>(Phase::waiting), std::memory_order_relaxed);
    channel::ring(shared_.to_host);
  }
}

void Player::wait_for_host() {
  while (shared_.to_worker.rung.load() == heard_) channel::wait(shared_.to_worker, heard_, nullptr, yielding_);
  ++heard_;
}

void Player::answer(Instance& instance) {
  Slot& slot = *instance.slot;
  slot.error.text[0] = '\0';
  const std::uint32_t request = slot.request;
  slot.request = Slot::nothing;
  switch (request) {
    case Slot::create:
      slot.status = create(instance);
      break;
    case Slot::turn:
      slot.status = turn(instance);
      break;
    default:
      slot.status = destroy(instance);
      break;
  }
  slot.answer = Slot::done;
}

agon_status Player::create(Instance& instance) {
  shared_.phase.store(static_cast<std::uint32_t>(Phase::creating), std::memory_order_relaxed);
  session(instance, *instance.slot);
  instance.budget.begin(instance.session.limits, read_clock(CLOCK_PROCESS_CPUTIME_ID) - loading_ns_);
  instance.self = nullptr;
  agon_error& error = instance.slot->error;
  const agon_status status = guarded(error, [&] { return type_.create(&instance.session, &instance.self, &error); });
  return checked_creation(status, instance.self, "an instance", error);
}

agon_status Player::turn(Instance& instance) {
  shared_.phase.store(static_cast<std::uint32_t>(Phase::thinking), std::memory_order_relaxed);
  Slot& slot = *instance.slot;
  agon_buffer action = {instance.action, start_.action_capacity, 0};
  if (instance.budget.limits_turns()) instance.budget.begin_turn(read_clock(CLOCK_PROCESS_CPUTIME_ID));
  instance.in_turn = true;
  const agon_status status = guarded(slot.error, [&] {
    return type_.turn(instance.self, {instance.observation, slot.observation_size}, &action, &slot.error);
  });
  instance.in_turn = false;
  if (instance.budget.has_turns()) instance.budget.end_turn();
  slot.action_size = action.size;
  return status;
}

agon_status Player::destroy(Instance& instance) {
  shared_.phase.store(static_cast<std::uint32_t>(Phase::destroying), std::memory_order_relaxed);
  const agon_status status = guarded(instance.slot->error, [&] {
    type_.destroy(instance.self);
    return AGON_OK;
  });
  instance.self = nullptr;
  std::fflush(nullptr);  // what is printed belongs to this match
  return status;
}

agon_status Player::act(Instance& instance, agon_bytes action, agon_buffer* reply, agon_error* error) {
  Slot& slot = *instance.slot;
  if (!instance.in_turn) {
    if (error != nullptr) say(*error, "act() may only be called inside turn()");
    return AGON_FAILED;
  }
  if (action.size <= start_.action_capacity && action.size > 0) std::memcpy(instance.action, action.data, action.size);
  slot.action_size = action.size;
  slot.answer = Slot::act;
  channel::ring(shared_.to_host);
  do {
    wait_for_host();
  } while (slot.request != Slot::ruled);
  slot.request = Slot::nothing;
  if (slot.ruling != AGON_OK && error != nullptr) *error = slot.refusal;
  if (reply != nullptr) {
    reply->size = std::min(slot.reply_size, reply->capacity);
    if (reply->size > 0) std::memcpy(reply->data, instance.reply, reply->size);
  }
  return slot.ruling;
}

std::int64_t Player::time_left_ns(const Instance& instance) {
  const CpuBudget& budget = instance.budget;
  return budget.is_limited() ? budget.match_left_ns(read_clock(CLOCK_PROCESS_CPUTIME_ID)) : INT64_MAX;
}

std::int64_t Player::turn_left_ns(const Instance& instance) {
  const CpuBudget& budget = instance.budget;
  return budget.is_limited() ? budget.turn_left_ns(read_clock(CLOCK_PROCESS_CPUTIME_ID)) : INT64_MAX;
}

std::int32_t Player::should_stop(Instance& instance) const {
  if (shared_.stop.load(std::memory_order_relaxed) != 0) return 1;
  const auto cpu_clock = [] { return read_clock(CLOCK_PROCESS_CPUTIME_ID); };
  return instance.budget.is_used_up(start_.threads, cpu_clock) ? 1 : 0;
}

void Player::session(Instance& i, const Slot& slot) {
  i.host = {.data = &i, .extension = extension};
  i.session = {.host = &i.host,
               .game = role_.game.c_str(),
               .protocol = role_.protocol.c_str(),
               .seat = slot.seat,
               .seats = slot.seats,
               .seed = slot.seed,
               .limits = slot.limits,
               .option_count = static_cast<std::uint32_t>(options_.size()),
               .reserved = 0,
               .options = options_.data(),
               .act = [](const agon_session* s, agon_bytes action, agon_buffer* reply,
                         agon_error* error) { return instance(s).player->act(instance(s), action, reply, error); },
               .time_left_ns = [](const agon_session* s) { return time_left_ns(instance(s)); },
               .turn_left_ns = [](const agon_session* s) { return turn_left_ns(instance(s)); },
               .should_stop = [](const agon_session* s) { return instance(s).player->should_stop(instance(s)); }};
}

}  // namespace host::worker
