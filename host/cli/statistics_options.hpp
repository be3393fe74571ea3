// Options of the sequential test for two players, and of ratings.
#pragma once

#include "host/stats/sprt.hpp"

#include <boost/program_options.hpp>

#include <string>

namespace host {

/// Returns the value of an option that takes a probability, above 0 and below 0.5. Throws Failure(usage).
double probability_of(const boost::program_options::variables_map& values, const char* name, double otherwise);

/// Returns the test of --sprt, --alpha and --beta. `model` is the kind of Elo, for messages. Throws Failure(usage).
stats::Sprt sprt_of(const boost::program_options::variables_map& values, const std::string& model);

/// Returns the number of --prior. Throws Failure(usage).
double prior_of(const boost::program_options::variables_map& values, double otherwise);

}  // namespace host
