#include "host/tournament/seating.hpp"

#include "host/failure.hpp"
#include "host/match/seeds.hpp"
#include "host/text.hpp"

#include <agon/random.hpp>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <system_error>
#include <utility>

namespace host {

namespace {

constexpr std::uint64_t seats_stream = 0;

}  // namespace

SeatingRule SeatingRule::parse(const std::string& text, std::size_t seats) {
  SeatingRule rule;
  rule.order_.resize(seats);
  std::iota(rule.order_.begin(), rule.order_.end(), std::size_t{0});
  if (text == "draw") return rule;
  rule.kind_ = text == "rotate" ? Kind::rotate : Kind::fixed;
  if (text == "listed" || text == "rotate") return rule;
  Seating order;
  for (const std::string& part : split(text, ',')) {
    std::size_t number = 0;
    const auto [end, fault] = std::from_chars(part.data(), part.data() + part.size(), number);
    if (fault == std::errc{} && end == part.data() + part.size()) order.push_back(number);
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
