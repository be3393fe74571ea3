// host list: all games and strategies, and their locations.
#include "host/cli/command.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/report/numbers.hpp"
#include "host/report/report.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/own_files.hpp"

#include <nlohmann/json.hpp>

#include <iostream>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

Report describe(const std::vector<PluginEntry>& entries, const Catalogue& catalogue) {
  Json games = Json::array();
  Json strategies = Json::array();
  Json folders = Json::array();
  Json refused = Json::array();
  std::string notes = "Searched, first to last:\n";
  for (const PluginFolder& folder : catalogue.folders().all()) {
    folders.push_back({{"path", folder.path.string()}, {"games", folder.games}});
    notes += "  " + printable(folder.path.string()) + (folder.games ? "\n" : " (strategies alone)\n");
  }
  for (const SkippedPlugin& skipped : catalogue.folders().skipped(entries)) {
    refused.push_back({{"file", skipped.path.string()}, {"reason", skipped.reason}});
    notes += "Skipped: " + printable(skipped.reason) + "\n";
  }
  for (const PluginEntry& entry : entries) {
    const std::string file = entry.path.string();
    if (!entry.plugin) continue;
    for (const GameDescription& game : entry.plugin->games) {
      games.push_back({{"id", game.id},
                       {"version", game.version},
                       {"protocol", game.protocol},
                       {"seats", {game.min_seats, game.max_seats}},
                       {"summary", game.summary},
                       {"file", file}});
    }
    for (const StrategyDescription& strategy : entry.plugin->strategies) {
      strategies.push_back({{"id", strategy.id},
                            {"version", strategy.version},
                            {"protocol", strategy.protocol},
                            {"summary", strategy.summary},
                            {"file", file}});
    }
    for (const std::string& warning : entry.plugin->warnings) notes += "Warning: " + printable(warning) + "\n";
  }
  const auto seats = [](const Json& count) {
    return count[0].dump() + (count[0] == count[1] ? "" : "-" + count[1].dump());
  };
  const auto full_name = [](const Json& strategy) {
    return game_of(strategy["protocol"].get<std::string>()) + "/" + strategy["id"].get<std::string>();
  };
  Columns of_games = {"game=id", "version", {"seats", seats}, "summary", "file"};
  Columns of_strategies = {{"strategy=", full_name}, "version", "summary", "file"};
  if (has_limited_tables()) {  // the folders are listed below
    of_games.pop_back();
    of_strategies.pop_back();
  }
  Report report = {{{"games", games}, {"strategies", strategies}, {"folders", folders}, {"refused", refused}}};
  if (!games.empty()) report.sections.push_back({.columns = of_games, .rows = games});
  if (!strategies.empty()) report.sections.push_back({.columns = of_strategies, .rows = strategies});
  report.sections.push_back({.notes = notes});
  return report;
}

int run_list(const Values& values) {
  if (!values.arguments().empty())
    throw Failure(Exit::usage, "list takes no argument; '" + command_line("info " + values.arguments().front()) +
                                   "' tells about one game");
  const Catalogue catalogue = Catalogue::standard();
  print(std::cout, describe(catalogue.folders().scan(), catalogue),
        values.given("json") ? OutputFormat::json : OutputFormat::text);
  return static_cast<int>(Exit::done);
}

}  // namespace

Command list_command() {
  return {"list", "", "lists the games and strategies that are found", "", {}, {json_option, wide_option}, run_list};
}

}  // namespace host
