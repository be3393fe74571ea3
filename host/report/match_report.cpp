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

std::string page_json(const Json& json) {
  std::string safe = to_stored_line(shown(json));
  boost::replace_all(safe, "<", "\\u003c");  // can only be inside strings
  return safe;
}

std::string match_header(const MatchHead& match, const GameDescription& game, const Steps& steps,
                         const std::string& problem, const Json& more, bool plotted) {
  Json seat_names = Json::array();
  for (std::size_t seat = 0; seat < match.seats.size(); ++seat) seat_names.push_back(game.seat_names[seat]);
  Json header = {{"title", game.title.empty() ? game.id : game.title},
                 {"seat_names", seat_names},
                 {"length", steps.length()},
                 {"block", steps_in_block},
                 {"match", parse_json(head_line(match, game))}};
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
std::string parameters(const MatchHead& match) {
  constexpr std::size_t longest = 40;
  std::vector<std::string> parts;
  for (const auto& [name, value] : match.parameters) {
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
std::string players(const MatchHead& match, std::size_t seat) {
  std::string text = match.seats[seat].name;
  std::string last = text;
  for (const Takeover& takeover : match.takeovers) {
    if (static_cast<std::size_t>(takeover.seat) != seat || takeover.player.name == last) continue;
    last = takeover.player.name;
    text += ", then " + last + " from action " + std::to_string(takeover.action);
  }
  return text;
}

}  // namespace

std::string title(const MatchHead& match) {
  const std::string set = parameters(match);
  return printable(match.game + ", seed " + std::to_string(match.seed) + (set.empty() ? "" : ", " + set));
}

std::string match_table(const MatchHead& match, const GameDescription& game) {
  std::vector<std::vector<std::string>> rows = {
      {"seat", "strategy", "score", "contest", "turns", "cpu s", "wall s", "memory", "outcome"}};
  for (std::size_t seat = 0; seat < match.seats.size(); ++seat) {
    const SeatResult& result = match.result.seats[seat];
    rows.push_back({game.seat_names[seat], players(match, seat), shown_score(result.score),
                    fixed(match.contest[seat], 2), std::to_string(result.usage.turns),
                    fixed(seconds(result.usage.cpu_ns), 6), fixed(seconds(result.usage.wall_ns), 6),
                    memory(result.usage), outcome_text(result.outcome)});
  }
  return table(rows);
}

std::string match_line(const MatchHead& match, const GameDescription& game, std::size_t actions) {
  std::vector<std::string> seats;
  for (std::size_t seat = 0; seat < match.seats.size(); ++seat) {
    const SeatResult& result = match.result.seats[seat];
    seats.push_back(players(match, seat) + " (" + game.seat_names[seat] + ")" +
                    (match.finished ? " " + shown_score(result.score) : "") +
                    (result.outcome.ok() ? "" : " [" + outcome_text(result.outcome) + "]"));
  }
  if (!match.finished) seats.push_back("not over after " + counted(actions, "action"));
  const std::string set = parameters(match);
  return folded(
             printable("seed " + std::to_string(match.seed) + (set.empty() ? "" : "  " + set) + "  " + join(seats))) +
         "\n";
}

}  // namespace host
