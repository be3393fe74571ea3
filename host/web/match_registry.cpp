#include "host/web/match_registry.hpp"

#include "host/failure.hpp"
#include "host/json.hpp"
#include "host/match/transcript.hpp"
#include "host/store/stored_match.hpp"
#include "host/text.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <exception>
#include <fstream>
#include <optional>
#include <string_view>
#include <utility>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_open = 20;  // views at a time; those of matches that are played have processes of their own
constexpr std::size_t most_listed = 500;  // of the matches that were played

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

MatchRegistry::MatchRegistry(std::filesystem::path database, ViewPlan plan, SavedMatches saved)
    : database_(std::move(database)), plan_(std::move(plan)), saved_(std::move(saved)) {}

std::shared_ptr<ViewProcess> MatchRegistry::Opened::open() const {
  return view.wait_for(std::chrono::seconds(0)) == std::future_status::ready ? view.get() : nullptr;
}

void MatchRegistry::add_file(const std::string& path) {
  std::ifstream file(path);
  if (!file || file.peek() == std::ifstream::traits_type::eof())
    throw Failure(Exit::transcript, path + ": can't be read, or is empty");
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.empty()) continue;
    const Transcript transcript = parse_transcript(line, path + ", line " + std::to_string(number));
    const std::string id = "file-" + std::to_string(listed_.size() + 1);
    Json shown = {{"id", id}, {"title", title_of(transcript)}, {"game", transcript.game}, {"file", path}};
    for (const SeatResult& seat : transcript.result.seats) shown["scores"].push_back(seat.score);
    listed_.push_back({id, std::move(shown), std::move(line)});
  }
}

std::string MatchRegistry::start(ViewRequest order) {
  const std::string id = order.where = saved_.add();
  order.save = saved_.file(id);
  std::promise<std::shared_ptr<ViewProcess>> opened;
  try {
    opened.set_value(std::make_shared<ViewProcess>(plan_, order));
  } catch (...) {
    saved_.remove(id);
    throw;
  }
  forget_old();
  const std::lock_guard lock(mutex_);
  views_.push_front({id, opened.get_future().share()});
  if (closed_) views_.front().view.get()->close();
  return id;
}

std::shared_ptr<ViewProcess> MatchRegistry::view(const std::string& id) {
  std::promise<std::shared_ptr<ViewProcess>> opened;
  {
    std::unique_lock lock(mutex_);
    const auto known = std::find_if(views_.begin(), views_.end(), [&](const Opened& each) { return each.id == id; });
    if (known != views_.end()) {
      views_.splice(views_.begin(), views_, known);
      const Opened found = *known;
      if (found.open() == nullptr) lock.unlock();
      return found.view.get();
    }
    views_.push_front({id, opened.get_future().share()});
  }
  try {
    auto view = std::make_shared<ViewProcess>(plan_, order_for(id));
    opened.set_value(view);
    forget_old();
    const std::lock_guard lock(mutex_);
    if (closed_) view->close();
    return view;
  } catch (...) {
    {
      const std::lock_guard lock(mutex_);
      views_.remove_if([&](const Opened& each) { return each.id == id; });
    }
    opened.set_exception(std::current_exception());
    throw;
  }
}

void MatchRegistry::forget_failed(const std::string& id) {
  std::shared_ptr<ViewProcess> view;  // ends outside the lock
  const std::lock_guard lock(mutex_);
  views_.remove_if([&](const Opened& each) {
    if (each.id != id || each.open() == nullptr) return false;
    view = each.open();
    return view->failed();
  });
}

ViewRequest MatchRegistry::order_for(const std::string& id) {
  const auto found = std::find_if(listed_.begin(), listed_.end(), [&](const Listed& each) { return each.id == id; });
  if (found != listed_.end())
    return {.kind = ViewRequest::Kind::record, .line = found->line, .where = found->shown.value("file", id)};
  if (const auto saved = saved_.find(id)) {
    const bool over = parse_json(saved->head).at("header").contains("match");
    return {.kind = over ? ViewRequest::Kind::record : ViewRequest::Kind::resume,
            .request = saved->head,
            .line = saved->line,
            .where = id,
            .save = over ? std::string() : saved_.file(id).string()};
  }
  constexpr std::string_view demo = "demo-";
  if (id.starts_with(demo))
    return {.request = to_stored_line({{"game", id.substr(demo.size())}, {"seed", "1"}, {"people", true}})};
  const auto place = place_of(id);
  if (!place || !std::filesystem::exists(database_)) throw Failure(Exit::usage, "there is no match '" + id + "'");
  return {.kind = ViewRequest::Kind::stored, .where = id, .run = place->first, .number = place->second};
}

/// Closes views that nobody has used for long, and in which no strategy is thinking. Their threads end outside the
/// lock.
void MatchRegistry::forget_old() {
  std::vector<Opened> closing;
  const std::lock_guard lock(mutex_);
  std::size_t count = 0;
  views_.remove_if([&](const Opened& each) {
    if (++count < most_open || each.open() == nullptr) return false;
    const std::shared_ptr<ViewProcess>& view = each.view.get();
    // Only the registry has a reference to a view that nobody uses.
    if (view.use_count() != 1 || !view->idle()) return false;
    closing.push_back(each);
    return true;
  });
}

Json MatchRegistry::list() {
  Json all = Json::array();
  for (const std::string& head : saved_.heads(most_listed)) {
    all.push_back(parse_json(head));
    all.back().erase("request");
  }
  for (const Listed& each : listed_) all.push_back(each.shown);
  return all;
}

void MatchRegistry::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  for (const Opened& each : views_) {
    if (const auto view = each.open()) view->close();
  }
}

}  // namespace host
