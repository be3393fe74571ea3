#include "host/report/elo_report.hpp"

#include "host/report/numbers.hpp"
#include "host/report/standings_report.hpp"
#include "host/stats/plackett_luce.hpp"
#include "host/stats/rating.hpp"
#include "host/util/escape.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

const char* word(stats::SprtVerdict verdict) {
  return verdict == stats::SprtVerdict::running     ? "running"
         : verdict == stats::SprtVerdict::accept_h0 ? "accept H0"
                                                    : "accept H1";
}

std::string normalised_elo(const stats::EloEstimate& elo, std::size_t observations) {
  if (std::isnan(elo.normalised_elo)) return "none: all results are the same";
  const std::string value = with_sign(elo.normalised_elo);
  if (observations >= stats::least_seeds && !std::isfinite(elo.normalised_interval.low))
    return value + " (an interval needs " + rounded(stats::least_points) + " points for each)";
  return value + with_interval(0.95, elo.normalised_interval, observations);
}

/// Returns "a beats b, b beats c, c beats a".
std::string cycle_text(const CyclesReport& report) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < report.cycle->size(); ++i) {
    const std::size_t next = (*report.cycle)[(i + 1) % report.cycle->size()];
    parts.push_back(printable(report.names[(*report.cycle)[i]]) + " beats " + printable(report.names[next]));
  }
  return join(parts);
}

struct RatedPlayer {
  std::string name;
  double points = 0;  // a win counts 1, a tie 1/2
  stats::Rating rating;
};

std::vector<RatedPlayer> rate_listed(const ListedResults& listed, double prior) {
  stats::RankingCounts counts(listed.names().size());
  std::vector<RatedPlayer> players;
  for (const std::string& name : listed.names()) players.push_back({name, 0, {}});
  for (const ListedResult& result : listed.results()) {
    counts.add(result.block, std::array{stats::Place{static_cast<std::uint32_t>(result.first), result.points},
                                        stats::Place{static_cast<std::uint32_t>(result.second), 1 - result.points}});
    players[result.first].points += result.points;
    players[result.second].points += 1 - result.points;
  }
  const std::vector<stats::Rating> ratings = stats::rate(counts, {.prior = prior});
  for (std::size_t i = 0; i < players.size(); ++i) players[i].rating = ratings[i];
  std::stable_sort(players.begin(), players.end(), [](const RatedPlayer& a, const RatedPlayer& b) {
    // A rating that is unknown stands in the middle.
    const auto rank = [](const RatedPlayer& each) {
      return std::make_tuple(each.rating.group, std::isnan(each.rating.elo) ? 0 : -each.rating.elo);
    };
    return rank(a) < rank(b);
  });
  return players;
}

}  // namespace

std::string with_interval(double confidence, const stats::Interval& interval, std::size_t seeds) {
  if (seeds < stats::least_seeds) return " (an interval needs " + std::to_string(stats::least_seeds) + " seeds)";
  return ", " + percent(confidence) + " interval " + interval_text(interval, with_sign, true);
}

std::string fact(const std::string& name, const std::string& value) {
  constexpr std::size_t column = 16;
  return name + std::string(column - name.size(), ' ') + value + "\n";
}

std::string pairs_text(const stats::Pentanomial& pairs) {
  std::vector<std::string> counts;
  for (const std::uint64_t count : pairs) counts.push_back(std::to_string(count));
  return join(counts) + " with 0, 1/2, 1, 3/2, 2 points";
}

std::string elo_facts(const stats::EloEstimate& elo, std::size_t observations) {
  return fact("Elo", with_sign(elo.elo) + with_interval(0.95, elo.elo_interval, observations)) +
         fact("normalised Elo", normalised_elo(elo, observations));
}

std::string sprt_line(const ComparisonResult::Sprt& sprt, const std::string& model, const std::string& played) {
  const std::string ratio = "log-likelihood ratio " + rounded(sprt.log_likelihood_ratio) + ", bounds " +
                            rounded(sprt.bounds.lower) + " and " + rounded(sprt.bounds.upper);
  if (sprt.verdict == stats::SprtVerdict::running) return "no answer after " + played + "; " + ratio;
  const std::string h0 = "H0 (" + rounded(sprt.test.elo0) + ")";
  const std::string h1 = "H1 (" + rounded(sprt.test.elo1) + ")";
  const bool first = sprt.verdict == stats::SprtVerdict::accept_h1;
  return "accepted " + (first ? h1 : h0) + " over " + (first ? h0 : h1) + ", in " + model + " Elo, after " + played +
         "; " + ratio;
}

Json elo_json(const stats::EloEstimate& elo) {
  return {{"elo", elo.elo},
          {"elo_interval", interval_json(elo.elo_interval)},
          {"normalised_elo", elo.normalised_elo},
          {"normalised_interval", interval_json(elo.normalised_interval)},
          {"superiority", elo.superiority}};
}

Json sprt_json(const ComparisonResult::Sprt& sprt) {
  return {{"verdict", word(sprt.verdict)},    {"elo0", sprt.test.elo0},
          {"elo1", sprt.test.elo1},           {"alpha", sprt.test.alpha},
          {"beta", sprt.test.beta},           {"log_likelihood_ratio", sprt.log_likelihood_ratio},
          {"lower_bound", sprt.bounds.lower}, {"upper_bound", sprt.bounds.upper}};
}

Report ratings_report(const ListedResults& listed, double prior) {
  const std::vector<RatedPlayer> players = rate_listed(listed, prior);
  const std::size_t groups = players.back().rating.group + 1;
  Json all = Json::array();
  Json rows = Json::array();
  for (const auto& [name, points, rating] : players) {
    all.push_back({{"name", name},
                   {"matches", rating.matches},
                   {"points", points},
                   {"rating", rating.elo},
                   {"rating_interval", interval_json(rating.interval)},
                   {"rating_group", rating.group + 1}});
    rows.push_back(all.back());
    rows.back()["percent"] = 100 * points / static_cast<double>(rating.matches);
  }
  Columns columns = {"player=name", "matches", {"points %=percent", decimals(1)}};
  if (groups > 1) columns.emplace_back("group=rating_group");
  columns.insert(columns.end(), {{"rating", decimals(1)}, {"95 %=rating_interval", interval(0)}});
  return {.json = {{"rating_groups", groups}, {"players", std::move(all)}},
          .sections = {{.columns = std::move(columns), .rows = std::move(rows)}, {.title = groups_sentence(groups)}}};
}

void add_cycles(Report& report, const CyclesReport& cycles) {
  Json players = Json::array();
  for (std::size_t i = 0; i < cycles.players.size(); ++i) {
    const stats::NashPlayer& player = cycles.players[i];
    players.push_back({{"name", cycles.names[i]},
                       {"weight", player.weight},
                       {"weight_interval", interval_json(player.weight_interval)},
                       {"lead", player.rating},
                       {"lead_interval", interval_json(player.rating_interval)}});
  }
  Json cycle = nullptr;
  if (cycles.cycle) {
    cycle = Json::array();
    for (const std::size_t i : *cycles.cycle) cycle.push_back(cycles.names[i]);
  }
  report.sections.push_back({.title = "Nash average: the best mixture of strategies, and each one's lead over it",
                             .columns = {"strategy=name",
                                         {"weight", decimals(3)},
                                         {"95 %=weight_interval", interval(3)},
                                         {"lead", decimals(3)},
                                         {"95 %=lead_interval", interval(3)}},
                             .rows = players});
  const std::string p = "(p = " + fixed(cycles.p, 4) + ")";
  report.sections.push_back({.title = !cycles.found() ? "no cycle found: ratings describe this table " + p
                                                      : "ratings do not describe this table " + p +
                                                            (cycles.cycle ? ": " + cycle_text(cycles) : "")});
  report.json["cycles"] = {{"ratings_describe_table", !cycles.found()},
                           {"p", cycles.p},
                           {"cycle", std::move(cycle)},
                           {"nash", std::move(players)}};
}

}  // namespace host
