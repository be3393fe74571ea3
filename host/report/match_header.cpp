#include "host/report/match_header.hpp"

#include "host/util/escape.hpp"
#include "host/util/json.hpp"

#include <cstddef>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

/// Returns `json` with all its texts as plain_lines().
Json shown(const Json& json) {
  if (json.is_string()) return plain_lines(json.get_ref<const std::string&>());
  if (!json.is_structured()) return json;
  Json copy = json.is_array() ? Json::array() : Json::object();
  for (const auto& [key, value] : json.items()) {
    if (json.is_array()) {
      copy.push_back(shown(value));
    } else {
      copy[printable(key)] = shown(value);
    }
  }
  return copy;
}

}  // namespace

Transcript without_events(const Transcript& transcript) {
  Transcript copy;
  copy.recorded = false;
  copy.finished = transcript.finished;
  copy.game = transcript.game;
  copy.version = transcript.version;
  copy.protocol = transcript.protocol;
  copy.seed = transcript.seed;
  copy.parameters = transcript.parameters;
  copy.seats = transcript.seats;
  copy.result = transcript.result;
  copy.contest = transcript.contest;
  copy.takeovers = transcript.takeovers;
  copy.origin = transcript.origin;
  return copy;
}

std::string page_json(const Json& json) {
  std::string safe;
  for (const char each : to_stored_line(shown(json))) {
    if (each == '<') {  // can only be inside strings
      safe += "\\u003c";
    } else {
      safe += each;
    }
  }
  return safe;
}

std::string match_header(const Transcript& transcript, const GameDescription& game, const Steps& steps,
                         const std::string& problem, const Json& more, bool plotted) {
  Json seat_names = Json::array();
  for (std::size_t seat = 0; seat < transcript.seats.size(); ++seat) seat_names.push_back(game.seat_names[seat]);
  Json header = {{"title", game.title.empty() ? game.id : game.title},
                 {"seat_names", seat_names},
                 {"length", steps.length()},
                 {"block", steps_in_block},
                 {"match", parse_json(to_line(without_events(transcript), game))}};
  if (more.is_object()) header.update(more);
  if (steps.streams()) header["streams"] = true;
  if (!problem.empty()) header["problem"] = problem;
  std::string json = page_json(header);
  if (!plotted) return json;
  json.pop_back();
  return json + ",\"plot\":" + steps.plot() + "}";
}

}  // namespace host
