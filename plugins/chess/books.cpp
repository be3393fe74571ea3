#include "books.hpp"

#include "squares.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <iterator>
#include <set>
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

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  // at the beginning of files, also of joined ones

/// Returns the text's letters and digits, the letters small.
std::string plain_name(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    const auto one = static_cast<unsigned char>(letter);
    if (std::isalnum(one) != 0) result += static_cast<char>(std::tolower(one));
  }
  return result;
}

/// Returns whether the value of a tag Variant, as plain_name(), names chess itself, or Chess960.
bool names_chess(std::string_view variant) {
  static constexpr std::array<std::string_view, 7> names = {"",          "chess",        "standard", "normal",
                                                            "classical", "fromposition", "orthodox"};
  return std::find(names.begin(), names.end(), variant) != names.end();
}
bool names_chess960(std::string_view variant) {
  static constexpr std::array<std::string_view, 10> names = {
      "chess960",           "960",    "frc",         "fischerandom", "fischerrandom", "fischerandomchess",
      "fischerrandomchess", "wildfr", "standard960", "chess9lx"};
  return std::find(names.begin(), names.end(), variant) != names.end();
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
    after_blank_line_ = false;
    std::size_t ends = 0;  // of lines, since the last text
    while (at_ < text_.size()) {
      const bool new_line = at_ == 0 || text_[at_ - 1] == '\n';
      if (new_line && text_.substr(at_).starts_with(byte_order_mark)) {
        at_ += byte_order_mark.size();
      } else if (peek() == ';' || (peek() == '%' && new_line)) {
        skip_until('\n', true);
        ends = 1;
      } else if (is_blank(peek())) {
        if (peek() == '\n') ++ends;
        after_blank_line_ = after_blank_line_ || ends > 1;
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
        return skip_comment();
      case '(':
        return skip_variation();
      case '[':
        return tag();
      default:
        return word();
    }
  }

  void skip_comment() {
    skip_until('}', false);
    if (at_ == text_.size()) refuse("a '{' has no '}'");
    skip();
  }

  void skip_variation() {
    int depth = 0;
    do {
      if (peek() == '{') {
        skip_comment();
        continue;
      }
      if (peek() == ';') {
        skip_until('\n', true);
        continue;
      }
      depth += peek() == '(' ? 1 : peek() == ')' ? -1 : 0;
      skip();
    } while (depth > 0 && at_ < text_.size());
    if (depth > 0) refuse("a '(' has no ')'");
  }

  /// Reads [NAME "VALUE"].
  void tag() {
    const bool begins_game = in_moves_ || after_blank_line_;  // the one before may have no moves
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
    name = plain_name(name);
    if (begins_game || names_.contains(name)) end_game();
    begin_game();
    names_.insert(name);
    use_tag(name, value);
  }

  void use_tag(std::string_view name, const std::string& value) {
    if (name == "fen") game_.position = Position::from_fen(value);
    if (name != "variant") return;
    const std::string variant = plain_name(value);
    game_.chess960 = names_chess960(variant);
    if (!game_.chess960 && !names_chess(variant))
      refuse("[Variant \"" + value + "\"] is another game than chess and Chess960");
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
    names_.clear();
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
  bool in_moves_ = false;          // after the tags
  bool after_blank_line_ = false;  // the token
  std::set<std::string> names_;    // of the game's tags
  bool begun_moves_ = false;       // `reached_` is set
  Start game_;
  Position reached_;
  std::vector<Start> games_;
};

/// Returns the operand of an operation in an EPD's line, "hmvc 0; id \"a; b\";"; the fallback if it has none.
std::string operand(std::string_view operations, std::string_view name, const char* fallback) {
  bool quoted = false;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= operations.size(); ++at) {
    const char letter = at < operations.size() ? operations[at] : ';';
    if (letter == '"') quoted = !quoted;
    if (letter != ';' || (quoted && at < operations.size())) continue;
    const std::vector<std::string_view> words = words_of(operations.substr(begin, at - begin));
    if (words.size() > 1 && words[0] == name) return std::string(words[1]);
    begin = at + 1;
  }
  return fallback;
}

/// Reads the position of an EPD's line, "BOARD w KQkq - hmvc 0; fmvn 1; ...", or a FEN, which other words may follow.
Position read_position(std::string_view line) {
  const auto is_count = [](std::string_view word) {
    return word == "-" || std::all_of(word.begin(), word.end(), is_digit);
  };
  const std::size_t counts_end = std::min(line.find(';'), line.size());
  const std::vector<std::string_view> words = words_of(line.substr(0, counts_end));
  std::string fen;
  for (std::size_t i = 0; i < std::min<std::size_t>(words.size(), 4); ++i) fen.append(words[i]).append(" ");
  if (words.size() > 4 && is_count(words[4])) {
    fen.append(words[4]).append(" ").append(words.size() > 5 && is_count(words[5]) ? words[5] : "1");
  } else if (words.size() >= 4) {
    const std::string_view operations =
        line.substr(static_cast<std::size_t>(words[3].data() + words[3].size() - line.data()));
    fen.append(operand(operations, "hmvc", "0")).append(" ").append(operand(operations, "fmvn", "1"));
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
    if (line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
    const std::vector<std::string_view> words = words_of(line);
    if (words.empty() || std::string_view("#%;").find(words[0][0]) != std::string_view::npos) continue;  // a comment
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
