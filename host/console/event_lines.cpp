#include "host/console/event_lines.hpp"

#include <agon/ext/model.h>

#include <utility>

namespace host {

namespace {

/// Returns whether a seat can know what another seat does not. A game without a model does not tell.
bool may_hide(const GameState& state) {
  const auto* const model = static_cast<const agon_model*>(state.game().type->extension(AGON_MODEL));
  return state.setup().seats > 1 && (model == nullptr || (model->properties & AGON_MODEL_HIDDEN) != 0);
}

}  // namespace

void EventLines::begun(const GameState& state) {
  hidden_ = may_hide(state);
  seat_names_ = state.game().description.seat_names;
  events_.clear();
}

void EventLines::acted(const GameState& state, std::int32_t seat, agon_bytes action) {
  Event event{.seat = seat, .action = state.action_text(action), .fate = {}, .revealed = {}};
  for (std::int32_t viewer = 0; viewer < state.setup().seats; ++viewer)
    event.revealed.push_back(state.revealed(viewer));
  events_.push_back(std::move(event));
}

void EventLines::forfeited(const GameState& /*state*/, std::int32_t seat, const Outcome& outcome) {
  events_.push_back({.seat = seat,
                     .action = {},
                     .fate = std::string(outcome_name(outcome.kind)) + ": " + outcome.reason,
                     .revealed = {}});
}

std::string EventLines::text(std::size_t number, std::int32_t viewer) const {
  const Event& event = events_[number];
  const std::string head = std::to_string(number + 1) + ". " + seat_names_[static_cast<std::size_t>(event.seat)];
  if (!event.fate.empty()) return head + " is out, " + event.fate;
  const bool known = !hidden_ || event.seat == viewer || viewer == AGON_ALL_SEATS;
  const std::string reveals = revealed(number, viewer);
  return head + (known ? ": " + event.action : " has acted") + (reveals.empty() ? "" : " " + reveals);
}

std::string EventLines::revealed(std::size_t number, std::int32_t viewer) const {
  const Event& event = events_[number];
  const auto index = static_cast<std::size_t>(viewer == AGON_ALL_SEATS ? event.seat : viewer);
  return index < event.revealed.size() && !event.revealed[index].empty() ? "-> " + event.revealed[index] : "";
}

}  // namespace host
