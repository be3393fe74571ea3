#include "host/report/steps.hpp"

#include "host/plugin/stream.hpp"
#include "host/util/escape.hpp"
#include "host/util/json.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

namespace host {

namespace {

constexpr std::size_t usual_step = 160;  // bytes

/// Appends `text`, well-formed UTF-8, as a JSON string that is also safe inside an HTML script element.
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

/// Appends a finite number as JSON; null otherwise.
void add_number(std::string& json, double number) {
  json += std::isfinite(number) ? decimal(number) : "null";
}

/// Appends an integer, without a text of its own: long matches have millions.
void add_integer(std::string& json, std::integral auto number) {
  std::array<char, 24> text{};
  json.append(text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr);
}

void add_texts(std::string& json, const std::vector<std::string>& texts) {
  json += '[';
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i != 0) json += ',';
    add_quoted(json, texts[i]);
  }
  json += ']';
}

void add_picture(std::string& json, const GameState& state) {
  const std::optional<MatchPicture> picture = state.picture();
  if (!picture) return;
  const bool shown = picture->problem.empty();
  add_quoted(json.append(shown ? ",\"picture\":{\"text\":" : ",\"picture\":{\"problem\":"),
             shown ? picture->text : printable(picture->problem));
  json += '}';
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

}  // namespace

void Steps::begun(const GameState& state) {
  seat_count_ = static_cast<std::size_t>(state.setup().seats);
  streams_ = state.game().type->extension(stream_extension) != nullptr;
  hides_ = viewer_ >= 0 && state.can_hide();
  length_ = 0;
  blocks_.clear();
  uses_.clear();
  expected_.clear();
  seats_.clear();
  next_log_ = next_report_ = next_memory_ = 0;
  scores_ = state.scores();
  points_ = hides_ ? std::vector<double>() : state.points();
  drawing_ = {};
  redraw(state);
  begin_block();
}

void Steps::acted(const GameState& state, std::int32_t seat, agon_bytes action) {
  std::string what;
  if (state.has_notation()) {
    const bool seen = !hides_ || seat == viewer_;
    if (seen) add_quoted(what.append("\"action\":"), printable(state.action_text(action)));
    if (const std::string reveals = state.revealed(viewer_); !reveals.empty())
      add_quoted(what.append(seen ? ",\"reveals\":" : "\"reveals\":"), printable(reveals));
  }
  add_step(state, seat, what);
}

void Steps::forfeited(const GameState& state, std::int32_t seat, const Outcome& outcome) {
  std::string what = R"("forfeit":{"kind":)";
  add_quoted(what, outcome_name(outcome.kind));
  add_quoted(what.append(",\"reason\":"), printable(outcome.reason));
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
  json += "]}";
  return json;
}

std::vector<double> Steps::scores(std::size_t turn) const {
  const auto begin = scores_.begin() + static_cast<std::ptrdiff_t>(turn * seat_count_);
  return {begin, begin + static_cast<std::ptrdiff_t>(seat_count_)};
}

std::string Steps::plot(std::size_t most) const {
  const std::size_t stride = length_ / most + 1;
  nlohmann::ordered_json plot = {{"length", length_}, {"stride", stride}};
  const auto add_curves = [&](const char* name, const std::vector<double>& values) {
    for (std::size_t seat = 0; seat < seat_count_; ++seat) {
      std::vector<double> curve;
      for (std::size_t turn = 0; turn < length_; turn += stride) curve.push_back(values[turn * seat_count_ + seat]);
      curve.push_back(values[length_ * seat_count_ + seat]);
      plot[name].push_back(curve);
    }
  };
  add_curves("scores", scores_);
  if (!points_.empty()) add_curves("points", points_);
  if (!uses_.empty()) {
    std::vector<std::int64_t> cpu((length_ + stride - 1) / stride);
    std::vector<std::size_t> log(cpu.size());
    std::vector<std::int64_t> memory(cpu.size());
    for (const Use& use : uses_) {
      const std::size_t bar = (use.step - 1) / stride;
      cpu[bar] = std::max(cpu[bar], use.cpu_us);
      log[bar] += use.log;
      memory[bar] = std::max(memory[bar], use.memory_kib);
    }
    plot.update({{"cpu_us", cpu}, {"log", log}});
    if (std::ranges::any_of(memory, [](std::int64_t kib) { return kib > 0; })) plot["memory_kib"] = memory;
    for (std::size_t i = 0; i < expected_.size(); i += stride) {
      const Evaluation& each = expected_[i];
      plot["expected"].push_back({each.action, seats_[each.action - 1], each.value, each.unit == AGON_VALUE_CONTEST});
    }
  }
  return plot.dump();
}

void Steps::begin_block() {
  palette_.clear();
  blocks_.emplace_back();
  blocks_.back().scene = scene();
}

void Steps::add_step(const GameState& state, std::int32_t seat, const std::string& what) {
  if (length_ == blocks_.size() * steps_in_block) begin_block();
  ++length_;
  seats_.push_back(seat);
  const std::vector<double> before = scores(length_ - 1);
  const std::vector<double> after = hides_ ? before : state.scores();  // the scores can depend on what is hidden
  scores_.insert(scores_.end(), after.begin(), after.end());
  if (!points_.empty()) {
    const std::vector<double> points = state.points();
    points_.insert(points_.end(), points.begin(), points.end());
  }
  std::string json;
  json.reserve(usual_step);
  add_integer(json.append("{\"seat\":"), seat);
  if (!what.empty()) json.append(",").append(what);
  if (after != before) {
    json += ",\"scores\":[";
    for (std::size_t i = 0; i < after.size(); ++i) add_number(i == 0 ? json : json.append(","), after[i]);
    json += ']';
  }
  redraw(state);
  add_changes(json);
  if (!hides_ && state.over()) add_picture(json, state);
  blocks_.back().steps.push_back(std::move(json));
  if (usage_ != nullptr) add_recorded_use();
}

void Steps::add_recorded_use() {
  const std::int64_t cpu_us = length_ <= usage_->cpu_us.size() ? usage_->cpu_us[length_ - 1] : 0;
  const std::vector<TurnLog>& logs = usage_->logs;
  std::string log;
  for (; next_log_ < logs.size() && logs[next_log_].action <= length_; ++next_log_) log += logs[next_log_].shown();
  std::optional<Evaluation> evaluation;
  const std::vector<Evaluation>& reports = usage_->evaluations;
  for (; next_report_ < reports.size() && reports[next_report_].action <= length_; ++next_report_)
    evaluation = reports[next_report_];
  std::int64_t memory_kib = 0;
  for (; next_memory_ < usage_->memory.size() && usage_->memory[next_memory_].action <= length_; ++next_memory_)
    memory_kib = usage_->memory[next_memory_].kib;
  add_use(length_, cpu_us, log, evaluation, memory_kib);
}

void Steps::add_changes(std::string& json) {
  if (drawing_.new_grid()) {
    json.append(",\"scene\":").append(scene());
    return;
  }
  const Drawing& now = drawing_.now();
  bool first = true;
  for (const std::size_t i : drawing_.changed()) {
    json += first ? ",\"cells\":[" : ",";
    add_integer(json, i);
    add_integer(json.append(","), cell(now.cells[i]));
    first = false;
  }
  if (!first) json += ']';
  if (now.arrows != arrows_) add_arrows(json.append(",\"arrows\":"), now.arrows);
  if (now.lines != lines_) add_texts(json.append(",\"lines\":"), now.lines);
}

void Steps::add_use(std::size_t step, std::int64_t cpu_us, const std::string& log, std::optional<Evaluation> evaluation,
                    std::int64_t memory_kib) {
  if (cpu_us == 0 && log.empty() && !evaluation && memory_kib == 0) return;
  if (hides_) evaluation.reset();
  if (evaluation) evaluation->value = as_shown(evaluation->value);  // all digits would be most of a page's data
  uses_.push_back({step, cpu_us, log.size(), memory_kib});
  if (evaluation) expected_.push_back({.value = evaluation->value, .unit = evaluation->unit, .action = step});
  std::string& json = blocks_[(step - 1) / steps_in_block].steps[(step - 1) % steps_in_block];
  add_integer(json.append(",\"cpu_us\":"), cpu_us);
  if (memory_kib > 0) add_integer(json.append(",\"memory_kib\":"), memory_kib);
  if (!log.empty()) add_quoted(json.append(",\"log\":"), plain_lines(log));
  if (evaluation) json.append(",\"evaluation\":").append(to_line(evaluation_json(*evaluation)));
}

/// Draws the position, and keeps what the one before had and cells do not tell.
void Steps::redraw(const GameState& state) {
  arrows_ = drawing_.now().arrows;
  lines_ = drawing_.now().lines;
  if (state.scene() != nullptr) {
    drawing_.draw(*state.scene(), state.raw(), viewer_);
  } else {
    drawing_.show(state.has_notation() ? printable(state.position(viewer_)) : "");
  }
}

std::string Steps::scene() {
  const Drawing& drawing = drawing_.now();
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
  // No text contains a zero byte.
  std::string key = cell.glyph + '\0' + cell.token + '\0';
  add_integer(key, cell.role);
  add_integer(key.append(" "), cell.marks);
  const auto [known, added] = palette_.try_emplace(std::move(key), palette_.size());
  if (added) {
    std::string& palette = blocks_.back().palette;
    add_quoted(palette.append(palette.empty() ? "[" : ",["), cell.glyph);
    add_quoted(palette += ',', cell.token);
    palette.append(",").append(std::to_string(cell.role)).append(",").append(std::to_string(cell.marks)).append("]");
  }
  return known->second;
}

}  // namespace host
