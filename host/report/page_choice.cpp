#include "host/report/page_choice.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace host {

namespace {

/// Numbers of matches, those with the best claim to a page first.
using Claims = std::vector<std::size_t>;

Claims failures(const std::vector<PageCandidate>& matches) {
  Claims claims;
  for (const bool named : {true, false}) {
    for (std::size_t match = matches.size(); match-- > 0;)
      if (matches[match].failed && matches[match].named == named) claims.push_back(match);
  }
  return claims;
}

/// Returns by how much a seat's score is above the mean of the others'.
double lead_of(const PageCandidate& match, std::size_t seat) {
  double others = 0;
  for (std::size_t other = 0; other < match.scores.size(); ++other)
    if (other != seat) others += match.scores[other].second;
  const std::size_t rivals = match.scores.size() - 1;
  return match.scores[seat].second - (rivals == 0 ? 0 : others / static_cast<double>(rivals));
}

/// Returns each strategy's best match, each one's worst, each one's second best, and so on, until there are `most`.
Claims extremes(const std::vector<PageCandidate>& matches, std::size_t most) {
  std::map<std::size_t, std::vector<std::pair<double, std::size_t>>> leads;  // with the matches, by row
  for (std::size_t match = 0; match < matches.size(); ++match) {
    for (std::size_t seat = 0; seat < matches[match].scores.size(); ++seat)
      leads[matches[match].scores[seat].first].emplace_back(lead_of(matches[match], seat), match);
  }
  for (auto& [row, of_row] : leads) std::sort(of_row.begin(), of_row.end());
  Claims claims;
  std::set<std::size_t> claimed;
  for (std::size_t rank = 0; rank < matches.size() && claims.size() < most; ++rank) {
    for (const bool best : {true, false}) {
      for (const auto& [row, of_row] : leads) {
        if (rank >= of_row.size()) continue;
        const std::size_t match = of_row[best ? of_row.size() - 1 - rank : rank].second;
        if (claimed.insert(match).second) claims.push_back(match);
      }
    }
  }
  return claims;
}

}  // namespace

std::vector<std::size_t> matches_with_page(const std::vector<PageCandidate>& matches, std::size_t most) {
  std::set<std::size_t> chosen;
  const auto take = [&](const Claims& claims, std::size_t until) {
    for (const std::size_t match : claims) {
      if (chosen.size() >= until) return;
      chosen.insert(match);
    }
  };
  if (matches.size() > most) {
    const std::size_t quarter = most / 4;
    take(failures(matches), quarter);
    const std::size_t failed = chosen.size();
    take(extremes(matches, quarter + failed), failed + quarter);
  }
  Claims newest(matches.size());
  for (std::size_t i = 0; i < newest.size(); ++i) newest[i] = newest.size() - 1 - i;
  take(newest, most);
  return {chosen.begin(), chosen.end()};
}

}  // namespace host
