// host league: a folder whose bots play each other, again and again.
#include "host/tournament/league.hpp"
#include "host/cli/command.hpp"
#include "host/cli/league_server.hpp"
#include "host/cli/league_site.hpp"
#include "host/cli/process.hpp"
#include "host/cli/run_request.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/report/again.hpp"
#include "host/report/report.hpp"
#include "host/scaffold/project.hpp"
#include "host/util/digest.hpp"
#include "host/util/failure.hpp"
#include "host/util/own_files.hpp"
#include "host/util/replacing_file.hpp"
#include "host/util/text.hpp"
#include "host/util/toml_table.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace host {

namespace {

namespace fs = std::filesystem;

constexpr const char* league_details =
    R"('host league init FOLDER --game GAME' makes a league: FOLDER/league.toml, which docs/league.md explains, and the folder
FOLDER/bots, in which each owner has a folder of strategies: libraries, programs, folders with a file bot.toml.
'host league run FOLDER' plays it. A new or changed file is a new version, which is tried, and then plays where its
matches tell most about the order. Without --once it goes on with what changes, until Ctrl-C. However it ends, nothing is lost.
'host league serve FOLDER' does the same, and has a web page on which the people in FOLDER/people.toml upload strategies and see
what becomes of them.

Examples:
  host league init weekly --game GAME
  host league run weekly --once
  host league run weekly --html /var/www/weekly
  host league serve weekly --port 8000
)";

constexpr const char* new_league = R"(# A league. docs/league.md of Agon explains each line.
title = "League of ID"
seeds = "random:1:KEY"   # who knows this key knows all seeds
anchors = [ANCHOR]   # strategies, as --plugin takes them, that newcomers meet first
owners = []       # the folders in bots/ that take part; none: all
blocks = 20       # that each version plays: a block is a seed in all seatings
placements = 2    # blocks of these against each anchor, first
give-up = 3       # a version whose first matches all fail plays no more; 0: never
pages = 500       # of matches in the site, at most: the newest, failures, the best and the worst

[match]           # any options of 'agon tournament' for matches: set, time, wall, memory, group, ...
game = GAME
time = 2          # seconds of CPU time of each seat in a match: what a hang costs
wall = 60         # seconds that each seat may take in a match, all told
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
  const GameDescription& description = game.description;
  const Names names = {{"ID", description.id},
                       {"KEY", random_key()},
                       {"ANCHOR", description.opponent ? toml_text(*description.opponent) : ""},
                       {"GAME", toml_text(is_path ? fs::absolute(game.path).string() : description.id)}};
  replace_file(folder / league_file, filled(new_league, names));
  fs::permissions(folder / league_file, fs::perms::owner_read | fs::perms::owner_write);
  std::cout << "Put strategies into " << (folder / "bots" / "OWNER").string()
            << ", then: " << command_line("league run " + values.arguments()[1]) << "\n";
  return static_cast<int>(Exit::done);
}

/// Refuses a key of [match] that is no option, with the one that is meant.
void check_keys(const Options& options, const Words& match) {
  std::vector<std::string> known;
  for (const Option& option : options) known.push_back(option.long_name());
  for (const std::string& word : match) {
    const std::string key = word.substr(2, word.find('=') - 2);
    if (std::ranges::find(known, key) == known.end())
      throw Failure(Exit::usage, std::string(league_file) + ", [match]: there is no key '" + key + "'" +
                                     did_you_mean(key, known) + "; it takes options of 'tournament' for matches");
  }
}

/// Returns the plan of all matches, from the options in league.toml.
RunPlan league_plan(const LeagueSettings& settings, const fs::path& folder) {
  std::optional<Values> match;
  const Options options = together({run_options(), {group_option}});
  check_keys(options, settings.match);
  try {
    match.emplace(options, settings.match);
  } catch (const std::exception& error) {
    throw Failure(Exit::usage, std::string(league_file) + ", [match]: " + error.what());
  }
  refuse_given(*match, {"plugin", "seeds"}, std::string("does not go into ") + league_file);
  RunPlan plan = read_plan(*match, Catalogue::standard());
  plan.group = read_group(*match, plan.game.description);
  read_jobs(*match, plan, SIZE_MAX);
  plan.schedule = Schedule::listed({});
  plan.database = folder / "league.db";
  plan.kind = RunKind::league;
  plan.look_up = plan.keep = true;
  return plan;
}

/// Plays the league until it is told to end, or once.
void play_league(League& league, const LeagueOutput& output, LeagueServer* server) {
  constexpr std::chrono::seconds beat(1);
  constexpr std::chrono::seconds between_sites(5);
  const auto now = [] { return std::chrono::steady_clock::now(); };
  auto looked = now();
  auto written = now() - between_sites;
  bool was_busy = true;  // since the pages of the league at rest
  StandingsTable table;
  league.look(false);
  while (!interrupted()) {
    const bool played = league.play();
    was_busy = was_busy || played;
    const bool is_due = played ? !output.site.empty() && now() - written >= between_sites : was_busy;
    if (is_due && !interrupted()) {
      table = show_league(league, output, !played);
      was_busy = played;
      written = now();
    }
    if (server != nullptr) server->publish(league, table);
    if (!played && output.prints) break;
    if (!played) std::this_thread::sleep_for(beat);
    if (output.prints || now() - looked < beat) continue;
    was_busy = league.look(true) || was_busy;
    looked = now();
  }
  league.rest();
}

/// Returns those who may upload.
UploadRules people_of(const LeagueSettings& settings, const std::string& file) {
  std::error_code unreachable;  // what can't be reached is told when it is read
  if (!fs::exists(file, unreachable) && !unreachable)
    throw Failure(Exit::usage, file + " is not there: it names those who may upload, as docs/league.md shows");
  UploadRules rules = read_people(file);
  const std::vector<std::string>& owners = settings.owners;
  for (const Uploader& person : rules.all) {
    if (!owners.empty() && std::ranges::find(owners, person.owner) == owners.end())
      throw Failure(Exit::usage, file + ": " + person.owner + " is none of the owners in league.toml");
  }
  return rules;
}

/// Those who may upload.
constexpr const char* people_file = "people.toml";

int run_league(const Values& values, const fs::path& folder, bool serves) {
  const LeagueSettings settings = read_league(folder);
  const UploadRules rules = serves ? people_of(settings, (folder / people_file).string()) : UploadRules{};
  const RunPlan plan = league_plan(settings, folder);
  const LeagueOutput output = {
      .folder = folder,
      .title = settings.title.empty() ? "League of " + plan.game.description.id : settings.title,
      .game_path = plan.game.build->path().string(),
      .site = serves ? (folder / "site").string() : values.text("html"),
      .match_pages = settings.pages,
      .prints = values.given("once"),
      .anchor = settings.anchor};
  catch_interrupts();
  forbid_exit();
  const auto tell = [](const std::string& sentence) { std::cout << sentence << std::endl; };
  constexpr std::chrono::minutes silence(1);
  auto last_notice = std::chrono::steady_clock::now();
  const League* playing = nullptr;
  const auto tick = [&] {
    if (playing == nullptr || std::chrono::steady_clock::now() - last_notice < silence) return;
    last_notice = std::chrono::steady_clock::now();
    tell(playing->standing());
  };
  League league(folder, settings, plan, {.should_stop = interrupted, .notify = tell, .tick = tick});
  playing = &league;
  std::optional<LeagueServer> server;
  if (serves) {
    server.emplace(output, rules, values.text("address"), static_cast<std::uint16_t>(values.whole("port")));
    std::cout << "Everybody's link; Ctrl-C ends the league.\n" << server->links() << std::flush;
  }
  play_league(league, output, server ? &*server : nullptr);
  if (interrupted()) print_message("interrupted; what was played is stored; to go on: " + shell_line(own_words()));
  return static_cast<int>(interrupted() ? Exit::interrupted : Exit::done);
}

/// Which of the three an option goes with.
struct Offered {
  const char* name;
  std::string_view with;
  const char* instead = "";
};

int run_league_command(const Values& values) {
  if (values.arguments().size() != 2)
    throw Failure(Exit::usage,
                  "league takes what to do and a folder, as in '" + command_line("league run FOLDER") + "'");
  const std::string what = values.arguments()[0];
  if (values.arguments()[1].empty()) throw Failure(Exit::usage, "league " + what + ": the name of the folder is empty");
  const fs::path folder = fs::absolute(values.arguments()[1]).lexically_normal();
  if (what != "init" && what != "run" && what != "serve")
    throw Failure(Exit::usage, "league " + what + ": it takes init, run or serve");
  if (folder.native().find(':') != std::string::npos)
    throw Failure(Exit::usage, folder.string() +
                                   ": the path of a league can't have a colon, which separates paths in " +
                                   "the commands of bots: give the folder another name");
  for (const Offered& option : {Offered{"game", "init"}, Offered{"once", "run"},
                                Offered{"html", "run", ": 'league serve' keeps the pages in FOLDER/site"},
                                Offered{"port", "serve"}, Offered{"address", "serve"}}) {
    if (option.with.find(what) == std::string_view::npos)
      refuse_given(values, {option.name}, "goes with 'league " + std::string(option.with) + "'" + option.instead);
  }
  if (what == "init") return init_league(values, folder);
  return run_league(values, folder, what == "serve");
}

}  // namespace

Command league_command() {
  return {
      "league",
      "init|run|serve FOLDER",
      "runs a league of the strategies in a folder",
      league_details,
      {.kind = Takes::Kind::text, .words = "init|run|serve", .offer = Offer::files},
      together(
          {{{"game", "GAME", text(Offer::games), "init: the game, a name that 'host list' prints or a path"},
            {"once", "", on_off, "run: end when all versions have played what league.toml says, and print the table"},
            {"html", "PATH", text(Offer::files),
             "run: keep pages in this folder up to date, as 'standings --html' does"},
            {"port", "N", whole(0, 65'535, "a port's number"), "serve: the port to listen on; 0: any free one", "0"},
            {"address", "IP", text(), "serve: the address to listen on", "127.0.0.1"}}}),
      run_league_command};
}

}  // namespace host
