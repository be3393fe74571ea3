// Runs whose parts are played by scripts that stand for a batch system.
#include "tests/machines/run.hpp"

#include <sys/stat.h>
#include <csignal>

using namespace machines;

namespace {

/// A folder with a batch system that plays one part after the other on this machine; each has a line in `begun`.
struct Site : TemporaryFolder {
  Site() { system("one-by-one", "play \"$part\""); }

  /// Writes a system that does `each` for each part.
  void system(const std::string& name, const std::string& each) const {
    write_program(name, "#!/bin/bash\nset -e\nsite=" + path().string() +
                            R"(
play() { echo "$1 of $AGON_PARTS" >>"$site/begun"; "$AGON_PROGRAM" part "$AGON_FOLDER" "$1" "$AGON_JOBS"; }
for ((part = 1; part <= AGON_PARTS; ++part)); do )" +
                            each + "; done\n");
  }

  [[nodiscard]] Words begun() const { return support::lines_of(content(path() / "begun")); }

  /// Returns the folder of the only run.
  [[nodiscard]] fs::path run_folder() const {
    for (const std::string& name : names_in(path()))
      if (name.starts_with("run-")) return path() / name;
    return {};
  }
};

}  // namespace

TEST_CASE("a run on many machines stores what a run on one stores, and leaves no files") {
  const Site site;
  site.done(tournament({"--db", "one.db"}));
  site.done(tournament({"--db", "many.db", "--on", "./one-by-one", "--parts", "4", "--jobs", "2"}));
  CHECK(results_in(site.path() / "many.db") == results_in(site.path() / "one.db"));
  CHECK(rows(site.path() / "many.db", "SELECT state, schedule FROM runs") == "finished 33\n");
  CHECK(number(site.path() / "many.db", "SELECT count(*) FROM transcripts") == 33);
  CHECK(site.begun() == Words{"1 of 4", "2 of 4", "3 of 4", "4 of 4"});
  CHECK(site.run_folder() == "");
  // What is stored is not played again.
  const Result again = site.done(tournament({"--db", "many.db", "--on", "./one-by-one"}));
  CHECK(has(again.out, "33 of 33 matches were played before"));
  CHECK(site.begun().size() == 4);
}

TEST_CASE("a test that stops by itself plays in growing waves, and its answer is that of one machine") {
  const Site site;
  const Json here = site.object_of(sprt({"--db", "one.db"}));
  const Json there =
      site.object_of(sprt({"--db", "many.db", "--on", "./one-by-one", "--parts", "500", "--folder", "shared"}));
  CHECK(there.at("sprt").at("verdict") == "accept H1");
  CHECK(lasting(there) == lasting(here));
  CHECK(results_in(site.path() / "many.db") == results_in(site.path() / "one.db"));
  CHECK(site.begun().front() == "1 of 8");
  CHECK(site.begun().at(8) == "1 of 16");
  CHECK(site.begun().size() < 500);
  CHECK(names_in(site.path() / "shared").empty());
}

TEST_CASE("the script of a system knows no seeds and secrets, and others can't read them") {
  const Site site;
  site.system("curious", R"(env >>"$site/seen"; tr '\0' ' ' <"/proc/$$/cmdline" >>"$site/seen"
    stat --format=%a "$AGON_FOLDER/../job" "$AGON_FOLDER/1.part" >>"$site/modes"; play "$part"
    stat --format=%a "$AGON_FOLDER"/*.result >>"$site/modes")");
  site.done(tournament({"--db", "many.db", "--on", "./curious", "--parts", "1", "--secret", "tiger"},
                       "random:3:0123456789abcdef0123456789abcdef"));
  CHECK_FALSE(has(content(site.path() / "seen"), "tiger"));
  CHECK_FALSE(has(content(site.path() / "seen"), "0123456789abcdef"));
  CHECK(content(site.path() / "modes") == "600\n600\n600\n");
}

TEST_CASE("if a script fails, one sentence has its last lines, and the same command goes on") {
  const Site site;
  site.done(tournament({"--db", "one.db"}));
  site.system("failing", R"([ "$part" != 3 ] || { echo "the queue is closed" >&2; exit 9; }; play "$part")");
  const Words words = {"--db", "many.db", "--parts", "4", "--on"};
  const Result failed = site.run(tournament(with(words, {"./failing", "--quiet"})));
  check_refusal(failed, 7,
                {"failing failed with exit code 9, and 2 of 4 parts did not come", "'the queue is closed'",
                 "the same command goes on"});
  CHECK(number(site.path() / "many.db", "SELECT count(*) FROM stored_matches") == 18);
  site.system("forgetful", R"([ "$part" = 1 ] || play "$part")");
  check_refusal(site.run(tournament(with(words, {"./forgetful", "--quiet"}))), 7,
                {"forgetful ended, and 1 of 2 parts did not come", "its last lines", "nothing"});
  site.done(tournament(with(words, {"./one-by-one"})));
  CHECK(site.begun() == Words{"1 of 4", "2 of 4", "2 of 2", "1 of 1"});
  CHECK(rows(site.path() / "many.db", "SELECT count(*), count(DISTINCT key) FROM stored_matches") == "33 33\n");
  CHECK(site.run_folder() == "");
}

TEST_CASE(
    "after kill -9 of the host, the same command waits for the parts that are played, and no match is stored twice") {
  const Site site;
  site.done(tournament({"--db", "one.db"}));
  site.system("slow", R"(play "$part"; until [ -e "$site/go" ]; do sleep 0.1; done)");
  const Words words = tournament({"--db", "many.db", "--on", "./slow", "--parts", "4"});
  Process host(site.command(words));
  REQUIRE(comes_true([&] { return site.begun().size() == 1; }));
  host.stop(SIGKILL);
  Process second(site.command(words));
  REQUIRE(comes_true([&] { return number(site.path() / "many.db", "SELECT count(*) FROM runs") == 2; }));
  site.write("go", "");
  CHECK(second.wait().code == 0);
  CHECK(site.begun() == Words{"1 of 4", "2 of 4", "3 of 4", "4 of 4"});
  CHECK(rows(site.path() / "many.db", "SELECT count(*), count(DISTINCT key) FROM stored_matches") == "33 33\n");
  CHECK(rows(site.path() / "many.db", "SELECT count(*) FROM run_matches WHERE run = 2") == "33\n");
}

TEST_CASE("Ctrl-C ends the script and its parts, which leave what they have played to the same command") {
  const Site site;
  site.system("slow", R"(play "$part"; touch "$site/waits"; sleep 600 & wait $!)");
  const Words words = tournament({"--db", "many.db", "--on", "./slow", "--parts", "4"});
  Process host(site.command(words));
  REQUIRE(comes_true([&] { return fs::exists(site.path() / "waits"); }));
  const Result stopped = host.stop(SIGINT);
  CHECK(stopped.code == 130);
  check_has(stopped.err, "to go on: ");
  CHECK(site.run_folder() != "");
  site.done(tournament({"--db", "many.db", "--on", "./one-by-one", "--parts", "4"}));
  CHECK(rows(site.path() / "many.db", "SELECT count(*), count(DISTINCT key) FROM stored_matches") == "33 33\n");
  CHECK(site.run_folder() == "");
}

TEST_CASE("a part that is told to stop puts what it has played into the folder, and goes on from there") {
  const Site site;
  site.system("twice",
              R"("$AGON_PROGRAM" part "$AGON_FOLDER" 1 1 & part=$!; sleep 0.3; kill $part; wait $part || echo "code $?"
    ls "$AGON_FOLDER"/*.result 2>/dev/null | wc -l >>"$site/results"; play 1)");
  site.done(tournament({"--db", "many.db", "--on", "./twice", "--parts", "1"}, "1-150"));
  CHECK(number(site.path() / "many.db", "SELECT count(*) FROM stored_matches") == 450);
}

TEST_CASE("programs travel with their files, and one that can't be used is left out as on one machine") {
  const Site site;
  fs::permissions(site.path(), fs::perms{0755});
  site.write_program("bot/bot.sh", R"(#!/bin/sh
while read -r word rest; do
  case $word in
    start) echo ready ;;
    turn) exit 3 ;;
    quit) exit 0 ;;
  esac
done
)");
  site.system("elsewhere", R"(mv "$site/bot" "$site/gone"; play "$part"; mv "$site/gone" "$site/bot")");
  site.write("bad.so", "no library");
  const Words words = small_tournament({"--plugin", "./bot/bot.sh", "--plugin", "./bad.so", "--seeds", "1-2"});
  site.done(with(words, {"--db", "one.db"}));
  site.done(with(words, {"--db", "many.db", "--on", "./elsewhere"}));
  CHECK(results_in(site.path() / "many.db") == results_in(site.path() / "one.db"));
}

TEST_CASE("what can't be played on many machines is refused in one sentence") {
  const Words words = tournament({"--db", "many.db", "--on", "./one-by-one"});
  const Site site;
  site.system("apart", R"("$AGON_PROGRAM" part /nowhere/run-1/1 1)");
  const std::vector<Case> cases = {
      {tournament({"--db", "a.db", "--on", "slurn"}), usage, {"--on slurn: there is no such program", "'slurm'"}},
      {tournament({"--db", "a.db", "--on", "./none"}),
       usage,
       {"--on ./none: there is no such program", "parallel, slurm"}},
      {tournament({"--db", "a.db", "--parts", "4"}), usage, {"--parts", "--on"}},
      {tournament({"--db", "a.db", "--folder", "x"}), usage, {"--folder", "--on"}},
      {tournament({"--no-db", "--on", "./one-by-one"}), usage, {"--folder"}},
      {with(words, {"--shard", "1/2"}), usage, {"--shard", "--on"}},
      {with(words, {"--isolation", "none"}), usage, {"in the sandbox only"}},
      {with(words, {"--folder", "/proc/nowhere"}), output, {"/proc/nowhere", "can't be made", "--folder"}},
      {tournament({"--db", "a.db", "--on", "./apart", "--quiet"}),
       7,
       {"apart failed with exit code 5", "is /nowhere shared with this machine?"}},
      {{"part", "x"}, usage, {"part takes AGON_FOLDER"}},
  };
  for (const Case& each : cases) site.refuses(each.arguments, each.code, each.parts);
}
