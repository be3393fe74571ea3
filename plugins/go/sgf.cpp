#include "sgf.hpp"

#include <agon/game.h>
#include <agon/failure.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <iterator>

namespace go {

namespace {

// Writing.

void add_property(std::string& text, const char* name, std::string_view value) {
  text.append(name).append("[");
  for (const char letter : value) {
    if (letter == ']' || letter == '\\') text += '\\';
    text += letter;
  }
  text += ']';
}

std::string number_text(double number) {
  std::array<char, 32> room;
  return {room.data(), std::to_chars(room.data(), room.data() + room.size(), number).ptr};
}

/// Returns "B+3.5", "W+R", "0" for a draw; "?" for a match that is not over.
std::string result_of(const agon::Record& record, const Game& end) {
  if (!record.is_over()) return "?";
  const double won = record.score(0) - record.score(1);
  if (won == 0) return "0";
  const std::string winner = won > 0 ? "B+" : "W+";
  const auto turns = record.turns();
  if (turns.empty() || turns.back().outcome == AGON_OUTCOME_OK)
    return winner + number_text(std::abs(end.lead_of_black()));
  if (agon::Record::text_of(turns.back()) == "resigned") return winner + "R";
  return winner + (turns.back().outcome == AGON_OUTCOME_TIME || turns.back().outcome == AGON_OUTCOME_STALL ? "T" : "F");
}

std::string coordinates(Point move, int size) {
  if (move == pass) return "";
  return {static_cast<char>('a' + move % size), static_cast<char>('a' + move / size)};
}

// Reading.

[[noreturn]] void refuse(std::uint64_t line, const std::string& what) {
  throw agon::Illegal("line " + std::to_string(line) + ": " + what);
}

/// Reads a collection, letter by letter.
class Reader {
 public:
  Reader(std::string_view text, agon::Openings& list) : text_(text), list_(list) {}

  void read() {
    while (at_ < text_.size()) {
      const char letter = take();
      if (letter == '(') {
        if (depth_++ == 0) begin_game();
      } else if (letter == ')') {
        if (depth_ == 0) refuse(line_, "a ')' that belongs to nothing");
        is_first_line_ = false;  // what follows are other variations
        if (--depth_ > 0) continue;
        opening_.parameters.emplace_back("size", std::to_string(size_));
        list_.add(opening_);
      } else if (depth_ > 0 && std::isalpha(static_cast<unsigned char>(letter)) != 0) {
        read_property(letter);
      }
    }
    if (depth_ > 0) refuse(line_, "a '(' has no ')'");
  }

 private:
  char take() {
    const char letter = text_[at_++];
    if (letter == '\n') ++line_;
    return letter;
  }

  void begin_game() {
    opening_ = {.line = line_, .parameters = {}, .actions = {}};
    is_first_line_ = true;
    size_ = max_size;
  }

  void read_property(char first) {
    std::string name(std::isupper(static_cast<unsigned char>(first)) != 0 ? 1U : 0U, first);
    while (at_ < text_.size() && text_[at_] != '[' && text_[at_] != '(' && text_[at_] != ')' && text_[at_] != ';') {
      const char letter = take();
      if (std::isupper(static_cast<unsigned char>(letter)) != 0) name += letter;  // small ones mean nothing
    }
    while (at_ < text_.size() && text_[at_] == '[') {
      const std::uint64_t line = line_;
      const std::string value = take_value();
      if (is_first_line_) use(name, value, line);
      while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) take();
    }
  }

  std::string take_value() {
    const std::uint64_t line = line_;
    std::string value;
    take();
    while (at_ < text_.size()) {
      char letter = take();
      if (letter == ']') return value;
      if (letter == '\\' && at_ < text_.size()) letter = take();
      value += letter;
    }
    refuse(line, "a '[' has no ']'");
  }

  void use(const std::string& name, const std::string& text, std::uint64_t line) {
    std::string value;  // numbers and points have no blanks
    std::copy_if(text.begin(), text.end(), std::back_inserter(value),
                 [](unsigned char letter) { return std::isspace(letter) == 0; });
    if (name == "GM" && value != "1") refuse(line, "GM[" + value + "] is another game");
    if (name == "AB" || name == "AW" || name == "AE") refuse(line, name + ": a match begins on the empty board");
    if (name == "HA" && !value.empty() && value != "0" && value != "1")
      refuse(line, "HA[" + value + "]: a match has no handicap, and begins on the empty board");
    if (name == "KM") set_komi(value, line);
    if (name == "SZ") set_size(value, line);
    if (name == "B" || name == "W") add_move(name, value, line);
  }

  void set_komi(const std::string& value, std::uint64_t line) {
    if (value.empty()) return;  // not known
    double komi = 0;
    const auto [end, fault] = std::from_chars(value.data(), value.data() + value.size(), komi);
    if (fault != std::errc{} || end != value.data() + value.size()) refuse(line, "KM[" + value + "] is no number");
    std::erase_if(opening_.parameters, [](const auto& each) { return each.first == "komi"; });
    opening_.parameters.emplace_back("komi", number_text(komi));
  }

  /// Reads the rows, or columns and rows.
  void set_size(const std::string& value, std::uint64_t line) {
    const std::string columns = value.substr(0, value.find(':'));
    const auto [end, fault] = std::from_chars(columns.data(), columns.data() + columns.size(), size_);
    const bool is_square = columns == value || value == columns + ":" + columns;
    if (fault != std::errc{} || end != columns.data() + columns.size() || !is_square || size_ < min_size ||
        size_ > max_size)
      refuse(line, "SZ[" + value + "]: a board has 5 to 19 rows, and as many columns");
  }

  void add_move(const std::string& colour, const std::string& value, std::uint64_t line) {
    if ((opening_.actions.size() % 2 == 0) != (colour == "B"))
      refuse(line, std::string(colour == "B" ? "Black" : "White") + " is not to move");
    const bool is_pass = value.empty() || value == "tt";
    const int column = is_pass || value.size() != 2 ? -1 : value[0] - 'a';
    const int row = column < 0 ? -1 : value[1] - 'a';
    if (!is_pass && (column < 0 || row < 0 || column >= size_ || row >= size_))
      refuse(line, colour + "[" + value + "] is no point of the board");
    opening_.actions.push_back(move_name(is_pass ? pass : row * size_ + column, size_));
  }

  std::string_view text_;
  agon::Openings& list_;
  std::size_t at_ = 0;
  std::uint64_t line_ = 1;
  int depth_ = 0;
  bool is_first_line_ = true;
  int size_ = max_size;
  agon::Opening opening_{};
};

}  // namespace

std::string sgf_of(const agon::Record& record, Game game) {
  const int size = game.board().size();
  std::string moves;
  std::uint64_t number = 0;
  for (const agon_record_turn& turn : record.turns()) {
    const std::string_view text = agon::Record::text_of(turn);
    if (turn.outcome != AGON_OUTCOME_OK) {
      moves += "\n;";
      add_property(moves, "C", std::string(turn.seat == 0 ? "Black" : "White").append(" is out: ").append(text));
      continue;
    }
    const Point move = parse_move(text, size);
    constexpr std::uint64_t in_a_line = 10;
    if (number++ % in_a_line == 0) moves += '\n';
    moves += ';';
    add_property(moves, turn.seat == 0 ? "B" : "W", coordinates(move, size));
    if (number == record.opening_size()) {
      add_property(moves, "C", "end of the opening");
    } else if (turn.evaluation != nullptr && turn.evaluation->unit == AGON_VALUE_CONTEST) {
      std::array<char, 32> share{};
      std::snprintf(share.data(), share.size(), "%.3f", std::clamp(turn.evaluation->value, 0.0, 1.0));
      add_property(moves, "C", share.data());
    }
    game.play(move);
  }
  std::string sgf = "(;GM[1]FF[4]CA[UTF-8]AP[Agon]RU[Tromp-Taylor]";
  add_property(sgf, "SZ", std::to_string(size));
  add_property(sgf, "KM", number_text(game.komi()));
  add_property(sgf, "PB", record.player(0));
  add_property(sgf, "PW", record.player(1));
  add_property(sgf, "RO", std::to_string(record.seed()));
  add_property(sgf, "RE", result_of(record, game));
  return sgf + moves + ")\n";
}

void add_openings(std::string_view text, agon::Openings& list) {
  Reader(text, list).read();
}

}  // namespace go
