// Results to be counted, of strategies that are named by letters.
#pragma once

#include "host/match/result.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace results {

inline std::shared_ptr<const host::Conditions> conditions_of(const std::string& version) {
  const auto conditions = std::make_shared<host::Conditions>();
  conditions->game = "game";
  conditions->version = version;
  return conditions;
}

/// Returns a match with these scores, of which each counts `share` in the contest.
inline host::Result played(const std::vector<double>& scores, std::uint64_t seed = 0, double share = 1) {
  static const std::shared_ptr<const host::Conditions> conditions = conditions_of("1.0.0");
  host::Result match;
  match.seed = seed;
  match.conditions = conditions;
  for (const double score : scores) {
    match.seats.push_back({.score = score, .outcome = {}, .usage = {2'000'000, 0, std::nullopt, 1}});
    match.contest.push_back(score * share);
  }
  return match;
}

/// Makes stored matches, all under the same conditions.
struct Matches {
  std::shared_ptr<const host::Conditions> conditions = conditions_of("1.0.0");
  std::map<char, std::shared_ptr<const host::SeatIdentity>> strategies{};
  std::uint64_t number = 0;

  host::Result match(std::uint64_t seed, const std::string& seats, const std::vector<double>& scores) {
    host::Result match = played(scores, seed, 0.5);
    match.run = 1;
    match.place.number = number++;
    match.conditions = conditions;
    for (const char seat : seats) {
      const std::string name(1, seat);
      auto& strategy = strategies[seat];
      if (!strategy) strategy = std::make_shared<host::SeatIdentity>(host::SeatIdentity{name, name, "1.0.0", name, {}});
      match.strategies.push_back(strategy);
      match.place.names.push_back(name);
    }
    return match;
  }
};

}  // namespace results
