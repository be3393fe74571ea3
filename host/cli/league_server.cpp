#include "host/cli/league_server.hpp"

#include "host/cli/league_site.hpp"
#include "host/text.hpp"
#include "host/thread.hpp"
#include "host/view/pages.hpp"
#include "host/view/site_folder.hpp"
#include "host/web/answers.hpp"

#include <fstream>
#include <iterator>
#include <utility>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

HttpAccess access_of(const UploadRules& people) {
  HttpAccess access{
      .tokens = {},
      .origin = people.url.substr(0, people.url.find('/', people.url.find("://") + 3)),
      .most_body = people.bytes,
      .too_much = "A file may have at most " + in_mebibytes(static_cast<std::int64_t>(people.bytes)) + ".",
      .stranger = "That is no link of this league: ask those who run it for yours."};
  for (const Uploader& person : people.all) access.tokens.push_back(person.key);
  return access;
}

}  // namespace

LeagueServer::LeagueServer(LeagueDoor door, UploadRules people)
    : door_(std::move(door)),
      uploads_(door_.folder, std::move(people)),
      server_(
          door_.address, door_.port,
          [this](const HttpRequest& request) { return answered(request, [&] { return answer(request); }); },
          access_of(uploads_.rules())),
      thread_(start_thread([this] { server_.serve([this] { return ended_.load(); }, [] {}); })) {}

LeagueServer::~LeagueServer() {
  ended_ = true;
  thread_.join();
}

std::string LeagueServer::links() const {
  std::string lines;
  const std::vector<Uploader>& all = uploads_.rules().all;
  const std::string& url = uploads_.rules().url;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string own = url + (url.ends_with('/') ? "" : "/") + all[i].key + "/";
    lines += all[i].owner + "  " + (url.empty() ? server_.link(i) : own) + "\n";
  }
  return lines;
}

void LeagueServer::publish(const League& league, const StandingsTable& table) {
  const std::lock_guard lock(guard_);
  for (const Uploader& person : uploads_.rules().all)
    versions_[person.owner] = versions_json(person.owner, league, table);
}

Json LeagueServer::state_of(const Uploader& person) {
  Json state = uploads_.state_of(person);
  const std::lock_guard lock(guard_);
  state["title"] = door_.title;
  state["versions"] = versions_.contains(person.owner) ? versions_[person.owner] : Json::array();
  return state;
}

HttpResponse LeagueServer::page(const std::string& path) const {
  constexpr std::string_view site = "site/";
  if (path.starts_with(site) && is_site_file(path.substr(site.size()))) {
    std::ifstream in(door_.site / path.substr(site.size()), std::ios::binary);
    std::string content((std::istreambuf_iterator<char>(in)), {});
    if (!content.empty()) return {.type = type_of(path), .body = std::move(content)};
  }
  if (auto file = served_file(path.empty() ? "upload.html" : path))
    return {.type = type_of(path), .body = *std::move(file)};
  return {.status = 404, .type = "text/plain", .body = "There is no such page, or not yet.\n"};
}

HttpResponse LeagueServer::answer(const HttpRequest& request) {
  const Uploader& person = uploads_.rules().all[request.token];
  if (!request.post) return request.path == "api/state" ? json_response(state_of(person)) : page(request.path);
  if (request.path == "api/upload")
    uploads_.take(person, value_of(request, "name"), request.body);
  else if (request.path == "api/remove")
    uploads_.remove(person, value_of(request, "name"));
  else
    return error_response(404, "There is no such page.");
  return json_response(state_of(person));
}

}  // namespace host
