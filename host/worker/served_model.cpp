// The calls of a game's model.
#include "host/plugin/creation.hpp"
#include "host/worker/served_game.hpp"

#include <agon/ext/model.h>

#include <array>
#include <cstdint>

namespace host::worker {

using validate::Call;
using validate::Reader;
using validate::Writer;

/// Whether there is a model, its properties, the size of its actions, and for each function that can be missing whether
/// it is there: actions, undo, key, score_range, preference, action_values.
void ServedGame::describe_model(Writer& to) const {
  constexpr agon_model none{};
  const agon_model& model = model_ != nullptr ? *model_ : none;
  to.number<std::uint8_t>(model_ != nullptr ? 1 : 0);
  to.number(model.properties);
  to.number(model.action_size);
  for (const bool there : {model.actions != nullptr, model.undo != nullptr, model.key != nullptr,
                           model.score_range != nullptr, model.preference != nullptr, model.action_values != nullptr})
    to.number<std::uint8_t>(there ? 1 : 0);
}

void ServedGame::answer_model(Call call, void* state, Reader& request, Writer& answer) {
  agon_error error{};
  const auto changed = [&](agon_status status) {  // answers the status, the error, the seat to move
    answer.number(status);
    write_error(error, answer);
    answer.number(status == AGON_OK ? type_.to_move(state) : AGON_OVER);
  };
  switch (call) {
    case Call::determinise: {  // the seats, the seat, the seed, the observation; answers as create() does
      const auto seats = request.number<std::int32_t>();
      const auto seat = request.number<std::int32_t>();
      const auto seed = request.number<std::uint64_t>();
      const std::string_view seen = request.text();
      const agon_bytes observation = room(in_, seen.size()).hold(seen.data(), seen.size());
      void* made = nullptr;
      const agon_status status = model_->determinise(&host_, seats, seat, observation, seed, &made, &error);
      return write_made(status, made, error, answer);
    }
    case Call::copy: {  // answers likewise
      void* made = nullptr;
      const agon_status status = model_->copy(state, &made, &error);
      return write_made(status, made, error, answer);
    }
    case Call::assign:  // the source
      return changed(model_->assign(state, reinterpret_cast<const void*>(request.number<std::uintptr_t>()), &error));
    case Call::resample: {  // the seat, the seed
      const auto seat = request.number<std::int32_t>();
      return changed(model_->resample(state, seat, request.number<std::uint64_t>(), &error));
    }
    case Call::actions:
      return list_actions(state, request, answer);
    case Call::sample: {  // the bits, the capacity; answers the status, the action, the error
      const auto bits = request.number<std::uint64_t>();
      agon_buffer out = writable(request.number<std::uint64_t>());
      answer.number(model_->sample(state, bits, &out, &error));
      out_->wrote(out);
      write_buffer(out, answer);
      return write_error(error, answer);
    }
    case Call::leads_to_chance: {  // the action
      const std::string_view action = request.text();
      return answer.number(model_->leads_to_chance(state, room(in_, action.size()).hold(action.data(), action.size())));
    }
    case Call::undo:  // answers the seat to move
      model_->undo(state);
      return answer.number(type_.to_move(state));
    case Call::key:
      return answer.number(model_->key(state));
    case Call::score_range: {  // the seat; answers both bounds
      double least = 0;
      double most = 0;
      model_->score_range(state, request.number<std::int32_t>(), &least, &most);
      answer.number(least);
      return answer.number(most);
    }
    case Call::action_values: {  // the capacity; answers the status, the count, the values, the error
      agon_buffer out = writable(request.number<std::uint64_t>());
      std::uint64_t count = 0;
      answer.number(model_->action_values(state, &out, &count, &error));
      answer.number(count);
      out_->wrote(out);
      write_buffer(out, answer);
      return write_error(error, answer);
    }
    default:  // the seat
      return answer.number(model_->preference(state, request.number<std::int32_t>()));
  }
}

void ServedGame::write_made(agon_status status, void* state, agon_error& error, Writer& answer) const {
  status = checked_creation(status, state, "a state", error);
  answer.number(status);
  answer.number(reinterpret_cast<std::uintptr_t>(state));
  write_error(error, answer);
  answer.number(status == AGON_OK ? type_.to_move(state) : AGON_OVER);
}

/// The number of the first action, whether a list is wanted, the capacity for it. Answers the status, the count, the
/// list, the error.
void ServedGame::list_actions(const void* state, Reader& request, Writer& answer) {
  const auto first = request.number<std::uint64_t>();
  const bool wanted = request.number<std::uint8_t>() != 0;
  agon_buffer out = writable(request.number<std::uint64_t>());
  std::uint64_t count = 0;
  agon_error error{};
  answer.number(model_->actions(state, first, wanted ? &out : nullptr, &count, &error));
  answer.number(count);
  out_->wrote(out);
  write_buffer(out, answer);
  write_error(error, answer);
}

}  // namespace host::worker
