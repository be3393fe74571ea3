// The options common to all commands that play: game, strategies, seeds, parameters, limits, jobs, and the display of a
// run.
#pragma once

#include "host/cli/command.hpp"
#include "host/tournament/run.hpp"

#include <boost/program_options.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace host {

/// How to show a run.
struct RunDisplay {
  Boards boards = Boards::none;
  bool json = false;
  bool quiet = false;
  bool log = false;
  bool board_requested = false;  // by --board: shown whatever its size
  std::string by;                // the parameter of --by; empty: none
  std::string record;            // the file for transcripts; empty: none
  Words command;                 // its words, for the database
};

/// Adds --game, --plugin, --seeds, --secret, --set, the options of openings and of custody, --jobs.
void add_run_options(Options& options);

/// Adds --db, --no-db, --afresh, --keep.
void add_database_options(Options& options);

/// Adds --measure, for commands that compare; read_plan() reads it.
void add_measure_option(Options& options);

/// Adds --shard, which read_database() reads.
void add_shard_option(Options& options);

/// Adds the options of the database, --shard, --by, --record, --log, --json, --quiet and --help.
void add_display_options(Options& options);

/// Whether `--plugin human` means a person.
enum class People { refused, allowed };

/// Returns the plan without its schedule, which needs plan.seeds.list. If no seeds are given, uses `default_seeds`. The
/// entrants are the given ones, possibly none. Throws Failure(usage), Failure(plugin) or Failure(isolation).
RunPlan read_plan(const boost::program_options::variables_map& values, const Arguments& arguments,
                  const Catalogue& catalogue, const std::string& default_seeds = "1", People people = People::refused);

/// Returns the entrant that the text names: a strategy, or a person where they are allowed.
Entrant read_entrant(const std::string& text, const GameDescription& game, const Catalogue& catalogue, People people,
                     const std::string& option = "--plugin");

/// Returns the given or a suitable number of jobs, after free_cores(): one if the matches are `watched` while they are
/// played. Throws Failure(usage).
std::size_t read_jobs(const boost::program_options::variables_map& values, RunPlan& plan, bool watched);

/// Unpins the plan's jobs, unless the user has chosen a core, if one of its strategies may have several threads.
void free_cores(RunPlan& plan);

/// Selects the plan's database, and reduces the plan to its --shard. Must be called after plan.schedule and the display
/// are set.
void read_database(const boost::program_options::variables_map& values, const RunDisplay& display, RunPlan& plan);

/// Adds --seats, and sets the schedule with it: one match per seed or, in games with one seat, one for each strategy.
void add_seats_option(Options& options);
Schedule seated_schedule(const boost::program_options::variables_map& values, RunPlan& plan);

/// Adds --group.
void add_group_option(Options& options);

/// Returns the number of seats of --group; 0 if it is not given. Throws Failure(usage) if the game has not that many.
std::size_t read_group(const boost::program_options::variables_map& values, const GameDescription& game);

/// Fills the seats without a given strategy with the default opponent. Throws Failure(usage) if there is none, or if
/// too many strategies were given.
void seat_opponents(RunPlan& plan, const Catalogue& catalogue);

/// Reads the display options. Must be called after plan.schedule is set. Throws Failure(usage).
RunDisplay read_display(const boost::program_options::variables_map& values, const RunPlan& plan);

/// Returns the parameter of --by, one of `parameters` of the game `owner`; empty if --by is not given. Throws
/// Failure(usage).
std::string read_by(const boost::program_options::variables_map& values, const std::string& owner,
                    const std::vector<std::string>& parameters);

/// Returns the value of an option; "" if it is not given.
std::string text_of(const boost::program_options::variables_map& values, const char* name);

}  // namespace host
