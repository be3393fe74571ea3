#include "host/report/steps.hpp"

#include "host/plugin/stream.hpp"
#include "host/report/numbers.hpp"
#include "host/util/escape.hpp"
#include "host/util/json.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

Json numbers_json(const std::vector<double>& numbers) {
  Json all = Json::array();
  for (const double number : numbers) all.push_back(number_json(number));
  return all;
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
  next_log_ = next_report_ = 0;
  scores_ = state.scores();
  points_ = hides_ ? std::vector<double>() : state.points();
  drawing_ = {};
  redraw(state);
  begin_block();
}

void Steps::acted(const GameState& state, std::int32_t seat, agon_bytes action) {
  Json step = {{"seat", seat}};
  if (state.has_notation()) {
    if (!hides_ || seat == viewer_) step["action"] = printable(state.action_text(action));
    if (const std::string reveals = state.revealed(viewer_); !reveals.empty()) step["reveals"] = printable(reveals);
  }
  add_step(state, std::move(step));
}

void Steps::forfeited(const GameState& state, std::int32_t seat, const Outcome& outcome) {
  const Json forfeit = {{"kind", outcome_name(outcome.kind)}, {"reason", printable(outcome.reason)}};
  add_step(state, {{"seat", seat}, {"forfeit", forfeit}});
}

std::string Steps::block(std::size_t number) const {
  const Block& block = blocks_[number];
  std::string json = to_stored_line({{"first", number * steps_in_block},
                                     {"scene", block.scene},
                                     {"scores", numbers_json(scores(number * steps_in_block))},
                                     {"palette", block.palette.cells()}});
  json.back() = ',';
  json.append("\"steps\":[").append(join(block.steps, ",")).append("]}");
  boost::replace_all(json, "<", "\\u003c");  // can only be inside strings
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
    for (const Use& use : uses_) {
      const std::size_t bar = (use.step - 1) / stride;
      cpu[bar] = std::max(cpu[bar], use.cpu_us);
      log[bar] += use.log;
    }
    plot.update({{"cpu_us", cpu}, {"log", log}});
    for (std::size_t i = 0; i < expected_.size(); i += stride) {
      const Evaluation& each = expected_[i];
      plot["expected"].push_back({each.action, seats_[each.action - 1], each.value, each.unit == AGON_VALUE_CONTEST});
    }
  }
  return to_stored_line(plot);
}

void Steps::begin_block() {
  blocks_.emplace_back();
  blocks_.back().scene = scene_json(drawing_.now(), blocks_.back().palette);
}

void Steps::add_step(const GameState& state, Json step) {
  if (length_ == blocks_.size() * steps_in_block) begin_block();
  ++length_;
  seats_.push_back(step["seat"]);
  const std::vector<double> before = scores(length_ - 1);
  const std::vector<double> after = hides_ ? before : state.scores();  // the scores can depend on what is hidden
  scores_.insert(scores_.end(), after.begin(), after.end());
  if (!points_.empty()) {
    const std::vector<double> points = state.points();
    points_.insert(points_.end(), points.begin(), points.end());
  }
  if (after != before) step["scores"] = numbers_json(after);
  redraw(state);
  add_changes(step);
  const std::optional<MatchPicture> picture = !hides_ && state.over() ? state.picture() : std::nullopt;
  if (picture && picture->problem.empty()) step["picture"]["text"] = picture->text;
  if (picture && !picture->problem.empty()) step["picture"]["problem"] = printable(picture->problem);
  blocks_.back().steps.push_back(to_stored_line(step));
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
  add_use(length_, cpu_us, log, evaluation);
}

void Steps::add_changes(Json& step) {
  if (drawing_.new_grid()) {
    step["scene"] = scene_json(drawing_.now(), blocks_.back().palette);
    return;
  }
  const Drawing& now = drawing_.now();
  for (const std::size_t i : drawing_.changed()) {
    Json& cells = step["cells"];
    cells.push_back(i);
    cells.push_back(blocks_.back().palette.number_of(now.cells[i]));
  }
  if (now.arrows != arrows_) step["arrows"] = arrows_json(now.arrows);
  if (now.lines != lines_) step["lines"] = now.lines;
}

void Steps::add_use(std::size_t step, std::int64_t cpu_us, const std::string& log,
                    std::optional<Evaluation> evaluation) {
  if (cpu_us == 0 && log.empty() && !evaluation) return;
  if (hides_) evaluation.reset();
  uses_.push_back({step, cpu_us, log.size()});
  Json use = {{"cpu_us", cpu_us}};
  if (!log.empty()) use["log"] = plain_lines(log);
  if (evaluation) {
    Json& shown = use["evaluation"] = evaluation_json(*evaluation);
    const bool is_share = shown.contains("share");
    Json& value = shown[is_share ? "share" : "value"];
    value = as_shown(value.get<double>());  // all digits would be most of a page's data
    expected_.push_back({.value = value, .unit = is_share ? AGON_VALUE_CONTEST : AGON_VALUE_SCORE, .action = step});
  }
  std::string& json = blocks_[(step - 1) / steps_in_block].steps[(step - 1) % steps_in_block];
  json.back() = ',';
  json.append(to_stored_line(use), 1);
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

}  // namespace host
