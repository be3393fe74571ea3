// Several hosts on one file.
#include "host/store/identity.hpp"
#include "host/store/store.hpp"
#include "tests/host/store/matches.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

using matches::add;
using matches::record;
using matches::sample;

namespace {

/// What a host does: opens the database, and plays what isn't there yet.
void play(const std::filesystem::path& file, std::uint64_t first, std::uint64_t count) {
  host::Store store(file);
  const host::RunId run = store.begin_run(record());
  for (std::uint64_t number = 0; number < count; ++number) {
    const auto match = sample(first + number, number);
    if (const auto found = store.find(match.key())) {
      store.adopt(run, match.result.place, found->id);
    } else {
      add(store, run, match);
    }
  }
  store.finish_run(run, host::RunState::finished);
}

/// All runs are finished and hold `each` matches; together there are `all`.
void check_whole(const std::filesystem::path& file, std::size_t runs, std::uint64_t each, std::uint64_t all) {
  CHECK(matches::integrity(file) == "ok");
  host::Store store(file);
  REQUIRE(store.runs().size() == runs);
  for (const host::StoredRun& run : store.runs()) {
    CHECK(run.state == host::RunState::finished);
    CHECK(store.matches_of(run.id) == each);
  }
  std::uint64_t count = 0;
  store.for_each_match({}, [&](const host::Result& match) {
    ++count;
    CHECK(match.seats.size() == 2);
  });
  CHECK(count == all);
}

}  // namespace

TEST_CASE("a file that two hosts make at the same time is a results database to both") {
  const support::TemporaryFolder folder;
  for (std::size_t round = 0; round < support::repetitions(200); ++round) {
    const auto file = folder.path() / std::to_string(round);
    const auto open = [&](std::chrono::microseconds delay) {
      return matches::in_process([&] {
        std::this_thread::sleep_for(delay);
        const host::Store store(file);
        return 0;
      });
    };
    // The second one comes at another point of the first one's work each time.
    const std::vector<pid_t> processes = {open({}), open(std::chrono::microseconds(20 * (round % 100)))};
    for (const pid_t process : processes) REQUIRE(matches::ended(process) == 0);
  }
}

TEST_CASE("processes that play the same matches at once store each once, and have it each") {
  const support::TemporaryFolder folder;
  const auto file = folder.path() / "agon.db";
  std::vector<pid_t> processes;
  for (int process = 0; process < 3; ++process) {
    processes.push_back(matches::in_process([&] {
      play(file, 0, 300);
      return 0;
    }));
  }
  for (const pid_t process : processes) CHECK(matches::ended(process) == 0);
  check_whole(file, 3, 300, 300);
}

TEST_CASE("threads with a Store each may use one file, while another reads") {
  const support::TemporaryFolder folder;
  const auto file = folder.path() / "agon.db";
  host::Store reader(file);
  std::vector<std::string> failures(3);
  std::vector<std::thread> threads;
  for (std::size_t index = 0; index < failures.size(); ++index) {
    threads.emplace_back([&, index] {
      try {
        play(file, index * 1000, 200);
      } catch (const std::exception& exception) {
        failures[index] = exception.what();
      }
    });
  }
  std::uint64_t seen = 0;
  for (int look = 0; look < 20; ++look) {
    std::uint64_t count = 0;
    reader.for_each_match({}, [&](const host::Result&) { ++count; });
    CHECK(count >= seen);
    seen = count;
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& failure : failures) CHECK(failure == "");
  check_whole(file, 3, 200, 600);
}

namespace {

/// An environment variable for the time of a test.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    set(value);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() { set(before_ ? before_->c_str() : nullptr); }

 private:
  void set(const char* value) const {
    if (value == nullptr) {
      ::unsetenv(name_);
    } else {
      ::setenv(name_, value, 1);
    }
  }
  const char* name_;
  std::optional<std::string> before_;
};

}  // namespace

TEST_CASE("results lie in the user's folder for data") {
  const Variable home("HOME", "/home/me");
  {
    const Variable data("XDG_DATA_HOME", "/data");
    CHECK(host::default_database() == "/data/agon/agon.db");
  }
  for (const char* none : {static_cast<const char*>(nullptr), "", "relative"}) {
    const Variable data("XDG_DATA_HOME", none);
    CHECK(host::default_database() == "/home/me/.local/share/agon/agon.db");
  }
}

TEST_CASE("without a folder for data and a home, there is no place for results") {
  const Variable home("HOME", nullptr);
  const Variable data("XDG_DATA_HOME", nullptr);
  const auto refused = support::refusal([] { return host::default_database(); });
  CHECK(refused.code == host::Exit::output);
  CHECK(refused.says("neither XDG_DATA_HOME nor HOME"));
}

TEST_CASE("all that decides how a match goes is in its key") {
  using Change = std::function<void(host::MatchIdentity&)>;
  const std::vector<Change> changes = {
      [](auto& match) { match.conditions.game += "x"; },
      [](auto& match) { match.conditions.version = "2.0.1"; },
      [](auto& match) { match.conditions.sha256[0] = 'd'; },
      [](auto& match) { match.conditions.parameters[0].second = "11"; },
      [](auto& match) { match.conditions.parameters.clear(); },
      [](auto& match) { match.conditions.parameters.emplace_back("other", "1"); },
      [](auto& match) { match.conditions.limits.cpu_ns += 1; },
      [](auto& match) { match.conditions.limits.turn_cpu_ns += 1; },
      [](auto& match) { match.conditions.limits.increment_ns += 1; },
      [](auto& match) { match.conditions.limits.memory_bytes += 1; },
      [](auto& match) { match.conditions.limits.wall_ns += 1; },
      [](auto& match) { match.conditions.limits.threads += 1; },
      [](auto& match) { match.seed += 1; },
      [](auto& match) { match.seed += std::uint64_t{1} << 63; },
      [](auto& match) { match.secret = "open sesame"; },
      [](auto& match) { std::swap(match.seats[0], match.seats[1]); },
      [](auto& match) { match.seats.pop_back(); },
      [](auto& match) { match.seats[1].strategy = "three"; },
      [](auto& match) { match.seats[1].version = "1.0.1"; },
      [](auto& match) { match.seats[1].sha256[63] = '3'; },
      [](auto& match) { match.seats[1].options[0].second = "4"; },
      [](auto& match) { match.seats[1].options.clear(); },
      // The same characters, cut elsewhere.
      [](auto& match) {
        match.seats[1].options = {{"dept", "h3"}};
      },
  };
  std::set<std::string> keys = {sample(1).key()};
  for (const Change& change : changes) {
    host::MatchIdentity identity = sample(1).identity;
    change(identity);
    CAPTURE(keys.size());
    CHECK(keys.insert(host::key(identity)).second);
  }
}

TEST_CASE("names that are only shown, and the order in which settings are given, make no other match") {
  host::MatchIdentity identity = sample(1).identity;
  identity.seats[0].name = "mine";
  CHECK(host::key(identity) == sample(1).key());
  identity.conditions.parameters = {{"a", "1"}, {"b", "2"}};
  host::MatchIdentity turned = identity;
  std::swap(turned.conditions.parameters[0], turned.conditions.parameters[1]);
  CHECK(host::key(turned) == host::key(identity));
}

TEST_CASE("matches that differ in their seed alone have neighbouring keys") {
  const std::string one = sample(0x0102030405060708).key();
  const std::string other = sample(9).key();
  REQUIRE(one.size() == 24);
  CHECK(one.substr(0, 16) == other.substr(0, 16));
  CHECK(one.substr(16) == "\1\2\3\4\5\6\7\10");
}

TEST_CASE("a key stays what it is, since databases keep it") {
  std::string hex;
  for (const char byte : sample(1).key()) {
    for (const int shift : {4, 0}) hex += "0123456789abcdef"[static_cast<unsigned char>(byte) >> shift & 15];
  }
  CHECK(hex == "386e753d4d8484977e3bed8004143ba10000000000000001");
}
