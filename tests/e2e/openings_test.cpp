// Openings: matches that begin with actions that no player has chosen.
#include "tests/e2e/host.hpp"
#include "tests/e2e/schema.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>

using namespace e2e;

namespace {

/// Two deterministic strategies on a board of one size.
Words pairing(const std::string& command, const Words& more) {
  return with({command, "--game", "tonga", "--set", "n=8", "--plugin", "greedy", "--plugin", "server"}, more);
}

/// The transcripts of a run.
std::vector<Json> recorded(const Words& words, const TemporaryFolder& folder) {
  folder.done(with(words, {"--no-db", "--quiet", "--record", "all.jsonl"}));
  return objects(content(folder.path() / "all.jsonl"));
}

std::vector<Json> recorded(const Words& words) {
  const TemporaryFolder folder;
  return recorded(words, folder);
}

/// The first actions of a match, as "0 5 5|1 0 3|".
std::string first_actions(const Json& match, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    const Json& action = match.at("actions").at(i);
    text += std::to_string(action.at("seat").get<int>()) + " " + action.at("action").get<std::string>() + "|";
  }
  return text;
}

std::string seed_of(const Json& match) {
  return match.at("setup").at("seed").dump();
}

}  // namespace

TEST_CASE("both seatings of a seed begin with the same random actions, and other seeds with others") {
  const std::vector<Json> all = recorded(pairing("tournament", {"--seeds", "1-30", "--opening-plies", "4"}));
  REQUIRE(all.size() == 60);
  const Json schema = parse_json(content(source_folder / "docs/transcript.schema.json"));
  std::map<std::string, std::set<std::string>> openings;
  std::set<std::string> different;
  std::set<std::string> matches;
  for (const Json& match : all) {
    CHECK(match.at("setup").at("opening") == Json{{"plies", 4}});
    CHECK(schema_faults(schema, match) == Words{});
    openings[seed_of(match)].insert(first_actions(match, 4));
    different.insert(first_actions(match, 4));
    matches.insert(match.at("seats").dump() + match.at("actions").dump());
  }
  for (const auto& each : openings) CHECK_MESSAGE(each.second.size() == 1, each.first);
  CHECK(different.size() == 30);
  CHECK(matches.size() == 60);
}

TEST_CASE("openings make different matches where deterministic strategies play one match on all seeds") {
  const auto different = [](const Words& more) {
    const std::string counting = fixture("counting");
    const Words words = {"play",     "--game", "tonga",   "--set",  "n=8",     "--plugin", counting,
                         "--plugin", counting, "--seats", "listed", "--seeds", "1-30"};
    std::set<std::string> matches;
    for (const Json& match : recorded(with(words, more))) matches.insert(match.at("actions").dump());
    return matches.size();
  };
  CHECK(different({}) == 1);
  CHECK(different({"--opening-plies", "2"}) == 30);
}

TEST_CASE("an opening is the same in every command, at every isolation, for every secret and number of jobs") {
  std::set<std::string> openings;
  for (const Words& more :
       std::vector<Words>{{"--isolation", "none"}, {"--isolation", "process"}, {"--secret", "x"}, {"--jobs", "2"}}) {
    const std::vector<Json> played = recorded(with(pairing("play", {"--seeds", "5-6", "--opening-plies", "6"}), more));
    openings.insert(first_actions(played[0], 6) + first_actions(played[1], 6));
  }
  CHECK(openings.size() == 1);
}

TEST_CASE("a replay accepts recorded openings, and refuses a changed one") {
  const TemporaryFolder folder;
  folder.write("openings.txt", "5 5; 0 3\n");
  for (const Words& how : std::vector<Words>{{"--opening-plies", "2"}, {"--openings", "openings.txt"}}) {
    CAPTURE(how);
    Json match = recorded(pairing("play", with({"--seed", "3"}, how)), folder).at(0);
    folder.done({"replay", "all.jsonl", "--quiet"});
    // The other seats of the same two squares: legal, and with the same score at the end.
    std::string& action = match.at("actions").at(1).at("action").get_ref<std::string&>();
    const std::string before = action;
    action = "7 6";
    folder.write("changed.jsonl", match.dump() + "\n");
    const Result result = folder.run({"replay", "changed.jsonl", "--quiet"});
    CHECK(result.code == differs);
    CHECK(has(result.err, "changed.jsonl, action 2: the opening has '" + before + "', and not '7 6' as recorded"));
  }
}

TEST_CASE("a file of openings gives seed 1 the first line, and so on in a circle, or draws the lines") {
  const TemporaryFolder folder;
  folder.write("openings.txt", "# two sizes\nn=6\n\n  n=8 5 5; 0 3   # and two stones\n0 0;\n");
  const Words words = {"play",   "--game",     "tonga",        "--plugin", "greedy", "--plugin",
                       "server", "--openings", "openings.txt", "--seeds",  "1-9"};
  const std::vector<Json> all = recorded(words, folder);
  REQUIRE(all.size() == 9);
  const Json schema = parse_json(content(source_folder / "docs/transcript.schema.json"));
  for (std::size_t i = 0; i < all.size(); i += 3) {
    CHECK(all[i].at("setup").at("parameters").at("n") == 6);
    CHECK_FALSE(all[i].at("setup").contains("opening"));
    CHECK(all[i + 1].at("setup").at("parameters").at("n") == 8);
    CHECK(all[i + 1].at("setup").at("opening") == Json{{"given", Words{"5 5", "0 3"}}});
    CHECK(schema_faults(schema, all[i + 1]) == Words{});
    CHECK(first_actions(all[i + 1], 2) == "0 5 5|1 0 3|");
    CHECK(first_actions(all[i + 2], 1) == "0 0 0|");
  }
  folder.done({"replay", "all.jsonl", "--quiet"});
}

TEST_CASE("with a file, --opening-plies is how many actions of a line a match begins with") {
  const TemporaryFolder folder;
  folder.write("openings.txt", "5 5; 0 3; 4 4\n");
  const std::vector<Json> all =
      recorded(pairing("play", {"--openings", "openings.txt", "--opening-plies", "2", "--seeds", "1-2"}), folder);
  CHECK(all[0].at("setup").at("opening") == Json{{"given", Words{"5 5", "0 3"}}});
  CHECK(first_actions(all[0], 2) == first_actions(all[1], 2));
  folder.done({"replay", "all.jsonl", "--quiet"});
}

TEST_CASE("matches with openings are stored as such, and a merged run of parts equals the whole one") {
  const TemporaryFolder folder;
  folder.write("openings.txt", "n=6\nn=8 5 5; 0 3\n5 5; 0 4\n");
  folder.write("two.txt", "5 5; 0 3\n5 5; 0 4\n");
  for (const Words& how :
       std::vector<Words>{{"--set", "n=8", "--opening-plies", "4"}, {"--openings", "openings.txt"}}) {
    CAPTURE(how);
    const auto tournament = [&](const Words& more) {
      Words words = {"tournament", "--game", "tonga", "--plugin", "greedy", "--plugin", "server", "--seeds", "1-8"};
      return folder.done(with(with(words, how), more)).out;
    };
    const std::string all = how[0] == "--set" ? "plies" : "lines";
    tournament({"--db", all + ".db"});
    const auto results = [&](const std::string& file) {
      return rows(folder.path() / file,
                  "SELECT number, block, seed, parameters, opening, seat, name, score, turns FROM matches"
                  " ORDER BY run, number, seat");
    };
    for (const std::string part : {"1", "2"}) tournament({"--db", all + part + ".db", "--shard", part + "/2"});
    folder.done({"merge", all + "1.db", all + "2.db", "--into", all + "-merged.db"});
    CHECK(results(all + "-merged.db") == results(all + ".db"));
    CHECK(has(tournament({"--db", all + ".db"}), "16 of 16 matches were played before"));
  }
  const auto played = [&](const Words& more) {
    return folder.done(with(pairing("tournament", {"--seeds", "1-8", "--db", "plies.db"}), more)).out;
  };
  for (const Words& other : std::vector<Words>{{}, {"--opening-plies", "3"}, {"--openings", "two.txt"}})
    CHECK(!has(played(other), "played before"));
}

TEST_CASE("the commands that play a match again have the openings") {
  const TemporaryFolder folder;
  const Words words = {"compare", "--game",  "tonga", "--set",           "n=8", "--plugin", "greedy", "--against",
                       "server",  "--seeds", "1-4",   "--opening-plies", "4"};
  const std::string out = folder.done(words).out;
  CHECK(has(out, "tournament --game tonga --set n=8 --opening-plies 4 --plugin greedy"));
}

TEST_CASE("a live match begins with the opening of its seed") {
  const TemporaryFolder folder;
  const std::vector<Json> usual = recorded(pairing("play", {"--seed", "7", "--opening-plies", "4"}), folder);
  const std::vector<Json> live =
      recorded(pairing("play", {"--seed", "7", "--opening-plies", "4", "--swap", "9:0=random"}), folder);
  CHECK(live[0].at("setup").at("opening") == Json{{"plies", 4}});
  CHECK(first_actions(live[0], 8) == first_actions(usual[0], 8));
  folder.done({"replay", "all.jsonl", "--quiet"});
}

TEST_CASE("bad openings are refused in one sentence") {
  const auto with_file = [](const std::string& name, const Words& more = {}) {
    return with(with({"play", "--game", "tonga", "--plugin", "greedy", "--plugin", "server", "--openings", name}, more),
                {"--no-db"});
  };
  check_refused(
      {
          {tonga({"--opening-plies", "-1"}), usage, {"--opening-plies -1", "from 0 to 1000"}},
          {tonga({"--opening-plies", "900"}), usage, {"no opening of 900 random actions", "the match ends"}},
          {tonga({"--opening-plies", "2", "--opening-balance", "0.1"}),
           usage,
           {"--opening-balance is no longer there", "--openings FILE"}},
          {with_file("absent.txt"), usage, {"--openings absent.txt", "can't be read"}},
          {with_file("comments.txt"), usage, {"--openings comments.txt", "holds no opening"}},
          {with_file("size.txt"), usage, {"size.txt, line 2", "n=7"}},
          {with_file("two.txt", {"--set", "n=6"}), usage, {"two.txt, line 1", "n=8", "another value"}},
          {with_file("taken.txt"), usage, {"the opening '5 5; 5 5'", "at '5 5'", "is taken"}},
          {with_file("word.txt"), usage, {"the opening 'm=3'", "at 'm=3'"}},
          {{"--game", fixture("gate_game_1"), "--plugin", fixture("gate_player_1"), "--opening-plies", "1"},
           usage,
           {"has no model (agon.model/1)", "--openings"}},
      },
      [](const TemporaryFolder& folder) {
        folder.write("two.txt", "n=8\n");
        folder.write("comments.txt", "# none\n");
        folder.write("size.txt", "n=6\nn=7\n");
        folder.write("taken.txt", "5 5; 5 5\n");
        folder.write("word.txt", "m=3\n");
      });
}
