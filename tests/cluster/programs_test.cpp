// Programs on a cluster: their files travel, and the machines run them with interpreters of their own.
#include "tests/cluster/machines.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <utility>

namespace {

using cluster_test::check_as_here;
using cluster_test::has;
using cluster_test::Postgres;
using cluster_test::results_in;
using cluster_test::with;
using cluster_test::Words;

constexpr int no_machine = 12;

// Plays the first cell of the row that is free, by a file beside it.
const std::string bot = R"(
while read -r word a b c d e seed rest; do
  case $word in
    start) echo ready ;;
    turn) choose "$b" ;;
  esac
done
)";
const std::string beside = R"(
choose() {
  local row=0 line before
  IFS=/ read -ra rows <<<"$1"
  for line in "${rows[@]}"; do
    before=${line%%.*}
    [ "$before" = "$line" ] || { echo "action $row ${#before}"; return; }
    row=$((row + 1))
  done
}
)";

/// A folder with the program, and a file that does not belong to it.
void write_bot(const e2e::TemporaryFolder& folder, const std::string& first_line) {
  const auto file = folder.write("bot/bot.sh", first_line + "\n. \"$(dirname \"$0\")/choose.sh\"" + bot);
  std::filesystem::permissions(file, std::filesystem::perms::owner_all | std::filesystem::perms::others_read |
                                         std::filesystem::perms::others_exec);
  folder.write("bot/choose.sh", beside);
  folder.write("bot/.secret", "of the owner");
}

Words program_run(const std::string& plugin, const Words& more) {
  return with({"tournament", "--game", "tonga", "--set", "n=6", "--plugin", plugin, "--plugin", "greedy", "--seeds",
               "1-3", "--quiet"},
              more);
}

}  // namespace

TEST_CASE("a program and the files beside it play on another machine as on this one") {
  if (!cluster_test::has_postgres()) return;
  const e2e::TemporaryFolder folder;
  const e2e::TemporaryFolder machine;
  const Postgres server;
  write_bot(folder, "#!/usr/bin/env bash");
  support::Process arena(cluster_test::arena(server.url(), "anna", machine.path()));
  for (const std::string plugin : {"./bot/bot.sh", "run:bash bot/bot.sh"}) {
    CAPTURE(plugin);
    check_as_here([&](const Words& more) { return program_run(plugin, more); }, folder, server);
    CHECK(e2e::rows(folder.path() / "all.db", "SELECT count(*) FROM results WHERE outcome <> 'ok'") ==
          e2e::rows(folder.path() / "local.db", "SELECT count(*) FROM results WHERE outcome <> 'ok'"));
  }
  CHECK_MESSAGE(
      server.value("SELECT count(*) FROM agon.libraries WHERE position('of the owner'::bytea in bytes) > 0") == "0",
      "hidden files stay");
  CHECK(server.value("SELECT count(*) FROM agon.libraries WHERE position('choose()'::bytea in bytes) > 0") == "1");
  cluster_test::check_stops(arena);
}

TEST_CASE("a league plays libraries and programs on another machine as on this one") {
  if (!cluster_test::has_postgres()) return;
  const e2e::TemporaryFolder folder;
  const e2e::TemporaryFolder machine;
  const Postgres server;
  support::Process arena(cluster_test::arena(server.url(), "anna", machine.path()));
  for (const std::string league : {"here", "there"}) {
    folder.write(league + "/league.toml",
                 "seeds = 'random:1:0123456789abcdef0123456789abcdef'\nanchors = ['random']\nblocks = 4\n"
                 "[match]\ngame = 'tonga'\nset = ['n=6']\nwall = 60\n");
    folder.copy(e2e::shipped("greedy"), league + "/bots/ann/greedy.so");
    write_bot(folder, "#!/usr/bin/env bash");
    std::filesystem::create_directories(folder.path() / league / "bots/bob");
    std::filesystem::rename(folder.path() / "bot", folder.path() / league / "bots/bob/program");
    folder.write(league + "/bots/bob/program/bot.toml", "plugin = './bot.sh'\n");
    Words words = {"league", "run", league, "--once"};
    if (league == "there") words.insert(words.end(), {"--cluster", server.url()});
    CHECK(folder.done(words).out.find("bob/program@1 takes part") != std::string::npos);
  }
  CHECK(e2e::content(folder.path() / "there/league.log").find("\"blocks\"") != std::string::npos);
  CHECK(results_in(folder.path() / "there/league.db") == results_in(folder.path() / "here/league.db"));
  CHECK(server.value("SELECT count(*) FROM agon.libraries WHERE position('choose()'::bytea in bytes) > 0") == "1");
}

TEST_CASE("a program that needs more than its files, and a machine without its interpreter, are named in a sentence") {
  if (!cluster_test::has_postgres()) return;
  const e2e::TemporaryFolder folder;
  const Postgres server;
  write_bot(folder, "#!/usr/bin/env bash");
  folder.write("data/book.txt", "moves");
  const auto refused = [&](const std::string& plugin, const std::string& part) {
    CAPTURE(plugin);
    const support::Result result = folder.run(program_run(plugin, {"--no-db", "--cluster", server.url()}));
    CHECK(result.code == e2e::usage);
    CHECK(e2e::has(result.err, part));
  };
  refused("./bot/bot.sh,read=data", "data, which lies neither in its folder");
  refused("./bot/bot.sh,cwd=data", "data, which ");
  folder.write("bot/large", std::string((std::size_t{64} << 20U) + 1, 'x'));
  refused("run:bash bot/bot.sh bot/large", "more than 64 MiB");
  std::filesystem::remove(folder.path() / "bot/large");

  support::Command poor = cluster_test::arena(server.url(), "anna", folder.path());
  poor.words.front() = "/bin/sh";
  poor.environment["PATH"] = (folder.path() / "data").string();
  support::Process arena(poor);
  const support::Result result = folder.run(program_run("./bot/bot.sh", {"--no-db", "--cluster", server.url()}));
  CHECK(result.code == no_machine);
  CHECK(e2e::has(result.err, "needs the interpreter bash, which is not there"));
}

TEST_CASE(
    "solutions of a contest's tester play on another machine that has the tester's folder, and a referee's players, "
    "too") {
  if (!cluster_test::has_postgres()) return;
  const e2e::TemporaryFolder folder;
  const e2e::TemporaryFolder machine;
  const Postgres server;
  folder.write("contest/game.toml",
               "generator = 'echo {seed}'\nscore = 'Score = ([0-9]+)'\ntester = 'echo Score = $(cat {output})'\n");
  folder.write("counts/game.toml", "referee = 'sh referee.sh'\nseats = 2\n");
  folder.write("counts/referee.sh", R"(read -r hello
while read -r word first rest; do
  case $word in
    new) echo position $first; echo turn 0; last=$first ;;
    act) last=$((last + rest)); echo position $last; [ $first = 1 ] && echo over $last 0 || echo turn 1 ;;
    forfeit) echo over 0 0 ;;
  esac
done
)");
  folder.write("twice/twice.sh", "read -r number\necho $((2 * number))\n");
  for (const auto& [name, action] : {std::pair("adds", "7"), std::pair("takes", "-3")})
    folder.write(std::string(name) + "/" + name + ".sh",
                 std::string("while read -r word rest; do\n  case $word in start) echo ready ;; turn) echo action ") +
                     action + " ;; esac\ndone\n");
  support::Process arena(cluster_test::arena(server.url(), "anna", machine.path()));
  for (const Words& played : {Words{"contest", "run:sh twice/twice.sh", "run:cat"},
                              Words{"counts", "run:sh adds/adds.sh", "run:sh takes/takes.sh"}}) {
    CAPTURE(played.front());
    const auto run = [&](const Words& more) {
      return with({"tournament", "--game", "./" + played[0], "--plugin", played[1], "--plugin", played[2], "--seeds",
                   "1-3", "--quiet"},
                  more);
    };
    check_as_here(run, folder, server);
    CHECK(has(results_in(folder.path() / "local.db"), " ok "));
  }
  cluster_test::check_stops(arena);
}
