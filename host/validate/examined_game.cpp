#include "host/validate/examined_game.hpp"

#include "host/failure.hpp"
#include "host/plugin/library.hpp"
#include "host/validate/bordered_block.hpp"
#include "host/validate/child.hpp"
#include "host/validate/heap.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string_view>

namespace host::validate {

namespace {

using channel::Phase;

// The functions of a game have no argument that could lead to an object of ours, so there is one game for the process.
const agon_game_type* examined_type = nullptr;
const agon_notation* examined_notation = nullptr;
agon_notation replaced_notation{};
Conditions conditions;

/// A thread reuses its blocks from one call to the next.
BorderedBlock& block(std::unique_ptr<BorderedBlock>& kept, std::uint64_t capacity) {
  if (!kept || !kept->fits(capacity, conditions.borders))
    kept = std::make_unique<BorderedBlock>(capacity, conditions.borders);
  return *kept;
}

agon_bytes held(agon_bytes in) {
  thread_local std::unique_ptr<BorderedBlock> kept;
  return block(kept, in.size).hold(in.data, in.size);
}

/// Calls a function that writes to `out`.
template <class Call>
agon_status written(agon_buffer* out, Call&& call) {
  const InCall inside(Phase::ready, InCall::Of::game);
  if (out == nullptr) return call(nullptr);
  thread_local std::unique_ptr<BorderedBlock> kept;
  BorderedBlock& room = block(kept, out->capacity);
  agon_buffer buffer = room.filled_buffer(out->capacity, conditions.fill);
  const agon_status status = call(&buffer);
  room.wrote(buffer);
  out->size = buffer.size;
  const std::uint64_t size = std::min(buffer.size, out->capacity);
  if (size > 0) std::memcpy(out->data, buffer.data, size);
  return status;
}

agon_status create(const agon_setup* setup, void** state, agon_error* error) {
  static constexpr agon_host bare = {nullptr, [](const agon_host*, const char*) -> const void* { return nullptr; }};
  const InCall inside(Phase::creating, InCall::Of::game);
  agon_setup given = *setup;
  if (conditions.bare) given.host = &bare;
  if (conditions.poison_byte) {
    fill_free_memory(*conditions.poison_byte);
    fill_stack(*conditions.poison_byte);
  }
  return examined_type->create(&given, state, error);
}

void destroy(void* state) {
  const InCall inside(Phase::destroying, InCall::Of::game);
  examined_type->destroy(state);
}

agon_status parameter(const void* state, std::uint32_t index, agon_buffer* text, agon_error* error) {
  return written(text, [&](agon_buffer* out) { return examined_type->parameter(state, index, out, error); });
}

agon_status observe(const void* state, std::int32_t seat, agon_buffer* observation, agon_error* error) {
  return written(observation, [&](agon_buffer* out) { return examined_type->observe(state, seat, out, error); });
}

agon_status act(void* state, std::int32_t seat, agon_bytes action, agon_buffer* reply, agon_error* error) {
  const agon_bytes in = held(action);
  return written(reply, [&](agon_buffer* out) { return examined_type->act(state, seat, in, out, error); });
}

agon_status position(const void* state, std::int32_t seat, agon_buffer* text, agon_error* error) {
  return written(text, [&](agon_buffer* out) { return examined_notation->position(state, seat, out, error); });
}

agon_status action_to_text(const void* state, agon_bytes action, agon_buffer* text, agon_error* error) {
  const agon_bytes in = held(action);
  return written(text, [&](agon_buffer* out) { return examined_notation->action_to_text(state, in, out, error); });
}

agon_status action_from_text(const void* state, agon_bytes text, agon_buffer* action, agon_error* error) {
  const agon_bytes in = held(text);
  return written(action, [&](agon_buffer* out) { return examined_notation->action_from_text(state, in, out, error); });
}

agon_status revealed(const void* state, std::int32_t seat, agon_buffer* text, agon_error* error) {
  return written(text, [&](agon_buffer* out) { return examined_notation->revealed(state, seat, out, error); });
}

const void* extension(const char* id) {
  return examined_notation != nullptr && std::string_view(id) == AGON_NOTATION ? &replaced_notation
                                                                               : examined_type->extension(id);
}

}  // namespace

ExaminedGame::ExaminedGame(const GameDescription& description) {
  examined_type = find_game_type(load_library(), description.id);
  if (examined_type == nullptr) throw Failure(Exit::plugin, "the game is gone when the library is loaded");
  if (examined_type->parameter_count != description.parameters.size())
    throw Failure(Exit::plugin, "it declares other parameters when it is loaded");
  type_ = *examined_type;
  type_.create = create;
  type_.destroy = destroy;
  type_.parameter = parameter;
  type_.observe = observe;
  type_.act = act;
  type_.extension = extension;
  examined_notation = static_cast<const agon_notation*>(examined_type->extension(AGON_NOTATION));
  if (examined_notation != nullptr)
    replaced_notation = {examined_notation->text_capacity, position, action_to_text, action_from_text, revealed};
  game_ = {nullptr, &type_, description};
}

void ExaminedGame::set(const Conditions& wanted) {
  conditions = wanted;
}

}  // namespace host::validate
