// Inc as a plugin: implements the SDK's game interface with the rules.
#include "layout.hpp"
#include "rules.hpp"

#include <inc/inc.h>

#include <agon/game.hpp>
#include <agon/random.hpp>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace inc {
namespace {

using rules::Axis;
using rules::Board;
using rules::Group;
using rules::Match;
using rules::Move;

/// Returns the board that was set; nothing if none was.
std::optional<Board> board_set(const agon::Setup& setup) {
  const auto& text = setup.settings().find("board");
  if (!text) return std::nullopt;
  if (const auto board = Board::parse(*text)) return board;
  throw agon::BadSetting("board=" + *text +
                         " is no board: write 1 to 16 rows joined by '/', each of the same 1 to 16 characters '.', "
                         "'1', '2', '3', as in 12./3.1");
}

/// Returns the number of rows or columns. If a board was set, returns its size, which a separate setting must not
/// contradict.
int side(agon::Setup& setup, const char* name, std::int64_t drawn, std::optional<int> of_board) {
  const std::int64_t value = setup.integer(name, of_board.value_or(static_cast<int>(drawn)));
  if (of_board && value != *of_board) {
    throw agon::BadSetting(std::string(name) + "=" + std::to_string(value) + " contradicts board=, which has " +
                           std::to_string(*of_board) + ": leave one of them out");
  }
  return static_cast<int>(value);
}

Board draw_board(agon::Random& random, int rows, int columns) {
  Board board(rows, columns);
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      if (random.below(5) != 0) board.set(row, column, 1 + static_cast<int>(random.below(3)));
    }
  }
  return board;
}

Match start(agon::Setup& setup) {
  constexpr int shortest_side = 2;
  constexpr int longest_side = 5;
  constexpr int fewest_turns = 3;
  constexpr int most_turns = 30;
  agon::Random random(setup.seed());
  const auto between = [&](int least, int most) {
    return least + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(most - least + 1)));
  };
  const std::int64_t drawn_rows = between(shortest_side, longest_side);
  const std::int64_t drawn_columns = between(shortest_side, longest_side);
  const auto turns = static_cast<int>(setup.integer("turns", between(fewest_turns, most_turns)));
  const auto increment = static_cast<int>(setup.integer("inc", random.below(2) == 0 ? 1 : -1));
  const std::optional<Board> set = board_set(setup);
  const int rows = side(setup, "rows", drawn_rows, set ? std::optional(set->rows()) : std::nullopt);
  const int columns = side(setup, "columns", drawn_columns, set ? std::optional(set->columns()) : std::nullopt);
  const Board drawn = draw_board(random, rows, columns);
  setup.text("board", drawn.text());
  return {set.value_or(drawn), turns, increment};
}

constexpr std::string_view letters = "HV";                        // by axis
constexpr std::array<std::string_view, 2> groups = {"TB", "LR"};  // by axis, then group

class IncGame {
 public:
  using Observation = inc_observation;
  using Action = inc_action;
  static constexpr const agon_layout& layout = protocol_layout;
  static constexpr bool observes_all = true;
  static constexpr std::uint64_t text_capacity = 512;
  static constexpr std::uint32_t model = 0;  // no chance, nothing hidden; the sum of three places varies

  explicit IncGame(agon::Setup& setup) : match_(start(setup)) {}

  /// The position that a seat sees.
  IncGame(agon::Setup& /*setup*/, std::int32_t /*seat*/, const Observation& seen) : match_(seen_match(seen)) {}

  [[nodiscard]] std::int32_t to_move() const { return match_.over() ? AGON_OVER : match_.mover(); }

  /// All seats see everything.
  void observe(std::int32_t /*seat*/, Observation& out) const {
    const Board& board = match_.board();
    out.rows = board.rows();
    out.columns = board.columns();
    out.increment = match_.increment();
    out.seat = match_.mover();
    out.turns_left = match_.turns_left();
    out.out = match_.out();
    static_assert(sizeof(out.cells) == rules::max_cells);
    std::memcpy(out.cells, board.all_squares().data(), sizeof(out.cells));
  }

  void act(std::int32_t /*seat*/, const Action& action) {
    const Move move = checked(action);
    const Board& board = match_.board();
    if (!board.legal(move)) {
      const int lines = (move.axis == Axis::horizontal ? board.rows() : board.columns()) - 1;
      throw agon::Illegal(action_text(action) + " is not inside the board: there " +
                          (lines == 0   ? "is no"
                           : lines == 1 ? "is 1"
                                        : "are " + std::to_string(lines)) +
                          (move.axis == Axis::horizontal ? " horizontal line" : " vertical line") +
                          (lines > 1 ? "s" : ""));
    }
    match_.play(move);
    last_ = move;
  }

  /// In the order in which every seat prefers moves that lead to equally good ends.
  void actions(agon::ActionList<Action>& list) const {
    for (int number = 0; number < match_.board().moves(); ++number) list.add(action_of(match_.board().move(number)));
  }

  [[nodiscard]] Action sample(std::uint64_t bits) const {
    const Board& board = match_.board();
    return action_of(board.move(static_cast<int>(agon::scaled(bits, static_cast<std::uint64_t>(board.moves())))));
  }

  [[nodiscard]] std::uint64_t key() const {
    const std::array rest = {match_.board().rows(), match_.increment(), match_.turns_left(), match_.mover(),
                             static_cast<int>(match_.out())};
    return agon::hashed(match_.board().squares(), agon::hashed(std::span(rest)));
  }

  /// Its place, then its points.
  [[nodiscard]] double preference(std::int32_t seat) const { return rules::preference(match_.board().points(), seat); }

  [[nodiscard]] agon::ScoreRange score_range(std::int32_t seat) const {
    if (match_.over()) return {score(seat), score(seat)};
    return {1, 3};
  }

  void forfeit(std::int32_t seat, std::int32_t /*outcome*/, std::string_view /*reason*/) {
    match_.forfeit(seat);
    last_.reset();
  }

  [[nodiscard]] double score(std::int32_t seat) const { return rules::place(match_.board().points(), seat); }

  [[nodiscard]] double points(std::int32_t seat) const {
    return match_.board().points()[static_cast<std::size_t>(seat)];
  }

  /// Returns the board, the turns left and the increment. After the first turn, adds the seat to move and, if there are
  /// any, the seats that are out, numbered from 1 as in the rules. All seats see everything.
  [[nodiscard]] std::string position(std::int32_t /*seat*/) const {
    std::string text = match_.board().text() + " turns=" + std::to_string(match_.turns_left()) +
                       " inc=" + std::to_string(match_.increment());
    if (!match_.over() && match_.mover() != 0) text += " seat=" + std::to_string(match_.mover() + 1);
    if (match_.out() != 0) text += " out=" + absent();
    return text;
  }

  [[nodiscard]] static std::string action_text(const Action& action) {
    const Move move = checked(action);
    const auto axis = static_cast<std::size_t>(move.axis);
    return letters[axis] + std::to_string(move.line) + groups[axis][static_cast<std::size_t>(move.group)];
  }

  [[nodiscard]] static Action parse_action(std::string_view text) {
    Action action{};
    if (text.size() >= 3) {
      const std::size_t axis = letters.find(text.front());
      const std::size_t group = axis < letters.size() ? groups[axis].find(text.back()) : std::string_view::npos;
      const char* const end = text.data() + text.size() - 1;
      const auto line = std::from_chars(text.data() + 1, end, action.line);
      // The line must be in range and without a leading zero, so that each action has exactly one text.
      if (group < 2 && text[1] != '0' && line.ec == std::errc{} && line.ptr == end && in_range(action.line)) {
        action.axis = static_cast<std::int32_t>(axis);
        action.group = static_cast<std::int32_t>(group);
        return action;
      }
    }
    throw agon::Illegal("'" + std::string(agon::shortened(text, 40)) +
                        "' is no move: write H, a row and T or B, or V, a column and L or R, as in H2T");
  }

  [[nodiscard]] static std::string revealed() { return {}; }

  void draw(agon::Canvas& canvas) const;

 private:
  static bool in_range(std::int32_t line) { return line >= 1 && line < rules::max_side; }

  static Move checked(const Action& action) {
    if (action.axis != INC_HORIZONTAL && action.axis != INC_VERTICAL) {
      throw agon::Illegal("axis " + std::to_string(action.axis) + " is neither 0 (horizontal) nor 1 (vertical)");
    }
    if (action.group != INC_FIRST && action.group != INC_SECOND) {
      throw agon::Illegal("group " + std::to_string(action.group) + " is neither 0 (top, left) nor 1 (bottom, right)");
    }
    if (!in_range(action.line)) {
      throw agon::Illegal("line " + std::to_string(action.line) + " lies inside no board: lines count from 1 to 15");
    }
    return {static_cast<Axis>(action.axis), action.line, static_cast<Group>(action.group)};
  }

  static Action action_of(const Move& move) {
    return {static_cast<std::int32_t>(move.axis), move.line, static_cast<std::int32_t>(move.group)};
  }

  static Match seen_match(const Observation& seen) {
    const auto require = [](bool holds) {
      if (!holds) throw agon::Failure(AGON_FAILED, "the bytes are no observation of inc");
    };
    require(seen.rows >= 1 && seen.rows <= rules::max_side && seen.columns >= 1 && seen.columns <= rules::max_side);
    require(seen.increment == 1 || seen.increment == -1);
    require(seen.turns_left >= 0 && seen.turns_left <= rules::max_turns && seen.seat >= 0 && seen.seat < rules::seats);
    Board board(seen.rows, seen.columns);
    const std::int8_t* cell = seen.cells;
    for (int row = 0; row < seen.rows; ++row) {
      for (int column = 0; column < seen.columns; ++column, ++cell) {
        require(*cell >= 0 && *cell <= rules::seats);
        board.set(row, column, *cell);
      }
    }
    return {board, seen.turns_left, seen.increment, seen.seat, seen.out};
  }

  /// The seats that are out, as in "13".
  [[nodiscard]] std::string absent() const {
    std::string text;
    for (unsigned seat = 0; seat < rules::seats; ++seat) {
      if ((match_.out() >> seat & 1U) != 0) text += std::to_string(seat + 1);
    }
    return text;
  }

  void draw_squares(agon::Canvas& canvas) const;
  void draw_groups(agon::Canvas& canvas) const;

  Match match_;
  std::optional<Move> last_;
};

/// Draws the board with a margin of arrows: each is next to the last row or column of the group that it selects.
void IncGame::draw(agon::Canvas& canvas) const {
  const auto labels = [](int count) {
    std::vector<std::string> texts{""};
    for (int i = 1; i <= count; ++i) texts.push_back(std::to_string(i));
    texts.emplace_back();
    return texts;
  };
  const Board& board = match_.board();
  canvas.grid(static_cast<std::uint32_t>(board.rows() + 2), static_cast<std::uint32_t>(board.columns() + 2));
  canvas.labels(labels(board.rows()), labels(board.columns()));
  draw_squares(canvas);
  if (!match_.over()) draw_groups(canvas);

  const rules::Points points = board.points();
  canvas.text("points: 1 has " + std::to_string(points[0]) + ", 2 has " + std::to_string(points[1]) + ", 3 has " +
              std::to_string(points[2]));
  canvas.text(match_.over()
                  ? "the match is over"
                  : std::to_string(match_.mover() + 1) + " to move, turns left " + std::to_string(match_.turns_left()) +
                        ", a move adds " + std::to_string(match_.increment()));
  if (match_.out() != 0) canvas.text("out of the match: " + absent());
}

void IncGame::draw_squares(agon::Canvas& canvas) const {
  const Board& board = match_.board();
  for (int row = 0; row < board.rows(); ++row) {
    for (int column = 0; column < board.columns(); ++column) {
      const int digit = board.at(row, column);
      agon::SceneCell cell{.glyph = digit == 0 ? "." : std::to_string(digit),
                           .role = digit == 0 ? AGON_ROLE_FAINT : AGON_ROLE_SEAT + digit - 1};
      if (last_ && Board::touches(*last_, row, column)) cell.marks = AGON_MARK_LAST;
      canvas.cell(static_cast<std::uint32_t>(row + 1), static_cast<std::uint32_t>(column + 1), cell);
    }
  }
}

void IncGame::draw_groups(agon::Canvas& canvas) const {
  const Board& board = match_.board();
  for (int number = 0; number < board.moves(); ++number) {
    const Move move = board.move(number);
    const bool first = move.group == Group::first;
    // The group's row or column next to the line, counted from 1, like the board's cells on this canvas.
    const auto edge = static_cast<std::uint32_t>(first ? move.line : move.line + 1);
    const Action action = action_of(move);
    agon::SceneCell cell{.role = AGON_ROLE_FAINT, .marks = AGON_MARK_LEGAL, .token = action_text(action)};
    if (move.axis == Axis::horizontal) {
      cell.glyph = first ? "↑" : "↓";
      canvas.cell(edge, first ? 0 : static_cast<std::uint32_t>(board.columns() + 1), cell);
    } else {
      cell.glyph = first ? "←" : "→";
      canvas.cell(first ? 0 : static_cast<std::uint32_t>(board.rows() + 1), edge, cell);
    }
  }
}

constexpr std::array parameters = {
    agon::integer("rows", "rows of the board", agon::drawn, 1, rules::max_side),
    agon::integer("columns", "columns of the board", agon::drawn, 1, rules::max_side),
    agon::integer("turns", "turns of all seats together", agon::drawn, 0, rules::max_turns),
    agon::integer("inc", "what a move adds to the digits of its group", agon::drawn, -1, 1, 2),
    agon::text("board", "the whole board, rows joined by '/', as in 12./3.1; gives rows and columns too", agon::drawn),
};
constexpr std::array seat_names = {"1", "2", "3"};

}  // namespace
}  // namespace inc

AGON_GAME(inc::IncGame, .id = "inc", .version = "1.0.0", .protocol = INC_PROTOCOL, .title = "Inc",
          .summary = "three seats raise or lower half-boards of digits; the most digits of one's own win",
          .rules =
              "Squares are empty or hold 1, 2 or 3. Seats 1, 2 and 3 move in turn, a fixed number of turns in all.\n"
              "A move is a line strictly inside the board, between two rows or two columns, and one of the two\n"
              "groups of squares beside it: inc, +1 or -1, is added to each digit of the group; 3 + 1 is 1 and\n"
              "1 - 1 is 3. At the end a seat has a point for each square with its own number. It scores 3 if it\n"
              "has more points than each other seat, 2 if no other has more, else 1. A seat that fails makes its\n"
              "first legal move from then on: the top group of the first horizontal line, or the left group of\n"
              "the first vertical line where there is one row.",
          .opponent = "optimal", .min_seats = 3, .max_seats = 3, .seat_names = inc::seat_names.data(),
          .limits = {.cpu_ns = 2'000'000'000, .memory_bytes = 64 << 20}, .contest = AGON_CONTEST_MEAN,
          .parameters = inc::parameters)
