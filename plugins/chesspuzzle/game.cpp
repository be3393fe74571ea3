// ChessPuzzle as a plugin: implements the SDK's game interface with the rules and the contest's boards.
#include "contest_board.hpp"
#include "java_random.hpp"
#include "layout.hpp"
#include "rules.hpp"

#include <chesspuzzle/chesspuzzle.h>

#include <agon/game.hpp>
#include <agon/random.hpp>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace chesspuzzle {
namespace {

static_assert(min_side == CHESSPUZZLE_MIN_SIDE && max_side == CHESSPUZZLE_MAX_SIDE &&
              max_depth == CHESSPUZZLE_MAX_DEPTH);
static_assert(static_cast<int>(Kind::four) == CHESSPUZZLE_FOUR && static_cast<int>(Kind::queen) == CHESSPUZZLE_QUEEN);
static_assert(sizeof(chesspuzzle_observation) == 480);

/// Draws the sizes even if they are set, so that the tiles are drawn from the same position of the sequence.
Stacks stacks_of(agon::Setup& setup) {
  if (setup.seed() == 0) {
    throw agon::BadSetting(
        "seed 0 has no board: the contest drew its boards with Java's generator, which ignores a seed of 0; take any "
        "other seed, from 1");
  }
  JavaRandom random(setup.seed());
  const Sizes drawn = draw_sizes(random);
  const Sizes sizes = {static_cast<int>(setup.integer("rows", drawn.rows)),
                       static_cast<int>(setup.integer("columns", drawn.columns)),
                       static_cast<int>(setup.integer("depth", drawn.depth))};
  return draw_stacks(random, sizes);
}

class ChessPuzzleGame {
 public:
  using Observation = chesspuzzle_observation;
  using Action = chesspuzzle_action;
  static constexpr const agon_layout& layout = protocol_layout;
  static constexpr std::uint64_t text_capacity = 2 * (max_side + 1) * max_side + 32;
  static constexpr std::uint32_t model = AGON_MODEL_CHANCE;  // nobody knows the covered tiles

  explicit ChessPuzzleGame(agon::Setup& setup) : board_(stacks_of(setup)) {
    seen_.rows = board_.rows();
    seen_.columns = board_.columns();
    seen_.depth = board_.depth();
    seen_.last_row = -1;
    seen_.last_column = -1;
    for (int cell = 0; cell < board_.cells(); ++cell) look_at(cell);
  }

  /// A board that looks like what the seat sees.
  ChessPuzzleGame(agon::Setup& setup, std::int32_t seat, const Observation& seen)
      : board_(seen_board(seen)), seen_(seen) {
    resample(seat, setup.seed());
  }

  [[nodiscard]] std::int32_t to_move() const { return failed_ || board_.over() ? AGON_OVER : 0; }

  void observe(std::int32_t /*seat*/, Observation& out) const { out = seen_; }

  void act(std::int32_t /*seat*/, const Action& action) {
    const int cell = checked(action);
    previous_ = board_.last();
    board_.click(cell);
    look_at(cell);
    seen_.clicks = board_.clicks();
    seen_.last_row = action.row;
    seen_.last_column = action.column;
    seen_.removed = static_cast<std::int8_t>(board_.removed());
  }

  void actions(agon::ActionList<Action>& list) const {
    for (const int cell : board_.legal()) list.add(action_on(cell));
  }

  [[nodiscard]] Action sample(std::uint64_t bits) const {
    return action_on(board_.legal()[agon::scaled(bits, board_.legal().size())]);
  }

  /// The covered tiles, each uniform over all kinds: what was removed says nothing of them.
  void resample(std::int32_t /*seat*/, std::uint64_t seed) {
    agon::QuickRandom random(seed);
    board_.redraw([&] { return static_cast<Kind>(1 + random.below(tile_kinds)); });
  }

  /// A click uncovers a tile, unless it removes the last one of its cell.
  [[nodiscard]] bool leads_to_chance(const Action& action) const {
    return board_.left(action.row * board_.columns() + action.column) > 1;
  }

  [[nodiscard]] std::uint64_t key() const {
    const std::array rest = {board_.rows(), board_.columns(), board_.depth(), board_.last(),
                             static_cast<int>(board_.removed())};
    return agon::hashed(std::span(seen_.top), agon::hashed(std::span(seen_.left), agon::hashed(std::span(rest))));
  }

  [[nodiscard]] agon::ScoreRange score_range(std::int32_t seat) const {
    return {score(seat), to_move() == AGON_OVER ? score(seat) : 1};
  }

  /// The match is over and counts 0.
  void forfeit(std::int32_t /*seat*/, std::int32_t /*outcome*/, std::string_view /*reason*/) { failed_ = true; }

  [[nodiscard]] double score(std::int32_t /*seat*/) const {
    return failed_ ? 0 : static_cast<double>(board_.clicks()) / board_.tiles();
  }

  /// Returns the depth and the rows of visible tiles, joined by '/'. After the first click, also returns the tiles left
  /// in each cell ('A' is ten), the cell clicked last and the tile removed by that click: "3 Q1-R/... 310/... 3 4 K".
  [[nodiscard]] std::string position(std::int32_t /*seat*/) const {
    std::string text = std::to_string(board_.depth()) + " " + joined([&](int cell) { return glyph(board_.top(cell)); });
    if (board_.last() < 0) return text;
    const auto digit = [&](int cell) { return "0123456789A"[board_.left(cell)]; };
    return text + " " + joined(digit) + " " + cell_text(board_.last()) + " " + glyph(board_.removed());
  }

  [[nodiscard]] static std::string action_text(const Action& action) {
    return std::to_string(action.row) + " " + std::to_string(action.column);
  }

  [[nodiscard]] static Action parse_action(std::string_view text) {
    Action action{};
    const char* const end = text.data() + text.size();
    const auto row = std::from_chars(text.data(), end, action.row);
    if (row.ec == std::errc{} && row.ptr != end && *row.ptr == ' ') {
      const auto column = std::from_chars(row.ptr + 1, end, action.column);
      // Each action has exactly one text, without leading zeros.
      if (column.ec == std::errc{} && column.ptr == end && action_text(action) == text) return action;
    }
    throw agon::Illegal("'" + std::string(text) + "' is no click: write row and column, both from 0, as in '3 4'");
  }

  /// Returns the tile now on top of the cell clicked last.
  [[nodiscard]] std::string revealed() const {
    return board_.last() < 0 ? "" : std::string(1, glyph(board_.top(board_.last())));
  }

  void draw(agon::Canvas& canvas) const {
    canvas.grid(static_cast<std::uint32_t>(board_.rows()), static_cast<std::uint32_t>(board_.columns()));
    canvas.labels(numbers(board_.rows()), numbers(board_.columns()));
    for (int cell = 0; cell < board_.cells(); ++cell) draw_cell(canvas, cell);
    if (previous_ >= 0) {
      const auto index = [](int number) { return static_cast<std::uint32_t>(number); };
      canvas.arrow(index(previous_ / board_.columns()), index(previous_ % board_.columns()),
                   index(board_.last() / board_.columns()), index(board_.last() % board_.columns()), AGON_ROLE_FAINT);
    }
    canvas.text("clicks " + std::to_string(board_.clicks()) + " of " + std::to_string(board_.tiles()) + ", depth " +
                std::to_string(board_.depth()));
    canvas.text(failed_ ? "failed: the match counts 0" : next_text());
    if (board_.depth() > 1) {
      canvas.text(std::string("small figures: tiles left in the cell") +
                  (board_.depth() == max_depth ? ", \u02e3 for ten" : ""));
    }
  }

 private:
  /// With tiles of any kind where nothing is seen.
  static Board seen_board(const Observation& seen) {
    const auto require = [](bool holds) {
      if (!holds) throw agon::Failure(AGON_FAILED, "the bytes are no observation of chesspuzzle");
    };
    require(seen.rows >= min_side && seen.rows <= max_side && seen.columns >= min_side && seen.columns <= max_side);
    require(seen.depth >= 1 && seen.depth <= max_depth && seen.removed >= 0 && seen.removed <= tile_kinds);
    require(seen.last_row < seen.rows && seen.last_column >= -1 && seen.last_column < seen.columns);
    const int cells = seen.rows * seen.columns;
    Stacks stacks{seen.rows, seen.columns, seen.depth, {}};
    stacks.tiles.assign(static_cast<std::size_t>(cells * seen.depth), Kind::one);
    Progress progress{.clicks = seen.clicks,
                      .last = seen.last_row < 0 ? -1 : seen.last_row * seen.columns + seen.last_column,
                      .removed = static_cast<Kind>(seen.removed)};
    for (int cell = 0; cell < cells; ++cell) {
      const int left = seen.left[cell];
      require(left >= 0 && left <= seen.depth && seen.top[cell] >= (left > 0 ? 1 : 0) && seen.top[cell] <= tile_kinds);
      progress.left[static_cast<std::size_t>(cell)] = seen.left[cell];
      if (left > 0)
        stacks.tiles[static_cast<std::size_t>(cell * seen.depth + left - 1)] = static_cast<Kind>(seen.top[cell]);
    }
    return {std::move(stacks), progress};
  }

  [[nodiscard]] Action action_on(int cell) const { return {cell / board_.columns(), cell % board_.columns()}; }

  /// The number of the cell, if it may be clicked.
  [[nodiscard]] int checked(const Action& action) const {
    const std::string here = action_text(action);
    if (action.row < 0 || action.column < 0 || action.row >= board_.rows() || action.column >= board_.columns()) {
      throw agon::Illegal(here + " is off the board of " + std::to_string(board_.rows()) + " x " +
                          std::to_string(board_.columns()));
    }
    const int cell = action.row * board_.columns() + action.column;
    if (board_.legal(cell)) return cell;
    if (board_.left(cell) == 0) throw agon::Illegal(here + " is exhausted");
    throw agon::Illegal(here + " can't be clicked: " + next_text());
  }

  void look_at(int cell) {
    seen_.top[cell] = static_cast<std::int8_t>(board_.top(cell));
    seen_.left[cell] = static_cast<std::int8_t>(board_.left(cell));
  }

  [[nodiscard]] std::string cell_text(int cell) const {
    return std::to_string(cell / board_.columns()) + " " + std::to_string(cell % board_.columns());
  }

  /// Returns one character for each cell, rows joined by '/'.
  template <class Character>
  [[nodiscard]] std::string joined(Character character) const {
    std::string text;
    for (int cell = 0; cell < board_.cells(); ++cell) {
      if (cell > 0 && cell % board_.columns() == 0) text += '/';
      text += character(cell);
    }
    return text;
  }

  [[nodiscard]] std::string next_text() const {
    if (board_.last() < 0) return "the first click is on any cell";
    std::string text = std::string(1, glyph(board_.removed())) + " removed from " + cell_text(board_.last());
    if (board_.over()) return text + " leads nowhere: the match is over";
    text += " leads to";
    const char* separator = " ";
    for (const int cell : board_.legal()) {
      text += separator + cell_text(cell);
      separator = ", ";
    }
    return text;
  }

  static std::vector<std::string> numbers(int count) {
    std::vector<std::string> texts;
    texts.reserve(static_cast<std::size_t>(count));
    for (int number = 0; number < count; ++number) texts.push_back(std::to_string(number));
    return texts;
  }

  /// Returns the figure, or the symbol of the chess piece.
  static std::string symbol(Kind kind) {
    switch (kind) {
      case Kind::knight:
        return "\u265e";
      case Kind::bishop:
        return "\u265d";
      case Kind::rook:
        return "\u265c";
      case Kind::queen:
        return "\u265b";
      default:
        return std::string(1, glyph(kind));
    }
  }

  void draw_cell(agon::Canvas& canvas, int cell) const {
    static constexpr std::array small_figures = {"",       "\u00b9", "\u00b2", "\u00b3", "\u2074", "\u2075",
                                                 "\u2076", "\u2077", "\u2078", "\u2079", "\u02e3"};
    agon::SceneCell drawn{.token = cell_text(cell)};
    if (board_.left(cell) == 0) {
      drawn.role = AGON_ROLE_BLOCKED;
    } else {
      drawn.glyph = symbol(board_.top(cell));
      if (board_.depth() > 1) drawn.glyph += small_figures[static_cast<std::size_t>(board_.left(cell))];
      drawn.role = AGON_ROLE_CATEGORY + static_cast<int>(board_.top(cell)) - 1;
    }
    if (!failed_ && board_.legal(cell)) {
      drawn.marks |= AGON_MARK_LEGAL;
    }
    if (cell == board_.last()) drawn.marks |= AGON_MARK_LAST;
    canvas.cell(static_cast<std::uint32_t>(cell / board_.columns()),
                static_cast<std::uint32_t>(cell % board_.columns()), drawn);
  }

  Board board_;
  int previous_ = -1;   // the cell clicked before the last one; -1: none was
  Observation seen_{};  // updated incrementally, so that a turn need not scan the board
  bool failed_ = false;
};

constexpr std::array parameters = {
    agon::integer("rows", "rows of the board", agon::drawn, min_side, max_side),
    agon::integer("columns", "columns of the board", agon::drawn, min_side, max_side),
    agon::integer("depth", "tiles of each cell", agon::drawn, 1, max_depth),
};

}  // namespace
}  // namespace chesspuzzle

AGON_GAME(chesspuzzle::ChessPuzzleGame, .id = "chesspuzzle", .version = "1.0.0", .protocol = CHESSPUZZLE_PROTOCOL,
          .title = "ChessPuzzle", .summary = "one seat clears stacks of tiles, each of which says where to go next",
          .rules =
              "Each cell holds a stack of tiles; only the top one is seen. The first click is on any cell. A click\n"
              "removes the cell's top tile, which says what may be clicked next, seen from there: 1 to 4, a cell at\n"
              "exactly that distance in the row, column or diagonal; K, a knight's move; B, R, Q (bishop, rook,\n"
              "queen), the farthest cell of the board in one of its directions. Exhausted cells are not clicked.\n"
              "The match ends when nothing can be clicked. The score is clicks / tiles; a seat that fails gets 0.",
          .min_seats = 1, .max_seats = 1, .limits = {.cpu_ns = 20'000'000'000, .memory_bytes = 1024 << 20},
          .contest = AGON_CONTEST_SUM, .parameters = chesspuzzle::parameters)
