#include "host/league/bots.hpp"

#include "host/digest.hpp"
#include "host/failure.hpp"
#include "host/plugin/program.hpp"
#include "host/plugin/program_folder.hpp"
#include "host/plugin/spec.hpp"
#include "host/seat/limits.hpp"
#include "host/text.hpp"
#include "host/toml_table.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

namespace host {

namespace fs = std::filesystem;

namespace {

constexpr const char* manifest = "bot.toml";

/// Returns the files and folders in a folder, in order, without links and hidden ones.
std::vector<fs::path> visible(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code fault;
  for (fs::directory_iterator entry(folder, fault), end; !fault && entry != end; entry.increment(fault)) {
    const fs::file_status status = entry->symlink_status(fault);
    if ((fs::is_regular_file(status) || fs::is_directory(status)) &&
        !entry->path().filename().string().starts_with('.'))
      found.push_back(entry->path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// Returns the files that a bot is made of, with their paths in its folder; of a single file, its name.
std::vector<std::pair<fs::path, fs::path>> parts_of(const BotFile& bot) {
  if (!fs::is_directory(bot.path)) return {{bot.path, bot.path.filename()}};
  std::vector<std::pair<fs::path, fs::path>> parts;
  std::uintmax_t bytes = 0;
  std::vector<fs::path> folders = {bot.path};
  while (!folders.empty()) {
    const fs::path folder = std::move(folders.back());
    folders.pop_back();
    for (fs::path& path : visible(folder)) {
      if (fs::is_directory(path)) {
        folders.push_back(std::move(path));
        continue;
      }
      bytes += fs::file_size(path);
      fs::path name = path.lexically_relative(bot.path);
      parts.emplace_back(std::move(path), std::move(name));
      if (parts.size() > ProgramFolder::most_files || bytes > ProgramFolder::most_bytes)
        throw Failure(Exit::plugin, bot.path.string() + ": has more than " +
                                        counted(ProgramFolder::most_files, "file") + ", or than " +
                                        in_mebibytes(static_cast<std::int64_t>(ProgramFolder::most_bytes)));
    }
  }
  std::sort(parts.begin(), parts.end());
  return parts;
}

[[noreturn]] void refuse_manifest(const std::string& why) {
  throw Failure(Exit::plugin, std::string(manifest) + ": " + why);
}

/// Returns a part of a word of a command: if it lies in the folder, as an absolute path. A bot must not name files of
/// others, which its sandbox would let it read.
std::string own_part(const fs::path& folder, const std::string& part) {
  std::error_code ignored;
  const fs::path own = (folder / part).lexically_normal();
  if (!part.empty() && lies_in(own, folder) && fs::exists(own, ignored)) return own.string();
  if (!part.empty() && fs::exists(part, ignored) && !is_of_system(fs::absolute(part).lexically_normal()))
    refuse_manifest("'" + part + "' does not lie in the bot's folder");
  return part;
}

std::string command_in(const fs::path& folder, const std::string& command) {
  const std::string kind = command.substr(0, command.find(':') + 1);
  std::vector<std::string> words;
  for (const std::string& word : command_words(command.substr(kind.size()))) {
    std::vector<std::string> parts;
    for (const std::string& part : split(word, ':')) parts.push_back(own_part(folder, part));
    const std::string quote = word.find('"') == std::string::npos ? "\"" : "'";
    words.push_back(quote + join(parts, ":") + quote);
  }
  return kind + join(words, " ");
}

void check_options(const Assignments& options) {
  std::vector<std::string> closed = limit_names();
  closed.insert(closed.end(), {"read", "cwd", "start"});
  for (const auto& [name, value] : options) {
    if (name.starts_with(limit_prefix) || std::find(closed.begin(), closed.end(), name) != closed.end())
      refuse_manifest("a bot can't set " + name + " itself");
  }
}

/// Returns the strategy in the manifest of a folder.
std::string in_manifest(const fs::path& folder) {
  TomlTable table = toml_file(folder / manifest, Exit::plugin);
  const auto plugin = table.text("plugin");
  if (!plugin) refuse_manifest("it lacks the strategy, as in plugin = \"./bot.py\" or \"run:java -jar Bot.jar\"");
  const PluginSpec spec = PluginSpec::parse(*plugin, "plugin");
  check_options(spec.options);
  if (is_command_line(spec.plugin)) return spec_text(command_in(folder, spec.plugin), spec.options);
  const fs::path file = (folder / spec.plugin).lexically_normal();
  if (!lies_in(file, folder)) refuse_manifest(spec.plugin + " does not lie in the bot's folder");
  return spec_text(file.string(), spec.options);
}

}  // namespace

std::vector<BotFile> find_bots(const fs::path& bots, const std::vector<std::string>& owners) {
  std::vector<BotFile> found;
  std::set<std::string> names;
  for (const fs::path& folder : visible(bots)) {
    const std::string owner = name_from(folder.filename().string());
    const bool takes_part = owners.empty() || std::find(owners.begin(), owners.end(), owner) != owners.end();
    if (!takes_part || !fs::is_directory(folder)) continue;
    for (const fs::path& path : visible(folder)) {
      std::string name = owner + "/" + name_of_file(path);
      if (!names.insert(name).second) names.insert(name = owner + "/" + name_from(path.filename().string()));
      found.push_back({std::move(name), fs::absolute(path)});
    }
  }
  return found;
}

std::string state_of(const BotFile& bot) {
  std::string state;
  for (const auto& [file, name] : parts_of(bot)) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0) return {};
    for (const auto number :
         {static_cast<std::int64_t>(status.st_ino), static_cast<std::int64_t>(status.st_size),
          static_cast<std::int64_t>(status.st_mtim.tv_sec), static_cast<std::int64_t>(status.st_mtim.tv_nsec)})
      state.append(std::to_string(number)).append(" ");
    state.append(name.string()).append("\n");
  }
  return state;
}

std::string hash_of(const BotFile& bot) {
  if (!fs::is_directory(bot.path)) return sha256(bot.path);
  std::string all = "agon bot\n";
  for (const auto& [file, name] : parts_of(bot))
    all.append(sha256(file)).append(runs(file) ? " x " : " - ").append(name.string()).append("\n");
  const Digest digest = sha256_of(all);
  return hexadecimal(digest, digest.size());
}

fs::path archive_bot(const BotFile& bot, const std::string& hash, const fs::path& archive) {
  const fs::path place = archive / hash / bot.path.filename();
  if (fs::exists(place)) return place;
  const fs::path part = archive / (hash + ".part" + random_key());
  std::error_code ignored;
  try {
    const bool is_folder = fs::is_directory(bot.path);
    for (const auto& [file, name] : parts_of(bot)) {
      const fs::path copy = is_folder ? part / bot.path.filename() / name : part / name;
      fs::create_directories(copy.parent_path());
      fs::copy_file(file, copy);
    }
    if (hash_of({bot.name, part / bot.path.filename()}) != hash)
      throw Failure(Exit::plugin, bot.path.string() + ": changes while it is read");
    if (fs::exists(archive / hash)) {  // the same content under another name
      fs::rename(part / bot.path.filename(), place);
      fs::remove(part);
    } else {
      fs::rename(part, archive / hash);
    }
  } catch (const std::exception& fault) {
    fs::remove_all(part, ignored);
    if (dynamic_cast<const Failure*>(&fault) != nullptr) throw;
    throw Failure(Exit::output, fault.what());
  }
  return place;
}

std::string plugin_of(const fs::path& archived) {
  return fs::is_directory(archived) ? in_manifest(archived) : spec_text(archived.string(), {});
}

}  // namespace host
