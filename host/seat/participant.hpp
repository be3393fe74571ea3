// Who takes part in a match: a strategy with its options, or a person.
#pragma once

#include "host/match/transcript.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/plugin/spec.hpp"
#include "host/seat/isolation.hpp"
#include "host/seat/limits.hpp"

#include <optional>
#include <string>
#include <vector>

namespace host {

/// A participating strategy, with a value for each of its options, or a person.
struct Participant {
  StrategyFile file;                 // without build: a person
  std::vector<std::string> options;  // of the strategy
  SeatIdentity identity;             // its options include the limits, as assignments_of() writes them
  std::string given{};               // the user's name for it
  GivenLimits limits{};              // of its own
  bool may_refuse = false;           // the user has set options, or it plays any game that has what it needs

  [[nodiscard]] bool person() const { return identity.person; }
};

/// The version in results of a program, which does not declare one.
inline constexpr const char* program_version = "program";

/// Returns the description of a program with these options, without limits. It declares none, and takes what the user
/// has written.
StrategyDescription describe_program(const Program& program, const std::string& protocol, const Assignments& options);

/// Finds the strategy and checks its options. Also finds a program (host/plugin/program.hpp). Throws Failure(usage) or
/// Failure(plugin).
Participant enter(const PluginSpec& spec, const GameDescription& game, const Catalogue& catalogue);

/// Returns how the user has named the participant's file or command; nothing if its strategy was found by its name.
std::optional<GivenFile> given_file(const Participant& participant);

/// Lets the transcript say where the files of these participants are.
void add_files(Transcript& transcript, const std::vector<Participant>& participants);

/// Returns the player of a recorded seat as it can be found now. `files`: where its strategy may be, the likeliest
/// first; then the catalogue finds it by its name. Prefers the file with the recorded SHA-256. Another build plays only
/// if the file is trusted. A transcript that is not trusted can't name a command. Throws Failure(usage) or
/// Failure(plugin), saying where the strategy was.
Participant enter_again(const SeatIdentity& seat, const std::vector<GivenFile>& files, const GameDescription& game,
                        const Catalogue& catalogue);

/// Returns a participant that can't be started (outcome `load`), since its file can't be used for the reason `why`. Its
/// SHA-256 is of the spec and the reason, so that its results are not those of a file that can be used.
Participant enter_unusable(const PluginSpec& spec, const GameDescription& game, const std::string& why);

/// Returns the participant's limits where the others have `all`. Throws Failure(usage) for an increment without a limit
/// of time.
agon_limits limits_of(const Participant& participant, const RunLimits& all);

/// Throws Failure(usage) if the participant has limits of its own that have no effect, at this level or beside `all`.
/// Throws Failure(plugin) if it needs a library that is closed at this level.
void check_participant(const Participant& participant, const RunLimits& all, Level level);

/// Distinguishes participants from different files that have the same name, which is their id, by their folders: they
/// become "anna/bot" and "gus/bot", also in `given`. Names that the user has given stay.
void tell_apart(std::vector<Participant>& participants);

/// Returns whether the text means a person: "human" or "human,name=Ada". A strategy of that name needs a path.
bool is_person(const PluginSpec& spec);

/// Returns the person. Throws Failure(usage) if an option other than the name is set.
Participant make_person(const PluginSpec& spec);

}  // namespace host
