// One run on several machines, without a server: --shard, then merge.
#include "tests/e2e/host.hpp"
#include "tests/e2e/refusals.hpp"
#include "tests/e2e/stored.hpp"
#include "tests/support/checked_json.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

namespace {

using e2e::done;
using e2e::host;
using e2e::Words;

Words tournament(const Words& more) {
  Words words = {"tournament", "--game",     "tonga",  "--set",       "n=6",    "--plugin",
                 "greedy",     "--plugin",   "random", "--plugin",    "server", "--seeds",
                 "1-11",       "--seatings", "one",    "--isolation", "none"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// All that the view of the results shows, but for times and memory.
std::string results_in(const std::filesystem::path& file) {
  return e2e::rows(file,
                   "SELECT run, number, block, game, seed, parameters, seat, name, strategy, score, contest,"
                   " outcome, turns FROM results ORDER BY run, number, seat");
}

}  // namespace

TEST_CASE("a merged database equals that of one run") {
  const support::TemporaryFolder folder;
  const auto in_folder = [&](const Words& words) { return host(words, folder.path()); };
  done(in_folder(tournament({"--db", "one.db"})));
  for (const std::string part : {"3", "1", "2"}) {
    const support::Result played = done(in_folder(tournament({"--db", part + ".db", "--shard", part + "/3"})));
    CHECK(played.err.find("part " + part + " of 3") != std::string::npos);
  }
  const support::Result lacking = done(in_folder({"merge", "3.db", "1.db", "--into", "all.db"}));
  CHECK(lacking.out.find("all.db: run 1 lacks part 2 of 3") != std::string::npos);
  const support::Json whole =
      support::parse_json(done(in_folder({"merge", "2.db", "3.db", "--into", "all.db", "--json"})).out);
  CHECK(whole["incomplete"].empty());
  CHECK(whole["databases"][1]["new_matches"] == 0);
  CHECK(results_in(folder.path() / "all.db") == results_in(folder.path() / "one.db"));
  // The whole run finds all its matches there.
  const support::Result again = done(in_folder(tournament({"--db", "all.db"})));
  CHECK(again.out.find("33 of 33 matches were played before") != std::string::npos);
}

TEST_CASE("bad parts and bad databases are refused in one sentence") {
  e2e::check_refused(
      {
          {tournament({"--db", "a.db", "--shard", "0/3"}), e2e::usage, {"--shard 0/3", "2/4"}},
          {tournament({"--db", "a.db", "--shard", "4/3"}), e2e::usage, {"--shard 4/3"}},
          {tournament({"--db", "a.db", "--shard", "2"}), e2e::usage, {"--shard 2"}},
          {tournament({"--db", "a.db", "--shard", "1/2/3"}), e2e::usage, {"--shard 1/2/3"}},
          {tournament({"--db", "a.db", "--shard", "1/12"}), e2e::usage, {"11 seeds"}},
          {tournament({"--no-db", "--shard", "1/2"}), e2e::usage, {"needs a database"}},
          {{"compare", "--game", "tonga", "--plugin", "greedy", "--against", "random", "--sequential", "--shard",
            "1/2"},
           e2e::usage,
           {"--shard", "--sequential"}},
          {{"merge"}, e2e::usage, {"--into"}},
          {{"merge", "--into", "all.db"}, e2e::usage, {"merge takes databases"}},
          {{"merge", "nothing.db", "--into", "all.db"}, 9, {"nothing.db"}},
          {{"merge", "text.db", "--into", "all.db"}, 9, {"text.db", "no results database"}},
      },
      [](const support::TemporaryFolder& folder) {
        folder.write("text.db", "these are just words, not a database at all");
      });
}
