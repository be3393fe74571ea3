#include "books.hpp"

#include "squares.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace chess {

namespace {

bool is_blank(char letter) {
  return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n';
}

bool is_digit(char letter) {
  return letter >= '0' && letter <= '9';
}

bool is_result(std::string_view word) {
  return word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*";
}

/// Calls `read`; what it refuses is refused with the number of the line.
template <class Read>
void on_line(std::size_t line, Read&& read) {
  try {
    read();
  } catch (const std::invalid_argument& wrong) {
    refuse("line " + std::to_string(line) + ": " + wrong.what());
  }
}

class PgnReader {
 public:
  explicit PgnReader(std::string_view text) : text_(text) {}

  std::vector<Start> games() {
    while (skip_to_token()) {
      on_line(line_, [&] { token(); });
    }
    end_game();
    return std::move(games_);
  }

 private:
  /// Returns the next letter; NUL at the end.
  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void skip() {
    if (text_[at_] == '\n') ++line_;
    ++at_;
  }

  /// Skips up to a letter, or over it if `with` is set.
  void skip_until(char letter, bool with) {
    while (at_ < text_.size() && text_[at_] != letter) skip();
    if (with && at_ < text_.size()) skip();
  }

  bool skip_to_token() {
    while (at_ < text_.size()) {
      const bool new_line = at_ == 0 || text_[at_ - 1] == '\n';
      if (peek() == ';' || (peek() == '%' && new_line)) {
        skip_until('\n', true);
      } else if (is_blank(peek())) {
        skip();
      } else {
        return true;
      }
    }
    return false;
  }

  void token() {
    switch (peek()) {
      case '{':
        return skip_until('}', true);
      case '(':
        return skip_variation();
      case '[':
        return tag();
      default:
        return word();
    }
  }

  void skip_variation() {
    int depth = 0;
    do {
      if (peek() == '{') {
        skip_until('}', true);
        continue;
      }
      if (peek() == ';') {
        skip_until('\n', true);
        continue;
      }
      depth += peek() == '(' ? 1 : peek() == ')' ? -1 : 0;
      skip();
    } while (depth > 0 && at_ < text_.size());
  }

  /// Reads [NAME "VALUE"].
  void tag() {
    if (in_moves_) end_game();
    begin_game();
    skip();
    while (is_blank(peek())) skip();
    std::string name;
    while (std::isalnum(static_cast<unsigned char>(peek())) != 0 || peek() == '_') {
      name += peek();
      skip();
    }
    while (is_blank(peek())) skip();
    if (peek() != '"') refuse("a tag is written as in [White \"Anna\"]");
    skip();
    std::string value;
    while (at_ < text_.size() && peek() != '"' && peek() != '\n') {
      if (peek() == '\\' && at_ + 1 < text_.size()) skip();
      value += peek();
      skip();
    }
    if (peek() != '"') refuse("the value of the tag " + name + " has no '\"' at its end");
    skip();
    while (is_blank(peek())) skip();
    if (peek() != ']') refuse("the tag " + name + " has no ']' at its end");
    skip();
    if (name == "FEN") game_.position = Position::from_fen(value);
    if (name == "Variant")
      game_.chess960 = value.find("960") != std::string::npos || value.find("ischer") != std::string::npos;
  }

  /// Reads a move, its number, a result or an annotation.
  void word() {
    begin_game();
    in_moves_ = true;
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_blank(peek()) &&
           std::string_view("{}();[]").find(peek()) == std::string_view::npos)
      skip();
    if (at_ == begin) {
      const std::string letter(1, peek());
      skip();
      refuse("a '" + letter + "' that belongs to nothing");
    }
    std::string_view said = text_.substr(begin, at_ - begin);
    if (is_result(said)) return end_game();
    if (said.front() == '$') return;
    std::size_t number = 0;
    while (number < said.size() && is_digit(said[number])) ++number;
    if (number == said.size() || said[number] == '.') {
      while (number < said.size() && said[number] == '.') ++number;
      said.remove_prefix(number);
    }
    if (!said.empty() && std::any_of(said.begin(), said.end(), [](char each) { return each != '!' && each != '?'; }))
      play(said);
  }

  void play(std::string_view said) {
    if (!begun_moves_) {
      game_.chess960 = game_.chess960 || !castles_classically(game_.position);
      reached_ = game_.position;
      begun_moves_ = true;
    }
    const Move move = parse_move(reached_, said);
    game_.moves.push_back(uci(reached_, move, game_.chess960));
    reached_.play(move);
  }

  void begin_game() {
    if (in_game_) return;
    in_game_ = true;
    game_ = {.line = line_, .position = Position()};
  }

  void end_game() {
    if (!in_game_) return;
    game_.chess960 = game_.chess960 || !castles_classically(game_.position);
    games_.push_back(std::move(game_));
    in_game_ = in_moves_ = begun_moves_ = false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  bool in_game_ = false;
  bool in_moves_ = false;     // after the tags
  bool begun_moves_ = false;  // `reached_` is set
  Start game_;
  Position reached_;
  std::vector<Start> games_;
};

/// Reads the position of an EPD's line, "BOARD w KQkq - hmvc 0; fmvn 1; ...", or a FEN.
Position read_position(std::string_view line) {
  std::vector<std::string_view> parts;  // the first six words
  std::size_t at = 0;
  std::size_t fourth_end = 0;
  while (parts.size() < 6 && (at = line.find_first_not_of(" \t", at)) != std::string_view::npos) {
    const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
    parts.push_back(line.substr(at, end - at));
    at = end;
    if (parts.size() == 4) fourth_end = end;
  }
  const auto is_number = [](std::string_view word) { return std::all_of(word.begin(), word.end(), is_digit); };
  if (parts.size() == 6 && is_number(parts[4]) && is_number(parts[5])) return Position::from_fen(line.substr(0, at));
  if (parts.size() < 4) return Position::from_fen(line);  // which refuses it
  std::string fen(line.substr(0, fourth_end));
  const std::string_view operations = line.substr(fourth_end);
  for (const auto& [name, fallback] : {std::pair("hmvc ", "0"), std::pair("fmvn ", "1")}) {
    const std::size_t found = operations.find(name);
    std::string_view value = fallback;
    if (found != std::string_view::npos) {
      value = operations.substr(found + 5);
      value = value.substr(0, value.find_first_of("; \t"));
    }
    fen.append(" ").append(value);
  }
  return Position::from_fen(fen);
}

}  // namespace

std::vector<Start> read_pgn(std::string_view text) {
  return PgnReader(text).games();
}

std::vector<Start> read_epd(std::string_view text) {
  std::vector<Start> starts;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find_first_not_of(" \t") == std::string_view::npos || line.starts_with('#')) continue;
    on_line(number, [&] {
      const Position position = read_position(line);
      starts.push_back({number, position, !castles_classically(position)});
    });
  }
  return starts;
}

void PgnWriter::tag(std::string_view name, std::string_view value) {
  text_.append("[").append(name).append(" \"");
  for (const char letter : value) {
    if (letter == '"' || letter == '\\') text_ += '\\';
    text_ += static_cast<unsigned char>(letter) < ' ' ? '?' : letter;
  }
  text_ += "\"]\n";
}

void PgnWriter::word(std::string_view text) {
  constexpr std::size_t most = 79;
  if (line_ + 1 + text.size() > most) line_ = 0;
  text_.append(line_ == 0 ? "\n" : " ").append(text);
  line_ += text.size() + (line_ == 0 ? 0 : 1);
}

void PgnWriter::move(const Position& position, Move move) {
  const bool is_white = position.to_move() == white;
  if (is_white || !numbered_) word(std::to_string(position.move_number()) + (is_white ? "." : "..."));
  word(san(position, move));
  numbered_ = true;
}

void PgnWriter::comment(std::string_view text) {
  std::string part = "{";
  for (std::size_t at = 0; (at = text.find_first_not_of(" \n\t", at)) != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(" \n\t", at), text.size());
    if (part == "{") {
      part += ' ';
    } else {
      word(part);
      part.clear();
    }
    std::remove_copy_if(text.begin() + static_cast<std::ptrdiff_t>(at), text.begin() + static_cast<std::ptrdiff_t>(end),
                        std::back_inserter(part), [](char letter) {
                          return letter == '{' || letter == '}' || static_cast<unsigned char>(letter) < ' ';
                        });
    at = end;
  }
  word(part.append(" }"));
  numbered_ = false;
}

std::string PgnWriter::finish(std::string_view result) {
  word(result);
  return text_ + "\n\n";
}

}  // namespace chess
