// Names of strategies, made from those of their files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace host {

/// Returns the text with '_' in place of all that is neither a letter or digit (of any language) nor one of "_-.+", so
/// that it can stand in an option's value. Returns "program" for an empty text.
std::string name_from(std::string_view text);

/// Returns the name of a file without its ending, as name_from(): "bot" for "bot.py". Digits after a full stop are no
/// ending but a version: "bot-1.2" for "bot-1.2".
std::string name_of_file(const std::filesystem::path& file);

/// Distinguishes absolute paths of files whose strategies all have the id `id`, by the last parts that differ:
/// "anna/bot" and "gus/bot" for ".../anna/bot.py" and ".../gus/bot.py". If all files are the same, returns `id` for
/// each.
std::vector<std::string> names_by_place(const std::vector<std::filesystem::path>& files, const std::string& id);

}  // namespace host
