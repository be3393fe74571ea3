// A run on many machines: a batch system plays its parts (docs/machines.md).
//
// The host writes what a part needs into a folder that the machines share, and starts the script of the batch system.
// This starts `host part FOLDER NUMBER` for each part, on whatever machine. The host takes the results that arrive in
// the folder in place of playing, in the order of the schedule. So all else is as in a run on one machine.
#pragma once

#include "host/arena/job.hpp"
#include "host/tournament/payload.hpp"
#include "host/tournament/run.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace host {

struct Machines {
  std::filesystem::path script;  // of the batch system; absolute
  std::filesystem::path folder;  // of this run alone, in one that the machines share; absolute
  std::size_t part_size = 1;     // the matches of a part
  std::size_t jobs = 0;          // matches at a time in each part; 0: as many as the part has cores
  bool in_waves = false;         // whether the run may end before its last match: few parts are played at first
  PackedJob job;
  std::string standing{};  // the parts of this wave that are played, in a few words
};

/// Has a batch system play the matches of the plan, which is complete. `system` is the name of a script in the folder
/// systems/, or the path of one. The machines share the folder `shared`. `parts`: into how many the schedule is
/// divided; 0: one for each 250 matches, at most 1,000. Throws Failure(usage).
void play_on_machines(RunPlan& plan, const std::string& system, const std::filesystem::path& shared, std::size_t parts,
                      std::size_t jobs, bool in_waves);

/// Returns an arena in which matches of the schedule, requested in its order, are played by the batch system. The plan
/// must exist as long. The arena stops the script on destruction. It throws Failure(internal) if the script has failed
/// or left out a part, Failure(output) if the folder can't be used; results that have arrived stay there.
std::unique_ptr<Arena> open_machines(const RunPlan& plan);

/// Removes the folder of the run.
void remove_parts(const RunPlan& plan);

/// Plays part number `part` of the wave in that folder, and puts its results there: all, or those by then if
/// `should_stop` returns true or an exception is thrown. Plays no match again whose result an earlier attempt has put
/// there. Returns whether all matches are played. Throws Failure.
bool play_part(const std::filesystem::path& wave, std::size_t part, std::size_t jobs,
               const std::function<bool()>& should_stop);

}  // namespace host
