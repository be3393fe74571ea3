// How a game shows its matches: the notation of positions and actions, and the picture.
#include "host/seat/block.hpp"
#include "host/text.hpp"
#include "host/validate/board.hpp"
#include "host/validate/check.hpp"

#include <agon/failure.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace host::validate {

namespace {

/// Words from the game between quotes.
std::string in_quotes(const std::string& words) {
  constexpr std::size_t most = 60;
  std::string text = "'";
  return text.append(plain(agon::shortened(words, most))).append("'");
}

bool one_line(const std::string& text) {
  return is_utf8(text) && text.find('\n') == std::string::npos && text.find('\0') == std::string::npos;
}

/// The text of an action, and what it reads as. Returns what was wrong, or "".
std::string round_trip(GameState& state, const std::string& action, std::string& text) {
  Block room;
  room.grow(action.size());
  std::memcpy(room.data(), action.data(), action.size());
  text = state.action_text({room.data(), action.size()});
  if (!one_line(text)) return "an action's text is no line of UTF-8: " + in_quotes(text);
  std::string reason;
  const auto read = state.parse_action(text, reason);
  if (!read) return "it does not read " + in_quotes(text) + ", which it wrote itself: " + reason;
  // Other bytes may mean the same action; another action has another text.
  const std::string copy(static_cast<const char*>(read->data), read->size);
  Block again;
  again.grow(copy.size());
  std::memcpy(again.data(), copy.data(), copy.size());
  const std::string text_again = state.action_text({again.data(), copy.size()});
  return text_again == text ? "" : in_quotes(text) + " reads as another action, " + in_quotes(text_again);
}

constexpr const char* no_notation = "it has no notation (agon/ext/notation.h), so its matches can't be recorded";

Finding notation_reads_back(const Case& examined) {
  return on_records(examined, [&](Board& board) -> Finding {
    std::size_t rounds = 0;
    for (; rounds < board.records().size() && !board.enough(rounds); ++rounds) {
      const Record& record = board.records()[rounds];
      GameState by_bytes(board.game(), record.setup);
      GameState by_text(board.game(), record.setup);
      Record spoken{record.setup, record.steps};
      if (!by_bytes.has_notation()) return warn(no_notation);
      if (!one_line(by_bytes.position())) return fail("a position's text is no line of UTF-8" + at(board, record, 0));
      for (std::size_t step = 0; step < record.steps.size() && !board.tired(); ++step) {
        std::string text;
        if (const std::string fault = round_trip(by_bytes, record.steps[step].action, text); !fault.empty())
          return fail(fault + at(board, record, step));
        std::string reason;
        const auto read = by_text.parse_action(text, reason);
        if (!read)
          return fail("it reads " + in_quotes(text) + " once, and the next time not" + at(board, record, step));
        spoken.steps[step].action.assign(static_cast<const char*>(read->data), read->size);
        std::string fault = apply(by_bytes, record, step);
        if (fault.empty()) fault = apply(by_text, spoken, step);
        if (!fault.empty()) return fail("as text: " + fault);
        if (fingerprint(by_bytes) != fingerprint(by_text) || by_bytes.revealed() != by_text.revealed())
          return fail(in_quotes(text) + " does something else than the action that it stands for" +
                      at(board, record, step));
        if (!one_line(by_bytes.revealed()))
          return fail("what an action revealed is no line of UTF-8" + at(board, record, step));
      }
    }
    return ok(counted(rounds, "match"));
  });
}

/// Any character, as UTF-8, of those that texts are made of and of others.
std::string any_character(agon::Random& random) {
  static const std::vector<std::string> odd = {"\t", "\xC3\xA4", "\xE2\x82\xAC", "\xF0\x9F\x8E\xB2", "\x7F", "%s", "-"};
  const std::uint64_t kind = random.below(4);
  if (kind == 0) return odd[random.below(odd.size())];
  return std::string(1, static_cast<char>(kind == 1 ? '0' + random.below(10) : ' ' + random.below(95)));
}

/// A text that is hardly an action's, mostly close to one, in UTF-8.
std::string garbled(agon::Random& random, const std::string& legal) {
  std::string text = legal;
  const std::size_t place = random.below(text.size() + 1);
  switch (random.below(5)) {
    case 0:
      text = text.substr(0, place);
      break;
    case 1:
      text += text;
      break;
    case 2:
      if (place < text.size()) text.replace(place, 1, any_character(random));
      break;
    case 3:
      text.insert(place, random.below(2) == 0 ? std::to_string(random.next()) : any_character(random));
      break;
    default:
      text.clear();
      for (std::uint64_t left = random.below(200); left > 0; --left) text += any_character(random);
  }
  return is_utf8(text) ? text : legal + "?";
}

Finding notation_refuses(const Case& examined) {
  return on_records(examined, [&](Board& board) -> Finding {
    std::size_t tries = 0;
    for (std::size_t round = 0; round < 10 * board.most_rounds() && !board.enough(round); ++round) {
      const Record& record = board.any_record();
      if (record.steps.empty()) continue;
      const std::size_t step = board.random().below(record.steps.size());
      std::string fault;
      const auto state = replayed(board.game(), record, step, fault);
      if (!state) return fail(fault);
      if (!state->has_notation()) return warn(no_notation);
      std::string legal;
      fault = round_trip(*state, record.steps[step].action, legal);
      if (!fault.empty()) return unchecked(fault);
      constexpr int tries_each = 50;
      for (int attempt = 0; attempt < tries_each; ++attempt, ++tries) {
        const std::string text = garbled(board.random(), legal);
        now("in action_from_text() of " + in_quotes(text) + at(board, record, step));
        std::string reason;
        const auto read = state->parse_action(text, reason);
        const std::string which = in_quotes(text) + at(board, record, step);
        if (!read && (reason == "the game gave no reason" || !is_utf8(reason)))
          return fail("it refuses " + which + " without a sentence in UTF-8");
        if (!read) continue;
        Block again;
        again.grow(read->size);
        std::memcpy(again.data(), read->data, read->size);
        const std::string text_again = state->action_text({again.data(), read->size});
        if (text_again != text)
          return fail("it reads " + which + " as " + in_quotes(text_again) + ", and gives back another text");
      }
    }
    return ok(counted(tries, "text"));
  });
}

/// A canvas that says what is drawn wrongly.
struct Critic {
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  std::size_t grids = 0;
  std::string fault;

  void blame(const std::string& what) {
    if (fault.empty()) fault = what;
  }
  static Critic& of(void* host) { return *static_cast<Critic*>(host); }
};

void check_text(Critic& critic, const char* text, const std::string& what) {
  if (text == nullptr) {
    critic.blame(what + " is NULL");
  } else if (!is_utf8(text)) {
    critic.blame(what + " is no UTF-8");
  }
}

void check_place(Critic& critic, std::uint32_t row, std::uint32_t column, const std::string& what) {
  if (critic.grids == 0) {
    critic.blame(what + " comes before the grid");
  } else if (row >= critic.rows || column >= critic.columns) {
    critic.blame(what + " lies at " + std::to_string(row) + ", " + std::to_string(column) + ", outside the grid of " +
                 std::to_string(critic.rows) + " x " + std::to_string(critic.columns));
  }
}

std::string drawn(const GameState& state, std::int32_t seat) {
  Critic critic;
  const agon_canvas canvas = {
      &critic,
      [](void* host, std::uint32_t rows, std::uint32_t columns) {
        Critic& seen = Critic::of(host);
        if (++seen.grids > 1) seen.blame("it has more than one grid");
        if (rows < 1 || columns < 1) seen.blame("its grid is empty");
        seen.rows = rows;
        seen.columns = columns;
      },
      [](void* host, const char* const* rows, const char* const* columns) {
        Critic& seen = Critic::of(host);
        if (seen.grids == 0) return seen.blame("labels come before the grid");
        for (std::uint32_t row = 0; rows != nullptr && row < seen.rows; ++row) check_text(seen, rows[row], "a label");
        for (std::uint32_t column = 0; columns != nullptr && column < seen.columns; ++column)
          check_text(seen, columns[column], "a label");
      },
      [](void* host, std::uint32_t row, std::uint32_t column, const agon_cell* cell) {
        Critic& seen = Critic::of(host);
        check_place(seen, row, column, "a cell");
        check_text(seen, cell->glyph, "a cell's glyph");
        if (cell->token != nullptr) check_text(seen, cell->token, "a cell's token");
      },
      [](void* host, std::uint32_t from_row, std::uint32_t from_column, std::uint32_t to_row, std::uint32_t to_column,
         std::int32_t) {
        check_place(Critic::of(host), from_row, from_column, "an arrow's beginning");
        check_place(Critic::of(host), to_row, to_column, "an arrow's end");
      },
      [](void* host, const char* line) { check_text(Critic::of(host), line, "a line of text"); }};
  state.scene()->draw(state.raw(), seat, &canvas);
  if (critic.grids == 0) critic.blame("it has no grid");
  return critic.fault;
}

Finding draws_itself(const Case& examined) {
  return on_records(examined, [&](Board& board) -> Finding {
    std::size_t drawings = 0;
    std::size_t rounds = 0;
    for (; rounds < board.records().size() && !board.enough(rounds); ++rounds) {
      const Record& record = board.records()[rounds];
      GameState state(board.game(), record.setup);
      if (state.scene() == nullptr) return warn("it does not draw itself (agon/ext/scene.h), so nobody can watch it");
      for (std::size_t step = 0; step <= record.steps.size(); ++step) {
        constexpr std::size_t every = 8;
        if (board.tired() && drawings > 0) break;
        if (step % every == 0 || step == record.steps.size()) {
          now("in draw()" + at(board, record, step));
          ++drawings;
          const std::string before = fingerprint(state);
          for (std::int32_t seat = AGON_ALL_SEATS; seat < state.setup().seats; ++seat) {
            if (const std::string fault = drawn(state, seat); !fault.empty())
              return fail("its drawing: " + fault + at(board, record, step));
          }
          if (fingerprint(state) != before) return fail("drawing changes the state" + at(board, record, step));
        }
        if (step == record.steps.size()) break;
        if (const std::string fault = apply(state, record, step); !fault.empty()) return fail(fault);
      }
    }
    return ok(counted(drawings, "drawing"));
  });
}

}  // namespace

std::vector<Check> shown_checks() {
  return {
      {"notation-reads-back", Scope::game, false,
       "An action's text reads back as the same action, and all texts are lines of UTF-8.", notation_reads_back},
      {"notation-refuses", Scope::game, true,
       "Texts that are no action are refused in words, and what is read gives back the same text.", notation_refuses},
      {"draws-itself", Scope::game, false, "It draws itself on one grid, with cells and texts as they should be.",
       draws_itself},
  };
}

}  // namespace host::validate
