// Recorded matches: the same again for the same seed, and as the schema says.
#include "tests/e2e/golden.hpp"
#include "tests/e2e/host.hpp"
#include "tests/e2e/schema.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

using namespace e2e;

namespace {

/// The record of a run, as it is written.
std::string record(Words arguments) {
  const TemporaryFolder folder;
  arguments.insert(arguments.end(), {"--record", "match.json", "--quiet"});
  const Result result = folder.run(arguments);
  INFO(result.err);
  REQUIRE(result.code == 0);
  CHECK(names_in(folder.path()) == Words{"match.json"});
  return content(folder.path() / "match.json");
}

/// Matches of all kinds: sizes, strategies, options, names, and failures at the first, a later and the last moment.
std::vector<Json> matches_of_all_kinds() {
  const std::string failing = fixture_folder / "failing.so";
  std::vector<Json> all;
  for (const Words& arguments : std::vector<Words>{
           small_match({"--seeds", "1-10"}),
           {"--game", "tonga", "--plugin", "random", "--plugin", "random", "--seeds", "1-10,18446744073709551615"},
           tonga({"--plugin", "server,perimeter=outline,name=old one", "--plugin", "greedy"}),
           {"--game", "tonga", "--set", "n=8", "--plugin", failing + ":illegal", "--plugin", "random", "--seeds",
            "1-4"},
           tonga({"--plugin", failing + ":fails", "--plugin", failing + ":shortened"}),
           tonga({"--plugin", failing + ":stillborn", "--plugin", failing + ":stillborn"})}) {
    for (Json& each : objects(record(arguments))) all.push_back(std::move(each));
  }
  return all;
}

const std::vector<std::pair<std::string, Words>>& golden_matches() {
  static const std::vector<std::pair<std::string, Words>> all = {
      {"tonga_greedy_random.json", small_match({"--seeds", "1-3"})},
      {"tonga_server_greedy.json", tonga({"--seed", "7", "--plugin", "server", "--plugin", "greedy"})}};
  return all;
}

}  // namespace

TEST_CASE("the same seed and strategies give the same bytes, but for times, wherever the host runs") {
  for (const Words& arguments : {small_match({"--seeds", "1-5"}), golden_matches().back().second}) {
    const std::string once = normalised_json(record(arguments));
    CHECK(once == normalised_json(record(arguments)));  // in another folder
  }
  CHECK(normalised_json(record(small_match({"--seed", "1"}))) != normalised_json(record(small_match({"--seed", "2"}))));
}

TEST_CASE("a match is the same alone as in the middle of a run") {
  const Words run_of_five = lines_of(normalised_json(record(small_match({"--seeds", "1-5"}))));
  REQUIRE(run_of_five.size() == 5);
  CHECK(run_of_five[3] + "\n" == normalised_json(record(small_match({"--seed", "4"}))));
}

TEST_CASE("a parameter that is set to what the seed would have drawn changes nothing") {
  const Words drawn = {"--game", "tonga", "--plugin", "greedy", "--plugin", "random", "--seed", "3"};
  const std::string once = record(drawn);
  Words set = drawn;
  set.insert(set.end(), {"--set", "n=" + support::to_text(parse_json(once).at("setup").at("parameters").at("n"))});
  CHECK(normalised_json(once) == normalised_json(record(set)));
}

TEST_CASE("golden matches of Tonga are played again as they ever were, and replay as recorded") {
  for (const auto& each : golden_matches()) {
    const std::string name = each.first;
    CAPTURE(name);
    check_golden(name, normalised_json(record(each.second)));
    const Result result = run(host({"replay", source_folder / "tests/e2e/golden" / name, "--quiet"}));
    CHECK(result.err == "");
    CHECK(result.code == 0);
  }
}

TEST_CASE("every recorded match is as docs/transcript.schema.json says") {
  const Json schema = parse_json(content(source_folder / "docs/transcript.schema.json"));
  for (const Json& each : matches_of_all_kinds()) CHECK(schema_faults(schema, each) == Words{});
}

TEST_CASE("a file of transcripts may begin with a byte order mark, and have the line ends of Windows and blank lines") {
  const TemporaryFolder folder;
  folder.done(tonga({"--plugin", "random", "--plugin", "greedy", "--no-db", "--quiet", "--record", "match.json"}));
  std::string line = content(folder.path() / "match.json");
  line.pop_back();
  folder.write("marked.json", "\xEF\xBB\xBF" + line + "\r\n\r\n");
  folder.done({"replay", "marked.json", "--quiet"});
  folder.done({"--from", "marked.json", "--after", "0", "--no-db", "--quiet"});
}

TEST_CASE("the schema refuses transcripts that are not as it says") {
  const Json schema = parse_json(content(source_folder / "docs/transcript.schema.json"));
  const Json good = parse_json(record(small_match()));
  const auto faults = [&](const std::string& pointer, const Json& value) {
    Json bad = good;
    bad[Json::json_pointer(pointer)] = value;
    return schema_faults(schema, bad);
  };
  CHECK(faults("/agon", 1) == Words{});
  CHECK(faults("/agon", 3).size() == 1);
  CHECK(faults("/setup/seed", "18446744073709551615") == Words{});
  CHECK(faults("/setup/seed", "7").size() == 1);
  CHECK(faults("/setup/seed", -1) == Words{"/setup/seed is below 0"});
  CHECK(faults("/setup/start", 7) == Words{"/setup/start is not of type \"string\""});
  CHECK(faults("/setup/more", 7) == Words{"/setup has a field 'more' too many"});
  CHECK(faults("/seats", Json::array()) == Words{"/seats has too few entries"});
  CHECK(faults("/seats/1/sha256", "ABC").size() == 1);
  CHECK(faults("/seats/1/options/depth", 3).size() == 1);
  CHECK(faults("/actions/5/forfeit", {{"kind", "crash"}}) == Words{"/actions/5 fits 0 of the alternatives, not one"});
  CHECK(faults("/result/outcomes/0/kind", "bored").size() == 1);
  CHECK(faults("/result/peak_kib/0", 12) == Words{});
  CHECK(faults("/result/peak_kib/0", "12").size() == 1);
  Json lacking = good;
  lacking.at("result").erase("turns");
  CHECK(schema_faults(schema, lacking) == Words{"/result lacks \"turns\""});
  CHECK_THROWS_WITH(schema_faults({{"multipleOf", 3}}, 4), "the schema's keyword 'multipleOf' is not known here");
}

TEST_CASE("the contest score is the signed root of the score") {
  for (const Json& each : matches_of_all_kinds()) {
    const Json& result = each.at("result");
    for (std::size_t seat = 0; seat < 2; ++seat) {
      const double count = result.at("contest").at(seat);
      const double score = result.at("scores").at(seat);
      CHECK(count * std::abs(count) == doctest::Approx(score));
      CHECK((count < 0) == (score < 0));
    }
  }
}

TEST_CASE("outcomes and forfeits of a record agree") {
  for (const Json& each : matches_of_all_kinds()) {
    std::vector<Json> expected(2, Json{{"kind", "ok"}});
    for (const Json& action : each.at("actions")) {
      if (action.contains("forfeit")) expected[action.at("seat").get<std::size_t>()] = action.at("forfeit");
    }
    const Json& outcomes = each.at("result").at("outcomes");
    for (std::size_t seat = 0; seat < 2; ++seat) {
      // A seat that fails when the match is over already has an outcome, and nothing to forfeit.
      if (expected[seat].at("kind") != "ok") CHECK(outcomes.at(seat) == expected[seat]);
    }
  }
}

namespace {

/// Who sat on seat 0 in each match.
Words first_seats(const Words& more) {
  const Words words = with(tonga({"--plugin", "random,name=a", "--plugin", "random,name=b", "--json"}), more);
  Words names;
  for (const Json& match : objects(done(host(words)).out, "seats")) names.push_back(match.at("seats").at(0).at("name"));
  return names;
}

}  // namespace

TEST_CASE("seats are drawn from the seed, about as often one way as the other") {
  const Words drawn = first_seats({"--seeds", "1-200"});
  REQUIRE(drawn.size() == 200);
  const auto first = std::count(drawn.begin(), drawn.end(), "a");
  CHECK(first > 70);  // four standard deviations from 100
  CHECK(first < 130);
  CHECK(first_seats({"--seed", "17"}).front() == drawn[16]);
}

TEST_CASE("--seats takes the strategies as listed, in turn, or in a given order") {
  CHECK(first_seats({"--seeds", "1-4", "--seats", "listed"}) == Words{"a", "a", "a", "a"});
  CHECK(first_seats({"--seeds", "1-4", "--seats", "rotate"}) == Words{"a", "b", "a", "b"});
  CHECK(first_seats({"--seeds", "1-4", "--seats", "1,0"}) == Words{"b", "b", "b", "b"});
  CHECK(first_seats({"--seeds", "1-4", "--seats", "0,1"}) == Words{"a", "a", "a", "a"});
}

TEST_CASE("swapped seats swap the colours, not who the strategies are") {
  const Json listed = parse_json(record(small_match({"--seats", "0,1"})));
  const Json swapped = parse_json(record(small_match({"--seats", "1,0"})));
  CHECK(listed.at("seats").at(0) == swapped.at("seats").at(1));
  CHECK(listed.at("seats").at(1) == swapped.at("seats").at(0));
}
