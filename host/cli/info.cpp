// host info: the declarations of a game and its strategies.
#include "host/arena/run_in_child.hpp"
#include "host/cli/command.hpp"
#include "host/cli/process.hpp"
#include "host/escape.hpp"
#include "host/failure.hpp"
#include "host/json.hpp"
#include "host/library/game.hpp"
#include "host/match/contest.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/plugin/layout.hpp"
#include "host/text.hpp"
#include "host/tournament/run.hpp"
#include "host/view/layout_report.hpp"
#include "host/view/table.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>
#include <optional>
#include <set>

namespace host {

namespace {

constexpr const char* info_details =
    R"(GAME is a game's id, or the path of its library. The host reads libraries as data. It starts only the strategies for
any game, in their sandbox, and lists those that can play this one. --protocol loads the game, as a match does: it
declares the structs by the extension agon.layout/1.
)";

std::string indented(const std::string& text) {
  std::string result;
  for (const std::string& line : split(text, '\n')) result += (line.empty() ? "" : "  " + line) + "\n";
  return result;
}

/// Returns a seat's limits for a match: always those of CPU time and memory, the others only if they are set.
std::string limits_text(const agon_limits& limits) {
  const auto seconds = [](std::int64_t ns) { return decimal(static_cast<double>(ns) / 1e9) + " s"; };
  std::vector<std::string> all = {limits.cpu_ns == 0 ? "no limit of CPU time" : seconds(limits.cpu_ns) + " CPU time"};
  if (limits.increment_ns > 0) all.back() += " and " + seconds(limits.increment_ns) + " more for each turn";
  if (limits.turn_cpu_ns > 0) all.push_back(seconds(limits.turn_cpu_ns) + " CPU time a turn");
  if (limits.wall_ns > 0) all.push_back(seconds(limits.wall_ns) + " wall-clock time");
  all.push_back(limits.memory_bytes == 0 ? "no limit of memory" : in_mebibytes(limits.memory_bytes));
  if (limits.threads > 1) all.push_back(counted(limits.threads, "thread"));
  return join(all) + " a seat and match";
}

std::string seats(const GameDescription& game) {
  const std::string count = game.min_seats == game.max_seats
                                ? std::to_string(game.max_seats)
                                : std::to_string(game.min_seats) + " to " + std::to_string(game.max_seats);
  return count + " (" + join(game.seat_names) + ")";
}

/// Returns the value of an unassigned setting. A text parameter of a game may have none.
std::string where_not_set(const SettingDescription& setting) {
  return setting.fallback.value_or(setting.kind == AGON_TEXT ? "from the seed, or none" : "from the seed");
}

void print_settings(const std::vector<SettingDescription>& settings) {
  std::vector<std::vector<std::string>> rows = {{"name", "values", "default", "meaning"}};
  for (const SettingDescription& setting : settings) {
    rows.push_back({setting.name, setting.range(), where_not_set(setting), setting.summary});
  }
  std::string text = table(rows);
  text.pop_back();
  std::cout << indented(text);
}

void print_game(const GameFile& game) {
  const GameDescription& description = game.description;
  std::cout << printable(description.title + " (" + description.id + " " + description.version +
                         "): " + description.summary)
            << "\n\n"
            << indented(description.rules) << "\n"
            << table({{"seats", seats(description)},
                      {"contest score", contest_name(description.contest)},
                      {"limits", limits_text(description.limits)},
                      {"protocol", description.protocol},
                      {"default opponent", description.opponent.value_or("none")},
                      {"file", game.path.string()}})
            << "\nParameters (--set)\n";
  if (description.parameters.empty()) {
    std::cout << "  none\n";
  } else {
    print_settings(description.parameters);
  }
}

void print_strategy(const StrategyDescription& strategy) {
  const std::string any = plays_any_game(strategy) ? " (plays any game)" : "";
  std::cout << "  " << printable(strategy.id + " " + strategy.version + ": " + strategy.summary + any) << "\n";
  for (const SettingDescription& option : strategy.options) {
    std::cout << "    "
              << printable(option.name + "=" + *option.fallback + "  " + option.summary + " (" + option.range() + ")")
              << "\n";
  }
}

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

void print_strategies(const Catalogue& catalogue, const GameFile& game) {
  std::cout << "\nStrategies (--plugin)\n";
  std::set<std::string> shown;
  for (const StrategyDescription& strategy :
       library::strategies_for(game.description.protocol, catalogue.folders().scan())) {
    // A strategy for any game has another one's name: the name means the other.
    if (shown.contains(strategy.id) || !can_play(catalogue, game, strategy)) continue;
    shown.insert(strategy.id);
    print_strategy(strategy);
  }
  if (shown.empty()) std::cout << "  none was found\n";
}

void print_protocol(const Catalogue& catalogue, const GameFile& file, bool json) {
  const Game game = load_game(catalogue.take(file));
  const std::optional<LayoutDescription> layout = layout_of(*game.type);
  if (!layout)
    throw Failure(Exit::plugin,
                  "the game " + game.description.id + " does not declare the structs of its protocol (agon.layout/1)");
  if (json) {
    std::cout << to_line(layout_json(game.description, *layout)) << "\n";
  } else {
    std::cout << printable("Protocol " + game.description.protocol) << "\n\n" << layout_report(*layout);
  }
}

int run_info(const Values& values) {
  const Catalogue catalogue = Catalogue::standard();
  if (values.arguments().size() != 1)
    throw Failure(Exit::usage, "info takes one game: one of " + join(catalogue.game_ids()) + ", or a path");
  const bool json = values.given("json");
  if (json && !values.given("protocol")) throw Failure(Exit::usage, "info: --json needs --protocol");
  const GameFile game = catalogue.find_game(values.arguments().front());
  if (values.given("protocol")) {
    return run_game_in_child({}, [&] {
      name_own_work("the game " + game.description.id);
      print_protocol(catalogue, game, json);
      return static_cast<int>(Exit::done);
    });
  }
  print_game(game);
  print_strategies(catalogue, game);
  return static_cast<int>(Exit::done);
}

}  // namespace

Command info_command() {
  return {"info",
          "GAME",
          "prints a game's rules, parameters and strategies",
          info_details,
          text(Offer::games),
          {{"protocol", "", on_off, "print the structs of the game's protocol: their fields, types and ranges"},
           {"json", "", on_off, "with --protocol: print one JSON object"},
           wide_option},
          run_info};
}

}  // namespace host
