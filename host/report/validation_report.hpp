// Formats the results of `host validate`, for people and for programs.
#pragma once

#include "host/validate/runner.hpp"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace host {

/// Returns one line for one check: "  fail   same-seed   another process plays another action ...". Below a check that
/// draws random values and did not pass, adds `again` as the command that repeats it; "" for none. If another check has
/// failed for the same reason, `known` is its id, which stands in place of all that.
std::string shown(const validate::Result& result, const std::string& again, const std::string& known);

/// Returns "27 checks: 25 ok, 1 warn, 1 fail".
std::string summed_up(const std::vector<validate::Result>& results);

/// Returns all results.
nlohmann::ordered_json validation_json(const std::string& file, std::uint64_t seed,
                                       const std::vector<validate::Result>& results);

/// Returns all checks, as the help of `validate` prints them.
std::string listed_checks();

}  // namespace host
