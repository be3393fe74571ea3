// Comma-separated values (RFC 4180, lines that end with "\n").
#pragma once

#include <string>
#include <vector>

namespace host {

/// One line without its end. A cell that is no number, but begins with what a spreadsheet takes for a formula, gets an
/// apostrophe before it, which spreadsheets take for "this is text".
std::string csv_line(const std::vector<std::string>& cells);

}  // namespace host
