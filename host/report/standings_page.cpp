#include "host/report/standings_page.hpp"

#include "host/match/transcript.hpp"
#include "host/report/again.hpp"
#include "host/report/numbers.hpp"
#include "host/report/run_report.hpp"
#include "host/report/standings_report.hpp"
#include "host/util/digest.hpp"
#include "host/util/escape.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

/// Returns the game's name of a seat, or "second seat".
std::string seat_name(const StandingsPage& page, std::size_t seat) {
  static constexpr std::array names = {"first seat", "second seat", "third seat", "fourth seat"};
  if (seat < page.seat_names.size()) {
    const std::string& name = page.seat_names[seat];
    const bool is_number = name.find_first_not_of("0123456789") == std::string::npos;
    return std::string(is_number ? "seat " : "").append(name);
  }
  return seat < names.size() ? names[seat] : "seat " + std::to_string(seat + 1);
}

Json histogram_json(const StandingsTable& table) {
  Json counts = Json::array();
  for (const Standing& each : table.standings) {
    counts.push_back(Json::array());
    for (const auto& [step, count] : each.scores) counts.back().push_back({step, count});
  }
  return {{"step", table.step}, {"counts", counts}};
}

/// Returns for each row [wins, ties, losses] against each column; null if they have not met.
Json head_to_head_json(const StandingsTable& table) {
  Json rows = Json::array();
  for (std::size_t row = 0; row < table.standings.size(); ++row) {
    rows.push_back(Json::array());
    for (std::size_t column = 0; column < table.standings.size(); ++column) {
      const auto [wins, ties, losses] = table.head_to_head.of(row, column);
      rows.back().push_back(wins + ties + losses == 0 ? Json() : Json{wins, ties, losses});
    }
  }
  return rows;
}

/// Returns whether the values fit into a table. A single value, many texts or whole boards do not.
bool fits_table(const ParameterResults& results) {
  constexpr std::size_t longest = 20;
  return results.groups.size() > 1 &&
         std::all_of(results.groups.begin(), results.groups.end(), [](const ValueGroup& group) {
           return group.kind != ValueGroup::Kind::others && group.low.size() <= longest;
         });
}

/// Returns the mean score and the share of wins of each row for each value; null without a match.
Json parameters_json(const StandingsTable& table) {
  Json all = Json::array();
  for (const ParameterResults& results : table.parameters) {
    if (!fits_table(results)) continue;
    Json values = Json::array();
    Json rows = Json::array();
    for (const ValueGroup& group : results.groups) values.push_back(results.parameter + " " + group.label());
    for (std::size_t row = 0; row < table.standings.size(); ++row) {
      rows.push_back(Json::array());
      for (const ValueGroup& group : results.groups) {
        const Totals totals = row < group.rows.size() ? group.rows[row] : Totals{};
        rows.back().push_back(totals.matches == 0 ? Json() : Json{totals.mean_score(), totals.share()});
      }
    }
    all.push_back({{"values", values}, {"rows", rows}});
  }
  return all;
}

/// Returns the command that plays the match again; null if its run's command line does not determine the seats.
Json again_json(const Result& match, const StandingsPage& page) {
  const Words command = page.commands.again(match);
  return command.empty() ? Json() : Json(command);
}

/// Returns what the page shows beside standings_json()'s failures, in their order.
Json failed_json(const StandingsTable& table, const StandingsPage& page) {
  Json all = Json::array();
  for (const FailedSeat& failure : table.failures)
    all.push_back({{"run", failure.match.run},
                   {"number", failure.match.place.number},
                   {"seat", failure.seat},
                   {"log", failure.outcome().log},
                   {"again", again_json(failure.match, page)},
                   {"page", page.site.page_of(failure.match.run, failure.match.place.number)}});
  return all;
}

/// Returns standings_json() with the strategies' pages.
Json linked_standings(const StandingsTable& table, const StandingsPage& page) {
  Json standings = standings_json(table, page.commands);
  for (std::size_t i = 0; i < page.site.strategies.size(); ++i)
    standings["strategies"][i]["page"] = page.site.strategies[i];
  for (std::size_t i = 0; i < page.changes.size(); ++i)
    standings["strategies"][i]["change"] = page.changes[i] ? Json(*page.changes[i]) : Json();
  return standings;
}

}  // namespace

Json histories_json(const StandingsTable& table, const std::vector<StrategyHistory>& histories) {
  Json all = Json::array();
  for (const StrategyHistory& history : histories) {
    Json builds = Json::array();
    for (const Standing& build : history.builds)
      builds.push_back({{"label", printable(build.strategy.version)},
                        {"first_played", local_time(build.first_played, true)},
                        {"standing", standing_json(build, table.contest, table.seats < 2)}});
    all.push_back({{"strategy", history.strategy}, {"builds", builds}});
  }
  return all;
}

std::string match_path(RunId run, std::uint64_t number) {
  return "match/run-" + std::to_string(run) + "-" + std::to_string(number) + ".html";
}

Json SitePages::page_of(RunId run, std::uint64_t number) const {
  return matches.contains({run, number}) ? Json(match_path(run, number)) : Json();
}

Json standings_page(const StandingsTable& table, const StandingsPage& page) {
  Json notes = Json::array({page.what + ": " + standings_size(table)});
  const std::string copies =
      observations_text(table.observations, table.of_league ? starts_of_leagues : starts_of_runs);
  if (!copies.empty()) notes.push_back(copies);
  for (const auto& each : table.not_started) {
    std::string line = not_started_text({each});
    line.pop_back();
    notes.push_back(std::move(line));
  }
  for (const std::string& note : page.notes) notes.push_back(note);
  Json owners = Json::array();
  for (const auto& [name, path] : page.owners) owners.push_back({{"name", name}, {"page", path}});
  Json absent = page.absent;
  for (Json& each : absent) {
    const auto owner =
        std::ranges::find(page.owners, each.at("owner").get<std::string>(), [](const auto& of) { return of.first; });
    each["page"] = owner == page.owners.end() ? Json() : Json(owner->second);
  }
  Json seat_names = Json::array();
  for (std::size_t seat = 0; seat < table.seats; ++seat) seat_names.push_back(seat_name(page, seat));
  return {{"title", page.title.empty() ? "Standings: " + table.game : page.title},
          {"notes", notes},
          {"owners", owners},
          {"absent", absent},
          {"command", page.command.empty() || (page.commands.published && has_absolute_path(page.command))
                          ? Json()
                          : Json(shell_phrases(page.command))},
          {"standings", linked_standings(table, page)},
          {"groups", groups_sentence(rating_groups(table))},
          {"seats", table.seats},
          {"seat_names", seat_names},
          {"spread", histogram_json(table)},
          {"head_to_head", head_to_head_json(table)},
          {"parameters", parameters_json(table)},
          {"histories", histories_json(table, page.histories)},
          {"failed", failed_json(table, page)}};
}

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

StrategyMatches::StrategyMatches(std::size_t standings) : rows_(standings) {}

Json StrategyMatches::take(std::size_t standing) {
  return {{"count", rows_[standing].count}, {"listed", std::move(rows_[standing].listed)}};
}

void StrategyMatches::add(const Result& match, const Seating& rows, const Json& page) {
  const std::vector<SeatResult>& seats = match.seats;
  for (std::size_t seat = 0; seat < rows.size(); ++seat) {
    Row& row = rows_[rows[seat]];
    ++row.count;
    if (row.listed.size() == most_listed) continue;
    Json others = Json::array();
    for (std::size_t other = 0; other < rows.size(); ++other) {
      if (other != seat) others.push_back({rows[other], seats[other].score});
    }
    const Outcome& outcome = seats[seat].outcome;
    row.listed.push_back({seed_json(match.seed), seat, seats[seat].score, others,
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
  one["matches"] = matches.take(standing);
  return one;
}

}  // namespace host
