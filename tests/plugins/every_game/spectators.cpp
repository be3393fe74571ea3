#include "spectators.hpp"

#include "host/drawing/drawing.hpp"
#include "host/drawing/terminal.hpp"

#include <cmath>
#include <cstring>
#include <vector>

namespace every_game {

namespace {

constexpr std::size_t draws_every = 16;           // actions
constexpr std::uint64_t most_observed = 1 << 16;  // bytes; larger ones vary in size and are written piece by piece
constexpr std::size_t most_drawings = 100;        // a board of 200 x 200 cells takes long to draw under a sanitizer

}  // namespace

void Checker::check(bool holds, const std::string& what) {
  if (!holds && fault_.empty()) fault_ = what;
}

void Checker::check_drawing(const host::GameState& state) {
  check(state.scene() != nullptr, "it does not draw itself");
  if (state.scene() == nullptr || drawings_++ >= most_drawings) return;
  const host::Drawing drawing = host::draw(*state.scene(), state.raw());
  check(drawing.rows > 0 && drawing.columns > 0, "it draws no board");
  check(!host::render(drawing, true).empty(), "its drawing shows nothing");
}

/// What a seat sees owes nothing to what its memory held before.
void Checker::check_observation(const host::GameState& state) {
  const std::uint64_t capacity = state.game().type->observation_capacity;
  if (state.over() || capacity > most_observed) return;
  const std::size_t words = capacity / sizeof(std::max_align_t) + 1;
  std::vector<std::max_align_t> zeros(words);
  std::vector<std::max_align_t> ones(words);
  std::memset(ones.data(), 0xFF, words * sizeof(std::max_align_t));
  std::memset(zeros.data(), 0, words * sizeof(std::max_align_t));
  agon_buffer over_zeros{zeros.data(), capacity, 0};
  agon_buffer over_ones{ones.data(), capacity, 0};
  state.observe(state.to_move(), over_zeros);
  state.observe(state.to_move(), over_ones);
  check(over_zeros.size == over_ones.size && std::memcmp(zeros.data(), ones.data(), over_zeros.size) == 0,
        "it leaves bytes of an observation as they were");
}

void Checker::begun(const host::GameState& state) {
  check(state.has_notation(), "it has no notation");
  check(state.position().find('\n') == std::string::npos, "its position is more than a line");
  check_drawing(state);
  check_observation(state);
}

void Checker::acted(const host::GameState& state, std::int32_t /*seat*/, agon_bytes action) {
  const std::string text = state.action_text(action);
  std::string reason;
  const auto read = state.parse_action(text, reason);
  check(read.has_value(), "it does not read '" + text + "', which it wrote itself: " + reason);
  if (read) check(state.action_text(*read) == text, "'" + text + "' reads as another action");
  check(std::isfinite(state.score(0)), "its score is no number");
  if (++actions_ % draws_every == 0) check_drawing(state);
  if (actions_ % draws_every == 0) check_observation(state);
}

void Checker::forfeited(const host::GameState& state, std::int32_t seat, const host::Outcome& /*outcome*/) {
  ++forfeits_;
  check(state.over() || state.to_move() != seat, "a seat that forfeited is still to move");
  check_drawing(state);
}

}  // namespace every_game
