// What every command that plays takes: the game, strategies, seeds, parameters, limits, jobs; and how it shows a run.
#pragma once

#include "host/cli/command.hpp"
#include "host/tournament/run.hpp"

#include <boost/program_options.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace host {

enum class Boards { none, final, moves };

/// How a run is shown.
struct RunDisplay {
  Boards boards = Boards::none;
  bool json = false;
  bool quiet = false;
  bool log = false;
  std::string by;       // the parameter of --by; empty: none
  std::string record;   // the file for transcripts; empty: none
  std::string command;  // the command line, for the database
};

/// --game, --plugin, --seeds, --secret, --set, those of custody, --jobs.
void add_run_options(boost::program_options::options_description& options);

/// --db, --no-db, --afresh, --keep.
void add_database_options(boost::program_options::options_description& options);

/// Adds the options of the database, --by, --record, --log, --json, --quiet and --help.
void add_display_options(boost::program_options::options_description& options);

/// The plan but for its schedule, which takes plan.seeds.list: `default_seeds` if none are named. The entrants are
/// those that are named, and may be none. Throws Failure(usage), Failure(plugin) or Failure(isolation).
RunPlan read_plan(const boost::program_options::variables_map& values, const Arguments& arguments,
                  const Catalogue& catalogue, const std::string& default_seeds = "1");

/// How many jobs were asked for, or fit: one if the matches are `watched` as they are played. Throws Failure(usage).
std::size_t read_jobs(const boost::program_options::variables_map& values, const RunPlan& plan, bool watched);

/// Where the plan's results are kept. Only when plan.schedule and how it is shown are settled.
void read_database(const boost::program_options::variables_map& values, const RunDisplay& display, RunPlan& plan);

/// --seats, and who plays because of it: one match a seed, or, in games with one seat, one for each strategy.
void add_seats_option(boost::program_options::options_description& options);
Schedule seated_schedule(const boost::program_options::variables_map& values, RunPlan& plan);

/// Fills the seats that nobody was named for with the default opponent. Throws Failure(usage) if there is none, or if
/// too many were named.
void seat_opponents(RunPlan& plan, const Catalogue& catalogue);

/// Reads the display options. Call it after plan.schedule is set. Throws Failure(usage).
RunDisplay read_display(const boost::program_options::variables_map& values, const RunPlan& plan);

/// Returns the parameter of --by, one of `parameters` of the game `owner`; empty if --by is not given. Throws
/// Failure(usage).
std::string read_by(const boost::program_options::variables_map& values, const std::string& owner,
                    const std::vector<std::string>& parameters);

/// Text of an option that may be absent.
std::string text_of(const boost::program_options::variables_map& values, const char* name);

}  // namespace host
