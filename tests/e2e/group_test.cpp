// Matches of more than two: a game for two to four seats.
#include "tests/e2e/host.hpp"

#include <map>
#include <utility>

using namespace e2e;

namespace {

const std::string many_dials = (fixture_folder / "dials_for_many.so").string();

Words with_many(const std::string& name, const Words& more) {
  return with({name, "--game", many_dials, "--isolation", "none"}, more);
}

Words groups_of(const Words& more) {
  Words words;
  for (const std::string depth : {"2", "4", "6", "7"}) {
    words.push_back("--plugin");
    words.push_back(many_dials + ",name=d" + depth + ",depth=" + depth);
  }
  return with_many("tournament", with(with(words, {"--seeds", "1-2"}), more));
}

/// The names of the seats of each match that was printed as JSON.
std::vector<Words> printed_seatings(const std::string& lines) {
  std::vector<Words> all;
  for (const Json& match : objects(lines, "seats")) {
    all.emplace_back();
    for (const Json& seat : match.at("seats")) all.back().push_back(seat.at("name").get<std::string>());
  }
  return all;
}

}  // namespace

TEST_CASE("a tournament of threes has each group on each seed, everybody in each seat as often") {
  const Result result = done(host(groups_of({"--group", "3", "--json", "--quiet", "--no-db"})));
  const std::vector<Words> all = printed_seatings(result.out);
  CHECK(all.size() == 4 * 3 * 2);
  std::map<std::pair<std::string, std::size_t>, int> taken;
  for (const Words& match : all) {
    REQUIRE(match.size() == 3);
    for (std::size_t seat = 0; seat < match.size(); ++seat) ++taken[{match[seat], seat}];
  }
  CHECK(taken.size() == 12);
  for (const auto& [place, count] : taken) CHECK(count == 6);
}

TEST_CASE("without --group a tournament plays pairs, and --seatings all plays every order of a group") {
  const Result pairs = run(host(groups_of({"--json", "--quiet", "--no-db"})));
  for (const Words& match : printed_seatings(pairs.out)) CHECK(match.size() == 2);
  const Result orders = run(host(groups_of({"--group", "3", "--seatings", "all", "--json", "--quiet", "--no-db"})));
  CHECK(printed_seatings(orders.out).size() == 4 * 6 * 2);
}

TEST_CASE("matches of a group are found in the database, and count in its tables") {
  const TemporaryFolder folder;
  const Words words = groups_of({"--group", "4", "--db", "g.db"});
  folder.done(words);
  const Result again = folder.run(words);
  CHECK(has(again.out, "8 of 8 matches were played before"));
  const Json table = folder.object_of({"standings", "--db", "g.db", "--json"});
  CHECK(table.at("matches") == 8);
  CHECK(table.at("strategies").at(0).at("name") == "d7");
}

TEST_CASE("two strategies are compared one against all others, both ways in each seat") {
  const Words words = with_many("compare", {"--plugin", many_dials + ",depth=7,name=seven", "--against", many_dials,
                                            "--seeds", "1-20", "--group", "4", "--no-db", "--json"});
  const Json result = object_of(host(words));
  CHECK(result.at("answer") == "better");
  CHECK(result.at("new").at("matches") == 20 * 16);  // seats in eight matches a seed
  const std::string seed = result.at("largest_gains").at(0).at("command").get<std::string>();
  CHECK_MESSAGE(has(seed, "tournament --game"), seed);
  CHECK_MESSAGE(has(seed, "--group 4"), seed);
}

TEST_CASE("tuning plays groups") {
  const Json result = object_of(
      host(with_many("tune", {"--plugin", many_dials, "--tune", "depth", "--sampler", "random", "--matches", "600",
                              "--group", "3", "--check", "20001-20020", "--no-db", "--quiet", "--json"})));
  CHECK(result.at("best").at("depth") == "7");
  CHECK(result.at("check").at("answer") == "better");
  CHECK(result.at("check").at("new").at("matches") == 20 * 9);  // seats in six matches a seed
}

TEST_CASE("a number of seats that the game has not is refused with one sentence") {
  check_usage_refused(groups_of({"--group", "5"}), "--group 5: a match of dials has 2 to 4 seats");
  check_usage_refused(groups_of({"--group", "1"}), "--group 1: a match of dials has 2 to 4 seats");
  const std::string alone = (fixture_folder / "dials.so").string();
  check_usage_refused({"compare", "--game", alone, "--plugin", alone, "--against", alone + ",depth=3", "--group", "2"},
                      "--group 2: a match of dials has 1 seat");
  check_usage_refused(with_many("compare", {"--plugin", many_dials, "--against", many_dials + ",depth=3", "--group",
                                            "3", "--sprt", "0,20"}),
                      "and a match has 3 seats: --sequential is for any game");
}
