// Checks of how a game presents its matches: the notation of positions and actions, and the picture.
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"
#include "host/validate/check.hpp"
#include "host/validate/game_harness.hpp"

#include <agon/ext/scene.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace host::validate {

namespace {

bool one_line(const std::string& text) {
  return is_utf8(text) && text.find('\n') == std::string::npos && text.find('\0') == std::string::npos;
}

/// Converts an action to text and back. Returns what was wrong, or "".
std::string round_trip(GameState& state, const std::string& action, std::string& text) {
  text = text_of(state, action);
  if (!one_line(text)) return "an action's text is no line of UTF-8: " + in_quotes(text);
  std::string reason;
  const auto read = state.parse_action(text, reason);
  if (!read) return "it does not read " + in_quotes(text) + ", which it wrote itself: " + reason;
  // Other bytes may represent the same action; but a different action has a different text.
  const std::string text_again = text_of(state, {static_cast<const char*>(read->data), read->size});
  return text_again == text ? "" : in_quotes(text) + " reads as another action, " + in_quotes(text_again);
}

/// Writes the position, and what the last action revealed if there was one, for a spectator, for all seats together and
/// for each seat. Returns what was wrong, or "".
std::string told_to_all(const GameState& state, bool acted) {
  for (std::int32_t seat = AGON_SPECTATOR; seat < state.setup().seats; ++seat) {
    const std::string whose = seat == AGON_SPECTATOR   ? " (for a spectator)"
                              : seat == AGON_ALL_SEATS ? " (for all seats)"
                                                       : " (for seat " + std::to_string(seat) + ")";
    try {
      if (!one_line(state.position(seat))) return "a position's text is no line of UTF-8" + whose;
      if (acted && !one_line(state.revealed(seat))) return "what an action revealed is no line of UTF-8" + whose;
    } catch (const Failure& failure) {
      return std::string(failure.what()) + whose;
    }
  }
  return "";
}

/// Replays part of a match and lets the seat to move forfeit. `shown` then returns what is wrong, or "".
void after_forfeit(GameHarness& harness, const Record& record, std::string (*shown)(const GameState& state)) {
  const std::size_t steps = harness.random().below(record.steps.size() + 1);
  const auto state = replayed(harness.game(), record, steps);
  if (state->over()) return;
  state->forfeit(state->to_move(), AGON_OUTCOME_CRASH, "it crashed (SIGSEGV)");
  fail_if(shown(*state), ", after a forfeit" + at(harness, record, steps));
}

constexpr const char* no_notation = "it has no notation (agon/ext/notation.h), so its matches can't be recorded";

/// Plays a match in two states: with the actions' bytes, and with the actions parsed from their texts.
void notation_reads_back(GameHarness& harness, const Record& record) {
  GameState by_bytes(harness.game(), record.setup);
  if (!by_bytes.has_notation()) throw warn(no_notation);
  GameState by_text(harness.game(), record.setup);
  Record spoken{record.setup, record.steps};
  fail_if(told_to_all(by_bytes, false), at(harness, record, 0));
  for (std::size_t step = 0; step < record.steps.size() && !harness.out_of_time(); ++step) {
    const std::string here = at(harness, record, step);
    std::string text;
    fail_if(round_trip(by_bytes, record.steps[step].action, text), here);
    std::string reason;
    const auto read = by_text.parse_action(text, reason);
    if (!read) throw fail("it reads " + in_quotes(text) + " once, and the next time not" + here);
    spoken.steps[step].action.assign(static_cast<const char*>(read->data), read->size);
    apply(by_bytes, record, step, "as text: ");
    apply(by_text, spoken, step, "as text: ");
    if (fingerprint(by_bytes) != fingerprint(by_text) || by_bytes.revealed() != by_text.revealed())
      throw fail(in_quotes(text) + " does something else than the action that it stands for" + here);
    fail_if(told_to_all(by_bytes, true), at(harness, record, step + 1));
  }
  after_forfeit(harness, record, [](const GameState& state) { return told_to_all(state, false); });
}

/// A canvas that reports invalid drawing calls.
struct CanvasChecker {
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  std::size_t grids = 0;
  std::string fault;

  void blame(const std::string& what) {
    if (fault.empty()) fault = what;
  }
  static CanvasChecker& of(const agon_host* host) { return *static_cast<CanvasChecker*>(host->data); }
};

void check_text(CanvasChecker& checker, const char* text, const std::string& what) {
  if (text == nullptr) {
    checker.blame(what + " is NULL");
  } else if (!is_utf8(text)) {
    checker.blame(what + " is no UTF-8");
  }
}

void check_place(CanvasChecker& checker, std::uint32_t row, std::uint32_t column, const std::string& what) {
  if (checker.grids == 0) {
    checker.blame(what + " comes before the grid");
  } else if (row >= checker.rows || column >= checker.columns) {
    checker.blame(what + " lies at " + std::to_string(row) + ", " + std::to_string(column) + ", outside the grid of " +
                  std::to_string(checker.rows) + " x " + std::to_string(checker.columns));
  }
}

std::string drawn(const GameState& state, std::int32_t seat) {
  CanvasChecker checker;
  const agon_host host = {&checker, [](const agon_host*, const char*) -> const void* { return nullptr; }};
  const agon_canvas canvas = {
      &host,
      [](const agon_host* to, std::uint32_t rows, std::uint32_t columns) {
        CanvasChecker& seen = CanvasChecker::of(to);
        if (++seen.grids > 1) seen.blame("it has more than one grid");
        if (rows < 1 || columns < 1) seen.blame("its grid is empty");
        seen.rows = rows;
        seen.columns = columns;
      },
      [](const agon_host* to, const char* const* rows, const char* const* columns) {
        CanvasChecker& seen = CanvasChecker::of(to);
        if (seen.grids == 0) return seen.blame("labels come before the grid");
        for (std::uint32_t row = 0; rows != nullptr && row < seen.rows; ++row) check_text(seen, rows[row], "a label");
        for (std::uint32_t column = 0; columns != nullptr && column < seen.columns; ++column)
          check_text(seen, columns[column], "a label");
      },
      [](const agon_host* to, std::uint32_t row, std::uint32_t column, const agon_cell* cell) {
        CanvasChecker& seen = CanvasChecker::of(to);
        check_place(seen, row, column, "a cell");
        check_text(seen, cell->glyph, "a cell's glyph");
        if (cell->token != nullptr) check_text(seen, cell->token, "a cell's token");
      },
      [](const agon_host* to, std::uint32_t from_row, std::uint32_t from_column, std::uint32_t to_row,
         std::uint32_t to_column, std::int32_t) {
        check_place(CanvasChecker::of(to), from_row, from_column, "an arrow's beginning");
        check_place(CanvasChecker::of(to), to_row, to_column, "an arrow's end");
      },
      [](const agon_host* to, const char* line) { check_text(CanvasChecker::of(to), line, "a line of text"); }};
  state.scene()->draw(state.raw(), seat, &canvas);
  if (checker.grids == 0) checker.blame("it has no grid");
  return checker.fault;
}

/// Draws the state for each seat and for spectators. Returns what was wrong, or "".
std::string drawn_for_all(const GameState& state) {
  const std::string before = fingerprint(state);
  for (std::int32_t seat = AGON_SPECTATOR; seat < state.setup().seats; ++seat) {
    if (const std::string fault = drawn(state, seat); !fault.empty()) return "its drawing: " + fault;
  }
  return fingerprint(state) == before ? "" : "drawing changes the state";
}

/// Draws some states of a match, and adds their number.
void draw_along(GameHarness& harness, const Record& record, std::size_t& drawings) {
  GameState state(harness.game(), record.setup);
  if (state.scene() == nullptr) throw warn("it does not draw itself (agon/ext/scene.h), so nobody can watch it");
  constexpr std::size_t every = 8;
  for (std::size_t step = 0; !harness.out_of_time() || drawings == 0; ++step) {
    const bool last = step == record.steps.size();
    if (step % every == 0 || last) {
      set_activity("in draw()" + at(harness, record, step));
      ++drawings;
      fail_if(drawn_for_all(state), at(harness, record, step));
    }
    if (last) break;
    apply(state, record, step);
  }
  after_forfeit(harness, record, drawn_for_all);
}

Finding draws_itself(GameHarness& harness) {
  std::size_t drawings = 0;
  for_each_record(harness, [&](const Record& record) { draw_along(harness, record, drawings); });
  return ok(counted(drawings, "drawing"));
}

}  // namespace

std::vector<Check> shown_checks() {
  return {
      {"notation-reads-back", Scope::game, true,
       "An action's text reads back as the same action. All texts are lines of UTF-8, for each seat and a spectator.",
       on_each_record<notation_reads_back>},
      {"draws-itself", Scope::game, true,
       "It draws itself for each seat and a spectator, on one grid, with cells and texts as they should be.",
       on_records<draws_itself>},
  };
}

}  // namespace host::validate
