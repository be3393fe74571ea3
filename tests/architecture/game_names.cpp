#include "tests/architecture/game_names.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>

namespace architecture {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> games(const fs::path& root) {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(root / "plugins")) {
    const std::string name = entry.path().filename().string();
    if (fs::exists(entry.path() / (name + ".h"))) names.push_back(name);  // plugins/any is no game
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// Whether a name is a word of English, so that only what code makes of it names the game: go_rules, go::, "go/1",
/// "go".
bool is_common_word(const std::string& name) {
  return name == "go";
}

bool is_letter(char character) {
  return std::isalpha(static_cast<unsigned char>(character)) != 0;
}

/// Whether `word` stands in `line`, in small or capital letters, with no letter before or behind it.
bool holds_word(std::string line, const std::string& word) {
  std::transform(line.begin(), line.end(), line.begin(),
                 [](unsigned char character) { return static_cast<char>(std::tolower(character)); });
  for (std::size_t at = line.find(word); at != std::string::npos; at = line.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !is_letter(line[at - 1]);
    const bool ends = end == line.size() || !is_letter(line[end]);
    if (!begins || !ends) continue;
    if (!is_common_word(word)) return true;
    const std::string after = line.substr(end, 6);
    const bool is_compared = at >= 4 && line.compare(at - 4, 4, "== \"") == 0;
    if (is_compared || after.starts_with("::") || after.starts_with('/') || after == "_rules") return true;
  }
  return false;
}

bool may_name_games(const fs::path& file) {
  return file.string().find("topcoder") != std::string::npos;
}

}  // namespace

std::vector<std::string> named_games(const fs::path& root) {
  const std::vector<std::string> names = games(root);
  std::vector<std::string> found;
  for (const char* const top : {"host", "sdk"}) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / top)) {
      const fs::path file = entry.path().lexically_relative(root);
      if (!entry.is_regular_file() || may_name_games(file)) continue;
      std::ifstream in(entry.path());
      std::size_t number = 0;
      for (std::string line; std::getline(in, line);) {
        ++number;
        for (const std::string& name : names) {
          if (holds_word(line, name)) found.push_back(file.string() + ":" + std::to_string(number) + " names " + name);
        }
      }
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace architecture
