#include "tests/architecture/includes.hpp"

#include "tests/support/pattern.hpp"

#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <sstream>

namespace architecture {

namespace {

namespace fs = std::filesystem;

/// What a file includes: the words between the quotes or brackets, and the project's file that they mean, as a path
/// from the root; empty if it is none of the project's.
struct Include {
  std::string words;
  std::string target;
};

using Graph = std::map<std::string, std::vector<Include>>;

/// The project's file that `words` in `file` mean, looked up where the compilers are told to look.
std::string resolve(const fs::path& root, const fs::path& file, const std::string& words) {
  for (const fs::path& folder : {file.parent_path(), root / "sdk/include", root, root / "plugins"}) {
    const fs::path target = (folder / words).lexically_normal();
    if (fs::is_regular_file(target)) return target.lexically_relative(root).string();
  }
  return {};
}

std::vector<Include> includes_of(const fs::path& root, const fs::path& file) {
  static const support::Pattern pattern(R"(^\s*#\s*include\s*["<]([^">]+)[">])");
  std::vector<Include> found;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const std::vector<std::string> match = pattern.find(line);
    if (!match.empty()) found.push_back({match[1], resolve(root, file, match[1])});
  }
  return found;
}

Graph read(const fs::path& root) {
  static const std::set<std::string> sources = {".h", ".hpp", ".c", ".cpp"};
  Graph graph;
  for (const char* const top : {"sdk/include", "host", "plugins"}) {
    if (!fs::exists(root / top)) continue;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / top)) {
      if (!entry.is_regular_file() || !sources.contains(entry.path().extension().string())) continue;
      graph[entry.path().lexically_relative(root).string()] = includes_of(root, entry.path());
    }
  }
  return graph;
}

bool within(const std::string& file, const std::string& folder) {
  return file.starts_with(folder + "/");
}

/// "plugins/chess" for a file of that game; else "".
std::string game_folder(const std::string& file) {
  if (!within(file, "plugins")) return {};
  const std::size_t end = file.find('/', std::string("plugins/").size());
  return end == std::string::npos ? "" : file.substr(0, end);
}

/// The folders of libagon, as host/CMakeLists.txt lists them (`library_folders`): what is around them is not in it.
std::set<std::string> library_folders(const fs::path& root) {
  static const support::Pattern pattern(R"(^set\(library_folders ([a-z ]+)\))");
  std::set<std::string> folders;
  std::ifstream in(root / "host/CMakeLists.txt");
  for (std::string line; std::getline(in, line);) {
    const std::vector<std::string> match = pattern.find(line);
    if (match.empty()) continue;
    std::istringstream words(match[1]);
    for (std::string word; words >> word;) folders.insert(word);
  }
  return folders;
}

/// "seat" for a file of host/seat; "" for main.cpp and files outside. What is only in agon-arena counts as a folder of
/// its own.
std::string folder_of(const std::string& file) {
  if (file == "host/arena/main.cpp") return "arena/main.cpp";
  if (!within(file, "host")) return {};
  const std::size_t begin = std::string("host/").size();
  const std::size_t end = file.find('/', begin);
  return end == std::string::npos ? "" : file.substr(begin, end - begin);
}

/// The rule of the host's folders that `file` breaks with `target`; empty if it breaks none.
std::string broken_folder_rule(const Plan& plan, const std::set<std::string>& library, const std::string& file,
                               const std::string& target) {
  if (file == "host/main.cpp") return within(target, "host/cli") ? "" : "main.cpp knows cli alone";
  const std::string from = folder_of(file);
  const std::string to = folder_of(target);
  if (to.empty() || from == to || to == "util") return {};
  if (from == "util") return "what all folders include, includes none";
  if (library.contains(from) && !library.contains(to)) return "libagon does not know host/" + to;
  const auto found = plan.find(from);
  if (found == plan.end()) return "host/" + from + " is not in the table of docs/architecture.md";
  return found->second.contains(to) ? "" : "host/" + from + " does not know host/" + to;
}

/// The rule that this include breaks; empty if it breaks none.
std::string broken_rule(const Plan& plan, const std::set<std::string>& library, const std::string& file,
                        const Include& include) {
  const std::string& target = include.target;
  if (include.words.starts_with("boost/dll") && !within(file, "host/plugin"))
    return "Boost.DLL is for host/plugin alone";
  if (within(file, "sdk")) {
    // The standard library's headers, C's and C++'s, have no folder in their names.
    const bool standard = target.empty() && include.words.find('/') == std::string::npos;
    // What a contest's machine included for every class.
    const bool contest = file == "sdk/include/agon/topcoder.hpp" && include.words == "sys/time.h";
    return standard || contest || within(target, "sdk") ? ""
                                                        : "the SDK needs nothing but itself and the standard library";
  }
  if (target.empty()) return {};
  if (within(file, "host/stats")) return within(target, "host/stats") ? "" : "stats knows nothing but itself";
  if (within(file, "host") && !within(target, "host") && !within(target, "sdk"))
    return "the host knows the SDK and itself";
  if (within(file, "host")) return broken_folder_rule(plan, library, file, target);
  const bool own = !game_folder(file).empty() && within(target, game_folder(file));
  return own || within(target, "sdk") ? "" : "a plugin knows the SDK and its own folder";
}

/// The first file of the SDK or of the host that `file` reaches through its includes; empty if there is none.
std::string reaches_framework(const Graph& graph, const std::string& file, std::set<std::string>& seen) {
  if (!seen.insert(file).second) return {};
  const auto found = graph.find(file);
  if (found == graph.end()) return {};
  for (const Include& include : found->second) {
    if (within(include.target, "sdk") || within(include.target, "host")) return include.target;
    if (std::string deeper = reaches_framework(graph, include.target, seen); !deeper.empty()) return deeper;
  }
  return {};
}

}  // namespace

Plan planned(const fs::path& root) {
  static const support::Pattern row(R"(^\| `([a-z./]+)` \|.*\|([^|]*)\|$)");
  static const support::Pattern name(R"(`([a-z]+)`(.*))");
  Plan plan;
  std::ifstream in(root / "docs/architecture.md");
  for (std::string line; std::getline(in, line);) {
    const std::vector<std::string> match = row.find(line);
    if (match.empty()) continue;
    std::set<std::string>& folders = plan[match[1]];
    for (std::vector<std::string> each = name.find(match[2]); !each.empty(); each = name.find(each[2]))
      folders.insert(each[1]);
  }
  return plan;
}

std::string picture(const Plan& plan) {
  std::map<std::string, int> levels;
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [folder, below] : plan) {
      int level = 1;
      for (const std::string& each : below) level = std::max(level, levels[each] + 1);
      if (level > static_cast<int>(plan.size())) return "cycle: " + folder + "\n";
      changed = changed || levels[folder] != level;
      levels[folder] = level;
    }
  }
  std::map<int, std::string, std::greater<>> lines;
  for (const auto& [folder, level] : levels) lines[level] += "  " + folder;
  std::string text;
  for (const auto& [level, folders] : lines) text += (level < 10 ? " " : "") + std::to_string(level) + folders + "\n";
  return text;
}

std::vector<std::string> forbidden_includes(const fs::path& root) {
  const Graph graph = read(root);
  const Plan plan = planned(root);
  const std::set<std::string> library = library_folders(root);
  std::vector<std::string> broken;
  for (const auto& [file, includes] : graph) {
    for (const Include& include : includes) {
      const std::string rule = broken_rule(plan, library, file, include);
      if (!rule.empty()) broken.push_back(file + " includes " + include.words + ": " + rule);
    }
    if (!within(file, "plugins") || fs::path(file).stem() != "rules") continue;
    std::set<std::string> seen;
    const std::string reached = reaches_framework(graph, file, seen);
    if (!reached.empty()) broken.push_back(file + " includes " + reached + ": rules know neither the SDK nor the host");
  }
  return broken;
}

}  // namespace architecture
