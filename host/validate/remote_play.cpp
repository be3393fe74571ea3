#include "host/validate/remote_play.hpp"

#include "host/match/game_state.hpp"
#include "host/remote/remote_state.hpp"
#include "host/text.hpp"
#include "host/validate/check.hpp"

#include <agon/ext/notation.h>

#include <cstddef>
#include <string_view>

namespace host::validate {

namespace {

using channel::Phase;
using remote::creation;
using remote::newest_state;
using remote::RemoteState;
using remote::request;
using remote::state_of;
using remote::writing;

/// Returns a script that replays a match and reads the resulting position.
std::string script(const Game& game, const Record& record) {
  Writer calls;
  const auto add = [&](const Writer& call) { calls.text(call.bytes()); };
  std::vector<agon_setting> settings;
  for (std::size_t index = 0; index < record.setup.parameters.size(); ++index) {
    const auto& value = record.setup.parameters[index];
    settings.push_back({game.description.parameters.at(index).name.c_str(), value ? value->c_str() : nullptr});
  }
  add(creation(
      {record.setup.seed, record.setup.seats, static_cast<std::uint32_t>(settings.size()), settings.data(), nullptr}));
  for (const Step& step : record.steps) {
    add(request(Call::to_move, newest_state));
    add(writing(Call::observe, newest_state, step.seat, {}, game.type->observation_capacity));
    add(writing(Call::act, newest_state, step.seat, step.action, game.type->reply_capacity));
  }
  for (std::int32_t seat = 0; seat < record.setup.seats; ++seat) {
    Writer score = request(Call::score, newest_state);
    score.number(seat);
    add(score);
  }
  add(request(Call::to_move, newest_state));
  add(request(Call::destroy, newest_state));
  return calls.bytes();
}

}  // namespace

std::optional<std::string> view(const GameState& state) {
  const RemoteState& known = state_of(state.raw());
  const agon_game_type& type = *known.game.game().type;
  const auto* const notation = static_cast<const agon_notation*>(type.extension(AGON_NOTATION));
  const std::uint64_t text_capacity = notation == nullptr ? 0 : notation->text_capacity;
  const std::int32_t seats = state.setup().seats;
  Writer asked = request(Call::view, known.number);
  asked.number(seats);
  asked.number(type.observation_capacity);
  asked.number(text_capacity);
  Answer answer = known.game.remote().call(Phase::ready, asked);
  std::string all;
  const auto add = [&](std::string_view part) { all.append(std::to_string(part.size())).append(" ").append(part); };
  const auto written = [&](std::uint64_t capacity) {
    const auto status = answer.number<agon_status>();
    const auto size = answer.number<std::uint64_t>();
    add(answer.text());
    return status == AGON_OK && size <= capacity;
  };
  const auto mover = answer.number<std::int32_t>();
  add(std::to_string(mover));
  for (std::int32_t seat = 0; seat < seats; ++seat) add(decimal(answer.number<double>()));  // finite or not
  if (mover != AGON_OVER && (mover < 0 || mover >= seats || !written(type.observation_capacity))) return std::nullopt;
  for (std::int32_t seat = AGON_ALL_SEATS; notation != nullptr && seat < seats; ++seat) {
    if (!written(text_capacity)) return std::nullopt;
  }
  return all;
}

std::vector<std::uint64_t> replay(RemoteGame& game, std::span<const Record> records, std::uint32_t threads,
                                  std::uint32_t rounds) {
  Writer asked(Call::in_threads);
  asked.number(threads);
  asked.number(rounds);
  for (const Record& record : records) asked.text(script(game.game(), record));
  std::vector<std::uint64_t> numbers;
  for (Answer answer = game.remote().call(Phase::ready, asked); answer.more();)
    numbers.push_back(answer.number<std::uint64_t>());
  if (numbers.size() != threads * rounds * records.size()) throw Ended{false, damaged_answer};
  return numbers;
}

}  // namespace host::validate
