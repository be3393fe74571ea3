// Writes transcripts.
#include "host/digest.hpp"
#include "host/json.hpp"
#include "host/match/transcript.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <utility>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

/// Returns an integer without ".0", so that scores look as the game counts them.
Json number(double value) {
  if (std::trunc(value) == value && std::abs(value) < static_cast<double>(first_inexact))
    return static_cast<std::int64_t>(value);
  return value;
}

/// std::stod is unsuitable: it throws for subnormal numbers.
double real(const std::string& value) {
  double number = 0;
  std::from_chars(value.data(), value.data() + value.size(), number);
  return number;
}

Json setting(const SettingDescription& declared, const std::string& value) {
  switch (declared.kind) {
    case AGON_INTEGER:
      return std::stoll(value);
    case AGON_NUMBER:
      return number(real(value));
    case AGON_FLAG:
      return value == "yes";
    default:
      return value;
  }
}

double seconds(std::int64_t microseconds) {
  return static_cast<double>(microseconds) / 1e6;
}

Json outcome_json(const Outcome& outcome) {
  Json json = {{"kind", outcome_name(outcome.kind)}};
  if (!outcome.ok()) json["reason"] = outcome.reason;
  if (!outcome.log.empty()) json["log"] = outcome.log;
  return json;
}

Json seat_json(const SeatIdentity& seat) {
  if (seat.person) return {{"person", seat.name}};
  Json json = {
      {"strategy", seat.strategy}, {"version", seat.version}, {"sha256", seat.sha256}, {"options", Json::object()}};
  if (seat.name != seat.strategy) json["name"] = seat.name;
  for (const auto& [name, value] : seat.options) json["options"][name] = value;
  return json;
}

/// Appends a text as a JSON string.
void add_text(std::string& line, const std::string& text) {
  const bool needs_escapes = std::any_of(
      text.begin(), text.end(), [](char each) { return each < 0x20 || each > 0x7e || each == '"' || each == '\\'; });
  if (needs_escapes) {
    line += to_line(Json(text));
  } else {
    line.append("\"").append(text).append("\"");
  }
}

/// Appends an event. Does not build a JSON object, since there may be millions of events.
void add_event(std::string& line, const Event& event) {
  line.append("{\"seat\":").append(std::to_string(event.seat));
  if (event.forfeit) {
    line.append(",\"forfeit\":").append(to_line(outcome_json(*event.forfeit)));
  } else {
    add_text(line.append(",\"action\":"), event.action);
    if (!event.reveals.empty()) add_text(line.append(",\"reveals\":"), event.reveals);
  }
  line += '}';
}

Json result_json(const Transcript& transcript) {
  Json json = {{"scores", Json::array()}, {"contest", Json::array()}, {"outcomes", Json::array()},
               {"cpu_s", Json::array()},  {"wall_s", Json::array()},  {"peak_kib", Json::array()},
               {"turns", Json::array()}};
  for (const SeatResult& seat : transcript.result.seats) {
    json["scores"].push_back(number(seat.score));
    json["outcomes"].push_back(outcome_json(seat.outcome));
    json["cpu_s"].push_back(seconds(seat.usage.cpu_us()));
    json["wall_s"].push_back(seconds((seat.usage.wall_ns + 500) / 1000));
    json["peak_kib"].push_back(seat.usage.peak_kib ? Json(*seat.usage.peak_kib) : Json(nullptr));
    json["turns"].push_back(seat.usage.turns);
  }
  for (const double count : transcript.contest) json["contest"].push_back(number(count));
  return json;
}

/// Returns an object without its closing bracket.
std::string opened(const Json& object) {
  std::string text = to_line(object);
  text.pop_back();
  return text;
}

/// Returns the line up to the result, without the comma after it.
std::string line_before_result(const Transcript& transcript, const GameDescription& game) {
  Json parameters = Json::object();
  for (const auto& [name, value] : transcript.parameters) {
    for (const SettingDescription& declared : game.parameters) {
      if (declared.name == name) parameters[name] = setting(declared, value);
    }
  }
  Json json = {{"agon", counts(transcript) ? transcript_format : live_transcript_format},
               {"game", {{"id", transcript.game}, {"version", transcript.version}, {"protocol", transcript.protocol}}},
               {"setup", {{"seed", seed_json(transcript.seed)}, {"parameters", parameters}}}};
  if (transcript.recorded) json["setup"]["start"] = transcript.start;
  if (transcript.opening.size() > 0) json["setup"]["opening"] = parse_json(to_text(transcript.opening));
  if (transcript.origin)
    json["origin"] = {{"sha256", transcript.origin->sha256}, {"actions", transcript.origin->actions}};
  json["seats"] = Json::array();
  for (const SeatIdentity& seat : transcript.seats) json["seats"].push_back(seat_json(seat));
  for (const Takeover& takeover : transcript.takeovers) {
    json["takeovers"].push_back(
        {{"action", takeover.action}, {"seat", takeover.seat}, {"player", seat_json(takeover.player)}});
  }
  std::string line = opened(json);
  if (!transcript.recorded) return line;
  line += ",\"actions\":[";
  for (const Event& event : transcript.events) {
    if (&event != &transcript.events.front()) line += ',';
    add_event(line, event);
  }
  line += ']';
  return line;  // `return line += ...` would copy it
}

}  // namespace

Json seed_json(std::uint64_t seed) {
  return seed < first_inexact ? Json(seed) : Json(std::to_string(seed));
}

std::string match_digest(const Transcript& transcript, const GameDescription& game) {
  const Digest digest = sha256_of(line_before_result(transcript, game));
  return hexadecimal(digest, digest.size());
}

std::string to_line(const Transcript& transcript, const GameDescription& game) {
  std::string line = line_before_result(transcript, game);
  if (transcript.finished) line.append(",\"result\":").append(to_line(result_json(transcript)));
  line += '}';
  return line;
}

}  // namespace host
