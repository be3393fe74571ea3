#include "host/match/terminal.hpp"

#include "host/util/escape.hpp"
#include "host/util/text.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace host {

namespace {

/// With more columns than this, cells have no space between them, so that the widest boards still fit a wide terminal.
constexpr std::uint32_t spaced_columns = 40;

/// Background and foreground in the 256-colour palette: distinguishable for the colour-blind (after Okabe and Ito).
constexpr std::array<const char*, 10> palette = {
    "48;5;25;38;5;231",  "48;5;214;38;5;16", "48;5;29;38;5;231",  "48;5;175;38;5;16", "48;5;117;38;5;16",
    "48;5;160;38;5;231", "48;5;227;38;5;16", "48;5;240;38;5;231", "48;5;250;38;5;16", "48;5;54;38;5;231"};

std::string style_of(const DrawnCell& cell) {
  std::string codes;
  if (const auto kind = kind_of(cell.role)) {
    codes = palette[static_cast<std::size_t>(*kind) % palette.size()];
  } else if (cell.role == AGON_ROLE_BLOCKED) {
    codes = "48;5;238;38;5;244";
  } else if (cell.role == AGON_ROLE_FAINT) {
    codes = "2";
  }
  if ((cell.marks & (AGON_MARK_LAST | AGON_MARK_HIGHLIGHT)) != 0) codes += codes.empty() ? "1" : ";1";
  return codes;
}

std::string padded_left(const std::string& text, std::size_t columns) {
  return std::string(columns - std::min(columns, width(text)), ' ') + text;
}

class Renderer {
 public:
  Renderer(const Drawing& drawing, bool colour)
      : drawing_(drawing), colour_(colour), spaced_(drawing.columns <= spaced_columns) {
    for (const std::string& label : drawing.row_labels) margin_ = std::max(margin_, width(label));
  }

  std::string board() {
    std::string text = header();
    for (std::uint32_t row = 0; row < drawing_.rows; ++row) {
      std::string line = drawing_.row_labels.empty() ? "" : padded_left(drawing_.row_labels[row], margin_) + " ";
      for (std::uint32_t column = 0; column < drawing_.columns; ++column) line += cell(row, column);
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + "\n";
    }
    return text;
  }

 private:
  [[nodiscard]] std::string header() const {
    if (drawing_.column_labels.empty() || !spaced_) return {};
    std::string line(drawing_.row_labels.empty() ? 0 : margin_ + 1, ' ');
    for (const std::string& label : drawing_.column_labels) {
      const std::string fitted = padded_left(label, 2);
      line += fitted + (width(fitted) < 3 ? " " : "");
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
  }

  [[nodiscard]] std::string cell(std::uint32_t row, std::uint32_t column) const {
    const DrawnCell& drawn = drawing_.cells[std::size_t{row} * drawing_.columns + column];
    const std::string glyph = drawn.glyph.empty() ? " " : drawn.glyph;
    std::string text = glyph;
    if (spaced_) {
      const bool last = (drawn.marks & AGON_MARK_LAST) != 0;
      text = (last ? "[" : " ") + glyph + (width(glyph) > 1 && !last ? "" : last ? "]" : " ");
    }
    const std::string codes = colour_ ? style_of(drawn) : "";
    return codes.empty() ? text : "\x1b[" + codes + "m" + text + "\x1b[0m";
  }

  const Drawing& drawing_;
  bool colour_;
  bool spaced_;
  std::size_t margin_ = 0;
};

}  // namespace

bool wants_colour(std::FILE* stream) {
  const char* const off = std::getenv("NO_COLOR");
  if (off != nullptr && *off != '\0') return false;
  const char* const terminal = std::getenv("TERM");
  return ::isatty(::fileno(stream)) != 0 && terminal != nullptr && std::strcmp(terminal, "dumb") != 0;
}

std::string render(const Drawing& drawing, bool colour) {
  std::string text = Renderer(drawing, colour).board();
  for (const std::string& line : drawing.lines) text += line + "\n";
  return text;
}

std::string board_text(const GameState& state, bool colour, std::int32_t seat) {
  if (state.scene() != nullptr) return render(draw(*state.scene(), state.raw(), seat), colour);
  if (!state.has_notation()) return "";
  constexpr std::size_t most = 2000;  // bytes: a tester's case can have millions
  const std::string text = state.position(seat);
  return printable(text.substr(0, most)) + (text.size() > most ? " ...\n" : "\n");
}

void MoveBoards::begun(const GameState& state) {
  number_ = 0;
  show(state, "seed " + std::to_string(state.setup().seed) + ", start");
}

void MoveBoards::acted(const GameState& state, std::int32_t seat, agon_bytes action) {
  ++number_;
  std::string heading =
      std::to_string(number_) + ". " + state.game().description.seat_names[static_cast<std::size_t>(seat)];
  if (state.has_notation()) {
    heading += ": " + state.action_text(action);
    if (const std::string revealed = state.revealed(); !revealed.empty()) heading += " -> " + revealed;
  }
  show(state, heading);
}

void MoveBoards::forfeited(const GameState& state, std::int32_t seat, const Outcome& outcome) {
  ++number_;
  show(state, std::to_string(number_) + ". " + state.game().description.seat_names[static_cast<std::size_t>(seat)] +
                  " is out, " + outcome_text(outcome));
}

void MoveBoards::show(const GameState& state, const std::string& heading) {
  std::string text = printable(heading) + "\n";
  for (; !reports_.empty() && reports_.front().action <= number_; reports_ = reports_.subspan(1))
    text.append(printable(evaluation_text(reports_.front()))).append("\n");
  show_(text + board_text(state, colour_) + "\n");
}

}  // namespace host
