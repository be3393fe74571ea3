#include "host/match/seating.hpp"

#include "host/digest.hpp"
#include "host/failure.hpp"
#include "host/text.hpp"

#include <agon/random.hpp>

#include <algorithm>
#include <charconv>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace host {

namespace {

constexpr std::uint64_t most_seeds = 10'000'000;
constexpr std::uint64_t seats_stream = 0;

std::optional<std::uint64_t> parse_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

[[noreturn]] void refuse_seeds(const std::string& text, const std::string& why) {
  throw Failure(Exit::usage, "the seeds '" + text + "': " + why);
}

}  // namespace

std::vector<std::uint64_t> parse_seeds(const std::string& text) {
  std::vector<std::uint64_t> seeds;
  for (const std::string& part : split(text, ',')) {
    const std::size_t dash = part.find('-');
    const auto first = parse_number(std::string_view(part).substr(0, dash));
    const auto last = dash == std::string::npos ? first : parse_number(std::string_view(part).substr(dash + 1));
    if (!first || !last) refuse_seeds(text, "write whole numbers and ranges, as in 7 or 1-20 or 1,3,5-7");
    if (*last < *first) refuse_seeds(text, "the range " + part + " runs backwards");
    if (*last - *first >= most_seeds || seeds.size() + (*last - *first) >= most_seeds)
      refuse_seeds(text, "more than ten million");
    for (std::uint64_t seed = *first;; ++seed) {
      seeds.push_back(seed);
      if (seed == *last) break;
    }
  }
  std::vector<std::uint64_t> sorted = seeds;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) refuse_seeds(text, std::to_string(*twice) + " is named twice");
  return seeds;
}

std::uint64_t mix(std::uint64_t seed, std::uint64_t stream) {
  std::uint64_t z = seed + (stream + 1) * 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

std::uint64_t strategy_seed(std::uint64_t match_seed, std::int32_t seat) {
  return first_number(sha256_of("agon strategy\n" + std::to_string(match_seed) + "\n" + std::to_string(seat) + "\n"));
}

SeatingRule SeatingRule::parse(const std::string& text, std::size_t seats) {
  SeatingRule rule;
  rule.order_.resize(seats);
  std::iota(rule.order_.begin(), rule.order_.end(), std::size_t{0});
  if (text == "draw") return rule;
  rule.kind_ = text == "rotate" ? Kind::rotate : Kind::fixed;
  if (text == "listed" || text == "rotate") return rule;
  Seating order;
  for (const std::string& part : split(text, ',')) {
    const auto number = parse_number(part);
    if (number) order.push_back(static_cast<std::size_t>(*number));
  }
  if (!std::is_permutation(order.begin(), order.end(), rule.order_.begin(), rule.order_.end()) ||
      split(text, ',').size() != seats) {
    std::vector<std::string> example;
    for (std::size_t seat = seats; seat-- > 0;) example.push_back(std::to_string(seat));
    throw Failure(Exit::usage,
                  "--seats " + text +
                      ": write draw, listed, rotate, or for each seat the number of its strategy, from 0, as in " +
                      join(example, ","));
  }
  rule.order_ = std::move(order);
  return rule;
}

Seating SeatingRule::listed() const {
  Seating all(order_.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

Seating SeatingRule::seating(std::uint64_t match_seed, std::size_t index) const {
  Seating order = order_;
  if (kind_ == Kind::rotate) {
    std::rotate(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(index % order.size()), order.end());
  }
  if (kind_ == Kind::draw) {
    agon::Random random(mix(match_seed, seats_stream));
    for (std::size_t left = order.size(); left > 1; --left) std::swap(order[left - 1], order[random.below(left)]);
  }
  return order;
}

}  // namespace host
