#include "choices.hpp"

#include "placements.hpp"
#include "text.hpp"

#include <polyomino/polyomino.h>

#include <agon/failure.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <vector>

namespace polyomino {

namespace {

constexpr int quarter_turns = 4;
constexpr int offered_sizes = 10;  // of new tiles; larger ones are typed

std::string hold_text(int index, int rotation) {
  return "hold " + std::to_string(index) + " " + std::to_string(rotation % quarter_turns);
}

Placement hand_of(std::string_view begun, const std::vector<std::size_t>& held) {
  if (begun.empty()) return {.index = held.empty() ? -1 : static_cast<int>(held.back())};
  for (const std::size_t each : held) {
    const auto index = static_cast<int>(each);
    for (int rotation = 0; rotation < quarter_turns; ++rotation) {
      if (begun == hold_text(index, rotation)) return {.index = index, .rotation = rotation};
    }
  }
  throw agon::Illegal("'" + std::string(agon::shortened(begun, 100)) + "' holds no tile");
}

/// A tile in hand, and its square that is under the pointer: the one nearest to its middle.
struct Hand {
  std::vector<Cell> shape;
  Cell grip;
};

Hand grasped(const Match& match, int index, int rotation) {
  Hand hand{Placements::turned_cells(match, index, rotation), {}};
  int right = 0;
  int below = 0;
  for (const Cell cell : hand.shape) {
    right = std::max<int>(right, cell.x);
    below = std::max<int>(below, cell.y);
  }
  const auto distance = [&](Cell cell) { return std::abs(2 * cell.x - right) + std::abs(2 * cell.y - below); };
  hand.grip = *std::min_element(hand.shape.begin(), hand.shape.end(),
                                [&](Cell one, Cell other) { return distance(one) < distance(other); });
  return hand;
}

/// Returns row and column of each cell of a shape at a place.
std::vector<std::int32_t> cells_at(const std::vector<Cell>& shape, int x, int y) {
  std::vector<std::int32_t> cells;
  for (const Cell cell : shape) {
    cells.push_back(y + cell.y);
    cells.push_back(x + cell.x);
  }
  return cells;
}

/// The tile in hand with its grip on a cell.
agon::Choice choice_at(const Match& match, const Hand& hand, Placement place, int x, int y) {
  place.x = x - hand.grip.x;
  place.y = y - hand.grip.y;
  const polyomino_action action = {POLYOMINO_PLACE, place.index, place.x, place.y, place.rotation};
  agon::Choice choice{.text = action_text(action), .whole = true, .row = y, .column = x};
  const Verdict verdict = match.check_placement(place.index, place.x, place.y, place.rotation);
  if (verdict != Verdict::legal) choice.refusal = refusal_of_placement(verdict, match, action);
  choice.cells = cells_at(hand.shape, place.x, place.y);
  return choice;
}

}  // namespace

void add_choices(const Match& match, std::string_view begun, std::int32_t row, std::int32_t column,
                 agon::Choices& list) {
  const std::vector<std::size_t> held = held_tiles(match);
  const Placement place = hand_of(begun, held);
  if (row >= 0 && place.index < 0) return list.add({.refusal = "ask for a tile first", .row = row, .column = column});
  if (place.index >= 0) {
    const Hand hand = grasped(match, place.index, place.rotation);
    if (row >= 0) return list.add(choice_at(match, hand, place, column, row));
    for (int y = 0; y < match.height(); ++y) {
      for (int x = 0; x < match.width(); ++x) {
        const agon::Choice choice = choice_at(match, hand, place, x, y);
        if (choice.refusal.empty()) list.add(choice);
      }
    }
    list.add({.text = hold_text(place.index, place.rotation + 1), .label = "turn"});
  }
  for (const std::size_t each : held) {
    const auto index = static_cast<int>(each);
    const bool in_hand = index == place.index;
    const int rotation = in_hand ? place.rotation : 0;
    list.add({.text = hold_text(index, rotation),
              .label = (in_hand ? "in hand: tile " : "tile ") + std::to_string(index),
              .cells = cells_at(Placements::turned_cells(match, index, rotation), 0, 0)});
  }
  for (int size = min_size; size < min_size + offered_sizes && match.check_request(size) == Verdict::legal; ++size)
    list.add({.text = "get " + std::to_string(size), .whole = true});
  list.add({.text = "done", .label = "end the match", .whole = true});
}

}  // namespace polyomino
