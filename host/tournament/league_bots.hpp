// The files of those who take part in a league: bots/OWNER/FILE, and the copies in archive/ that play.
#pragma once

#include "host/util/descriptor.hpp"

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace host {

/// A strategy of an owner: a library, a program, or a folder of a program with a file bot.toml.
struct BotFile {
  std::string name;             // "ann/greedy"
  std::filesystem::path bots;   // the folder of all owners, absolute
  std::filesystem::path below;  // "ann/greedy.so": opened below it, through no link
  bool is_folder = false;

  [[nodiscard]] std::filesystem::path path() const { return bots / below; }
};

/// Returns the files in `bots` of these owners, or of all if there is none in the list, in the order of their names.
/// Links, clutter (hand_ins.hpp) and names that begin with a full stop do not belong to them.
std::vector<BotFile> find_bots(const std::filesystem::path& bots, const std::vector<std::string>& owners);

/// Returns a text that changes when the file, or one of the folder, changes.
std::string state_of(const BotFile& bot);

/// Returns the SHA-256 of the content. Throws Failure(plugin) if it can't be read, is too large, or has become
/// something else than a file or a folder of files.
std::string hash_of(const BotFile& bot);

/// Copies the bot to a folder of its own, archive/HASH, unless it is there: archive/HASH-2 if another file of the same
/// content has that. Returns the copy's path. Throws Failure(output), or Failure(plugin) if the bot has changed since
/// it had that hash.
std::filesystem::path archive_bot(const BotFile& bot, const std::string& hash, const std::filesystem::path& archive);

/// A file or folder that is removed at last, if it is still there.
struct Temporary {
  explicit Temporary(std::filesystem::path where) : path(std::move(where)) {}
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary();

  std::filesystem::path path;
};

/// Returns what --plugin takes for an archived file or folder. Throws Failure(plugin) if the folder's bot.toml is none.
std::string plugin_of(const std::filesystem::path& archived);

/// What a league has decided: the file league.log, a JSON object on each line.
///
/// A line is on the disk before what it decides begins. So after any end, the league goes on with its last decision.
class Journal {
 public:
  /// Opens the file, or creates it, for this process alone. Calls `take` for each line. Throws Failure(usage) if
  /// another process has it, and Failure(output) if it can't be written; also if it is damaged.
  Journal(const std::filesystem::path& file, const std::function<void(const nlohmann::ordered_json&)>& take);

  /// Throws Failure(output).
  void add(const nlohmann::ordered_json& line);

 private:
  std::filesystem::path path_;
  Descriptor file_;
};

}  // namespace host
