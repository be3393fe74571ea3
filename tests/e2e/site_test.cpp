// The site of `standings --html FOLDER` from the outside: its pages, their links and sizes, and what another run
// changes.
#include "tests/e2e/host.hpp"

#include <map>
#include <set>

using namespace e2e;

namespace {

constexpr std::uintmax_t most_match_page = 60'000;

/// A folder with results.db, and a site of them.
struct Site : TemporaryFolder {
  void play(const Words& more) {
    done(with({"tournament", "--game", "tonga", "--set", "n=6", "--db", "results.db", "--quiet"}, more));
  }
  Result publish(const Words& more = {}) {
    return run(with({"standings", "--db", "results.db", "--html", "site"}, more));
  }
  /// All files, by their paths in the site, with the times of their last change.
  [[nodiscard]] std::map<std::string, fs::file_time_type> files() const {
    std::map<std::string, fs::file_time_type> found;
    for (const auto& each : fs::recursive_directory_iterator(path() / "site")) {
      if (each.is_regular_file()) found[fs::relative(each.path(), path() / "site").string()] = each.last_write_time();
    }
    return found;
  }
  [[nodiscard]] std::vector<std::string> pages(const std::string& folder) const {
    std::vector<std::string> found;
    for (const auto& [name, time] : files()) {
      if (name.starts_with(folder + "/")) found.push_back(name);
    }
    return found;
  }
  [[nodiscard]] std::string text(const std::string& name) const { return content(path() / "site" / name); }
  [[nodiscard]] Json data(const std::string& name, const std::string& id = "report") const {
    return support::page_data(text(name), id);
  }
};

/// Adds the fields "page" of the JSON, at any depth.
void add_pages(const Json& json, std::set<std::string>& pages) {
  if (json.is_object() && json.contains("page") && json["page"].is_string()) pages.insert(json["page"]);
  if (!json.is_structured()) return;
  for (const Json& each : json) add_pages(each, pages);
}

/// The pages to which a page leads, by their paths in the site.
std::set<std::string> linked(const Site& site, const std::string& name) {
  const bool is_match = name.starts_with("match/");
  const Json data = site.data(name, is_match ? "match" : "report");
  std::set<std::string> pages;
  add_pages(data, pages);
  if (data.contains("matches")) {
    for (const Json& row : data["matches"]["listed"]) {
      if (row.back().is_string()) pages.insert(row.back());
    }
  }
  return pages;
}

}  // namespace

TEST_CASE(
    "a site has an index, a page for each strategy and a small one for each kept match, and all links lead to one") {
  Site site;
  site.play({"--plugin", "greedy", "--plugin", "random", "--plugin", "server", "--seeds", "1-3"});
  CHECK(site.publish().err == "");
  CHECK(site.pages("strategy") ==
        std::vector<std::string>{"strategy/greedy.html", "strategy/random.html", "strategy/server.html"});
  const std::vector<std::string> matches = site.pages("match");
  CHECK(matches.size() == 18);
  for (const std::string& match : matches) CHECK(fs::file_size(site.path() / "site" / match) <= most_match_page);
  const auto files = site.files();
  std::set<std::string> reached = {"index.html"};
  for (const auto& each : files) {
    const std::string& name = each.first;
    CAPTURE(name);
    if (!name.ends_with(".html")) continue;
    const std::string page = site.text(name);
    const std::string up = name == "index.html" ? "" : "../";
    for (const auto& [file, written] : files) {
      if (file.ends_with(".js")) CHECK(has(page, "<script src=\"" + up + file + "\"></script>"));
      if (file.ends_with(".css")) CHECK(has(page, "href=\"" + up + file + "\""));
    }
    for (const std::string& to : linked(site, name)) {
      CAPTURE(to);
      CHECK(files.contains(to));
      reached.insert(to);
    }
  }
  CHECK(reached.size() == 1 + 3 + 18);  // by itself, each page is of use to nobody
  CHECK(linked(site, "index.html").contains("strategy/server.html"));
  const Json greedy = site.data("strategy/greedy.html");
  CHECK(greedy.at("matches").at("count") == 12);
  CHECK(greedy.at("standings").at("strategies").size() == 1);
  CHECK(linked(site, greedy.at("matches").at("listed")[0].back().get<std::string>()).contains("strategy/greedy.html"));
}

TEST_CASE("the page of a match on the largest board is small") {
  Site site;
  site.done({"tournament", "--game", "tonga", "--set", "n=16", "--plugin", "greedy", "--plugin", "server", "--seeds",
             "1", "--db", "results.db", "--quiet"});
  REQUIRE(site.publish().code == 0);
  for (const std::string& match : site.pages("match"))
    CHECK(fs::file_size(site.path() / "site" / match) <= most_match_page);
}

TEST_CASE("the page of a strategy counts its failures by kind, with the first reason, and has its builds") {
  Site site;
  const std::string failing = fixture("failing");
  for (const std::string seeds : {"1-2", "3-4"})
    site.play({"--plugin", failing + ":fails,name=clumsy", "--plugin", "greedy", "--seeds", seeds});
  REQUIRE(site.publish({"--run", "all"}).code == 0);
  const Json page = site.data("strategy/clumsy.html");
  CHECK(page.at("standings").at("failure_count") == 8);
  REQUIRE(page.at("standings").at("failures").size() == 1);
  const Json& failure = page.at("standings").at("failures")[0];
  CHECK(failure.at("strategy") == "clumsy");
  CHECK(failure.at("kind") == "error");
  CHECK(failure.at("count") == 8);
  CHECK(failure.at("reason").get<std::string>() != "");
  CHECK(page.at("failed")[0].at("page") == "match/run-1-0.html");
  CHECK(page.at("matches").at("listed")[0][4] == "error");
  CHECK(site.data("strategy/greedy.html").at("standings").at("failure_count") == 0);
}

TEST_CASE("a site that is written again changes only what differs, and keeps what is not of it") {
  Site site;
  site.play({"--plugin", "greedy", "--plugin", "random", "--seeds", "1-2"});
  REQUIRE(site.publish().code == 0);
  site.write("site/match/own.html", "mine");
  const auto before = site.files();
  REQUIRE(site.publish().code == 0);
  auto after = site.files();
  after.erase("agon-site.txt");
  for (const auto& [name, time] : after) CHECK(before.at(name) == time);
  // Another run's matches are in other files; those of the first are removed, the user's own file is not.
  site.play({"--plugin", "greedy", "--plugin", "server", "--seeds", "3"});
  REQUIRE(site.publish().code == 0);
  CHECK(site.pages("match") == std::vector<std::string>{"match/own.html", "match/run-2-0.html", "match/run-2-1.html"});
  CHECK(site.pages("strategy") == std::vector<std::string>{"strategy/greedy.html", "strategy/server.html"});
}

TEST_CASE("a folder with pages of somebody else is not taken for a site") {
  Site site;
  site.play({"--plugin", "greedy", "--plugin", "random", "--seeds", "1"});
  site.write("site/index.html", "mine");
  check_refusal(site.publish(), 5, {"index.html is of no site of this program"});
  CHECK(site.text("index.html") == "mine");
  site.refuses({"standings", "--db", "results.db", "--html", "results.db/x"}, 5,
               {"results.db/x: the folder can't be created"});
}

TEST_CASE("without stored transcripts, or without its game, a site has no pages of matches") {
  Site site;
  site.play({"--plugin", "greedy", "--plugin", "random", "--seeds", "1"});
  site.done({"standings", "--prune", "--db", "results.db"});
  REQUIRE(site.publish().code == 0);
  CHECK(site.pages("match").empty());
  CHECK(site.data("strategy/greedy.html").at("matches").at("listed")[0].back().is_null());
}
