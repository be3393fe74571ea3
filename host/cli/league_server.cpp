#include "host/cli/league_server.hpp"

#include "host/plugin/build.hpp"
#include "host/plugin/description.hpp"
#include "host/plugin/image.hpp"
#include "host/plugin/plugin_folders.hpp"
#include "host/report/pages.hpp"
#include "host/tournament/hand_ins.hpp"
#include "host/tournament/league_bots.hpp"
#include "host/util/beneath.hpp"
#include "host/util/descriptor.hpp"
#include "host/util/digest.hpp"
#include "host/util/failure.hpp"
#include "host/util/input_file.hpp"
#include "host/util/replacing_file.hpp"
#include "host/util/text.hpp"
#include "host/util/thread.hpp"
#include "host/web/api.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace host {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void refuse(const std::string& why) {
  throw Failure(Exit::usage, why);
}

HttpAccess access_of(const UploadRules& rules) {
  HttpAccess access{.tokens = {},
                    .origin = rules.url.substr(0, rules.url.find('/', rules.url.find("://") + 3)),
                    .most_body = rules.bytes,
                    .most_connections = 16,
                    .too_much = "A file may have at most " + std::to_string(rules.bytes >> 20U) + " MiB.",
                    .stranger = "That is no link of this league: ask those who run it for yours."};
  for (const Uploader& person : rules.all) access.tokens.push_back(person.key);
  return access;
}

void check_name(const std::string& name) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
  constexpr std::size_t longest = 60;
  if (name.empty() || name.size() > longest || name.front() == '.' ||
      name.find_first_not_of(plain) != std::string::npos)
    refuse("'" + name.substr(0, longest) +
           "' can't be a file's name here: it takes at most 60 letters, digits, '-', '_' and '.', not '.' first.");
  if (is_clutter(name, false)) refuse(name + " has the name of no strategy: the league would not play it.");
}

/// Refuses what is no strategy, by its content alone.
void check_type(const std::string& name, const std::string& content) {
  if (name.ends_with(".so")) {
    static_cast<void>(inspect(ElfFile(sealed_memory(content, name), name)));
    return;
  }
  const std::string text = content.substr(0, 4096);
  const bool is_script = text.starts_with("#!");
  if (is_script && text.substr(0, text.find('\n')).ends_with('\r'))
    refuse(name + ": its lines end as on Windows; save the file with Unix line ends.");
  if (is_script || is_executable(text)) return;
  refuse(name +
         " is no program: its first line has to name an interpreter, as #!/usr/bin/env python3 does. A library's name "
         "ends in .so.");
}

}  // namespace

LeagueServer::LeagueServer(LeagueOutput league, UploadRules rules, const std::string& address, std::uint16_t port)
    : league_(std::move(league)),
      rules_(std::move(rules)),
      log_(league_.folder / "uploads.log", [this](const Json& line) { read(line); }),
      server_(
          address, port,
          [this](const HttpRequest& request) { return answered(request, [&] { return answer(request); }); },
          access_of(rules_)),
      thread_(start_thread([this] { server_.serve([this] { return ended_.load(); }, [] {}); })) {}

LeagueServer::~LeagueServer() {
  ended_ = true;
  thread_.join();
}

std::string LeagueServer::links() const {
  std::string lines;
  for (std::size_t i = 0; i < rules_.all.size(); ++i) {
    const std::string own = rules_.url + (rules_.url.ends_with('/') ? "" : "/") + rules_.all[i].key + "/";
    lines += rules_.all[i].owner + "  " + (rules_.url.empty() ? server_.link(i) : own) + "\n";
  }
  return lines;
}

void LeagueServer::publish(const League& league, const StandingsTable& table) {
  const std::lock_guard lock(guard_);
  for (const Uploader& person : rules_.all) owners_[person.owner].versions = versions_json(person.owner, league, table);
}

HttpResponse LeagueServer::answer(const HttpRequest& request) {
  const Uploader& person = rules_.all[request.token];
  if (!request.post && request.path != "api/state") return page(request.path);
  if (request.path == "api/upload")
    upload(person, value_of(request, "name"), request.body);
  else if (request.path == "api/remove")
    remove(person, value_of(request, "name"));
  else if (request.post)
    return error_response(404, "There is no such page.");
  const std::lock_guard lock(guard_);
  return json_response(state_of(person));
}

HttpResponse LeagueServer::page(const std::string& path) const {
  constexpr std::string_view site = "site/";
  if (path.starts_with(site) && is_site_file(path.substr(site.size()))) {
    std::optional<std::string> content = content_of(league_.site / path.substr(site.size()));
    if (content && !content->empty()) return {.type = type_of(path), .body = *std::move(content)};
  }
  if (auto file = served_file(path.empty() ? "upload.html" : path))
    return {.type = type_of(path), .body = *std::move(file)};
  return {.status = 404, .type = "text/plain", .body = "There is no such page, or not yet.\n"};
}

void LeagueServer::read(const Json& line) {
  Owner& owner = owners_[line["owner"]];
  owner.times.push_back(line["time"]);
  owner.hashes[line["file"]] = line["sha256"];
}

Json LeagueServer::state_of(const Uploader& person) {
  const Owner& owner = owners_[person.owner];
  Json files = Json::array();
  for (const BotFile& bot : find_bots(league_.folder / "bots", {person.owner})) {
    const std::string name = bot.below.filename().string();
    const auto hash = owner.hashes.find(name);
    files.push_back({{"name", name}, {"sha256", hash == owner.hashes.end() ? Json() : Json(hash->second)}});
  }
  return {{"owner", person.owner},     {"files", std::move(files)},  {"left", uploads_left(person)},
          {"uploads", rules_.uploads}, {"most_files", rules_.files}, {"bytes", rules_.bytes},
          {"title", league_.title},    {"versions", owner.versions}};
}

namespace {

/// Forgets times that are more than a day ago. Returns how many of `most` are left.
std::uint64_t left_today(std::deque<std::int64_t>& times, std::uint64_t most) {
  constexpr std::int64_t day = 24 * 3600;
  while (!times.empty() && times.front() <= std::time(nullptr) - day) times.pop_front();
  return most - std::min<std::uint64_t>(most, times.size());
}

}  // namespace

std::uint64_t LeagueServer::uploads_left(const Uploader& person) {
  return left_today(owners_[person.owner].times, rules_.uploads);
}

fs::path LeagueServer::folder_of(const Uploader& person) const {
  return league_.folder / "bots" / person.owner;
}

void LeagueServer::check_count(const Uploader& person, const std::string& name) {
  if (uploads_left(person) == 0)
    refuse("That would be more than " + counted(rules_.uploads, "upload") + " in 24 hours: come back later.");
  const std::vector<BotFile> files = find_bots(league_.folder / "bots", {person.owner});
  const bool is_there = std::ranges::find(files, fs::path(person.owner) / name, &BotFile::below) != files.end();
  if (!is_there && files.size() >= rules_.files)
    refuse("You have " + counted(files.size(), "file") + " already: remove one, or upload one under its name.");
}

/// Writes a file of the person. Refuses it, with a sentence for the person, if its name or its content is no
/// strategy's, or if it is too much. Reads the content without the lock: that costs the person's own time only.
void LeagueServer::upload(const Uploader& person, const std::string& name, const std::string& content) {
  const std::uint64_t most_refused = 10 + 5 * rules_.uploads;
  {
    const std::lock_guard lock(guard_);
    if (left_today(owners_[person.owner].refused, most_refused) == 0)
      refuse("More than " + counted(most_refused, "upload") + " of yours were refused in 24 hours: come back later.");
  }
  try {
    check_name(name);
    if (content.empty()) refuse(name + " is empty.");
    if (content.size() > rules_.bytes)
      refuse(name + " is larger than " + std::to_string(rules_.bytes >> 20U) + " MiB.");
    check_type(name, content);
    const std::lock_guard lock(guard_);
    check_count(person, name);
    write(person, name, content);
  } catch (const Failure&) {
    const std::lock_guard lock(guard_);
    owners_[person.owner].refused.push_back(std::time(nullptr));
    throw;
  }
}

/// Makes the file and its line in the log. The league does not look at names that begin with a full stop. The owner may
/// also come to the folder by other ways, so it is opened once, and is no link.
void LeagueServer::write(const Uploader& person, const std::string& name, const std::string& content) {
  std::error_code is_there;
  fs::create_directories(folder_of(person), is_there);
  const Descriptor folder = open_beneath(open_folder(league_.folder / "bots"), person.owner, O_RDONLY | O_DIRECTORY);
  if (!folder.is_open()) throw Failure(Exit::output, folder_of(person).string() + ": " + why_unread());
  const Temporary part{fs::path(folder.path()) / ("." + random_key())};
  replace_file(part.path, content);
  fs::permissions(part.path, fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec |
                                 fs::perms::others_read | fs::perms::others_exec);
  const Json line = {{"time", std::time(nullptr)},
                     {"owner", person.owner},
                     {"file", name},
                     {"bytes", content.size()},
                     {"sha256", hexadecimal(sha256_of(content))}};
  log_.add(line);
  read(line);
  if (::renameat(folder.get(), part.path.filename().c_str(), folder.get(), name.c_str()) != 0)
    throw Failure(Exit::output, name + ": " + std::strerror(errno));
}

void LeagueServer::remove(const Uploader& person, const std::string& name) const {
  check_name(name);
  const Descriptor folder = open_beneath(open_folder(league_.folder / "bots"), person.owner, O_RDONLY | O_DIRECTORY);
  const bool is_there = open_regular_beneath(folder, name).is_open();
  if (!is_there || ::unlinkat(folder.get(), name.c_str(), 0) != 0) refuse("You have no file " + name + ".");
}

}  // namespace host
