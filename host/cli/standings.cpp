// host standings: tables of the content of the results database.
#include "host/tournament/standings.hpp"
#include "host/cli/command.hpp"
#include "host/cli/recorded_matches.hpp"
#include "host/cli/run_request.hpp"
#include "host/cli/standings_site.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/report/again.hpp"
#include "host/report/numbers.hpp"
#include "host/report/pages.hpp"
#include "host/report/run_report.hpp"
#include "host/report/standings_report.hpp"
#include "host/report/stored_standings.hpp"
#include "host/store/store.hpp"
#include "host/tournament/by_group.hpp"
#include "host/tournament/participant_rows.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/replacing_file.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iostream>
#include <numeric>
#include <optional>
#include <system_error>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* standings_details =
    R"(standings computes all results from the stored scores. Intervals are 95 %, from a bootstrap over the seeds. In games
with one seat, wins and shares of the best compare all strategies that played the seed. The page also shows each
strategy against each other one, and scores by the game's parameters.

Examples:
  host standings --html page.html          the latest run, as a page for a browser
  host standings --html site               the same as a site, with its strategies and matches
  host standings --game GAME --run all     all matches of a game, each once
  host standings --anchor greedy=1000      ratings on a scale on which greedy has 1000
  host standings --by NAME                 results for each value of a parameter of the game
  host standings --pgn results.pgn         the results, for Ordo, BayesElo and other programs
  host standings --run list                the stored runs
)";

Report runs_report(Store& store, const std::vector<StoredRun>& runs) {
  Json all = Json::array();
  Json rows = Json::array();
  for (const StoredRun& run : runs) {
    if (run.record.kind == RunKind::search) continue;  // there are hundreds for each one
    const std::string faults = run.faults == 0 ? "" : ", the game failed " + std::to_string(run.faults);
    all.push_back({{"run", run.id},
                   {"game", run.record.game},
                   {"version", run.record.version},
                   {"host", run.record.host},
                   {"command", shell_line(run.record.command)},
                   {"started", run.started},
                   {"finished", run.finished ? Json(*run.finished) : Json()},
                   {"state", run_state_name(run.state)},
                   {"matches", store.matches_of(run.id)},
                   {"failed_by_game", run.faults}});
    rows.push_back(all.back());
    rows.back().update({{"started", local_time(run.started)}, {"state", run_state_name(run.state) + faults}});
  }
  return {
      .json = {{"runs", std::move(all)}},
      .sections = {{.columns = {"run", "game", "started", "state", "matches", "command"}, .rows = std::move(rows)}}};
}

std::optional<RatingAnchor> read_anchor(const Values& values) {
  if (!values.given("anchor")) return std::nullopt;
  const auto anchor = parse_anchor(values.text("anchor"));
  if (!anchor) throw Failure(Exit::usage, "--anchor takes a strategy and its rating, as in --anchor greedy=1000");
  return anchor;
}

[[noreturn]] void refuse_anchor(const RatingAnchor& anchor, const StandingsTable& table) {
  if (rating_groups(table) == 0)
    throw Failure(Exit::usage, "--anchor is for ratings, which take matches of two strategies or more");
  throw Failure(Exit::usage, "--anchor: there is no strategy '" + anchor.name + "'" +
                                 did_you_mean(anchor.name, table.labels()) + "; there are " + join(table.labels()));
}

/// Returns a line [NAME "VALUE"]. Other programs read names up to the next quote.
std::string pgn_tag(const std::string& name, const std::string& value) {
  std::string text = "[" + name + " \"";
  for (const char letter : printable(value)) {
    if (letter == '"' || letter == '\\') text += '\\';
    text += letter;
  }
  return text + "\"]\n";
}

/// Returns one game in PGN without moves; the round is the seed. `names` are by player.
std::string pgn_game(const std::string& game, const std::vector<std::string>& names, std::uint64_t seed,
                     const stats::PlayerScore& white, const stats::PlayerScore& black) {
  const char* const result = white.score > black.score ? "1-0" : white.score < black.score ? "0-1" : "1/2-1/2";
  return pgn_tag("Event", game) + pgn_tag("Site", "?") + pgn_tag("Date", "????.??.??") +
         pgn_tag("Round", std::to_string(seed)) + pgn_tag("White", names[white.player]) +
         pgn_tag("Black", names[black.player]) + pgn_tag("Result", result) +
         pgn_tag("WhiteScore", decimal(white.score)) + pgn_tag("BlackScore", decimal(black.score)) + "\n" + result +
         "\n\n";
}

/// Writes the results in PGN. Throws Failure(output).
void write_pgn(Store& store, const Filter& filter, const StandingsTable& table, const std::string& path) {
  const std::vector<std::string> names = table.labels();
  ReplacingFile file(path);
  for_each_pair(store, filter, table,
                [&](std::uint64_t seed, const stats::PlayerScore& one, const stats::PlayerScore& other) {
                  file.write(pgn_game(table.game, names, seed, one, other));
                });
  file.keep();
}

/// Returns whether --html names a file: one that ends in .html, or that is there and no folder.
bool is_one_page(const std::filesystem::path& path) {
  std::error_code ignored;  // what can't be reached is told when it is written
  return path.extension() == ".html" ||
         (std::filesystem::exists(path, ignored) && !std::filesystem::is_directory(path, ignored));
}

/// Removes the transcripts of the run in --run, or all.
int prune(const Values& values, const std::filesystem::path& file) {
  refuse_given(values, {"game", "by", "anchor", "csv", "json", "html", "pgn"}, "does not go with --prune");
  Store store(file, {.create = false});
  const std::string which = values.text("run");
  const std::string name = file.string();
  std::optional<RunId> run;
  if (!which.empty() && which != "all") run = chosen_run(runs_of(store, "", name), which, name).id;
  const auto before = static_cast<double>(std::filesystem::file_size(file));
  const std::uint64_t removed = store.remove_transcripts(run);
  const auto after = static_cast<double>(std::filesystem::file_size(file));
  constexpr double mib = 1 << 20;
  std::cout << "removed " << counted(removed, "transcript") << "; " << printable(name) << " has "
            << fixed(after / mib, 1) << " MiB, before " << fixed(before / mib, 1) << "\n";
  return static_cast<int>(Exit::done);
}

int run_standings(const Values& values) {
  if (!values.arguments().empty())
    throw Failure(Exit::usage, "'" + values.arguments().front() + "': standings takes no argument");
  const ReportWriter writer = writer_of(values);
  const std::filesystem::path file = database_of(values);
  if (values.given("prune")) return prune(values, file);
  const std::string name = file.string();
  Store store(file, {.create = false, .to_write = false});
  const std::string which = values.text("run");
  // Only a library that the user has named is loaded from elsewhere: the database may come from anybody.
  const std::string game = values.text("game");
  const std::string game_path = game.find('/') == std::string::npos ? "" : game;
  const std::vector<StoredRun> runs =
      runs_of(store, game_path.empty() ? game : Catalogue::standard().find_game(game).description.id, name);
  if (which == "list") {
    std::cout << writer(runs_report(store, runs));
    return static_cast<int>(Exit::done);
  }
  const StoredRun& run = chosen_run(runs, which, name);
  const bool all = which == "all";
  const Filter filter = filter_of(run, all);
  const std::optional<RatingAnchor> anchor = read_anchor(values);
  Standings::Options options{.head_to_head = values.given("html"), .by_each_parameter = values.given("html")};
  if (values.given("by")) options.by = values.text("by");
  const StandingsTable table = compute(store, run, filter, options, anchor);
  if (table.standings.empty() && !table.not_started.empty())
    throw Failure(Exit::usage, name + ": " + table.not_started.front().first +
                                   " can't be started, and no match counts: " + table.not_started.front().second);
  if (table.standings.empty())
    throw Failure(Exit::usage, name + ": run " + std::to_string(run.id) + " has no match yet");
  if (anchor && !table.anchor) refuse_anchor(*anchor, table);
  std::string by;
  if (values.given("by")) by = read_by(values, run.record.game, table.parameter_names);
  if (values.given("html")) {
    StandingsPage page = page_of(runs, run, all, table);
    page.commands.published = true;
    if (is_one_page(values.text("html")))
      replace_file(values.text("html"), report_page(standings_page(table, page)));
    else
      write_site(store, {table, page, filter, game_path}, values.text("html"));
  }
  if (values.given("pgn")) write_pgn(store, filter, table, values.text("pgn"));
  std::uint64_t faults = run.faults;
  if (all)
    faults = std::accumulate(runs.begin(), runs.end(), std::uint64_t{0}, [&](std::uint64_t sum, const StoredRun& each) {
      return each.record.game == run.record.game ? sum + each.faults : sum;
    });
  const std::vector<std::string> labels = table.labels();
  std::vector<std::size_t> order(labels.size());
  std::iota(order.begin(), order.end(), 0);
  const RunRows rows{labels, table.contest};
  Report report = standings_report(table, commands_of(runs, ::program_invocation_name));
  report.json["failed_by_game"] = faults;
  if (!by.empty())
    add_parameter(report, *std::ranges::find(table.parameters, by, &ParameterResults::parameter), rows, order);
  if (faults > 0)
    report.sections.push_back({.title = "the game failed " + counted(faults, "match") + ", which no table counts"});
  std::cout << writer(report);
  return static_cast<int>(Exit::done);
}

}  // namespace

Command standings_command() {
  return {
      "standings",
      "",
      "makes tables of the stored matches",
      standings_details,
      {},
      together(
          {{
               {"db", "FILE", text(Offer::files), "the results database (default: agon/agon.db under $XDG_DATA_HOME)"},
               {"game", "GAME", text(Offer::games),
                "use only the runs of this game, an id or a library's path (default: the game of the latest run)"},
               {"run", "N", text("latest|all|list"),
                "the run of this number, 'latest' (default), 'all' runs together, or 'list', which lists the runs"},
               {"prune", "", on_off, "remove the stored transcripts, of all runs or of the one in --run"},
               {"by", "NAME", text(Offer::parameter_names),
                "also print results for each value of this parameter of the game"},
           },
           format_options(true),
           {{"html", "PATH", text(Offer::files),
             "write pages for a browser: one into a file that ends in .html, or a site into a folder, with a page for "
             "each strategy and each stored match"},
            {"pgn", "FILE", text(Offer::files),
             "write the results in PGN, without moves, for programs that compute ratings, such as Ordo"},
            {"anchor", "NAME=RATING", text(),
             "for ratings: this strategy has this rating (default: the mean of all is 0)"}}}),
      run_standings};
}

}  // namespace host
