#include "host/view/strategy_page.hpp"

#include "host/digest.hpp"
#include "host/match/transcript.hpp"

#include <string_view>
#include <utility>

namespace host {

using Json = nlohmann::ordered_json;

std::string page_path(const std::string& kind, const std::string& label) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyz0123456789-_";
  constexpr std::size_t longest = 60;
  constexpr std::size_t hash_bytes = 6;
  std::string name = label.substr(0, longest);
  for (char& each : name) {
    if (plain.find(each) == std::string_view::npos) each = '-';
  }
  if (name != label) name.append("-").append(hexadecimal(sha256_of(label), hash_bytes));
  return kind + "/" + name + ".html";
}

std::vector<std::string> strategy_paths(const std::vector<std::string>& labels) {
  std::vector<std::string> paths;
  for (const std::string& label : labels) paths.push_back(page_path("strategy", label));
  return paths;
}

StrategyMatches::StrategyMatches(const StandingsTable& table)
    : index_(table.strategies()), listed_(table.standings.size(), Json::array()), counts_(table.standings.size()) {}

void StrategyMatches::add(const StoredMatch& match, const Json& page) {
  const Seating& rows = index_.rows_of(match);
  const std::vector<SeatResult>& seats = match.result.seats;
  for (std::size_t seat = 0; seat < rows.size(); ++seat) {
    const std::size_t row = rows[seat];
    if (row >= listed_.size() || ++counts_[row] > most_listed)
      continue;  // stored after the table was made, or too many
    Json others = Json::array();
    for (std::size_t other = 0; other < rows.size(); ++other) {
      if (other != seat) others.push_back({rows[other], seats[other].score});
    }
    const Outcome& outcome = seats[seat].outcome;
    listed_[row].push_back({seed_json(match.seed), seat, seats[seat].score, others,
                            outcome.ok() ? Json() : Json(outcome_name(outcome.kind)), page});
  }
}

Json strategy_page(const Json& standings, const StandingsTable& table, std::size_t standing, StrategyMatches& matches) {
  const Standing& own = table.standings[standing];
  Json one = {{"title", own.label + ": " + table.game},
              {"notes", standings["notes"]},
              {"seats", standings["seats"]},
              {"seat_names", standings["seat_names"]},
              {"standings", Json::object()},
              {"failed", Json::array()},
              {"histories", Json::array()},
              {"players", Json::array()},
              {"records", standings["head_to_head"][standing]}};
  for (std::size_t i = 0; i < table.standings.size(); ++i) {
    const Json& each = standings["standings"]["strategies"][i];
    const bool has_met = i == standing || !one["records"][i].is_null();
    one["players"].push_back(has_met ? Json{{"label", each["label"]}, {"page", each["page"]}} : Json());
  }
  for (const auto& [key, value] : standings["standings"].items()) {
    if (key != "strategies" && key != "failures") one["standings"][key] = value;
  }
  one["standings"]["strategies"] = Json::array({standings["standings"]["strategies"][standing]});
  Json failures = Json::array();
  std::uint64_t failure_count = 0;
  const Json& all = standings["standings"]["failures"];
  for (std::size_t i = 0; i < table.failures.size(); ++i) {
    if (table.failures[i].standing != standing) continue;
    failures.push_back(all[i]);
    one["failed"].push_back(standings["failed"][i]);
    failure_count += all[i]["count"].get<std::uint64_t>();
  }
  one["standings"]["failures"] = std::move(failures);
  one["standings"]["failure_count"] = failure_count;
  for (const Json& history : standings["histories"]) {
    const std::string of = history["strategy"];
    if (of == own.strategy.strategy || own.label.starts_with(of + "@")) one["histories"].push_back(history);
  }
  one["matches"] = {{"count", matches.count(standing)}, {"listed", matches.take_listed(standing)}};
  return one;
}

}  // namespace host
