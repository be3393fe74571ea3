#include "host/store/identity.hpp"

#include "tests/host/store/matches.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <set>
#include <vector>

using matches::sample;

TEST_CASE("all that decides how a match goes is in its key") {
  using Change = std::function<void(host::MatchIdentity&)>;
  const std::vector<Change> changes = {
      [](auto& match) { match.conditions.game += "x"; },
      [](auto& match) { match.conditions.version = "2.0.1"; },
      [](auto& match) { match.conditions.sha256[0] = 'd'; },
      [](auto& match) { match.conditions.parameters[0].second = "11"; },
      [](auto& match) { match.conditions.parameters.clear(); },
      [](auto& match) { match.conditions.parameters.emplace_back("other", "1"); },
      [](auto& match) { match.conditions.cpu_ns += 1; },
      [](auto& match) { match.conditions.turn_cpu_ns += 1; },
      [](auto& match) { match.conditions.increment_ns += 1; },
      [](auto& match) { match.conditions.memory_bytes += 1; },
      [](auto& match) { match.conditions.wall_ns += 1; },
      [](auto& match) { match.conditions.threads += 1; },
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
