#include "host/web/shelf.hpp"

#include "host/failure.hpp"
#include "host/store/store.hpp"
#include "host/text.hpp"
#include "host/view/stored_again.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <optional>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_rooms = 24;  // open at a time, besides those that are played

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
    const Transcript transcript = parse_transcript(line, path + ", line " + std::to_string(number));
    listed_.push_back({"file-" + std::to_string(++filed_), title_of(transcript), path, std::move(line)});
  }
}

std::string Shelf::add(const std::shared_ptr<Room>& room, const std::string& title) {
  const std::lock_guard lock(mutex_);
  const std::string id = "live-" + std::to_string(++played_);
  listed_.push_front({id, title, {}, {}});
  rooms_.emplace_front(id, room);
  return id;
}

std::shared_ptr<Room> Shelf::room(const std::string& id) {
  const std::lock_guard lock(mutex_);
  const auto known = std::find_if(rooms_.begin(), rooms_.end(), [&](const auto& each) { return each.first == id; });
  if (known != rooms_.end()) {
    rooms_.splice(rooms_.begin(), rooms_, known);
    return known->second;
  }
  std::shared_ptr<Room> opened = open(id);
  rooms_.emplace_front(id, opened);
  forget_old();
  return opened;
}

std::shared_ptr<Room> Shelf::open(const std::string& id) {
  for (const Listed& each : listed_) {
    if (each.id == id && !each.line.empty()) return recorded(each.line, each.file);
  }
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
  if (const auto line = store.transcript(found->id)) return recorded(*line, id);
  for (const StoredRun& run : store.runs()) {
    if (run.id == place->first) return lobby_.play_again(*found, stored_secret(run.record.command));
  }
  throw Failure(Exit::usage, "there is no match '" + id + "'");
}

std::shared_ptr<Room> Shelf::recorded(const std::string& line, const std::string& where) {
  Transcript transcript = parse_transcript(line, where);
  const Game& game = games_.game_of(transcript, where);
  return std::make_shared<RecordedRoom>(std::move(transcript), game, where);
}

/// Closes rooms that nobody has used for long. Matches that are played stay.
void Shelf::forget_old() {
  std::size_t open = 0;
  rooms_.remove_if([&](const auto& each) {
    if (each.first.starts_with("live-")) return false;
    return ++open > most_rooms && each.second.use_count() == 1;
  });
}

Json Shelf::list() {
  const std::lock_guard lock(mutex_);
  Json all = Json::array();
  for (const Listed& each : listed_) {
    Json json = {{"id", each.id}, {"title", each.title}};
    if (!each.file.empty()) json["file"] = each.file;
    all.push_back(std::move(json));
  }
  return all;
}

void Shelf::close() {
  const std::lock_guard lock(mutex_);
  for (const auto& [id, room] : rooms_) room->close();
}

}  // namespace host
