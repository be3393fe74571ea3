#include "host/view/comparison_report.hpp"

#include "host/match/contest.hpp"
#include "host/plain.hpp"
#include "host/text.hpp"
#include "host/view/csv.hpp"
#include "host/view/elo_report.hpp"
#include "host/view/numbers.hpp"
#include "host/view/observations_report.hpp"
#include "host/view/report.hpp"
#include "host/view/table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>

namespace host {

namespace {

const char* word(stats::SequentialVerdict verdict) {
  using stats::SequentialVerdict;
  return verdict == SequentialVerdict::better  ? "better"
         : verdict == SequentialVerdict::worse ? "worse"
                                               : "no difference found";
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
  return plain_lines(sentence) + ", on " + counted(seeds, "seed") + " of " + plan.game.description.id + "\n";
}

bool has_failures(const ComparisonResult& result) {
  return std::any_of(result.rows.begin(), result.rows.end(), [](const Totals& row) { return row.failures > 0; });
}

/// The same columns as run_table(), so that both tables agree on the same matches.
std::vector<std::string> strategies_heading(const ComparisonResult& result, std::int32_t contest) {
  std::vector<std::string> heading = {"strategy", "matches", "mean score"};
  if (contest != AGON_CONTEST_MEAN) heading.emplace_back("contest");
  heading.insert(heading.end(), {"wins", "ties", "losses"});
  if (has_failures(result)) heading.emplace_back("failures");
  heading.emplace_back("cpu s a match");
  return heading;
}

std::vector<std::string> strategy_cells(const std::string& name, const ComparisonResult& result, const Totals& row,
                                        std::int32_t contest) {
  std::vector<std::string> cells = {name, std::to_string(row.matches), rounded(row.mean_score())};
  if (contest != AGON_CONTEST_MEAN) cells.push_back(rounded(row.contest_score(contest)));
  for (const std::uint64_t number : {row.wins, row.ties, row.losses}) cells.push_back(std::to_string(number));
  if (has_failures(result)) cells.push_back(std::to_string(row.failures));
  cells.push_back(fixed(row.cpu_s_a_match(), 6));
  return cells;
}

nlohmann::ordered_json json_of(const std::vector<ComparedSeed>& seeds, const SeedCommand& command) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const ComparedSeed& seed : seeds) {
    all.push_back({{"seed", seed_json(seed.seed)},
                   {"scores", seed.scores},
                   {"values", seed.values},
                   {"difference", seed.difference()},
                   {"command", command(seed.seed)}});
  }
  return all;
}

nlohmann::ordered_json json_of(const Entrant& entrant, const std::string& name, const Totals& row,
                               std::int32_t contest) {
  nlohmann::ordered_json options = nlohmann::ordered_json::object();
  for (const auto& [option, value] : entrant.identity.options) options[option] = value;
  return {{"name", name},
          {"strategy", entrant.identity.strategy},
          {"version", entrant.identity.version},
          {"sha256", entrant.identity.sha256},
          {"options", options},
          {"matches", row.matches},
          {"mean_score", row.mean_score()},
          {"contest", row.contest_score(contest)},
          {"wins", row.wins},
          {"ties", row.ties},
          {"losses", row.losses},
          {"failures", row.failures},
          {"cpu_s_per_match", row.cpu_s_a_match()}};
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
      "difference", with_sign(paired.mean) + " a seed" +
                        (result.sequential ? "" : with_interval(result.confidence, paired.interval, paired.seeds)));
  text += fact("seeds", std::to_string(paired.wins) + " won, " + std::to_string(paired.ties) + " tied, " +
                            std::to_string(paired.losses) + " lost");
  if (tested_once) text += fact("Wilcoxon", p_text(paired.signed_rank.p));
  if (!std::isnan(paired.ratio)) text += fact("ratio of means", rounded(paired.ratio));
  if (result.sequential) {
    text += fact("sequential", std::string(word(result.sequential->verdict)) + " after " +
                                   std::to_string(paired.seeds) + " seeds, " + p_text(result.sequential->p) + ", " +
                                   percent(result.confidence) + " interval " +
                                   interval_text(result.sequential->interval, with_sign, true) + ", always valid");
  }
  const bool excludes_0 = paired.interval.low > 0 || paired.interval.high < 0;
  if (tested_once && paired.seeds >= stats::least_seeds && excludes_0 && result.answer == Answer::no_difference_found)
    text += "The answer is that of the signed-rank test, which a few large differences do not decide.\n";
  return text;
}

/// Returns the lines about won and lost matches, of two seats in both orders.
std::string points_facts(const ComparisonResult& result) {
  if (!result.elo) return {};
  return fact("pairs", pairs_text(result.elo->pairs)) + elo_facts(result.elo->estimate, result.paired.seeds);
}

}  // namespace

std::array<std::string, 2> compared_names(const RunPlan& plan) {
  const std::string& first = plan.entrants[0].identity.name;
  const std::string& second = plan.entrants[1].identity.name;
  if (first != second) return {first, second};
  return {first + " (new)", second + " (old)"};
}

std::string comparison_text(const RunPlan& plan, const ComparisonResult& result) {
  const auto names = compared_names(plan);
  const std::int32_t contest = plan.game.description.contest;
  std::vector<std::vector<std::string>> strategies = {strategies_heading(result, contest)};
  for (std::size_t entrant = 0; entrant < names.size(); ++entrant)
    strategies.push_back(strategy_cells(names[entrant], result, result.rows[entrant], contest));
  const std::string measure = measure_text(result.measure, contest);
  const std::string head = answer_line(plan, result) + observations_text(result.observations) + "\n" +
                           table(strategies) + "\n" +
                           (measure == "score" || result.sprt ? "" : fact("measure", measure));
  const std::string points = points_facts(result);
  std::string text = result.sprt ? not_judged("the " + measure) : "";
  text += measure_facts(result);
  if (!points.empty()) text += "\n" + (result.sprt ? "" : not_judged("points of matches")) + points;
  if (result.sprt) text += fact("SPRT", sprt_line(*result.sprt, "normalised", counted(result.paired.seeds, "pair")));
  if (result.sprt || result.sequential)
    text += std::string("Only the ") + (result.sequential ? "sequential" : "SPRT") +
            " line accounts for repeated testing; the intervals above do not.\n";
  return head + text;
}

std::string next_comparison_text(const ComparisonResult& result, const NextCommand& command) {
  if (!result.seeds_to_find) return {};
  const std::uint64_t needed = *result.seeds_to_find;
  const std::string more = std::to_string(needed - result.paired.seeds) + " more than";
  if (result.goes_on()) {
    const std::string rate = "\nAt this rate the test stops after ";
    if (needed > most_seeds) return rate + "more than ten million seeds.\n";
    return rate + "about " + counted(needed, "seed") + ", " + more +
           " were played.\nTo continue the test on these seeds and more:\n  " + command(needed) + "\n";
  }
  const std::string size = "\nTo find a difference of this size, a comparison needs ";
  if (needed > most_seeds) return size + "more than ten million seeds.\n";
  return size + "about " + counted(needed, "seed") + ",\n" + more +
         " were played. It then finds it with a probability of 80 %.\n"
         "Use new seeds, so that the answer counts as one test:\n  " +
         command(needed) + "\n";
}

std::string extreme_seeds_text(const ComparisonResult& result, const SeedCommand& command) {
  std::string text;
  const auto list = [&](const char* title, const std::vector<ComparedSeed>& seeds) {
    if (seeds.empty()) return;
    text += std::string("\n") + title + ":\n";
    for (const ComparedSeed& seed : seeds) {
      text += "  seed " + std::to_string(seed.seed) + ": " + with_sign(seed.difference()) +
              (seed.scores == seed.values ? " (" : " (scores ") + rounded(seed.scores[0]) + " against " +
              rounded(seed.scores[1]) + ")\n    " + command(seed.seed) + "\n";
    }
  };
  list("Largest gains", result.gains);
  list("Largest losses", result.losses);
  return text;
}

nlohmann::ordered_json comparison_json(const RunPlan& plan, const ComparisonResult& result, const SeedCommand& command,
                                       const NextCommand& next) {
  const auto names = compared_names(plan);
  const std::int32_t contest = plan.game.description.contest;
  const stats::Paired& paired = result.paired;
  nlohmann::ordered_json json = {{"game", plan.game.description.id},
                                 {"answer", answer_name(result.answer)},
                                 {"measure", result.measure == Measure::score ? "score" : "contest"},
                                 {"contest", contest_name(contest)},
                                 {"new", json_of(plan.entrants[0], names[0], result.rows[0], contest)},
                                 {"old", json_of(plan.entrants[1], names[1], result.rows[1], contest)},
                                 {"seeds", paired.seeds},
                                 {"seed_list", plan.seeds.text},
                                 {"observations", observations_json(result.observations)},
                                 {"wins", paired.wins},
                                 {"ties", paired.ties},
                                 {"losses", paired.losses},
                                 {"difference", paired.mean},
                                 {"interval", interval_json(paired.interval)},
                                 {"confidence", result.confidence},
                                 {"wilcoxon_p", paired.signed_rank.p},
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
  if (result.seeds_to_find) {
    json["seeds_to_find"] = *result.seeds_to_find;
    if (*result.seeds_to_find <= most_seeds) json["next_command"] = next(*result.seeds_to_find);
  }
  json["largest_gains"] = json_of(result.gains, command);
  json["largest_losses"] = json_of(result.losses, command);
  return json;
}

std::vector<std::string> comparison_csv(const std::vector<ComparedSeed>& seeds) {
  std::vector<std::string> lines = {"seed,new,old,difference"};
  for (const ComparedSeed& seed : seeds) {
    lines.push_back(csv_line(
        {std::to_string(seed.seed), decimal(seed.values[0]), decimal(seed.values[1]), decimal(seed.difference())}));
  }
  return lines;
}

}  // namespace host
