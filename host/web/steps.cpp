#include "host/web/steps.hpp"

#include "host/plain.hpp"
#include "host/text.hpp"

#include <agon/ext/model.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace host {

namespace {

bool same(const DrawnCell& one, const DrawnCell& other) {
  return one.role == other.role && one.marks == other.marks && one.glyph == other.glyph && one.token == other.token;
}

bool same(const DrawnArrow& one, const DrawnArrow& other) {
  return one.from_row == other.from_row && one.from_column == other.from_column && one.to_row == other.to_row &&
         one.to_column == other.to_column && one.role == other.role;
}

bool same_grid(const Drawing& one, const Drawing& other) {
  return one.rows == other.rows && one.columns == other.columns && one.row_labels == other.row_labels &&
         one.column_labels == other.column_labels;
}

void add_texts(std::string& json, const std::vector<std::string>& texts) {
  json += '[';
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i != 0) json += ',';
    add_quoted(json, texts[i]);
  }
  json += ']';
}

void add_arrows(std::string& json, const std::vector<DrawnArrow>& arrows) {
  json += '[';
  for (const DrawnArrow& each : arrows) {
    if (json.back() != '[') json += ',';
    json.append("[").append(std::to_string(each.from_row)).append(",").append(std::to_string(each.from_column));
    json.append(",").append(std::to_string(each.to_row)).append(",").append(std::to_string(each.to_column));
    json.append(",").append(std::to_string(each.role)).append("]");
  }
  json += ']';
}

/// Returns whether seats can know different things. A game without a model does not tell.
bool can_hide(const GameState& state) {
  const auto* const model = static_cast<const agon_model*>(state.game().type->extension(AGON_MODEL));
  return state.setup().seats > 1 && (model == nullptr || (model->properties & AGON_MODEL_HIDDEN) != 0);
}

}  // namespace

void add_quoted(std::string& json, std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  json += '"';
  for (const char each : text) {
    const auto byte = static_cast<unsigned char>(each);
    if (byte < 0x20 || each == '<' || each == '>' || each == '&') {
      json.append("\\u00").append(1, digits[byte >> 4U]).append(1, digits[byte & 15U]);
    } else {
      if (each == '"' || each == '\\') json += '\\';
      json += each;
    }
  }
  json += '"';
}

void add_number(std::string& json, double number) {
  json += std::isfinite(number) ? decimal(number) : "null";
}

void Steps::begun(const GameState& state) {
  seat_count_ = static_cast<std::size_t>(state.setup().seats);
  hides_ = viewer_ >= 0 && can_hide(state);
  length_ = 0;
  blocks_.clear();
  scores_ = state.scores();
  last_ = drawing(state);
  begin_block(last_);
}

void Steps::acted(const GameState& state, std::int32_t seat, agon_bytes action) {
  std::string what;
  if (state.has_notation()) {
    const bool seen = !hides_ || seat == viewer_;
    if (seen) add_quoted(what.append("\"action\":"), plain(state.action_text(action)));
    if (const std::string reveals = state.revealed(viewer_); !reveals.empty())
      add_quoted(what.append(seen ? ",\"reveals\":" : "\"reveals\":"), plain(reveals));
  }
  add_step(state, seat, what);
}

void Steps::forfeited(const GameState& state, std::int32_t seat, const Outcome& outcome) {
  std::string what = R"("forfeit":{"kind":)";
  add_quoted(what, outcome_name(outcome.kind));
  add_quoted(what.append(",\"reason\":"), plain(outcome.reason));
  add_step(state, seat, what + "}");
}

std::string Steps::block(std::size_t number) const {
  const Block& block = blocks_[number];
  std::string json = "{\"first\":" + std::to_string(number * steps_in_block) + ",\"scene\":" + block.scene;
  json.append(",\"scores\":[");
  const std::vector<double> before = scores(number * steps_in_block);
  for (std::size_t seat = 0; seat < before.size(); ++seat)
    add_number(seat == 0 ? json : json.append(","), before[seat]);
  json.append("],\"palette\":[").append(block.palette);
  json.append("],\"steps\":[");
  for (std::size_t step = 0; step < block.steps.size(); ++step)
    json.append(step == 0 ? "" : ",").append(block.steps[step]).append("}");
  return json.append("]}");
}

std::vector<double> Steps::scores(std::size_t turn) const {
  const auto begin = scores_.begin() + static_cast<std::ptrdiff_t>(turn * seat_count_);
  return {begin, begin + static_cast<std::ptrdiff_t>(seat_count_)};
}

std::string Steps::plot() const {
  constexpr std::size_t most = 1000;
  const std::size_t stride = length_ / most + 1;
  std::string json = "{\"stride\":" + std::to_string(stride) + ",\"scores\":[";
  for (std::size_t seat = 0; seat < seat_count_; ++seat) {
    json += seat == 0 ? "[" : ",[";
    for (std::size_t turn = 0; turn < length_; turn += stride) {
      add_number(json, scores_[turn * seat_count_ + seat]);
      json += ',';
    }
    add_number(json, scores_[length_ * seat_count_ + seat]);
    json += ']';
  }
  return json + "]}";
}

void Steps::begin_block(const Drawing& now) {
  palette_.clear();
  blocks_.emplace_back();
  blocks_.back().scene = scene(now);
}

void Steps::add_step(const GameState& state, std::int32_t seat, const std::string& what) {
  if (length_ == blocks_.size() * steps_in_block) begin_block(last_);
  ++length_;
  const std::vector<double> before = scores(length_ - 1);
  const std::vector<double> after = hides_ ? before : state.scores();  // the scores can depend on what is hidden
  scores_.insert(scores_.end(), after.begin(), after.end());
  std::string json = "{\"seat\":" + std::to_string(seat);
  if (!what.empty()) json.append(",").append(what);
  if (after != before) {
    json += ",\"scores\":[";
    for (std::size_t i = 0; i < after.size(); ++i) add_number(i == 0 ? json : json.append(","), after[i]);
    json += ']';
  }
  Drawing now = drawing(state);
  add_changes(json, now);
  last_ = std::move(now);
  blocks_.back().steps.push_back(std::move(json));
}

void Steps::add_changes(std::string& json, const Drawing& now) {
  if (!same_grid(now, last_)) {
    json.append(",\"scene\":").append(scene(now));
    return;
  }
  bool first = true;
  for (std::size_t i = 0; i < now.cells.size(); ++i) {
    if (same(now.cells[i], last_.cells[i])) continue;
    json += first ? ",\"cells\":[" : ",";
    json.append(std::to_string(i)).append(",").append(std::to_string(cell(now.cells[i])));
    first = false;
  }
  if (!first) json += ']';
  const bool same_arrows = std::equal(now.arrows.begin(), now.arrows.end(), last_.arrows.begin(), last_.arrows.end(),
                                      [](const DrawnArrow& a, const DrawnArrow& b) { return same(a, b); });
  if (!same_arrows) add_arrows(json.append(",\"arrows\":"), now.arrows);
  if (now.lines != last_.lines) add_texts(json.append(",\"lines\":"), now.lines);
}

void Steps::add_use(std::size_t step, std::int64_t cpu_us, const std::string& log) {
  std::string& json = blocks_[(step - 1) / steps_in_block].steps[(step - 1) % steps_in_block];
  json.append(",\"cpu_us\":").append(std::to_string(cpu_us));
  if (!log.empty()) add_quoted(json.append(",\"log\":"), plain_lines(log));
}

Drawing Steps::drawing(const GameState& state) const {
  if (state.scene() != nullptr) return draw(*state.scene(), state.raw(), viewer_);
  Drawing text;
  if (state.has_notation()) text.lines.push_back(plain(state.position(viewer_)));
  return text;
}

std::string Steps::scene(const Drawing& drawing) {
  std::string json = "{\"rows\":" + std::to_string(drawing.rows) + ",\"columns\":" + std::to_string(drawing.columns);
  add_texts(json.append(",\"row_labels\":"), drawing.row_labels);
  add_texts(json.append(",\"column_labels\":"), drawing.column_labels);
  json += ",\"cells\":[";
  for (std::size_t i = 0; i < drawing.cells.size(); ++i) {
    if (i != 0) json += ',';
    json += std::to_string(cell(drawing.cells[i]));
  }
  add_arrows(json.append("],\"arrows\":"), drawing.arrows);
  add_texts(json.append(",\"lines\":"), drawing.lines);
  return json + "}";
}

std::size_t Steps::cell(const DrawnCell& cell) {
  std::string json = "[";
  add_quoted(json, cell.glyph);
  add_quoted(json += ',', cell.token);
  json.append(",").append(std::to_string(cell.role)).append(",").append(std::to_string(cell.marks)).append("]");
  const auto [known, added] = palette_.try_emplace(json, palette_.size());
  if (added) {
    std::string& palette = blocks_.back().palette;
    if (!palette.empty()) palette += ',';
    palette += json;
  }
  return known->second;
}

}  // namespace host
