// Recorded matches: the same again for the same seed, as the schema says, and right by somebody else's count.
#include "tests/e2e/golden.hpp"
#include "tests/e2e/host.hpp"
#include "tests/e2e/schema.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <utility>

using namespace e2e;

namespace {

// A referee for Tonga that knows a transcript's text and the rules, and nothing of ours: written apart from the game,
// so that both would have to be wrong in the same way.

using Board = std::vector<std::string>;  // rows of '.', 'B' and 'W'

void rule(bool held, const std::string& what) {
  if (!held) throw std::runtime_error("the transcript breaks a rule: " + what);
}

Board board_of(const std::string& start) {
  Board board;
  std::istringstream rows(start);
  for (std::string row; std::getline(rows, row, '/');) board.push_back(row);
  for (const std::string& row : board) rule(row.size() == board.size(), "the board is not square");
  return board;
}

/// Takes the isle of `colour` that the square belongs to off the board; its size.
int lift_isle(Board& board, std::size_t row, std::size_t column, char colour) {
  if (row >= board.size() || column >= board.size() || board[row][column] != colour) return 0;
  board[row][column] = ' ';
  return 1 + lift_isle(board, row - 1, column, colour) + lift_isle(board, row + 1, column, colour) +
         lift_isle(board, row, column - 1, colour) + lift_isle(board, row, column + 1, colour);
}

int points(Board board, char colour) {
  int sum = 0;
  for (std::size_t row = 0; row < board.size(); ++row) {
    for (std::size_t column = 0; column < board.size(); ++column) {
      const int size = lift_isle(board, row, column, colour);
      sum += size * size;
    }
  }
  return sum;
}

void put_stone(Board& board, const std::string& action, char colour) {
  std::istringstream words(action);
  std::size_t row = 0;
  std::size_t column = 0;
  rule(static_cast<bool>(words >> row >> column) && words.eof(), "'" + action + "' is no move");
  rule(row < board.size() && column < board.size(), "'" + action + "' is off the board");
  rule(board[row][column] == '.', "'" + action + "' is taken");
  board[row][column] = colour;
}

void fill(Board& board, char colour) {
  for (std::string& row : board) {
    for (char& square : row) square = square == '.' ? colour : square;
  }
}

bool is_full(const Board& board) {
  for (const std::string& row : board) {
    if (row.find('.') != std::string::npos) return false;
  }
  return true;
}

/// The scores of Black and White that the actions of a transcript lead to. Throws std::runtime_error if they break a
/// rule: a square that is taken, a seat out of turn, a match that ends early or late.
std::pair<int, int> referee_scores(const Json& record) {
  Board board = board_of(record.at("setup").at("start"));
  rule(record.at("setup").at("parameters").at("n") == board.size(), "the board has another size than n");
  std::size_t stones = 0;
  for (const auto& event : record.at("actions")) {
    const auto seat = event.at("seat").get<std::size_t>();
    rule(!is_full(board), "the match goes on after its end");
    if (event.contains("forfeit")) {
      fill(board, seat == 0 ? 'W' : 'B');
      continue;
    }
    rule(seat == stones++ % 2, "seat " + std::to_string(seat) + " moves out of turn");
    put_stone(board, event.at("action"), seat == 0 ? 'B' : 'W');
  }
  rule(is_full(board), "the match ends early");
  const int lead = points(board, 'B') - points(board, 'W');
  return {lead, -lead};
}

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

TEST_CASE("a referee that knows the text and the rules alone finds the same scores") {
  for (const Json& each : matches_of_all_kinds()) {
    const auto [black, white] = referee_scores(each);
    CHECK(each.at("result").at("scores") == Json::array({black, white}));
  }
  Json cheated = parse_json(record(small_match()));
  cheated.at("actions").at(2).at("action") = cheated.at("actions").at(0).at("action");
  CHECK_THROWS(referee_scores(cheated));
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
  const Result result = done(host(words));
  for (const std::string& line : lines_of(result.out)) {
    const Json match = parse_json(line);
    if (match.contains("seats")) names.push_back(match.at("seats").at(0).at("name"));
  }
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
