#include "host/remote/remote_game.hpp"

#include "host/failure.hpp"
#include "host/match/game_state.hpp"
#include "host/plugin/plugin_file.hpp"
#include "host/remote/remote_state.hpp"
#include "host/text.hpp"

#include <agon/ext/scene.h>
#include <agon/ext/usage.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace host::remote {

std::array<RemoteGame*, most_games> games{};

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

std::mutex slots;

/// Returns the number of a free slot, which then belongs to the game.
std::size_t take_slot(RemoteGame& game) {
  const std::lock_guard lock(slots);
  const auto free = std::find(games.begin(), games.end(), nullptr);
  if (free == games.end())
    throw Failure(Exit::internal, "at most " + std::to_string(most_games) + " games can run at a time");
  *free = &game;
  return static_cast<std::size_t>(free - games.begin());
}

void give_back(std::size_t slot) {
  const std::lock_guard lock(slots);
  games[slot] = nullptr;
}

}  // namespace

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

Writer writing(Call call, std::uint64_t state, std::int64_t number, std::string_view in,
               std::optional<std::uint64_t> capacity) {
  Writer asked = request(call, state);
  asked.number(number);
  asked.text(in);
  asked.number<std::uint8_t>(capacity ? 1 : 0);
  asked.number<std::uint64_t>(capacity.value_or(0));
  return asked;
}

/// The functions of the tables in the C ABI.
struct RemoteFunctions {
  static agon_status create(RemoteGame& game, const agon_setup* setup, void** state, agon_error* error) {
    Answer answer = game.remote_.call(Phase::creating, creation(*setup));
    const auto status = answer.number<agon_status>();
    const auto number = answer.number<std::uint64_t>();
    *error = answer.error();
    const auto mover = answer.number<std::int32_t>();
    if (status == AGON_OK && number != 0)
      *state = std::make_unique<RemoteState>(RemoteState{game, number, mover}).release();
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

  static const void* extension(const RemoteGame& game, const char* id) {
    static constexpr agon_scene scene = {draw};
    static constexpr agon_usage usage = {spent};
    const std::string_view asked = id;
    if (asked == AGON_NOTATION && game.has_notation_) return &game.notation_;
    if (asked == AGON_SCENE && game.has_scene_) return &scene;
    if (asked == AGON_USAGE && game.has_usage_) return &usage;
    if (asked == AGON_MODEL && game.has_model_) return &game.model_;
    return nullptr;
  }
};

template <std::size_t slot>
struct Create {
  static agon_status call(const agon_setup* setup, void** state, agon_error* error) {
    return RemoteFunctions::create(*games[slot], setup, state, error);
  }
};

template <std::size_t slot>
struct Extension {
  static const void* call(const char* id) { return RemoteFunctions::extension(*games[slot], id); }
};

RemoteGame::RemoteGame(const GameBuild& game, const GameTerms& terms)
    : remote_({.build = game.build,
               .sandboxed = false,
               .cpu_limit_ns = terms.cpu_limit_ns,
               .whose = terms.whose,
               .game_fails = terms.game_fails}) {
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
  slot_ = take_slot(*this);
  type_.create = one_for_each_slot<Create>()[slot_];
  type_.extension = one_for_each_slot<Extension>()[slot_];
  model_.determinise = determinise_of(slot_);
  type_.destroy = RemoteFunctions::destroy;
  type_.parameter = RemoteFunctions::parameter;
  type_.to_move = RemoteFunctions::to_move;
  type_.observe = RemoteFunctions::observe;
  type_.act = RemoteFunctions::act;
  type_.forfeit = RemoteFunctions::forfeit;
  type_.score = RemoteFunctions::score;
  game_ = {.build = game.build, .loaded = nullptr, .type = &type_, .description = game.description};
}

std::optional<LayoutDescription> RemoteGame::layout() {
  const std::vector<GameDescription> all = describe_build(*game_.build).games;
  const auto same = [&](const GameDescription& game) { return game.id == game_.description.id; };
  const auto index = std::find_if(all.begin(), all.end(), same) - all.begin();
  now("in extension() for '" AGON_LAYOUT "'");
  const Address at = remote_.extension(true, static_cast<std::uint32_t>(index), AGON_LAYOUT);
  if (at == 0) return std::nullopt;
  const RemoteMemory memory(remote_);
  LayoutDescription layout = describe(memory, memory.at(reinterpret_cast<const agon_layout*>(at), 0, "its layout"));
  check_sizes(layout, type_);
  return layout;
}

RemoteGame::~RemoteGame() {
  give_back(slot_);
}

}  // namespace host::remote
