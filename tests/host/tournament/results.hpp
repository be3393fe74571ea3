// Results to be counted, of strategies that are named by letters.
#pragma once

#include "host/match/transcript.hpp"
#include "host/store/stored_match.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace results {

/// Returns a match with these scores, of which each counts `share` in the contest.
inline host::Transcript played(const std::vector<double>& scores, double share = 1) {
  host::Transcript transcript;
  for (const double score : scores) {
    transcript.result.seats.push_back({.score = score, .outcome = {}, .usage = {2'000'000, 0, std::nullopt, 1}});
    transcript.contest.push_back(score * share);
  }
  return transcript;
}

inline std::shared_ptr<const host::Conditions> conditions_of(const std::string& version) {
  const auto conditions = std::make_shared<host::Conditions>();
  conditions->game = "game";
  conditions->version = version;
  return conditions;
}

/// Makes stored matches, all under the same conditions.
struct Matches {
  std::shared_ptr<const host::Conditions> conditions = conditions_of("1.0.0");
  std::map<char, std::shared_ptr<const host::SeatIdentity>> strategies{};
  std::uint64_t number = 0;

  host::StoredMatch match(std::uint64_t seed, const std::string& seats, const std::vector<double>& scores) {
    host::Transcript transcript = played(scores, 0.5);
    host::StoredMatch match;
    match.run = 1;
    match.place.number = number++;
    match.conditions = conditions;
    match.seed = seed;
    match.result = std::move(transcript.result);
    match.contest = std::move(transcript.contest);
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
