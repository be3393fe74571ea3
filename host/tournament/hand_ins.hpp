// What owners of a league hand in beside strategies, such as sources and archives: it takes no bot's name, and is told
// in one line.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace host {

/// Returns whether a file or folder of an owner is no strategy, by its name and, of a folder, by its lack of a file
/// bot.toml. Reads nothing. A program that is not executable is a strategy with a fault.
bool is_clutter(const std::filesystem::path& path, bool is_folder);

/// Returns for each owner with a folder in `bots`, or in `owners` if that names some, what in it is no strategy and
/// what to do, as a sentence without the owner; "" if there is nothing to say. The owner "" is the folder of all.
std::map<std::string, std::string> notes_on_hand_ins(const std::filesystem::path& bots,
                                                     const std::vector<std::string>& owners);

}  // namespace host
