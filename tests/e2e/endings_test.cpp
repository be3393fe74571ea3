// How a host begins and ends where its surroundings are odd: streams that are closed, signals, readers that have gone,
// no more threads, a game that ends the program.

#include "tests/e2e/host.hpp"

#include <chrono>
#include <csignal>
#include <thread>

using namespace e2e;

namespace {

/// Short matches, one after the other.
Words matches(const std::string& seeds, const Words& more = {}) {
  return small_match(with({"--seeds", seeds, "--no-db"}, more));
}

/// The host as a shell starts it that runs `script`, in which "$@" is its command line.
Command in_shell(const std::string& script, const Words& words, const TemporaryFolder& folder) {
  Command command = folder.command(words);
  const Words shell = {"bash", "-c", script, "bash"};
  command.words.insert(command.words.begin(), shell.begin(), shell.end());
  return command;
}

/// How many transcripts a file holds, all of which are whole.
std::size_t transcripts_in(const fs::path& file) {
  std::size_t count = 0;
  for (const std::string& line : lines_of(content(file))) {
    CAPTURE(line);
    CHECK(support::is_json(line));
    ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("with its standard streams closed a host writes what it prints nowhere, least of all into its files") {
  struct Case {
    std::string closed;
    int code;
    std::string err;
  };
  const std::string unwritten = "host: the output can't be written\n";
  for (const Case& each : {Case{"<&- >&- 2>&-", output, ""}, Case{">&- 2>&-", output, ""},
                           Case{"<&- >&-", output, unwritten}, Case{"<&- 2>&-", 0, ""}}) {
    CAPTURE(each.closed);
    const TemporaryFolder folder;
    const Result result =
        run(in_shell("exec \"$@\" " + each.closed, matches("1-3", {"--record", "match.json"}), folder));
    CHECK(result.code == each.code);
    CHECK(result.err == each.err);
    CHECK(transcripts_in(folder.path() / "match.json") == 3);
  }
}

TEST_CASE("a signal is taken like Ctrl-C, also twice: what is finished is shown and kept, whole, and nothing else") {
  for (const auto& signals :
       std::vector<std::vector<int>>{{SIGINT}, {SIGTERM}, {SIGHUP}, {SIGTERM, SIGTERM}, {SIGHUP, SIGINT}}) {
    for (const std::string jobs : {"1", "2"}) {
      CAPTURE(signals.front());
      CAPTURE(jobs);
      const TemporaryFolder folder;
      Process process(folder.command(matches("1-9000000", {"--record", "matches.json", "--jobs", jobs})));
      REQUIRE(process.read_until([](const std::string& out) { return has(out, "seed 5 "); }));
      for (const int signal : signals) process.signal(signal);
      const Result result = process.wait();
      CHECK(result.code == 130);
      CHECK(names_in(folder.path()) == Words{"matches.json"});
      const std::size_t count = transcripts_in(folder.path() / "matches.json");
      CHECK(count >= 5);
      if (signals.size() > 1) continue;
      check_has(result.err,
                "host: interrupted after " + std::to_string(count) + " of 9000000 matches; to begin again: ");
      check_has(result.out, "\nstrategy  matches ");
      const Json last = objects(content(folder.path() / "matches.json")).back();
      CHECK(last.at("setup").at("seed") == count);
      folder.done({"replay", "matches.json", "--quiet"});
    }
  }
}

TEST_CASE("each Ctrl-C is answered at once: what happens, how many matches are stored, and the command that goes on") {
  const TemporaryFolder folder;
  folder.write_program("bot.sh", "#!/bin/sh\nwhile read -r word rest; do [ \"$word\" = quit ] && exit; done\n");
  // Its first match lasts until the limit.
  Process process(folder.command(
      {"--game", "tonga", "--plugin", "./bot.sh", "--seeds", "1-3", "--wall", "600", "--db", "runs.db", "--quiet"}));
  REQUIRE(comes_true([&] { return fs::exists(folder.path() / "runs.db-wal"); }));
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  process.signal(SIGINT);
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  const Result result = process.stop(SIGINT);
  CHECK(result.code == 130);
  CAPTURE(result.err);
  Words answers = lines_of(result.err);
  std::erase_if(answers, [](const std::string& line) { return has(line, "this system gives programs no "); });
  REQUIRE(answers.size() == 2);
  CHECK(
      answers[0].starts_with("host: interrupted: finishes the matches in play; another Ctrl-C stops at once; "
                             "0 of 3 matches stored; to go on: "));
  CHECK(answers[1].starts_with("host: stopped at once; 0 of 3 matches stored; to go on: "));
  CHECK(has(answers[1], " --seeds 1-3 "));
}

TEST_CASE("a host under nohup goes on after a hang-up") {
  const TemporaryFolder folder;
  Process process(in_shell("trap '' HUP; exec \"$@\"", matches("1-60"), folder));
  REQUIRE(process.read_until([](const std::string& out) { return has(out, "seed 2 "); }));
  const Result result = process.stop(SIGHUP);
  CHECK(result.code == 0);
  CHECK(has(result.out, "seed 60 "));
}

TEST_CASE("a run whose reader has gone ends by SIGPIPE, with its record in place") {
  const TemporaryFolder folder;
  const Result result = run(in_shell("\"$@\" | head -n 2; exit ${PIPESTATUS[0]}",
                                     matches("1-1000000", {"--record", "matches.json"}), folder));
  CHECK(result.code == 128 + SIGPIPE);
  CHECK(lines_of(result.out).size() == 2);
  CHECK(names_in(folder.path()) == Words{"matches.json"});
  CHECK(transcripts_in(folder.path() / "matches.json") >= 2);
}

#ifndef AGON_SANITIZED
TEST_CASE("a thread that can't be started is a sentence") {
  const TemporaryFolder folder;
  folder.done(matches("1"));  // the game is described and remembered now
  // The stack of a thread is as large as the limit of the first one's: larger than all memory that there may be.
  for (const std::string jobs : {"1", "2"}) {
    const Result result = run(
        in_shell("ulimit -s 100000000 && ulimit -v 50000000 && exec \"$@\"", matches("1-3", {"--jobs", jobs}), folder));
    CAPTURE(result.err);
    CHECK(result.code == 7);
    CHECK(lines_of(result.err).size() == 1);
    CHECK(result.err.starts_with("host: can't start a thread: "));
  }
}
#endif

TEST_CASE("a game that ends its process is told from a run that is done") {
  const TemporaryFolder folder;
  const std::string leaving = fixture("leaving");
  for (const std::string how : {"act", "quick", "create"}) {
    for (const Words& more :
         std::vector<Words>{{}, {"--seeds", "1-8", "--jobs", "2", "--no-db"}, {"--isolation", "none"}}) {
      CAPTURE(how);
      CAPTURE(more);
      const Words words = with({"--game", leaving, "--plugin", leaving, "--set", "how=" + how}, more);
      Command command = folder.command(words);
      command.environment["TMPDIR"] = folder.path();  // a game that ends the host leaves the copy of its library there
      const Result result = run(command);
      CHECK(result.code == e2e::game);
      if (!more.empty() && more.front() == "--isolation") {
        CHECK(result.err == "host: a game ended the host: it called exit(), which its contract forbids\n");
      } else {
        CHECK(result.err.starts_with("host: the game leaving, seed 1, ended its process with exit code 0"));
      }
    }
  }
  CHECK(folder.run({"--game", leaving, "--plugin", leaving, "--set", "how=never"}).code == 0);
}
