// Values for declared settings: parsing "name=value", checking against the declaration, filling in defaults.
#pragma once

#include "host/plugin/description.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace host {

/// name=value as the user wrote them, in order.
using Assignments = std::vector<std::pair<std::string, std::string>>;

/// Reads "n=10,board=12./3.1". `where` names the option for errors: "--set".
Assignments parse_assignments(const std::string& text, const std::string& where);

/// The value in its one canonical spelling ("08" becomes "8", "true" becomes "yes"). Throws Failure(usage) with what
/// would be right.
std::string checked_value(const SettingDescription& setting, const std::string& value);

/// A value for each declared setting, in order: given, else its default, else nothing. The last assignment to a name
/// counts. Throws Failure(usage) for an unknown name, with `owner` ("mygame", "strategy mybot") and the nearest name,
/// and for a value out of range.
std::vector<std::optional<std::string>> resolve(const std::vector<SettingDescription>& declared,
                                                const Assignments& given, const std::string& owner,
                                                const std::string& word);

}  // namespace host
