// Tuning from the outside: a strategy whose best options are known.
#include "tests/e2e/host.hpp"

#include <csignal>
#include <cstdint>

using namespace e2e;

namespace {

Words tune(const std::string& game, const Words& more) {
  const std::string file = (fixture_folder / (game + ".so")).string();
  return with({"tune", "--game", file, "--plugin", file, "--isolation", "none", "--quiet"}, more);
}

/// Without what no two runs have in common.
Json lasting_part(Json result) {
  for (const char* const side : {"new", "old"}) result.at("check").at(side).erase("cpu_s_per_match");
  result.erase("stored_before");
  return result;
}

}  // namespace

TEST_CASE("tuning finds good options of all kinds, says which do nothing, and checks the result on other seeds") {
  const TemporaryFolder folder;
  Words words =
      tune("dials", {"--tune", "depth,alpha,mode,book,idle", "--matches", "700", "--no-db", "--html", "t.html"});
  const Result result = folder.run(words);
  CAPTURE(result.out);
  CHECK(result.err == "");
  CHECK(result.code == 0);
  for (const char* const words_of_it :
       {"Tuned dialer for dials: 5 options, method model, ", " given up early)", "mode    a/b/c   a      b",
        "book    no/yes  no     yes", "does nothing: equal scores on all ", "so it is too high on average: no result.",
        "Check on 200 seeds that tuning has not used (10001-10200):\ntuned is better than dialer, on 200 seeds of "
        "dials",
        "\nTo play the best point: --plugin "}) {
    CHECK_MESSAGE(has(result.out, words_of_it), words_of_it);
  }
  const Json page = support::page_data(content(folder.path() / "t.html"), "report");
  CHECK(page.at("title") == "dialer tuned for dials");
  CHECK(page.at("check").get<std::string>().starts_with("tuned is better than dialer"));
  CHECK(page.at("command")[1].get<std::string>().starts_with("--game "));
  CHECK(page.at("tuning").at("effects").size() == 5);
  const std::size_t points = page.at("tuning").at("points").size();
  REQUIRE(page.at("plots").size() == 5);
  for (const Json& plot : page.at("plots")) {
    std::size_t shown = plot.contains("at") ? plot.at("at").size() : 0;
    for (const Json& group : plot.value("groups", Json::array())) shown += group.at("points").get<std::size_t>();
    CHECK(shown == points);
  }
}

TEST_CASE("two seats: all points play the start, or the opponent that is named") {
  const std::string file = (fixture_folder / "dials_for_two.so").string();
  const Words more = {"--method", "random", "--tune", "depth,book", "--matches", "700", "--no-db", "--json"};
  const Json one = object_of(host(tune("dials_for_two", more)));
  CHECK(one.at("reference") == "the start");
  CHECK(one.at("check").at("answer") == "better");
  CHECK(one.at("best").at("depth") == "7");
  CHECK(one.at("best").at("book") == "yes");
  Words against = more;
  against.insert(against.end(), {"--against", file + ",depth=6,name=rival"});
  const Json other = object_of(host(tune("dials_for_two", against)));
  CHECK(other.at("reference") == "rival");
  CHECK(other.at("best") == one.at("best"));
  // The start is 48 points worse than the rival.
  CHECK(other.at("points")[0].at("mean").get<double>() < -40);
}

TEST_CASE("a hundred numbers in one option are tuned by SPSA") {
  std::string zeros = "0";
  for (int i = 1; i < 100; ++i) zeros += " 0";
  const std::string file = (fixture_folder / "dials.so").string();
  const Json result =
      object_of(host({"tune", "--game", file, "--plugin", file + ",noise=2,weights=" + zeros, "--tune", "weights=-1:1",
                      "--matches", "3000", "--isolation", "none", "--no-db", "--quiet", "--json"}));
  CHECK(result.at("method") == "spsa");
  CHECK(result.at("options").size() == 100);
  CHECK(result.at("points").size() == 10);
  CHECK(result.at("check").at("answer") == "better");
  CHECK(result.at("check").at("difference").get<double>() > 15);  // of 25
}

TEST_CASE("the same command plays nothing again, and the number of jobs changes nothing") {
  const TemporaryFolder folder;
  const Words more = {"--method", "random",      "--tune", "depth,book", "--matches", "300",
                      "--check",  "20001-20010", "--db",   "t.db",       "--json"};
  Words two = more;
  two.insert(two.end(), {"--jobs", "2", "--afresh"});
  const Json first = folder.object_of(tune("dials", more));
  const Json second = folder.object_of(tune("dials", more));
  const Json parallel = folder.object_of(tune("dials", two));
  CHECK(first.at("stored_before") == 0);
  CHECK(second.at("stored_before") == second.at("matches"));
  CHECK(lasting_part(second) == lasting_part(first));
  CHECK(lasting_part(parallel) == lasting_part(first));
}

TEST_CASE("where the check finds nothing better, the start stays what to play") {
  int unconfirmed = 0;
  for (const std::string seed : {"1", "2", "3"}) {
    CAPTURE(seed);
    const Result result = run(host(tune(
        "dials", {"--method", "random", "--tune", "noise=2:6", "--matches", "200", "--search-seed", seed, "--no-db"})));
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

TEST_CASE("standings rank no points of a search, and its check is a run of its own") {
  const TemporaryFolder folder;
  const Result tuned = folder.done(tune("dials", {"--method", "random", "--tune", "depth", "--matches", "200",
                                                  "--check", "20001-20010", "--db", "t.db"}));
  const Json all = folder.object_of({"standings", "--db", "t.db", "--run", "all", "--json"});
  const Json latest = folder.object_of({"standings", "--db", "t.db", "--json"});
  CHECK(latest.at("strategies").size() == 2);
  CHECK(latest.at("matches") == 20);
  CHECK(all.at("strategies").size() == 2);
  check_usage_refused({"standings", "--db", (folder.path() / "t.db").string(), "--run", "1"},
                      "run 1 is the search of 'tune', whose points are no players to be ranked");
  const Json runs = folder.object_of({"standings", "--db", "t.db", "--runs", "--json"}).at("runs");
  CHECK(has(runs.at(1).at("command").get<std::string>(), " compare --game "));
}

TEST_CASE("after Ctrl-C the result so far is printed, and the same command goes on") {
  const TemporaryFolder folder;
  const Words words =
      tune("dials", {"--method", "random", "--tune", "depth,alpha", "--matches", "100000", "--db", "t.db"});
  Process process(folder.command(words));
  const fs::path log = folder.path() / "t.db-wal";
  constexpr std::uintmax_t some = 300'000;  // a page of matches or two
  REQUIRE(comes_true([&] { return fs::exists(log) && fs::file_size(log) > some; }));
  const Result result = process.stop(SIGINT);
  CHECK(result.code == 130);
  CHECK(result.out.find("Tuned dialer for dials") == 0);
  CHECK(!has(result.out, "Check on"));
  CHECK(has(result.err, "; to go on: "));
}

TEST_CASE("Ctrl-C ends a search at once whose model does not answer, and its Python with it") {
  const TemporaryFolder folder;
  // Before and after it has said that it is ready.
  for (const std::string answer : {"", R"(echo '{"version": "1"}')"}) {
    CAPTURE(answer);
    folder.write_program("bin/python3", "#!/bin/sh\nread head\n" + answer + "\necho $$ > waits\nexec sleep 1000\n");
    fs::remove(folder.path() / "waits");
    Command command =
        folder.command(tune("dials", {"--tune", "depth", "--method", "model", "--matches", "700", "--no-db"}));
    command.environment["PATH"] = (folder.path() / "bin").string() + ":/usr/bin:/bin";
    Process process(command);
    std::string id;
    CHECK(comes_true([&] { return process.ended() || !(id = content(folder.path() / "waits")).empty(); }));
    CHECK(process.stop(SIGINT).code == 130);
    REQUIRE_FALSE(id.empty());
    CHECK(::kill(std::stoi(id), 0) != 0);
  }
}

TEST_CASE("a failing point is a bad point, and the first failure is shown") {
  const Json result = object_of(
      host(tune("dials", {"--method", "random", "--tune", "depth,trap=0:1", "--matches", "300", "--no-db", "--json"})));
  CHECK(result.at("failures").get<int>() > 0);
  CHECK(result.at("check").at("new").at("failures") == 0);
}

TEST_CASE("what can't be tuned is refused with the reason") {
  check_usage_refused(tune("dials", {"--tune", "dept=1:3"}), "did you mean 'depth'?");
  check_usage_refused(tune("dials", {"--tune", "depth", "--matches", "20"}), "are too few for 1 option");
  check_usage_refused(tune("dials", {"--tune", "depth", "--seeds", "1-100", "--check", "90-110"}),
                      "seed 90 is also a seed of the tuning");
  check_usage_refused(tune("dials", {"--tune", "mode", "--method", "spsa"}), "mode is a flag or a choice");
  check_usage_refused(tune("dials", {"--tune", "depth", "--method", "magic"}), "it takes model | spsa | random");
  check_usage_refused(tune("dials", {"--tune", "depth", "--spsa", "0.1,0.2"}), "--spsa goes with --method spsa alone");
  check_usage_refused(tune("dials", {"--tune", "depth", "--against", "dials.so"}), "has one seat");
  const std::string file = (fixture_folder / "dials_for_two.so").string();
  check_usage_refused(tune("dials_for_two", {"--tune", "depth", "--plugin", file}), "one strategy with --plugin");
}
