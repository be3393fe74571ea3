// What `serve` is given on its command line, from the outside. The tests of its pages are in tests/browser.
#include "tests/e2e/host.hpp"
#include "tests/support/http.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <fstream>
#include <future>
#include <iterator>
#include <sstream>

using namespace e2e;

TEST_CASE("serve --trace shows the lines of a match's program beside its turns, and says so where there are none") {
  const TemporaryFolder folder;
  folder.write_program(
      "bot.sh",
      "#!/bin/sh\nwhile read -r word rest; do case $word in start) echo ready;; turn) echo error no idea;; "
      "quit) exit;; esac; done\n");
  for (const char* const seed : {"1", "2"}) {
    folder.done(tonga({"--plugin", "./bot.sh", "--plugin", "random", "--quiet", "--seed", seed, "--trace",
                       std::string(seed) + ".tsv", "--record", std::string(seed) + ".jsonl"}));
  }
  Process server(folder.command({"serve", "1.jsonl", "2.jsonl", "--trace", "1.tsv"}));
  const std::string link = link_of(server);
  const auto asked = [&](const std::string& what) { return support::ask(link + "api/" + what).body; };
  CHECK(has(asked("block?id=file-1&number=0"), R"(\u003c error no idea)"));
  CHECK_FALSE(has(asked("match?id=file-1"), "--trace"));
  CHECK_FALSE(has(asked("block?id=file-2&number=0"), "error no idea"));
  CHECK(has(asked("match?id=file-2"), "--trace 1.tsv: it has no lines of seed 2 with the players of this match"));
  server.stop(SIGINT);
  folder.refuses({"serve", "--trace", "1.tsv"}, usage, {"--trace needs a FILE"});
  folder.refuses({"serve", "1.jsonl", "--trace", "none.tsv"}, transcript, {"--trace none.tsv: can't be read"});
}

namespace {

/// Returns the processes that this one has started and whose command line contains `word`.
std::vector<pid_t> children_of(pid_t parent, const std::string& word) {
  std::vector<pid_t> found;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const auto text_of = [&](const char* file) {  // nothing, if it has ended meanwhile
      std::ifstream stream(entry.path() / file);
      std::ostringstream text;
      text << stream.rdbuf();
      return text.str();
    };
    const std::string status = text_of("status");
    const std::string words = text_of("cmdline");
    if (has(status, "\nPPid:\t" + std::to_string(parent) + "\n") && has(words, word)) found.push_back(std::stoi(name));
  }
  return found;
}

/// A run as the page of a server starts it.
std::string run_request(const std::string& seeds) {
  return R"({"command": "tournament", "game": "tonga", "players": [{"plugin": "greedy"}, {"plugin": "random"}], "seeds": ")" +
         seeds + R"(", "label": ""})";
}

}  // namespace

TEST_CASE("serve starts runs after its program was built anew, or is gone") {
  const TemporaryFolder folder;
  fs::copy(host_program.parent_path(), folder.path() / "stage", fs::copy_options::recursive);
  const fs::path program = folder.path() / "stage/host";
  Process server({.words = {program, "serve", "--db", "results.db"}, .folder = folder.path()});
  const std::string link = link_of(server);
  fs::copy(program, folder.path() / "stage/host.new");
  fs::rename(folder.path() / "stage/host.new", program);
  CHECK(support::ask(link + "api/run", run_request("1-2")).body == R"({"id":1})");
  fs::remove(program);
  CHECK(support::ask(link + "api/run", run_request("3-4")).body == R"({"id":2})");
  server.stop(SIGINT);
}

TEST_CASE("while a run starts slowly, as where others write to the database, a server answers all else") {
  const TemporaryFolder folder;
  folder.done(small_tournament({"--quiet", "--db", "results.db"}));
  Process server(folder.command({"serve", "--db", "results.db"}));
  const std::string link = link_of(server);
  SQLite::Database other(folder.path() / "results.db", SQLite::OPEN_READWRITE);
  other.exec("BEGIN IMMEDIATE");
  auto started =
      std::async(std::launch::async, [&] { return support::ask(link + "api/run", run_request("1-2")).body; });
  REQUIRE(comes_true([&] { return !children_of(server.id(), "tournament").empty(); }));
  CHECK(has(support::ask(link + "api/run?id=1").body, R"("stoppable":false)"));
  CHECK(has(support::ask(link + "api/stop", R"({"id": 1})").body, "is not one that this server plays"));
  CHECK(started.wait_for(std::chrono::seconds(0)) == std::future_status::timeout);
  other.exec("COMMIT");
  CHECK(has(started.get(), R"({"id":2})"));
  server.stop(SIGINT);
}

TEST_CASE("requests that take long make no thread each, and all are answered") {
  const TemporaryFolder folder;
  folder.write_program("slow.sh",
                       "#!/bin/sh\nwhile read -r word rest; do case $word in start) echo ready;; "
                       "turn) sleep 2; echo error no idea;; quit) exit;; esac; done\n");
  folder.done(small_match({"--quiet", "--record", "match.jsonl"}));
  Process server(folder.command({"serve", "match.jsonl", "--plugin", "./slow.sh"}));
  const std::string link = link_of(server);
  CHECK(has(support::ask(link + "api/match?id=file-1").body, "tonga"));
  const std::vector<pid_t> views = children_of(server.id(), "serve");
  REQUIRE(views.size() == 1);
  constexpr int requests = 60;
  std::vector<std::future<std::string>> answers;
  for (int i = 0; i < requests; ++i) {
    answers.push_back(std::async(std::launch::async, [&] {
      return support::ask(link + "api/hint", R"({"id": "file-1", "turn": 0, "player": {"plugin": "./slow.sh"}})").body;
    }));
  }
  const auto threads = [&] {
    return std::distance(fs::directory_iterator("/proc/" + std::to_string(views[0]) + "/task"),
                         fs::directory_iterator());
  };
  std::ptrdiff_t most = 0;
  for (auto& answer : answers) {
    while (answer.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready)
      most = std::max(most, threads());
    CHECK(has(answer.get(), "no idea"));
  }
  CHECK(most > 8);
  CHECK(most < requests);
  server.stop(SIGINT);
}
