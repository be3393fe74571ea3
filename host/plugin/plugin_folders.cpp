#include "host/plugin/plugin_folders.hpp"

#include "host/plugin/description.hpp"
#include "host/util/beneath.hpp"
#include "host/util/descriptor.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/input_file.hpp"
#include "host/util/text.hpp"

#include <elf.h>
#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
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
    const fs::path& file = entry.plugin.path;
    if (entry.plugin.find_game(id) == nullptr) continue;
    const bool known = std::any_of(found.begin(), found.end(), [&](const fs::path& other) {
      std::error_code fault;
      return fs::equivalent(other, file, fault);
    });
    if (!known) found.push_back(file);
  }
  return found;
}

std::string several_games(const std::vector<fs::path>& files, const std::string& id) {
  std::vector<std::string> names;
  for (const fs::path& file : files) names.push_back(file.string());
  return "the game " + id + " is declared by " + join(names, " and by ") +
         ": remove all but one, or name the one that is meant by its path";
}

std::vector<fs::path> folders_in(std::string_view list) {
  std::vector<fs::path> folders;
  for (const std::string& folder : split(list, ':')) {
    if (!folder.empty()) folders.emplace_back(folder);
  }
  return folders;
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
      PluginEntry& entry = entries.emplace_back();
      try {
        entry.plugin = describe_file(path);
      } catch (const Failure& failure) {
        entry.plugin.path = path;
        entry.refusal = failure.what();
        continue;
      }
      if (is_for_games(path)) continue;
      for (const GameDescription& game : entry.plugin.games) entry.foreign_games.push_back(game.id);
      entry.plugin.games.clear();
    }
  }
  return entries;
}

std::vector<SkippedPlugin> PluginFolders::skipped(const std::vector<PluginEntry>& entries) const {
  std::vector<SkippedPlugin> all = unsearched_;
  std::set<std::string> games;
  std::map<std::string, fs::path> strategies;  // the first one of each id
  for (const PluginEntry& entry : entries) {
    const fs::path& path = entry.plugin.path;
    if (!entry.refusal.empty()) all.push_back({path, entry.refusal});
    for (const GameDescription& game : entry.plugin.games) {
      const std::vector<fs::path> files = files_with_game(entries, game.id);
      if (files.size() > 1 && games.insert(game.id).second) all.push_back({path, several_games(files, game.id)});
    }
    for (const StrategyDescription& strategy : entry.plugin.strategies) {
      const auto [first, fresh] = strategies.emplace(strategy.protocol + ":" + strategy.id, path);
      std::error_code fault;
      if (!fresh && !fs::equivalent(first->second, path, fault)) {
        all.push_back({path, path.string() + ": its strategy " + game_of(strategy.protocol) + "/" + strategy.id +
                                 " is left out: that of " + first->second.string() + " is found first"});
      }
    }
    if (!entry.foreign_games.empty()) {
      all.push_back(
          {path, path.string() + ": its game " + join(entry.foreign_games) + " is left out: " + where_games_are});
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

namespace {

/// Returns whether the folder is this user's home or another one's, or holds one.
bool holds_home(const fs::path& folder) {
  std::vector<fs::path> homes = {"/root"};
  if (const char* const home = std::getenv("HOME"); home != nullptr && *home == '/') homes.emplace_back(home);
  if (const passwd* const user = ::getpwuid(::getuid()); user != nullptr) homes.emplace_back(user->pw_dir);
  std::error_code fault;
  const fs::path real = fs::weakly_canonical(folder, fault);
  return real == "/" || real.parent_path() == "/home" ||
         std::any_of(homes.begin(), homes.end(), [&](const fs::path& home) {
           std::error_code ignored;
           return home != "/" && lies_in(fs::weakly_canonical(home, ignored), real);
         });
}

/// Returns what a file is that no program may read: "the results database", "the record"; "" for others.
std::string secret_kind(const fs::path& file) {
  const std::string text = beginning_of(file);
  constexpr std::string_view database = "SQLite format 3";
  constexpr std::size_t application_at = 68;
  if (text.starts_with(database)) {
    const std::string_view application = std::string_view(text).substr(std::min(application_at, text.size()), 4);
    return application == "Agon" || application == "agon" ? "the results database" : "";  // "agon": before version 1.0
  }
  if (!text.starts_with('{')) return "";
  const std::size_t first = text.find_first_not_of(" \t\r\n", 1);
  return first != std::string::npos && text.compare(first, 7, "\"agon\":") == 0 ? "the record" : "";
}

std::string names(const std::string& kind, const fs::path& file) {
  return "it holds " + kind + " " + printable(file.filename().string());
}

/// Returns whether a file is a program, or a library with games or strategies.
bool is_player(const fs::path& file) {
  if (file.extension() == ".so") {
    const std::optional<std::string> bytes = content_of(file);
    return bytes && bytes->find("agon_plugin") != std::string::npos;
  }
  if (!runs(file)) return false;
  const std::string text = beginning_of(file);
  return text.starts_with("#!") || is_executable(text);
}

/// Returns whether an entry of a program's folder belongs to the program.
bool belongs(const fs::directory_entry& entry) {
  std::error_code fault;
  const std::string name = entry.path().filename().string();
  return !name.starts_with('.') && name != "__pycache__" && !entry.is_symlink(fault) &&
         !(entry.is_directory(fault) && fs::exists(entry.path() / "pyvenv.cfg", fault));
}

/// Returns the value of a line "home = VALUE".
fs::path home_in(const fs::path& settings) {
  for (const std::string& line : split(beginning_of(settings), '\n')) {
    const std::size_t equals = line.find('=');
    if (!line.starts_with("home") || equals == std::string::npos) continue;
    const std::size_t first = line.find_first_not_of(" \t", equals + 1);
    if (first != std::string::npos) return line.substr(first, line.find_last_not_of(" \t\r") + 1 - first);
  }
  return {};
}

}  // namespace

bool is_elf(const std::string& text) {
  return text.starts_with(ELFMAG);
}

/// Executables are of that type, or position-independent with a loader's name. Headers beyond the file's beginning are
/// not looked at.
bool is_executable(const std::string& text) {
  Elf64_Ehdr header{};
  if (!is_elf(text) || text.size() < sizeof header) return false;
  std::memcpy(&header, text.data(), sizeof header);
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_type == ET_EXEC) return header.e_type == ET_EXEC;
  for (std::uint64_t number = 0; number < header.e_phnum; ++number) {
    const std::uint64_t at = header.e_phoff + number * header.e_phentsize;
    Elf64_Phdr segment{};
    if (at > text.size() || text.size() - at < sizeof segment) return false;
    std::memcpy(&segment, text.data() + at, sizeof segment);
    if (segment.p_type == PT_INTERP) return true;
  }
  return false;
}

bool is_file(const fs::path& path) {
  std::error_code fault;
  return fs::is_regular_file(path, fault);
}

bool runs(const fs::path& path) {
  return is_file(path) && ::access(path.c_str(), X_OK) == 0;
}

bool is_of_system(const fs::path& path) {
  static constexpr std::array<const char*, 8> folders = {"/usr",    "/lib", "/lib32", "/lib64",
                                                         "/libx32", "/bin", "/sbin",  "/opt"};
  return std::any_of(folders.begin(), folders.end(), [&](const char* folder) { return lies_in(path, folder); });
}

bool lies_in(const fs::path& path, const fs::path& folder) {
  const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end();
}

std::string why_closed(const fs::path& folder) {
  if (holds_home(folder)) return "it is a home, or holds one";
  constexpr auto skip = fs::directory_options::skip_permission_denied;
  std::error_code fault;
  for (fs::recursive_directory_iterator entry(folder, skip, fault), end; !fault && entry != end;
       entry.increment(fault)) {
    std::error_code ignored;
    if (!entry->is_regular_file(ignored)) continue;
    if (const std::string kind = secret_kind(entry->path()); !kind.empty()) return names(kind, entry->path());
  }
  return "";
}

ProgramFolder look_into(const fs::path& folder, const std::vector<fs::path>& own) {
  ProgramFolder found{.open = std::make_shared<Descriptor>(open_folder(folder))};
  if (holds_home(folder)) found.objection = "it is a home, or holds one";
  if (!found.open->is_open()) return found;
  constexpr auto skip = fs::directory_options::skip_permission_denied;
  std::uintmax_t bytes = 0;
  std::error_code fault;
  for (fs::recursive_directory_iterator entry(found.open->path(), skip, fault), end;
       !fault && found.objection.empty() && entry != end; entry.increment(fault)) {
    std::error_code ignored;
    const fs::path& file = entry->path();
    if (!belongs(*entry)) {
      entry.disable_recursion_pending();
      continue;
    }
    if (!entry->is_regular_file(ignored) || ::access(file.c_str(), R_OK) != 0) continue;
    bytes += entry->file_size(ignored);
    found.files.push_back(file.lexically_relative(found.open->path()));
    found.fits = found.files.size() <= ProgramFolder::most_files && bytes <= ProgramFolder::most_bytes;
    if (!found.fits) {
      found.objection = "it holds more than " + std::to_string(ProgramFolder::most_files) + " files or " +
                        std::to_string(ProgramFolder::most_bytes >> 20U) + " MiB";
    } else if (std::find(own.begin(), own.end(), folder / found.files.back()) != own.end()) {
      continue;
    } else if (const std::string kind = secret_kind(file); !kind.empty()) {
      found.objection = names(kind, file);
    } else if (is_player(file)) {
      found.objection = names("another program or strategy,", file);
    }
  }
  std::sort(found.files.begin(), found.files.end());
  return found;
}

std::vector<std::string> interpreters_in(const std::string& text) {
  if (!text.starts_with("#!")) return {};
  std::vector<std::string> words = split(text.substr(2, text.find('\n') - 2), ' ');
  std::erase(words, "");
  if (words.size() < 2) return words;
  const auto wanted = std::find_if(words.begin() + 1, words.end(), [](const std::string& word) {
    return !word.starts_with('-') && word.find('=') == std::string::npos;
  });
  if (fs::path(words.front()).filename() != "env" || wanted == words.end()) return {words.front()};
  return {words.front(), *wanted};
}

bool is_interpreter(const fs::path& path) {
  static constexpr std::array<std::string_view, 13> known = {
      "python", "pypy", "node", "nodejs", "java", "ruby", "perl", "lua", "php", "bun", "deno", "julia", "Rscript"};
  std::string name = path.filename().string();
  while (!name.empty() && (std::isdigit(static_cast<unsigned char>(name.back())) != 0 || name.back() == '.'))
    name.pop_back();
  return path.parent_path().filename() == "bin" && std::find(known.begin(), known.end(), name) != known.end();
}

std::vector<fs::path> environment_of(const fs::path& interpreter) {
  std::vector<fs::path> folders;
  const auto add = [&](const fs::path& bin) {
    std::error_code fault;
    const fs::path folder = fs::canonical(bin.parent_path(), fault);
    if (fault || bin.filename() != "bin" || folder.filename() == ".local" || is_of_system(folder) || holds_home(folder))
      return;
    folders.push_back(folder);
  };
  std::error_code fault;
  add(interpreter.parent_path());
  if (const fs::path real = fs::canonical(interpreter, fault); !fault && is_interpreter(real)) add(real.parent_path());
  // A bot may have written this file: what it names has to be there.
  const fs::path home = home_in(interpreter.parent_path().parent_path() / "pyvenv.cfg");
  if (home.is_absolute() && runs(home / "python3")) {
    const fs::path real = fs::canonical(home, fault);
    if (!fault) add(real);
    // With links, "x/.." need not be the folder that it looks like.
    if (const fs::path plain = home.lexically_normal(); !fault && fs::canonical(plain, fault) == real) add(plain);
  }
  return folders;
}

fs::path find_in_path(const std::string& name) {
  const char* const path = std::getenv("PATH");
  fs::path shim;
  for (const std::string& folder : split(path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path, ':')) {
    const fs::path file = fs::path(folder) / name;
    std::error_code fault;
    if (!runs(file)) continue;
    if (file.parent_path().filename() != "shims") return fs::absolute(file, fault).lexically_normal();
    if (shim.empty()) shim = file;
  }
  return shim;
}

}  // namespace host
