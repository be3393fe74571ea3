// host list: all games and strategies, and their locations.
#include "host/cli/command.hpp"
#include "host/escape.hpp"
#include "host/failure.hpp"
#include "host/json.hpp"
#include "host/own_files.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/view/table.hpp"

#include <nlohmann/json.hpp>

#include <iostream>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

std::string seats_of(const GameDescription& game) {
  const std::string least = std::to_string(game.min_seats);
  return game.min_seats == game.max_seats ? least : least + "-" + std::to_string(game.max_seats);
}

void print_text(const std::vector<PluginEntry>& entries, const Catalogue& catalogue) {
  std::vector<std::vector<std::string>> games = {{"game", "version", "seats", "summary", "file"}};
  std::vector<std::vector<std::string>> strategies = {{"strategy", "version", "summary", "file"}};
  for (const PluginEntry& entry : entries) {
    if (!entry.plugin) continue;
    const std::string file = entry.path.string();
    for (const GameDescription& game : entry.plugin->games) {
      games.push_back({game.id, game.version, seats_of(game), game.summary, file});
    }
    for (const StrategyDescription& strategy : entry.plugin->strategies) {
      strategies.push_back({game_of(strategy.protocol) + "/" + strategy.id, strategy.version, strategy.summary, file});
    }
  }
  if (has_limited_tables()) {  // the folders are listed below
    for (auto* const rows : {&games, &strategies})
      for (auto& row : *rows) row.pop_back();
  }
  if (games.size() > 1) std::cout << table(games) << "\n";
  if (strategies.size() > 1) std::cout << table(strategies) << "\n";
  std::cout << "Searched, first to last:\n";
  for (const PluginFolder& folder : catalogue.folders().all())
    std::cout << "  " << printable(folder.path.string()) << (folder.games ? "\n" : " (strategies alone)\n");
  for (const SkippedPlugin& skipped : catalogue.folders().skipped(entries))
    std::cout << "Skipped: " << printable(skipped.reason) << "\n";
  for (const PluginEntry& entry : entries) {
    if (!entry.plugin) continue;
    for (const std::string& warning : entry.plugin->warnings) std::cout << "Warning: " << printable(warning) << "\n";
  }
}

void print_json(const std::vector<PluginEntry>& entries, const Catalogue& catalogue) {
  Json games = Json::array();
  Json strategies = Json::array();
  Json folders = Json::array();
  Json refused = Json::array();
  for (const PluginFolder& folder : catalogue.folders().all())
    folders.push_back({{"path", folder.path.string()}, {"games", folder.games}});
  for (const SkippedPlugin& skipped : catalogue.folders().skipped(entries))
    refused.push_back({{"file", skipped.path.string()}, {"reason", skipped.reason}});
  for (const PluginEntry& entry : entries) {
    const std::string file = entry.path.string();
    if (!entry.plugin) continue;
    for (const GameDescription& game : entry.plugin->games) {
      games.push_back({{"id", game.id},
                       {"version", game.version},
                       {"protocol", game.protocol},
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
  }
  std::cout << to_line({{"games", games}, {"strategies", strategies}, {"folders", folders}, {"refused", refused}}, 2)
            << "\n";
}

int run_list(const Values& values) {
  if (!values.arguments().empty())
    throw Failure(Exit::usage, "list takes no argument; '" + command_line("info " + values.arguments().front()) +
                                   "' tells about one game");
  const Catalogue catalogue = Catalogue::standard();
  const auto entries = catalogue.folders().scan();
  if (values.given("json")) {
    print_json(entries, catalogue);
  } else {
    print_text(entries, catalogue);
  }
  return static_cast<int>(Exit::done);
}

}  // namespace

Command list_command() {
  return {"list", "", "lists the games and strategies that are found", "", {}, {json_option, wide_option}, run_list};
}

}  // namespace host
