#include "host/cli/stored_runs.hpp"

#include "host/failure.hpp"
#include "host/own_files.hpp"
#include "host/text.hpp"
#include "host/view/again.hpp"
#include "host/whole_number.hpp"

#include <algorithm>

namespace host {

std::filesystem::path database_of(const Values& values) {
  if (values.given("league")) return std::filesystem::path(values.text("league")) / "league.db";
  return values.given("db") ? std::filesystem::path(values.text("db")) : default_database();
}

std::vector<StoredRun> runs_of(Store& store, const std::string& game, const std::string& file) {
  std::vector<StoredRun> runs = store.runs();
  if (runs.empty()) throw Failure(Exit::usage, file + " holds no run yet");
  if (game.empty()) return runs;
  std::vector<std::string> games;
  for (const StoredRun& run : runs) {
    if (std::find(games.begin(), games.end(), run.record.game) == games.end()) games.push_back(run.record.game);
  }
  std::erase_if(runs, [&](const StoredRun& run) { return run.record.game != game; });
  if (runs.empty())
    throw Failure(Exit::usage, file + " holds no run of a game '" + game + "'" + did_you_mean(game, games) +
                                   "; it has runs of " + join(games));
  return runs;
}

const StoredRun& chosen_run(const std::vector<StoredRun>& runs, const std::string& which, const std::string& file) {
  if (which.empty() || which == "latest" || which == "all") {
    const auto latest =
        std::find_if(runs.rbegin(), runs.rend(), [](const StoredRun& run) { return !is_search(run.record.command); });
    if (latest == runs.rend())
      throw Failure(Exit::usage, file + " holds only searches of 'tune', whose points are no players to be ranked");
    return *latest;
  }
  const auto id = whole_number<RunId>(which);
  if (!id) throw Failure(Exit::usage, "--run takes a number, 'latest' or 'all', not '" + which + "'");
  const auto found = std::find_if(runs.begin(), runs.end(), [&](const StoredRun& run) { return run.id == *id; });
  if (found == runs.end())
    throw Failure(Exit::usage,
                  file + " has no such run " + which + "; '" + command_line("standings --runs") + "' lists them");
  if (is_search(found->record.command))
    throw Failure(Exit::usage, "run " + which +
                                   " is the search of 'tune', whose points are no players to be ranked; its "
                                   "check is a run of its own");
  return *found;
}

}  // namespace host
