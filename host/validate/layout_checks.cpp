// Checks of a game's layout (agon.layout/1): what it declares, and whether its messages keep to it.
#include "host/failure.hpp"
#include "host/plugin/layout.hpp"
#include "host/plugin/message.hpp"
#include "host/seat/block.hpp"
#include "host/text.hpp"
#include "host/validate/board.hpp"
#include "host/validate/check.hpp"
#include "host/validate/each_position.hpp"

#include <agon/ext/layout.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>

namespace host::validate {

namespace {

/// Returns the layout that the board's game declares; nothing if it declares none. Throws Failure if it is faulty.
std::optional<LayoutDescription> declared(const Board& board) {
  now("in extension() for '" AGON_LAYOUT "'");
  return layout_of(*board.game().type);
}

const char* const no_layout = "it declares none";

Finding layout_sound(const Case& examined) {
  return on_board(examined, [&](Board& board) {
    const auto layout = declared(board);
    if (!layout) return ok(no_layout);
    std::size_t fields = 0;
    for (const StructDescription* const each : layout->structs()) fields += each->fields.size();
    return ok(counted(layout->structs().size(), "struct") + ", " + counted(fields, "field"));
  });
}

/// Returns what contradicts the layout in the observations of this position, or "".
std::string contradicted(const LayoutDescription& layout, const GameState& state) {
  const std::uint64_t capacity = state.game().type->observation_capacity;
  Block room;
  room.grow(capacity);
  for (std::int32_t seat = 0; seat < state.setup().seats; ++seat) {
    agon_buffer observation = {room.data(), capacity, 0};
    state.observe(seat, observation);
    std::string fault = contradiction(layout.observation, {room.data(), observation.size});
    if (!fault.empty()) return fault + " for seat " + std::to_string(seat);
  }
  return {};
}

/// Applies a step of the record, which is legal. Returns what contradicts the layout in the action or its reply, or "".
std::string contradicted(const LayoutDescription& layout, GameState& state, const Step& step) {
  const auto bytes = std::as_bytes(std::span(step.action));
  if (std::string fault = contradiction(layout.action, bytes); !fault.empty()) return fault;
  const std::uint64_t capacity = state.game().type->reply_capacity;
  Block action;
  Block room;
  action.grow(bytes.size());
  room.grow(capacity);
  std::memcpy(action.data(), bytes.data(), bytes.size());
  agon_buffer reply = {room.data(), capacity, 0};
  agon_error error{};
  if (state.act(step.seat, {action.data(), bytes.size()}, &reply, error) != AGON_OK)
    return "an action that was legal is refused";
  return layout.reply && reply.size > 0 ? contradiction(*layout.reply, {room.data(), reply.size}) : "";
}

/// Compares the messages of a match with the layout, and those after forfeits in its middle. Returns what contradicts
/// it, or "".
std::string contradicted(const LayoutDescription& layout, Board& board, const Record& record) {
  const Look look = [&](const GameState& state, const std::string& where) {
    now("in its messages" + where);
    const std::string fault = contradicted(layout, state);
    return fault.empty() ? "" : fault + where;
  };
  const auto step = [&](GameState& state, std::size_t number) {
    now("in its messages" + at(board, record, number));
    const std::string fault = contradicted(layout, state, record.steps[number]);
    return fault.empty() ? "" : fault + at(board, record, number + 1);
  };
  std::string fault = for_each_position(board, record, look, step);
  return fault.empty() ? after_forfeits(board, record, look) : fault;
}

Finding layout_kept(const Case& examined) {
  return on_records(examined, [&](Board& board) {
    std::optional<LayoutDescription> layout;
    try {
      layout = declared(board);
    } catch (const Failure&) {
      return unchecked("its layout is faulty");  // layout-sound tells how
    }
    if (!layout) return ok(no_layout);
    std::size_t rounds = 0;
    for (; rounds < board.records().size() && !board.enough(rounds); ++rounds) {
      const std::string fault = contradicted(*layout, board, board.records()[rounds]);
      if (!fault.empty()) return fail(fault);
    }
    return ok(counted(rounds, "match"));
  });
}

}  // namespace

std::vector<Check> layout_checks() {
  return {
      {"layout-sound", Scope::game, false,
       "The structs that it declares (agon.layout/1) have fields inside them, without overlap, with sound ranges.",
       layout_sound},
      {"layout-kept", Scope::game, true,
       "Observations, actions and replies have the sizes, counts and ranges that its layout declares.", layout_kept},
  };
}

}  // namespace host::validate
