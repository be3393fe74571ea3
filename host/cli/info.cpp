// host list: all games and strategies, and their locations. host info: the declarations of a game and its strategies.

#include "host/arena/process.hpp"
#include "host/cli/command.hpp"
#include "host/cli/process.hpp"
#include "host/library/game.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/plugin/layout.hpp"
#include "host/plugin/program.hpp"
#include "host/plugin/spec.hpp"
#include "host/report/game_report.hpp"
#include "host/report/numbers.hpp"
#include "host/report/report.hpp"
#include "host/seat/participant.hpp"
#include "host/seat/program_seat.hpp"
#include "host/tournament/run.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/own_files.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <vector>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

Report describe(const std::vector<PluginEntry>& entries, const Catalogue& catalogue) {
  Json games = Json::array();
  Json strategies = Json::array();
  const Report folders = folders_report(catalogue.folders(), entries, "Skipped");
  std::string notes = "Searched, first to last:\n" + folders.sections.front().notes;
  for (const PluginEntry& entry : entries) {
    const std::string file = entry.plugin.path.string();
    for (const GameDescription& game : entry.plugin.games) {
      games.push_back({{"id", game.id},
                       {"version", game.version},
                       {"protocol", game.protocol},
                       {"seats", {game.min_seats, game.max_seats}},
                       {"summary", game.summary},
                       {"file", file}});
    }
    for (const StrategyDescription& strategy : entry.plugin.strategies) {
      strategies.push_back({{"id", strategy.id},
                            {"version", strategy.version},
                            {"protocol", strategy.protocol},
                            {"summary", strategy.summary},
                            {"file", file}});
    }
    for (const std::string& warning : entry.plugin.warnings) notes += "Warning: " + printable(warning) + "\n";
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
  Report report = {{{"games", games}, {"strategies", strategies}}};
  report.json.update(folders.json);
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
  std::cout << writer_of(values)(describe(catalogue.folders().scan(), catalogue));
  return static_cast<int>(Exit::done);
}

}  // namespace

Command list_command() {
  return {"list", "", "lists the games and strategies that are found", "", {}, format_options(), run_list};
}

namespace {

constexpr const char* info_details =
    R"(GAME is a game's id, or the path of its library. The host reads libraries as data. It starts only the strategies for
any game, in their sandbox, and lists those that can play this one. --protocol loads the game, as a match does: it
declares the structs by the extension agon.layout/1. An engine in place of GAME, as 'uci:./engine' or
'gtp:./engine', is started in the sandbox and lists its options.
)";

/// Asks a strategy for any game, in its sandbox, whether it plays this one. A failure is left to the first match.
bool can_play(const Catalogue& catalogue, const GameFile& game, const StrategyDescription& strategy) {
  if (!plays_any_game(strategy)) return true;
  RunPlan plan;
  plan.game = catalogue.take(game);
  const std::size_t seats = game.description.min_seats;
  plan.participants.assign(seats, enter(PluginSpec::parse("*/" + strategy.id), game.description, catalogue));
  plan.schedule = Schedule::matches({1}, SeatingRule::parse("listed", seats));
  plan.limits = game.description.limits;
  try {
    check_strategies(plan);
  } catch (const Failure& failure) {
    return failure.code() != Exit::usage;
  }
  return true;
}

std::vector<StrategyDescription> strategies_of(const Catalogue& catalogue, const GameFile& game) {
  std::vector<StrategyDescription> all;
  std::set<std::string> seen;
  for (const StrategyDescription& strategy :
       library::strategies_for(game.description.protocol, catalogue.folders().scan())) {
    // A strategy for any game has another one's name: the name means the other.
    if (seen.contains(strategy.id) || !can_play(catalogue, game, strategy)) continue;
    seen.insert(strategy.id);
    all.push_back(strategy);
  }
  return all;
}

void print_protocol(const GameBuild& build, ReportWriter writer) {
  const Game game = load_game(build);
  const std::optional<LayoutDescription> layout = layout_of(*game.type);
  if (!layout)
    throw Failure(Exit::plugin,
                  "the game " + game.description.id + " does not declare the structs of its protocol (agon.layout/1)");
  std::cout << writer(layout_report(game.description, *layout));
}

/// Starts an engine in the sandbox, and asks it for its options.
Report report_of_engine(const PluginSpec& spec) {
  Participant engine = enter(spec, {}, Catalogue::standard());
  // It only lists its options. To load its network comes later.
  constexpr std::int64_t most_ns = 5'000'000'000;
  Program program = *engine.file.program;
  program.start_ns = std::min(program.start_ns, most_ns);
  engine.file.program = std::make_shared<const Program>(std::move(program));
  const EngineDescription description = describe_engine(engine.file, engine.options);
  return engine_report(description.name, description.author, description.options);
}

int run_info(const Values& values) {
  const Catalogue catalogue = Catalogue::standard();
  if (values.arguments().size() != 1)
    throw Failure(Exit::usage, "info takes one game: one of " + join(catalogue.game_ids()) + ", or a path");
  const ReportWriter writer = writer_of(values);
  if (const PluginSpec spec = PluginSpec::parse(values.arguments().front(), "info");
      engine_protocol(spec.plugin) != EngineProtocol::none) {
    std::cout << writer(report_of_engine(spec));
    return static_cast<int>(Exit::done);
  }
  const GameFile game = catalogue.find_game(values.arguments().front());
  if (values.given("protocol")) {
    return run_game_in_child({}, [&] {
      name_own_work("the game " + game.description.id);
      print_protocol(catalogue.take(game), writer);
      return static_cast<int>(Exit::done);
    });
  }
  std::cout << writer(game_report(game.description, game.path, strategies_of(catalogue, game)));
  return static_cast<int>(Exit::done);
}

}  // namespace

Command info_command() {
  return {
      "info",
      "GAME",
      "prints a game's rules, parameters and strategies, or an engine's options",
      info_details,
      text(Offer::games),
      together({{{"protocol", "", on_off, "print the structs of the game's protocol: their fields, types and ranges"}},
                format_options()}),
      run_info};
}

}  // namespace host
