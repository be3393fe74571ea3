#include "host/report/comparison_report.hpp"

#include "host/match/contest.hpp"
#include "host/plugin/tester_settings.hpp"
#include "host/report/again.hpp"
#include "host/report/numbers.hpp"
#include "host/report/report.hpp"
#include "host/report/run_report.hpp"
#include "host/report/standings_report.hpp"
#include "host/stats/plackett_luce.hpp"
#include "host/stats/rating.hpp"
#include "host/util/escape.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <tuple>
#include <utility>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

const char* word(stats::SequentialVerdict verdict) {
  using stats::SequentialVerdict;
  return verdict == SequentialVerdict::better  ? "better"
         : verdict == SequentialVerdict::worse ? "worse"
                                               : "no difference found";
}

/// Returns the names of the two strategies; if they are equal, "mybot (new)" and "mybot (old)".
std::array<std::string, 2> compared_names(const RunPlan& plan) {
  const std::string& first = plan.participants[0].identity.name;
  const std::string& second = plan.participants[1].identity.name;
  if (first != second) return {first, second};
  return {first + " (new)", second + " (old)"};
}

/// Returns "+1 to +3".
std::string range_text(const stats::Interval& interval) {
  return interval_text(
      interval, [&](double end) { return with_sign(end, interval); }, true);
}

/// Returns ", 95 % interval +1 to +3", or why the interval is missing.
std::string with_interval(double confidence, const stats::Interval& interval, const IntervalUnits& units) {
  if (units.count < stats::least_seeds)
    return " (an interval needs " + std::to_string(stats::least_seeds) + " " + units.name + "s)";
  if (!units.suffice) return " (no interval: nearly all seeds have the same " + units.name + ")";
  if (!std::isfinite(interval.low) && !std::isfinite(interval.high))
    return " (no interval: all " + units.name + "s are alike)";
  return ", " + percent(confidence) + " interval " + range_text(interval);
}

IntervalUnits units_of(const ComparisonResult& result) {
  const auto& clustered = result.paired.clustered;
  if (!clustered) return {.count = result.paired.seeds};
  return {.count = clustered->clusters,
          .name = result.observations.evidence == Evidence::openings ? "opening" : "start",
          .suffice = clustered->can_be_tested()};
}

/// Returns who wins the matches of too few starts, and how to get others.
std::string untested_text(const std::string& first, const std::string& second, double mean) {
  const std::string who =
      mean == 0 ? first + " and " + second + " are equal in these matches"
                : (mean > 0 ? first : second) + " wins these matches, by " + rounded(std::abs(mean)) + " a seed";
  return plain_lines(who) + "; with fewer than " + std::to_string(stats::least_seeds) +
         " starts, or nearly all seeds from one, that is no test.\n"
         "Other matches come from --opening-plies 4, or from other parameters (--set).\n";
}

std::string answer_line(const RunPlan& plan, const ComparisonResult& result) {
  const auto [first, second] = compared_names(plan);
  const std::size_t seeds = result.paired.seeds;
  const std::string found = answer_name(result.answer);
  std::string sentence;
  if (result.second_fails()) {
    const Totals& row = result.rows.at(1);
    sentence = second + " failed in " + std::to_string(row.failures) + " of its " + counted(row.matches, "match") +
               ", so this says little about its strength\n";
  }
  sentence += result.answer == Answer::better || result.answer == Answer::worse
                  ? first + " is " + found + " than " + second
                  : found + " between " + first + " and " + second;
  return plain_lines(sentence) + ", on " + counted(seeds, "seed") + " of " + plan.game.description.id + "\n" +
         (result.answer == Answer::no_test ? untested_text(first, second, result.paired.mean) : "");
}

Json json_of(const Participant& participant, const std::string& name, const Totals& row, std::int32_t contest) {
  const SeatIdentity& identity = participant.identity;
  return {{"name", name},
          {"strategy", identity.strategy},
          {"version", identity.version},
          {"sha256", identity.sha256},
          {"options", Json::object_t(identity.options.begin(), identity.options.end())},
          {"matches", row.matches},
          {"mean_score", row.mean_score()},
          {"contest", row.contest_score(contest)},
          {"wins", row.wins},
          {"ties", row.ties},
          {"losses", row.losses},
          {"failures", row.failures},
          {"cpu_s_per_match", row.cpu_s_a_match()}};
}

/// The same columns as in run_report(), so that both tables agree on the same matches.
Section strategies_section(const Json& report, const ComparisonResult& result, std::int32_t contest) {
  Columns columns = {"strategy=name", "matches", {"mean score=mean_score", significant}};
  if (contest != AGON_CONTEST_MEAN) columns.emplace_back("contest", significant);
  columns.insert(columns.end(), {"wins", "ties", "losses"});
  if (std::any_of(result.rows.begin(), result.rows.end(), [](const Totals& row) { return row.failures > 0; }))
    columns.emplace_back("failures");
  columns.emplace_back("cpu s a match=cpu_s_per_match", decimals(6));
  return {.columns = std::move(columns), .rows = {report["new"], report["old"]}};
}

Json comparison_json(const RunPlan& plan, const ComparisonResult& result) {
  const auto names = compared_names(plan);
  const std::int32_t contest = plan.game.description.contest;
  const stats::Paired& paired = result.paired;
  Json observations = observations_json(result.observations);
  observations["units"] = units_of(result).count;
  if (result.sprt || result.sequential) observations["tested"] = result.tested;
  Json json = {{"game", plan.game.description.id},
               {"answer", answer_name(result.answer)},
               {"measure", result.measure == Measure::score ? "score" : "contest"},
               {"contest", contest_name(contest)},
               {"new", json_of(plan.participants[0], names[0], result.rows[0], contest)},
               {"old", json_of(plan.participants[1], names[1], result.rows[1], contest)},
               {"seeds", paired.seeds},
               {"seed_list", plan.seeds.text},
               {"observations", std::move(observations)},
               {"wins", paired.wins},
               {"ties", paired.ties},
               {"losses", paired.losses},
               {"difference", paired.mean},
               {"interval", interval_json(paired.interval)},
               {"confidence", result.confidence},
               {"test", paired.clustered ? "jackknife" : "wilcoxon"},
               {"p", paired.can_be_tested() ? Json(paired.p()) : Json()},
               {"wilcoxon_p", paired.clustered ? Json() : Json(paired.signed_rank.p)},
               {"ratio_of_means", paired.ratio}};
  if (result.elo) {
    json["elo"] = elo_json(result.elo->estimate);
    json["elo"]["pairs"] = result.elo->pairs;
  }
  if (result.sprt) json["sprt"] = sprt_json(*result.sprt);
  if (result.sequential) {
    json["sequential"] = {{"verdict", word(result.sequential->verdict)},
                          {"p", result.sequential->p},
                          {"interval", interval_json(result.sequential->interval)}};
  }
  return json;
}

/// Returns the heading of lines that say nothing about the answer, and so can't contradict it.
std::string not_judged(const std::string& measure) {
  return "By " + measure + ", which the answer does not judge:\n";
}

/// Returns the lines about the differences of the measure. Those that test it are there if they give the answer.
std::string measure_facts(const ComparisonResult& result) {
  const stats::Paired& paired = result.paired;
  const bool tested_once = !result.sprt && !result.sequential;
  std::string text = fact(
      "difference", with_sign(paired.mean, paired.interval) + " a seed" +
                        (result.sequential ? "" : with_interval(result.confidence, paired.interval, units_of(result))));
  text += fact("seeds", std::to_string(paired.wins) + " won, " + std::to_string(paired.ties) + " tied, " +
                            std::to_string(paired.losses) + " lost");
  if (tested_once && !paired.clustered) text += fact("Wilcoxon", p_text(paired.p()));
  if (tested_once && paired.clustered && paired.can_be_tested())
    text += fact("Student", p_text(paired.p()) + ", of " + counted(paired.clustered->clusters, units_of(result).name));
  if (!std::isnan(paired.ratio)) text += fact("ratio of means", rounded(paired.ratio));
  if (const auto& test = result.sequential) {
    const std::string found = std::string(word(test->verdict)) + " after " + counted(result.tested, "seed");
    text += fact("sequential", test->warm_up > 0 ? found + "; it claims none before " + std::to_string(test->warm_up) +
                                                       " seeds that are won or lost"
                                                 : found + ", " + p_text(test->p) + ", " + percent(result.confidence) +
                                                       " interval " + range_text(test->interval) + ", always valid");
  }
  const bool excludes_0 = paired.interval.low > 0 || paired.interval.high < 0;
  if (tested_once && !paired.clustered && paired.seeds >= stats::least_seeds && excludes_0 &&
      result.answer == Answer::no_difference_found)
    text += "The answer is that of the signed-rank test, which a few large differences do not decide.\n";
  return text;
}

/// Returns the lines about won and lost matches, of two seats in both orders.
std::string points_facts(const ComparisonResult& result) {
  if (!result.elo) return {};
  return fact("pairs", pairs_text(result.elo->pairs)) + elo_facts(result.elo->estimate, units_of(result));
}

/// Returns the command that compares the two strategies on `seeds` other seeds; if the result goes_on(), on these and
/// more.
std::string next_command(const RunPlan& plan, const ComparisonResult& result, const std::string& program) {
  const std::uint64_t needed = *result.seeds_to_find;
  if (!result.goes_on()) return comparison_again(plan, needed, result.alpha, program);
  // Suggests twice the estimate, in case it is too low: the test stops by itself.
  return comparison_on(plan, std::min(2 * needed, most_seeds), result.sprt->test, program);
}

/// Returns whether a tester's cases are too few for next_command().
bool lacks_cases(const RunPlan& plan, const ComparisonResult& result) {
  if (plan.cases.empty()) return false;
  const std::size_t others = unplayed_cases(plan).size();
  return others == 0 || (!result.goes_on() && others < *result.seeds_to_find);
}

/// Returns a sentence about the cases that there are.
std::string cases_text(const RunPlan& plan) {
  const std::vector<std::uint64_t> others = unplayed_cases(plan);
  return "There are " + counted(plan.cases.size(), "case") + ", and " +
         (others.empty() ? std::string("all were played")
                         : counted(others.size(), "case") + " not played (" + ranges_of(others) + ")") +
         ": make more for a new comparison.\n";
}

/// `command`: that of next_command(); if the tester lacks cases for it, what cases_text() says.
std::string next_text(const ComparisonResult& result, const std::string& command, bool lacks) {
  const std::uint64_t needed = *result.seeds_to_find;
  const std::string more = std::to_string(needed - result.paired.seeds) + " more than were played";
  if (result.goes_on()) {
    const std::string rate = "At this rate the test stops after ";
    if (needed > most_seeds) return rate + "more than ten million seeds.\n";
    return rate + "about " + counted(needed, "seed") + ", " + more +
           (lacks ? ".\n" + command : ".\nTo continue the test on these seeds and more:\n  " + command + "\n");
  }
  const std::string size = std::string("To find a difference of this size, a comparison ") +
                           (result.sequential ? "without --sequential " : "") + "needs ";
  if (needed > most_seeds) return size + "more than ten million seeds.\n";
  return size + "about " + counted(needed, "seed") + (result.sequential ? "" : ",\n" + more) +
         ". It then finds it with a probability of 80 %.\n" +
         (lacks ? command : "Use new seeds, so that the answer counts as one test:\n  " + command + "\n");
}

/// Adds the seeds with the largest differences of one sign, each with the command that plays it.
void add_seeds(Report& report, const std::string& which, const std::vector<ComparedSeed>& seeds, const RunPlan& plan,
               const std::string& program) {
  Section section{.title = "Largest " + which + ":"};
  Json& all = report.json["largest_" + which] = Json::array();
  for (const ComparedSeed& seed : seeds) {
    const std::string line = seed_again(plan, seed.seed, program);
    all.push_back({{"seed", seed_json(seed.seed)},
                   {"scores", seed.scores},
                   {"values", seed.values},
                   {"difference", seed.difference()},
                   {"command", line}});
    section.notes += "  seed " + std::to_string(seed.seed) + ": " + with_sign(seed.difference()) +
                     (seed.scores == seed.values ? " (" : " (scores ") + rounded(seed.scores[0]) + " against " +
                     rounded(seed.scores[1]) + ")\n    " + line + "\n";
  }
  if (!seeds.empty()) report.sections.push_back(std::move(section));
}

}  // namespace

Report comparison_report(const RunPlan& plan, const ComparisonResult& result) {
  const std::int32_t contest = plan.game.description.contest;
  const std::string measure = measure_text(result.measure, contest);
  Report report{.json = comparison_json(plan, result)};
  std::string facts = measure == "score" || result.sprt ? "" : fact("measure", measure);
  if (result.sprt) facts += not_judged("the " + measure);
  facts += measure_facts(result);
  const std::string points = points_facts(result);
  if (!points.empty()) facts += "\n" + (result.sprt ? "" : not_judged("points of matches")) + points;
  if (result.sprt) facts += fact("SPRT", sprt_line(*result.sprt, "normalised", counted(result.tested, "pair")));
  if ((result.sprt || result.sequential) && result.tested < result.paired.seeds)
    facts += "The test has taken " + std::to_string(result.tested) + " of the " + counted(result.paired.seeds, "seed") +
             ": what comes again tells it nothing.\n";
  if (result.sprt || result.sequential)
    facts += std::string("Only the ") + (result.sequential ? "sequential" : "SPRT") +
             " line accounts for repeated testing; the intervals above do not.\n";
  report.sections = {{.notes = answer_line(plan, result) + observations_text(result.observations)},
                     strategies_section(report.json, result, contest),
                     {.notes = std::move(facts)}};
  return report;
}

void add_advice(Report& report, const RunPlan& plan, const ComparisonResult& result, const std::string& program) {
  if (result.seeds_to_find) {
    const bool lacks = lacks_cases(plan, result);
    const std::string command = lacks ? cases_text(plan) : next_command(plan, result, program);
    report.sections.push_back({.notes = next_text(result, command, lacks)});
    report.json["seeds_to_find"] = *result.seeds_to_find;
    if (!lacks && *result.seeds_to_find <= most_seeds) report.json["next_command"] = command;
  }
  add_seeds(report, "gains", result.gains, plan, program);
  add_seeds(report, "losses", result.losses, plan, program);
}

std::string build_report(const BuildChange& change, const std::string& measure) {
  constexpr int digits = 2;
  std::string text = "Against the last build: better on " + counted(change.better, "seed") + ", worse on " +
                     std::to_string(change.worse) + ", the same on " + std::to_string(change.same) + "; mean " +
                     measure + " " + fixed(change.mean_before, digits) + " -> " + fixed(change.mean_after, digits) +
                     " (" + signed_fixed(change.mean_after - change.mean_before, digits) + ")\n";
  std::vector<std::vector<std::string>> rows = {{"largest", "seed", "before", "now", "change"}};
  for (const auto* const changes : {&change.gains, &change.losses}) {
    for (const ComparedSeed& one : *changes) {
      std::string word = one.difference() > 0 ? "gain" : "loss";
      rows.push_back({&one == &changes->front() ? word : "", std::to_string(one.seed), decimal(one.values[1]),
                      decimal(one.values[0]), signed_fixed(one.difference(), digits)});
    }
  }
  return rows.size() == 1 ? text : text + table(rows);
}

namespace {

const char* word(stats::SprtVerdict verdict) {
  return verdict == stats::SprtVerdict::running     ? "running"
         : verdict == stats::SprtVerdict::accept_h0 ? "accept H0"
                                                    : "accept H1";
}

std::string normalised_elo(const stats::EloEstimate& elo, const IntervalUnits& units) {
  if (std::isnan(elo.normalised_elo)) return "none: all results are the same";
  const std::string value = with_sign(elo.normalised_elo, elo.normalised_interval);
  if (units.name != IntervalUnits().name) return value + " (no interval: the " + units.name + "s come again)";
  if (units.count >= stats::least_seeds && !std::isfinite(elo.normalised_interval.low))
    return value + " (an interval needs " + rounded(stats::least_points) + " points for each)";
  return value + with_interval(0.95, elo.normalised_interval, units);
}

}  // namespace

std::string fact(const std::string& name, const std::string& value) {
  constexpr std::size_t column = 16;
  return name + std::string(column - name.size(), ' ') + value + "\n";
}

std::string pairs_text(const stats::Pentanomial& pairs) {
  std::vector<std::string> counts;
  for (const std::uint64_t count : pairs) counts.push_back(std::to_string(count));
  return join(counts) + " with 0, 1/2, 1, 3/2, 2 points";
}

std::string elo_facts(const stats::EloEstimate& elo, const IntervalUnits& units) {
  return fact("Elo", with_sign(elo.elo, elo.elo_interval) + with_interval(0.95, elo.elo_interval, units)) +
         fact("normalised Elo", normalised_elo(elo, units));
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

}  // namespace host
