#include "host/web/shelf.hpp"

#include "host/failure.hpp"
#include "host/store/store.hpp"
#include "host/text.hpp"
#include "host/view/stored_again.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <exception>
#include <fstream>
#include <optional>
#include <utility>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_recorded = 24;  // rooms of records, open at a time
constexpr std::size_t most_parsed =
    2'000'000;                         // events of files that stay parsed: faster to open, and some times larger
constexpr std::size_t most_live = 12;  // of matches that are played; each has processes of its own

std::string title_of(const Transcript& transcript) {
  std::vector<std::string> names;
  for (const SeatIdentity& seat : transcript.seats) names.push_back(seat.name);
  return transcript.game + ", seed " + std::to_string(transcript.seed) + ": " + join(names);
}

/// Returns the numbers of "run-3-17".
std::optional<std::pair<RunId, std::uint64_t>> place_of(const std::string& id) {
  const std::vector<std::string> parts = split(id, '-');
  if (parts.size() != 3 || parts[0] != "run") return std::nullopt;
  RunId run = 0;
  std::uint64_t number = 0;
  const auto read = [](const std::string& text, auto& value) {
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    return fault == std::errc{} && end == text.data() + text.size();
  };
  if (!read(parts[1], run) || !read(parts[2], number)) return std::nullopt;
  return std::pair(run, number);
}

}  // namespace

Shelf::Shelf(std::filesystem::path database, std::string game, Lobby& lobby)
    : database_(std::move(database)), lobby_(lobby), games_(std::move(game)) {}

void Shelf::add_file(const std::string& path) {
  std::ifstream file(path);
  if (!file || file.peek() == std::ifstream::traits_type::eof())
    throw Failure(Exit::transcript, path + ": can't be read, or is empty");
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.empty()) continue;
    auto transcript =
        std::make_shared<const Transcript>(parse_transcript(line, path + ", line " + std::to_string(number)));
    Listed listed{"file-" + std::to_string(++filed_), title_of(*transcript), transcript->game, path, nullptr, {}};
    if (parsed_ + transcript->events.size() <= most_parsed) {
      parsed_ += transcript->events.size();
      listed.transcript = std::move(transcript);
    } else {
      listed.line = std::move(line);
    }
    listed_.push_back(std::move(listed));
  }
}

std::string Shelf::add(const std::shared_ptr<Room>& room, const std::string& title, const std::string& game) {
  std::promise<std::shared_ptr<Room>> opened;
  opened.set_value(room);
  std::string id;
  {
    const std::lock_guard lock(mutex_);
    id = "live-" + std::to_string(++played_);
    listed_.push_front({id, title, game, {}, nullptr, {}});
    rooms_.push_front({id, true, opened.get_future().share()});
    if (closed_) room->close();
  }
  retire_old();
  return id;
}

std::shared_ptr<Room> Shelf::room(const std::string& id) {
  std::promise<std::shared_ptr<Room>> opened;
  {
    std::unique_lock lock(mutex_);
    const auto known = std::find_if(rooms_.begin(), rooms_.end(), [&](const Opened& each) { return each.id == id; });
    if (known != rooms_.end()) {
      rooms_.splice(rooms_.begin(), rooms_, known);
      const std::shared_future<std::shared_ptr<Room>> room = known->room;
      if (room.wait_for(std::chrono::seconds(0)) != std::future_status::ready) lock.unlock();
      return room.get();
    }
    rooms_.push_front({id, false, opened.get_future().share()});
  }
  try {
    std::shared_ptr<Room> room = open(id);
    opened.set_value(room);
    forget_old();
    const std::lock_guard lock(mutex_);
    if (closed_) room->close();
    return room;
  } catch (...) {
    forget(id);
    opened.set_exception(std::current_exception());
    throw;
  }
}

std::shared_ptr<Room> Shelf::open(const std::string& id) {
  std::optional<Listed> listed;
  {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(listed_.begin(), listed_.end(), [&](const Listed& each) { return each.id == id; });
    if (found != listed_.end()) listed = *found;
  }
  const std::string where = listed && !listed->file.empty() ? listed->file : id;
  if (listed && listed->transcript) return recorded(listed->transcript, where);
  if (listed && !listed->line.empty())
    return recorded(std::make_shared<const Transcript>(parse_transcript(listed->line, where)), where);
  return open_stored(id);
}

std::shared_ptr<Room> Shelf::open_stored(const std::string& id) {
  const auto place = place_of(id);
  if (!place || !std::filesystem::exists(database_)) throw Failure(Exit::usage, "there is no match '" + id + "'");
  Store store(database_, {.create = false, .to_write = false});
  std::optional<StoredMatch> found;
  Filter filter;
  filter.run = place->first;
  store.for_each_match(filter, [&](const StoredMatch& match) {
    if (match.place.number == place->second) found = match;
  });
  if (!found) throw Failure(Exit::usage, "there is no match '" + id + "'");
  if (const auto line = store.transcript(found->id))
    return recorded(std::make_shared<const Transcript>(parse_transcript(*line, id)), id);
  for (const StoredRun& run : store.runs()) {
    if (run.id == place->first) return lobby_.play_again(*found, stored_secret(run.record.command));
  }
  throw Failure(Exit::usage, "there is no match '" + id + "'");
}

std::shared_ptr<Room> Shelf::recorded(std::shared_ptr<const Transcript> transcript, const std::string& where) {
  const Game& game = [&]() -> const Game& {
    const std::lock_guard lock(games_mutex_);
    return games_.game_of(*transcript, where);
  }();
  return std::make_shared<RecordedRoom>(std::move(transcript), game, where);
}

/// Returns the open rooms that nobody uses, except the `kept` last used ones.
std::vector<Shelf::Opened> Shelf::least_used(bool live, std::size_t kept) const {
  std::vector<Opened> found;
  std::size_t count = 0;
  for (const Opened& each : rooms_) {
    if (each.live != live || ++count <= kept) continue;
    const bool ready = each.room.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    if (ready && each.room.get().use_count() == 1) found.push_back(each);
  }
  return found;
}

void Shelf::forget(const std::string& id) {
  const std::lock_guard lock(mutex_);
  rooms_.remove_if([&](const Opened& each) { return each.id == id; });
}

/// Closes records that nobody has used for long. Their threads end outside the lock.
void Shelf::forget_old() {
  std::vector<Opened> closing;
  const std::lock_guard lock(mutex_);
  closing = least_used(false, most_recorded);
  for (const Opened& old : closing) rooms_.remove_if([&](const Opened& each) { return each.id == old.id; });
}

/// Makes records of matches that nobody has looked at for long, and in which no strategy is thinking.
void Shelf::retire_old() {
  std::vector<Opened> old;
  {
    const std::lock_guard lock(mutex_);
    old = least_used(true, most_live);
  }
  for (const Opened& each : old) {
    const std::shared_ptr<Room>& room = each.room.get();
    if (!room->idle()) continue;
    auto transcript = room->transcript();
    if (!transcript) continue;
    auto kept = std::make_shared<const Transcript>(std::move(*transcript));
    const std::lock_guard lock(mutex_);
    // Somebody may have come back meanwhile; only the shelf has a reference to a room that nobody uses.
    if (room.use_count() != 1) continue;
    const auto listed =
        std::find_if(listed_.begin(), listed_.end(), [&](const Listed& one) { return one.id == each.id; });
    listed->transcript = std::move(kept);
    rooms_.remove_if([&](const Opened& one) { return one.id == each.id; });
  }
}

Json Shelf::list() {
  const std::lock_guard lock(mutex_);
  Json all = Json::array();
  for (const Listed& each : listed_) {
    Json json = {{"id", each.id}, {"title", each.title}, {"game", each.game}};
    if (!each.file.empty()) json["file"] = each.file;
    all.push_back(std::move(json));
  }
  return all;
}

void Shelf::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  for (const Opened& each : rooms_) {
    if (each.room.wait_for(std::chrono::seconds(0)) == std::future_status::ready) each.room.get()->close();
  }
}

}  // namespace host
