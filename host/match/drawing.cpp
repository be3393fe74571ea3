#include "host/match/drawing.hpp"

#include "host/util/escape.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace host {

namespace {

constexpr std::uint32_t largest_side = 1000;  // more is unreadable, and a faulty game could fill the memory

std::string text(const char* text) {
  return text == nullptr ? "" : printable(text);
}

}  // namespace

std::optional<std::int32_t> kind_of(std::int32_t role) {
  constexpr std::int32_t kinds = 16;  // the seats, and the categories, that have a role
  for (const std::int32_t first : {AGON_ROLE_CATEGORY, AGON_ROLE_SEAT}) {
    if (role >= first && role < first + kinds) return role - first;
  }
  return std::nullopt;
}

/// The canvas of a pass. Compares what the game says with the texts that are there: those are plain already, so equal
/// bytes mean the same text.
struct SceneDiff::Hooks {
  static SceneDiff& of(const agon_host* host) { return *static_cast<SceneDiff*>(host->data); }

  static void update(std::string& known, const char* said, bool& changed) {
    if (known == (said == nullptr ? "" : said)) return;
    std::string now = text(said);
    if (now == known) return;
    known = std::move(now);
    changed = true;
  }

  static void grid(const agon_host* host, std::uint32_t rows, std::uint32_t columns) {
    if (rows > largest_side || columns > largest_side) return;
    SceneDiff& self = of(host);
    // A grid discards all that the pass has drawn.
    ++self.pass_;
    self.has_grid_ = true;
    self.has_labels_ = false;
    self.now_.arrows.clear();
    self.now_.lines.clear();
    if (rows == self.now_.rows && columns == self.now_.columns) return;
    self.now_ = {};
    self.now_.rows = rows;
    self.now_.columns = columns;
    self.now_.cells.resize(std::size_t{rows} * columns);
    self.drawn_.assign(self.now_.cells.size(), 0);
    self.new_grid_ = true;
  }

  static void update(std::vector<std::string>& known, const char* const* said, std::uint32_t count, bool& changed) {
    const std::size_t size = said == nullptr ? 0 : count;
    changed = changed || known.size() != size;
    known.resize(size);
    for (std::size_t i = 0; i < size; ++i) update(known[i], said[i], changed);
  }

  static void labels(const agon_host* host, const char* const* rows, const char* const* columns) {
    SceneDiff& self = of(host);
    self.has_labels_ = true;
    update(self.now_.row_labels, rows, self.now_.rows, self.new_grid_);
    update(self.now_.column_labels, columns, self.now_.columns, self.new_grid_);
  }

  static void cell(const agon_host* host, std::uint32_t row, std::uint32_t column, const agon_cell* cell) {
    SceneDiff& self = of(host);
    if (row >= self.now_.rows || column >= self.now_.columns) return;
    const std::size_t index = std::size_t{row} * self.now_.columns + column;
    self.drawn_[index] = self.pass_;
    DrawnCell& known = self.now_.cells[index];
    bool changed = known.role != cell->role || known.marks != cell->marks;
    known.role = cell->role;
    known.marks = cell->marks;
    update(known.glyph, cell->glyph, changed);
    update(known.token, cell->token, changed);
    if (changed) self.changed_.push_back(index);
  }

  static void arrow(const agon_host* host, std::uint32_t from_row, std::uint32_t from_column, std::uint32_t to_row,
                    std::uint32_t to_column, std::int32_t role) {
    Drawing& now = of(host).now_;
    if (from_row >= now.rows || to_row >= now.rows || from_column >= now.columns || to_column >= now.columns) return;
    now.arrows.push_back({from_row, from_column, to_row, to_column, role});
  }

  static void line(const agon_host* host, const char* words) { of(host).now_.lines.push_back(text(words)); }
};

/// Calls a hook, and notes what it throws: that must not pass through the game's code.
template <auto hook, class... Arguments>
void SceneDiff::caught(const agon_host* host, Arguments... arguments) noexcept {
  SceneDiff& self = Hooks::of(host);
  if (self.fault_) return;
  try {
    hook(host, arguments...);
  } catch (...) {
    self.fault_ = std::current_exception();
  }
}

void SceneDiff::draw(const agon_scene& scene, const void* state, std::int32_t seat) {
  begin();
  const agon_host host = {this, [](const agon_host*, const char*) -> const void* { return nullptr; }};
  const agon_canvas canvas = {&host,
                              caught<Hooks::grid>,
                              caught<Hooks::labels>,
                              caught<Hooks::cell>,
                              caught<Hooks::arrow>,
                              caught<Hooks::line>};
  scene.draw(state, seat, &canvas);
  if (fault_) std::rethrow_exception(std::exchange(fault_, nullptr));
  finish();
}

void SceneDiff::show(std::string text) {
  begin();
  if (!text.empty()) now_.lines.push_back(std::move(text));
  finish();
}

void SceneDiff::begin() {
  new_grid_ = pass_++ == 0;
  has_grid_ = false;
  has_labels_ = false;
  changed_.clear();
  now_.arrows.clear();
  now_.lines.clear();
}

void SceneDiff::finish() {
  if (!has_grid_ && !now_.cells.empty()) {
    std::vector<std::string> lines = std::move(now_.lines);
    now_ = {};
    now_.lines = std::move(lines);
    drawn_.clear();
    new_grid_ = true;
  }
  if (!has_labels_ && !(now_.row_labels.empty() && now_.column_labels.empty())) {
    now_.row_labels.clear();
    now_.column_labels.clear();
    new_grid_ = true;
  }
  for (std::size_t i = 0; i < drawn_.size(); ++i) {
    if (drawn_[i] == pass_ || now_.cells[i] == DrawnCell{}) continue;
    now_.cells[i] = {};
    changed_.push_back(i);
  }
  if (new_grid_) {
    before_ = now_.cells;
    return;
  }
  // A cell can be drawn twice, and then be as it was.
  std::sort(changed_.begin(), changed_.end());
  changed_.erase(std::unique(changed_.begin(), changed_.end()), changed_.end());
  std::erase_if(changed_, [&](std::size_t i) { return now_.cells[i] == before_[i]; });
  for (const std::size_t i : changed_) before_[i] = now_.cells[i];
}

Drawing draw(const agon_scene& scene, const void* state, std::int32_t seat) {
  SceneDiff drawing;
  drawing.draw(scene, state, seat);
  return drawing.now();
}

namespace {

// As in host/web/client/board.js and board.css.
constexpr std::uint32_t side = 40;    // of a cell
constexpr std::uint32_t margin = 26;  // for labels
constexpr std::uint32_t line_height = 22;
constexpr std::int32_t colours = 8;

/// The marks that join a cell with the one above, to the right, below and to the left.
constexpr std::array<std::uint32_t, 4> joins = {AGON_MARK_JOINS_UP, AGON_MARK_JOINS_RIGHT, AGON_MARK_JOINS_DOWN,
                                                AGON_MARK_JOINS_LEFT};

std::string class_of(const DrawnCell& cell, const std::string& text) {
  const auto kind = kind_of(cell.role);
  const std::string size = width(text) > 3 ? " longer" : width(text) > 1 ? " long" : "";
  const std::string colour = kind ? std::to_string(*kind % colours) : "";
  if ((cell.marks & AGON_MARK_STONE) != 0) return "cell stone" + (kind ? " t" + colour : "") + size;
  if (kind) return "cell k" + colour + ((cell.marks & AGON_MARK_BALL) != 0 ? " ball" : "") + size;
  return (cell.role == AGON_ROLE_BLOCKED ? "cell blocked"
          : cell.role == AGON_ROLE_FAINT ? "cell faint"
                                         : "cell") +
         size;
}

/// The square of a cell: with no border to those that it belongs to.
std::string tile(std::uint32_t marks) {
  std::array<int, 4> gap{};     // at each side
  std::array<int, 4> radius{};  // of the corners from the upper right one on
  for (std::size_t i = 0; i < joins.size(); ++i) {
    gap.at(i) = (marks & joins.at(i)) == 0 ? 1 : 0;
    radius.at(i) = (marks & (joins.at(i) | joins.at((i + 1) % joins.size()))) == 0 ? 6 : 0;
  }
  const auto [up, right, down, left] = gap;
  const auto number = [](int value) { return std::to_string(value); };
  const auto corner = [&](int x1, int y1, int x2, int y2) {
    return "q" + number(x1) + " " + number(y1) + " " + number(x2) + " " + number(y2);
  };
  const int far = static_cast<int>(side);
  const auto [r1, r2, r3, r4] = radius;
  return "<path class=\"tile\" d=\"M" + number(left + r4) + " " + number(up) + "H" + number(far - right - r1) +
         corner(r1, 0, r1, r1) + "V" + number(far - down - r2) + corner(0, r2, -r2, r2) + "H" + number(left + r3) +
         corner(-r3, 0, -r3, -r3) + "V" + number(up + r4) + corner(0, -r4, r4, -r4) + "z\"/>";
}

std::string square(std::string_view kind, std::uint32_t inset, std::uint32_t radius) {
  const std::string size = std::to_string(side - 2 * inset);
  return std::string("<rect class=\"")
      .append(kind)
      .append("\" x=\"" + std::to_string(inset) + "\" y=\"" + std::to_string(inset) + "\" width=\"" + size +
              "\" height=\"" + size + "\" rx=\"" + std::to_string(radius) + "\"/>");
}

std::string circle(std::string_view kind, double middle, double radius) {
  return std::string("<circle class=\"")
      .append(kind)
      .append("\" cx=\"" + decimal(middle) + "\" cy=\"" + decimal(middle) + "\" r=\"" + decimal(radius) + "\"/>");
}

/// A glyph without the small raised figures at its end, and these as figures.
struct Parts {
  std::string piece;
  std::string count;
};

Parts parts_of(std::string glyph) {
  static constexpr std::array<std::string_view, 11> raised = {
      "\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074", "\u2075", "\u2076", "\u2077", "\u2078", "\u2079", "\u02e3"};
  std::string count;
  for (std::size_t figure = 0; figure < raised.size();) {
    if (!glyph.ends_with(raised.at(figure))) {
      ++figure;
      continue;
    }
    glyph.resize(glyph.size() - raised.at(figure).size());
    count.insert(0, std::to_string(figure));
    figure = 0;
  }
  return {glyph, count};
}

/// The bars from a stone to those that it is joined with.
std::string bonds(std::uint32_t marks) {
  static constexpr std::array<std::string_view, 4> ways = {"V0", "H40", "V40", "H0"};
  std::string path;
  for (std::size_t i = 0; i < joins.size(); ++i) {
    if ((marks & joins.at(i)) != 0) path.append("M20 20").append(ways.at(i));
  }
  return path.empty() ? path : "<path class=\"bond\" d=\"" + path + "\"/>";
}

std::string text_at(std::string_view kind, double x, double y, const std::string& text) {
  return std::string("<text class=\"")
      .append(kind)
      .append("\" x=\"" + decimal(x) + "\" y=\"" + decimal(y) + "\">" + escaped(text) + "</text>");
}

std::string cell_picture(const DrawnCell& cell, std::uint32_t row, std::uint32_t column) {
  if (cell == DrawnCell{}) return {};  // around the board, or beside it
  constexpr double middle = side / 2.0;
  constexpr double corner = 28.5;
  const bool stone = (cell.marks & AGON_MARK_STONE) != 0 && kind_of(cell.role);
  auto [text, count] = parts_of(cell.glyph);
  if (stone) {
    std::erase_if(text, [](char each) { return each < '0' || each > '9'; });
    if (!count.empty()) text = std::exchange(count, {});
  }
  std::string svg = "<g class=\"" + class_of(cell, text) + "\" transform=\"translate(" + std::to_string(column * side) +
                    " " + std::to_string(row * side) + ")\">" +
                    tile((cell.marks & AGON_MARK_STONE) != 0 ? ~0U : cell.marks);
  if (kind_of(cell.role).value_or(0) >= colours)
    svg += R"(<path class="stripes" d="M4 16 16 4M4 28 28 4M12 36 36 12M24 36 36 24"/>)";
  if (stone) svg += bonds(cell.marks);
  if (stone || (cell.marks & AGON_MARK_BALL) != 0) svg += circle("disc", middle, 16);
  if (cell.role == AGON_ROLE_FAINT && cell.glyph == ".") {
    svg += circle("glyph", middle, 1.5);
  } else if (!text.empty()) {
    svg += text_at("glyph", middle, middle + 1, text);
  }
  if (!count.empty()) svg += circle("plate", corner, 7) + text_at("counter", corner, corner + 0.5, count);
  if ((cell.marks & AGON_MARK_HIGHLIGHT) != 0) svg += square("halo", 4, 4) + square("highlight", 4, 4);
  return svg + "</g>\n";
}

/// A line around the cells that the last action has touched.
std::string last_picture(const Drawing& drawing) {
  const auto touched = [&](std::int64_t row, std::int64_t column) {
    if (row < 0 || column < 0 || row >= drawing.rows || column >= drawing.columns) return false;
    return (drawing.cells[static_cast<std::size_t>(row * drawing.columns + column)].marks & AGON_MARK_LAST) != 0;
  };
  std::string path;
  const auto line = [&](std::int64_t row, std::int64_t column, const char* way) {
    path.append("M" + std::to_string(column * side) + " " + std::to_string(row * side)).append(way);
  };
  for (std::int64_t row = 0; row < drawing.rows; ++row) {
    for (std::int64_t column = 0; column < drawing.columns; ++column) {
      if (!touched(row, column)) continue;
      if (!touched(row - 1, column)) line(row, column, "h40");
      if (!touched(row + 1, column)) line(row + 1, column, "h40");
      if (!touched(row, column - 1)) line(row, column, "v40");
      if (!touched(row, column + 1)) line(row, column + 1, "v40");
    }
  }
  return path.empty() ? path : "<path class=\"last\" d=\"" + path + "\"/>\n";
}

/// If the next arrow begins where this one ends, both are one way: its head is at the end.
std::string arrow_picture(const DrawnArrow& arrow, bool goes_on) {
  const double x1 = (arrow.from_column + 0.5) * side;
  const double y1 = (arrow.from_row + 0.5) * side;
  const double x2 = (arrow.to_column + 0.5) * side;
  const double y2 = (arrow.to_row + 0.5) * side;
  const double length = std::hypot(x2 - x1, y2 - y1);
  if (length == 0) return {};
  const double head = goes_on ? 0 : 12;
  constexpr double half = 7;
  const double dx = (x2 - x1) / length;
  const double dy = (y2 - y1) / length;
  const auto tenths = [](double number) { return decimal(std::round(number * 10) / 10); };
  const auto point = [&](double x, double y) { return tenths(x) + "," + tenths(y); };
  const double bx = x2 - dx * head;
  const double by = y2 - dy * head;
  const std::string faint = arrow.role == AGON_ROLE_FAINT ? " a-faint" : "";
  const std::string line = "<path class=\"arrow" + faint + "\" d=\"M" + point(x1, y1) + "L" + point(bx, by) + "\"/>\n";
  if (goes_on) return line;
  return line + "<polygon class=\"arrow-head" + faint + "\" points=\"" + point(x2, y2) + " " +
         point(bx - dy * half, by + dx * half) + " " + point(bx + dy * half, by - dx * half) + "\"/>\n";
}

std::string labels_picture(const Drawing& drawing, std::int64_t left, std::int64_t top) {
  std::string svg;
  for (std::size_t row = 0; row < drawing.row_labels.size(); ++row)
    svg += text_at("label", -static_cast<double>(left) / 2, (static_cast<double>(row) + 0.5) * side,
                   drawing.row_labels[row]);
  for (std::size_t column = 0; column < drawing.column_labels.size(); ++column)
    svg += text_at("label", (static_cast<double>(column) + 0.5) * side, -static_cast<double>(top) / 2,
                   drawing.column_labels[column]);
  return svg + "\n";
}

}  // namespace

std::string svg_picture(const Drawing& drawing, const std::string& title) {
  constexpr std::int64_t edge = 4;
  const std::int64_t left = drawing.row_labels.empty() ? edge : margin;
  const std::int64_t top = drawing.column_labels.empty() ? edge : margin;
  constexpr std::int64_t least_width = 12 * side;  // for the lines of text
  const std::int64_t board = std::int64_t{drawing.columns} * side;
  const std::int64_t bottom = std::int64_t{drawing.rows} * side;
  const std::int64_t wide = std::max(board, drawing.lines.empty() ? board : least_width) + left + edge;
  const std::int64_t high = bottom + top + edge + static_cast<std::int64_t>(drawing.lines.size()) * line_height + edge;
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" role=\"img\" width=\"" +
                    std::to_string(wide) + "\" height=\"" + std::to_string(high) + "\" viewBox=\"" +
                    std::to_string(-left) + " " + std::to_string(-top) + " " + std::to_string(wide) + " " +
                    std::to_string(high) + "\">\n<title>" + escaped(title) + "</title>\n<style>\n";
  svg.append(board_style).append("</style>\n");
  svg += "<rect class=\"ground\" x=\"-3\" y=\"-3\" width=\"" + std::to_string(board + 6) + "\" height=\"" +
         std::to_string(bottom + 6) + "\" rx=\"8\"/>\n" + labels_picture(drawing, left, top);
  for (std::uint32_t row = 0; row < drawing.rows; ++row) {
    for (std::uint32_t column = 0; column < drawing.columns; ++column)
      svg += cell_picture(drawing.cells[std::size_t{row} * drawing.columns + column], row, column);
  }
  svg += last_picture(drawing);
  for (std::size_t i = 0; i < drawing.arrows.size(); ++i) {
    const DrawnArrow& arrow = drawing.arrows[i];
    const bool goes_on = i + 1 < drawing.arrows.size() && drawing.arrows[i + 1].from_row == arrow.to_row &&
                         drawing.arrows[i + 1].from_column == arrow.to_column;
    svg += arrow_picture(arrow, goes_on);
  }
  for (std::size_t line = 0; line < drawing.lines.size(); ++line)
    svg += text_at("line", 0, static_cast<double>(bottom + static_cast<std::int64_t>(line + 1) * line_height),
                   drawing.lines[line]) +
           "\n";
  return svg + "</svg>\n";
}

}  // namespace host
