#include "host/match/entrant.hpp"

#include "host/failure.hpp"
#include "host/plugin/file_names.hpp"
#include "host/plugin/settings.hpp"

#include <cstddef>
#include <filesystem>
#include <map>
#include <utility>

namespace host {

namespace {

std::vector<std::string> names_of(const std::vector<SettingDescription>& settings) {
  std::vector<std::string> names;
  for (const SettingDescription& setting : settings) names.push_back(setting.name);
  return names;
}

std::string owner_of(const std::string& strategy) {
  return "strategy " + strategy;
}

void append_limits(Entrant& entrant) {
  for (auto& limit : assignments_of(entrant.limits)) entrant.identity.options.push_back(std::move(limit));
}

/// Returns the program. The program itself checks its options, when it starts. Since it declares none, the names of
/// limits mean limits.
Entrant enter_program(PluginSpec spec, const GameDescription& game) {
  const GivenLimits limits = take_limits(spec.options, {}, owner_of(spec.plugin));
  Assignments own;
  auto program = std::make_shared<const Program>(find_program(spec, own));
  Entrant entrant{.file = {.build = program->build,
                           .description = describe_program(*program, game.protocol, own),
                           .warnings = {},
                           .program = program},
                  .options = {},
                  .identity = {.strategy = program->id,
                               .name = spec.name.empty() ? program->id : spec.name,
                               .version = program_version,
                               .sha256 = program->build->sha256(),
                               .options = own},
                  .given = spec.given,
                  .limits = limits,
                  .may_refuse = !own.empty()};
  for (const auto& [name, value] : own) entrant.options.push_back(value);
  append_limits(entrant);
  return entrant;
}

/// Returns the path of the file that gives the entrant its name; empty if there is none.
const std::filesystem::path& place_of(const Entrant& entrant) {
  return entrant.file.program ? entrant.file.program->place : entrant.file.build->path();
}

/// Returns whether the user has named the entrant. A person is always named.
bool is_named(const Entrant& entrant) {
  return entrant.person() || entrant.identity.name != entrant.identity.strategy ||
         !PluginSpec::parse(entrant.given).name.empty();
}

}  // namespace

StrategyDescription describe_program(const Program& program, const std::string& protocol, const Assignments& options) {
  StrategyDescription description;
  description.id = program.id;
  description.version = program_version;
  description.protocol = protocol;
  for (const auto& [name, value] : options) {
    if (name.starts_with(limit_prefix)) continue;
    description.options.push_back({.name = name, .summary = {}, .kind = AGON_TEXT, .fallback = value, .choices = {}});
  }
  return description;
}

Entrant enter(const PluginSpec& spec, const GameDescription& game, const Catalogue& catalogue) {
  if (is_program(spec.plugin)) return enter_program(spec, game);
  Entrant entrant{.file = catalogue.strategy(spec.plugin, game), .options = {}, .identity = {}, .given = spec.given};
  const StrategyDescription& strategy = entrant.file.description;
  Assignments options = spec.options;
  entrant.limits = take_limits(options, names_of(strategy.options), owner_of(strategy.id));
  entrant.may_refuse = !options.empty() || plays_any_game(strategy);
  const auto values = resolve(strategy.options, options, owner_of(strategy.id), "option");
  entrant.identity = {.strategy = strategy.id,
                      .name = spec.name.empty() ? strategy.id : spec.name,
                      .version = strategy.version,
                      .sha256 = entrant.file.build->sha256(),
                      .options = {}};
  for (std::size_t index = 0; index < values.size(); ++index) {
    entrant.options.push_back(values[index].value());  // every option has a default
    entrant.identity.options.emplace_back(strategy.options[index].name, *values[index]);
  }
  append_limits(entrant);
  return entrant;
}

agon_limits limits_of(const Entrant& entrant, const agon_limits& all) {
  if (!entrant.limits.any()) return all;
  const std::string owner = owner_of(entrant.identity.strategy);
  return own_limits(all, entrant.limits, [&](const std::string& name) { return owner + "'s limit " + name; });
}

void check_limits(const Entrant& entrant, const agon_limits& all, Level level) {
  static_cast<void>(limits_of(entrant, all));
  if (level != Level::none) return;
  for (const auto& [given, name] :
       {std::pair(entrant.limits.memory, "memory"), std::pair(entrant.limits.wall, "wall")}) {
    if (given)
      throw Failure(Exit::usage, owner_of(entrant.identity.strategy) + "'s limit " + name +
                                     " needs workers: it does not go with --isolation none");
  }
}

void tell_apart(std::vector<Entrant>& entrants) {
  std::map<std::string, std::vector<Entrant*>> groups;
  for (Entrant& entrant : entrants) {
    if (!is_named(entrant) && !place_of(entrant).empty()) groups[entrant.identity.name].push_back(&entrant);
  }
  for (const auto& [name, group] : groups) {
    std::vector<std::filesystem::path> files;
    for (const Entrant* const entrant : group) files.push_back(place_of(*entrant));
    const std::vector<std::string> names = names_by_place(files, name);
    for (std::size_t index = 0; index < group.size(); ++index) {
      if (names[index] == name) continue;
      group[index]->identity.name = names[index];
      group[index]->given += ",name=" + names[index];
    }
  }
}

bool is_person(const PluginSpec& spec) {
  return spec.plugin == person_name;
}

Entrant enter_person(const PluginSpec& spec) {
  if (!spec.options.empty())
    throw Failure(Exit::usage, "'" + spec.given + "': a person has no option '" + spec.options.front().first +
                                   "', only a name: human,name=Ada");
  return {.file = {},
          .options = {},
          .identity = person_identity(spec.name.empty() ? person_name : spec.name),
          .given = spec.given};
}

}  // namespace host
