// host elo: Elo, tests and ratings from results that another program has counted or listed.
#include "host/stats/elo.hpp"
#include "host/cli/command.hpp"
#include "host/cli/comparison_run.hpp"
#include "host/report/comparison_report.hpp"
#include "host/report/numbers.hpp"
#include "host/stats/rating.hpp"
#include "host/tournament/listed_results.hpp"
#include "host/util/failure.hpp"
#include "host/util/own_files.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <numeric>
#include <optional>
#include <variant>

namespace host {

namespace {

constexpr const char* elo_details =
    R"(COUNTS are the results of the first of two players. Five numbers count pairs of matches with swapped seats in which
it got 0, 1/2, 1, 3/2 and 2 points. Three numbers count its wins, draws and losses in independent matches.
RESULT is 1-0, 0-1, 1/2-1/2, or the first player's points: 1, 0.5 or 0. Results of the same players with the same ROUND
are one observation.

Examples:
  host elo 379,10170,21828,10640,343 --sprt 0,2
  host elo 880,1863,759 --sprt 0,5 --model logistic
  host elo --pgn games.pgn
)";

using Counts = std::variant<stats::Pentanomial, stats::Trinomial>;

Counts read_counts(const std::string& text) {
  constexpr std::uint64_t most = 1'000'000'000'000;
  std::vector<std::uint64_t> numbers;
  for (const std::string& part : split(text, ',')) {
    const auto number = whole_number<std::uint64_t>(part);
    if (!number || *number > most)
      throw Failure(Exit::usage, "'" + part + "' in " + text + " is no count, a whole number up to 10^12");
    numbers.push_back(*number);
  }
  if (numbers.size() != 3 && numbers.size() != 5)
    throw Failure(Exit::usage, text + " has " + counted(numbers.size(), "number") +
                                   ": elo takes three (wins, draws, losses) or five (pairs with 0, 1/2, 1, 3/2, 2 "
                                   "points)");
  if (std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0}) == 0)
    throw Failure(Exit::usage, text + " counts no result");
  if (numbers.size() == 3) return stats::Trinomial{numbers[0], numbers[1], numbers[2]};
  stats::Pentanomial pairs{};
  std::copy(numbers.begin(), numbers.end(), pairs.begin());
  return pairs;
}

ComparisonResult::Sprt tested(const Counts& counts, const Values& values, const std::string& model) {
  ComparisonResult::Sprt sprt{.test = sprt_of(values, model), .bounds = {}};
  sprt.bounds = stats::bounds(sprt.test);
  if (model == "logistic") sprt.test.scale = stats::EloScale::logistic;
  const auto* const matches = std::get_if<stats::Trinomial>(&counts);
  if (model == "bayesian" && matches == nullptr)
    throw Failure(Exit::usage, "--model bayesian takes wins, draws and losses: pairs don't tell the number of draws");
  sprt.log_likelihood_ratio =
      model == "bayesian"
          ? stats::bayesian_log_likelihood_ratio(sprt.test, *matches)
          : std::visit([&](const auto& each) { return stats::log_likelihood_ratio(sprt.test, each); }, counts);
  if (sprt.log_likelihood_ratio >= sprt.bounds.upper) sprt.verdict = stats::SprtVerdict::accept_h1;
  if (sprt.log_likelihood_ratio <= sprt.bounds.lower) sprt.verdict = stats::SprtVerdict::accept_h0;
  return sprt;
}

int run_counts(const Values& values, const std::string& text) {
  const std::string model = values.text("model");
  const Counts counts = read_counts(text);
  const stats::EloEstimate elo = std::visit([](const auto& each) { return stats::estimate_elo(each); }, counts);
  const auto* const pairs = std::get_if<stats::Pentanomial>(&counts);
  const std::uint64_t played = pairs != nullptr ? std::accumulate(pairs->begin(), pairs->end(), std::uint64_t{0})
                                                : std::get<stats::Trinomial>(counts).matches();
  std::optional<ComparisonResult::Sprt> sprt;
  if (values.given("sprt")) sprt = tested(counts, values, model);
  Report report{.json = elo_json(elo)};
  report.json[pairs != nullptr ? "pairs" : "matches"] = played;
  if (sprt) {
    report.json["sprt"] = sprt_json(*sprt);
    report.json["sprt"]["model"] = model;
  }
  std::string lines;
  if (pairs != nullptr) {
    lines += fact("pairs", pairs_text(*pairs));
  } else {
    const auto& [wins, draws, losses] = std::get<stats::Trinomial>(counts);
    lines += fact("matches", std::to_string(wins) + " won, " + std::to_string(draws) + " drawn, " +
                                 std::to_string(losses) + " lost");
  }
  lines += elo_facts(elo, {.count = played});
  if (played >= stats::least_seeds) lines += fact("superiority", fixed(100 * elo.superiority, 2) + " % likely (LOS)");
  if (sprt) lines += fact("SPRT", sprt_line(*sprt, model, counted(played, pairs != nullptr ? "pair" : "match")));
  report.sections.push_back({.notes = std::move(lines)});
  std::cout << writer_of(values)(report);
  return static_cast<int>(Exit::done);
}

ListedResults read_results(const std::string& file, bool pgn) {
  const auto read = [&](std::istream& text) {
    return pgn ? read_results_pgn(text, file) : read_results_csv(text, file);
  };
  if (file == "-") return read(std::cin);
  std::ifstream text(file);
  if (!text) throw Failure(Exit::usage, file + " can't be opened: " + std::strerror(errno));
  return read(text);
}

int run_listed(const Values& values) {
  const bool pgn = values.given("pgn");
  const std::string file = values.text(pgn ? "pgn" : "csv");
  const ListedResults listed = read_results(file, pgn);
  if (listed.results().empty()) throw Failure(Exit::usage, file + " has no result");
  std::cout << writer_of(values)(ratings_report(listed, values.number("prior")));
  return static_cast<int>(Exit::done);
}

int run_elo(const Values& values) {
  const std::size_t sources = values.arguments().size() + (values.given("csv") ? 1 : 0) + (values.given("pgn") ? 1 : 0);
  if (sources != 1)
    throw Failure(Exit::usage, "elo takes either counts, as in '" + command_line("elo 379,10170,21828,10640,343") +
                                   "', or a file with --csv or --pgn");
  if (values.arguments().empty() && values.given("sprt"))
    throw Failure(Exit::usage, "--sprt takes counts of two players, not a file of results");
  if (!values.arguments().empty() && values.given("prior"))
    throw Failure(Exit::usage, "--prior is for the ratings of --csv and --pgn");
  if (!values.given("sprt")) refuse_given(values, {"alpha", "beta"}, "goes with --sprt alone");
  return values.arguments().empty() ? run_listed(values) : run_counts(values, values.arguments().front());
}

}  // namespace

Command elo_command() {
  return {
      "elo",
      "[COUNTS]",
      "computes Elo, tests and ratings from imported results: counts, CSV, PGN",
      elo_details,
      text(),
      together(
          {{{"sprt", "ELO0,ELO1", text(),
             "also print the verdict of the test whether the first player is ELO0 or ELO1 stronger"},
            {"model", "MODEL", choice("normalised|logistic|bayesian"),
             "Elo of these two bounds: normalised, logistic, or bayesian (BayesElo, only for W,D,L)", "normalised"},
            {"alpha", "P", probability, "for --sprt: probability of accepting ELO1 if ELO0 is true", "0.05"},
            {"beta", "P", probability, "for --sprt: probability of accepting ELO0 if ELO1 is true", "0.05"},
            {"csv", "FILE", text(Offer::files),
             "rate the players of lines FIRST,SECOND,RESULT[,ROUND]; '-': standard input"},
            {"pgn", "FILE", text(Offer::files),
             "rate the players of games in PGN; moves are ignored; '-': standard input"},
            {"prior", "N", prior_taken, "for ratings: number of tied matches that each player has in addition", "0"}},
           format_options(),
           {wide_option}}),
      run_elo};
}

}  // namespace host
