#include "host/cli/league_site.hpp"

#include "host/cli/standings_site.hpp"
#include "host/report/numbers.hpp"
#include "host/report/report.hpp"
#include "host/report/standings_page.hpp"
#include "host/report/standings_report.hpp"
#include "host/report/stored_standings.hpp"
#include "host/store/store.hpp"
#include "host/tournament/observations.hpp"
#include "host/util/failure.hpp"
#include "host/util/own_files.hpp"

#include <algorithm>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

std::string state_of_version(const LeagueVersion& version) {
  if (!version.refused.empty()) return "does not take part: " + version.refused;
  if (!version.given_up.empty()) return "plays no more: " + version.given_up;
  return version.current ? "takes part" : "was replaced or removed";
}

const Standing* standing_of(const StandingsTable& table, const LeagueVersion& version) {
  const auto found =
      std::ranges::find(table.standings, version.name, [](const Standing& each) { return each.strategy.name; });
  return found == table.standings.end() ? nullptr : &*found;
}

/// Returns the standings of the versions of each bot that has several, the oldest first; of one owner, or of all.
std::vector<StrategyHistory> histories_of(const League& league, const StandingsTable& table,
                                          const std::string& owner = "") {
  std::map<std::string, StrategyHistory> all;
  for (const LeagueVersion& version : league.versions()) {
    const Standing* const standing = standing_of(table, version);
    if (version.anchor || standing == nullptr || (!owner.empty() && version.owner() != owner)) continue;
    StrategyHistory& history = all[version.bot];
    history.strategy = version.bot;
    history.builds.push_back(*standing);
    history.builds.back().strategy.version = version.name.substr(version.bot.size());  // "@2"
  }
  std::erase_if(all, [](const auto& each) { return each.second.builds.size() < 2; });
  std::vector<StrategyHistory> several;
  several.reserve(all.size());
  for (auto& [bot, history] : all) several.push_back(std::move(history));
  return several;
}

/// Returns who does not take part, since when and why.
Report absent_report(const League& league) {
  Json rows = Json::array();
  for (const League::Absent& each : league.absent())
    rows.push_back({{"name", each.name},
                    {"owner", each.owner},
                    {"since", each.since == 0 ? "" : local_time(each.since, true)},
                    {"why", each.why}});
  Report report{.json = {{"absent", rows}}};
  if (!rows.empty())
    report.sections.push_back(
        {.title = "Do not take part:", .columns = {"version=name", "since", "why"}, .rows = std::move(rows)});
  return report;
}

/// Adds a page for each owner: all versions, and their ratings.
void add_owners(StandingsSite& site, const League& league) {
  std::set<std::string> owners;
  for (const LeagueVersion& version : league.versions()) owners.insert(version.owner());
  owners.erase("");  // of anchors
  for (const std::string& owner : owners) {
    const std::string path = page_path("owner", owner);
    site.page.owners.emplace_back(owner, path);
    site.reports.emplace_back(path,
                              Json{{"title", owner + ": " + site.page.title},
                                   {"notes", Json::array()},
                                   {"seats", site.table.seats},
                                   {"owner", {{"versions", versions_json(owner, league, site.table)}}},
                                   {"histories", histories_json(site.table, histories_of(league, site.table, owner))}});
  }
}

}  // namespace

Json versions_json(const std::string& owner, const League& league, const StandingsTable& table) {
  Json versions = Json::array();
  for (const LeagueVersion& version : league.versions()) {
    if (version.owner() != owner) continue;
    const Standing* const standing = standing_of(table, version);
    versions.push_back({{"name", version.name},
                        {"sha256", version.sha256},
                        {"page", standing != nullptr ? Json(page_path("strategy", standing->label)) : Json()},
                        {"since", local_time(version.since, true)},
                        {"state", state_of_version(version)},
                        {"blocks", version.blocks},
                        {"rating", standing != nullptr && standing->rating ? Json(standing->rating->elo) : Json()}});
  }
  return versions;
}

StandingsTable show_league(League& league, const LeagueOutput& output, bool at_rest) {
  Store store(output.folder / "league.db", {.create = false, .to_write = false});
  const std::vector<StoredRun> runs = store.runs();
  const Report absent = absent_report(league);
  const bool prints = output.prints && at_rest;
  const auto run = std::find_if(runs.rbegin(), runs.rend(),
                                [](const StoredRun& each) { return each.record.kind == RunKind::league; });
  if (run == runs.rend()) {
    if (prints) std::cout << to_text(absent);
    return {};
  }
  const Filter filter = filter_of(*run, true);
  StandingsTable table = compute(store, *run, filter, {.head_to_head = true}, output.anchor);
  if (table.standings.empty()) {
    if (prints) std::cout << to_text(absent);
    return table;
  }
  StandingsSite site{table, {}, filter, output.game_path};
  site.page.what = "all matches";
  site.page.title = output.title;
  site.page.seat_names = seat_names_of(output.game_path.empty() ? table.game : output.game_path);
  site.page.commands = commands_of(runs, program_name());
  site.page.commands.published = true;
  Ratings ratings;
  for (const Standing& standing : table.standings) {
    if (standing.rating) ratings[standing.strategy.name] = standing.rating->elo;
  }
  const Ratings changes = rating_changes(league.earlier(), ratings, output.anchor);
  for (const Standing& standing : table.standings) {
    const auto change = changes.find(standing.strategy.name);
    site.page.changes.push_back(change != changes.end() ? std::optional(change->second) : std::nullopt);
  }
  std::string missing;
  if (output.anchor && !table.anchor)
    missing = "league.toml: nobody called '" + output.anchor->name + "' has played, so 0 is the mean of the ratings";
  if (prints && !missing.empty()) std::cout << missing << "\n";
  site.page.absent = absent.json.at("absent");
  if (prints) {
    Report report = standings_report(table, commands_of(runs, program_name()));
    report.add(absent);
    std::cout << to_text(report);
  }
  if (!output.site.empty()) {
    if (!missing.empty()) site.page.notes.push_back(missing);
    site.page.histories = histories_of(league, table);
    site.most_matches = output.match_pages;
    add_owners(site, league);
    write_site(store, std::move(site), output.site);
  }
  if (at_rest) league.note(ratings);
  return table;
}

}  // namespace host
