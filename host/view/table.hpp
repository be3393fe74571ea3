// Formats tables of text.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace host {

/// Returns the first `columns` columns of a text.
std::string cut(const std::string& text, std::size_t columns);

/// From now on, table() cuts long cells of words where a line would have more than this number of columns, and prints
/// the columns that still do not fit below the others, beside the first column again. Default: 0, no limit. Not
/// thread-safe: called once, before any work.
void limit_table_width(std::size_t columns);

/// Returns the text with its long lines folded at blanks, if the width is limited: what is folded begins below the
/// line's last column. Lines with a command stay as they are, so that it can be copied.
std::string folded(const std::string& text);

/// Returns whether the width is limited.
bool has_limited_tables();

/// Returns rows of cells, printable() each, in aligned columns, separated by two blanks; lines end with '\n'. The first
/// row is the heading. A column is right-aligned if its other cells are numbers, or '-' for none. `limited`: whether
/// the limit holds; else lines can be folded().
std::string table(std::vector<std::vector<std::string>> rows, bool limited = true);

}  // namespace host
