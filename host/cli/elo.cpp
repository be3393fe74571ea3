// host elo: Elo, tests and ratings from results that another program has counted or listed.
#include "host/cli/command.hpp"
#include "host/cli/run_request.hpp"
#include "host/cli/statistics_options.hpp"
#include "host/failure.hpp"
#include "host/json.hpp"
#include "host/program_name.hpp"
#include "host/stats/rating.hpp"
#include "host/stats/trinomial.hpp"
#include "host/text.hpp"
#include "host/tournament/listed_results.hpp"
#include "host/view/elo_report.hpp"
#include "host/view/numbers.hpp"
#include "host/view/ratings_report.hpp"
#include "host/view/table.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <variant>

namespace host {

namespace po = boost::program_options;

namespace {

using Json = nlohmann::ordered_json;

Options elo_options() {
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  Options all;
  all.add_options()("sprt", text("ELO0,ELO1"),
                    "also print the verdict of the test whether the first player is ELO0 or ELO1 stronger");
  all.add_options()("model", text("MODEL")->default_value("normalised"),
                    "Elo of these two bounds: normalised, logistic, or bayesian (BayesElo, only for W,D,L)");
  all.add_options()("alpha", po::value<double>()->value_name("P"),
                    "for --sprt: probability of accepting ELO1 if ELO0 is true (default: 0.05)");
  all.add_options()("beta", po::value<double>()->value_name("P"),
                    "for --sprt: probability of accepting ELO0 if ELO1 is true (default: 0.05)");
  all.add_options()("csv", text("FILE"), "rate the players of lines FIRST,SECOND,RESULT[,ROUND]; '-': standard input");
  all.add_options()("pgn", text("FILE"), "rate the players of games in PGN; moves are ignored; '-': standard input");
  all.add_options()("prior", po::value<double>()->value_name("N"),
                    "for ratings: number of tied matches that each player has in addition (default: 0)");
  all.add_options()("json", "print the result as one JSON object");
  all.add_options()("wide", wide_help);
  all.add_options()("help,h", "show this");
  return all;
}

constexpr const char* elo_details =
    "COUNTS are the results of the first of two players. Five numbers count pairs of matches with swapped seats in "
    "which\n"
    "it got 0, 1/2, 1, 3/2 and 2 points. Three numbers count its wins, draws and losses in independent matches.\n"
    "RESULT is 1-0, 0-1, 1/2-1/2, or the first player's points: 1, 0.5 or 0. Results of the same players with the same "
    "ROUND\n"
    "are one observation.\n\n"
    "Examples:\n"
    "  host elo 379,10170,21828,10640,343 --sprt 0,2\n"
    "  host elo 880,1863,759 --sprt 0,5 --model logistic\n"
    "  host elo --pgn games.pgn\n";

using Counts = std::variant<stats::Pentanomial, stats::Trinomial>;

std::optional<std::uint64_t> count_of(const std::string& text) {
  constexpr std::uint64_t most = 1'000'000'000'000;
  std::uint64_t number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc{} || end != text.data() + text.size() || number > most) return std::nullopt;
  return number;
}

Counts read_counts(const std::string& text) {
  std::vector<std::uint64_t> numbers;
  for (const std::string& part : split(text, ',')) {
    const auto number = count_of(part);
    if (!number) throw Failure(Exit::usage, "'" + part + "' in " + text + " is no count, a whole number up to 10^12");
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

ComparisonResult::Sprt tested(const Counts& counts, const po::variables_map& values, const std::string& model) {
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

int run_counts(const po::variables_map& values, const std::string& text) {
  const std::string model = text_of(values, "model");
  constexpr std::array models = {"normalised", "logistic", "bayesian"};
  if (std::find(models.begin(), models.end(), model) == models.end())
    throw Failure(Exit::usage, "--model " + model + ": it takes normalised, logistic or bayesian");
  const Counts counts = read_counts(text);
  const stats::EloEstimate elo = std::visit([](const auto& each) { return stats::estimate_elo(each); }, counts);
  const auto* const pairs = std::get_if<stats::Pentanomial>(&counts);
  const std::uint64_t played = pairs != nullptr ? std::accumulate(pairs->begin(), pairs->end(), std::uint64_t{0})
                                                : std::get<stats::Trinomial>(counts).matches();
  std::optional<ComparisonResult::Sprt> sprt;
  if (values.count("sprt") != 0) sprt = tested(counts, values, model);
  if (values.count("json") != 0) {
    Json json = elo_json(elo);
    json[pairs != nullptr ? "pairs" : "matches"] = played;
    if (sprt) {
      json["sprt"] = sprt_json(*sprt);
      json["sprt"]["model"] = model;
    }
    std::cout << to_line(json) << "\n";
    return static_cast<int>(Exit::done);
  }
  std::string lines;
  if (pairs != nullptr) {
    lines += fact("pairs", pairs_text(*pairs));
  } else {
    const auto& [wins, draws, losses] = std::get<stats::Trinomial>(counts);
    lines += fact("matches", std::to_string(wins) + " won, " + std::to_string(draws) + " drawn, " +
                                 std::to_string(losses) + " lost");
  }
  lines += elo_facts(elo, played);
  if (played >= stats::least_seeds) lines += fact("superiority", fixed(100 * elo.superiority, 2) + " % likely (LOS)");
  if (sprt) lines += fact("SPRT", sprt_line(*sprt, model, counted(played, pairs != nullptr ? "pair" : "match")));
  std::cout << lines;
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

int run_listed(const po::variables_map& values) {
  const bool pgn = values.count("pgn") != 0;
  const std::string file = text_of(values, pgn ? "pgn" : "csv");
  const double prior = prior_of(values, 0);
  const ListedResults listed = read_results(file, pgn);
  if (listed.results().empty()) throw Failure(Exit::usage, file + " has no result");
  const std::vector<RatedPlayer> players = rate_listed(listed, prior);
  if (values.count("json") != 0) {
    std::cout << to_line(ratings_json(players)) << "\n";
  } else {
    std::cout << ratings_text(players);
  }
  return static_cast<int>(Exit::done);
}

int run_elo(const po::variables_map& values, const Arguments& arguments) {
  const std::size_t sources = arguments.size() + values.count("csv") + values.count("pgn");
  if (sources != 1)
    throw Failure(Exit::usage, "elo takes either counts, as in '" + command_line("elo 379,10170,21828,10640,343") +
                                   "', or a file with --csv or --pgn");
  if (arguments.empty() && values.count("sprt") != 0)
    throw Failure(Exit::usage, "--sprt takes counts of two players, not a file of results");
  if (!arguments.empty() && values.count("prior") != 0)
    throw Failure(Exit::usage, "--prior is for the ratings of --csv and --pgn");
  for (const char* const name : {"alpha", "beta"}) {
    if (values.count(name) != 0 && values.count("sprt") == 0)
      throw Failure(Exit::usage, std::string("--") + name + " goes with --sprt alone");
  }
  return arguments.empty() ? run_listed(values) : run_counts(values, arguments.front());
}

}  // namespace

Command elo_command() {
  return {"elo",       "[COUNTS]", "computes Elo, tests and ratings from imported results: counts, CSV, PGN",
          elo_details, Word::none, elo_options,
          run_elo};
}

}  // namespace host
