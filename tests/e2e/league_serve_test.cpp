// The web server of a league, from the outside: people upload, and see what becomes of it; nobody gets at more.
#include "tests/e2e/host.hpp"
#include "tests/support/http.hpp"

#include <chrono>
#include <csignal>
#include <map>
#include <thread>

using namespace e2e;
using support::ask;
using support::Reply;

namespace {

/// A league that is served to these people, and their links.
class ServedLeague {
 public:
  explicit ServedLeague(const Words& people, const std::string& rules = "") {
    folder_.write("weekly/league.toml",
                  "seeds = 'random:1:0123456789abcdef0123456789abcdef'\nanchors = ['random']\n"
                  "placements = 1\nblocks = 2\n[match]\ngame = 'tonga'\nset = ['n=6']\nwall = 60\njobs = 2\n");
    std::string text = rules + "[people]\n";
    for (const std::string& owner : people) text += owner + " = '" + owner + "-0123456789abcdef'\n";
    folder_.write("weekly/people.toml", text);
    process_.emplace(host({"league", "serve", path().string()}));
    REQUIRE(process_->read_until([&](const std::string& out) {
      links_.clear();
      for (const std::string& line : lines_of(out)) {
        const std::size_t link = line.find("  http://127.0.0.1:");
        if (link != std::string::npos && line.ends_with("/")) links_[line.substr(0, link)] = line.substr(link + 2);
      }
      return links_.size() == people.size();
    }));
  }

  [[nodiscard]] fs::path path() const { return folder_.path() / "weekly"; }
  [[nodiscard]] const std::string& link(const std::string& owner) const { return links_.at(owner); }
  [[nodiscard]] Reply upload(const std::string& owner, const std::string& name, const std::string& content) const {
    return ask(link(owner) + "api/upload?name=" + name, content);
  }
  [[nodiscard]] Json state(const std::string& owner) const {
    return support::parse_json(ask(link(owner) + "api/state").body);
  }
  int stop() { return process_->stop(SIGINT).code; }

 private:
  TemporaryFolder folder_;
  std::map<std::string, std::string> links_;
  std::optional<Process> process_;
};

std::string strategy(const std::string& name) {
  return content(plugin_folder / "tonga" / name);
}

}  // namespace

TEST_CASE("thirty people who upload at once all see that their versions take part, and a first rating") {
  Words people;
  for (int each = 0; each < 30; ++each) people.push_back("owner" + std::to_string(each));
  ServedLeague league(people);
  const auto began = std::chrono::steady_clock::now();
  std::vector<std::thread> uploads;
  std::vector<Reply> replies(people.size());
  for (std::size_t each = 0; each < people.size(); ++each)
    uploads.emplace_back([&, each] {
      replies[each] = league.upload(people[each], "bot.so", strategy(each % 2 == 0 ? "greedy.so" : "random.so"));
    });
  for (std::thread& each : uploads) each.join();
  for (const Reply& reply : replies) CHECK(has(reply.body, R"("name":"bot.so")"));
  for (const std::string& owner : people) {
    CHECK(comes_true([&] {
      const Json versions = league.state(owner).at("versions");
      return versions.size() == 1 && versions[0].at("state") == "takes part" && versions[0].at("rating").is_number();
    }));
  }
  MESSAGE("all have a rating after ", std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(),
          " s");
  CHECK(ask(league.link("owner7") + "site/index.html").status == 200);
  CHECK(league.stop() == 130);
}

TEST_CASE(
    "what is no strategy, too large, too often or somewhere else is refused in one sentence, and changes nothing") {
  ServedLeague league({"ann", "eve"}, "uploads = 2\nfiles = 1\nsize = 1\n");
  const auto refused = [&](const std::string& name, const std::string& bytes, const std::string& part) {
    CAPTURE(name);
    const Reply reply = league.upload("eve", name, bytes);
    CHECK(has(support::parse_json(reply.body).at("error").get<std::string>(), part));
  };
  refused("text.so", "no library", "is not a shared library");
  refused("tonga.so", content(plugin_folder / "tonga.so").substr(0, 3000), "tonga.so");
  refused("bot.py", "print('ready')\n", "its first line has to name an interpreter");
  refused("bot.sh", "#!/bin/sh\r\necho ready\r\n", "Unix line ends");
  refused("empty.so", "", "is empty");
  for (const std::string name : {"../ann/bot.so", "..%2fann%2fbot.so", ".bot.so", "", "a%00b.so"})
    refused(name, strategy("greedy.so"), "can't be a file's name");
  const Reply large = league.upload("eve", "bot.so", std::string(std::size_t{5} << 20U, 'x'));
  CHECK(large.status == 413);
  CHECK(large.body == "A file may have at most 1 MiB.\n");
  std::string wrong = league.link("eve");
  wrong.replace(wrong.rfind("-0"), 2, "-1");
  const Reply stranger = ask(wrong + "api/upload?name=bot.so", strategy("greedy.so"));
  CHECK(stranger.status == 403);
  CHECK(stranger.body == "That is no link of this league: ask those who run it for yours.\n");
  CHECK(league.state("eve").at("files").empty());
  CHECK_FALSE(fs::exists(league.path() / "bots/ann"));

  CHECK_FALSE(has(league.upload("eve", "bot.so", strategy("random.so")).body, "error"));
  refused("other.so", strategy("random.so"), "You have 1 file already");
  CHECK_FALSE(has(league.upload("eve", "bot.so", strategy("greedy.so")).body, "error"));
  refused("bot.so", strategy("random.so"), "more than 2 uploads in 24 hours");
  CHECK(content(league.path() / "bots/eve/bot.so") == strategy("greedy.so"));

  for (const std::string page : {"bots/eve/bot.so", "site/../league.toml", "site/..%2fleague.toml",
                                 "site/%2fetc/passwd", "../league.toml", "league.log"})
    CHECK(ask(league.link("ann") + page).status == 404);
  CHECK(has(ask(league.link("ann") + "api/remove?name=bot.so", "").body, "You have no file bot.so"));
  CHECK_FALSE(has(ask(league.link("eve") + "api/remove?name=bot.so", "").body, "error"));
  CHECK_FALSE(fs::exists(league.path() / "bots/eve/bot.so"));
  CHECK(league.stop() == 130);
}

TEST_CASE("serve --db FOLDER shows the runs of a league that is played") {
  ServedLeague league({"ann"});
  CHECK_FALSE(has(league.upload("ann", "bot.so", strategy("greedy.so")).body, "error"));
  CHECK(comes_true([&] { return league.state("ann").at("versions").size() == 1; }));
  Process server(host({"serve", "--db", league.path().string()}));
  const std::string link = link_of(server);
  CHECK(comes_true([&] { return has(ask(link + "api/runs").body, "league"); }));
  server.stop(SIGINT);
  CHECK(league.stop() == 130);
}

TEST_CASE("why a version does not take part is on its owner's page, though no match follows") {
  ServedLeague league({"ann"});
  CHECK_FALSE(has(league.upload("ann", "bot.so", strategy("greedy.so")).body, "error"));
  CHECK(comes_true([&] { return has(ask(league.link("ann") + "site/owner/ann.html").body, "ann/bot@1"); }));
  CHECK_FALSE(has(league.upload("ann", "ends.sh", "#!/bin/sh\nexit 3\n").body, "error"));
  CHECK(comes_true([&] { return has(ask(league.link("ann") + "site/owner/ann.html").body, "exit status 3"); }));
  CHECK(league.stop() == 130);
}

TEST_CASE("a file of people that is wrong is refused with what would be right, and changes nothing in the league") {
  const TemporaryFolder folder;
  folder.write("league.toml",
               "owners = ['ann']\nseeds = 'random:1:0123456789abcdef0123456789abcdef'\n[match]\ngame = 'tonga'\n");
  const auto refused = [&](const std::string& text, const Words& parts) {
    folder.write("people.toml", text);
    check_refusal(run(host({"league", "serve", folder.path().string()})), usage, parts);
  };
  check_refusal(run(host({"league", "serve", folder.path().string()})), usage, {"people.toml is not there", "upload"});
  refused("", {"people.toml", "names nobody", "[people]"});
  refused("[people]\nann = 'short'\n", {"people.toml", "key of ann", "16 letters"});
  refused("[people]\n'a/b' = 'ann-0123456789abcdef'\n", {"'a/b'", "letters, digits"});
  refused("[people]\nbob = 'ann-0123456789abcdef'\n", {"bob", "owners in league.toml"});
  refused("[people]\nann = 'ann-0123456789abcdef'\nbob = 'ann-0123456789abcdef'\n", {"bob and ann", "same key"});
  refused("upload = 3\n", {"no key upload", "did you mean 'uploads'"});
  refused("url = 'league'\n[people]\nann = 'ann-0123456789abcdef'\n", {"url", "https://"});
  CHECK(names_in(folder.path()) == Words{"league.toml", "people.toml"});
}

TEST_CASE("uploads that are refused are counted, too, and cost nobody else anything") {
  ServedLeague league({"ann", "eve"}, "uploads = 1\nsize = 1\n");
  std::string last;
  for (int i = 0; i < 16; ++i) last = league.upload("eve", "text.so", std::string(500'000, 'x')).body;
  check_has(last, "More than 15 uploads of yours were refused in 24 hours");
  check_has(league.upload("eve", "bot.so", strategy("greedy.so")).body, "More than 15 uploads");
  CHECK_FALSE(has(league.upload("ann", "bot.so", strategy("greedy.so")).body, "error"));
  CHECK(league.state("eve").at("files").empty());
  CHECK_FALSE(fs::exists(league.path() / "bots/eve"));  // nothing was written to be looked at
}

TEST_CASE("one person with a link can't keep others out, by connections that wait, half requests or half uploads") {
  ServedLeague league({"ann", "eve"}, "size = 1\n");
  const std::string link = league.link("eve");
  const std::string authority = link.substr(7, link.find('/', 7) - 7);
  const std::string head = " /eve-0123456789abcdef/api/";
  const std::string rest = " HTTP/1.1\r\nHost: " + authority + "\r\nOrigin: http://" + authority + "\r\n";
  for (const std::string& request :
       {"GET" + head + "state" + rest + "\r\n",                                          // then silence
        "GET" + head + "state" + rest + "\r\nGET" + head,                                // half of the next one
        "POST" + head + "upload?name=a.py" + rest + "Content-Length: 900000\r\n\r\n#!",  // half a body
        "POST" + head + "upload?name=a.py" + rest + "Transfer-Encoding: chunked\r\n\r\n5\r\n#!/b"}) {
    CAPTURE(request);
    std::vector<support::OpenConnection> held;
    for (int i = 0; i < 280; ++i) held.emplace_back(link).send(request);
    for (int i = 0; i < 5; ++i) CHECK(ask(league.link("ann") + "api/state").status == 200);
    CHECK_FALSE(has(league.upload("ann", "bot.so", strategy("greedy.so")).body, "error"));
  }
}
