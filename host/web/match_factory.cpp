#include "host/web/match_factory.hpp"

#include "host/arena/live_match.hpp"
#include "host/library/game.hpp"
#include "host/match/choices.hpp"
#include "host/match/replay.hpp"
#include "host/match/transcript.hpp"
#include "host/plugin/spec.hpp"
#include "host/report/game_report.hpp"
#include "host/seat/participant.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"
#include "host/web/api.hpp"

#include <agon/ext/steps.h>

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void refuse(const std::string& sentence) {
  throw Failure(Exit::usage, sentence);
}

/// Returns the strategy with `plugin`, by which --plugin names it.
Json offered_json(const StrategyDescription& strategy, const std::string& plugin) {
  Json json = {{"plugin", plugin}};
  json.update(strategy_json(strategy));
  return json;
}

/// Returns the strategy that --plugin names. Throws Failure if it does not exist, or does not play the game.
StrategyDescription named_strategy(const std::string& plugin, const GameDescription& game, const Catalogue& catalogue) {
  const Participant player = enter(PluginSpec::parse(plugin), game, catalogue);
  StrategyDescription strategy = player.file.description;
  for (std::size_t index = 0; !player.file.program && index < player.options.size(); ++index)
    strategy.options[index].fallback = player.options[index];
  return strategy;
}

/// Returns the games of `named`, and those that `host list` shows. Throws Failure if one of `named` does not exist.
std::vector<GameDescription> offered_games(const Catalogue& catalogue, const std::vector<PluginEntry>& entries,
                                           const std::vector<std::string>& named) {
  std::vector<GameDescription> all;
  std::set<std::string> seen;
  const auto add = [&](const GameDescription& game) {
    if (seen.insert(game.id).second) all.push_back(game);
  };
  for (const std::string& name : named) add(catalogue.find_game(name).description);
  for (const PluginEntry& entry : entries) {
    for (const GameDescription& game : entry.plugin.games) add(game);
  }
  return all;
}

/// Returns the texts of an object, in its order.
Assignments assignments_in(const Json& request, const char* name) {
  Assignments all;
  const auto found = request.find(name);
  if (found == request.end() || !found->is_object()) return all;
  for (const auto& [key, value] : found->items()) {
    if (value.is_string()) all.emplace_back(key, value.get<std::string>());
  }
  return all;
}

/// Adds the parameters of a match of a size for people, if the game knows them, to those that are given.
void add_for_people(const agon_game_type& game, Assignments& given) {
  const auto* const steps = static_cast<const agon_steps*>(game.extension(AGON_STEPS));
  if (steps == nullptr || steps->parameters == nullptr || !given.empty()) return;
  for (const std::string& each : split(steps->parameters, ',')) {
    const std::size_t equals = each.find('=');
    if (equals != std::string::npos) given.emplace_back(each.substr(0, equals), each.substr(equals + 1));
  }
}

/// Returns whether an option of a program is for its start.
bool is_of_start(const std::string& option) {
  return option == "start" || option == "read" || option == "cwd";
}

/// Returns whether an option of a program is for the host, and so not for a request to change.
bool is_of_host(const std::string& option) {
  const std::vector<std::string> limits = limit_names();
  return is_of_start(option) || option.starts_with(limit_prefix) ||
         std::find(limits.begin(), limits.end(), option) != limits.end();
}

/// Returns the strategy that `requested` names with its options, which the request may change. To a program it can add
/// none: the host does not know which ones the program has.
PluginSpec changed_strategy(const PluginSpec& requested) {
  PluginSpec spec = PluginSpec::parse(requested.plugin);
  const bool program = is_program(spec.plugin);
  if (!requested.name.empty()) spec.name = requested.name;
  for (const auto& [name, value] : requested.options) {
    const auto known = std::find_if(spec.options.begin(), spec.options.end(),
                                    [&wanted = name](const auto& option) { return option.first == wanted; });
    if (program && (known == spec.options.end() || is_of_host(name)))
      refuse("'" + requested.plugin + "' has no option '" + name + "' that can be changed here");
    if (known == spec.options.end())
      spec.options.emplace_back(name, value);
    else
      known->second = value;
  }
  spec.given = spec_text(spec.plugin, spec.options);
  return spec;
}

/// Returns the program that `plugin` names with exactly these options and limits, and those for its start.
PluginSpec program_with(const std::string& plugin, const Assignments& options) {
  PluginSpec program = PluginSpec::parse(plugin);
  std::erase_if(program.options, [](const auto& option) { return !is_of_start(option.first); });
  program.options.insert(program.options.end(), options.begin(), options.end());
  return program;
}

std::uint64_t seed_in(const Json& request) {
  const auto seed = whole_number<std::uint64_t>(text_field(request, "seed"));
  if (!seed) refuse("a seed is a whole number from 0 to 2^64 - 1");
  return *seed;
}

/// The players of a position at which nobody plays.
std::vector<Participant> people(std::size_t seats) {
  return {seats, make_person({.plugin = person_name, .options = {}, .name = {}, .given = person_name})};
}

}  // namespace

void MatchFactory::check() const {
  const Catalogue catalogue = Catalogue::standard();
  const std::vector<GameDescription> games = offered_games(catalogue, catalogue.folders().scan(), plan_.games);
  for (const std::string& plugin : plan_.plugins) {
    std::optional<Failure> first;
    bool different = false;
    const bool fits = std::any_of(games.begin(), games.end(), [&](const GameDescription& game) {
      try {
        named_strategy(plugin, game, catalogue);
        return true;
      } catch (const Failure& failure) {
        different = different || (first && std::string_view(first->what()) != failure.what());
        if (!first) first = failure;
        return false;
      }
    });
    if (fits) continue;
    if (first && !different) throw Failure(*first);
    refuse("--plugin " + plugin + ": it plays none of the games");
  }
}

Json MatchFactory::games() const {
  const Catalogue catalogue = Catalogue::standard();
  const std::vector<PluginEntry> entries = catalogue.folders().scan();
  Json all = Json::array();
  for (const GameDescription& game : offered_games(catalogue, entries, plan_.games)) {
    all.push_back(game_json(game));
    all.back()["strategies"] = strategies(game, catalogue, entries);
  }
  return all;
}

Json MatchFactory::strategies(const GameDescription& game, const Catalogue& catalogue,
                              const std::vector<PluginEntry>& entries) const {
  Json all = Json::array();
  std::set<std::string> seen;
  for (const std::string& plugin : plan_.plugins) {
    try {
      if (seen.insert(plugin).second) all.push_back(offered_json(named_strategy(plugin, game, catalogue), plugin));
    } catch (const Failure&) {
      continue;  // for another game
    }
  }
  for (const StrategyDescription& strategy : library::strategies_for(game.protocol, entries)) {
    const std::string plugin = plays_any_game(strategy) ? "*/" + strategy.id : strategy.id;
    if (seen.insert(plugin).second) all.push_back(offered_json(strategy, plugin));
  }
  return all;
}

const Game& MatchFactory::game(const std::string& id) {
  const std::lock_guard lock(mutex_);
  if (const auto known = loaded_.find(id); known != loaded_.end()) return known->second;
  const Catalogue catalogue = Catalogue::standard();
  for (const std::string& name : plan_.games) {
    if (catalogue.find_game(name).description.id == id) return loaded_.emplace(id, catalogue.game(name)).first->second;
  }
  const std::vector<std::string> known = catalogue.game_ids();
  if (std::find(known.begin(), known.end(), id) == known.end()) refuse("there is no game '" + id + "'");
  return loaded_.emplace(id, catalogue.game(id)).first->second;
}

Participant MatchFactory::enter_one(const Json& request, const GameDescription& game,
                                    const Catalogue& catalogue) const {
  PluginSpec spec{.plugin = text_field(request, "plugin"), .options = assignments_in(request, "options"), .name = {}};
  spec.given = spec.plugin;
  if (request.contains("name") && request["name"].is_string()) spec.name = request["name"].get<std::string>();
  if (is_person(spec)) return make_person(spec);
  const Json known = strategies(game, catalogue, catalogue.folders().scan());
  const bool listed =
      std::any_of(known.begin(), known.end(), [&](const Json& each) { return each["plugin"] == spec.plugin; });
  if (!listed)
    refuse("'" + spec.plugin + "' is none of the strategies for " + game.id +
           " that are listed: name others with --plugin");
  Participant participant = enter(changed_strategy(spec), game, catalogue);
  if (participant.limits != enter(PluginSpec::parse(spec.plugin), game, catalogue).limits)
    refuse("'" + spec.plugin + "': limits can't be changed here");
  return participant;
}

std::vector<Participant> MatchFactory::participants(const Json& request, const GameDescription& game) const {
  const Catalogue catalogue = Catalogue::standard();
  Json seats = request.value("seats", Json());
  if (seats.is_null()) {  // for whoever wants to see the game
    const Json known = strategies(game, catalogue, catalogue.folders().scan());
    if (known.empty())
      refuse(game.id + " has no strategy that is found: name one with --plugin when you start the server");
    const Json usual = game.opponent ? Json(*game.opponent) : known.at(known.size() > 1 ? 1 : 0)["plugin"];
    const Json player = {{"plugin", usual}};
    seats = Json(game.min_seats, player);
  }
  if (!seats.is_array() || seats.size() < game.min_seats || seats.size() > game.max_seats)
    refuse("name a player for each seat of " + game.id);
  std::vector<Participant> all;
  for (const Json& seat : seats) all.push_back(enter_one(seat, game, catalogue));
  tell_apart(all);
  return all;
}

Participant MatchFactory::participant(const Json& request, const std::string& game_id) {
  return enter_one(request, game(game_id).description, Catalogue::standard());
}

LiveSetup MatchFactory::setup_for(const Game& game, Setup setup, std::vector<Participant> players) const {
  LiveSetup live{.game = game,
                 .setup = std::move(setup),
                 .players = std::move(players),
                 .limits = plan_.limits(game.description),
                 .watch = watch_};
  live.sandbox = plan_.sandbox(live.limits);
  for (const Participant& player : live.players) check_participant(player, live.limits, live.sandbox.level);
  return live;
}

std::unique_ptr<ShownMatch> MatchFactory::play(const Json& request) {
  const Game& chosen = game(text_field(request, "game"));
  const GameDescription& description = chosen.description;
  std::vector<Participant> players = participants(request, description);
  Setup setup;
  setup.seed = seed_in(request);
  setup.seats = static_cast<std::int32_t>(players.size());
  Assignments given = assignments_in(request, "parameters");
  if (flag_field(request, "people")) add_for_people(*chosen.type, given);
  setup.parameters = resolve(description.parameters, given, description.id, "parameter");
  LiveSetup live = setup_for(chosen, std::move(setup), std::move(players));
  live.reload = flag_field(request, "reload");
  return std::make_unique<ShownLiveMatch>(std::move(live));
}

std::unique_ptr<ShownMatch> MatchFactory::branch(const Transcript& origin, const Json& request) {
  const Game& chosen = game(origin.game);
  const auto turn = request.find("turn");
  if (turn == request.end() || !turn->is_number_unsigned() || turn->get<std::size_t>() > origin.events.size())
    refuse("the match has no such turn");
  LiveSetup live = setup_for(chosen, setup_of(origin, chosen, "the match"), participants(request, chosen.description));
  live.reload = flag_field(request, "reload");
  return std::make_unique<ShownLiveMatch>(std::move(live), Branch{origin, turn->get<std::size_t>()});
}

Participant MatchFactory::enter_seat(const SeatIdentity& seat, const GameDescription& game, const Catalogue& catalogue,
                                     const FilesOf& files) const {
  const Json known = strategies(game, catalogue, catalogue.folders().scan());
  std::optional<Participant> chosen;
  for (const Json& each : known) {
    if (each["id"] != seat.strategy) continue;
    PluginSpec spec = PluginSpec::parse(each["plugin"]);
    if (is_program(spec.plugin))
      spec = program_with(spec.given, seat.options);
    else
      spec.options = seat.options;
    spec.name = seat.name;
    Participant player = enter(spec, game, catalogue);
    const bool same_build = player.identity.sha256 == seat.sha256;
    if (!chosen || same_build) chosen = std::move(player);
    if (same_build) return std::move(*chosen);
  }
  try {
    Participant found = enter_again(seat, files(seat), game, catalogue);
    if (!chosen || found.identity.sha256 == seat.sha256) chosen = std::move(found);
  } catch (const Failure&) {
    if (!chosen) throw;
  }
  return std::move(*chosen);
}

std::unique_ptr<ShownMatch> MatchFactory::play_again(const Result& match, const std::string& secret,
                                                     const FilesOf& files) {
  const MatchHead head = match.head();
  const Game& chosen = game(head.game);
  const Catalogue catalogue = Catalogue::standard();
  std::vector<Participant> players;
  std::string problem;
  for (const SeatIdentity& seat : head.seats) {
    Participant player;
    try {
      player = enter_seat(seat, chosen.description, catalogue, files);
    } catch (const Failure& failure) {
      refuse(std::string("No transcript of this match was kept, so it would have to be played again. But ") +
             failure.what() + " when you start the server. Runs with --keep store their transcripts.");
    }
    if (player.identity.sha256 != seat.sha256)
      problem =
          "No transcript of this match was kept. It was played again, with another build of " + seat.strategy + ".";
    players.push_back(std::move(player));
  }
  Setup setup = setup_of(head, chosen, "the match");
  setup.secret = secret;
  LiveSetup live = setup_for(chosen, std::move(setup), std::move(players));
  live.opening = head.opening;
  live.limits = match.conditions->limits;
  return std::make_unique<ShownLiveMatch>(std::move(live), Branch{}, match.scores(), problem);
}

Json MatchFactory::hint(const Transcript& match, std::size_t turn, const Json& player, const FilesOf& files) {
  const Game& chosen = game(match.game);
  if (turn > match.events.size()) refuse("the match has no such turn");
  LiveSetup live = setup_for(chosen, setup_of(match, chosen, "the match"), people(match.seats.size()));
  const Catalogue catalogue = Catalogue::standard();
  const auto seat_of = [&] {
    const std::uint64_t seat = number_field(player, "seat");
    if (!std::cmp_less(seat, match.seats.size())) refuse("the match has no such seat");
    return player_at(match, static_cast<std::int32_t>(seat), turn + 1);
  };
  const Participant strategy = player.is_object() && player.contains("seat")
                                   ? enter_seat(seat_of(), chosen.description, catalogue, files)
                                   : enter_one(player, chosen.description, catalogue);
  if (strategy.person()) refuse("only strategies give hints");
  const LiveMatch position(std::move(live), match, turn);
  if (position.over()) refuse("the match is over at this turn");
  const Hint hint = position.hint(strategy);
  Json json = {{"name", strategy.identity.name}, {"cpu_us", hint.used.cpu_us()}, {"log", hint.log}};
  if (hint.action) json.update({{"action", *hint.action}, {"cells", touched(position.state(), *hint.action)}});
  if (!hint.action) json["failed"] = hint.reason;
  if (hint.evaluation) json["evaluation"] = evaluation_json(*hint.evaluation);
  constexpr std::size_t most_touched = 10;  // as many as the page lists
  for (const auto& [action, share] : hint.candidates) {
    json["candidates"].push_back({{"action", action}, {"share", share}});
    if (json["candidates"].size() <= most_touched)
      json["candidates"].back()["cells"] = touched(position.state(), action);
  }
  return json;
}

}  // namespace host
