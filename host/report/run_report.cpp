#include "host/report/run_report.hpp"

#include "host/match/contest.hpp"
#include "host/report/numbers.hpp"
#include "host/util/escape.hpp"
#include "host/util/text.hpp"

#include <agon/game.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace host {

namespace {

using Json = nlohmann::ordered_json;
using Kind = ValueGroup::Kind;

const char* case_name(Evidence evidence) {
  switch (evidence) {
    case Evidence::each_start_once:
      return "each start once";
    case Evidence::draws:
      return "players draw";
    case Evidence::repeats:
      return "players are deterministic";
    case Evidence::some_draw:
      return "some players draw";
    default:
      return "openings";
  }
}

const char* unit_name(Evidence evidence) {
  return evidence == Evidence::openings                                     ? "opening"
         : evidence == Evidence::repeats || evidence == Evidence::some_draw ? "start"
                                                                            : "block";
}

/// Returns the end of the line of observations_text().
std::string unit_text(Evidence evidence, const std::string& other_starts) {
  const std::string more = "; " + other_starts + " makes more starts";
  switch (evidence) {
    case Evidence::each_start_once:
      return "each start once, so each block is an observation";
    case Evidence::draws:
      return "the game or its players draw, so each block is an observation";
    case Evidence::repeats:
      return "deterministic players repeat the same matches, so each start is an observation" + more;
    case Evidence::some_draw:
      return "some players draw; of others, who repeat the same matches, each start is an observation" + more;
    default:
      return "each opening is an observation";
  }
}

/// Returns whether the row has matches, or none has any yet.
bool is_shown(const std::vector<Totals>& tally, std::size_t row) {
  return tally[row].matches > 0 || std::ranges::none_of(tally, [](const Totals& each) { return each.matches > 0; });
}

Json totals_json(const std::string& name, const Totals& row, std::int32_t contest) {
  return {{"name", name},
          {"matches", row.matches},
          {"mean_score", row.mean_score()},
          {"contest", row.contest_score(contest)},
          {"contest_per_match", row.contest_mean()},
          {"wins", row.wins},
          {"ties", row.ties},
          {"losses", row.losses},
          {"failures", row.failures},
          {"cpu_s", row.cpu_s()}};
}

/// Adds the columns of totals. Omits redundant ones: the contest's score if it is the mean score or the score of a
/// match, wins of a single player, and failures if no seat failed.
void add_totals(Columns& columns, const Json& rows, std::int32_t contest, bool versus) {
  columns.insert(columns.end(), {"matches", {"mean score=mean_score", decimals(digits_of(rows, "mean_score", 2))}});
  if (contest != AGON_CONTEST_MEAN) columns.emplace_back("contest", decimals(digits_of(rows, "contest", 2)));
  if (contest != AGON_CONTEST_MEAN && contest != AGON_CONTEST_SUM)
    columns.emplace_back("per match=contest_per_match", decimals(digits_of(rows, "contest_per_match", 2)));
  if (versus) columns.insert(columns.end(), {"wins", "ties", "losses"});
  if (std::any_of(rows.begin(), rows.end(), [](const Json& row) { return row["failures"] > 0; }))
    columns.emplace_back("failures");
  columns.emplace_back("cpu s=cpu_s", decimals(3));
}

bool has(const ParameterResults& results, Kind kind) {
  return std::any_of(results.groups.begin(), results.groups.end(),
                     [&](const ValueGroup& group) { return group.kind == kind; });
}

/// Shortens long values, such as whole boards.
std::string short_label(const Json& value) {
  constexpr std::size_t longest = 40;
  const auto label = value.get<std::string>();
  return label.size() <= longest ? label : label.substr(0, longest - 3) + "...";
}

}  // namespace

std::string observations_text(const ObservationCounts& counts, const std::string& other_starts) {
  std::string text = counted(counts.blocks, "block");
  text += counts.different < counts.blocks ? ", " + std::to_string(counts.different) + " of them different," : "";
  text += " from " + counted(counts.starts, "start");
  if (counts.openings > 0) text += " and " + counted(counts.openings, "opening");
  text += ": " + unit_text(counts.evidence, other_starts) + "\n";
  if (counts.few_openings())
    text += "All this is about these " + std::to_string(counts.openings) + " openings alone.\n";
  else if (counts.few_differ())
    text += "Fewer than a tenth of the blocks differ: all this is about the game's own starts, not other positions.\n";
  return text;
}

nlohmann::ordered_json observations_json(const ObservationCounts& counts) {
  return {{"blocks", counts.blocks},     {"different", counts.different},      {"starts", counts.starts},
          {"openings", counts.openings}, {"unit", unit_name(counts.evidence)}, {"case", case_name(counts.evidence)}};
}

std::string not_started_text(const std::vector<std::pair<std::string, std::string>>& strategies) {
  std::string text;
  for (const auto& [name, reason] : strategies)
    text += printable(name) + " can't be started, so no match with it counts: " + printable(reason) + "\n";
  return text;
}

nlohmann::ordered_json not_started_json(const std::vector<std::pair<std::string, std::string>>& strategies) {
  Json all = Json::array();
  for (const auto& [name, reason] : strategies) all.push_back({{"name", name}, {"reason", reason}});
  return all;
}

std::vector<std::size_t> ranking(const std::vector<Totals>& tally) {
  std::vector<std::size_t> order;
  for (std::size_t row = 0; row < tally.size(); ++row) {
    if (is_shown(tally, row)) order.push_back(row);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return tally[a].contest_mean() > tally[b].contest_mean(); });
  return order;
}

std::string leaders(const std::vector<std::string>& names, const std::vector<Totals>& tally) {
  constexpr std::size_t most = 3;
  std::string text;
  std::size_t shown = 0;
  double before = 0;
  for (const std::size_t row : ranking(tally)) {
    if (tally[row].counted == 0 || shown == most) continue;
    const double mean = tally[row].contest_mean();
    if (shown++ > 0) text += mean < before ? " > " : " = ";
    text += names[row] + " " + fixed(mean, mean == 0 ? 2 : std::max(2, decimals_for(std::abs(mean))));
    before = mean;
  }
  return text;
}

Report run_report(const RunRows& rows, const std::vector<Totals>& tally) {
  Json all = Json::array();
  Json ranked = Json::array();
  for (std::size_t row = 0; row < tally.size(); ++row)
    all.push_back(totals_json(rows.names[row], tally[row], rows.contest));
  for (const std::size_t row : ranking(tally)) {
    all[row]["rank"] = ranked.size() + 1;
    ranked.push_back(all[row]);
  }
  for (std::size_t row = tally.size(); row-- > 0;) {
    if (!is_shown(tally, row)) all.erase(row);
  }
  Columns columns = {"strategy=name"};
  add_totals(columns, ranked, rows.contest, tally.size() > 1);
  return {{{"contest", contest_name(rows.contest)}, {"strategies", std::move(all)}},
          {{.columns = std::move(columns), .rows = std::move(ranked)}}};
}

void add_head_to_head(Report& report, const std::vector<std::string>& names, const std::vector<std::size_t>& ranking,
                      const HeadToHead& head_to_head) {
  constexpr std::size_t least = 3;
  constexpr std::size_t most = 12;
  const std::size_t shown = std::min(ranking.size(), most);
  Json pairs = Json::array();
  Section section{.columns = {"=place", "strategy=name"}};
  for (std::size_t place = 0; place < ranking.size(); ++place) {
    Json points = Json::array();
    for (std::size_t other = 0; other < ranking.size(); ++other) {
      const Record record = head_to_head.of(ranking[place], ranking[other]);
      if (other < shown) points.push_back(record.games() == 0 ? Json() : Json(100 * record.share()));
      if (other <= place || record.games() == 0) continue;
      pairs.push_back({{"name", names[ranking[place]]},
                       {"against", names[ranking[other]]},
                       {"wins", record.wins},
                       {"ties", record.ties},
                       {"losses", record.losses}});
    }
    section.rows.push_back({{"place", place + 1}, {"name", names[ranking[place]]}, {"points", std::move(points)}});
    if (place < shown)
      section.columns.emplace_back(std::to_string(place + 1) + "=points/" + std::to_string(place), decimals(0));
  }
  const std::string against = shown < ranking.size() ? "the best " + std::to_string(most) : "each other";
  section.title = "Points against " + against + ", in % (a win counts 1, a tie 1/2)";
  if (ranking.size() > 1) report.json["head_to_head"] = std::move(pairs);
  if (ranking.size() >= least) report.sections.push_back(std::move(section));
}

void add_parameter(Report& report, const ParameterResults& results, const RunRows& rows,
                   const std::vector<std::size_t>& ranking) {
  Json groups = Json::array();
  Json lines = Json::array();
  for (const ValueGroup& group : results.groups) {
    Json one = {{"values", group.label()}};
    if (group.kind == Kind::one || group.kind == Kind::range) {
      one["low"] = group.low;
      one["high"] = group.high;
    }
    one["matches"] = group.matches;
    one["strategies"] = Json::array();
    for (const std::size_t row : ranking) {
      if (row >= group.rows.size() || group.rows[row].matches == 0) continue;
      Json line = totals_json(rows.names[row], group.rows[row], rows.contest);
      one["strategies"].push_back(line);
      line["value"] = group.label();
      lines.push_back(std::move(line));
    }
    groups.push_back(std::move(one));
  }
  report.json["by"] = {{"parameter", results.parameter}, {"groups", std::move(groups)}};
  Section section{.title = "By " + results.parameter,
                  .columns = {{results.parameter + "=value", short_label}, "strategy=name"},
                  .csv = {results.parameter + "=value", "name", "matches", "mean=mean_score", "contest",
                          "contest_mean=contest_per_match", "wins", "ties", "losses", "failures", "cpu_s"}};
  add_totals(section.columns, lines, rows.contest, ranking.size() > 1);
  section.rows = std::move(lines);
  if (has(results, Kind::range))
    section.notes +=
        results.parameter + " has many values: each line covers a range with about equal numbers of matches.\n";
  if (has(results, Kind::others))
    section.notes +=
        results.parameter + " has many values: the most frequent have a line each, the others are together.\n";
  report.sections.push_back(std::move(section));
}

}  // namespace host
