// host standings from the outside: what was played, read back from the database.
#include "tests/e2e/host.hpp"

#include <fstream>
#include <map>
#include <stdexcept>
#include <string>

using namespace e2e;

namespace {

/// A folder with results.db, to which matches are added.
struct Played : TemporaryFolder {
  Result play(const std::string& seeds, const std::string& first = "greedy") {
    return done({"tournament", "--game", "tonga", "--set", "n=6", "--plugin", first, "--plugin", "random", "--seeds",
                 seeds, "--db", "results.db", "--json"});
  }

  Result standings(Words more = {}) { return run(with({"standings", "--db", "results.db"}, more)); }

  [[nodiscard]] Json page() const { return support::page_data(content(path() / "page.html"), "report"); }

  Json json(Words more = {}) {
    more.emplace_back("--json");
    const Result result = standings(more);
    CHECK(result.err == "");
    REQUIRE(result.code == 0);
    return parse_json(result.out);
  }
};

/// The strategy of this name in a table.
const Json& named(const Json& table, const std::string& name) {
  for (const Json& each : table.at("strategies"))
    if (each.at("name") == name) return each;
  throw std::runtime_error("no strategy " + name);
}

}  // namespace

TEST_CASE("standings say of a run what the run itself has said") {
  Played played;
  const auto lines = lines_of(played.play("1-10").out);
  const Json told = parse_json(lines.back()).at("run");
  const Json standings = played.json();
  CHECK(standings.at("game") == "tonga");
  CHECK(standings.at("matches") == 20);
  CHECK(standings.at("seeds") == 10);
  CHECK(standings.at("contest") == told.at("contest"));
  REQUIRE(standings.at("strategies").size() == 2);
  for (const Json& one : told.at("strategies")) {
    const Json found = named(standings, one.at("name"));
    for (const char* const key : {"matches", "wins", "ties", "losses"}) CHECK(found.at(key) == one.at(key));
    CHECK(found.at("mean_score").get<double>() == doctest::Approx(one.at("mean_score").get<double>()));
    CHECK(found.at("contest").get<double>() == doctest::Approx(one.at("contest").get<double>()));
    CHECK(found.at("mean_score_interval")[0] <= found.at("mean_score"));
    CHECK(found.at("by_seat").size() == 2);
  }
  CHECK(standings.at("strategies")[0].at("rating") >= standings.at("strategies")[1].at("rating"));
}

TEST_CASE("the latest run is shown unless another is named, or all of them together, each match once") {
  Played played;
  played.play("1-4");
  played.play("3-5");
  CHECK(played.json().at("matches") == 6);
  CHECK(played.json({"--run", "latest"}).at("matches") == 6);
  CHECK(played.json({"--run", "1"}).at("matches") == 8);
  const Json all = played.json({"--run", "all", "--game", "tonga"});
  CHECK(all.at("matches") == 10);
  CHECK(all.at("seeds") == 5);
  const Json runs = played.json({"--run", "list"}).at("runs");
  REQUIRE(runs.size() == 2);
  CHECK(runs[1].at("run") == 2);
  CHECK(runs[1].at("matches") == 6);
  CHECK(runs[1].at("state") == "finished");
  CHECK(has(played.standings({"--run", "list"}).out, "--seeds 3-5"));
}

TEST_CASE("strategies that never met are in separate groups, and the table, CSV and the page say so") {
  Played played;
  played.play("1-3");
  played.done({"tournament", "--game", "tonga", "--set", "n=6", "--plugin", "server", "--plugin",
               "server,perimeter=edges,name=edges", "--seeds", "1-3", "--db", "results.db", "--quiet"});
  CHECK_FALSE(has(played.standings().out, "never met"));
  const Result all = played.standings({"--run", "all", "--html", "page.html"});
  CHECK(has(all.out, "The strategies are in 2 groups that never met"));
  CHECK(has(played.page().at("groups"), "The strategies are in 2 groups that never met"));
  CHECK(has(played.standings({"--run", "all", "--csv"}).out, ",rating_group,"));
  const Json json = played.json({"--run", "all"});
  CHECK(json.at("rating_groups") == 2);
  for (std::size_t i = 0; i < 4; ++i) CHECK(json.at("strategies")[i].at("rating_group") == i / 2 + 1);
}

TEST_CASE("results are written in PGN, a game for each match, with the seed as its round") {
  Played played;
  played.play("1-30");
  played.done(small_tournament({"--plugin", "server", "--seeds", "1-20", "--db", "results.db", "--quiet"}));
  const Json standings = played.json({"--pgn", "results.pgn"});
  const std::string pgn = content(played.path() / "results.pgn");
  CHECK(pgn.starts_with("[Event \"tonga\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"1\"]\n[White \""));
  std::map<std::string, std::size_t> count;
  for (const std::string& line : lines_of(pgn)) ++count[line.substr(0, line.find(' '))];
  CHECK(count.at("[White") == standings.at("matches"));
  CHECK(count.at("[Result") == standings.at("matches"));
  CHECK(has(pgn, "[Result \"0-1\"]"));
  check_refusal(played.standings({"--pgn", "no/such/folder"}), 5, {"no/such/folder: can't be written"});
}

TEST_CASE("standings are a table, comma-separated values, or a page that needs no other file") {
  Played played;
  played.play("1-4");
  const Result text = played.standings();
  CHECK(text.code == 0);
  CHECK(text.out.starts_with("tonga: 2 strategies, 8 matches on 4 seeds\n4 blocks from 1 start: "));
  CHECK(has(text.out, "\n\nstrategy  version  matches  rating"));
  const auto csv = lines_of(played.standings({"--csv"}).out);
  REQUIRE(csv.size() == 3);
  CHECK(csv[0].starts_with("name,strategy,version,sha256,options,matches,mean,"));
  const Result page = played.standings({"--html", "page.html"});
  CHECK(page.out == text.out);
  const std::string html = content(played.path() / "page.html");
  CHECK(html.starts_with("<!doctype html>"));
  CHECK(html.ends_with("</html>\n"));
  CHECK(has(html, "prefers-color-scheme: dark"));
  CHECK(has(html, "script-src 'sha256-"));
  CHECK(has(html, "<noscript>This page needs JavaScript.</noscript>"));
  const Json data = played.page();
  Json printed = played.json();
  printed.erase("failed_by_game");
  CHECK(data.at("standings") == printed);
  CHECK(data.at("seat_names") == Json({"Black", "White"}));
  played.standings({"--html", "again.html"});
  CHECK(content(played.path() / "again.html") == html);
}

TEST_CASE("a command of the page plays its match again, with the result that is stored") {
  Played played;
  const Words match = support::words_of(
      "--set n=6 --opening-plies 2 --time 5 --turn-time 2 --increment 0.5 --memory 256 --wall 60 "
      "--game-wall 30 --game-memory 512 --threads 1 --isolation process --fresh");
  fs::copy_file(fixture_folder / "failing.so", played.path() / "failing.so");
  played.done(with(support::words_of("tournament --game tonga --plugin=./failing.so:fails "
                                     "--plugin=random,name=chance --seeds random:3 --db results.db --quiet"),
                   match));
  played.standings({"--html", "page.html"});
  const Json page = played.page();
  std::string command;
  for (const Json& phrase : page.at("failed")[0].at("again"))
    command += (command.empty() ? "" : " ") + phrase.get<std::string>();
  CAPTURE(command);
  for (const std::string& word : match) CHECK(has(command, " " + word + " "));
  for (const char* const part : {" --secret ", " --plugin ./failing.so:fails ", " --plugin random,name=chance "})
    CHECK(has(command, part));
  // The page calls the host by its name, which is on no PATH here.
  REQUIRE(command.starts_with("host "));
  const std::string shell = "host() { \"$0\" \"$@\"; }; " + command;
  const Result result = run({.words = {"/bin/bash", "-c", shell, host_program}, .folder = played.path()});
  CAPTURE(result.err);
  CHECK(result.code == 0);
  const std::size_t record = command.find("match-");
  const std::string file = command.substr(record, command.find(' ', record) - record);
  const Json again = parse_json(lines_of(content(played.path() / file)).at(0));
  const std::string stored = file.substr(6, file.find("-seed-") - 6);
  std::string scores;
  for (const Json& score : again.at("result").at("scores")) scores += score.dump() + ".0\n";
  CHECK(rows(played.path() / "results.db", "SELECT score FROM matches WHERE number = " + stored + " ORDER BY seat") ==
        scores);
}

TEST_CASE("results by parameter are on the page, and builds of other runs are not") {
  Played played;
  fs::copy_file(plugin_folder / "tonga" / "greedy.so", played.path() / "greedy.so");
  const auto play = [&] {
    played.done({"tournament", "--game", "tonga", "--plugin", "./greedy.so", "--plugin", "random", "--seeds", "1-4",
                 "--time", "5", "--db", "results.db", "--quiet"});
  };
  play();
  std::ofstream(played.path() / "greedy.so", std::ios::app) << "another build";
  play();
  played.standings({"--html", "page.html"});
  CHECK(has(played.page().at("parameters")[0].at("values")[0], "n "));
  CHECK(played.page().at("histories").empty());
}

TEST_CASE("--anchor gives a strategy its rating, and names those that there are") {
  Played played;
  played.play("1-10");
  const Json free = played.json().at("strategies");
  const std::string anchor = free.at(1).at("label");
  const Json table = played.json({"--anchor", anchor + "=1500"});
  CHECK(table.at("anchor") == anchor);
  const Json fixed = table.at("strategies");
  CHECK(fixed.at(1).at("rating") == 1500);
  CHECK(fixed.at(1).at("rating_interval") == Json({1500, 1500}));
  const double lead = free.at(0).at("rating").get<double>() - free.at(1).at("rating").get<double>();
  CHECK(std::abs(fixed.at(0).at("rating").get<double>() - 1500 - lead) < 1e-6);
  for (const char* const wrong : {"nobody=3", "greedy", "=3", "greedy=x", "greedy=inf"}) {
    CAPTURE(wrong);
    const Result result = played.standings({"--anchor", wrong});
    CHECK(result.code == 2);
    CHECK(has(result.err, "--anchor"));
  }
}

TEST_CASE("--by has results for each value of a parameter that the seeds have drawn") {
  Played played;
  const Words run_it = {"tournament", "--game",  "tonga", "--plugin", "greedy",     "--plugin",
                        "random",     "--seeds", "1-12",  "--db",     "results.db", "--json"};
  std::vector<Json> matches = objects(played.done(run_it).out);
  matches.pop_back();  // the table
  std::map<std::string, int> count;
  std::map<std::string, double> greedy;
  for (const Json& match : matches) {
    const std::string value = support::to_text(match.at("setup").at("parameters").at("n"));
    const std::size_t seat = match.at("seats")[0].at("strategy") == "greedy" ? 0 : 1;
    ++count[value];
    greedy[value] += match.at("result").at("scores")[seat].get<double>();
  }
  const Json by = played.json({"--by", "n"}).at("by");
  CHECK(by.at("parameter") == "n");
  REQUIRE(by.at("groups").size() == count.size());
  REQUIRE(count.size() > 2);
  for (const Json& group : by.at("groups")) {
    const std::string value = group.at("values");
    CHECK(group.at("matches") == count.at(value));
    for (const Json& row : group.at("strategies")) {
      CHECK(row.at("matches") == count.at(value));
      const double sign = row.at("name") == "greedy" ? 1 : -1;  // what one wins the other one loses
      CHECK(row.at("mean_score").get<double>() == doctest::Approx(sign * greedy.at(value) / count.at(value)));
    }
  }
  CHECK(has(played.standings({"--by", "n"}).out, "\nBy n\n n  strategy  matches"));
  CHECK(played.standings({"--by", "n", "--csv"}).out.starts_with("n,name,matches,mean,"));
}

TEST_CASE("failures are counted by kind, with the first seed, its cause and its command; on the page with its seat") {
  Played played;
  played.play("1-2", (fixture_folder / "failing.so").string() + ":fails");
  const Json standings = played.json();
  REQUIRE(standings.at("failure_count") > 0);
  const Json& first = standings.at("failures").at(0);
  CHECK(first.at("seed") == 1);
  CHECK(first.at("reason") == "the opening book is closed");
  CHECK(first.at("kind") == "error");
  CHECK(first.at("count") == standings.at("failure_count"));
  const std::string out = played.standings({"--html", "page.html"}).out;
  CHECK(has(out, "  first reason  "));
  CHECK(has(out, first.at("again").get<std::string>() + "\n"));
  const Json page = played.page();
  CHECK(page.at("seat_names")[page.at("failed")[0].at("seat").get<std::size_t>()] == "Black");
  CHECK(page.at("failed")[0].at("again").is_null());  // it names an absolute path, and a page may be published
  CHECK_FALSE(has(content(played.path() / "page.html"), fixture_folder.string()));
}

TEST_CASE("what can't be shown is refused with a sentence") {
  Played played;
  check_refusal(played.standings(), 5, {"results.db"});
  played.play("1-2");
  check_refusal(played.standings({"--run", "7"}), 2, {"no such run 7"});
  check_refusal(played.standings({"--run", "seven"}), 2, {"--run takes a number"});
  check_refusal(played.standings({"--by", "m"}), 2, {"--by: tonga has no parameter 'm' (did you mean 'n'?); it has n"});
  check_refusal(played.standings({"--game", "tonka"}), 2, {"did you mean 'tonga'?"});
  check_refusal(played.standings({"--pair", "greedy,random"}), 2,
                {"--pair is no longer there: 'compare' compares two strategies seed by seed"});
  check_refusal(played.run({"elo", "1,2,3"}), 2, {"the command 'elo' is no longer there: ", "Ordo"});
  check_refusal(played.standings({"--csv", "--json"}), 2, {"exclude"});
  check_refusal(played.standings({"what"}), 2, {"takes no argument"});
  check_refusal(played.standings({"--html", "no/such/folder/page.html"}), 5, {"page.html"});
  played.write("text.db", "this is no database, but a text that is long enough to be looked at as one");
  played.refuses({"standings", "--db", "text.db"}, 5, {"text.db"});
}
