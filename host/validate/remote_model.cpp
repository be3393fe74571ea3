// The functions of a game's model, as calls in the game's process.
#include "host/validate/remote_state.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string_view>

namespace host::validate {

using channel::Phase;

struct RemoteModel {
  static Answer call(const void* state, const Writer& asked) {
    return state_of(state).game.remote().call(Phase::ready, asked);
  }

  static agon_status made(RemoteGame& game, Answer answer, void** state, agon_error* error) {
    const auto status = answer.number<agon_status>();
    const auto number = answer.number<std::uint64_t>();
    *error = answer.error();
    const auto mover = answer.number<std::int32_t>();
    if (status == AGON_OK && number != 0)
      *state = std::make_unique<RemoteState>(RemoteState{game, number, mover}).release();
    return status;
  }

  static agon_status changed(void* state, Answer answer, agon_error* error) {
    const auto status = answer.number<agon_status>();
    *error = answer.error();
    static_cast<RemoteState*>(state)->mover = answer.number<std::int32_t>();
    return status;
  }

  static void fill(Answer& answer, agon_buffer& out) {
    out.size = answer.number<std::uint64_t>();
    const std::string_view bytes = answer.text();
    if (!bytes.empty()) std::memcpy(out.data, bytes.data(), std::min<std::uint64_t>(bytes.size(), out.capacity));
  }

  static agon_status determinise(const agon_host* /*host*/, std::int32_t seats, std::int32_t seat,
                                 agon_bytes observation, std::uint64_t seed, void** state, agon_error* error) {
    Writer asked(Call::determinise);
    asked.number(seats);
    asked.number(seat);
    asked.number(seed);
    asked.text({static_cast<const char*>(observation.data), observation.size});
    return made(*current, current->remote_.call(Phase::creating, asked), state, error);
  }

  static agon_status copy(const void* state, void** copied, agon_error* error) {
    const RemoteState& known = state_of(state);
    return made(known.game, call(state, request(Call::copy, known.number)), copied, error);
  }

  static agon_status assign(void* target, const void* source, agon_error* error) {
    Writer asked = request(Call::assign, state_of(target).number);
    asked.number(state_of(source).number);
    return changed(target, call(target, asked), error);
  }

  static agon_status resample(void* state, std::int32_t seat, std::uint64_t seed, agon_error* error) {
    Writer asked = request(Call::resample, state_of(state).number);
    asked.number(seat);
    asked.number(seed);
    return changed(state, call(state, asked), error);
  }

  static agon_status actions(const void* state, std::uint64_t first, agon_buffer* list, std::uint64_t* count,
                             agon_error* error) {
    Writer asked = request(Call::actions, state_of(state).number);
    asked.number(first);
    asked.number<std::uint8_t>(list != nullptr ? 1 : 0);
    asked.number<std::uint64_t>(list != nullptr ? list->capacity : 0);
    Answer answer = call(state, asked);
    const auto status = answer.number<agon_status>();
    *count = answer.number<std::uint64_t>();
    agon_buffer unwanted{};
    fill(answer, list != nullptr ? *list : unwanted);
    *error = answer.error();
    return status;
  }

  static agon_status sample(const void* state, std::uint64_t bits, agon_buffer* action, agon_error* error) {
    Writer asked = request(Call::sample, state_of(state).number);
    asked.number(bits);
    asked.number(action->capacity);
    Answer answer = call(state, asked);
    const auto status = answer.number<agon_status>();
    fill(answer, *action);
    *error = answer.error();
    return status;
  }

  static std::int32_t leads_to_chance(const void* state, agon_bytes action) {
    Writer asked = request(Call::leads_to_chance, state_of(state).number);
    asked.text({static_cast<const char*>(action.data), action.size});
    return call(state, asked).number<std::int32_t>();
  }

  static void undo(void* state) {
    auto& known = *static_cast<RemoteState*>(state);
    known.mover = call(state, request(Call::undo, known.number)).number<std::int32_t>();
  }

  static std::uint64_t key(const void* state) {
    return call(state, request(Call::key, state_of(state).number)).number<std::uint64_t>();
  }

  static void score_range(const void* state, std::int32_t seat, double* least, double* most) {
    Writer asked = request(Call::score_range, state_of(state).number);
    asked.number(seat);
    Answer answer = call(state, asked);
    *least = answer.number<double>();
    *most = answer.number<double>();
  }

  static double preference(const void* state, std::int32_t seat) {
    Writer asked = request(Call::preference, state_of(state).number);
    asked.number(seat);
    return call(state, asked).number<double>();
  }

  static agon_status action_values(const void* state, agon_buffer* values, std::uint64_t* count, agon_error* error) {
    Writer asked = request(Call::action_values, state_of(state).number);
    asked.number(values->capacity);
    Answer answer = call(state, asked);
    const auto status = answer.number<agon_status>();
    *count = answer.number<std::uint64_t>();
    fill(answer, *values);
    *error = answer.error();
    return status;
  }
};

void RemoteGame::describe_model(Answer& from) {
  has_model_ = from.number<std::uint8_t>() != 0;
  model_.properties = from.number<std::uint32_t>();
  model_.action_size = from.number<std::uint64_t>();
  model_.determinise = RemoteModel::determinise;
  model_.resample = RemoteModel::resample;
  model_.copy = RemoteModel::copy;
  model_.assign = RemoteModel::assign;
  model_.sample = RemoteModel::sample;
  model_.leads_to_chance = RemoteModel::leads_to_chance;
  const auto there = [&] { return from.number<std::uint8_t>() != 0; };
  if (there()) model_.actions = RemoteModel::actions;
  if (there()) model_.undo = RemoteModel::undo;
  if (there()) model_.key = RemoteModel::key;
  if (there()) model_.score_range = RemoteModel::score_range;
  if (there()) model_.preference = RemoteModel::preference;
  if (there()) model_.action_values = RemoteModel::action_values;
}

}  // namespace host::validate
