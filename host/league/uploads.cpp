#include "host/league/uploads.hpp"

#include "host/digest.hpp"
#include "host/failure.hpp"
#include "host/league/bots.hpp"
#include "host/plugin/inspection.hpp"
#include "host/plugin/program_folder.hpp"
#include "host/replacing_file.hpp"
#include "host/text.hpp"

#include <algorithm>
#include <ctime>
#include <system_error>
#include <vector>

namespace host {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void refuse(const std::string& why) {
  throw Failure(Exit::usage, why);
}

void check_name(const std::string& name) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
  constexpr std::size_t longest = 60;
  if (name.empty() || name.size() > longest || name.front() == '.' ||
      name.find_first_not_of(plain) != std::string::npos)
    refuse("'" + name.substr(0, longest) +
           "' can't be a file's name here: it takes at most 60 letters, digits, '-', '_' and '.', not '.' first.");
}

/// Refuses what is no strategy, by its file alone.
void check_type(const std::string& name, const fs::path& file) {
  if (name.ends_with(".so")) {
    try {
      static_cast<void>(inspect(ElfFile(open_library(file), name), name));
    } catch (const Failure& failure) {
      refuse(failure.what());
    }
    return;
  }
  const std::string text = beginning_of(file);
  const bool is_script = text.starts_with("#!");
  if (is_script && text.substr(0, text.find('\n')).ends_with('\r'))
    refuse(name + ": its lines end as on Windows; save the file with Unix line ends.");
  if (is_script || is_executable(text)) return;
  refuse(name +
         " is no program: its first line has to name an interpreter, as #!/usr/bin/env python3 does. A library's name "
         "ends in .so.");
}

}  // namespace

Uploads::Uploads(fs::path folder, UploadRules people)
    : folder_(std::move(folder)),
      people_(std::move(people)),
      log_(folder_ / "uploads.log", [this](const Json& line) { read(line); }) {}

void Uploads::read(const Json& line) {
  Known& known = known_[line["owner"]];
  known.times.push_back(line["time"]);
  known.hashes[line["file"]] = line["sha256"];
}

fs::path Uploads::folder_of(const Uploader& person) const {
  return folder_ / "bots" / person.owner;
}

std::uint64_t Uploads::left(const Uploader& person) {
  constexpr std::int64_t day = 24 * 3600;
  std::deque<std::int64_t>& times = known_[person.owner].times;
  while (!times.empty() && times.front() <= std::time(nullptr) - day) times.pop_front();
  return people_.uploads - std::min<std::uint64_t>(people_.uploads, times.size());
}

void Uploads::take(const Uploader& person, const std::string& name, std::string_view content) {
  const std::lock_guard lock(guard_);
  check_name(name);
  if (content.empty()) refuse(name + " is empty.");
  if (content.size() > people_.bytes)
    refuse(name + " is larger than " + in_mebibytes(static_cast<std::int64_t>(people_.bytes)) + ".");
  if (left(person) == 0)
    refuse("That would be more than " + counted(people_.uploads, "upload") + " in 24 hours: come back later.");
  const fs::path place = folder_of(person) / name;
  const std::vector<BotFile> files = find_bots(folder_ / "bots", {person.owner});
  const bool is_there = std::any_of(files.begin(), files.end(), [&](const BotFile& bot) { return bot.path == place; });
  if (!is_there && files.size() >= people_.files)
    refuse("You have " + counted(files.size(), "file") + " already: remove one, or upload one under its name.");
  fs::create_directories(folder_of(person));
  // The league does not look at names that begin with a full stop.
  const fs::path part = folder_of(person) / ("." + random_key());
  try {
    replace_file(part, content);
    check_type(name, part);
    fs::permissions(part, fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec |
                              fs::perms::others_read | fs::perms::others_exec);
    const Json line = {{"time", std::time(nullptr)},
                       {"owner", person.owner},
                       {"file", name},
                       {"bytes", content.size()},
                       {"sha256", sha256(part)}};
    log_.add(line);
    read(line);
    fs::rename(part, place);
  } catch (...) {
    std::error_code ignored;
    fs::remove(part, ignored);
    throw;
  }
}

void Uploads::remove(const Uploader& person, const std::string& name) {
  const std::lock_guard lock(guard_);
  check_name(name);
  std::error_code fault;
  const fs::path place = folder_of(person) / name;
  if (!is_file(place) || !fs::remove(place, fault)) refuse("You have no file " + name + ".");
}

Json Uploads::state_of(const Uploader& person) {
  const std::lock_guard lock(guard_);
  Json files = Json::array();
  for (const BotFile& bot : find_bots(folder_ / "bots", {person.owner})) {
    const std::string name = bot.path.filename().string();
    const auto& hashes = known_[person.owner].hashes;
    const auto hash = hashes.find(name);
    files.push_back({{"name", name}, {"sha256", hash == hashes.end() ? Json() : Json(hash->second)}});
  }
  return {{"owner", person.owner},      {"files", std::move(files)},   {"left", left(person)},
          {"uploads", people_.uploads}, {"most_files", people_.files}, {"bytes", people_.bytes}};
}

}  // namespace host
