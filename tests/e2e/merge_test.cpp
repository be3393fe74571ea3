// One run on several machines, without a server: --shard, then merge.
#include "tests/e2e/host.hpp"

using namespace e2e;

namespace {

Words tournament(const Words& more) {
  return with(small_tournament({"--plugin", "server", "--seeds", "1-11", "--seatings", "one", "--isolation", "none"}),
              more);
}

/// All that the view of the results shows, but for times and memory.
std::string results_in(const fs::path& file) {
  return rows(file,
              "SELECT run, number, block, game, seed, parameters, seat, name, strategy, score, contest,"
              " outcome, turns FROM matches ORDER BY run, number, seat");
}

}  // namespace

TEST_CASE("a merged database equals that of one run") {
  const TemporaryFolder folder;
  const auto in_folder = [&](const Words& words) { return folder.command(words); };
  done(in_folder(tournament({"--db", "one.db"})));
  for (const std::string part : {"3", "1", "2"}) {
    const Result played = done(in_folder(tournament({"--db", part + ".db", "--shard", part + "/3"})));
    CHECK(has(played.err, "part " + part + " of 3"));
  }
  const Result lacking = done(in_folder({"merge", "3.db", "1.db", "--into", "all.db"}));
  CHECK(has(lacking.out, "all.db: run 1 lacks part 2 of 3"));
  const Json whole = parse_json(done(in_folder({"merge", "2.db", "3.db", "--into", "all.db", "--json"})).out);
  CHECK(whole["incomplete"].empty());
  CHECK(whole["databases"][1]["new_matches"] == 0);
  CHECK(results_in(folder.path() / "all.db") == results_in(folder.path() / "one.db"));
  // The whole run finds all its matches there.
  const Result again = done(in_folder(tournament({"--db", "all.db"})));
  CHECK(has(again.out, "33 of 33 matches were played before"));
}

TEST_CASE("bad parts and bad databases are refused in one sentence") {
  check_refused(
      {
          {tournament({"--db", "a.db", "--shard", "0/3"}), usage, {"--shard 0/3", "2/4"}},
          {tournament({"--db", "a.db", "--shard", "4/3"}), usage, {"--shard 4/3"}},
          {tournament({"--db", "a.db", "--shard", "2"}), usage, {"--shard 2"}},
          {tournament({"--db", "a.db", "--shard", "1/2/3"}), usage, {"--shard 1/2/3"}},
          {tournament({"--db", "a.db", "--shard", "1/12"}), usage, {"11 seeds"}},
          {tournament({"--no-db", "--shard", "1/2"}), usage, {"needs a database"}},
          {{"compare", "--game", "tonga", "--plugin", "greedy", "--against", "random", "--sequential", "--shard",
            "1/2"},
           usage,
           {"--shard", "--sequential"}},
          {{"merge"}, usage, {"--into"}},
          {{"merge", "--into", "all.db"}, usage, {"merge takes databases"}},
          {{"merge", "nothing.db", "--into", "all.db"}, 5, {"nothing.db"}},
          {{"merge", "text.db", "--into", "all.db"}, 5, {"text.db", "no results database"}},
      },
      [](const TemporaryFolder& folder) { folder.write("text.db", "these are just words, not a database at all"); });
}
