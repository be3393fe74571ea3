#include "host/view/head_to_head_report.hpp"

#include "host/view/table.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace host {

std::string head_to_head_text(const std::vector<std::string>& names, const std::vector<std::size_t>& ranking,
                              const HeadToHead& duels) {
  constexpr std::size_t least = 3;
  constexpr std::size_t most = 12;
  if (ranking.size() < least) return {};
  const std::size_t columns = std::min(ranking.size(), most);
  std::vector<std::vector<std::string>> rows = {{"", "strategy"}};
  for (std::size_t place = 1; place <= columns; ++place) rows.front().push_back(std::to_string(place));
  for (std::size_t place = 0; place < ranking.size(); ++place) {
    std::vector<std::string> cells = {std::to_string(place + 1), names[ranking[place]]};
    for (std::size_t other = 0; other < columns; ++other) {
      const Duel duel = duels.of(ranking[place], ranking[other]);
      cells.push_back(duel.games() == 0 ? "-" : fixed(100 * duel.share(), 0));
    }
    rows.push_back(std::move(cells));
  }
  const std::string against = columns < ranking.size() ? "the best " + std::to_string(most) : "each other";
  return "Points against " + against + ", in % (a win counts 1, a tie 1/2)\n" + table(rows);
}

nlohmann::ordered_json head_to_head_json(const std::vector<std::string>& names, const std::vector<std::size_t>& ranking,
                                         const HeadToHead& duels) {
  nlohmann::ordered_json pairs = nlohmann::ordered_json::array();
  for (auto one = ranking.begin(); one != ranking.end(); ++one) {
    for (auto other = one + 1; other != ranking.end(); ++other) {
      const Duel duel = duels.of(*one, *other);
      if (duel.games() == 0) continue;
      pairs.push_back({{"name", names[*one]},
                       {"against", names[*other]},
                       {"wins", duel.wins},
                       {"ties", duel.ties},
                       {"losses", duel.losses}});
    }
  }
  return pairs;
}

}  // namespace host
