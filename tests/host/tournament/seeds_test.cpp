#include "host/match/seeds.hpp"
#include "host/tournament/observations.hpp"
#include "host/tournament/schedule.hpp"
#include "tests/support/refusal.hpp"

#include <doctest/doctest.h>

#include <map>
#include <set>
#include <string>

namespace {

using Numbers = std::vector<std::uint64_t>;

const std::string drawn_key = "0123456789abcdef0123456789abcdef";

/// For seeds that need no key.
std::string no_key() {
  FAIL("a key was drawn");
  return {};
}

Numbers numbers(const std::string& text) {
  const host::Seeds seeds = host::parse_seeds(text, no_key);
  CHECK(seeds.text == text);
  CHECK_FALSE(seeds.drawn);
  return seeds.list;
}

}  // namespace

TEST_CASE("seeds are numbers and ranges, in the order written") {
  CHECK(numbers("7") == Numbers{7});
  CHECK(numbers("0") == Numbers{0});
  CHECK(numbers("1-4") == Numbers{1, 2, 3, 4});
  CHECK(numbers("5-5") == Numbers{5});
  CHECK(numbers("9,1,3-5") == Numbers{9, 1, 3, 4, 5});
  CHECK(numbers("007") == Numbers{7});
  CHECK(numbers("18446744073709551615") == Numbers{UINT64_MAX});
  CHECK(numbers("18446744073709551614-18446744073709551615") == Numbers{UINT64_MAX - 1, UINT64_MAX});
}

TEST_CASE("seeds that can't be are refused with the text and the reason") {
  const std::map<std::string, std::string> table = {
      {"", "whole numbers"},
      {"x", "whole numbers"},
      {"-5", "whole numbers"},
      {"5-", "whole numbers"},
      {"1,", "whole numbers"},
      {",1", "whole numbers"},
      {"1-2-3", "whole numbers"},
      {" 1", "whole numbers"},
      {"1.5", "whole numbers"},
      {"18446744073709551616", "whole numbers"},
      {"+1", "whole numbers"},
      {"5-4", "the range 5-4 runs backwards"},
      {"1,1", "1 is named twice"},
      {"3-6,5", "5 is named twice"},
      {"1-10000001", "ten million"},
      {"0-18446744073709551615", "ten million"},
      {"0,1-10000000", "ten million"},
      {"random", "random:N"},
      {"random:", "random:N"},
      {"random:0", "random:N"},
      {"random:x", "random:N"},
      {"random:-5", "random:N"},
      {"random:5-7", "random:N"},
      {"random:5,1-3", "random:N"},
      {"randomly:5", "random:N"},
      {"Random:5", "whole numbers"},
      {"1,random:5", "whole numbers"},
      {"random:18446744073709551616", "random:N"},
      {"random:10000001", "ten million"},
      {"random:5:", "32 hexadecimal digits"},
      {"random:5:0123456789abcdef0123456789abcde", "32 hexadecimal digits"},
      {"random:5:0123456789abcdef0123456789abcdef0", "32 hexadecimal digits"},
      {"random:5:0123456789abcdef0123456789abcdeg", "32 hexadecimal digits"},
      {"random:5:0123456789ABCDEF0123456789ABCDEF", "32 hexadecimal digits"},
      {"random:5:0123456789abcdef0123456789abcdef:", "random:N"}};
  for (const auto& row : table) {
    const std::string& text = row.first;
    CAPTURE(text);
    const auto refusal = support::refusal([&] { numbers(text); });
    CHECK(refusal.code == host::Exit::usage);
    CHECK(refusal.says("'" + text + "'"));
    CHECK(refusal.says(row.second));
  }
}

TEST_CASE("mixed seeds are SplitMix64's published outputs") {
  const Numbers published = {6457827717110365317U, 3203168211198807973U, 9817491932198370423U, 4593380528125082431U,
                             16408922859458223821U};
  for (std::uint64_t stream = 0; stream < published.size(); ++stream) {
    CHECK(host::mix(1234567, stream) == published[stream]);
  }
}

TEST_CASE("a strategy's seed is what sha256sum says of the match's seed and the seat") {
  // printf 'agon strategy\n7\n0\n' | sha256sum | cut -c1-16
  CHECK(host::strategy_seed(7, 0, "") == 0x1188ba908f6fbe0c);
  CHECK(host::strategy_seed(7, 1, "") == 0xbe2155c635788cd4);
  CHECK(host::strategy_seed(UINT64_MAX, 0, "") == 0xd4477aa0214a9f21);
}

TEST_CASE("each seat's strategy has a seed of its own, and none is the one of the draw of seats") {
  std::set<std::uint64_t> seeds = {7, host::mix(7, 0)};
  for (std::int32_t seat = 0; seat < 8; ++seat) seeds.insert(host::strategy_seed(7, seat, ""));
  CHECK(seeds.size() == 10);
}

TEST_CASE("a strategy's seed depends on the run's secret, if there is one") {
  // printf 'agon strategy\n7\n0\nopen sesame' | sha256sum | cut -c1-16
  CHECK(host::strategy_seed(7, 0, "open sesame") == 0xcbb418744b5be5b1);
}

TEST_CASE("random seeds are what sha256sum says of their key and their number") {
  const host::Seeds seeds = host::parse_seeds("random:3:" + drawn_key, no_key);
  // printf 'agon seed\n0123456789abcdef0123456789abcdef\n0\n' | sha256sum | cut -c1-16
  CHECK(seeds.list == Numbers{0x58d1b50461ed3fe4, 0x815fb6f156509235, 0xad1d4b1e04bafaf1});
  CHECK(seeds.text == "random:3:" + drawn_key);
  // printf 'agon secret\n0123456789abcdef0123456789abcdef\n' | sha256sum | cut -c1-32
  CHECK(seeds.secret == "c61dad5b99d45db438597b855de15f01");
  CHECK_FALSE(seeds.drawn);
}

TEST_CASE("without a key random seeds get one, and their text gives them again") {
  const host::Seeds drawn = host::parse_seeds("random:5", [] { return drawn_key; });
  CHECK(drawn.drawn);
  CHECK(drawn.text == "random:5:" + drawn_key);
  const host::Seeds again = host::parse_seeds(drawn.text, no_key);
  CHECK(again.list == drawn.list);
  CHECK(again.secret == drawn.secret);
  CHECK(again.text == drawn.text);
}

TEST_CASE("more seeds of a key begin with the fewer, and none comes twice") {
  const Numbers few = host::parse_seeds("random:10:" + drawn_key, no_key).list;
  const Numbers many = host::parse_seeds("random:10000:" + drawn_key, no_key).list;
  CHECK(Numbers(many.begin(), many.begin() + 10) == few);
  CHECK(std::set<std::uint64_t>(many.begin(), many.end()).size() == 10000);
}

TEST_CASE("other keys give other seeds and another secret; numbers give none") {
  const host::Seeds one = host::parse_seeds("random:1:" + drawn_key, no_key);
  const host::Seeds other = host::parse_seeds("random:1:" + std::string(32, '0'), no_key);
  CHECK(one.list != other.list);
  CHECK(one.secret != other.secret);
  CHECK(host::parse_seeds("1-3", no_key).secret.empty());
}
