// Transcripts as JSON, both ways.
#include "host/failure.hpp"
#include "host/match/transcript.hpp"
#include "host/own_files.hpp"
#include "host/plugin/settings.hpp"
#include "host/text.hpp"

#include <nlohmann/json.hpp>

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

constexpr int format_version = 1;

/// A whole number without ".0", so that scores look as games count them.
Json number(double value) {
  constexpr double exact = 9007199254740992.0;  // 2^53
  if (std::trunc(value) == value && std::abs(value) < exact) return static_cast<std::int64_t>(value);
  return value;
}

/// Not std::stod: that throws for the numbers next to 0.
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
  Json json = {
      {"strategy", seat.strategy}, {"version", seat.version}, {"sha256", seat.sha256}, {"options", Json::object()}};
  if (seat.name != seat.strategy) json["name"] = seat.name;
  for (const auto& [name, value] : seat.options) json["options"][name] = value;
  return json;
}

Json event_json(const Event& event) {
  Json json = {{"seat", event.seat}};
  if (event.forfeit) {
    json["forfeit"] = outcome_json(*event.forfeit);
    return json;
  }
  json["action"] = event.action;
  if (!event.reveals.empty()) json["reveals"] = event.reveals;
  return json;
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

/// Reads fields of a JSON object; what is wrong is named by its path.
class Reader {
 public:
  Reader(const Json& json, std::string where) : json_(json), where_(std::move(where)) {
    if (!json_.is_object()) fail("is not an object");
  }

  [[nodiscard]] bool has(const char* key) const { return json_.contains(key); }
  [[nodiscard]] Reader object(const char* key) const { return {field(key), where_ + "." + key}; }

  [[nodiscard]] const Json& array(const char* key) const {
    if (!field(key).is_array()) fail(std::string("the field '") + key + "' is not a list");
    return field(key);
  }

  [[nodiscard]] std::string text(const char* key) const {
    if (!field(key).is_string()) fail(std::string("the field '") + key + "' is not text");
    return field(key).get<std::string>();
  }

  template <class Integer>
  [[nodiscard]] Integer integer(const char* key) const {
    const Json& value = field(key);
    const bool whole = std::is_unsigned_v<Integer> ? value.is_number_unsigned() : value.is_number_integer();
    if (!whole || !fits<Integer>(value))
      fail(std::string("the field '") + key + "' is not a whole number in its range");
    return value.get<Integer>();
  }

  /// All fields, as texts: the way settings are written on the command line.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> texts() const {
    std::vector<std::pair<std::string, std::string>> all;
    for (const auto& [key, value] : json_.items()) all.emplace_back(key, spell(key, value));
    return all;
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw Failure(Exit::transcript, where_ + ": " + what + "; see " + document("docs/transcript.schema.json").string());
  }

 private:
  [[nodiscard]] const Json& field(const char* key) const {
    if (!json_.contains(key)) fail(std::string("the field '") + key + "' is missing");
    return json_.at(key);
  }

  /// get() alone would cut off what does not fit, and comparing JSON takes the largest unsigned numbers for negative.
  template <class Integer>
  static bool fits(const Json& value) {
    return value.is_number_unsigned() ? std::in_range<Integer>(value.get<std::uint64_t>())
                                      : std::in_range<Integer>(value.get<std::int64_t>());
  }

  [[nodiscard]] std::string spell(const std::string& key, const Json& value) const {
    if (value.is_structured() || value.is_null()) fail("the field '" + key + "' is not a single value");
    if (value.is_string()) return value.get<std::string>();
    if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
    if (value.is_number_float()) return decimal(value.get<double>());
    return value.dump();
  }

  const Json& json_;
  std::string where_;
};

Outcome read_outcome(const Reader& json) {
  const auto kind = outcome_kind(json.text("kind"));
  if (!kind) json.fail("'" + json.text("kind") + "' is no outcome");
  return {*kind, *kind == AGON_OUTCOME_OK ? "" : json.text("reason"), json.has("log") ? json.text("log") : ""};
}

Event read_event(const Reader& json) {
  Event event{.seat = json.integer<std::int32_t>("seat"), .action = {}, .reveals = {}, .forfeit = std::nullopt};
  if (json.has("forfeit")) {
    event.forfeit = read_outcome(json.object("forfeit"));
    if (event.forfeit->ok()) json.fail("a forfeit needs another kind than 'ok'");
    return event;
  }
  event.action = json.text("action");
  if (json.has("reveals")) event.reveals = json.text("reveals");
  return event;
}

SeatIdentity read_seat(const Reader& json) {
  SeatIdentity seat{.strategy = json.text("strategy"),
                    .name = json.has("name") ? json.text("name") : json.text("strategy"),
                    .version = json.text("version"),
                    .sha256 = json.text("sha256"),
                    .options = json.object("options").texts()};
  return seat;
}

MatchResult read_result(const Reader& json, std::size_t seats, const std::string& where) {
  MatchResult result;
  const Json& scores = json.array("scores");
  const Json& outcomes = json.array("outcomes");
  const Json& cpu_s = json.array("cpu_s");
  if (scores.size() != seats || outcomes.size() != seats || cpu_s.size() != seats) {
    json.fail("it needs one score, one outcome and one CPU time for each seat");
  }
  for (std::size_t index = 0; index < seats; ++index) {
    if (!scores[index].is_number()) json.fail("a score is not a number");
    constexpr double longest = 1e9;  // seconds
    if (!cpu_s[index].is_number() || !(std::abs(cpu_s[index].get<double>()) < longest))
      json.fail("a CPU time is not a number of seconds");
    result.seats.push_back({.score = scores[index].get<double>(),
                            .outcome = read_outcome({outcomes[index], where + ": outcome " + std::to_string(index)}),
                            .usage = {}});
    result.seats.back().usage.cpu_ns = std::llround(cpu_s[index].get<double>() * 1e6) * 1000;
  }
  return result;
}

std::vector<double> read_contest(const Reader& json, std::size_t seats) {
  std::vector<double> counts;
  for (const Json& count : json.array("contest")) {
    if (!count.is_number()) json.fail("a contest score is not a number");
    counts.push_back(count.get<double>());
  }
  if (counts.size() != seats) json.fail("it needs one contest score for each seat");
  return counts;
}

}  // namespace

Json to_json(const Transcript& transcript, const GameDescription& game) {
  Json parameters = Json::object();
  for (const auto& [name, value] : transcript.parameters) {
    for (const SettingDescription& declared : game.parameters) {
      if (declared.name == name) parameters[name] = setting(declared, value);
    }
  }
  Json json = {{"agon", format_version},
               {"game", {{"id", transcript.game}, {"version", transcript.version}, {"protocol", transcript.protocol}}},
               {"setup", {{"seed", transcript.seed}, {"parameters", parameters}}},
               {"seats", Json::array()}};
  if (transcript.recorded) json["setup"]["start"] = transcript.start;
  for (const SeatIdentity& seat : transcript.seats) json["seats"].push_back(seat_json(seat));
  if (transcript.recorded) {
    json["actions"] = Json::array();
    for (const Event& event : transcript.events) json["actions"].push_back(event_json(event));
  }
  json["result"] = result_json(transcript);
  return json;
}

Transcript parse_transcript(const std::string& line, const std::string& where) {
  Json parsed;
  try {
    // Deeper than any transcript, and far from where copying what is nested would take more stack than there is.
    constexpr int deepest = 100;
    parsed = Json::parse(line, [&](int depth, Json::parse_event_t, const Json&) {
      if (depth > deepest)
        throw Failure(Exit::transcript, where + ": is a damaged transcript: it is nested too deeply");
      return true;
    });
  } catch (const Json::parse_error& error) {
    throw Failure(Exit::transcript, where + ": is no transcript, or a damaged one: it is no JSON from byte " +
                                        std::to_string(error.byte) + " on");
  } catch (const Json::out_of_range&) {
    throw Failure(Exit::transcript, where + ": is a damaged transcript: it has a number beyond all range");
  }
  const Reader json(parsed, where);
  if (json.integer<std::int64_t>("agon") != format_version) json.fail("it is of a format this host does not know");
  const Reader game = json.object("game");
  const Reader setup = json.object("setup");
  Transcript transcript{.game = game.text("id"),
                        .version = game.text("version"),
                        .protocol = game.text("protocol"),
                        .seed = setup.integer<std::uint64_t>("seed"),
                        .parameters = setup.object("parameters").texts(),
                        .start = setup.text("start"),
                        .seats = {},
                        .events = {},
                        .result = {},
                        .contest = {}};
  for (const Json& seat : json.array("seats")) {
    transcript.seats.push_back(read_seat({seat, where + ": seat " + std::to_string(transcript.seats.size())}));
  }
  for (const Json& action : json.array("actions")) {
    transcript.events.push_back(
        read_event({action, where + ": action " + std::to_string(transcript.events.size() + 1)}));
  }
  transcript.result = read_result(json.object("result"), transcript.seats.size(), where);
  transcript.contest = read_contest(json.object("result"), transcript.seats.size());
  return transcript;
}

}  // namespace host
