// The values of one parameter in as many groups as a table has room for.
#pragma once

#include "host/tournament/breakdown.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace host {

/// Groups of neighbouring numbers with about as many matches in each, or each value for itself where they are few.
/// Nothing for a parameter that has one value, or too many or too long ones that are no numbers.
std::optional<ParameterTable> grouped(const std::string& name,
                                      const std::map<std::string, std::vector<ParameterCell>>& values);

}  // namespace host
