// A strategy plays the same in whatever language it is written: each plays a hundred matches in the sandbox, fifty
// seeds in both seats, and the transcripts are equal to the last byte but for times and the libraries' checksums.
#include "tests/e2e/host.hpp"

#include <set>

using namespace e2e;

namespace {

/// Fifty seeds in the first seat, then in the second.
Words hundred_matches(const std::string& library) {
  const TemporaryFolder folder;
  std::string matches;
  for (const char* const seats : {"0,1", "1,0"}) {
    const Words words = {"--game",  "tonga", "--plugin", library,   "--plugin",    "random",  "--seeds", "1-50",
                         "--seats", seats,   "--record", "matches", "--isolation", "sandbox", "--quiet", "--no-db"};
    folder.done(words);
    matches += content(folder.path() / "matches");
  }
  return lines_of(normalised_json(matches));
}

const Words& in_c() {
  static const Words matches = hundred_matches(AGON_LANGUAGE_C);
  return matches;
}

void check_equal_to_c(const std::string& library) {
  const Words matches = hundred_matches(library);
  REQUIRE(matches.size() == in_c().size());
  for (std::size_t index = 0; index < matches.size(); ++index) {
    CAPTURE(index);
    CHECK(matches[index] == in_c()[index]);
  }
}

}  // namespace

TEST_CASE("a strategy in C99 plays a hundred matches, of boards of all sizes and of both colours") {
  REQUIRE(in_c().size() == 100);
  std::set<int> sizes;
  std::set<std::string> blacks;
  for (const std::string& line : in_c()) {
    const Json match = parse_json(line);
    CHECK(match.at("result").at("outcomes") == parse_json(R"([{"kind": "ok"}, {"kind": "ok"}])"));
    sizes.insert(match.at("setup").at("parameters").at("n").get<int>());
    blacks.insert(match.at("seats").at(0).at("strategy").get<std::string>());
  }
  CHECK(sizes == std::set<int>{6, 8, 10, 12, 14, 16});
  CHECK(blacks == std::set<std::string>{"neighbourly", "random"});
}

TEST_CASE("the same strategy with the SDK's border for C, and with options, plays the same matches") {
  // A transcript tells the options, which the other one has not.
  const Words matches = hundred_matches(AGON_LANGUAGE_SHORT);
  REQUIRE(matches.size() == in_c().size());
  for (std::size_t index = 0; index < matches.size(); ++index) {
    const Json match = parse_json(matches[index]);
    const Json same = parse_json(in_c()[index]);
    CHECK(match.at("actions") == same.at("actions"));
    CHECK(match.at("result").at("scores") == same.at("result").at("scores"));
  }
}

TEST_CASE("a strategy with the SDK's border for C logs its host, and says why it can't use its options") {
  const auto play = [](const std::string& options) {
    const std::string given = std::string(AGON_LANGUAGE_SHORT) + options;
    return run(host(
        {"--game", "tonga", "--plugin", given, "--plugin", "random", "--set", "n=6", "--log", "--quiet", "--no-db"}));
  };
  const std::string log = play("").err;
  CHECK(has(log, "beside"));
  CHECK(has(log, "in agon " AGON_VERSION ", ABI 1.0"));
  const Result refused = play(",play=no");
  CHECK(refused.code == 2);
  CHECK(has(refused.err, "play=no: it is to play"));
}

TEST_CASE("the same strategy in C++20 plays the same matches") {
  check_equal_to_c(AGON_LANGUAGE_CXX);
}

TEST_CASE("the same strategy as a class for the contest plays the same matches") {
  check_equal_to_c(AGON_LANGUAGE_CLASS);
}

TEST_CASE("the same strategy in Rust plays the same matches") {
  check_equal_to_c(AGON_LANGUAGE_RUST);
}
