// Formats tables of text.
#pragma once

#include <string>
#include <vector>

namespace host {

/// Returns rows of cells, plain() each, in aligned columns, separated by two blanks; lines end with '\n'. The first row
/// is the heading. A column is right-aligned if its other cells are numbers, or '-' for none.
std::string table(std::vector<std::vector<std::string>> rows);

/// Returns the number with `digits` decimals.
std::string fixed(double number, int digits);

}  // namespace host
