#include "host/cli/statistics_options.hpp"

#include "host/cli/run_request.hpp"
#include "host/failure.hpp"
#include "host/text.hpp"

#include <cmath>
#include <optional>

namespace host {

namespace po = boost::program_options;

namespace {

std::optional<double> elo_bound(const std::string& text) {
  constexpr double most = 600;
  const auto number = finite_number(text);
  return number && std::abs(*number) <= most ? number : std::nullopt;
}

}  // namespace

double probability_of(const po::variables_map& values, const char* name, double otherwise) {
  const double p = values.count(name) == 0 ? otherwise : values[name].as<double>();
  if (!(p > 0 && p < 0.5)) {
    throw Failure(Exit::usage,
                  std::string("--") + name + " " + decimal(p) + ": it takes a probability above 0 and below 0.5");
  }
  return p;
}

stats::Sprt sprt_of(const po::variables_map& values, const std::string& model) {
  const std::string text = text_of(values, "sprt");
  const auto parts = split(text, ',');
  const auto first = elo_bound(parts.front());
  const auto second = elo_bound(parts.back());
  if (parts.size() != 2 || !first || !second || !(*first < *second)) {
    throw Failure(Exit::usage, "--sprt " + text + ": it takes two numbers of " + model +
                                   " Elo from -600 to 600 that ascend, as in 0,20");
  }
  return stats::Sprt{.elo0 = *first,
                     .elo1 = *second,
                     .alpha = probability_of(values, "alpha", 0.05),
                     .beta = probability_of(values, "beta", 0.05)};
}

double prior_of(const po::variables_map& values, double otherwise) {
  constexpr double most = 1000;
  const double prior = values.count("prior") == 0 ? otherwise : values["prior"].as<double>();
  if (!(prior >= 0 && prior <= most))
    throw Failure(Exit::usage, "--prior " + decimal(prior) + ": it takes a number of matches from 0 to 1000");
  return prior;
}

}  // namespace host
