// What `host validate` found, for people and for programs.
#pragma once

#include "host/validate/runner.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace host {

/// One line for one check: "  fail   same-seed   another process plays another action ...". Below a check that did not
/// pass and that draws, `again` as the command that makes it once more; "" for none.
std::string shown(const validate::Result& result, const std::string& again);

/// "27 checks: 25 ok, 1 warn, 1 fail".
std::string summed_up(const std::vector<validate::Result>& results);

/// All of it.
nlohmann::ordered_json validation_json(const std::string& file, std::uint64_t seed,
                                       const std::vector<validate::Result>& results);

/// All checks, as `host validate --list` prints them.
std::string listed_checks();
nlohmann::ordered_json checks_json();

}  // namespace host
