#include "host/tournament/tally.hpp"

#include <doctest/doctest.h>

namespace {

host::Transcript match(const std::vector<double>& scores) {
  host::Transcript transcript;
  for (const double score : scores) {
    transcript.result.seats.push_back({.score = score, .outcome = {}, .usage = {10, 20, std::nullopt, 1}});
    transcript.contest.push_back(score / 2);
  }
  return transcript;
}

}  // namespace

TEST_CASE("the best score alone wins, shared it ties, and everybody else loses") {
  host::Tally tally(3);
  tally.add(match({3, 1, 2}), {0, 1, 2});
  tally.add(match({2, 2, 1}), {0, 1, 2});
  tally.add(match({1, 1, 1}), {0, 1, 2});
  const auto& rows = tally.rows();
  CHECK(rows[0].wins == 1);
  CHECK(rows[0].ties == 2);
  CHECK(rows[0].losses == 0);
  CHECK(rows[1].ties == 2);
  CHECK(rows[1].losses == 1);
  CHECK(rows[2].ties == 1);
  CHECK(rows[2].losses == 2);
}

TEST_CASE("what a seat got counts for who sat there") {
  host::Tally tally(2);
  tally.add(match({6, 2}), {1, 0});
  CHECK(tally.rows()[1].score_sum == 6);
  CHECK(tally.rows()[1].counts == std::vector<double>{3});
  CHECK(tally.rows()[1].wins == 1);
  CHECK(tally.rows()[0].score_sum == 2);
  CHECK(tally.rows()[0].matches == 1);
  CHECK(tally.rows()[0].cpu_ns == 10);
}

TEST_CASE("a match of one seat is neither won nor lost") {
  host::Tally tally(1);
  tally.add(match({6}), {0});
  CHECK(tally.rows()[0].matches == 1);
  CHECK(tally.rows()[0].wins + tally.rows()[0].ties + tally.rows()[0].losses == 0);
}

TEST_CASE("a seat that did not end well is a failure, whatever its score") {
  host::Tally tally(2);
  host::Transcript transcript = match({6, 2});
  transcript.result.seats[0].outcome = {AGON_OUTCOME_CRASH, "signal 11"};
  tally.add(transcript, {0, 1});
  CHECK(tally.rows()[0].failures == 1);
  CHECK(tally.rows()[0].wins == 1);
  CHECK(tally.rows()[1].failures == 0);
}
