#include "host/match/entrant.hpp"

#include "host/failure.hpp"
#include "host/plugin/settings.hpp"

#include <cstddef>

namespace host {

namespace {

/// Returns the program. The program itself checks its options, when it starts.
Entrant enter_program(const PluginSpec& spec, const GameDescription& game) {
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
                  .may_refuse = !own.empty()};
  for (const auto& [name, value] : own) entrant.options.push_back(value);
  return entrant;
}

}  // namespace

StrategyDescription describe_program(const Program& program, const std::string& protocol, const Assignments& options) {
  StrategyDescription description;
  description.id = program.id;
  description.version = program_version;
  description.protocol = protocol;
  for (const auto& [name, value] : options)
    description.options.push_back({.name = name, .summary = {}, .kind = AGON_TEXT, .fallback = value, .choices = {}});
  return description;
}

Entrant enter(const PluginSpec& spec, const GameDescription& game, const Catalogue& catalogue) {
  if (is_program(spec.plugin)) return enter_program(spec, game);
  Entrant entrant{.file = catalogue.strategy(spec.plugin, game), .options = {}, .identity = {}, .given = spec.given};
  const StrategyDescription& strategy = entrant.file.description;
  entrant.may_refuse = !spec.options.empty() || plays_any_game(strategy);
  const auto values = resolve(strategy.options, spec.options, "strategy " + strategy.id, "option");
  entrant.identity = {.strategy = strategy.id,
                      .name = spec.name.empty() ? strategy.id : spec.name,
                      .version = strategy.version,
                      .sha256 = entrant.file.build->sha256(),
                      .options = {}};
  for (std::size_t index = 0; index < values.size(); ++index) {
    entrant.options.push_back(values[index].value());  // every option has a default
    entrant.identity.options.emplace_back(strategy.options[index].name, *values[index]);
  }
  return entrant;
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
