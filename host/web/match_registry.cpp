#include "host/web/match_registry.hpp"

#include "host/failure.hpp"
#include "host/match/transcript.hpp"
#include "host/store/stored_match.hpp"
#include "host/text.hpp"

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

constexpr std::size_t most_recorded = 24;  // views of records, open at a time
constexpr std::size_t most_live = 12;      // of matches that are played; each has processes of its own

std::string title_of(const Transcript& transcript) {
  std::vector<std::string> names;
  for (const SeatIdentity& seat : transcript.seats) names.push_back(seat.name);
  return transcript.game + ", seed " + std::to_string(transcript.seed) + ": " + join(names);
}

/// Adds the scores of a match that is over.
void add_scores(Json& shown, const Transcript& transcript) {
  for (const SeatResult& seat : transcript.result.seats) shown["scores"].push_back(seat.score);
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

MatchRegistry::MatchRegistry(std::filesystem::path database, ViewPlan plan)
    : database_(std::move(database)), plan_(std::move(plan)) {}

void MatchRegistry::add_file(const std::string& path) {
  std::ifstream file(path);
  if (!file || file.peek() == std::ifstream::traits_type::eof())
    throw Failure(Exit::transcript, path + ": can't be read, or is empty");
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.empty()) continue;
    const Transcript transcript = parse_transcript(line, path + ", line " + std::to_string(number));
    const std::string id = "file-" + std::to_string(++filed_);
    Json shown = {{"id", id}, {"title", title_of(transcript)}, {"game", transcript.game}, {"file", path}};
    add_scores(shown, transcript);
    listed_.push_back({id, std::move(shown), std::move(line)});
  }
}

std::string MatchRegistry::start(const ViewRequest& order) {
  const auto view = std::make_shared<ViewProcess>(plan_, order);
  std::promise<std::shared_ptr<ViewProcess>> opened;
  opened.set_value(view);
  std::string id;
  {
    const std::lock_guard lock(mutex_);
    id = "live-" + std::to_string(++played_);
    Json shown = {{"id", id}, {"title", view->title().title}, {"game", view->title().game}};
    if (order.kind == ViewRequest::Kind::branch) shown["from"] = Json::parse(order.request);
    listed_.push_front({id, std::move(shown), {}});
    views_.push_front({id, true, opened.get_future().share()});
    if (closed_) view->close();
  }
  retire_old();
  return id;
}

std::shared_ptr<ViewProcess> MatchRegistry::view(const std::string& id) {
  std::promise<std::shared_ptr<ViewProcess>> opened;
  {
    std::unique_lock lock(mutex_);
    const auto known = std::find_if(views_.begin(), views_.end(), [&](const Opened& each) { return each.id == id; });
    if (known != views_.end()) {
      views_.splice(views_.begin(), views_, known);
      const std::shared_future<std::shared_ptr<ViewProcess>> view = known->view;
      if (view.wait_for(std::chrono::seconds(0)) != std::future_status::ready) lock.unlock();
      return view.get();
    }
    views_.push_front({id, false, opened.get_future().share()});
  }
  try {
    auto view = std::make_shared<ViewProcess>(plan_, order_for(id));
    opened.set_value(view);
    forget_old();
    const std::lock_guard lock(mutex_);
    if (closed_) view->close();
    return view;
  } catch (...) {
    forget(id);
    opened.set_exception(std::current_exception());
    throw;
  }
}

void MatchRegistry::forget_failed(const std::string& id) {
  std::shared_ptr<ViewProcess> view;  // ends outside the lock
  const std::lock_guard lock(mutex_);
  views_.remove_if([&](const Opened& each) {
    if (each.id != id || each.live || each.view.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
      return false;
    view = each.view.get();
    return view->failed();
  });
}

ViewRequest MatchRegistry::order_for(const std::string& id) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(listed_.begin(), listed_.end(), [&](const Listed& each) { return each.id == id; });
    if (found != listed_.end())
      return {.kind = ViewRequest::Kind::record, .line = found->line, .where = found->shown.value("file", id)};
  }
  const auto place = place_of(id);
  if (!place || !std::filesystem::exists(database_)) throw Failure(Exit::usage, "there is no match '" + id + "'");
  return {.kind = ViewRequest::Kind::stored, .where = id, .run = place->first, .number = place->second};
}

/// Returns the open views that nobody uses, except the `kept` last used ones.
std::vector<MatchRegistry::Opened> MatchRegistry::least_used(bool live, std::size_t kept) const {
  std::vector<Opened> found;
  std::size_t count = 0;
  for (const Opened& each : views_) {
    if (each.live != live || ++count <= kept) continue;
    const bool ready = each.view.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    if (ready && each.view.get().use_count() == 1) found.push_back(each);
  }
  return found;
}

void MatchRegistry::forget(const std::string& id) {
  const std::lock_guard lock(mutex_);
  views_.remove_if([&](const Opened& each) { return each.id == id; });
}

/// Closes records that nobody has used for long. Their threads end outside the lock.
void MatchRegistry::forget_old() {
  std::vector<Opened> closing;
  const std::lock_guard lock(mutex_);
  closing = least_used(false, most_recorded);
  for (const Opened& old : closing) views_.remove_if([&](const Opened& each) { return each.id == old.id; });
}

/// Makes records of matches that nobody has looked at for long, and in which no strategy is thinking.
void MatchRegistry::retire_old() {
  std::vector<Opened> old;
  {
    const std::lock_guard lock(mutex_);
    old = least_used(true, most_live);
  }
  for (const Opened& each : old) {
    const std::shared_ptr<ViewProcess>& view = each.view.get();
    if (!view->idle()) continue;
    HttpResponse response = view->answer({.post = false, .path = "api/transcript", .query = {}, .body = {}});
    if (view->failed() || response.type == HttpResponse().type) continue;  // an error is of that type
    response.body.pop_back();
    const std::lock_guard lock(mutex_);
    // Somebody may have come back meanwhile; only the registry has a reference to a view that nobody uses.
    if (view.use_count() != 1) continue;
    const auto listed =
        std::find_if(listed_.begin(), listed_.end(), [&](const Listed& one) { return one.id == each.id; });
    listed->line = std::move(response.body);
    add_scores(listed->shown, parse_transcript(listed->line, listed->id));
    views_.remove_if([&](const Opened& one) { return one.id == each.id; });
  }
}

Json MatchRegistry::list() {
  const std::lock_guard lock(mutex_);
  Json all = Json::array();
  for (const Listed& each : listed_) all.push_back(each.shown);
  return all;
}

void MatchRegistry::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  for (const Opened& each : views_) {
    if (each.view.wait_for(std::chrono::seconds(0)) == std::future_status::ready) each.view.get()->close();
  }
}

}  // namespace host
