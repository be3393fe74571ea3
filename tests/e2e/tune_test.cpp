// Tuning from the outside: a strategy whose best options are known.
#include "tests/e2e/host.hpp"

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <string>

using namespace e2e;

namespace {

Words tune(const std::string& game, const Words& more) {
  const std::string file = (fixture_folder / (game + ".so")).string();
  return with({"tune", "--game", file, "--plugin", file, "--isolation", "none", "--quiet"}, more);
}

/// Tunes two options of the game with one seat, in the results database t.db.
Words small(const Words& more) {
  return with(
      tune("dials", {"--sampler", "random", "--tune", "depth,book", "--matches", "200", "--check", "20001-20010"}),
      more);
}

/// Without what no two runs have in common.
Json lasting_part(Json result) {
  for (const char* const side : {"new", "old"}) result.at("check").at(side).erase("cpu_s_per_match");
  for (const char* const place : {"study", "study_name"}) result.erase(place);
  return result;
}

bool has_library(const std::string& name) {
  return fs::exists("/usr/lib/python3/dist-packages/" + name);
}

}  // namespace

TEST_CASE("tuning finds good options of all kinds, and checks the result on other seeds") {
  const TemporaryFolder folder;
  const Result result =
      folder.run(tune("dials", {"--tune", "depth,alpha,mode,book", "--matches", "400", "--jobs", "2", "--no-db"}));
  CAPTURE(result.out);
  CHECK(result.err == "");
  CHECK(result.code == 0);
  for (const char* const words_of_it :
       {"Tuned dialer for dials: 4 options, sampler tpe, ", " given up early)", "mode    a/b/c   a      b",
        "book    no/yes  no     yes", "so it is too high on average: no result.",
        "Check on 200 seeds that tuning has not used (10001-10200):\ntuned is better than dialer, on 200 seeds of "
        "dials",
        "\nTo play the best point: --plugin "}) {
    CHECK_MESSAGE(has(result.out, words_of_it), words_of_it);
  }
  CHECK_FALSE(has(result.out, "optuna-dashboard"));  // what is temporary is gone
}

TEST_CASE("the page of a search has Optuna's plots, where matplotlib is installed") {
  const TemporaryFolder folder;
  const Result result = folder.run(small({"--no-db", "--html", "t.html"}));
  if (!has_library("matplotlib")) {
    CHECK(result.code == 2);
    CHECK_MESSAGE(has(result.err, "install Debian's package python3-matplotlib"), result.err);
    return;
  }
  CHECK(result.code == 0);
  const std::string page = content(folder.path() / "t.html");
  CHECK(has(page, "tuned is better than dialer"));
  for (const char* const plot : {"optimization history", "slice"})
    CHECK_MESSAGE(has(page, std::string("alt=\"") + plot + "\" src=\"data:image/svg+xml;base64,"), plot);
  CHECK(has(page, "alt=\"param importances\"") == has_library("sklearn"));
}

TEST_CASE("two seats: all points play the start, or the opponent that is named") {
  const std::string file = (fixture_folder / "dials_for_two.so").string();
  const Words more = {"--sampler", "random", "--tune", "depth,book", "--matches", "400", "--no-db", "--json"};
  const Json one = object_of(host(tune("dials_for_two", more)));
  CHECK(one.at("reference") == "the start");
  CHECK(one.at("check").at("answer") == "better");
  const auto depth_of = [](const Json& told) { return std::stoi(told.at("best").at("depth").get<std::string>()); };
  CHECK(std::abs(depth_of(one) - 7) <= 1);  // at 7 it plays best
  CHECK(one.at("best").at("book") == "yes");
  const Json other = object_of(host(tune("dials_for_two", with(more, {"--against", file + ",depth=6,name=rival"}))));
  CHECK(other.at("reference") == "rival");
  CHECK(std::abs(depth_of(other) - 7) <= 1);
  CHECK(other.at("best").at("book") == "yes");
  // The start is 48 points worse than the rival.
  CHECK(other.at("points")[0].at("mean").get<double>() < -40);
}

TEST_CASE("the numbers of a list in one option are tuned") {
  const std::string file = (fixture_folder / "dials.so").string();
  const Json result =
      object_of(host({"tune", "--game", file, "--plugin", file + ",noise=0.1,weights=0 0 0", "--tune", "weights=-1:1",
                      "--matches", "300", "--isolation", "none", "--no-db", "--quiet", "--json", "--jobs", "2"}));
  CHECK(result.at("options").size() == 3);
  CHECK(result.at("options")[2].at("name") == "weights[2]");
  CHECK(result.at("check").at("answer") == "better");
  CHECK(has(result.at("plugin").get<std::string>(), ",weights="));
}

TEST_CASE("a space with few points is searched whole, and no point is judged twice") {
  const Json result = object_of(
      host(tune("dials", {"--sampler", "random", "--tune", "mode", "--matches", "5000", "--no-db", "--json"})));
  CHECK(result.at("points").size() == 3);
  CHECK(result.at("best").at("mode") == "b");
  CHECK(result.at("matches") < 500);
}

TEST_CASE("the same command plays nothing again, and the number of jobs changes nothing") {
  const TemporaryFolder folder;
  const std::string count = "SELECT count(*) FROM matches";
  const Json first = folder.object_of(small({"--db", "t.db", "--json"}));
  const std::string played = rows(folder.path() / "t.db", count);
  CHECK(first.at("study") == (fs::canonical(folder.path()) / "t.studies.db").string());
  const Json second = folder.object_of(small({"--db", "t.db", "--json"}));
  fs::remove(folder.path() / "t.studies.db");
  const Json third = folder.object_of(small({"--db", "t.db", "--json"}));
  CHECK(lasting_part(second) == lasting_part(first));
  CHECK(lasting_part(third) == lasting_part(first));
  CHECK(rows(folder.path() / "t.db", "SELECT count(DISTINCT match) FROM matches") ==
        rows(folder.path() / "t.db", "SELECT count(*) FROM stored_matches"));
  const Json parallel = folder.object_of(small({"--no-db", "--json", "--jobs", "2"}));
  CHECK(lasting_part(parallel) == lasting_part(first));
  CHECK(played != "0\n");
}

TEST_CASE("where the check finds nothing better, the start stays what to play") {
  int unconfirmed = 0;
  for (const std::string seed : {"1", "2", "3"}) {
    CAPTURE(seed);
    const Result result = run(host(tune("dials", {"--sampler", "random", "--tune", "noise=2:6", "--matches", "200",
                                                  "--search-seed", seed, "--no-db"})));
    CAPTURE(result.out);
    REQUIRE(result.code == 0);
    const bool better = has(result.out, "tuned is better than dialer");
    const bool checked = has(result.out, "Check on 200 seeds");
    CHECK((has(result.out, "\nTo play the best point: ")) == better);
    CHECK((has(result.out, "\nThe start's values stay the best that is known: --plugin ")) == (checked && !better));
    unconfirmed += checked && !better ? 1 : 0;
  }
  CHECK(unconfirmed > 0);
}

TEST_CASE("trials have a kind of their own: standings and lists of runs have the check alone") {
  const TemporaryFolder folder;
  folder.done(small({"--db", "t.db"}));
  const std::string kinds = rows(folder.path() / "t.db", "SELECT kind, count(*) FROM runs GROUP BY kind");
  CHECK(has(kinds, "compare 1\nsearch "));
  const Json all = folder.object_of({"standings", "--db", "t.db", "--run", "all", "--json"});
  const Json latest = folder.object_of({"standings", "--db", "t.db", "--json"});
  for (const Json& each : {all, latest}) {
    CHECK(each.at("strategies").size() == 2);
    CHECK(each.at("matches") == 20);
  }
  check_usage_refused({"standings", "--db", (folder.path() / "t.db").string(), "--run", "1"},
                      "run 1 is a trial of a search, whose points are no players to be ranked");
  const Json runs = folder.object_of({"standings", "--db", "t.db", "--run", "list", "--json"}).at("runs");
  REQUIRE(runs.size() == 1);
  CHECK(has(runs.at(0).at("command").get<std::string>(), " compare --game "));
}

TEST_CASE("after Ctrl-C the result so far is printed, and the same command goes on") {
  const TemporaryFolder folder;
  const Words words =
      tune("dials", {"--sampler", "random", "--tune", "depth,alpha", "--matches", "100000", "--db", "t.db"});
  Process process(folder.command(words));
  const std::string studies = (folder.path() / "t.studies.db").string();
  const auto points = [&] {
    const bool begun =
        fs::exists(studies) && rows(studies, "SELECT name FROM sqlite_master WHERE name = 'trials'") != "";
    return begun ? std::stoi(rows(studies, "SELECT count(*) FROM trials")) : 0;
  };
  REQUIRE(comes_true([&] { return points() > 1; }));
  const Result result = process.stop(SIGINT);
  CHECK(result.code == 130);
  CHECK(result.out.find("Tuned dialer for dials") == 0);
  CHECK(!has(result.out, "Check on"));
  CHECK(has(result.err, "; to go on: "));
  const int before = points();
  Process again(folder.command(words));
  REQUIRE(comes_true([&] { return points() > before; }));
  CHECK(again.stop(SIGTERM).code == 130);
  CHECK(rows(studies, "SELECT count(*) FROM studies") == "1\n");
}

TEST_CASE("a point whose strategy can't be started is a bad point, and the first reason is shown") {
  const Words words = tune("dials", {"--sampler", "random", "--tune", "depth,trap=0:1", "--matches", "200", "--no-db"});
  const Json result = object_of(host(with(words, {"--json"})));
  std::size_t faults = 0;
  for (const Json& point : result.at("points")) faults += point.at("fault").is_null() ? 0 : 1;
  CHECK(faults > 0);
  CHECK(result.at("best").at("trap") == "0");
  CHECK(has(done(host(words)).out, "could not be compared; the first: "));
}

TEST_CASE("without Optuna, tune says what to install") {
  const TemporaryFolder folder;
  folder.write("optuna.py", "raise ImportError('No module named optuna')\n");
  Command command = folder.command(tune("dials", {"--tune", "depth", "--no-db"}));
  command.environment["PYTHONPATH"] = folder.path().string();
  const Result result = run(command);
  CHECK(result.code == 2);
  CHECK_MESSAGE(has(result.err,
                    "tune needs Python 3 with the library Optuna (No module named optuna): install "
                    "Debian's package python3-optuna\n"),
                result.err);
}

TEST_CASE("what can't be tuned is refused with the reason") {
  check_usage_refused(tune("dials", {"--tune", "dept=1:3"}), "did you mean 'depth'?");
  check_usage_refused(tune("dials", {"--tune", "depth", "--matches", "20"}), "are too few for a search");
  check_usage_refused(tune("dials", {"--tune", "depth", "--seeds", "1-100", "--check", "90-110"}),
                      "seed 90 is also a seed of the tuning");
  check_usage_refused(tune("dials", {"--tune", "depth", "--sampler", "magic"}), "it takes tpe | random");
  check_usage_refused(tune("dials", {"--tune", "depth", "--against", "dials.so"}), "has one seat");
  const std::string file = (fixture_folder / "dials_for_two.so").string();
  check_usage_refused(tune("dials_for_two", {"--tune", "depth", "--plugin", file}), "one strategy with --plugin");
}
