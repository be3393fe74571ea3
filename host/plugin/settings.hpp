// Values for declared settings: parses "name=value", checks it against the declaration, fills in defaults.
#pragma once

#include "host/plugin/description.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace host {

/// name=value pairs as the user wrote them, in order.
using Assignments = std::vector<std::pair<std::string, std::string>>;

/// Returns where the first comma is that is not in quotes; npos: none. A quote begins where the text does, or after a
/// '='. Throws Failure(usage) for a quote that is not closed, or that something follows. `where` names the option in
/// errors: "--set".
std::size_t end_of_part(std::string_view text, const std::string& where);

/// Returns the text without its quotes, if it has any: "a,b" for "'a,b'".
std::string unquoted(std::string_view text);

/// Returns the text as it has to be written before a comma: in quotes if it has a comma or begins with a quote.
std::string quoted(const std::string& text);

/// Parses "n=10,board=12./3.1,text='a,b'". `where` names the option in errors: "--set".
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
