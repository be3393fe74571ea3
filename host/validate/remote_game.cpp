#include "host/validate/remote_game.hpp"

#include "host/failure.hpp"
#include "host/match/game_state.hpp"
#include "host/text.hpp"
#include "host/validate/remote_state.hpp"

#include <agon/ext/scene.h>
#include <agon/ext/usage.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

namespace host::validate {

RemoteGame* current = nullptr;

namespace {

using channel::Phase;

/// A text that a canvas is told; NULL where there is none.
struct Word {
  explicit Word(Answer& from) {
    const bool there = from.number<std::uint8_t>() != 0;
    const std::string_view text = from.text();
    if (there) word = text;
  }
  [[nodiscard]] const char* pointer() const { return word ? word->c_str() : nullptr; }
  std::optional<std::string> word;
};

/// Labels: NULL, or one for each row or column.
struct Labels {
  explicit Labels(Answer& from) {
    for (auto left = from.number<std::uint32_t>(); left > 0; --left) words.emplace_back(from);
    for (const Word& word : words) pointers.push_back(word.pointer());
  }
  [[nodiscard]] const char* const* table() const { return pointers.empty() ? nullptr : pointers.data(); }
  std::vector<Word> words;
  std::vector<const char*> pointers;
};

void redraw(Answer& strokes, const agon_canvas& canvas) {
  const auto number = [&] { return strokes.number<std::uint32_t>(); };
  while (strokes.more()) {
    switch (strokes.number<Stroke>()) {
      case Stroke::grid: {
        const std::uint32_t rows = number();
        canvas.grid(canvas.host, rows, number());
        break;
      }
      case Stroke::labels: {
        const Labels rows(strokes);
        const Labels columns(strokes);
        canvas.labels(canvas.host, rows.table(), columns.table());
        break;
      }
      case Stroke::cell: {
        const std::uint32_t row = number();
        const std::uint32_t column = number();
        const Word glyph(strokes);
        const Word token(strokes);
        const auto role = strokes.number<std::int32_t>();
        const agon_cell cell = {glyph.pointer(), token.pointer(), role, number()};
        canvas.cell(canvas.host, row, column, &cell);
        break;
      }
      case Stroke::arrow: {
        const std::uint32_t from_row = number();
        const std::uint32_t from_column = number();
        const std::uint32_t to_row = number();
        const std::uint32_t to_column = number();
        canvas.arrow(canvas.host, from_row, from_column, to_row, to_column, strokes.number<std::int32_t>());
        break;
      }
      default:
        canvas.text(canvas.host, Word(strokes).pointer());
    }
  }
}

Writer creation(const agon_setup& setup) {
  Writer request(Call::create);
  request.number(setup.seed);
  request.number(setup.seats);
  request.number(setup.setting_count);
  for (std::uint32_t index = 0; index < setup.setting_count; ++index) {
    request.text(setup.settings[index].name);
    request.optional(setup.settings[index].value);
  }
  return request;
}

/// See write() of the worker's ServedGame.
Writer writing(Call call, std::uint64_t state, std::int64_t number, std::string_view in,
               std::optional<std::uint64_t> capacity) {
  Writer asked = request(call, state);
  asked.number(number);
  asked.text(in);
  asked.number<std::uint8_t>(capacity ? 1 : 0);
  asked.number<std::uint64_t>(capacity.value_or(0));
  return asked;
}

agon_status write(Call call, const void* state, std::int64_t number, agon_bytes in, agon_buffer* out, agon_error* error,
                  std::int32_t* mover = nullptr) {
  const RemoteState& known = state_of(state);
  Answer answer = known.game.remote().call(
      Phase::ready, writing(call, known.number, number, {static_cast<const char*>(in.data), in.size},
                            out == nullptr ? std::nullopt : std::optional(out->capacity)));
  const auto status = answer.number<agon_status>();
  const auto size = answer.number<std::uint64_t>();
  const std::string_view bytes = answer.text();
  if (out != nullptr) {
    out->size = size;
    if (!bytes.empty()) std::memcpy(out->data, bytes.data(), std::min<std::uint64_t>(bytes.size(), out->capacity));
  }
  *error = answer.error();
  if (mover != nullptr) *mover = answer.number<std::int32_t>();
  return status;
}

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

/// The functions of the tables in the C ABI.
struct RemoteFunctions {
  static agon_status create(const agon_setup* setup, void** state, agon_error* error) {
    Answer answer = current->remote_.call(Phase::creating, creation(*setup));
    const auto status = answer.number<agon_status>();
    const auto number = answer.number<std::uint64_t>();
    *error = answer.error();
    const auto mover = answer.number<std::int32_t>();
    if (status == AGON_OK && number != 0)
      *state = std::make_unique<RemoteState>(RemoteState{*current, number, mover}).release();
    return status;
  }

  static void destroy(void* state) {
    const std::unique_ptr<RemoteState> known(static_cast<RemoteState*>(state));
    try {
      known->game.remote_.call(Phase::destroying, request(Call::destroy, known->number));
    } catch (const Ended&) {  // the next call, or Remote::check(), reports it
    } catch (const Failure&) {
    }
  }

  static std::int32_t to_move(const void* state) { return state_of(state).mover; }

  static double score(const void* state, std::int32_t seat) {
    const RemoteState& known = state_of(state);
    Writer asked = request(Call::score, known.number);
    asked.number(seat);
    return known.game.remote_.call(Phase::ready, asked).number<double>();
  }

  static void forfeit(void* state, std::int32_t seat, std::int32_t outcome, const char* reason) {
    RemoteState& known = *static_cast<RemoteState*>(state);
    Writer asked = request(Call::forfeit, known.number);
    asked.number(seat);
    asked.number(outcome);
    asked.text(reason);
    known.mover = known.game.remote_.call(Phase::ready, asked).number<std::int32_t>();
  }

  static void spent(void* state, std::int32_t seat, std::int64_t cpu_us) {
    const RemoteState& known = state_of(state);
    Writer asked = request(Call::spent, known.number);
    asked.number(seat);
    asked.number(cpu_us);
    known.game.remote_.call(Phase::ready, asked);
  }

  static void draw(const void* state, std::int32_t seat, const agon_canvas* canvas) {
    const RemoteState& known = state_of(state);
    Writer asked = request(Call::draw, known.number);
    asked.number(seat);
    Answer strokes = known.game.remote_.call(Phase::ready, asked);
    redraw(strokes, *canvas);
  }

  static agon_status parameter(const void* state, std::uint32_t index, agon_buffer* text, agon_error* error) {
    return write(Call::parameter, state, index, {}, text, error);
  }
  static agon_status observe(const void* state, std::int32_t seat, agon_buffer* observation, agon_error* error) {
    return write(Call::observe, state, seat, {}, observation, error);
  }
  static agon_status act(void* state, std::int32_t seat, agon_bytes action, agon_buffer* reply, agon_error* error) {
    return write(Call::act, state, seat, action, reply, error, &static_cast<RemoteState*>(state)->mover);
  }
  static agon_status position(const void* state, std::int32_t seat, agon_buffer* text, agon_error* error) {
    return write(Call::position, state, seat, {}, text, error);
  }
  static agon_status action_to_text(const void* state, agon_bytes action, agon_buffer* text, agon_error* error) {
    return write(Call::action_to_text, state, 0, action, text, error);
  }
  static agon_status action_from_text(const void* state, agon_bytes text, agon_buffer* action, agon_error* error) {
    return write(Call::action_from_text, state, 0, text, action, error);
  }
  static agon_status revealed(const void* state, std::int32_t seat, agon_buffer* text, agon_error* error) {
    return write(Call::revealed, state, seat, {}, text, error);
  }

  static const void* extension(const char* id) {
    static constexpr agon_scene scene = {draw};
    static constexpr agon_usage usage = {spent};
    const std::string_view asked = id;
    if (asked == AGON_NOTATION && current->has_notation_) return &current->notation_;
    if (asked == AGON_SCENE && current->has_scene_) return &scene;
    if (asked == AGON_USAGE && current->has_usage_) return &usage;
    if (asked == AGON_MODEL && current->has_model_) return &current->model_;
    return nullptr;
  }
};

RemoteGame::RemoteGame(const GameBuild& game, const std::string& whose)
    : remote_({.build = game.build, .sandboxed = false, .whose = whose}) {
  remote_.load();
  Writer asked(Call::use_game);
  asked.text(game.description.id);
  Answer answer = remote_.call(Phase::loading, asked);
  for (std::uint64_t* const capacity : {&type_.observation_capacity, &type_.action_capacity, &type_.reply_capacity})
    *capacity = answer.number<std::uint64_t>();
  type_.parameter_count = answer.number<std::uint32_t>();
  if (type_.parameter_count != game.description.parameters.size())
    throw Failure(Exit::plugin, "it declares other parameters when it is loaded");
  has_notation_ = answer.number<std::uint8_t>() != 0;
  notation_ = {.text_capacity = answer.number<std::uint64_t>(),
               .position = RemoteFunctions::position,
               .action_to_text = RemoteFunctions::action_to_text,
               .action_from_text = RemoteFunctions::action_from_text,
               .revealed = RemoteFunctions::revealed};
  has_scene_ = answer.number<std::uint8_t>() != 0;
  has_usage_ = answer.number<std::uint8_t>() != 0;
  describe_model(answer);
  type_.create = RemoteFunctions::create;
  type_.destroy = RemoteFunctions::destroy;
  type_.parameter = RemoteFunctions::parameter;
  type_.to_move = RemoteFunctions::to_move;
  type_.observe = RemoteFunctions::observe;
  type_.act = RemoteFunctions::act;
  type_.forfeit = RemoteFunctions::forfeit;
  type_.score = RemoteFunctions::score;
  type_.extension = RemoteFunctions::extension;
  game_ = {.library = nullptr, .type = &type_, .description = game.description};
  current = this;
}

RemoteGame::~RemoteGame() {
  current = nullptr;
}

std::optional<std::string> RemoteGame::view(const GameState& state) {
  const RemoteState& known = state_of(state.raw());
  const agon_game_type& type = known.game.type_;
  const std::int32_t seats = state.setup().seats;
  Writer asked = request(Call::view, known.number);
  asked.number(seats);
  asked.number(type.observation_capacity);
  asked.number(known.game.notation_.text_capacity);
  Answer answer = known.game.remote_.call(Phase::ready, asked);
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
  for (std::int32_t seat = AGON_ALL_SEATS; known.game.has_notation_ && seat < seats; ++seat) {
    if (!written(known.game.notation_.text_capacity)) return std::nullopt;
  }
  return all;
}

std::vector<std::uint64_t> RemoteGame::replay(std::span<const Record> records, std::uint32_t threads,
                                              std::uint32_t rounds) {
  Writer asked(Call::in_threads);
  asked.number(threads);
  asked.number(rounds);
  for (const Record& record : records) asked.text(script(game_, record));
  std::vector<std::uint64_t> numbers;
  for (Answer answer = remote_.call(Phase::ready, asked); answer.more();)
    numbers.push_back(answer.number<std::uint64_t>());
  if (numbers.size() != threads * rounds * records.size()) throw Ended{fail(damaged_answer)};
  return numbers;
}

}  // namespace host::validate
