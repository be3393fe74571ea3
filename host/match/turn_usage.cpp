#include "host/match/turn_usage.hpp"

#include "host/util/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

namespace host {

namespace {

/// Returns the last lines, at most `most` bytes; of a longer last line its end.
std::string_view last_lines_of(std::string_view log, std::size_t most) {
  if (log.size() <= most) return log;
  const std::size_t line = log.find('\n', log.size() - most - 1) + 1;
  if (line != 0 && line < log.size()) return log.substr(line);
  std::size_t from = log.size() - most;
  while (from < log.size() && (static_cast<unsigned char>(log[from]) & 0xc0U) == 0x80U) ++from;  // inside a character
  return log.substr(from);
}

}  // namespace

std::string TurnLog::shown() const {
  return cut == 0 ? text : join({"(", std::to_string(cut), " bytes of the log are left out)\n", text}, "");
}

nlohmann::ordered_json evaluation_json(const Evaluation& evaluation) {
  nlohmann::ordered_json json = {{evaluation.unit == AGON_VALUE_SCORE ? "value" : "share", evaluation.value}};
  if (evaluation.depth > 0) json["depth"] = evaluation.depth;
  if (evaluation.nodes > 0) json["nodes"] = evaluation.nodes;
  if (!evaluation.line.empty()) json["line"] = evaluation.line;
  return json;
}

double as_shown(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 4).ptr;
  std::from_chars(text.data(), end, value);
  return value;
}

std::string evaluation_text(const Evaluation& evaluation) {
  std::string text = evaluation.unit == AGON_VALUE_SCORE
                         ? "expects a score of " + decimal(as_shown(evaluation.value))
                         : "expects to beat " + decimal(as_shown(100 * evaluation.value)) + " % of its opponents";
  if (evaluation.depth > 0) text += ", depth " + std::to_string(evaluation.depth);
  if (evaluation.nodes > 0) text += ", " + counted(static_cast<std::uint64_t>(evaluation.nodes), "position");
  return evaluation.line.empty() ? text : text + ": " + evaluation.line;
}

void TurnUsageCollector::add(std::size_t event, std::int32_t seat, std::int64_t cpu_us, std::string_view log,
                             std::optional<Evaluation> evaluation, std::int64_t memory_kib) {
  usage_.cpu_us.resize(event);
  usage_.cpu_us.back() += cpu_us;
  if (memory_kib > 0) usage_.memory.push_back({event, memory_kib});
  if (evaluation) {
    std::size_t& lines = seats_[seat].lines;
    lines += evaluation->line.size();
    if (lines > most_of_seat_log) evaluation->line.clear();
    evaluation->action = event;
    usage_.evaluations.push_back(*std::move(evaluation));
  }
  if (log.empty()) return;
  SeatLog& of_seat = seats_[seat];
  if (of_seat.size >= most_of_seat_log) {
    usage_.logs[of_seat.last].cut += log.size();
    return;
  }
  const std::string_view kept = last_lines_of(log, std::min(most_of_turn_log, most_of_seat_log - of_seat.size));
  constexpr std::size_t entry = 32;  // bounds the number of short entries
  of_seat.size += kept.size() + entry;
  of_seat.last = usage_.logs.size();
  usage_.logs.push_back({event, std::string(kept), log.size() - kept.size()});
}

}  // namespace host
