#include "host/tournament/paired_results.hpp"

#include "host/view/results_pgn.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using host::PairedResult;

host::StoredMatch match_of(const std::shared_ptr<const host::Conditions>& conditions, std::uint64_t seed,
                           const std::string& seats, const std::vector<double>& scores) {
  static std::map<char, std::shared_ptr<const host::SeatIdentity>> strategies;
  host::StoredMatch match;
  match.conditions = conditions;
  match.seed = seed;
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    const std::string name(1, seats[seat]);
    auto& strategy = strategies[seats[seat]];
    if (!strategy) strategy = std::make_shared<host::SeatIdentity>(host::SeatIdentity{name, name, "1.0.0", name, {}});
    match.strategies.push_back(strategy);
    match.place.names.push_back(name);
    match.result.seats.push_back({.score = scores[seat], .outcome = {}, .usage = {}});
  }
  return match;
}

/// Collects "ab 3:1 on 7".
struct Told {
  std::vector<std::string> all;
  host::PairedResults results{{}, [this](const PairedResult& each) {
                                const std::string names = "abc";
                                all.push_back({names[each.first], names[each.second]});
                                all.back() += " " + std::to_string(static_cast<int>(each.first_score)) + ":" +
                                              std::to_string(static_cast<int>(each.second_score)) + " on " +
                                              std::to_string(each.seed);
                              }};
};

const auto some = std::make_shared<const host::Conditions>();

}  // namespace

TEST_CASE("a match of several seats is a result for each two of them, without a strategy against itself") {
  Told told;
  told.results.add(match_of(some, 7, "abb", {3, 1, 2}));
  told.results.add(match_of(some, 8, "ba", {0, 5}));
  told.results.end();
  CHECK(told.all == std::vector<std::string>{"ab 3:1 on 7", "ab 3:2 on 7", "ba 0:5 on 8"});
}

TEST_CASE("strategies that play alone have a result for each two that played the seed under the same conditions") {
  Told told;
  const auto others = std::make_shared<const host::Conditions>();
  for (const auto& conditions : {some, others}) {
    told.results.add(match_of(conditions, 7, "a", {3}));
    told.results.add(match_of(conditions, 7, "b", {conditions == some ? 1.0 : 2.0}));
  }
  told.results.add(match_of(others, 8, "c", {9}));
  told.results.end();
  CHECK(told.all == std::vector<std::string>{"ab 3:1 on 7", "ab 3:2 on 7"});
}

TEST_CASE("a game in PGN has the seven tags, the scores, and no moves; quotes in names have a backslash") {
  CHECK(
      host::pgn_game("chess", {"a \"b\"", "c"}, {7, 1, 0, 2.5, 2.5}) ==
      "[Event \"chess\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"7\"]\n[White \"c\"]\n[Black \"a \\\"b\\\"\"]\n"
      "[Result \"1/2-1/2\"]\n[WhiteScore \"2.5\"]\n[BlackScore \"2.5\"]\n\n1/2-1/2\n\n");
  CHECK(host::pgn_game("chess", {"a", "b"}, {7, 0, 1, 3, 1}).ends_with("\n\n1-0\n\n"));
  CHECK(host::pgn_game("chess", {"a", "b"}, {7, 0, 1, -3, 1}).ends_with("\n\n0-1\n\n"));
}
