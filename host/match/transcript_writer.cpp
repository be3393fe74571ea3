// Writes transcripts.
#include "host/match/transcript.hpp"
#include "host/util/digest.hpp"
#include "host/util/json.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

namespace host {

namespace {

double seconds(std::int64_t microseconds) {
  return static_cast<double>(microseconds) / 1e6;
}

// The line is appended piece by piece: building JSON objects takes longer than playing a short turn.

/// Appends a text as a JSON string.
void add_text(std::string& line, const std::string& text) {
  const bool needs_escapes = std::any_of(
      text.begin(), text.end(), [](char each) { return each < 0x20 || each > 0x7e || each == '"' || each == '\\'; });
  if (needs_escapes) {
    line += to_line(nlohmann::ordered_json(text));
  } else {
    line += '"';
    line += text;
    line += '"';
  }
}

void add_number(std::string& line, std::int64_t number) {
  std::array<char, 24> digits;  // NOLINT(cppcoreguidelines-pro-type-member-init): it is written first
  line.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
}

/// Integers have no ".0", so that scores look as the game counts them.
void add_number(std::string& line, double number) {
  if (std::trunc(number) == number && std::abs(number) < static_cast<double>(first_inexact))
    return add_number(line, static_cast<std::int64_t>(number));
  line += nlohmann::ordered_json(number).dump();
}

void add_setting(std::string& line, const SettingDescription& declared, const std::string& value) {
  switch (declared.kind) {
    case AGON_INTEGER:
      return add_number(line, static_cast<std::int64_t>(std::stoll(value)));
    case AGON_NUMBER:
      return add_number(line, finite_number(value).value_or(0));
    case AGON_FLAG:
      line += value == "yes" ? "true" : "false";
      return;
    default:
      return add_text(line, value);
  }
}

/// Appends `"key":[...]` with what `add` appends for each element.
template <class Elements, class Add>
void add_list(std::string& line, const char* key, const Elements& elements, Add&& add) {
  line.append("\"").append(key).append("\":[");
  bool first = true;
  for (const auto& each : elements) {
    if (!std::exchange(first, false)) line += ',';
    add(each);
  }
  line += ']';
}

void add_outcome(std::string& line, const Outcome& outcome) {
  add_text(line.append("{\"kind\":"), outcome_name(outcome.kind));
  if (!outcome.ok()) add_text(line.append(",\"reason\":"), outcome.reason);
  if (!outcome.log.empty()) add_text(line.append(",\"log\":"), outcome.log);
  line += '}';
}

void add_seat(std::string& line, const SeatIdentity& seat) {
  if (seat.person) {
    add_text(line.append("{\"person\":"), seat.name);
    line += '}';
    return;
  }
  add_text(line.append("{\"strategy\":"), seat.strategy);
  add_text(line.append(",\"version\":"), seat.version);
  add_text(line.append(",\"sha256\":"), seat.sha256);
  line += ",\"options\":{";
  for (const auto& [name, value] : seat.options) {
    if (line.back() != '{') line += ',';
    add_text(line, name);
    add_text(line += ':', value);
  }
  line += '}';
  if (seat.name != seat.strategy) add_text(line.append(",\"name\":"), seat.name);
  line += '}';
}

void add_event(std::string& line, const Event& event) {
  using namespace std::string_view_literals;
  add_number(line += "{\"seat\":"sv, std::int64_t{event.seat});
  if (event.forfeit) {
    add_outcome(line.append(",\"forfeit\":"), *event.forfeit);
  } else {
    add_text(line += ",\"action\":"sv, event.action);
    if (!event.reveals.empty()) add_text(line.append(",\"reveals\":"), event.reveals);
  }
  line += '}';
}

void add_result(std::string& line, const MatchHead& match) {
  const std::vector<SeatResult>& seats = match.result.seats;
  const auto add = [&](const char* key, auto&& value) {
    add_list(line, key, seats, [&](const SeatResult& seat) { add_number(line, value(seat)); });
    line += ',';
  };
  line += ",\"result\":{";
  add("scores", [](const SeatResult& seat) { return seat.score; });
  add_list(line, "contest", match.contest, [&](double count) { add_number(line, count); });
  add_list(line += ',', "outcomes", seats, [&](const SeatResult& seat) { add_outcome(line, seat.outcome); });
  line += ',';
  add("cpu_s", [](const SeatResult& seat) { return seconds(seat.usage.cpu_us()); });
  add("wall_s", [](const SeatResult& seat) { return seconds((seat.usage.wall_ns + 500) / 1000); });
  add_list(line, "peak_kib", seats, [&](const SeatResult& seat) {
    line += seat.usage.peak_kib ? std::to_string(*seat.usage.peak_kib) : "null";
  });
  line += ',';
  add("turns", [](const SeatResult& seat) { return seat.usage.turns; });
  line.back() = '}';
}

void add_usage(std::string& line, const TurnUsage& usage) {
  add_list(line.append(",\"usage\":{"), "cpu_us", usage.cpu_us, [&](std::int64_t cpu_us) { add_number(line, cpu_us); });
  if (!usage.logs.empty()) {
    add_list(line += ',', "logs", usage.logs, [&](const TurnLog& log) {
      line.append("{\"action\":").append(std::to_string(log.action));
      add_text(line.append(",\"log\":"), log.text);
      if (log.cut > 0) line.append(",\"cut\":").append(std::to_string(log.cut));
      line += '}';
    });
  }
  if (!usage.evaluations.empty()) {
    add_list(line += ',', "evaluations", usage.evaluations, [&](const Evaluation& each) {
      nlohmann::ordered_json json = {{"action", each.action}};
      json.update(evaluation_json(each));
      line += to_line(json);
    });
  }
  line += '}';
}

/// Returns the line up to the result, without the comma after it. `record` is of the same match; NULL: without start
/// and actions.
std::string line_before_result(const MatchHead& match, const Transcript* record, const GameDescription& game) {
  std::string line;
  line.reserve(1024 + 32 * (record == nullptr ? 0 : record->events.size()));
  line.append("{\"agon\":").append(std::to_string(counts(match) ? transcript_format : live_transcript_format));
  add_text(line.append(",\"game\":{\"id\":"), match.game);
  add_text(line.append(",\"version\":"), match.version);
  add_text(line.append(",\"protocol\":"), match.protocol);
  line.append("},\"setup\":{\"seed\":").append(seed_json(match.seed).dump()).append(",\"parameters\":{");
  for (const auto& [name, value] : match.parameters) {
    for (const SettingDescription& declared : game.parameters) {
      if (declared.name != name) continue;
      if (line.back() != '{') line += ',';
      add_text(line, name);
      add_setting(line += ':', declared, value);
    }
  }
  line += '}';
  if (record != nullptr) add_text(line.append(",\"start\":"), record->start);
  if (match.opening.size() > 0) line.append(",\"opening\":").append(to_line(parse_json(to_text(match.opening))));
  line += '}';
  if (match.origin) {
    add_text(line.append(",\"origin\":{\"sha256\":"), match.origin->sha256);
    line.append(",\"actions\":").append(std::to_string(match.origin->actions)) += '}';
  }
  add_list(line += ',', "seats", match.seats, [&](const SeatIdentity& seat) { add_seat(line, seat); });
  if (!match.takeovers.empty()) {
    add_list(line += ',', "takeovers", match.takeovers, [&](const Takeover& takeover) {
      line.append("{\"action\":").append(std::to_string(takeover.action));
      line.append(",\"seat\":").append(std::to_string(takeover.seat));
      add_seat(line.append(",\"player\":"), takeover.player);
      line += '}';
    });
  }
  if (record != nullptr)
    add_list(line += ',', "actions", record->events, [&](const Event& event) { add_event(line, event); });
  return line;
}

}  // namespace

nlohmann::ordered_json seed_json(std::uint64_t seed) {
  using Json = nlohmann::ordered_json;
  return seed < first_inexact ? Json(seed) : Json(std::to_string(seed));
}

std::string match_digest(const Transcript& transcript, const GameDescription& game) {
  return hexadecimal(sha256_of(line_before_result(transcript, &transcript, game)));
}

std::string record_line(const Transcript& transcript, const GameDescription& game) {
  std::string line = to_line(transcript, game);
  if (transcript.files.empty()) return line;
  nlohmann::ordered_json files;
  for (const auto& [sha256, file] : transcript.files)
    files[sha256] = {{"plugin", file.plugin}, {"folder", file.folder}};
  line.back() = ',';
  return line.append("\"files\":").append(to_line(files)).append("}");
}

namespace {

std::string finished_line(std::string line, const MatchHead& match, const TurnUsage& usage) {
  if (match.finished) add_result(line, match);
  if (!usage.cpu_us.empty()) add_usage(line, usage);
  line += '}';
  return line;
}

}  // namespace

std::string to_line(const Transcript& transcript, const GameDescription& game) {
  return finished_line(line_before_result(transcript, &transcript, game), transcript, transcript.usage);
}

std::string head_line(const MatchHead& match, const GameDescription& game, const TurnUsage& usage) {
  return finished_line(line_before_result(match, nullptr, game), match, usage);
}

}  // namespace host
