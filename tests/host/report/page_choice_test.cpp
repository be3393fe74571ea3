// Which matches of a large site have a page.
#include "host/report/page_choice.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace {

using Numbers = std::vector<std::size_t>;

/// Matches of two strategies, whose scores are equal.
std::vector<host::PageCandidate> draws(std::size_t count) {
  return std::vector<host::PageCandidate>(count, {.scores = {{0, 1}, {1, 1}}});
}

bool has(const Numbers& chosen, std::size_t match) {
  return std::find(chosen.begin(), chosen.end(), match) != chosen.end();
}

}  // namespace

TEST_CASE("all matches have a page if there are not more than pages, and none if there are no pages") {
  CHECK(host::matches_with_page(draws(3), 3) == Numbers{0, 1, 2});
  CHECK(host::matches_with_page(draws(2), 500) == Numbers{0, 1});
  CHECK(host::matches_with_page(draws(3), 0).empty());
  CHECK(host::matches_with_page({}, 5).empty());
}

TEST_CASE("the newest matches have a page, and each strategy's best and worst") {
  std::vector<host::PageCandidate> matches = draws(1000);
  matches[10].scores[0].second = 9;  // the best of the first one, and the worst of the other
  matches[20].scores[1].second = 9;  // the reverse
  matches[30].scores = {{2, -5}};    // another strategy alone
  const Numbers chosen = host::matches_with_page(matches, 12);
  CHECK(chosen.size() == 12);
  CHECK(std::is_sorted(chosen.begin(), chosen.end()));
  for (const std::size_t match : {10, 20, 30, 999, 998, 992}) CHECK_MESSAGE(has(chosen, match), match);
}

TEST_CASE("with more than two seats, a score is compared with the mean of the others") {
  std::vector<host::PageCandidate> matches(100, {.scores = {{0, 1}, {1, 1}, {2, 1}}});
  matches[5].scores = {{0, 10}, {1, 9}, {2, 9}};
  matches[6].scores = {{0, 8}, {1, 0}, {2, 0}};
  const Numbers chosen = host::matches_with_page(matches, 4);
  CHECK(has(chosen, 6));
  CHECK_FALSE(has(chosen, 5));
}

TEST_CASE("failures have a quarter of the pages: those that the index names, then the newest") {
  std::vector<host::PageCandidate> matches = draws(1000);
  for (std::size_t match = 0; match < 500; ++match) matches[match].failed = true;
  matches[7].named = true;
  const Numbers chosen = host::matches_with_page(matches, 40);
  CHECK(chosen.size() == 40);
  CHECK(has(chosen, 7));
  for (std::size_t match = 491; match < 500; ++match) CHECK_MESSAGE(has(chosen, match), match);
  CHECK_FALSE(has(chosen, 490));
  for (std::size_t match = 980; match < 1000; ++match) CHECK_MESSAGE(has(chosen, match), match);
}

TEST_CASE("where few matches have failed, their pages are of the newest ones") {
  std::vector<host::PageCandidate> matches = draws(1000);
  matches[3].failed = true;
  const Numbers chosen = host::matches_with_page(matches, 8);
  CHECK(chosen.size() == 8);
  CHECK(has(chosen, 3));
  CHECK(has(chosen, 996));
}
