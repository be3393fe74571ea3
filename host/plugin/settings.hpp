// Values for declared settings: parses "name=value", checks it against the declaration, fills in defaults.
#pragma once

#include "host/plugin/description.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace host {

/// name=value pairs as the user wrote them, in order.
using Assignments = std::vector<std::pair<std::string, std::string>>;

/// Parses "n=10,board=12./3.1". `where` names the option in errors: "--set".
Assignments parse_assignments(const std::string& text, const std::string& where);

/// Returns the canonical form of the value ("08" becomes "8", "true" becomes "yes"). If it is invalid, throws
/// Failure(usage) with the valid values.
std::string checked_value(const SettingDescription& setting, const std::string& value);

/// Returns a value for each declared setting, in order: the assigned value, otherwise the default, otherwise nothing.
/// The last assignment to a name counts. Throws Failure(usage) for an unknown name, with `owner` ("mygame", "strategy
/// mybot") and the nearest name, and for a value out of range.
std::vector<std::optional<std::string>> resolve(const std::vector<SettingDescription>& declared,
                                                const Assignments& given, const std::string& owner,
                                                const std::string& word);

}  // namespace host
