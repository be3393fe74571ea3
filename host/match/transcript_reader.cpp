// Parses transcripts in one pass, in linear time and memory, even if the text is damaged or malicious.
#include "host/match/transcript.hpp"
#include "host/util/failure.hpp"
#include "host/util/own_files.hpp"
#include "host/util/text.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

/// Reads fields of a JSON object. Error messages name the path of the field.
class Reader {
 public:
  Reader(const Json& json, std::string where) : json_(json), where_(std::move(where)) {
    if (!json_.is_object()) fail("is not an object");
  }

  [[nodiscard]] bool has(const char* key) const { return json_.contains(key); }
  [[nodiscard]] Reader object(const char* key) const { return {field(key), where_ + "." + key}; }

  [[nodiscard]] Opening opening() const {
    auto found = opening_from(json_.dump());
    if (!found) fail("is not an opening");
    return std::move(*found);
  }

  [[nodiscard]] const Json& array(const char* key) const {
    if (!field(key).is_array()) fail_field(key, "a list");
    return field(key);
  }

  /// Calls `read` with each element of a list, where messages begin with `what` and its number, from 1. Does nothing if
  /// the list is missing.
  template <class Read>
  void each(const char* key, const std::string& what, Read&& read) const {
    if (!has(key)) return;
    std::size_t number = 0;
    for (const Json& element : array(key)) read(Reader(element, what + std::to_string(++number)));
  }

  [[nodiscard]] std::string text(const char* key) const {
    if (!field(key).is_string()) fail_field(key, "text");
    return field(key).get<std::string>();
  }

  [[nodiscard]] double number(const char* key) const {
    if (!field(key).is_number()) fail_field(key, "a number");
    return field(key).get<double>();
  }

  template <class Integer>
  [[nodiscard]] Integer integer(const char* key) const {
    const Json& value = field(key);
    const bool whole = std::is_unsigned_v<Integer> ? value.is_number_unsigned() : value.is_number_integer();
    if (!whole || !fits<Integer>(value)) fail_field(key, "a whole number in its range");
    return value.get<Integer>();
  }

  /// Returns a seed as written by seed_json(); also accepts large seeds as numbers.
  [[nodiscard]] std::uint64_t seed(const char* key) const {
    if (!field(key).is_string()) return integer<std::uint64_t>(key);
    const auto seed = whole_number<std::uint64_t>(text(key));
    if (seed.value_or(0) < first_inexact) fail_field(key, "a whole number in its range");
    return *seed;
  }

  /// Returns all fields, which are objects.
  [[nodiscard]] std::vector<std::pair<std::string, Reader>> objects() const {
    std::vector<std::pair<std::string, Reader>> all;
    for (const auto& [key, value] : json_.items()) all.emplace_back(key, object(key.c_str()));
    return all;
  }

  /// Returns all fields as strings, in the syntax of settings on the command line.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> texts() const {
    std::vector<std::pair<std::string, std::string>> all;
    for (const auto& [key, value] : json_.items()) all.emplace_back(key, spell(key, value));
    return all;
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw Failure(Exit::input, where_ + ": " + what + "; see " + document("docs/transcript.schema.json").string());
  }

 private:
  [[noreturn]] void fail_field(const char* key, const char* what) const {
    fail(std::string("the field '") + key + "' is not " + what);
  }

  [[nodiscard]] const Json& field(const char* key) const {
    if (!json_.contains(key)) fail(std::string("the field '") + key + "' is missing");
    return json_.at(key);
  }

  /// Checks the range itself: get() truncates, and comparing JSON values interprets the largest unsigned numbers as
  /// negative.
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

/// Reads a strategy or, in the second format, a person.
SeatIdentity read_seat(const Reader& json, std::int64_t format) {
  if (format >= live_transcript_format && json.has("person")) return person_identity(json.text("person"));
  return {.strategy = json.text("strategy"),
          .name = json.has("name") ? json.text("name") : json.text("strategy"),
          .version = json.text("version"),
          .sha256 = json.text("sha256"),
          .options = json.object("options").texts()};
}

/// Reads what only the second format has, except people.
void read_changes(Transcript& transcript, const Reader& json, std::int64_t format, const std::string& where) {
  transcript.finished = json.has("result");
  if (json.has("origin")) {
    const Reader origin = json.object("origin");
    transcript.origin = Origin{origin.text("sha256"), origin.integer<std::size_t>("actions")};
  }
  json.each("takeovers", where + ": takeover ", [&](const Reader& takeover) {
    const auto seat = takeover.integer<std::int32_t>("seat");
    if (seat < 0 || static_cast<std::size_t>(seat) >= transcript.seats.size())
      takeover.fail("there is no seat " + std::to_string(seat));
    transcript.takeovers.push_back(
        {takeover.integer<std::size_t>("action"), seat, read_seat(takeover.object("player"), format)});
  });
}

/// Returns a whole number that is not negative. Throws Failure(transcript) with `what` if it is none.
std::int64_t count(const Reader& json, const Json& value, const char* what) {
  if (!value.is_number_unsigned() || !std::in_range<std::int64_t>(value.get<std::uint64_t>())) json.fail(what);
  return value.get<std::int64_t>();
}

/// Returns a number of seconds as nanoseconds, rounded to microseconds. Throws the same.
std::int64_t nanoseconds(const Reader& json, const Json& value, const char* what) {
  constexpr double longest = 1e9;
  if (!value.is_number() || !(std::abs(value.get<double>()) < longest)) json.fail(what);
  return std::llround(value.get<double>() * 1e6) * 1000;
}

Evaluation read_evaluation(const Reader& json, std::size_t action) {
  Evaluation read{.action = action};
  for (const auto& [name, unit] : {std::pair("cp", AGON_VALUE_PAWNS), std::pair("mate", AGON_VALUE_MATE),
                                   std::pair("share", AGON_VALUE_CONTEST), std::pair("value", AGON_VALUE_SCORE)}) {
    read.unit = unit;
    read.value = 0;
    if (!json.has(name) && unit != AGON_VALUE_SCORE) continue;
    read.value = json.number(name);
    break;
  }
  if (json.has("depth")) read.depth = json.integer<std::int32_t>("depth");
  if (json.has("nodes")) read.nodes = json.integer<std::int64_t>("nodes");
  if (json.has("line")) read.line = json.text("line");
  if (!is_evaluation(read)) json.fail("the evaluation is out of range");
  return read;
}

/// Does not compare it with the events: whether a match plays as recorded does not depend on it.
TurnUsage read_usage_of_turns(const Reader& json, const std::string& where) {
  TurnUsage usage;
  for (const Json& each : json.array("cpu_us"))
    usage.cpu_us.push_back(count(json, each, "a CPU time is not a whole number of microseconds"));
  const auto action_of = [](const Reader& entry, const auto& earlier) {
    const auto action = entry.integer<std::size_t>("action");
    if (action < 1 || (!earlier.empty() && action < earlier.back().action))
      entry.fail("the field 'action' is not the number of an action, in their order");
    return action;
  };
  json.each("logs", where + ": log ", [&](const Reader& log) {
    usage.logs.push_back(
        {action_of(log, usage.logs), log.text("log"), log.has("cut") ? log.integer<std::uint64_t>("cut") : 0});
  });
  json.each("evaluations", where + ": evaluation ", [&](const Reader& entry) {
    usage.evaluations.push_back(read_evaluation(entry, action_of(entry, usage.evaluations)));
  });
  return usage;
}

/// Reads the scores, and what each seat used. Other programs may omit what is beside CPU time.
void read_result(Transcript& transcript, const Reader& json, const std::string& where) {
  std::vector<SeatResult>& seats = transcript.result.seats;
  const auto each = [&](const char* key, auto&& read) {
    const Json& list = json.array(key);
    if (list.size() != seats.size()) json.fail(std::string("'") + key + "' needs one value for each seat");
    for (std::size_t seat = 0; seat < list.size(); ++seat) read(list[seat], seats[seat]);
  };
  each("scores", [&](const Json& value, SeatResult& seat) {
    if (!value.is_number()) json.fail("a score is not a number");
    seat.score = value.get<double>();
  });
  each("contest", [&](const Json& value, SeatResult& /*seat*/) {
    if (!value.is_number()) json.fail("a contest score is not a number");
    transcript.contest.push_back(value.get<double>());
  });
  each("outcomes", [&](const Json& value, SeatResult& seat) {
    seat.outcome = read_outcome({value, where + ": outcome " + std::to_string(&seat - seats.data())});
  });
  each("cpu_s", [&](const Json& value, SeatResult& seat) {
    seat.usage.cpu_ns = nanoseconds(json, value, "a CPU time is not a number of seconds");
  });
  if (json.has("wall_s")) {
    each("wall_s", [&](const Json& value, SeatResult& seat) {
      seat.usage.wall_ns = nanoseconds(json, value, "a wall-clock time is not a number of seconds");
    });
  }
  if (json.has("peak_kib")) {
    each("peak_kib", [&](const Json& value, SeatResult& seat) {
      if (value.is_null()) return;
      seat.usage.peak_kib = count(json, value, "a peak of memory is neither a whole number of KiB nor null");
    });
  }
  if (json.has("turns")) {
    each("turns", [&](const Json& value, SeatResult& seat) {
      seat.usage.turns = count(json, value, "a number of turns is not a whole number");
    });
  }
}

/// Builds the values that the parser reads. Converts each action, of which a match may have millions, to an event as
/// soon as it is complete, and replaces the actions by an empty array.
class Collector final : public nlohmann::json_sax<Json> {
 public:
  explicit Collector(const std::string& where) : where_(where) {}

  /// Returns everything except the actions.
  [[nodiscard]] const Json& root() const { return root_; }

  /// Returns the events. Throws the error of the first invalid action.
  std::vector<Event> events() {
    if (fault_) throw Failure(*fault_);
    return std::move(events_);
  }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t& /*text*/) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t& /*value*/) override { return false; }  // does not occur in text
  bool start_object(std::size_t /*size*/) override { return open(Json::object()); }
  bool start_array(std::size_t /*size*/) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& value) override {
    // Looking up a key takes time in proportion to the number of keys.
    constexpr std::size_t most = 1000;
    if (open_.back()->size() == most) damaged("an object in it has more than " + std::to_string(most) + " fields");
    key_ = std::move(value);
    return true;
  }

  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const nlohmann::detail::exception& error) override {
    constexpr int number_overflow = 406;
    if (error.id == number_overflow) damaged("it has a number beyond all range");
    throw Failure(Exit::input, where_ + ": is no transcript, or a damaged one: it is no JSON from byte " +
                                   std::to_string(position) + " on");
  }

 private:
  [[noreturn]] void damaged(const std::string& what) const {
    throw Failure(Exit::input, where_ + ": is a damaged transcript: " + what);
  }

  Json& place(Json value) {
    if (open_.empty()) return root_ = std::move(value);
    Json& around = *open_.back();
    if (around.is_object()) return around[key_] = std::move(value);
    around.push_back(std::move(value));
    return around.back();
  }

  bool add(Json value) {
    place(std::move(value));
    take_action();
    return true;
  }

  bool open(Json value) {
    // Deeper than any transcript, and far below the depth at which freeing nested values would overflow the stack.
    constexpr std::size_t deepest = 100;
    if (open_.size() > deepest) damaged("it is nested too deeply");
    Json& placed = place(std::move(value));
    if (open_.size() == 1 && open_.front()->is_object() && key_ == "actions" && placed.is_array()) {
      actions_ = &placed;
      events_.clear();  // the last of several fields with one name counts
      fault_.reset();
    }
    open_.push_back(&placed);
    return true;
  }

  bool close() {
    if (open_.back() == actions_) actions_ = nullptr;
    open_.pop_back();
    take_action();
    return true;
  }

  /// Called after each value. If the value was an action, converts it.
  void take_action() {
    if (actions_ == nullptr || open_.back() != actions_) return;
    try {
      if (!fault_)
        events_.push_back(read_event({actions_->back(), where_ + ": action " + std::to_string(events_.size() + 1)}));
    } catch (const Failure& failure) {
      fault_ = failure;  // invalid JSON, and errors before the actions, are reported first
    }
    actions_->clear();
  }

  const std::string& where_;
  Json root_;
  std::vector<Json*> open_;  // incomplete objects and arrays, each nested in the previous one
  std::string key_;          // of the next value
  Json* actions_ = nullptr;  // while it is incomplete
  std::vector<Event> events_;
  std::optional<Failure> fault_;
};

}  // namespace

Transcript parse_transcript(const std::string& line, const std::string& where) {
  Collector collector(where);
  Json::sax_parse(line, &collector);
  const Reader json(collector.root(), where);
  const auto format = json.integer<std::int64_t>("agon");
  if (format != transcript_format && format != live_transcript_format)
    json.fail("it is of a format this host does not know");
  const Reader game = json.object("game");
  const Reader setup = json.object("setup");
  Transcript transcript;
  transcript.game = game.text("id");
  transcript.version = game.text("version");
  transcript.protocol = game.text("protocol");
  transcript.seed = setup.seed("seed");
  transcript.parameters = setup.object("parameters").texts();
  transcript.start = setup.text("start");
  for (const Json& seat : json.array("seats")) {
    transcript.seats.push_back(read_seat({seat, where + ": seat " + std::to_string(transcript.seats.size())}, format));
  }
  static_cast<void>(json.array("actions"));  // checks that it exists
  transcript.events = collector.events();
  if (setup.has("opening")) transcript.opening = setup.object("opening").opening();
  if (transcript.opening.size() > transcript.events.size()) setup.fail("the opening has more actions than the match");
  if (json.has("usage")) transcript.usage = read_usage_of_turns(json.object("usage"), where);
  if (json.has("files"))
    for (const auto& [sha256, file] : json.object("files").objects())
      transcript.files[sha256] = {file.text("plugin"), file.text("folder"), false};
  if (format == live_transcript_format) read_changes(transcript, json, format, where);
  transcript.result.seats.resize(transcript.seats.size());
  if (transcript.finished) read_result(transcript, json.object("result"), where);
  return transcript;
}

}  // namespace host
