// A run in somebody's terminal, with the host in its foreground, as a shell starts it.
#include "tests/e2e/host.hpp"
#include "tests/e2e/in_terminal.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <sstream>

using namespace e2e;

namespace {

/// What /proc/<pid>/stat says after the program's name: the state, the parent, the group, the session, the terminal.
struct Whereabouts {
  explicit Whereabouts(pid_t pid) {
    const std::string text = content("/proc/" + std::to_string(pid) + "/stat");
    std::istringstream rest(text.substr(text.rfind(')') + 1));
    char state = 0;
    pid_t parent = 0;
    rest >> state >> parent >> group >> session >> terminal;
  }
  pid_t group = 0;
  pid_t session = 0;
  int terminal = 0;  // 0: none
};

Words matches(const std::string& seeds) {
  return small_match({"--seeds", seeds, "--jobs", "1", "--no-db"});
}

}  // namespace

TEST_CASE("a bar shows how far a run is, between whole lines of results, and is gone at the end") {
  InTerminal host("/", matches("1-1000000"), {});
  REQUIRE(host.shows("/1000000  "));
  REQUIRE(host.shows(" left  greedy "));
  REQUIRE(host.shows("seed 30 "));
  host.type('\x03');
  const int status = host.end();
  CHECK(WEXITSTATUS(status) == 130);
  const std::string& shown = host.shown();
  // Each line of results stands alone: behind the end of another, or where the bar was taken away.
  const std::string wiped = "\r\x1b[K";
  std::size_t lines = 0;
  for (std::size_t at = 0; (at = shown.find("seed ", at)) != std::string::npos; ++at, ++lines) {
    const std::string before = shown.substr(0, at);
    if (lines > 0 && !before.ends_with("\n") && !before.ends_with(wiped)) FAIL_CHECK(before.substr(at - 40));
  }
  CHECK(lines > 10);
  CHECK(shown.rfind("[#") == std::string::npos);  // a millionth is no part of a bar
  CHECK(shown.rfind("\r[....") < shown.rfind(wiped));
}

TEST_CASE("a quiet run at a terminal has the bar, too, and leaves only the table") {
  InTerminal host("/", with(matches("1-1000000"), {"--quiet"}));
  REQUIRE(host.shows("/1000000  "));
  host.type('\x03');
  host.end();
  CHECK(!has(host.shown(), "seed "));
  CHECK(host.shown().find("\r\x1b[Kstrategy  ", host.shown().rfind("/1000000")) != std::string::npos);
}

TEST_CASE("the keys of a replay at a terminal go through the match, and its screen is gone at the end") {
  const TemporaryFolder folder;
  folder.done(small_match({"--record", "match.json"}));
  InTerminal host(folder.path(), {"replay", "match.json"});
  REQUIRE(host.shows("turn 0 of 36   space: play"));
  const std::vector<std::pair<std::string, std::string>> keys = {
      {"\x1b[C", "turn 1 of 36"},
      {"\x1bOC", "turn 2 of 36"},
      {"\x1b[6~", "turn 12 of 36"},
      {"\x1b[D\x1bOD", "turn 10 of 36"},
      {"x\x1b[15;5~\x1b[Z\x1b[6~", "turn 20 of 36"},              // those before are no keys
      {"\x1b[H\x1b[5~\x1b[D\x1b[C\x1b[C\x1b[C", "turn 3 of 36"},  // there is nothing before the start
      {" ", "space: pause"},
      {"\x1b[4~", "turn 36 of 36   space: play"},
      {"\x1b[C\x1b[6~ \x1b[D", "turn 35 of 36"},  // nor behind the end
      {"\x1b[5~", "turn 25 of 36"}};
  for (const auto& key : keys) {
    CAPTURE(key.second);
    host.type(key.first);
    REQUIRE(host.shows(key.second));
  }
  host.type('q');
  REQUIRE(host.shows("as recorded"));
  CHECK(WEXITSTATUS(host.end()) == 0);
  const std::string& shown = host.shown();
  CHECK(shown.find("\x1b[?1049h") < shown.find("turn 0"));
  CHECK(shown.rfind("\x1b[?1049l") > shown.rfind("space: pause"));
}

TEST_CASE("a signal that ends a replay at a terminal ends its screen, too") {
  const TemporaryFolder folder;
  folder.done(small_match({"--record", "match.json"}));
  InTerminal host(folder.path(), {"replay", "match.json"});
  REQUIRE(host.shows("turn 0 of 36   space: play"));
  ::kill(host.pid, SIGTERM);
  const int status = host.end();
  CHECK(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGTERM);
  CHECK(host.shown().ends_with("\x1b[?1049l"));
}

TEST_CASE("a terminal whose locale is not UTF-8 gets ASCII") {
  const auto board = [](const std::string& locale) {
    InTerminal host("/", small_match({"--no-db", "--board", "final"}), {"LC_ALL=" + locale});
    REQUIRE(host.shows("score"));
    CHECK(WEXITSTATUS(host.end()) == 0);
    return host.shown();
  };
  const auto is_ascii = [](const std::string& text) {
    return std::all_of(text.begin(), text.end(), [](char each) { return static_cast<unsigned char>(each) < 0x80; });
  };
  const std::string plain = board("C");
  CHECK(is_ascii(plain));
  CHECK(has(plain, "B5"));
  CHECK_FALSE(has(plain, "?"));
  CHECK_FALSE(is_ascii(board("C.UTF-8")));
}

TEST_CASE("a replay with a delay plays by itself, and one with --board prints") {
  const TemporaryFolder folder;
  folder.done(small_match({"--record", "match.json"}));
  InTerminal plays(folder.path(), {"replay", "match.json", "--delay", "0.01"});
  REQUIRE(plays.shows("turn 36 of 36   space: play"));
  plays.type('\x03');
  CHECK(WEXITSTATUS(plays.end()) == 0);
  InTerminal prints(folder.path(), {"replay", "match.json", "--board", "moves"});
  REQUIRE(prints.shows("as recorded"));
  CHECK(!has(prints.shown(), "space: play"));
}

TEST_CASE("arenas and workers have no terminal, and Ctrl-C there is for the host alone") {
  InTerminal host("/", matches("1-50000"), {});
  REQUIRE(host.shows("seed 3 "));
  const Whereabouts place(host.pid);
  CHECK(place.terminal != 0);
  // The host's child is an arena, and the arena's are the workers.
  std::vector<pid_t> parents = {host.pid};
  for (const std::size_t expected : {1U, 2U}) {
    std::vector<pid_t> found;
    for (const pid_t parent : parents) {
      const std::string pid = std::to_string(parent);
      std::istringstream children(content("/proc/" + pid + "/task/" + pid + "/children"));
      for (pid_t child = 0; children >> child;) {
        const Whereabouts at(child);
        CHECK(at.terminal == 0);
        CHECK(at.group == child);
        CHECK(at.session == place.session);  // else turns are slow
        found.push_back(child);
      }
    }
    CHECK(found.size() == expected);
    parents = found;
  }
  host.type('\x03');
  const int status = host.end();
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 130);
  CHECK(has(host.shown(), "host: interrupted after "));
  CHECK(!has(host.shown(), "crash"));
}
