// PseudoTonga as a plugin: implements the SDK's game interface with the rules.
#include "layout.hpp"
#include "rules.hpp"

#include <tonga/tonga.h>

#include <agon/game.hpp>
#include <agon/random.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace tonga {
namespace {

constexpr Colour colour_of(std::int32_t seat) {
  return seat == 0 ? Colour::black : Colour::white;
}

std::int64_t draw_size(std::uint64_t seed) {
  agon::Random random(seed);
  constexpr int sizes = (max_size - min_drawn_size) / 2 + 1;
  return min_drawn_size + 2 * static_cast<std::int64_t>(random.below(sizes));
}

class TongaGame {
 public:
  using Observation = tonga_observation;
  using Action = tonga_action;
  static constexpr const agon_layout& layout = protocol_layout;
  static constexpr bool observes_all = true;
  static constexpr std::uint64_t text_capacity = (max_size + 1) * max_size;
  static constexpr std::uint32_t model = AGON_MODEL_CONSTANT_SUM;

  explicit TongaGame(agon::Setup& setup) : board_(static_cast<int>(setup.integer("n", draw_size(setup.seed())))) {}

  /// The position that a seat sees.
  TongaGame(agon::Setup& /*setup*/, std::int32_t /*seat*/, const Observation& seen)
      : board_(seen_board(seen)), last_{seen.last_row, seen.last_column} {}

  [[nodiscard]] std::int32_t to_move() const {
    if (board_.full()) return AGON_OVER;
    return board_.to_move() == Colour::black ? 0 : 1;
  }

  /// Both seats see everything.
  void observe(std::int32_t /*seat*/, Observation& out) const {
    out.size = board_.size();
    out.seat = board_.to_move() == Colour::black ? 0 : 1;
    out.last_row = last_.row;
    out.last_column = last_.column;
    static_assert(sizeof(Colour) == sizeof(out.cells[0]));  // with the same values: TONGA_EMPTY and so on
    static_assert(sizeof(out.cells) == sizeof(Colour) * max_cells);
    std::memcpy(out.cells, board_.all_colours().data(), sizeof(out.cells));
  }

  void act(std::int32_t seat, const Action& action) {
    const int size = board_.size();
    if (action.row < 0 || action.column < 0 || action.row >= size || action.column >= size) {
      throw agon::Illegal(action_text(action) + " is off the board of " + std::to_string(size) + " x " +
                          std::to_string(size));
    }
    const int square = action.row * size + action.column;
    if (board_.at(square) != Colour::none) throw agon::Illegal(action_text(action) + " is taken");
    board_.place(square, colour_of(seat));
    empty_.remove(square);
    last_ = action;
  }

  /// The empty squares, row by row.
  void actions(agon::ActionList<Action>& list) const {
    for (int square = 0; square < board_.cells(); ++square) {
      if (board_.at(square) == Colour::none) list.add(action_on(square));
    }
  }

  [[nodiscard]] Action sample(std::uint64_t bits) const {
    return action_on(empty_.at(static_cast<int>(agon::scaled(bits, static_cast<std::uint64_t>(empty_.count())))));
  }

  /// What stands where tells whose move it is.
  [[nodiscard]] std::uint64_t key() const {
    return agon::hashed(std::as_bytes(board_.colours()), static_cast<std::uint64_t>(board_.size()));
  }

  /// Points never get less, and each colour gets half of the squares.
  [[nodiscard]] agon::ScoreRange score_range(std::int32_t seat) const {
    if (board_.full()) return {score(seat), score(seat)};
    const double most = board_.cells() / 2.0 * (board_.cells() / 2.0);
    return {board_.points(colour_of(seat)) - most, most - board_.points(other(colour_of(seat)))};
  }

  /// Every empty square gets the other's colour.
  void forfeit(std::int32_t seat, std::int32_t /*outcome*/, std::string_view /*reason*/) {
    for (int square = 0; square < board_.cells(); ++square) {
      if (board_.at(square) == Colour::none) board_.place(square, other(colour_of(seat)));
    }
    empty_ = EmptyList(board_);
    last_ = nowhere;
  }

  [[nodiscard]] double score(std::int32_t seat) const {
    return board_.points(colour_of(seat)) - board_.points(other(colour_of(seat)));
  }

  /// Returns the rows, joined by '/': '.', 'B' or 'W'. Both seats see everything.
  [[nodiscard]] std::string position(std::int32_t /*seat*/) const {
    std::string text;
    for (int square = 0; square < board_.cells(); ++square) {
      if (square > 0 && square % board_.size() == 0) text += '/';
      text += glyph(square);
    }
    return text;
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
    throw agon::Illegal("'" + std::string(text) + "' is no move: write row and column, both from 0, as in '3 4'");
  }

  [[nodiscard]] static std::string revealed() { return {}; }

  void draw(agon::Canvas& canvas) const {
    const auto size = static_cast<std::uint32_t>(board_.size());
    std::vector<std::string> labels;
    for (std::uint32_t i = 0; i < size; ++i) labels.push_back(std::to_string(i));
    canvas.grid(size, size);
    canvas.labels(labels, labels);
    const std::vector<bool> labelled = labelled_squares();
    for (std::uint32_t square = 0; square < size * size; ++square)
      draw_cell(canvas, square / size, square % size, labelled[square]);
    const auto told = [](auto points) { return std::to_string(points) + (points == 1 ? " point" : " points"); };
    canvas.text("Black " + told(board_.points(Colour::black)) + ", White " + told(board_.points(Colour::white)));
    if (std::find(labelled.begin(), labelled.end(), true) != labelled.end()) canvas.text("figures: stones of the isle");
  }

 private:
  static constexpr Action nowhere = {-1, -1};

  static Board seen_board(const Observation& seen) {
    if (seen.size < min_size || seen.size > max_size || seen.size % 2 != 0)
      throw agon::Failure(AGON_FAILED, "no observation of tonga has size " + std::to_string(seen.size));
    Board board(seen.size);
    for (int square = 0; square < board.cells(); ++square) {
      const int stone = seen.cells[square];
      if (stone < TONGA_EMPTY || stone > TONGA_WHITE)
        throw agon::Failure(AGON_FAILED, "no observation of tonga has " + std::to_string(stone) + " on a square");
      if (stone != TONGA_EMPTY) board.place(square, static_cast<Colour>(stone));
    }
    return board;
  }

  [[nodiscard]] Action action_on(int square) const { return {square / board_.size(), square % board_.size()}; }

  [[nodiscard]] char glyph(int square) const { return ".BW"[static_cast<std::size_t>(board_.at(square))]; }

  /// Returns for each square whether it shows the size of its isle: the first square of each isle of several stones.
  /// Not the last one played, which has a mark.
  [[nodiscard]] std::vector<bool> labelled_squares() const {
    std::vector<bool> labelled(static_cast<std::size_t>(board_.cells()));
    std::vector<bool> seen(labelled.size());
    std::vector<int> isle;
    for (int square = 0; square < board_.cells(); ++square) {
      const Colour colour = board_.at(square);
      if (colour == Colour::none || seen[static_cast<std::size_t>(square)]) continue;
      isle = {square};
      seen[static_cast<std::size_t>(square)] = true;
      for (std::size_t i = 0; i < isle.size(); ++i) {
        for (const int next : board_.neighbours(isle[i])) {
          if (board_.at(next) != colour || seen[static_cast<std::size_t>(next)]) continue;
          seen[static_cast<std::size_t>(next)] = true;
          isle.push_back(next);
        }
      }
      if (isle.size() == 1) continue;
      const bool first_is_last = square == last_.row * board_.size() + last_.column;
      labelled[static_cast<std::size_t>(first_is_last ? isle[1] : square)] = true;
    }
    return labelled;
  }

  /// Returns what a stone shows in front of others of its isle: the letter with a small figure, in two columns. From 10
  /// on, two figures: an adjacent stone has the letter.
  [[nodiscard]] std::string isle_glyph(int square) const {
    static constexpr std::array figures = {"",       "",       "\u00b2", "\u00b3", "\u2074",
                                           "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
    const auto size = static_cast<std::size_t>(board_.isle_size(square));
    constexpr std::size_t too_long = 100;
    if (size < figures.size()) return std::string(1, glyph(square)) + figures[size];
    return size < too_long ? std::to_string(size) : std::string(1, glyph(square));
  }

  /// Returns the marks that join a stone with its isle.
  [[nodiscard]] std::uint32_t joins(int square) const {
    std::uint32_t marks = 0;
    if (board_.at(square) == Colour::none) return marks;
    for (const int next : board_.neighbours(square)) {
      if (board_.at(next) != board_.at(square)) continue;
      marks |= next == square - 1   ? AGON_MARK_JOINS_LEFT
               : next == square + 1 ? AGON_MARK_JOINS_RIGHT
               : next < square      ? AGON_MARK_JOINS_UP
                                    : AGON_MARK_JOINS_DOWN;
    }
    return marks;
  }

  void draw_cell(agon::Canvas& canvas, std::uint32_t row, std::uint32_t column, bool labelled) const {
    const int square = static_cast<int>(row) * board_.size() + static_cast<int>(column);
    const Colour colour = board_.at(square);
    agon::SceneCell cell{.glyph = labelled ? isle_glyph(square) : std::string(1, glyph(square)),
                         .token = std::to_string(row) + " " + std::to_string(column)};
    if (colour == Colour::none) {
      cell.role = AGON_ROLE_FAINT;
    } else {
      cell.role = AGON_ROLE_SEAT + (colour == Colour::black ? 0 : 1);
    }
    cell.marks = AGON_MARK_STONE | joins(square);
    if (static_cast<int>(row) == last_.row && static_cast<int>(column) == last_.column) cell.marks |= AGON_MARK_LAST;
    canvas.cell(row, column, cell);
  }

  Board board_;
  EmptyList empty_{board_};
  Action last_ = nowhere;
};

constexpr std::array parameters = {
    agon::integer("n", "rows and columns of the board", agon::drawn, min_size, max_size, 2),
};
constexpr std::array seat_names = {"Black", "White"};

}  // namespace
}  // namespace tonga

AGON_GAME(tonga::TongaGame, .id = "tonga", .version = "1.0.0", .protocol = TONGA_PROTOCOL, .title = "PseudoTonga",
          .summary = "two seats put stones on a square board; large isles pay",
          .rules =
              "Black and White in turn put a stone of their colour on any empty square; Black begins.\n"
              "The match ends when the board is full. An isle is a group of stones of one colour joined\n"
              "along rows and columns; it is worth the square of its size. A seat's score is its own\n"
              "isles' worth less the other's. A seat that fails loses every square still empty.",
          .opponent = "server", .min_seats = 2, .max_seats = 2, .seat_names = tonga::seat_names.data(),
          .limits = {.cpu_ns = 20'000'000'000, .memory_bytes = 64 << 20}, .contest = AGON_CONTEST_SIGNED_ROOT_SUM,
          .parameters = tonga::parameters)
