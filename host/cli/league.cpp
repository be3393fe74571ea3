// host league: a folder whose bots play each other, again and again.
#include "host/league/league.hpp"
#include "host/cli/command.hpp"
#include "host/cli/league_server.hpp"
#include "host/cli/league_site.hpp"
#include "host/cli/process.hpp"
#include "host/cli/run_request.hpp"
#include "host/cluster/cluster.hpp"
#include "host/digest.hpp"
#include "host/failure.hpp"
#include "host/own_files.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/replacing_file.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace host {

namespace {

namespace fs = std::filesystem;

constexpr const char* league_details =
    R"('host league init FOLDER --game GAME' makes a league: FOLDER/league.toml, which docs/league.md explains, and the folder
FOLDER/bots, in which each owner has a folder of strategies: libraries, programs, folders with a file bot.toml.
'host league run FOLDER' plays it. A new or changed file is a new version, which is tried, and then plays where its
matches tell most about the order. Without --once it goes on with what changes, until Ctrl-C. However it ends, nothing is lost.
'host league serve FOLDER' does the same, and has a web page on which people upload strategies and see what becomes of them.

Examples:
  host league init weekly --game GAME
  host league run weekly --once
  host league run weekly --site /var/www/weekly
  host league serve weekly --people people.toml --port 8000
)";

int init_league(const Values& values, const fs::path& folder) {
  if (!values.given("game")) throw Failure(Exit::usage, "league init: name the game with --game");
  const GameFile game = Catalogue::standard().find_game(values.text("game"));
  if (fs::exists(folder / league_file))
    throw Failure(Exit::usage, (folder / league_file).string() + " is there already");
  const bool is_path = values.text("game").find('/') != std::string::npos;
  std::error_code fault;
  fs::create_directories(folder / "bots", fault);
  if (fault) throw Failure(Exit::output, folder.string() + ": " + fault.message());
  replace_file(folder / league_file,
               new_league(is_path ? fs::absolute(game.path).string() : game.description.id,
                          "League of " + game.description.id, game.description.opponent.value_or(""), random_key()));
  fs::permissions(folder / league_file, fs::perms::owner_read | fs::perms::owner_write);
  std::cout << "Put strategies into " << (folder / "bots" / "OWNER").string()
            << ", then: " << command_line("league run " + folder.string()) << "\n";
  return static_cast<int>(Exit::done);
}

/// Returns the plan of all matches, from the options in league.toml.
RunPlan league_plan(const LeagueSettings& settings, const Values& values, const fs::path& folder) {
  std::optional<Values> match;
  try {
    match.emplace(together({run_options(), {group_option}}), settings.match);
  } catch (const std::exception& error) {
    throw Failure(Exit::usage, std::string(league_file) + ", [match]: " + error.what());
  }
  refuse_given(*match, {"plugin", "seed", "seeds", "trace"}, std::string("does not go into ") + league_file);
  RunPlan plan = read_plan(*match, Catalogue::standard());
  plan.group = read_group(*match, plan.game.description);
  plan.schedule = Schedule::alone(std::vector<std::uint64_t>(1024), 1);  // enough for all jobs
  plan.jobs = read_jobs(*match, plan, false);
  plan.schedule = Schedule::listed({});
  plan.database = folder / "league.db";
  plan.look_up = plan.keep = true;
  if (!values.given("cluster")) return plan;
  const std::string url = values.text("cluster");
  check_cluster(url);
  plan.cluster = [url](const RunPlan& whole) { return open_cluster(whole, url, std::chrono::seconds(10), 0.01); };
  return plan;
}

LeagueOutput output_of(const LeagueSettings& settings, const RunPlan& plan, const Values& values,
                       const fs::path& folder) {
  const bool serves = values.given("people");
  return {.folder = folder,
          .title = settings.title.empty() ? "League of " + plan.game.description.id : settings.title,
          .game_path = plan.game.build->path().string(),
          .site = serves ? (folder / "site").string() : values.text("site"),
          .prints = values.given("once")};
}

/// Plays the league until it is told to end, or once.
void play_league(League& league, const LeagueOutput& output, LeagueServer* server) {
  constexpr std::chrono::seconds beat(1);
  constexpr std::chrono::seconds between_sites(5);
  const auto now = [] { return std::chrono::steady_clock::now(); };
  auto looked = now();
  auto written = now() - between_sites;
  bool changed = true;   // since the site was written
  bool was_busy = true;  // since it was at rest
  StandingsTable table;
  league.look(false);
  while (!interrupted()) {
    const bool played = league.play();
    changed = changed || played;
    was_busy = was_busy || played;
    const bool is_due = played ? changed && !output.site.empty() && now() - written >= between_sites : was_busy;
    if (is_due && !interrupted()) {
      table = show_league(league, output, !played);
      changed = false;
      was_busy = played;
      written = now();
    }
    if (server != nullptr) server->publish(league, table);
    if (!played && output.prints) break;
    if (!played) std::this_thread::sleep_for(beat);
    if (output.prints || now() - looked < beat) continue;
    league.look(true);
    looked = now();
  }
  league.rest();
}

std::unique_ptr<LeagueServer> serve_league(const LeagueOutput& output, const LeagueSettings& settings,
                                           const Values& values) {
  const UploadRules people = read_people(values.text("people"));
  for (const Uploader& person : people.all) {
    const std::vector<std::string>& owners = settings.owners;
    if (!owners.empty() && std::find(owners.begin(), owners.end(), person.owner) == owners.end())
      throw Failure(Exit::usage, values.text("people") + ": " + person.owner + " is none of the owners in league.toml");
  }
  auto server = std::make_unique<LeagueServer>(LeagueDoor{.folder = output.folder,
                                                          .site = output.site,
                                                          .title = output.title,
                                                          .address = values.text("address"),
                                                          .port = static_cast<std::uint16_t>(values.whole("port"))},
                                               people);
  std::cout << "Everybody's link; Ctrl-C ends the league.\n" << server->links() << std::flush;
  return server;
}

int run_league(const Values& values, const fs::path& folder) {
  const LeagueSettings settings = read_league(folder);
  const RunPlan plan = league_plan(settings, values, folder);
  const LeagueOutput output = output_of(settings, plan, values, folder);
  catch_interrupts();
  forbid_exit();
  League league(folder, settings, plan, {.should_stop = interrupted, .told = [](const std::string& sentence) {
                                           std::cout << sentence << std::endl;
                                         }});
  std::unique_ptr<LeagueServer> server;
  if (values.given("people")) server = serve_league(output, settings, values);
  play_league(league, output, server.get());
  return static_cast<int>(interrupted() ? Exit::interrupted : Exit::done);
}

int run_league_command(const Values& values) {
  if (values.arguments().size() != 2)
    throw Failure(Exit::usage,
                  "league takes what to do and a folder, as in '" + command_line("league run FOLDER") + "'");
  const std::string what = values.arguments()[0];
  const fs::path folder = fs::absolute(values.arguments()[1]);
  if (what == "init") {
    refuse_given(values, {"once", "cluster", "site", "people", "port", "address"}, "does not go with 'league init'");
    return init_league(values, folder);
  }
  refuse_given(values, {"game"}, "goes with 'league init'");
  if (what == "run") refuse_given(values, {"people", "port", "address"}, "goes with 'league serve'");
  if (what == "serve") {
    refuse_given(values, {"once"}, "goes with 'league run'");
    refuse_given(values, {"site"}, "goes with 'league run': 'league serve' keeps the pages in FOLDER/site");
    if (!values.given("people"))
      throw Failure(Exit::usage, "league serve: name the file of those who may upload with --people");
  }
  if (what == "run" || what == "serve") return run_league(values, folder);
  throw Failure(Exit::usage, "league " + what + ": it takes init, run or serve");
}

}  // namespace

Command league_command() {
  return {
      "league",
      "init|run|serve FOLDER",
      "runs a league of the strategies in a folder",
      league_details,
      text(Offer::files),
      {{"game", "GAME", text(Offer::games), "init: the game, a name that 'host list' prints or a path"},
       {"once", "", on_off, "run: end when all versions have played what league.toml says, and print the table"},
       {"site", "PATH", text(Offer::files), "run: keep pages in this folder up to date, as 'standings --html' does"},
       {"people", "FILE", text(Offer::files), "serve: a file of TOML with those who may upload (docs/league.md)"},
       {"port", "N", whole(0, 65'535, "a port's number"), "serve: the port to listen on; 0: any free one", "0"},
       {"address", "IP", text(), "serve: the address to listen on", "127.0.0.1"},
       {"cluster", "URL", text(),
        "run, serve: play on the machines that run 'host arena' with the same URL of a PostgreSQL database"}},
      run_league_command};
}

}  // namespace host
