// Linez as a plugin: implements the SDK's game interface with the rules.
#include "layout.hpp"
#include "rules.hpp"
#include "text.hpp"
#include "values.hpp"

#include <linez/linez.h>

#include <agon/game.hpp>
#include <agon/random.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace linez {
namespace {

static_assert(min_side == LINEZ_MIN_SIDE && max_side == LINEZ_MAX_SIDE && max_drop == LINEZ_MAX_DROP);
static_assert(sizeof(linez_observation) == 332 && sizeof(linez_action) == 16);

constexpr int usual_side = 9;

/// Returns `rows` or `columns`: the size of the board that was set. A separate setting must not contradict it.
int side(agon::Setup& setup, const char* name, std::optional<int> of_board) {
  const auto set = static_cast<int>(setup.settings().integer(name));
  if (!of_board || set == *of_board) return set;
  if (set != usual_side) {
    throw agon::BadSetting(std::string(name) + "=" + std::to_string(set) + " contradicts board=, which has " +
                           std::to_string(*of_board) + ": leave one of them out");
  }
  setup.take(name);
  return static_cast<int>(setup.integer(name, *of_board));
}

Variant variant_from(agon::Setup& setup) {
  const agon::Settings& settings = setup.settings();
  const auto integer = [&](const char* name) { return static_cast<int>(settings.integer(name)); };
  std::optional<Sides> board;
  if (const auto& text = settings.find("board")) board = sides_of(*text);
  const Variant variant = {.rows = side(setup, "rows", board ? std::optional(board->rows) : std::nullopt),
                           .columns = side(setup, "columns", board ? std::optional(board->columns) : std::nullopt),
                           .colours = integer("colours"),
                           .line = integer("line"),
                           .drop = integer("drop"),
                           .drop_lines_score = settings.text("drop_lines") == "score",
                           .moves = integer("moves"),
                           .places = settings.text("announce") == "places",
                           .lines98 = settings.text("points") == "lines98"};
  if (variant.line > std::max(variant.rows, variant.columns)) {
    throw agon::BadSetting("line=" + std::to_string(variant.line) + " does not fit on a board of " +
                           std::to_string(variant.rows) + " x " + std::to_string(variant.columns));
  }
  return variant;
}

class LinezGame {
 public:
  using Observation = linez_observation;
  using Action = linez_action;
  static constexpr const agon_layout& layout = protocol_layout;
  static constexpr std::uint64_t text_capacity = 4096;
  static constexpr std::uint32_t model = AGON_MODEL_CHANCE;

  explicit LinezGame(agon::Setup& setup)
      : random_(setup.seed()),
        letters_(setup.settings().text("letters") == "rows" ? Letters::rows : Letters::columns),
        match_(start(setup, variant_from(setup))) {}

  /// The position that the seat sees. The numbers that it does not know yet are drawn when they fall.
  LinezGame(agon::Setup& setup, std::int32_t /*seat*/, const Observation& seen)
      : random_(setup.seed()),
        letters_(seen.letters == LINEZ_LETTERS_ROWS ? Letters::rows : Letters::columns),
        match_(seen_match(seen)) {}

  [[nodiscard]] std::int32_t to_move() const { return match_.over() || forfeited_ ? AGON_OVER : 0; }

  void observe(std::int32_t /*seat*/, Observation& out) const {
    const Variant& variant = match_.variant();
    out.rows = variant.rows;
    out.columns = variant.columns;
    out.colours = variant.colours;
    out.line = variant.line;
    out.drop = variant.drop;
    out.drop_lines_score = variant.drop_lines_score ? 1 : 0;
    out.letters = letters_ == Letters::rows ? LINEZ_LETTERS_ROWS : LINEZ_LETTERS_COLUMNS;
    out.moves_left = match_.moves_left();
    out.score = match_.score();
    std::copy(match_.next().begin(), match_.next().end(), out.next);
    std::int8_t* cell = out.cells;
    for (int row = 0; row < variant.rows; ++row) {
      for (int column = 0; column < variant.columns; ++column)
        *cell++ = static_cast<std::int8_t>(match_.board().at(cell_at(row, column)));
    }
    out.points = variant.lines98 ? LINEZ_POINTS_LINES98 : LINEZ_POINTS_CONTEST;
    for (int index = 0; index < variant.drop; ++index) {
      const int place = match_.places()[static_cast<std::size_t>(index)];
      out.places[index] =
          static_cast<std::int16_t>(place == 0 ? -1 : row_of(place) * variant.columns + column_of(place));
    }
  }

  void act(std::int32_t /*seat*/, const Action& action) {
    require_on_board("from", action.from_row, action.from_column);
    require_on_board("to", action.to_row, action.to_column);
    const Step step = {cell_at(action.from_row, action.from_column), cell_at(action.to_row, action.to_column)};
    switch (match_.verdict(step)) {
      case Match::Verdict::legal:
        break;
      case Match::Verdict::no_number:
        throw agon::Illegal(action_text(action) + ": there is no number on " + text_of(step.from));
      case Match::Verdict::taken:
        throw agon::Illegal(action_text(action) + ": " + text_of(step.to) +
                            (step.to == step.from ? " is where the number stands" : " is taken"));
      case Match::Verdict::no_path:
        throw agon::Illegal(action_text(action) + ": no path of empty cells leads there");
    }
    before_ = match_.board();
    match_.move(step, below());
    last_ = step;
    moved_ = true;
  }

  void actions(agon::ActionList<Action>& list) const {
    Steps(match_.board()).each([&](Step step) { list.add(action_of(step)); });
  }

  [[nodiscard]] Action sample(std::uint64_t bits) const {
    const Steps steps(match_.board());
    return action_of(steps.at(static_cast<int>(agon::scaled(bits, static_cast<std::uint64_t>(steps.count())))));
  }

  void action_values(agon::ValueList& list) const {
    Values(match_).each([&](double value) { list.add(value); });
  }

  void resample(std::int32_t /*seat*/, std::uint64_t seed) {
    random_ = agon::Random(seed);
    draws_ = 0;
  }

  [[nodiscard]] bool leads_to_chance(const Action& action) const {
    return match_.drops_after({cell_at(action.from_row, action.from_column), cell_at(action.to_row, action.to_column)});
  }

  [[nodiscard]] std::uint64_t key() const {
    const std::array counts = {match_.score(), match_.moves_left()};
    const std::uint64_t places = match_.variant().places ? agon::hashed(std::span(match_.places())) : 0;
    return agon::hashed(std::span(match_.board().values()),
                        agon::hashed(std::span(counts), agon::hashed(std::span(match_.next()), places)));
  }

  /// Points are only gained.
  [[nodiscard]] agon::ScoreRange score_range(std::int32_t /*seat*/) const {
    agon::ScoreRange range{.least = static_cast<double>(match_.score())};
    if (to_move() == AGON_OVER) range.most = range.least;
    return range;
  }

  /// The match is over, with the points made so far.
  void forfeit(std::int32_t /*seat*/, std::int32_t /*outcome*/, std::string_view /*reason*/) { forfeited_ = true; }

  [[nodiscard]] double score(std::int32_t /*seat*/) const { return match_.score(); }

  /// Returns the rows joined by '/', a blank, the announced numbers; " at " and their cells, if these are announced.
  [[nodiscard]] std::string position(std::int32_t /*seat*/) const {
    return board_text(match_.board()) + " " + numbers_text(match_.next(), match_.variant()) +
           places_text(match_.places());
  }

  /// Returns the cells from and to: "I8F6".
  [[nodiscard]] std::string action_text(const Action& action) const {
    require_on_board("from", action.from_row, action.from_column);
    require_on_board("to", action.to_row, action.to_column);
    return cell_text(action.from_row, action.from_column, letters_) +
           cell_text(action.to_row, action.to_column, letters_);
  }

  /// Also accepts a blank between the two cells: clicking on them produces that form.
  [[nodiscard]] Action parse_action(std::string_view text) const {
    std::string_view rest = text;
    const auto from = take_cell(rest, letters_);
    if (from && rest.starts_with(' ')) rest.remove_prefix(1);
    const auto to = take_cell(rest, letters_);
    if (from && to && rest.empty() && has(from->row, from->column) && has(to->row, to->column))
      return {from->row, from->column, to->row, to->column};
    const Variant& variant = match_.variant();
    throw agon::Illegal("'" + std::string(text) + "' is no move: write two cells, from A1 to " +
                        cell_text(variant.rows - 1, variant.columns - 1, letters_) + ", as in 'A1B2'");
  }

  /// Returns "drop E3=5 F1=4 A9=5 next 773", and " at B2 C7 A1" if places are announced; "" if nothing fell.
  [[nodiscard]] std::string revealed() const {
    std::string text;
    for (const Match::Drop& drop : match_.drops()) {
      text += text.empty() ? "drop" : " drop";
      for (const Match::Drop::Fallen& fallen : drop.fallen)
        text.append(" ").append(text_of(fallen.cell)).append("=").append(std::to_string(fallen.number));
      text += " next " + numbers_text(drop.next, match_.variant()) + places_text(drop.places);
    }
    return text;
  }

  void draw(agon::Canvas& canvas) const {
    const Variant& variant = match_.variant();
    // Below the board, the announced numbers.
    const int more = (variant.drop + variant.columns - 1) / variant.columns;
    canvas.grid(static_cast<std::uint32_t>(variant.rows + more), static_cast<std::uint32_t>(variant.columns));
    const auto labels = [](int count, char first) {
      std::vector<std::string> texts;
      texts.reserve(static_cast<std::size_t>(count));
      for (int i = 0; i < count; ++i)
        texts.push_back(first == 'A' ? std::string(1, static_cast<char>('A' + i)) : std::to_string(i + 1));
      return texts;
    };
    const bool letter_is_row = letters_ == Letters::rows;
    std::vector<std::string> rows = labels(variant.rows, letter_is_row ? 'A' : '1');
    for (int row = 0; row < more; ++row) rows.emplace_back(row == 0 ? "+" : "");
    canvas.labels(rows, labels(variant.columns, letter_is_row ? '1' : 'A'));
    for (int row = 0; row < variant.rows; ++row) {
      for (int column = 0; column < variant.columns; ++column) draw_cell(canvas, row, column);
    }
    for (int index = 0; index < variant.drop; ++index) {
      const int number = match_.next()[static_cast<std::size_t>(index)];
      canvas.cell(static_cast<std::uint32_t>(variant.rows + index / variant.columns),
                  static_cast<std::uint32_t>(index % variant.columns),
                  {.glyph = std::to_string(number), .role = AGON_ROLE_CATEGORY + number - 1, .marks = AGON_MARK_BALL});
    }
    if (moved_) draw_path(canvas);
    canvas.text(std::to_string(match_.score()) + " points, next " + numbers_text(match_.next(), variant) +
                places_text(match_.places()));
  }

 private:
  static Match seen_match(const Observation& seen) {
    const auto within = [](int value, int least, int most) {
      if (value < least || value > most)
        throw agon::Failure(AGON_FAILED, "no observation of linez holds " + std::to_string(value) + " there");
      return value;
    };
    const Variant variant = {
        .rows = within(seen.rows, min_side, max_side),
        .columns = within(seen.columns, min_side, max_side),
        .colours = within(seen.colours, min_colours, max_colours),
        .line = within(seen.line, min_line, max_side),
        .drop = within(seen.drop, 1, max_drop),
        .drop_lines_score = within(seen.drop_lines_score, 0, 1) == 1,
        .moves = within(seen.moves_left, 0, max_moves),
        .places = seen.places[0] >= 0,
        .lines98 = within(seen.points, LINEZ_POINTS_CONTEST, LINEZ_POINTS_LINES98) == LINEZ_POINTS_LINES98};
    within(seen.letters, LINEZ_LETTERS_ROWS, LINEZ_LETTERS_COLUMNS);
    within(seen.score, 0, std::numeric_limits<int>::max());
    Board board(variant.rows, variant.columns);
    const std::int8_t* cell = seen.cells;
    for (int row = 0; row < variant.rows; ++row) {
      for (int column = 0; column < variant.columns; ++column) {
        const int number = within(*cell++, 0, variant.colours);
        if (number != 0) board.put(cell_at(row, column), number);
      }
    }
    Numbers next{};
    for (int index = 0; index < variant.drop; ++index)
      next[static_cast<std::size_t>(index)] = static_cast<std::int8_t>(within(seen.next[index], 1, variant.colours));
    Places places{};
    // A match announces all places, as far as there are empty cells, or none.
    const int announced = variant.places ? std::min(variant.drop, board.cells() - board.numbers()) : 0;
    for (int index = announced; index < variant.drop; ++index) within(seen.places[index], -1, -1);
    for (int index = 0; index < announced; ++index) {
      const int place = within(seen.places[index], 0, board.cells() - 1);
      places[static_cast<std::size_t>(index)] =
          static_cast<std::int16_t>(cell_at(place / variant.columns, place % variant.columns));
    }
    return {variant, board, next, seen.score, places};
  }

  static Action action_of(Step step) {
    return {row_of(step.from), column_of(step.from), row_of(step.to), column_of(step.to)};
  }

  Match start(agon::Setup& setup, const Variant& variant) {
    const std::string board = setup.text("board", board_text(Match::draw_start(variant, below())));
    const std::string next = setup.text("next", numbers_text(Match::draw_numbers(variant, below()), variant));
    const Board start = parse_board(board, variant);
    const Numbers numbers = parse_numbers(next, variant);
    return {variant, start, numbers, 0, Match::draw_places(variant, start, below())};
  }

  [[nodiscard]] Below below() {
    return [this](int bound) {
      if (draws_++ == draws_a_generator) {
        random_ = agon::Random(random_.next());
        draws_ = 1;
      }
      return static_cast<int>(random_.below(static_cast<std::uint64_t>(bound)));
    };
  }

  [[nodiscard]] bool has(int row, int column) const { return match_.board().has(row, column); }

  void require_on_board(const char* which, int row, int column) const {
    if (has(row, column)) return;
    throw agon::Illegal(std::string(which) + " row " + std::to_string(row) + ", column " + std::to_string(column) +
                        " is off the board of " + std::to_string(match_.board().rows()) + " x " +
                        std::to_string(match_.board().columns()) + " (both count from 0)");
  }

  [[nodiscard]] std::string text_of(int cell) const { return cell_text(row_of(cell), column_of(cell), letters_); }

  /// Returns " at B2 C7 A1"; "" if places are not announced.
  [[nodiscard]] std::string places_text(const Places& places) const {
    std::string text;
    for (const int cell : places) {
      if (cell != 0) text += (text.empty() ? " at " : " ") + text_of(cell);
    }
    return text;
  }

  /// Returns the number that is announced for an empty cell; 0 if none is.
  [[nodiscard]] int announced_for(int cell) const {
    const auto& places = match_.places();
    const auto found = std::ranges::find(places, cell);
    return found == places.end() ? 0 : match_.next()[static_cast<std::size_t>(found - places.begin())];
  }

  void draw_cell(agon::Canvas& canvas, int row, int column) const {
    const int cell = cell_at(row, column);
    const int number = match_.board().at(cell);
    const bool vanished = vanished_from(cell);
    agon::SceneCell drawn{.glyph = std::string(1, vanished ? '*' : ".123456789"[number]),
                          .role = number == 0 ? AGON_ROLE_FAINT : AGON_ROLE_CATEGORY + number - 1,
                          .token = text_of(cell)};
    if (number != 0) drawn.marks = AGON_MARK_BALL;
    if (const int announced = announced_for(cell); number == 0 && announced != 0)
      drawn.glyph = std::to_string(announced);
    if (moved_ && (cell == last_.from || cell == last_.to)) drawn.marks |= AGON_MARK_LAST;
    if (vanished || fell_on(cell)) drawn.marks |= AGON_MARK_HIGHLIGHT;
    canvas.cell(static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column), drawn);
  }

  /// Draws the way of the moved number, one arrow for each straight part.
  void draw_path(agon::Canvas& canvas) const {
    const std::vector<int> path = before_.shortest_path(last_.from, last_.to);
    for (std::size_t start = 0, i = 1; i < path.size(); ++i) {
      if (i + 1 < path.size() && path[i + 1] - path[i] == path[i] - path[i - 1]) continue;
      const auto index = [](int number) { return static_cast<std::uint32_t>(number); };
      canvas.arrow(index(row_of(path[start])), index(column_of(path[start])), index(row_of(path[i])),
                   index(column_of(path[i])), AGON_ROLE_FAINT);
      start = i;
    }
  }

  /// Returns whether the last move removed a number from a cell, and none has fallen there.
  [[nodiscard]] bool vanished_from(int cell) const {
    if (!moved_ || match_.board().at(cell) != 0 || cell == last_.from) return false;
    if (before_.at(cell) != 0 || cell == last_.to) return true;
    const auto& drops = match_.drops();
    return std::any_of(drops.begin(), drops.end(), [&](const Match::Drop& drop) {
      return std::any_of(drop.fallen.begin(), drop.fallen.end(), [&](const auto& one) { return one.cell == cell; });
    });
  }

  [[nodiscard]] bool fell_on(int cell) const {
    if (match_.drops().empty()) return false;
    const auto& fallen = match_.drops().back().fallen;
    return std::any_of(fallen.begin(), fallen.end(), [&](const auto& one) { return one.cell == cell; });
  }

  /// The cell of a falling number reveals the lowest bits of a draw, up to 8 if 256 cells are empty. These bits are
  /// linear functions of the 19,937 bits of the generator's state. So from enough of them, all following ones could be
  /// computed. The low 8 bits of this number of draws are linearly independent: they reveal nothing about each other.
  static constexpr int draws_a_generator = 2048;

  agon::Random random_;
  int draws_ = 0;
  Letters letters_;
  Match match_;
  Board before_ = match_.board();  // the last move
  Step last_;
  bool moved_ = false;
  bool forfeited_ = false;
};

constexpr std::array parameters = {
    agon::integer("rows", "rows of the board", "9", min_side, max_side),
    agon::integer("columns", "columns of the board", "9", min_side, max_side),
    agon::integer("colours", "the numbers are 1 to this", "7", min_colours, max_colours),
    agon::integer("line", "so many equal numbers make a line", "5", min_line, max_side),
    agon::integer("drop", "numbers on the board at the start, and that fall at a time", "3", 1, max_drop),
    agon::choice("drop_lines", "whether lines that falling numbers make score, or are only cleared", "score",
                 "score|clear"),
    agon::choice("letters", "what the letter in a cell's text names", "rows", "rows|columns"),
    agon::choice("announce", "whether the cells where the announced numbers fall are shown, too", "numbers",
                 "numbers|places"),
    agon::choice("points", "for k cells removed at once: 10 + k(k-5)/2, or k(k-4) as in Lines 98", "contest",
                 "contest|lines98"),
    agon::integer("moves", "the match ends after so many moves at the latest", "100000", 1, max_moves),
    agon::text("board", "the start position: rows joined by '/', '.' for an empty cell; gives rows and columns too",
               agon::drawn),
    agon::text("next", "the numbers announced at the start, as digits", agon::drawn),
};

}  // namespace
}  // namespace linez

AGON_GAME(linez::LinezGame, .id = "linez", .version = "1.2.0", .protocol = LINEZ_PROTOCOL, .title = "Linez",
          .summary = "one seat moves numbers into lines of five while more and more fall",
          .rules =
              "A move takes a number to an empty cell that a path of empty cells reaches. Five or more\n"
              "equal numbers in a row, column or diagonal are removed; k cells removed at once bring\n"
              "10 + k(k-5)/2 points and another move. Otherwise the three announced numbers fall on\n"
              "random empty cells, lines that they make are removed and score alike, and three more are\n"
              "announced. The match ends when the board is full. A seat that fails keeps its points.",
          .min_seats = 1, .max_seats = 1, .limits = {.cpu_ns = 20'000'000'000, .memory_bytes = 64 << 20},
          .contest = AGON_CONTEST_MEAN, .parameters = linez::parameters)
