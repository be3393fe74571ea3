#include "host/plugin/plugin_folders.hpp"

#include "host/plugin/inspection.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <system_error>
#include <utility>

namespace host {

namespace fs = std::filesystem;

namespace {

/// Returns a sentence on why a folder can't be searched; "" if it can.
std::string why_unsearched(const fs::path& folder) {
  std::error_code fault;
  const fs::file_status status = fs::status(folder, fault);
  if (!fs::exists(status)) return folder.string() + ": no such folder";
  if (!fs::is_directory(status)) return folder.string() + ": is not a folder";
  static_cast<void>(fs::directory_iterator(folder, fault));
  return fault ? folder.string() + ": can't be read: " + fault.message() : "";
}

}  // namespace

const char* const where_games_are =
    "games are taken from the folders of AGON_GAME_PATH and the host's own alone, or from the file that --game names, "
    "because they run inside the host";

std::vector<fs::path> files_with_game(const std::vector<PluginEntry>& entries, const std::string& id) {
  std::vector<fs::path> found;
  for (const PluginEntry& entry : entries) {
    if (!entry.plugin || entry.plugin->find_game(id) == nullptr) continue;
    const bool known = std::any_of(found.begin(), found.end(), [&](const fs::path& other) {
      std::error_code fault;
      return fs::equivalent(other, entry.path, fault);
    });
    if (!known) found.push_back(entry.path);
  }
  return found;
}

std::string several_games(const std::vector<fs::path>& files, const std::string& id) {
  std::vector<std::string> names;
  for (const fs::path& file : files) names.push_back(file.string());
  return "the game " + id + " is declared by " + join(names, " and by ") +
         ": remove all but one, or name the one that is meant by its path";
}

std::vector<fs::path> libraries_in(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code fault;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, fault);
  for (; !fault && entry != fs::recursive_directory_iterator(); entry.increment(fault)) {
    if (entry.depth() == 1) entry.disable_recursion_pending();
    std::error_code ignored;
    const fs::file_status status = entry->status(ignored);
    // A broken link may become a library at any time. skipped() reports it.
    const bool named = entry->path().extension() == ".so" || entry->path().filename() == "game.toml";
    if (named && (fs::is_regular_file(status) || !fs::exists(status))) found.push_back(entry->path());
  }
  std::sort(found.begin(), found.end());  // file systems list the entries of a folder in any order
  return found;
}

PluginFolders::PluginFolders(const std::vector<fs::path>& folders, const std::vector<fs::path>& for_strategies) {
  const auto add = [&](const fs::path& folder, bool games) {
    if (std::string why = why_unsearched(folder); !why.empty()) {
      unsearched_.push_back({folder, std::move(why)});
      return;
    }
    std::error_code fault;
    const fs::path real = fs::canonical(folder, fault);
    const auto known =
        std::find_if(all_.begin(), all_.end(), [&](const PluginFolder& each) { return each.real == real; });
    if (known == all_.end()) {
      all_.push_back({folder, games, real});
    } else {
      known->games = known->games || games;
    }
  };
  for (const fs::path& folder : for_strategies) add(folder, false);
  for (const fs::path& folder : folders) add(folder, true);
}

std::vector<PluginEntry> PluginFolders::scan() const {
  std::vector<PluginEntry> entries;
  for (const PluginFolder& folder : all_) {
    for (const fs::path& path : libraries_in(folder.path)) {
      PluginEntry& entry = entries.emplace_back(PluginEntry{path, std::nullopt, {}, {}});
      try {
        entry.plugin = describe_file(path);
      } catch (const Failure& failure) {
        entry.refusal = failure.what();
        continue;
      }
      if (is_for_games(path)) continue;
      for (const GameDescription& game : entry.plugin->games) entry.foreign_games.push_back(game.id);
      entry.plugin->games.clear();
    }
  }
  return entries;
}

std::vector<SkippedPlugin> PluginFolders::skipped(const std::vector<PluginEntry>& entries) const {
  std::vector<SkippedPlugin> all = unsearched_;
  std::set<std::string> games;
  std::map<std::string, fs::path> strategies;  // the first one of each id
  for (const PluginEntry& entry : entries) {
    if (!entry.plugin) {
      all.push_back({entry.path, entry.refusal});
      continue;
    }
    for (const GameDescription& game : entry.plugin->games) {
      const std::vector<fs::path> files = files_with_game(entries, game.id);
      if (files.size() > 1 && games.insert(game.id).second) all.push_back({entry.path, several_games(files, game.id)});
    }
    for (const StrategyDescription& strategy : entry.plugin->strategies) {
      const auto [first, fresh] = strategies.emplace(strategy.protocol + ":" + strategy.id, entry.path);
      std::error_code fault;
      if (!fresh && !fs::equivalent(first->second, entry.path, fault)) {
        all.push_back({entry.path, entry.path.string() + ": its strategy " + game_of(strategy.protocol) + "/" +
                                       strategy.id + " is left out: that of " + first->second.string() +
                                       " is found first"});
      }
    }
    if (!entry.foreign_games.empty()) {
      all.push_back({entry.path, entry.path.string() + ": its game " + join(entry.foreign_games) +
                                     " is left out: " + where_games_are});
    }
  }
  return all;
}

bool PluginFolders::is_for_games(const fs::path& file) const {
  std::error_code fault;
  const fs::path folder = fs::canonical(fs::absolute(file, fault).parent_path(), fault);
  for (const fs::path& around : {folder, folder.parent_path()}) {
    for (const PluginFolder& each : all_) {
      if (each.real == around) return each.games;
    }
  }
  return false;
}

}  // namespace host
