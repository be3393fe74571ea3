// Go as a plugin: implements the SDK's game interface with the rules.
#include "layout.hpp"
#include "observed.hpp"
#include "rules.hpp"
#include "sgf.hpp"

#include <go/go.h>

#include <agon/game.hpp>
#include <agon/random.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace go {
namespace {

/// Returns the shortest text of a number, as "7.5".
std::string text_of(double number) {
  std::array<char, 32> room;
  return {room.data(), std::to_chars(room.data(), room.data() + room.size(), number).ptr};
}

double komi_in(const agon::Setup& setup) {
  const double komi = setup.settings().number("komi");
  if (std::floor(2 * komi) != 2 * komi)
    throw agon::BadSetting("komi=" + text_of(komi) + ": it is a multiple of 0.5, as 7 or 7.5");
  return komi;
}

class GoGame {
 public:
  using Observation = go_observation;
  using Action = go_action;
  static constexpr const agon_layout& layout = protocol_layout;
  static constexpr bool observes_all = true;
  static constexpr std::uint64_t text_capacity = 2048;  // 361 points and 361 moves of 4 letters
  static constexpr std::uint64_t gtp_capacity = std::uint64_t{GO_MAX_MOVES + 1} * 16;  // "play white pass"
  static constexpr std::uint32_t model = AGON_MODEL_CONSTANT_SUM;

  explicit GoGame(agon::Setup& setup) : game_(static_cast<int>(setup.settings().integer("size")), komi_in(setup)) {}

  /// The match that a seat sees.
  GoGame(agon::Setup& /*setup*/, std::int32_t /*seat*/, const Observation& seen) : game_(game_seen(seen)) {}

  [[nodiscard]] std::int32_t to_move() const {
    if (game_.is_over() || forfeited_ >= 0) return AGON_OVER;
    return mover();
  }

  /// Both seats see everything.
  void observe(std::int32_t /*seat*/, Observation& out) const {
    out = {};
    out.komi = game_.komi();
    out.size = board().size();
    out.seat = mover();
    out.passes = game_.passes();
    for (Point point = 0; point < board().points(); ++point) {
      out.board[point] = static_cast<std::int8_t>(board().at(point));
      out.legal[point] = to_move() != AGON_OVER && game_.is_legal(point) ? 1 : 0;
    }
    std::ranges::copy(game_.moves(), out.moves);
    out.move_count = static_cast<std::int32_t>(game_.moves().size());
  }

  void act(std::int32_t /*seat*/, const Action& action) {
    if (const std::string why = refusal_of(action.point); !why.empty()) throw agon::Illegal(why);
    game_.play(action.point);
  }

  /// The legal points, row by row, and a pass.
  void actions(agon::ActionList<Action>& list) const {
    for (Point point = 0; point < board().points(); ++point) {
      if (game_.is_legal(point)) list.add({point});
    }
    list.add({pass});
  }

  [[nodiscard]] Action sample(std::uint64_t bits) const {
    agon::QuickRandom random(bits);
    const auto empty = board().empty();
    for (;;) {
      const std::uint64_t drawn = random.below(empty.size() + 1);
      const Point move = drawn == empty.size() ? pass : empty[drawn];
      if (game_.is_legal(move)) return {move};
    }
  }

  [[nodiscard]] std::uint64_t key() const { return game_.key(); }

  [[nodiscard]] agon::ScoreRange score_range(std::int32_t seat) const {
    if (to_move() == AGON_OVER) return {score(seat), score(seat)};
    return {0, 1};
  }

  /// The other seat wins.
  void forfeit(std::int32_t seat, std::int32_t /*outcome*/, std::string_view /*reason*/) { forfeited_ = seat; }

  [[nodiscard]] double score(std::int32_t seat) const {
    constexpr double half = 0.5;
    if (forfeited_ >= 0) return seat == forfeited_ ? 0 : 1;
    const double lead = game_.lead_of_black();
    if (lead == 0) return half;
    return (lead > 0) == (seat == 0) ? 1 : 0;
  }

  /// Returns the rows from the top, joined by '/', who is to move, the komi and the last move; for a seat, the legal
  /// moves after it.
  [[nodiscard]] std::string position(std::int32_t seat) const {
    const int size = board().size();
    std::string text;
    for (Point point = 0; point < board().points(); ++point) {
      if (point > 0 && point % size == 0) text += '/';
      text += ".BW"[static_cast<std::size_t>(board().at(point))];
    }
    text.append(mover() == 0 ? " B " : " W ").append(text_of(game_.komi())).append(" ");
    text += game_.moves().empty() ? "-" : move_name(game_.moves().back(), size);
    if (seat < 0 || to_move() == AGON_OVER) return text;
    for (Point point = 0; point < board().points(); ++point) {
      if (game_.is_legal(point)) text.append(" ").append(move_name(point, size));
    }
    return text + " pass";
  }

  [[nodiscard]] std::string action_text(const Action& action) const {
    if (!is_on_board(action.point)) throw agon::Illegal("an action whose number is no point of the board and no pass");
    return move_name(action.point, board().size());
  }

  /// Each action has exactly one text. Those of illegal moves are read, too.
  [[nodiscard]] Action parse_action(std::string_view text) const {
    const Action action = parse_gtp(text);
    if (action_text(action) != text)
      throw agon::Illegal("'" + std::string(text) + "' is written as '" + action_text(action) + "'");
    return action;
  }

  [[nodiscard]] static std::string revealed() { return {}; }

  [[nodiscard]] std::string gtp_settings() const {
    return "boardsize " + std::to_string(board().size()) + "\nkomi " + text_of(game_.komi()) + "\n";
  }

  [[nodiscard]] std::string gtp_position() const {
    std::string text;
    bool is_black = true;
    for (const std::int16_t move : game_.moves()) {
      text += is_black ? "play black " : "play white ";
      text += move_name(move, board().size()) + "\n";
      is_black = !is_black;
    }
    return text + (is_black ? "genmove black" : "genmove white");
  }

  [[nodiscard]] Action parse_gtp(std::string_view text) const {
    const Point move = parse_move(text, board().size());
    if (move == no_move)
      throw agon::Illegal("'" + std::string(text) + "' is no move: write it as in '" +
                          move_name(board().size() + 1, board().size()) + "' or 'pass'");
    return {move};
  }

  static constexpr const char* exchange_endings = "sgf";

  [[nodiscard]] std::string written(const agon::Record& record) const { return sgf_of(record, game_); }

  static void read_openings(std::string_view text, std::string_view /*ending*/, agon::Openings& list) {
    add_openings(text, list);
  }

  void draw(agon::Canvas& canvas) const {
    const auto size = static_cast<std::uint32_t>(board().size());
    std::vector<std::string> rows;
    std::vector<std::string> columns;
    for (std::uint32_t i = 0; i < size; ++i) {
      rows.push_back(std::to_string(size - i));
      columns.push_back(move_name(static_cast<Point>(i), board().size()).substr(0, 1));
    }
    canvas.grid(size, size);
    canvas.labels(rows, columns);
    for (Point point = 0; point < board().points(); ++point) draw_point(canvas, point);
    for (const std::string& line : status()) canvas.text(line);
  }

  /// A click puts a stone; a button passes.
  void choices(std::string_view /*begun*/, std::int32_t row, std::int32_t column, agon::Choices& list) const {
    const auto offer = [&](Point point) {
      list.add({.text = move_name(point, board().size()),
                .refusal = refusal_of(point),
                .whole = true,
                .row = point / board().size(),
                .column = point % board().size()});
    };
    if (row >= 0) return offer(row * board().size() + column);
    for (Point point = 0; point < board().points(); ++point) {
      if (game_.is_legal(point)) offer(point);
    }
    list.add({.text = "pass", .whole = true});
  }

 private:
  [[nodiscard]] const Board& board() const { return game_.board(); }
  [[nodiscard]] std::int32_t mover() const { return game_.to_move() == Colour::black ? 0 : 1; }
  [[nodiscard]] bool is_on_board(Point move) const { return move >= pass && move < board().points(); }

  /// Returns why a move may not be played; "" if it may.
  [[nodiscard]] std::string refusal_of(Point move) const {
    if (!is_on_board(move)) return "an action whose number is no point of the board and no pass";
    if (game_.is_legal(move)) return "";
    const std::string name = move_name(move, board().size());
    if (!board().is_empty(move)) return "there is a stone on " + name;
    return name + " would bring back a position that has been on the board before (superko)";
  }

  [[nodiscard]] std::vector<std::string> status() const {
    const double lead = game_.lead_of_black();
    const std::string points = "Black " + std::to_string(board().area(Colour::black)) + ", White " +
                               text_of(board().area(Colour::white) + game_.komi()) + " with the komi";
    if (forfeited_ >= 0) return {forfeited_ == 0 ? "Black is out: White wins" : "White is out: Black wins"};
    if (game_.is_over())
      return {points, lead == 0  ? "a draw"
                      : lead > 0 ? "Black wins by " + text_of(lead)
                                 : "White wins by " + text_of(-lead)};
    return {points, std::string(mover() == 0 ? "Black" : "White") + " to move" +
                        (game_.passes() > 0 ? "; a pass ends the match" : "")};
  }

  void draw_point(agon::Canvas& canvas, Point point) const {
    const Colour colour = board().at(point);
    agon::SceneCell cell{.glyph = std::string(1, ".BW"[static_cast<std::size_t>(colour)]),
                         .token = move_name(point, board().size())};
    cell.role = AGON_ROLE_FAINT;
    if (colour != Colour::none) cell.role = AGON_ROLE_SEAT + (colour == Colour::black ? 0 : 1);
    cell.marks = AGON_MARK_STONE;
    if (!game_.moves().empty() && point == game_.moves().back()) cell.marks |= AGON_MARK_LAST;
    const auto size = static_cast<std::uint32_t>(board().size());
    canvas.cell(static_cast<std::uint32_t>(point) / size, static_cast<std::uint32_t>(point) % size, cell);
  }

  Game game_;
  std::int32_t forfeited_ = -1;
};

constexpr std::array parameters = {
    agon::integer("size", "rows and columns of the board", "9", min_size, max_size),
    agon::number("komi", "points for White, a multiple of 0.5", "7.5", -400, 400),
};
constexpr std::array seat_names = {"Black", "White"};

}  // namespace
}  // namespace go

AGON_GAME(go::GoGame, .id = "go", .version = "1.0.0", .protocol = GO_PROTOCOL, .title = "Go",
          .summary = "two seats; the larger area wins 1 point",
          .rules =
              "Tromp and Taylor's rules. Black and White in turn put a stone on an empty point, or pass; Black\n"
              "begins. Groups without a path to an empty point are taken off, the other's first, then one's\n"
              "own. No stone may bring back an earlier position of the board. Two passes in a row end the\n"
              "match, and so do 3 * size * size moves. A colour scores its stones and the empty points that\n"
              "only it reaches; White also gets the komi. A win scores 1, a draw 1/2. A seat that fails loses.\n"
              "Moves are written as D4 or pass.",
          .opponent = "random", .min_seats = 2, .max_seats = 2, .seat_names = go::seat_names.data(),
          .limits = {.cpu_ns = 20'000'000'000, .memory_bytes = 256 << 20}, .contest = AGON_CONTEST_SUM,
          .parameters = go::parameters)
