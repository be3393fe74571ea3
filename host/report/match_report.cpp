#include "host/report/match_report.hpp"

#include "host/report/numbers.hpp"
#include "host/util/escape.hpp"
#include "host/util/json.hpp"
#include "host/util/text.hpp"

#include <boost/algorithm/string/replace.hpp>
#include <cstddef>
#include <vector>

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
  std::string safe = to_stored_line(shown(json));
  boost::replace_all(safe, "<", "\\u003c");  // can only be inside strings
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

namespace {

/// Returns the parameters in one line, without whole boards: the picture or the record shows those.
std::string parameters(const Transcript& transcript) {
  constexpr std::size_t longest = 40;
  std::vector<std::string> parts;
  for (const auto& [name, value] : transcript.parameters) {
    if (value.size() > longest) continue;
    std::string part = name;
    parts.push_back(part.append("=").append(value));
  }
  return join(parts, " ");
}

/// Formats the peak memory.
std::string memory(const Usage& usage) {
  return usage.peak_kib ? fixed(static_cast<double>(*usage.peak_kib) / 1024, 1) + " MiB" : "-";
}

/// Returns "greedy", or "greedy, then random from action 12".
std::string players(const Transcript& transcript, std::size_t seat) {
  std::string text = transcript.seats[seat].name;
  std::string last = text;
  for (const Takeover& takeover : transcript.takeovers) {
    if (static_cast<std::size_t>(takeover.seat) != seat || takeover.player.name == last) continue;
    last = takeover.player.name;
    text += ", then " + last + " from action " + std::to_string(takeover.action);
  }
  return text;
}

}  // namespace

std::string title(const Transcript& transcript) {
  const std::string set = parameters(transcript);
  return printable(transcript.game + ", seed " + std::to_string(transcript.seed) + (set.empty() ? "" : ", " + set));
}

std::string match_table(const Transcript& transcript, const GameDescription& game) {
  std::vector<std::vector<std::string>> rows = {
      {"seat", "strategy", "score", "contest", "turns", "cpu s", "wall s", "memory", "outcome"}};
  for (std::size_t seat = 0; seat < transcript.seats.size(); ++seat) {
    const SeatResult& result = transcript.result.seats[seat];
    rows.push_back({game.seat_names[seat], players(transcript, seat), shown_score(result.score),
                    fixed(transcript.contest[seat], 2), std::to_string(result.usage.turns),
                    fixed(seconds(result.usage.cpu_ns), 6), fixed(seconds(result.usage.wall_ns), 6),
                    memory(result.usage), outcome_text(result.outcome)});
  }
  return table(rows);
}

std::string match_line(const Transcript& transcript, const GameDescription& game) {
  std::vector<std::string> seats;
  for (std::size_t seat = 0; seat < transcript.seats.size(); ++seat) {
    const SeatResult& result = transcript.result.seats[seat];
    seats.push_back(players(transcript, seat) + " (" + game.seat_names[seat] + ")" +
                    (transcript.finished ? " " + shown_score(result.score) : "") +
                    (result.outcome.ok() ? "" : " [" + outcome_text(result.outcome) + "]"));
  }
  if (!transcript.finished) seats.push_back("not over after " + counted(transcript.events.size(), "action"));
  const std::string set = parameters(transcript);
  return folded(printable("seed " + std::to_string(transcript.seed) + (set.empty() ? "" : "  " + set) + "  " +
                          join(seats))) +
         "\n";
}

}  // namespace host
