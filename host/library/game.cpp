#include "host/library/game.hpp"

#include "host/plugin/layout.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <map>
#include <set>
#include <utility>

namespace host::library {

void check_protected(Level level, const GivenLimits& given, bool fresh, const Spelling& spelled) {
  if (level != Level::none) return;
  const auto refuse = [&](bool is_given, const char* option) {
    if (is_given)
      throw Failure(Exit::usage,
                    spelled(option) + " needs workers: it does not go with " + spelled("isolation") + " none");
  };
  refuse(given.memory.has_value(), "memory");
  refuse(given.wall.has_value(), "wall");
  refuse(fresh, "fresh");
}

std::vector<std::string> missing_for(const Isolation& isolation, bool programs, const Spelling& spelled) {
  if (isolation.level != Level::sandbox) return {};
  std::vector<std::string> missing = missing_layers(Confined::strategies);
  if (programs) {
    for (std::string& sentence : missing_layers(Confined::programs)) missing.push_back(std::move(sentence));
  }
  if (isolation.strict && !missing.empty())
    throw Failure(Exit::internal, spelled("isolation") + " sandbox,strict: " + join(missing, "; "));
  return missing;
}

namespace {

/// The catalogue of this process: it takes one build of each file.
const Catalogue& catalogue() {
  static const Catalogue standard = Catalogue::standard();
  return standard;
}

}  // namespace

std::shared_ptr<const Game> find_game(const std::string& name) {
  static std::map<std::string, std::shared_ptr<const Game>> found;
  std::shared_ptr<const Game>& game = found[name];
  if (game) return game;
  const auto loaded = std::make_shared<const Game>(catalogue().game(name));
  static_cast<void>(layout_of(*loaded->type));  // so that no function fails for it later
  return game = loaded;
}

const agon_model* model_of(const Game& game) {
  return static_cast<const agon_model*>(game.type->extension(AGON_MODEL));
}

Setup setup_for(const Game& game, std::uint64_t seed, std::int32_t seats, const Assignments& parameters) {
  const GameDescription& about = game.description;
  const auto least = static_cast<std::int32_t>(about.min_seats);
  const auto most = static_cast<std::int32_t>(about.max_seats);
  if (seats == 0) seats = least;
  if (seats < least || seats > most) {
    throw Failure(Exit::usage, about.id + " has " + std::to_string(least) +
                                   (least == most ? "" : " to " + std::to_string(most)) + " seats, not " +
                                   std::to_string(seats));
  }
  return {seed, seats, resolve(about.parameters, parameters, about.id, "parameter")};
}

std::vector<std::string> all_games() {
  return catalogue().game_ids();
}

std::vector<StrategyDescription> strategies_for(const std::string& protocol, const std::vector<PluginEntry>& plugins) {
  std::vector<StrategyDescription> all;
  for (const std::string& wanted : {protocol, std::string(AGON_ANY_PROTOCOL)}) {
    std::set<std::string> seen;
    for (const PluginEntry& entry : plugins) {
      for (const StrategyDescription& strategy : entry.plugin.strategies) {
        if (strategy.protocol == wanted && seen.insert(strategy.id).second) all.push_back(strategy);
      }
    }
  }
  return all;
}

std::vector<StrategyDescription> strategies_for(const Game& game) {
  return strategies_for(game.description.protocol, catalogue().folders().scan());
}

Participant find_strategy(const Game& game, const std::string& spec) {
  const PluginSpec parsed = PluginSpec::parse(spec, "strategy");
  if (is_person(parsed)) throw Failure(Exit::usage, "'" + spec + "': a person plays only at a terminal");
  return enter(parsed, game.description, catalogue());
}

}  // namespace host::library
