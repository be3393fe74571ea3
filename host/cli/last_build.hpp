// What `compare` takes if nobody is named with --against: the last other build of the strategy. Users build into the
// same file again and again, so it keeps a copy of each build that it has compared.
#pragma once

#include "host/seat/participant.hpp"
#include "host/tournament/run.hpp"

#include <filesystem>
#include <string>

namespace host {

/// Keeps a copy of the participant's library in the folder DATABASE.builds, and lets the database say where it is.
/// Removes all but the newest copies there. Does nothing for a program, whose files are not known, or a strategy that
/// was found by its name. Throws Failure(output).
void keep_build(const std::filesystem::path& database, const std::string& game, const Participant& participant);

/// Returns the build of the plan's only participant that the database has first seen last, beside its own, with the
/// same options. Throws Failure(usage) if there is none, or if its file is nowhere any more.
Participant last_other_build(const RunPlan& plan, const std::filesystem::path& database, const Catalogue& catalogue);

}  // namespace host
