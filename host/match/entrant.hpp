// Who takes part in a match: a strategy with its options, or a person.
#pragma once

#include "host/match/transcript.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/plugin/settings.hpp"
#include "host/plugin/spec.hpp"

#include <string>
#include <vector>

namespace host {

/// A participating strategy, with a value for each of its options, or a person.
struct Entrant {
  StrategyFile file;                 // without build: a person
  std::vector<std::string> options;  // of the strategy
  SeatIdentity identity;
  std::string given{};      // the user's name for it
  bool may_refuse = false;  // the user has set options, or it plays any game that has what it needs

  [[nodiscard]] bool person() const { return identity.person; }
};

/// The version in results of a program, which does not declare one.
inline constexpr const char* program_version = "program";

/// Returns the description of a program with these options. It declares none, and takes what the user has written.
StrategyDescription describe_program(const Program& program, const std::string& protocol, const Assignments& options);

/// Finds the strategy and checks its options. Also finds a program (host/plugin/program.hpp). Throws Failure(usage) or
/// Failure(plugin).
Entrant enter(const PluginSpec& spec, const GameDescription& game, const Catalogue& catalogue);

/// Returns whether the text means a person: "human" or "human,name=Ada". A strategy of that name needs a path.
bool is_person(const PluginSpec& spec);

/// Returns the person. Throws Failure(usage) if an option other than the name is set.
Entrant enter_person(const PluginSpec& spec);

}  // namespace host
