// The options common to all commands that play: game, strategies, seeds, parameters, limits, jobs, and the display of a
// run.
#pragma once

#include "host/cli/options.hpp"
#include "host/tournament/run.hpp"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace host {

/// How to show a run.
struct RunDisplay {
  Boards boards = Boards::none;
  bool json = false;
  bool quiet = false;
  bool board_requested = false;  // by --board: shown whatever its size
  std::string record;            // the file for transcripts; empty: none
  Words command;                 // its words, for the database
};

/// Returns --game, --plugin, --seeds, --set, --jobs, and the options of openings, of the sandbox and of games.
Options run_options();

/// Returns --db, --no-db, --keep.
Options database_options();

/// Returns the options of the database, --record, --log, --json and --quiet.
Options display_options();

/// For commands that compare; read_plan() reads it.
inline constexpr Option measure_option = {
    "measure", "WHAT", choice("contest|score"),
    "what is compared: 'contest', what a match counts in the game's contest, or 'score'", "contest"};

/// The group of run_options().
inline constexpr const char* match_group = "Match";

/// Those of the commands whose matches are looked at one by one; read_plan() reads them.
inline constexpr Option seed_option = {"seed", "N", text(), "the match's seed (default: 1)", "", match_group};
inline constexpr Option secret_option = {
    "secret", "TEXT",     text(), "changes the strategies' own random numbers, so that these do not reveal the seed",
    "",       match_group};
inline constexpr Option trace_option = {"trace",
                                        "FILE",
                                        text(Offer::files),
                                        "write all lines that the host and programs exchange to FILE, with their times",
                                        "",
                                        match_group};

/// read_database() reads it.
inline constexpr Option shard_option = {
    "shard", "I/N",
    text(),  "play only part I of N, as on one of several machines; 'host merge' joins the databases",
    "",      database_group};

/// Returns --on, --parts and --folder, which read_machines() reads.
Options machine_options();

/// seated_schedule() reads it.
inline constexpr Option seats_option = {
    "seats", "RULE", text("draw|listed|rotate"),
    "who sits where: draw (from the seed), listed (as on the command line), rotate (each moves on by one seat with "
    "each match), or the strategies' numbers from 0, as in 1,0",
    "draw"};

/// read_group() reads it.
inline constexpr Option group_option = {"group", "N", whole(0),
                                        "seats of each match, in games for several numbers of them (default: two)"};

/// Whether `--plugin human` means a person.
enum class People { refused, allowed };

/// Whether a strategy whose file can't be used is left out like others that can't be started, if two others can be
/// used.
enum class Unusable { refused, left_out };

/// Returns the plan without its schedule, which needs plan.seeds.list. If no seeds are given, uses `default_seeds`. The
/// participants are the given ones, possibly none. Throws Failure(usage), Failure(plugin) or Failure(isolation).
RunPlan read_plan(const Values& values, const Catalogue& catalogue, const std::string& default_seeds = "1",
                  People people = People::refused, Unusable unusable = Unusable::refused);

/// Returns the participant that the text names: a strategy, or a person where they are allowed.
Participant read_participant(const std::string& text, const GameDescription& game, const Catalogue& catalogue,
                             People people, const std::string& option = "--plugin");

/// Selects the given or a suitable number of jobs for so many `matches`, after free_cores(): one if the plan shows
/// boards while matches are played. Throws Failure(usage).
void read_jobs(const Values& values, RunPlan& plan, std::size_t matches);

/// Unpins the plan's jobs, unless the user has chosen a core, if one of its strategies may have several threads.
void free_cores(RunPlan& plan);

/// Selects the plan's database, and reduces the plan to its --shard. Must be called after plan.schedule and the display
/// are set.
void read_database(const Values& values, const RunDisplay& display, RunPlan& plan);

/// Has the batch system of --on, if it is given, play the plan, which is complete. `in_waves`: the run may end before
/// its last match. Throws Failure(usage).
void read_machines(const Values& values, RunPlan& plan, bool in_waves = false);

/// Returns the schedule of --seats: one match per seed or, in games with one seat, one for each strategy.
Schedule seated_schedule(const Values& values, RunPlan& plan);

/// Returns the number of seats of --group; 0 if it is not given. Throws Failure(usage) if the game has not that many.
std::size_t read_group(const Values& values, const GameDescription& game);

/// Fills the seats without a given strategy with the default opponent. Throws Failure(usage) if there is none, or if
/// too many strategies were given.
void seat_opponents(RunPlan& plan, const Catalogue& catalogue);

/// Returns the options of the command line, as words, but for those with these names.
Words words_of_others(const Values& values, std::initializer_list<std::string_view> names);

/// Reads the display options. Must be called after plan.schedule is set. Throws Failure(usage).
RunDisplay read_display(const Values& values, const RunPlan& plan);

/// Returns the parameter of --by, one of `parameters` of the game `owner`; empty if --by is not given. Throws
/// Failure(usage).
std::string read_by(const Values& values, const std::string& owner, const std::vector<std::string>& parameters);

/// Reads all of these for a run whose plan.schedule is set: jobs, display and database.
RunDisplay read_run(const Values& values, RunPlan& plan);

}  // namespace host
