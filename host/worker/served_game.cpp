#include "host/worker/served_game.hpp"

#include "host/plugin/creation.hpp"
#include "host/worker/heap.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace host::worker {

namespace {

using validate::Call;
using validate::Reader;
using validate::Stroke;
using validate::Writer;

void write_labels(Writer& to, const char* const* labels, std::uint32_t count) {
  to.number<std::uint32_t>(labels == nullptr ? 0 : count);
  for (std::uint32_t index = 0; labels != nullptr && index < count; ++index) to.optional(labels[index]);
}

/// A canvas that records all calls.
struct Drawing {
  Writer& to;
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;

  /// The checker reads no more than this: a game may draw without end.
  [[nodiscard]] bool full() const {
    constexpr std::size_t most = 8 << 20;
    return to.bytes().size() > most;
  }
  static Drawing& of(void* host) { return *static_cast<Drawing*>(host); }
};

constexpr agon_canvas canvas = {nullptr,
                                [](void* host, std::uint32_t rows, std::uint32_t columns) {
                                  Drawing& drawing = Drawing::of(host);
                                  if (drawing.full()) return;
                                  drawing.rows = rows;
                                  drawing.columns = columns;
                                  drawing.to.number(Stroke::grid);
                                  drawing.to.number(rows);
                                  drawing.to.number(columns);
                                },
                                [](void* host, const char* const* rows, const char* const* columns) {
                                  Drawing& drawing = Drawing::of(host);
                                  if (drawing.full()) return;
                                  drawing.to.number(Stroke::labels);
                                  write_labels(drawing.to, rows, drawing.rows);
                                  write_labels(drawing.to, columns, drawing.columns);
                                },
                                [](void* host, std::uint32_t row, std::uint32_t column, const agon_cell* cell) {
                                  Drawing& drawing = Drawing::of(host);
                                  if (drawing.full()) return;
                                  drawing.to.number(Stroke::cell);
                                  drawing.to.number(row);
                                  drawing.to.number(column);
                                  drawing.to.optional(cell->glyph);
                                  drawing.to.optional(cell->token);
                                  drawing.to.number(cell->role);
                                  drawing.to.number(cell->marks);
                                },
                                [](void* host, std::uint32_t from_row, std::uint32_t from_column, std::uint32_t to_row,
                                   std::uint32_t to_column, std::int32_t role) {
                                  Drawing& drawing = Drawing::of(host);
                                  if (drawing.full()) return;
                                  drawing.to.number(Stroke::arrow);
                                  for (const std::uint32_t place : {from_row, from_column, to_row, to_column})
                                    drawing.to.number(place);
                                  drawing.to.number(role);
                                },
                                [](void* host, const char* line) {
                                  Drawing& drawing = Drawing::of(host);
                                  if (drawing.full()) return;
                                  drawing.to.number(Stroke::text);
                                  drawing.to.optional(line);
                                }};

}  // namespace

Conditions read_conditions(Reader& from) {
  Conditions conditions;
  conditions.borders = from.number<std::uint8_t>() != 0;
  conditions.fill = from.number<std::uint8_t>();
  const bool dirty = from.number<std::uint8_t>() != 0;
  const auto dirt = from.number<std::uint8_t>();
  if (dirty) conditions.dirt = dirt;
  conditions.bare = from.number<std::uint8_t>() != 0;
  return conditions;
}

void write_error(const agon_error& error, Writer& to) {
  to.text({error.text, ::strnlen(error.text, sizeof error.text)});
}

void write_buffer(const agon_buffer& buffer, Writer& to) {
  to.number(buffer.size);
  to.text({static_cast<const char*>(buffer.data), std::min(buffer.size, buffer.capacity)});
}

ServedGame::ServedGame(const agon_game_type& type, const Conditions& conditions)
    : type_(type),
      conditions_(conditions),
      notation_(static_cast<const agon_notation*>(type.extension(AGON_NOTATION))),
      scene_(static_cast<const agon_scene*>(type.extension(AGON_SCENE))),
      usage_(static_cast<const agon_usage*>(type.extension(AGON_USAGE))),
      model_(static_cast<const agon_model*>(type.extension(AGON_MODEL))),
      host_{this, extension} {}

/// The log of a game is discarded during checks.
const void* ServedGame::extension(const agon_host* host, const char* id) {
  static constexpr agon_log log = {[](const agon_host* /*host*/, agon_bytes /*text*/) {}};
  if (static_cast<const ServedGame*>(host->data)->conditions_.bare) return nullptr;
  return std::strcmp(id, AGON_LOG) == 0 ? &log : nullptr;
}

void ServedGame::describe(Writer& to) const {
  for (const std::uint64_t capacity : {type_.observation_capacity, type_.action_capacity, type_.reply_capacity})
    to.number(capacity);
  to.number(type_.parameter_count);
  to.number<std::uint8_t>(notation_ != nullptr ? 1 : 0);
  to.number<std::uint64_t>(notation_ != nullptr ? notation_->text_capacity : 0);
  to.number<std::uint8_t>(scene_ != nullptr ? 1 : 0);
  to.number<std::uint8_t>(usage_ != nullptr ? 1 : 0);
  describe_model(to);
}

void ServedGame::answer(Call call, Reader& request, Writer& answer) {
  if (call == Call::create) return create(request, answer);
  if (call == Call::determinise) return answer_model(call, nullptr, request, answer);
  const auto number = request.number<std::uint64_t>();
  void* const state =
      number == validate::newest_state ? newest_ : reinterpret_cast<void*>(static_cast<std::uintptr_t>(number));
  if (call > Call::determinise && call <= Call::action_values) return answer_model(call, state, request, answer);
  switch (call) {
    case Call::destroy:
      return type_.destroy(state);
    case Call::to_move:
      return answer.number(type_.to_move(state));
    case Call::score:  // the seat
      return answer.number(type_.score(state, request.number<std::int32_t>()));
    case Call::forfeit: {  // the seat, the outcome, the reason; answers the seat to move next
      const auto seat = request.number<std::int32_t>();
      const auto outcome = request.number<std::int32_t>();
      type_.forfeit(state, seat, outcome, std::string(request.text()).c_str());
      return answer.number(type_.to_move(state));
    }
    case Call::view:
      return view(state, request, answer);
    case Call::spent: {  // the seat, its CPU time
      const auto seat = request.number<std::int32_t>();
      return usage_->spent(state, seat, request.number<std::int64_t>());
    }
    case Call::draw:  // the seat
      return draw(state, request.number<std::int32_t>(), answer);
    default:
      return write(call, state, request, answer);
  }
}

/// Request: the seed, the seats, the settings as names and values. Answers the status, the state, the error, the seat
/// to move.
void ServedGame::create(Reader& request, Writer& answer) {
  const auto seed = request.number<std::uint64_t>();
  const auto seats = request.number<std::int32_t>();
  std::vector<std::pair<std::string, std::optional<std::string>>> values(request.number<std::uint32_t>());
  std::vector<agon_setting> settings;
  settings.reserve(values.size());
  for (auto& [name, value] : values) {
    name = request.text();
    const bool set = request.number<std::uint8_t>() != 0;
    const std::string_view text = request.text();
    if (set) value = text;
    settings.push_back({name.c_str(), value ? value->c_str() : nullptr});
  }
  const agon_setup setup = {seed, seats, static_cast<std::uint32_t>(settings.size()), settings.data(), &host_};
  agon_error error{};
  void* state = nullptr;
  if (conditions_.dirt) {
    fill_free_memory(*conditions_.dirt);
    fill_stack(*conditions_.dirt);
  }
  agon_status status = type_.create(&setup, &state, &error);
  status = checked_creation(status, state, "a state", error);
  if (status == AGON_OK) newest_ = state;
  answer.number(status);
  answer.number(reinterpret_cast<std::uintptr_t>(state));
  write_error(error, answer);
  answer.number(status == AGON_OK ? type_.to_move(state) : AGON_OVER);
}

void ServedGame::draw(const void* state, std::int32_t seat, Writer& answer) const {
  Drawing drawing{answer};
  agon_canvas told = canvas;
  told.host = &drawing;
  scene_->draw(state, seat, &told);
}

/// Request: the number of seats, the capacities of observations and texts. Answers everything visible of the position:
/// the seat to move, the scores, that seat's observation, the texts for all seats together and for each seat.
void ServedGame::view(const void* state, Reader& request, Writer& answer) {
  const auto seats = request.number<std::int32_t>();
  const auto observation_capacity = request.number<std::uint64_t>();
  const auto text_capacity = request.number<std::uint64_t>();
  const auto write = [&](std::uint64_t capacity, const auto& call) {
    agon_buffer out = writable(capacity);
    agon_error error{};
    answer.number(call(&out, &error));
    out_->wrote(out);
    write_buffer(out, answer);
  };
  const std::int32_t mover = type_.to_move(state);
  answer.number(mover);
  for (std::int32_t seat = 0; seat < seats; ++seat) answer.number(type_.score(state, seat));
  if (mover >= 0 && mover < seats)
    write(observation_capacity,
          [&](agon_buffer* out, agon_error* error) { return type_.observe(state, mover, out, error); });
  for (std::int32_t seat = AGON_ALL_SEATS; notation_ != nullptr && seat < seats; ++seat)
    write(text_capacity,
          [&](agon_buffer* out, agon_error* error) { return notation_->position(state, seat, out, error); });
}

/// Serves all functions that write bytes. Request: a number (the seat or the parameter), the bytes to read, whether
/// output is wanted, its capacity. Answers the status, the bytes written, the error, and for an action the seat to move
/// next.
void ServedGame::write(Call call, void* state, Reader& request, Writer& answer) {
  const auto number = request.number<std::int64_t>();
  const std::string_view given = request.text();
  const bool wanted = request.number<std::uint8_t>() != 0;
  const auto capacity = request.number<std::uint64_t>();
  const agon_bytes in = room(in_, given.size()).hold(given.data(), given.size());
  agon_buffer out = writable(capacity);
  agon_error error{};
  const agon_status status = call_writer(call, state, number, in, wanted ? &out : nullptr, &error);
  answer.number(status);
  out_->wrote(out);
  write_buffer(out, answer);
  write_error(error, answer);
  if (call == Call::act) answer.number(status == AGON_OK || status == AGON_ILLEGAL ? type_.to_move(state) : AGON_OVER);
}

agon_buffer ServedGame::writable(std::uint64_t capacity) {
  return room(out_, capacity).filled_buffer(capacity, conditions_.fill);
}

agon_status ServedGame::call_writer(Call call, void* state, std::int64_t number, agon_bytes in, agon_buffer* out,
                                    agon_error* error) const {
  const auto seat = static_cast<std::int32_t>(number);
  switch (call) {
    case Call::parameter:
      return type_.parameter(state, static_cast<std::uint32_t>(number), out, error);
    case Call::observe:
      return type_.observe(state, seat, out, error);
    case Call::act:
      return type_.act(state, seat, in, out, error);
    case Call::position:
      return notation_->position(state, seat, out, error);
    case Call::action_to_text:
      return notation_->action_to_text(state, in, out, error);
    case Call::action_from_text:
      return notation_->action_from_text(state, in, out, error);
    default:
      return notation_->revealed(state, seat, out, error);
  }
}

/// Rooms are reused from one call to the next.
Room& ServedGame::room(std::unique_ptr<Room>& kept, std::uint64_t capacity) const {
  if (!kept || !kept->fits(capacity, conditions_.borders)) kept = std::make_unique<Room>(capacity, conditions_.borders);
  return *kept;
}

}  // namespace host::worker
