// Chess as a plugin: implements the SDK's game interface with the rules.
#include "choices.hpp"
#include "exchange.hpp"
#include "layout.hpp"
#include "observed.hpp"
#include "rules.hpp"

#include <chess/chess.h>

#include <agon/game.hpp>
#include <agon/random.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace chess {
namespace {

constexpr std::string_view promotions = "-pnbrqk";  // by CHESS_PAWN and so on

class ChessGame {
 public:
  using Observation = chess_observation;
  using Action = chess_action;
  static constexpr const agon_layout& layout = protocol_layout;
  static constexpr bool observes_all = true;
  static constexpr std::uint64_t text_capacity = 2048;  // a FEN and 256 moves of 5 letters
  /// A FEN, and the longest match: 100 quiet plies before each capture and each pawn's move. A move has 5 letters.
  static constexpr std::uint64_t uci_capacity = 128 + 6 * 101 * (30 + 16 * 6 + 1);
  static constexpr std::uint32_t model = AGON_MODEL_CONSTANT_SUM;

  explicit ChessGame(agon::Setup& setup) {
    constexpr std::uint64_t starts = 960;
    agon::Random random(setup.seed());
    const auto number = static_cast<int>(random.below(starts));
    chess960_ = setup.settings().flag("chess960");
    const Position drawn = chess960_ ? Position::chess960(number) : Position();
    Position start;
    try {
      start = Position::from_fen(setup.text("fen", drawn.fen()));
    } catch (const std::invalid_argument& wrong) {
      throw agon::BadSetting(std::string("fen: ") + wrong.what());
    }
    if (!chess960_ && !castles_classically(start))
      throw agon::BadSetting("fen: the rights to castle need chess960=yes");
    game_ = Game(start);
    if (game_.end() != End::none) throw agon::BadSetting("fen: the match would be over before it begins");
    start_ = start.fen() == Position().fen() && !chess960_ ? "startpos" : "fen " + start.fen();
  }

  /// The position that a seat sees.
  ChessGame(agon::Setup& /*setup*/, std::int32_t /*seat*/, const Observation& seen)
      : game_(game_seen(seen)),
        start_("fen " + game_.position().fen()),
        chess960_(seen.chess960 != 0),
        end_(game_.end()) {}

  [[nodiscard]] std::int32_t to_move() const {
    if (end_ != End::none || forfeited_ >= 0) return AGON_OVER;
    return position().to_move() == white ? 0 : 1;
  }

  /// Both seats see everything.
  void observe(std::int32_t /*seat*/, Observation& out) const {
    const Position& shown = position();
    out = {};
    out.seat = shown.to_move() == white ? 0 : 1;
    out.en_passant = shown.en_passant();
    out.quiet_plies = shown.quiet_plies();
    out.move_number = shown.move_number();
    out.occurrences = game_.occurrences();
    out.chess960 = chess960_ ? 1 : 0;
    out.base_en_passant = game_.base().en_passant();
    for (std::size_t right = 0; right < std::size(out.castling); ++right) {
      const Square rook = shown.castling_rook(right < 2 ? white : black, right % 2 == 0);
      out.castling[right] = static_cast<std::int8_t>(rook == no_square ? -1 : rook % 8);
    }
    for (Square square = 0; square < squares; ++square) {
      if (shown.is_empty(square)) continue;
      const int piece = shown.kind(square) + 1;
      out.board[square] = static_cast<std::int8_t>(shown.colour(square) == white ? piece : -piece);
    }
    std::int8_t* past = out.history;
    for (const Move move : game_.moves_since()) {
      *past++ = move.from;
      *past++ = move.to;
    }
    out.history_count = static_cast<std::int32_t>(game_.moves_since().size());
    if (to_move() == AGON_OVER) return;
    MoveList moves;
    shown.moves(moves);
    std::int8_t* legal = out.moves;
    for (const Move move : moves) {
      const chess_action action = action_of(shown, move, chess960_);
      *legal++ = action.from;
      *legal++ = action.to;
      *legal++ = action.promotion;
    }
    out.move_count = static_cast<std::int32_t>(moves.size());
  }

  void act(std::int32_t /*seat*/, const Action& action) {
    const Move move = move_of(position(), action, chess960_);
    MoveList moves;
    position().moves(moves);
    // An action has one form: a king's move to its own rook castles in Chess960 alone, and 7 is no piece.
    const auto is_form = [&] {
      const chess_action legal = action_of(position(), move, chess960_);
      return legal.to == action.to && legal.promotion == action.promotion;
    };
    if (std::find(moves.begin(), moves.end(), move) == moves.end() || !is_form())
      throw agon::Illegal(action_text(action) + " is no legal move in " + position().fen());
    last_ = {move.from, move.to};
    if (position().is_castling(move)) last_[1] = position().king_of(position().to_move());
    game_.play(move);
    played_.push_back(action);
    end_ = game_.end();
  }

  void actions(agon::ActionList<Action>& list) const {
    if (to_move() == AGON_OVER) return;
    MoveList moves;
    position().moves(moves);
    for (const Move move : moves) list.add(action_of(position(), move, chess960_));
  }

  [[nodiscard]] Action sample(std::uint64_t bits) const {
    MoveList moves;
    position().moves(moves);
    const Move move = moves[static_cast<std::size_t>(agon::scaled(bits, moves.size()))];
    return action_of(position(), move, chess960_);
  }

  /// What led here counts as far as it can repeat.
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
    if (end_ != End::checkmate) return half;
    return (position().to_move() == white) == (seat == 0) ? 0 : 1;
  }

  /// Returns the FEN, and for a seat the legal moves after it.
  [[nodiscard]] std::string position(std::int32_t seat) const {
    std::string text = position().fen();
    if (seat < 0 || to_move() == AGON_OVER) return text;
    MoveList moves;
    position().moves(moves);
    for (const Move move : moves) text.append(" ").append(action_text(action_of(position(), move, chess960_)));
    return text;
  }

  [[nodiscard]] static std::string action_text(const Action& action) {
    if (action.from < 0 || action.from >= squares || action.to < 0 || action.to >= squares ||
        action.promotion < CHESS_NONE || action.promotion > CHESS_KING)
      throw agon::Illegal("an action whose numbers are no squares and no piece");
    std::string text = square_name(action.from) + square_name(action.to);
    if (action.promotion != CHESS_NONE) text += promotions[static_cast<std::size_t>(action.promotion)];
    return text;
  }

  /// Each action has exactly one text. Those of illegal moves are read, too.
  [[nodiscard]] Action parse_action(std::string_view text) const {
    if (const std::optional<Action> action = action_in(text)) return *action;
    throw agon::Illegal(std::string("'").append(text) + "' is no move: write it as in 'e2e4', 'e7e8q' or '" +
                        (chess960_ ? "e1h1" : "e1g1") + "' (castling)");
  }

  [[nodiscard]] static std::string revealed() { return {}; }

  [[nodiscard]] std::string uci_settings() const { return chess960_ ? "name UCI_Chess960 value true\n" : ""; }

  /// Returns the start and all moves since, as other programs that run matches: an engine may look at the last move.
  [[nodiscard]] std::string uci_position() const {
    std::string text = start_;
    if (!played_.empty()) text += " moves";
    for (const chess_action& move : played_) text.append(" ").append(action_text(move));
    return text;
  }

  /// Reads a move as engines write it: also castling in the other way, "E7E8Q", "e7e8=Q", "e2-e4", and a legal move in
  /// standard algebraic notation.
  [[nodiscard]] Action parse_uci(std::string_view text) const {
    const std::optional<Action> action = action_in(text);
    if (action && position().kind(action->from) != king) return *action;  // nearly always: the rest takes long
    std::string plain;
    for (const char letter : text) {
      if (letter != '-' && letter != '=') plain += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    }
    for (const std::string_view form : {text, std::string_view(plain)}) {
      try {
        return action_of(position(), parse_move(position(), form), chess960_);
      } catch (const std::invalid_argument&) {  // no legal move in this form
      }
    }
    return parse_action(text);
  }

  static constexpr const char* exchange_endings = "pgn|epd";

  [[nodiscard]] std::string written(const agon::Record& record) const { return pgn_of(record, position(), chess960_); }

  static void read_openings(std::string_view text, std::string_view ending, agon::Openings& list) {
    add_openings(text, ending == "epd", list);
  }

  void choices(std::string_view begun, std::int32_t row, std::int32_t column, agon::Choices& list) const {
    if (to_move() != AGON_OVER) add_choices(position(), chess960_, begun, row, column, list);
  }

  void draw(agon::Canvas& canvas) const {
    constexpr std::uint32_t side = 8;
    canvas.grid(side, side);
    std::vector<std::string> ranks;
    std::vector<std::string> files;
    for (std::uint32_t i = 0; i < side; ++i) {
      ranks.push_back(std::to_string(side - i));
      files.emplace_back(1, static_cast<char>('a' + i));
    }
    canvas.labels(ranks, files);
    for (Square square = 0; square < squares; ++square) draw_square(canvas, square);
    canvas.text(status());
  }

 private:
  [[nodiscard]] const Position& position() const { return game_.position(); }

  [[nodiscard]] static std::optional<Action> action_in(std::string_view text) {
    const auto is_square = [](std::string_view name) {
      return name[0] >= 'a' && name[0] <= 'h' && name[1] >= '1' && name[1] <= '8';
    };
    const auto square = [](std::string_view name) {
      return static_cast<std::int8_t>(8 * (name[1] - '1') + name[0] - 'a');
    };
    if ((text.size() != 4 && text.size() != 5) || !is_square(text) || !is_square(text.substr(2))) return std::nullopt;
    Action action{square(text), square(text.substr(2)), CHESS_NONE};
    if (text.size() == 4) return action;
    const std::size_t kind = promotions.find(text[4]);
    if (kind == std::string_view::npos || kind == 0) return std::nullopt;
    action.promotion = static_cast<std::int8_t>(kind);
    return action;
  }

  [[nodiscard]] std::string status() const {
    const bool white_moves = position().to_move() == white;
    if (forfeited_ >= 0) return forfeited_ == 0 ? "White is out: Black wins" : "Black is out: White wins";
    switch (end_) {
      case End::checkmate:
        return white_moves ? "checkmate: Black wins" : "checkmate: White wins";
      case End::stalemate:
        return "draw: stalemate";
      case End::repetition:
        return "draw: third repetition";
      case End::fifty_moves:
        return "draw: 50 moves without capture or pawn's move";
      case End::material:
        return "draw: nobody can give mate";
      case End::none:
        break;
    }
    return std::string(white_moves ? "White" : "Black") + " to move" + (position().in_check() ? ", in check" : "");
  }

  void draw_square(agon::Canvas& canvas, Square square) const {
    static constexpr std::array<std::array<const char*, 6>, 2> glyphs = {
        {{"♙", "♘", "♗", "♖", "♕", "♔"}, {"♟", "♞", "♝", "♜", "♛", "♚"}}};
    agon::SceneCell cell{.glyph = (square / 8 + square % 8) % 2 == 0 ? "·" : ""};
    cell.role = AGON_ROLE_FAINT;
    cell.token = square_name(square);
    if (!position().is_empty(square)) {
      const Colour colour = position().colour(square);
      cell.glyph = glyphs[colour][position().kind(square)];
      cell.role = AGON_ROLE_SEAT + (colour == white ? 0 : 1);
    }
    if (square == last_[0] || square == last_[1]) cell.marks = AGON_MARK_LAST;
    if (position().in_check() && square == position().king_of(position().to_move())) cell.marks |= AGON_MARK_HIGHLIGHT;
    canvas.cell(static_cast<std::uint32_t>(7 - square / 8), static_cast<std::uint32_t>(square % 8), cell);
  }

  Game game_;
  std::string start_;                 // as engines know it
  std::vector<chess_action> played_;  // since the start
  bool chess960_ = false;
  End end_ = End::none;
  std::int32_t forfeited_ = -1;
  std::array<Square, 2> last_{no_square, no_square};
};

constexpr std::array parameters = {
    agon::flag("chess960", "draw one of the 960 start positions; castling is written as e1h1", "no"),
    agon::text("fen", "the start position, as FEN", agon::drawn),
};
constexpr std::array seat_names = {"White", "Black"};

}  // namespace
}  // namespace chess

AGON_GAME(chess::ChessGame, .id = "chess", .version = "1.0.0", .protocol = CHESS_PROTOCOL, .title = "Chess",
          .summary = "two seats; mate wins 1 point, a draw is worth 1/2",
          .rules =
              "The laws of chess, or of Chess960. A match ends by checkmate, stalemate, the third repetition\n"
              "of a position, 50 moves of each side without a capture or a pawn's move, or when the material\n"
              "left can't give mate. A win scores 1, a draw 1/2. A seat that fails loses.\n"
              "Moves are written as e2e4, e7e8q, e1g1 (castling).",
          .opponent = "random", .min_seats = 2, .max_seats = 2, .seat_names = chess::seat_names.data(),
          .limits = {.cpu_ns = 20'000'000'000, .memory_bytes = 256 << 20}, .contest = AGON_CONTEST_SUM,
          .parameters = chess::parameters)
