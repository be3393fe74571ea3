// Checks of a game's layout (agon.layout/1): what it declares, and whether its messages keep to it.
#include "host/plugin/layout.hpp"
#include "host/plugin/message.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"
#include "host/validate/check.hpp"
#include "host/validate/game_harness.hpp"

#include <agon/ext/layout.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace host::validate {

namespace {

/// Returns the layout that the harness's game declares; nothing if it declares none. Throws Failure if it is faulty.
std::optional<LayoutDescription> declared(const GameHarness& harness) {
  set_activity("in extension() for '" AGON_LAYOUT "'");
  return layout_of(*harness.game().type);
}

const char* const no_layout = "it declares none";

Finding layout_sound(GameHarness& harness) {
  const auto layout = declared(harness);
  if (!layout) return ok(no_layout);
  std::size_t fields = 0;
  for (const StructDescription* const each : layout->structs()) fields += each->fields.size();
  return ok(counted(layout->structs().size(), "struct") + ", " + counted(fields, "field"));
}

/// Returns what contradicts the layout in the observations of this position, or "".
std::string contradicted(const LayoutDescription& layout, const GameState& state) {
  for (std::int32_t seat = 0; seat < state.setup().seats; ++seat) {
    const std::string seen = observation_of(state, seat);
    std::string fault = contradiction(layout.observation, std::as_bytes(std::span(seen)));
    if (!fault.empty()) return fault + " for seat " + std::to_string(seat);
  }
  return {};
}

/// Applies a step of the record, which is legal. Returns what contradicts the layout in the action or its reply, or "".
std::string contradicted(const LayoutDescription& layout, GameState& state, const Step& step) {
  if (std::string fault = contradiction(layout.action, std::as_bytes(std::span(step.action))); !fault.empty())
    return fault;
  const Answer answer = answer_to(state, step.seat, step.action);
  if (answer.status != AGON_OK) return "an action that was legal is refused";
  if (!layout.reply || answer.reply.empty()) return {};
  return contradiction(*layout.reply, std::as_bytes(std::span(answer.reply)));
}

/// Compares the messages of a match with the layout, and those after forfeits in its middle.
void compare(const LayoutDescription& layout, GameHarness& harness, const Record& record) {
  const auto look = [&](const GameState& state, const std::string& where) {
    set_activity("in its messages" + where);
    const std::string fault = contradicted(layout, state);
    return fault.empty() ? "" : fault + where;
  };
  look_along(harness, record, look, [&](GameState& state, std::size_t number) {
    set_activity("in its messages" + at(harness, record, number));
    fail_if(contradicted(layout, state, record.steps[number]), at(harness, record, number + 1));
  });
}

Finding layout_kept(GameHarness& harness) {
  std::optional<LayoutDescription> layout;
  try {
    layout = declared(harness);
  } catch (const Failure&) {
    return unchecked("its layout is faulty");  // layout-sound tells how
  }
  if (!layout) return ok(no_layout);
  return for_each_record(harness, [&](const Record& record) { compare(*layout, harness, record); });
}

}  // namespace

std::vector<Check> layout_checks() {
  return {
      {"layout-sound", Scope::game, false,
       "The structs that it declares (agon.layout/1) have fields inside them, without overlap, with sound ranges.",
       on_game<layout_sound>},
      {"layout-kept", Scope::game, true,
       "Observations, actions and replies have the sizes, counts and ranges that its layout declares.",
       on_records<layout_kept>},
  };
}

}  // namespace host::validate
