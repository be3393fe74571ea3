#include "host/view/format_report.hpp"

#include "host/text.hpp"

#include <cstddef>
#include <utility>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

/// Returns {"round": 1, "names": ["a", "b"], "points": [1.5, 0.5]} for each pair.
Json pairs_json(const std::vector<RoundResults>& results, const std::vector<std::string>& names) {
  Json pairs = Json::array();
  for (std::size_t round = 0; round < results.size(); ++round) {
    for (const Meeting& meeting : results[round])
      pairs.push_back({{"round", round + 1},
                       {"names", {names[meeting.players[0]], names[meeting.players[1]]}},
                       {"points", meeting.points}});
  }
  return pairs;
}

}  // namespace

Report format_report(const Schedule& schedule, const std::vector<std::string>& names) {
  if (!schedule.several_rounds()) return {};
  const std::vector<RoundResults> results = schedule.results();
  Json pairs = pairs_json(results, names);
  Report report{.json = {{"pairs", pairs}, {"places", Json::array()}}};
  const std::vector<Placed> placed = schedule.format()->places(results);
  Json& places = report.json["places"];
  for (const Placed& each : placed) {
    places.push_back({{"place", places.size() + 1},
                      {"name", names[each.participant]},
                      {"points", each.points},
                      {"match_points", each.match_points}});
    if (each.buchholz) places.back()["buchholz"] = *each.buchholz;
  }
  const std::string after = results.size() == schedule.rounds()
                                ? counted(results.size(), "round")
                                : std::to_string(results.size()) + " of " + counted(schedule.rounds(), "round");
  Columns columns = {"place", "strategy=name", {"points", decimals(1)}};
  if (placed.front().buchholz) columns.emplace_back("Buchholz=buchholz", decimals(1));
  columns.emplace_back("match points=match_points", decimals(1));
  constexpr std::size_t most_shown = 40;
  if (pairs.size() <= most_shown)
    report.sections.push_back({.columns = {"round",
                                           "strategy=names/0",
                                           {"match points=points/0", decimals(1)},
                                           "against=names/1",
                                           {"match points=points/1", decimals(1)}},
                               .rows = std::move(pairs)});
  report.sections.push_back(
      {.title = "Places after " + after, .columns = columns, .rows = places, .notes = schedule.format()->rule()});
  return report;
}

}  // namespace host
