#include "host/tournament/league_bots.hpp"

#include "host/plugin/plugin_folders.hpp"
#include "host/plugin/program.hpp"
#include "host/plugin/spec.hpp"
#include "host/seat/limits.hpp"
#include "host/tournament/hand_ins.hpp"
#include "host/util/beneath.hpp"
#include "host/util/digest.hpp"
#include "host/util/failure.hpp"
#include "host/util/file_locks.hpp"
#include "host/util/input_file.hpp"
#include "host/util/json.hpp"
#include "host/util/text.hpp"
#include "host/util/toml_table.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
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

/// A file of a bot, opened once. Its owner can replace it at any time, by a link too: what was opened stays the same.
struct OpenFile {
  fs::path place;  // from where the bot is: "mybot.py", "mybot/bot.py"
  Descriptor file;
  struct stat status {};
};

[[noreturn]] void refuse_change(const BotFile& bot) {
  throw Failure(Exit::plugin, bot.path().string() + ": changes while it is read");
}

/// The files that a bot is made of, always in the same order.
class BotFiles {
 public:
  explicit BotFiles(const BotFile& bot) : bot_(bot), root_(open_folder(bot.bots)) {
    if (bot.is_folder)
      add_folder(bot.below);
    else
      places_.push_back(bot.below);
    if (places_.empty()) throw Failure(Exit::plugin, bot.path().string() + ": the folder holds no file");
  }

  /// Calls `take` for each file. Throws Failure(plugin) if one is a file no longer.
  void for_each(const std::function<void(const OpenFile&)>& take) const {
    std::uintmax_t bytes = 0;
    for (const fs::path& place : places_) {
      OpenFile open{place.lexically_relative(bot_.below.parent_path()), open_regular_beneath(root_, place)};
      if (!open.file.is_open() || ::fstat(open.file.get(), &open.status) != 0) refuse_change(bot_);
      bytes += static_cast<std::uintmax_t>(open.status.st_size);
      if (bytes > ProgramFolder::most_bytes) refuse_size();
      take(open);
    }
  }

 private:
  void add_folder(const fs::path& place) {
    const Descriptor folder = open_beneath(root_, place, O_RDONLY | O_DIRECTORY);
    if (!folder.is_open()) refuse_change(bot_);
    for (const FolderEntry& entry : visible_entries(folder)) {
      if (++entries_ > ProgramFolder::most_files) refuse_size();
      if (entry.is_folder)
        add_folder(place / entry.name);
      else
        places_.push_back(place / entry.name);
    }
  }

  [[noreturn]] void refuse_size() const {
    throw Failure(Exit::plugin, bot_.path().string() + ": the bot has more than " +
                                    counted(ProgramFolder::most_files, "file") + " and folders, or than " +
                                    in_mebibytes(static_cast<std::int64_t>(ProgramFolder::most_bytes)));
  }

  const BotFile& bot_;
  Descriptor root_;
  std::size_t entries_ = 0;  // folders, too
  std::vector<fs::path> places_;
};

/// Returns the part of the bot's hash that stands for a file.
std::string hash_line(const OpenFile& file, const std::string& digest) {
  const bool runs = (file.status.st_mode & (S_IXUSR | S_IXGRP | S_IXOTH)) != 0;
  return digest + (runs ? " x " : " - ") + file.place.string() + "\n";
}

/// Copies a file, and returns the SHA-256 of the copy, which nobody else can change.
std::string copy_to(const OpenFile& file, const fs::path& to) {
  fs::create_directories(to.parent_path());
  const Descriptor copy(::open(to.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  std::array<char, 1 << 16> buffer{};
  ssize_t got = copy.is_open() ? 1 : -1;
  for (off_t at = 0; got > 0; at += got) {
    got = ::pread(file.file.get(), buffer.data(), buffer.size(), at);
    if (got > 0 && ::write(copy.get(), buffer.data(), static_cast<std::size_t>(got)) != got) got = -1;
  }
  if (got < 0 || ::fchmod(copy.get(), file.status.st_mode & 0755) != 0)
    throw Failure(Exit::output, to.string() + ": " + std::strerror(errno));
  return sha256(copy, to.string());
}

[[noreturn]] void refuse_manifest(const std::string& why) {
  throw Failure(Exit::plugin, std::string(manifest) + ": " + why);
}

/// Returns whether a path lies in a folder of the system, and leads there: a link may lead elsewhere, as
/// /usr/lib/ssl/private does.
bool is_wholly_of_system(const fs::path& path) {
  std::error_code ignored;
  return is_of_system(path.lexically_normal()) && is_of_system(fs::weakly_canonical(path, ignored));
}

/// Returns a part of a word of a command: if it lies in the folder, as an absolute path. A bot must not name files of
/// others, which its sandbox would let it read.
std::string own_part(const fs::path& folder, const std::string& part) {
  std::error_code ignored;
  const fs::path own = (folder / part).lexically_normal();
  if (!part.empty() && lies_in(own, folder) && fs::exists(own, ignored)) {
    if (own.native().find(':') != std::string::npos)  // "x:./y" would also be ./y in the folder of the league's user
      refuse_manifest("the path of '" + part + "' has a colon, which separates paths in commands: rename it");
    return own.string();
  }
  if (part.empty() || !fs::exists(part, ignored)) return part;
  if (!is_wholly_of_system(fs::absolute(part))) refuse_manifest("'" + part + "' does not lie in the bot's folder");
  return part;
}

/// Does the same for a word, which is a path with colons, or paths that colons separate.
std::string own_word(const fs::path& folder, const std::string& word) {
  std::error_code ignored;
  if (fs::exists(folder / word, ignored) || fs::exists(word, ignored)) return own_part(folder, word);
  std::vector<std::string> parts;
  for (const std::string& part : split(word, ':')) parts.push_back(own_part(folder, part));
  return join(parts, ":");
}

/// Returns the word as command_words() reads it: quotes stand in quotes of the other kind.
std::string in_quotes(const std::string& word) {
  std::string text = "\"";
  for (const char letter : word) text += letter == '"' ? std::string("\"'\"'\"") : std::string(1, letter);
  return text + "\"";
}

/// Refuses a command whose folder a bot must not choose: a program may read what lies around its command, and the
/// environment of its interpreter.
void check_command(const fs::path& folder, const std::string& word) {
  if (word.find('/') == std::string::npos) {
    const fs::path found = find_in_path(word);
    if (!found.empty() && !is_interpreter(found) && !is_wholly_of_system(found))
      refuse_manifest("'" + word +
                      "' is a program of the league's user: a bot is started by its own, by an interpreter or by one "
                      "of the system");
  } else if (const fs::path own = (folder / word).lexically_normal(); lies_in(own, folder) && is_interpreter(own)) {
    refuse_manifest("'" + word + "' would be an interpreter of its own: name one as in \"run:python3 bot.py\"");
  }
}

/// Refuses a program whose first line names an interpreter that is neither of the system nor in PATH, for the same
/// reason.
void check_first_line(const fs::path& file) {
  std::string text(4096, '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  const std::vector<std::string> named = interpreters_in(text);
  if (!named.empty() && !is_wholly_of_system(named.front()))
    throw Failure(Exit::plugin, file.filename().string() + ": its first line names " + named.front() +
                                    ", which is not of the system: write it as in #!/usr/bin/env python3");
}

std::string command_in(const fs::path& folder, const std::string& command) {
  const std::string kind = command.substr(0, command.find(':') + 1);
  const std::vector<std::string> given = command_words(command.substr(kind.size()));
  if (!given.empty()) check_command(folder, given.front());
  std::vector<std::string> words;
  for (const std::string& word : given) words.push_back(in_quotes(own_word(folder, word)));
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
  check_first_line(file);
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
  const Descriptor root = open_folder(bots);
  for (const FolderEntry& folder : visible_entries(root)) {
    const std::string owner = name_from(folder.name.string());
    const bool takes_part = owners.empty() || std::ranges::find(owners, owner) != owners.end();
    if (!takes_part || !folder.is_folder) continue;
    for (const FolderEntry& entry : visible_entries(open_beneath(root, folder.name, O_RDONLY | O_DIRECTORY))) {
      if (is_clutter(bots / folder.name / entry.name, entry.is_folder)) continue;
      std::string name = owner + "/" + name_of_file(entry.name);
      if (!names.insert(name).second) {
        const std::string whole = name = owner + "/" + name_from(entry.name.string());
        for (int number = 2; !names.insert(name).second; ++number) name = whole + "-" + std::to_string(number);
      }
      found.push_back({std::move(name), fs::absolute(bots), folder.name / entry.name, entry.is_folder});
    }
  }
  return found;
}

std::string state_of(const BotFile& bot) {
  std::string state;
  try {
    BotFiles(bot).for_each([&](const OpenFile& file) {
      for (const std::int64_t number :
           {static_cast<std::int64_t>(file.status.st_ino), static_cast<std::int64_t>(file.status.st_size),
            static_cast<std::int64_t>(file.status.st_mtim.tv_sec),
            static_cast<std::int64_t>(file.status.st_mtim.tv_nsec)})
        state.append(std::to_string(number)).append(" ");
      state.append(file.place.string()).append("\n");
    });
  } catch (const Failure& failure) {
    return failure.what();  // hash_of() throws it, once until it changes
  }
  return state;
}

std::string hash_of(const BotFile& bot) {
  std::string all = "agon bot\n";
  BotFiles(bot).for_each([&](const OpenFile& file) {
    const std::string digest = sha256(file.file, file.place.string());
    all = bot.is_folder ? all + hash_line(file, digest) : digest;
  });
  return bot.is_folder ? hexadecimal(sha256_of(all)) : all;
}

namespace {

/// Returns where the copy of a bot is, or may be made: another file of the same content has a folder of its own, since
/// the sandbox shows a program nothing of a folder that has a second one.
fs::path place_in(const fs::path& archive, const std::string& hash, const fs::path& name) {
  for (int number = 1;; ++number) {
    const fs::path folder = archive / (number == 1 ? hash : hash + "-" + std::to_string(number));
    if (!fs::exists(folder) || fs::exists(folder / name)) return folder / name;
  }
}

}  // namespace

fs::path archive_bot(const BotFile& bot, const std::string& hash, const fs::path& archive) {
  const fs::path place = place_in(archive, hash, bot.below.filename());
  if (fs::exists(place)) return place;
  const fs::path part = archive / (hash + ".part" + random_key());
  const Temporary removed{part};
  try {
    std::string all = "agon bot\n";
    BotFiles(bot).for_each([&](const OpenFile& file) {
      const std::string digest = copy_to(file, part / file.place);
      all = bot.is_folder ? all + hash_line(file, digest) : digest;
    });
    if ((bot.is_folder ? hexadecimal(sha256_of(all)) : all) != hash) refuse_change(bot);
    fs::rename(part, place.parent_path());
  } catch (const fs::filesystem_error& fault) {
    throw Failure(Exit::output, fault.what());
  }
  return place;
}

std::string plugin_of(const fs::path& archived) {
  if (fs::is_directory(archived)) return in_manifest(archived);
  check_first_line(archived);
  return spec_text(archived.string(), {});
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
    : path_(file),
      file_(only_regular(
          Descriptor(::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0600)))) {
  if (!file_.is_open()) throw Failure(Exit::output, file.string() + ": " + why_unread());
  if (!is_locked(file_.get(), file.string()))
    throw Failure(Exit::usage, file.string() + ": another 'league run' plays this league");
  InputFile in(file_.duplicate(), file.string(), Exit::output);
  off_t whole = 0;
  std::string line;
  while (in.read_line(line) && !in.was_cut()) {
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
