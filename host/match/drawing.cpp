#include "host/match/drawing.hpp"

#include "host/util/escape.hpp"

#include <algorithm>
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

}  // namespace host
