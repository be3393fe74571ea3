#include "host/tournament/league_bots.hpp"

#include "host/plugin/plugin_folders.hpp"
#include "host/plugin/program.hpp"
#include "host/plugin/spec.hpp"
#include "host/seat/limits.hpp"
#include "host/tournament/hand_ins.hpp"
#include "host/util/digest.hpp"
#include "host/util/failure.hpp"
#include "host/util/file_locks.hpp"
#include "host/util/json.hpp"
#include "host/util/text.hpp"
#include "host/util/toml_table.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <set>
#include <string>
#include <system_error>
#include <thread>
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

/// Adds the files below a folder.
void add_files(const fs::path& folder, std::vector<fs::path>& files, std::uintmax_t& bytes) {
  for (const fs::path& path : visible(folder)) {
    if (fs::is_directory(path)) {
      add_files(path, files, bytes);
      continue;
    }
    files.push_back(path);
    bytes += fs::file_size(path);
    if (files.size() > ProgramFolder::most_files || bytes > ProgramFolder::most_bytes)
      throw Failure(Exit::plugin, folder.string() + ": the bot has more than " +
                                      counted(ProgramFolder::most_files, "file") + ", or than " +
                                      in_mebibytes(static_cast<std::int64_t>(ProgramFolder::most_bytes)));
  }
}

/// Returns the files that a bot is made of, always in the same order.
std::vector<fs::path> files_of(const BotFile& bot) {
  std::vector<fs::path> files;
  std::uintmax_t bytes = 0;
  if (!fs::is_directory(bot.path)) return {bot.path};
  add_files(bot.path, files, bytes);
  return files;
}

/// Returns the path of a bot's file, from where the bot is.
fs::path from_bot(const fs::path& file, const BotFile& bot) {
  return file.lexically_relative(bot.path.parent_path());
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
    if (name.starts_with(limit_prefix) || std::ranges::find(closed, name) != closed.end())
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

Temporary::~Temporary() {
  std::error_code ignored;
  fs::remove_all(path, ignored);
}

std::vector<BotFile> find_bots(const fs::path& bots, const std::vector<std::string>& owners) {
  std::vector<BotFile> found;
  std::set<std::string> names;
  for (const fs::path& folder : visible(bots)) {
    const std::string owner = name_from(folder.filename().string());
    const bool takes_part = owners.empty() || std::ranges::find(owners, owner) != owners.end();
    if (!takes_part || !fs::is_directory(folder)) continue;
    for (const fs::path& path : visible(folder)) {
      if (is_clutter(path, fs::is_directory(path))) continue;
      std::string name = owner + "/" + name_of_file(path);
      if (!names.insert(name).second) names.insert(name = owner + "/" + name_from(path.filename().string()));
      found.push_back({std::move(name), fs::absolute(path)});
    }
  }
  return found;
}

std::string state_of(const BotFile& bot) {
  std::string state;
  for (const fs::path& file : files_of(bot)) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0) return {};
    for (const std::int64_t number :
         {static_cast<std::int64_t>(status.st_ino), status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec})
      state.append(std::to_string(number)).append(" ");
    state.append(file.string()).append("\n");
  }
  return state;
}

std::string hash_of(const BotFile& bot) {
  if (!fs::is_directory(bot.path)) return sha256(bot.path);
  std::string all = "agon bot\n";
  for (const fs::path& file : files_of(bot))
    all.append(sha256(file)).append(runs(file) ? " x " : " - ").append(from_bot(file, bot).string()).append("\n");
  return hexadecimal(sha256_of(all));
}

fs::path archive_bot(const BotFile& bot, const std::string& hash, const fs::path& archive) {
  fs::path place = archive / hash / bot.path.filename();
  if (fs::exists(place)) return place;
  const fs::path part = archive / (hash + ".part" + random_key());
  const Temporary removed{part};
  try {
    for (const fs::path& file : files_of(bot)) {
      const fs::path copy = part / from_bot(file, bot);
      fs::create_directories(copy.parent_path());
      fs::copy_file(file, copy);
    }
    const BotFile copy{bot.name, part / bot.path.filename()};
    if (!fs::exists(copy.path) || hash_of(copy) != hash)
      throw Failure(Exit::plugin, bot.path.string() + ": changes while it is read");
    fs::create_directories(archive / hash);  // which may have the same content under another name
    fs::rename(copy.path, place);
  } catch (const fs::filesystem_error& fault) {
    throw Failure(Exit::output, fault.what());
  }
  return place;
}

std::string plugin_of(const fs::path& archived) {
  return fs::is_directory(archived) ? in_manifest(archived) : spec_text(archived.string(), {});
}

namespace {

/// Waits a little: what an ended process had started may still have the file.
bool is_locked(int file, const std::string& name) {
  for (int attempt = 0; attempt < 20; ++attempt) {
    if (::flock(file, LOCK_EX | LOCK_NB) == 0) return true;
    if (lacks_locks(errno))
      throw Failure(Exit::output, name + ": it can't be locked, as on some network file systems: " +
                                      std::strerror(errno) + ". A league needs a folder on a local disk");
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return false;
}

}  // namespace

Journal::Journal(const std::filesystem::path& file, const std::function<void(const nlohmann::ordered_json&)>& take)
    : path_(file), file_(::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600)) {
  if (!file_.is_open()) throw Failure(Exit::output, file.string() + ": " + std::strerror(errno));
  if (!is_locked(file_.get(), file.string()))
    throw Failure(Exit::usage, file.string() + ": another 'league run' plays this league");
  std::ifstream in(file);
  off_t whole = 0;
  std::string line;
  while (std::getline(in, line) && !in.eof()) {
    const nlohmann::ordered_json json = parse_json(line);
    if (!json.is_object()) throw Failure(Exit::output, file.string() + " is damaged: '" + line.substr(0, 60) + "'");
    take(json);
    whole += static_cast<off_t>(line.size()) + 1;
  }
  // A line without its end was being written when the process was killed. What it decides has not begun.
  if (::ftruncate(file_.get(), whole) != 0) throw Failure(Exit::output, file.string() + ": " + std::strerror(errno));
}

void Journal::add(const nlohmann::ordered_json& line) {
  const std::string text = to_stored_line(line) + "\n";
  if (::write(file_.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()) ||
      ::fdatasync(file_.get()) != 0)
    throw Failure(Exit::output, path_.string() + ": " + std::strerror(errno));
}

}  // namespace host
