// Strategies that fail in ways which the host survives even with them in its own process: the failure is in the
// results, the other seat gets what the game's rule for that says, and the run goes on.
#include "tests/e2e/host.hpp"

using namespace e2e;

namespace {

struct Failing {
  std::string plugin;  // below the fixtures' folder
  std::string kind;
  std::string reason;
  int turns = 0;  // of its own, the one included in which it fails
  Words more{};   // options that it takes to fail
};

// Each of them puts its stones on the first empty square, and fails as Black on its fourth turn: with three stones of
// its own on the board, so that White gets all squares but these. The stillborn one has none.
const std::vector<Failing>& failing() {
  static const std::vector<Failing> all = {
      {"failing.so:fails", "error", "the opening book is closed", 4},
      {"failing.so:silent", "error", "it gave no reason", 4},
      {"failing.so:garbled", "error", "not \xEF\xBF\xBD( UTF-8 \xEF\xBF\xBD", 4},
      {"failing.so:illegal", "illegal", "0 0 is taken", 4},
      {"failing.so:outside", "illegal", "-1 99 is off the board of 6 x 6", 4},
      {"failing.so:shortened", "illegal", "an action of 3 bytes: it needs at least 8", 4},
      {"failing.so:oversized", "error", "it answered more bytes than an action may have", 4},
      {"failing.so:loops", "time", "it used up its CPU time of 0.01 s", 4, {"--time", "0.01"}},
      {"failing.so:stillborn", "load", "no room for the tables", 0},
      {"failing.so:picky", "load", "depth and width don't go together", 0},
      {"undefined_symbol.so", "load",
       "undefined_symbol.so: can't be loaded: undefined symbol: fixture_that_nobody_defines", 0},
      {"throwing.so", "error", "no such square in the book", 4},
      {"escaping.so:threw", "error", "it threw an exception: thrown in turn", 4},
      {"escaping.so:odd", "error", "it threw an exception that is no std::exception", 4},
      {"escaping.so:unborn", "load", "it threw an exception: thrown in create", 0},
      {"failing.so:loops", "time", "it used up its CPU time of 0.01 s for one turn", 4, {"--turn-time", "0.01"}},
  };
  return all;
}

/// The failing one is Black in each match.
Words match(const Failing& failing, const Words& more = {}) {
  const Words words = {"--game",   "tonga",  "--set",   "n=6",   "--plugin", fixture_folder / failing.plugin,
                       "--plugin", "random", "--seats", "listed"};
  return with(with(words, failing.more), more);
}

}  // namespace

TEST_CASE("a strategy that fails loses its match by the game's rule, and the result says how and why, at every level") {
  for (const Failing& each : failing()) {
    for (const std::string level : {"sandbox", "process", "none"}) {
      if (each.plugin == "undefined_symbol.so" && level == "none") continue;  // such a library ends the command
      CAPTURE(each.plugin);
      CAPTURE(level);
      const Result played = done(host(match(each, {"--json", "--isolation", level})));
      CHECK(played.err == "");
      const Json result = parse_json(played.out).at("result");
      CHECK(result.at("outcomes").at(0) == Json{{"kind", each.kind}, {"reason", each.reason}});
      CHECK(result.at("outcomes").at(1) == Json{{"kind", "ok"}});
      CHECK(result.at("turns").at(0) == each.turns);
      CHECK(result.at("scores").at(1) == -result.at("scores").at(0).get<int>());
      // White owns all squares but Black's three: an isle of 33, or two if the three cut it. Stillborn, all 36.
      CHECK(result.at("scores").at(1).get<int>() >= (each.turns == 0 ? 36 * 36 : 32 * 32 + 1 - 9));
    }
  }
}

TEST_CASE("a failure is told in the table and in the line of a match") {
  for (const Failing& each : failing()) {
    CAPTURE(each.plugin);
    if (each.plugin.ends_with("garbled")) continue;  // a terminal gets its bytes as they are
    const std::string told = each.kind + ": " + each.reason;
    const Result table = run(host(match(each)));
    CHECK(table.code == 0);
    CHECK(has(table.out, "  " + told + "\n"));
    const Result line = run(host(match(each, {"--quiet"})));
    CHECK(line.code == 0);
    CHECK(has(line.out, "[" + told + "]"));
  }
}

TEST_CASE("after a failure the run goes on with the next match, and counts the failures") {
  for (const Failing& each : failing()) {
    CAPTURE(each.plugin);
    const Result result = done(host(match(each, {"--seeds", "1-3", "--json"})));
    const Words lines = lines_of(result.out);
    REQUIRE(lines.size() == 4);
    const Json strategies = parse_json(lines.back()).at("run").at("strategies");
    CHECK(strategies.at(0).at("failures") == 3);
    CHECK(strategies.at(0).at("losses") == 3);
    CHECK(strategies.at(1).at("failures") == 0);
    CHECK(strategies.at(1).at("wins") == 3);
  }
}

TEST_CASE("a tournament gives a strategy up whose first matches all fail, the same ones with any number of jobs") {
  const TemporaryFolder folder;
  const auto play = [&](const Words& more) {
    return folder.run(with({"tournament", "--game", "tonga", "--set", "n=6", "--plugin", "random", "--plugin",
                            fixture_folder / "failing.so:fails", "--plugin", "greedy", "--seeds", "1-6", "--json"},
                           more));
  };
  const auto table = [](const Result& result) {
    Json json = parse_json(lines_of(result.out).back()).at("run");
    for (Json& each : json.at("strategies")) each.erase("cpu_s");
    return json;
  };
  const Result one = play({"--jobs", "1", "--db", "runs.db"});
  REQUIRE(one.code == 0);
  CHECK(has(one.err, "host: gives up fails, whose first matches all failed; the others go on without it\n"));
  const Json told = table(one);
  CHECK(told.at("given_up") == Json{"fails"});
  CHECK(told.at("strategies").at(1).at("matches") == 10);
  CHECK(told.at("strategies").at(1).at("failures") == 10);
  CHECK(told.at("left_out") == 4 * 6 - 10);
  CHECK(told.at("failures").at(0).at("count") == 10);
  CHECK(table(play({"--jobs", "2", "--no-db"})) == told);
  CHECK(table(play({"--jobs", "2", "--db", "runs.db"})) == told);  // of stored matches
}

TEST_CASE("a match with a failure is recorded and replays to the same scores") {
  const TemporaryFolder folder;
  for (const Failing& each : failing()) {
    CAPTURE(each.plugin);
    folder.done(match(each, {"--record", "match.json", "--quiet"}));
    const Json record = parse_json(content(folder.path() / "match.json"));
    const Json& last = record.at("actions").back();
    CHECK(last.at("seat") == 0);
    CHECK(last.at("forfeit") == Json{{"kind", each.kind}, {"reason", each.reason}});
    const Result replayed = folder.run({"replay", "match.json"});
    CHECK(replayed.err == "");
    CHECK(replayed.code == 0);
    CHECK(has(replayed.out, "Black is out, " + each.kind + ": " + each.reason));
  }
}

TEST_CASE("if all seats fail, each has its outcome") {
  const Failing& stillborn = failing().at(8);
  const Result result = done(host(tonga({"--seats", "listed", "--json", "--plugin", fixture_folder / stillborn.plugin,
                                         "--plugin", fixture_folder / stillborn.plugin})));
  const Json match = parse_json(result.out);  // a temporary would be gone before the first outcome
  for (const Json& outcome : match.at("result").at("outcomes")) {
    CHECK(outcome.at("kind") == "load");
    CHECK(outcome.at("reason") == stillborn.reason);
  }
}

TEST_CASE("a name that is no UTF-8 does not keep results from being written as JSON") {
  const TemporaryFolder folder;
  const Result named =
      folder.run(tonga({"--plugin", "greedy,name=\xff\xfe", "--plugin", "random", "--json", "--record", "match.json"}));
  CHECK(named.code == 0);
  CHECK(parse_json(named.out).is_object());
  CHECK(folder.run({"replay", "match.json", "--quiet"}).code == 0);
}
