#include "host/cli/tune_request.hpp"

#include "host/digest.hpp"
#include "host/failure.hpp"
#include "host/text.hpp"
#include "host/tune/matches.hpp"
#include "host/tune/read_space.hpp"

#include <algorithm>

namespace host {

namespace po = boost::program_options;

namespace {

constexpr const char* tuning_seeds = "1-10000";
constexpr std::uint64_t check_count = 200;
constexpr std::size_t many_numbers = 20;  // from here on the default method is SPSA

/// Returns the seeds of --check. Random ones get a key from the seeds of tuning, so that the same command plays the
/// same.
Seeds read_check(const po::variables_map& values, const Seeds& tuning) {
  const auto key = [&] {
    constexpr std::size_t bytes = 16;
    return hexadecimal(sha256_of("agon check\n" + tuning.text + "\n"), bytes);
  };
  std::string text = text_of(values, "check");
  const std::uint64_t last = *std::max_element(tuning.list.begin(), tuning.list.end());
  if (text.empty()) {
    text = !tuning.secret.empty() || last > UINT64_MAX - check_count
               ? "random:" + std::to_string(check_count)
               : std::to_string(last + 1) + "-" + std::to_string(last + check_count);
  }
  Seeds check = parse_seeds(text, key);
  check.drawn = false;
  std::vector<std::uint64_t> used = tuning.list;
  std::sort(used.begin(), used.end());
  for (const std::uint64_t seed : check.list) {
    if (std::binary_search(used.begin(), used.end(), seed))
      throw Failure(Exit::usage, "--check " + text + ": seed " + std::to_string(seed) +
                                     " is also a seed of the tuning (--seeds " + tuning.text + ")");
  }
  return check;
}

TuningMethod read_method(const po::variables_map& values, const Space& space) {
  const std::string text = text_of(values, "method");
  const bool numeric = std::all_of(space.parameters.begin(), space.parameters.end(),
                                   [](const Parameter& parameter) { return parameter.numeric(); });
  if (text.empty()) return numeric && space.parameters.size() > many_numbers ? TuningMethod::spsa : TuningMethod::model;
  for (const TuningMethod method : {TuningMethod::model, TuningMethod::spsa, TuningMethod::random}) {
    if (text == method_name(method)) return method;
  }
  throw Failure(Exit::usage, "--method " + text + ": it takes model, spsa or random");
}

void read_spsa(const po::variables_map& values, TuningOptions& options) {
  if (values.count("spsa") == 0) return;
  const std::string text = text_of(values, "spsa");
  if (options.method != TuningMethod::spsa) throw Failure(Exit::usage, "--spsa goes with --method spsa alone");
  const auto parts = split(text, ',');
  const auto perturbation = finite_number(parts.front());
  const auto rate = finite_number(parts.back());
  const auto within = [](const std::optional<double>& number, double most) {
    return number && *number > 0 && *number <= most;
  };
  if (parts.size() != 2 || !within(perturbation, 0.5) || !within(rate, 10)) {
    throw Failure(Exit::usage, "--spsa " + text +
                                   ": it takes a perturbation above 0 and up to 0.5, and a rate above 0 and up to "
                                   "10, as fractions of the ranges: 0.15,0.2");
  }
  options.perturbation = *perturbation;
  options.rate = *rate;
}

std::size_t read_count(const po::variables_map& values, const char* name, int least) {
  constexpr int most = 100'000'000;
  const int number = values[name].as<int>();
  if (number < least || number > most) {
    throw Failure(Exit::usage, std::string("--") + name + " " + std::to_string(number) + ": it takes a number from " +
                                   std::to_string(least) + " to " + std::to_string(most));
  }
  return static_cast<std::size_t>(number);
}

}  // namespace

void add_tune_options(Options& options) {
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  options.add_options()("tune", po::value<std::vector<std::string>>()->value_name("NAME=RANGE"),
                        "the options to vary, as in depth=1:6,alpha=0.1:2 (default: all that declare a range)");
  options.add_options()("against", text("STRATEGY"),
                        "the opponent of all points; for several seats (default: --plugin as it is given)");
  options.add_options()("matches", po::value<int>()->value_name("N")->default_value(2000),
                        "the number of matches to tune with; those of the check are added");
  options.add_options()("check", text("LIST"),
                        "the seeds of the check, as with --seeds (default: the 200 after the last of --seeds)");
  options.add_options()("method", text("NAME"),
                        "model (learns where good points are), spsa (for many numbers) or random (default: model; for "
                        "more than 20 numbers, spsa)");
  options.add_options()(
      "spsa", text("STEP,RATE"),
      "for --method spsa, as parts of the ranges: the perturbation, and how far chance moves a number "
      "(default: 0.15,0.2)");
  options.add_options()("search-seed", po::value<int>()->value_name("N")->default_value(1),
                        "the seed of the search's own random numbers");
}

TuneRequest read_tune(const po::variables_map& values, const Arguments& arguments, const Catalogue& catalogue) {
  TuneRequest request;
  RunPlan& plan = request.plan;
  plan = read_plan(values, arguments, catalogue, tuning_seeds);
  if (plan.entrants.size() != 1)
    throw Failure(Exit::usage, "tune takes one strategy with --plugin; its opponent is named with --against");
  const Entrant& start = plan.entrants.front();
  const std::string owner = start.file.program
                                ? "program " + start.identity.strategy + ", whose options are those that --plugin sets,"
                                : "strategy " + start.identity.strategy;
  plan.group = read_group(values, plan.game.description);
  request.space =
      read_space(start.file.description.options, start.options,
                 values.count("tune") == 0 ? std::vector<std::string>{} : values["tune"].as<std::vector<std::string>>(),
                 owner, start.file.program ? TextNumbers::as_written : TextNumbers::any);
  request.options.method = read_method(values, request.space);
  read_spsa(values, request.options);
  request.options.matches = read_count(values, "matches", 1);
  request.options.search_seed = read_count(values, "search-seed", 0);
  request.check = read_check(values, plan.seeds);
  request.seeds = plan.seeds.list;
  request.options.seeds = request.seeds.size();
  if (values.count("against") != 0) {
    if (plan.game.description.max_seats == 1)
      throw Failure(Exit::usage, "--against: " + plan.game.description.id + " has one seat, so there is no opponent");
    plan.entrants.push_back(
        read_entrant(text_of(values, "against"), plan.game.description, catalogue, People::refused, "--against"));
    tell_apart(plan.entrants);
  }
  const TrialMatches costs(plan, request.space, request.seeds, {});
  request.options.matches_a_trial = costs.matches_a_trial(false);
  request.options.matches_a_pair = costs.matches_a_trial(true);
  return request;
}

RunPlan check_plan(const TuneRequest& request) {
  RunPlan plan = request.plan;
  if (plan.secret == plan.seeds.secret) plan.secret = request.check.secret;
  plan.seeds = request.check;
  plan.entrants = {request.plan.entrants.front(), request.plan.entrants.front()};
  return plan;
}

}  // namespace host
