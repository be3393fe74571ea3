#include "host/tournament/hand_ins.hpp"

#include "host/plugin/spec.hpp"
#include "host/util/escape.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string_view>
#include <system_error>

namespace host {

namespace fs = std::filesystem;

namespace {

constexpr const char* manifest_name = "bot.toml";

const std::set<std::string, std::less<>> archive_endings = {".zip", ".tar", ".gz",  ".tgz", ".bz2",
                                                            ".xz",  ".7z",  ".rar", ".zst"};
const std::set<std::string, std::less<>> java_endings = {".jar", ".class"};
const std::set<std::string, std::less<>> other_endings = {
    ".c",    ".cc",   ".cpp", ".cxx",  ".h",     ".hh",  ".hpp", ".hxx", ".java",  ".go",    ".rs",   ".kt",   ".cs",
    ".hs",   ".ml",   ".ts",  ".pas",  ".swift", ".zig", ".nim", ".d",   ".scala", ".ipynb", ".o",    ".obj",  ".a",
    ".pyc",  ".rlib", ".dll", ".exe",  ".dylib", ".txt", ".md",  ".rst", ".pdf",   ".doc",   ".docx", ".odt",  ".html",
    ".htm",  ".log",  ".png", ".jpg",  ".jpeg",  ".gif", ".svg", ".csv", ".json",  ".jsonl", ".xml",  ".yaml", ".yml",
    ".toml", ".ini",  ".cfg", ".lock", ".mod",   ".sum", ".db",  ".bak", ".tmp",   ".swp",   ".orig", ".cmake"};
const std::set<std::string, std::less<>> clutter_names = {"readme",     "license",     "makefile",
                                                          "dockerfile", "__pycache__", "__macosx"};

std::string ending_of(const fs::path& path) {
  return lower_case(path.extension().string());
}

/// Adds which of an owner's files are no strategies.
class OwnersFiles {
 public:
  void add(const fs::path& path, const fs::file_status& status) {
    const std::string name = path.filename().string();
    if (name.starts_with('.')) return;
    if (fs::is_symlink(status)) {
      links_.push_back(printable(name));
    } else if (name == manifest_name) {
      has_manifest_ = true;
    } else if (fs::is_directory(status) && is_clutter(path, true)) {
      folders_.push_back(printable(name));
    } else if (is_clutter(path, fs::is_directory(status))) {
      files_.push_back(printable(name));
      has_archive_ |= archive_endings.contains(ending_of(path));
      is_java_ |= java_endings.contains(ending_of(path));
    } else {
      ++strategies_;
    }
  }

  /// Returns what to say of them. `folder` is theirs, as messages name it.
  [[nodiscard]] std::string sentence(const std::string& folder) const {
    std::vector<std::string> parts;
    const auto list = [&](const std::vector<std::string>& all, const char* one, const char* several) {
      constexpr std::size_t most = 8;
      if (all.empty()) return;
      std::vector<std::string> first(all.begin(),
                                     all.begin() + static_cast<std::ptrdiff_t>(std::min(most, all.size())));
      if (all.size() > most) first.push_back("and " + std::to_string(all.size() - most) + " more");
      parts.push_back(join(first) + (all.size() == 1 ? one : several));
    };
    const std::string example = folder + "/NAME/" + manifest_name;
    list(files_, " is no strategy", " are no strategies");
    if (has_archive_) parts.emplace_back("unpack archives");
    list(folders_, " has no file bot.toml", " have no file bot.toml");
    list(links_, " is a link, which is not followed", " are links, which are not followed");
    if (has_manifest_)
      parts.push_back("bot.toml belongs into a folder of its bot, with the files that it names: " + example);
    else if (is_java_ && strategies_ == 0)
      parts.push_back("a program in Java is a folder with a file bot.toml: " + example);
    if (parts.empty() && strategies_ == 0) parts.push_back("there is no strategy in " + folder);
    return join(parts, "; ");
  }

 private:
  std::vector<std::string> files_;
  std::vector<std::string> folders_;
  std::vector<std::string> links_;
  std::size_t strategies_ = 0;
  bool has_manifest_ = false;
  bool has_archive_ = false;
  bool is_java_ = false;
};

/// Calls `take` with each entry of a folder, in the order of their names, and its status. Follows no link.
template <class Take>
void each_entry(const fs::path& folder, Take&& take) {
  std::set<fs::path> found;
  std::error_code fault;
  for (fs::directory_iterator entry(folder, fault), end; !fault && entry != end; entry.increment(fault))
    found.insert(entry->path());
  for (const fs::path& path : found) take(path, fs::symlink_status(path, fault));
}

}  // namespace

bool is_clutter(const fs::path& path, bool is_folder) {
  const std::string name = path.filename().string();
  if (is_folder) {
    std::error_code none;
    return !fs::is_regular_file(fs::symlink_status(path / manifest_name, none));
  }
  const std::string ending = ending_of(path);
  return clutter_names.contains(lower_case(ending.empty() ? name : "")) || name.ends_with('~') ||
         archive_endings.contains(ending) || java_endings.contains(ending) || other_endings.contains(ending);
}

std::map<std::string, std::string> notes_on_hand_ins(const fs::path& bots, const std::vector<std::string>& owners) {
  std::map<std::string, std::string> notes;
  for (const std::string& owner : owners) notes[owner] = "there is no folder bots/" + owner;
  std::vector<std::string> strays;
  each_entry(bots, [&](const fs::path& path, const fs::file_status& status) {
    const std::string name = path.filename().string();
    if (name.starts_with('.')) return;
    if (!fs::is_directory(status)) {
      strays.push_back(printable(name));
      return;
    }
    const std::string owner = name_from(name);
    if (!owners.empty() && std::ranges::find(owners, owner) == owners.end()) return;
    OwnersFiles files;
    each_entry(path, [&](const fs::path& file, const fs::file_status& kind) { files.add(file, kind); });
    notes[owner] = files.sentence("bots/" + owner);
  });
  if (!strays.empty())
    notes[""] =
        join(strays) + (strays.size() == 1 ? " belongs" : " belong") + " to no owner: a strategy lies in bots/OWNER";
  return notes;
}

}  // namespace host
