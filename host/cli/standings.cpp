// host standings: tables of the content of the results database.
#include "host/tournament/standings.hpp"
#include "host/cli/command.hpp"
#include "host/cli/recorded_matches.hpp"
#include "host/cli/run_request.hpp"
#include "host/cli/standings_site.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/report/again.hpp"
#include "host/report/comparison_report.hpp"
#include "host/report/numbers.hpp"
#include "host/report/pages.hpp"
#include "host/report/run_report.hpp"
#include "host/report/standings_report.hpp"
#include "host/report/stored_standings.hpp"
#include "host/store/store.hpp"
#include "host/tournament/by_group.hpp"
#include "host/tournament/listed_results.hpp"
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

constexpr const char* machine_word = "machine";  // what --by takes beside parameters

constexpr const char* standings_details =
    R"(standings computes all results from the stored scores. Intervals are 95 %, from a bootstrap over the seeds. In games
with one seat, wins and shares of the best compare all strategies that played the seed. The page also shows each
strategy against each other one, scores by the game's parameters, and two strategies seed by seed.

Examples:
  host standings --html page.html          the latest run, as a page for a browser
  host standings --html site               the same as a site, with its strategies and matches
  host standings --game GAME --run all     all matches of a game, each once
  host standings --anchor greedy=1000      ratings on a scale on which greedy has 1000
  host standings --by NAME                 results for each value of a parameter of the game
  host standings --by machine              the machines, and whether one of them is off
  host standings --pgn results.pgn         the results, for other programs and for 'host elo --pgn'
  host standings --runs                    the stored runs
)";

Report runs_report(Store& store, const std::vector<StoredRun>& runs) {
  Json all = Json::array();
  Json rows = Json::array();
  for (const StoredRun& run : runs) {
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

/// Returns the results by machine, with the rows of `table`.
std::vector<MachineRow> by_machine(Store& store, const Filter& filter, const StandingsTable& table) {
  ByMachine results;
  const auto add = [&](const StoredMatch& match, const Seating& rows) { results.add(match, rows); };
  store.for_each_match(filter, in_rows_of(table.strategies(), add));
  return results.results();
}

/// Returns the table's indices of the two strategies in --pair.
StandingsPair pair_of(const StandingsTable& table, const std::string& text) {
  if (text.empty()) return {0, 1};
  const auto find = [&](const std::string& name) -> std::optional<std::size_t> {
    for (std::size_t i = 0; i < table.standings.size(); ++i) {
      if (table.standings[i].label == name || table.standings[i].strategy.name == name) return i;
    }
    return std::nullopt;
  };
  for (std::size_t comma = text.find(','); comma != std::string::npos; comma = text.find(',', comma + 1)) {
    const auto first = find(text.substr(0, comma));
    const auto second = find(text.substr(comma + 1));
    if (first && second && first != second) return {*first, *second};
  }
  throw Failure(Exit::usage, "--pair takes two of the strategies, as A,B; there are " + join(table.labels()));
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

/// Writes the results in PGN. Throws Failure(output).
void write_pgn(Store& store, const Filter& filter, const StandingsTable& table, const std::string& path) {
  const std::vector<std::string> names = table.labels();
  ReplacingFile file(path);
  for_each_pair(store, filter, table, [&](std::uint64_t seed, const stats::Place& one, const stats::Place& other) {
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
  refuse_given(values, {"game", "by", "anchor", "cycles", "csv", "json", "html", "pgn", "pair"},
               "does not go with --prune");
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
  if (values.given("cycles") && values.given("csv"))
    throw Failure(Exit::usage, "--cycles is printed as text or with --json, not with --csv");
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
  if (values.given("runs")) {
    std::cout << writer(runs_report(store, runs));
    return static_cast<int>(Exit::done);
  }
  const StoredRun& run = chosen_run(runs, which, name);
  const bool all = which == "all";
  const Filter filter = filter_of(run, all);
  const RatingScale scale = {.prior = values.number("prior"), .anchor = read_anchor(values)};
  const StandingsTable table = compute(store, run, filter, scale, values.given("html"));
  if (table.standings.empty() && !table.not_started.empty())
    throw Failure(Exit::usage, name + ": " + table.not_started.front().first +
                                   " can't be started, and no match counts: " + table.not_started.front().second);
  if (table.standings.empty())
    throw Failure(Exit::usage, name + ": run " + std::to_string(run.id) + " has no match yet");
  if (scale.anchor && !table.anchor) refuse_anchor(*scale.anchor, table);
  std::string by;
  bool machines = false;  // a parameter of that name goes first
  if (values.given("by")) {
    const std::vector<std::string> names = parameters_of(store, filter);
    machines = values.text("by") == machine_word && std::find(names.begin(), names.end(), machine_word) == names.end();
    if (!machines) by = read_by(values, run.record.game, names);
  }
  const StandingsPair pair = pair_of(table, values.text("pair"));
  if (values.given("html")) {
    StandingsPage page = page_of(store, runs, run, all, table, pair);
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
  if (machines) {
    add_machines(report, by_machine(store, filter, table), rows);
  } else if (!by.empty()) {
    add_parameter(report, by_parameter(store, filter, by, table), rows, order);
  }
  if (values.given("cycles")) add_cycles(report, cycles_of(store, filter, table));
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
               {"run", "N", text("latest|all"), "the run of this number, 'latest' (default), or 'all' runs together"},
               {"runs", "", on_off, "list the runs"},
               {"prune", "", on_off, "remove the stored transcripts, of all runs or of the one in --run"},
               {"by", "NAME", text(Offer::parameter_names),
                "also print results for each value of this parameter of the game; 'machine': for each machine that has "
                "played, and whether one is off"},
               {"cycles", "", on_off,
                "also print the Nash average, and whether ratings describe who beats whom; for three strategies or "
                "more"},
           },
           format_options(true),
           {{"html", "PATH", text(Offer::files),
             "write pages for a browser: one into a file that ends in .html, or a site into a folder, with a page for "
             "each strategy and each stored match"},
            {"pgn", "FILE", text(Offer::files),
             "write the results in PGN, without moves, for programs that compute ratings"},
            {"anchor", "NAME=RATING", text(),
             "for ratings: this strategy has this rating (default: the mean of all is 0)"},
            {"prior", "N", prior_taken, "for ratings: number of tied matches that each strategy has in addition", "1"},
            {"pair", "A,B", text(), "the two strategies that the page compares seed by seed (default: the first two)"},
            wide_option}}),
      run_standings};
}

}  // namespace host
