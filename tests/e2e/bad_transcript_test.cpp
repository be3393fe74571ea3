// Files that hold no transcript, or a damaged one: each is refused in one sentence.
#include "tests/e2e/host.hpp"

using namespace e2e;

namespace {

Json& at(Json& json, const std::string& pointer) {
  return json[Json::json_pointer(pointer)];
}

/// A transcript with one field set to something else.
std::string altered(const Json& whole, const std::string& pointer, const Json& value) {
  Json copy = whole;
  at(copy, pointer) = value;
  return support::to_text(copy) + "\n";
}

struct Damage {
  std::string content;
  int code = 0;
  std::string fragment;
};

void check_damage(const std::vector<Damage>& cases) {
  const TemporaryFolder folder;
  for (const Damage& each : cases) {
    INFO(each.content.substr(0, 300));
    folder.write("match.json", each.content);
    folder.refuses({"replay", "match.json", "--quiet"}, each.code, {"host: match.json", each.fragment});
  }
}

std::string recorded_match() {
  const TemporaryFolder folder;
  folder.done(small_match({"--record", "match.json"}));
  return content(folder.path() / "match.json");
}

}  // namespace

TEST_CASE("a file that holds no whole transcript is refused as such") {
  const std::string whole = recorded_match();
  std::vector<Damage> cases = {
      {"", transcript, "empty"},
      {"\n\n", transcript, "holds no transcript"},
      {"hello\n", transcript, "no JSON from byte 1"},
      {"[1, 2]\n", transcript, "is not an object"},
      {"null\n", transcript, "is not an object"},
      {std::string("\x7f"
                   "ELF\0\1\2\3\xff\n",
                   9),
       transcript, "no JSON"},
      {std::string(100000, '['), transcript, "nested too deeply"},
      {whole + whole.substr(0, 500), transcript, "line 2: is no transcript"},
      {whole.substr(0, whole.size() - 1) + whole, transcript, "no JSON"},
  };
  for (const std::size_t size :
       {std::size_t{1}, std::size_t{10}, whole.size() / 4, whole.size() / 2, whole.size() - 2}) {
    cases.push_back({whole.substr(0, size), transcript, "is no transcript, or a damaged one"});
  }
  check_damage(cases);
  check_refused({
      {{"replay", "none.json"}, transcript, {"none.json"}},
      {{"replay", "."}, transcript, {"."}},
      {{"serve", "none.json"}, transcript, {"none.json"}},
      {{"serve", shipped("greedy")}, transcript, {"greedy.so", "no transcript"}},
      {{"replay", shipped("greedy")}, transcript, {"greedy.so", "no transcript"}},
      {{"replay", "-"}, transcript, {"-: holds no transcript"}},
  });
}

TEST_CASE("a transcript with a field that can't be, of a game that there is not or with other seats, is refused") {
  const Json whole = parse_json(recorded_match());
  const Json seat = whole.at("seats").at(0);
  check_damage({
      {altered(whole, "/game/id", "tnoga"), usage, "did you mean 'tonga'?"},
      {altered(whole, "/game/id", "chess"), usage, "no game called 'chess'"},
      {altered(whole, "/game/id", ""), usage, "no game called ''"},
      {altered(whole, "/game/id", shipped("tonga")), transcript, "is not the id of a game"},
      {altered(whole, "/game/protocol", "tonga/2"), transcript, "tonga/2"},
      {altered(whole, "/setup/parameters/n", 7), transcript, "n=7"},
      {altered(whole, "/setup/parameters/m", 6), transcript, "did you mean 'n'?"},
      {altered(whole, "/seats", Json::array({seat})), transcript, "for each seat"},
  });
}

TEST_CASE("a transcript that is whole but does not play as recorded says where it differs") {
  const Json whole = parse_json(recorded_match());
  const std::string first = whole.at("actions").at(0).at("action");
  const std::size_t actions = whole.at("actions").size();
  Json shorter = whole;
  shorter.at("actions").erase(actions - 1);
  Json longer = whole;
  longer.at("actions").push_back(whole.at("actions").back());
  check_damage({
      {altered(whole, "/actions/0/action", "3"), differs, "action 1: '3' is no move"},
      {altered(whole, "/actions/0/action", "6 0"), differs, "action 1: the action is illegal: 6 0 is off the board"},
      {altered(whole, "/actions/1/action", first), differs, "action 2: the action is illegal: " + first + " is taken"},
      {altered(whole, "/actions/0/seat", 1), differs, "action 1: seat 1 acts although seat 0 is to move"},
      {altered(whole, "/actions/0/seat", 7), differs, "action 1: there is no seat 7"},
      {altered(whole, "/actions/0/seat", -1), differs, "action 1: there is no seat -1"},
      {altered(whole, "/actions/0/reveals", "a tile"), differs, "action 1: it reveals ''"},
      {altered(whole, "/actions/0/forfeit", {{"kind", "crash"}, {"reason", "SIGSEGV"}}), differs, "action 2: "},
      {support::to_text(shorter), differs, "the record ends before the match is over"},
      {support::to_text(longer), differs, "action " + std::to_string(actions + 1) + ": the match is over by then"},
      {altered(whole, "/setup/start", "......"), differs, "the match starts from"},
      {altered(whole, "/setup/parameters/n", 8), differs, "the match starts from"},
      {altered(whole, "/result/scores", Json::array({1, -1})), differs, "not 1, -1 as recorded"},
      {altered(whole, "/result/contest/0", 1), differs, "the contest scores are"},
  });
}

TEST_CASE("of several transcripts the one that differs is named by its line, and the others are checked all the same") {
  const TemporaryFolder folder;
  const std::string good = recorded_match();
  const std::string bad = altered(parse_json(good), "/result/scores", Json::array({1, -1}));
  folder.write("matches.json", good + bad + "\n" + good + bad);
  const Result result = folder.run({"replay", "matches.json", "--quiet"});
  CHECK(result.code == differs);
  const Words lines = lines_of(result.err);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].starts_with("host: matches.json, line 2: "));
  CHECK(lines[1].starts_with("host: matches.json, line 5: "));
}

TEST_CASE("a page of a match that can't be shown, and a --board that can't be, are refused") {
  const std::string match = recorded_match();
  check_refused(
      {
          {{"replay", "matches.json", "--html", "page.html"}, usage, {"several", "--match N"}},
          {{"replay", "match.json", "--match", "0", "--html", "page.html"}, usage, {"--match 0", "from 1 on"}},
          {{"replay", "matches.json", "--match", "3", "--html", "page.html"}, usage, {"--match 3", "holds 2"}},
          {{"replay", "match.json", "--svg", "1"}, usage, {"--svg is no longer there: ", "serve FILE'", "Share"}},
          {{"replay", "match.json", "--html", "none/page.html"}, output, {"page.html: can't be written"}},
          {{"replay", "match.json", "--board", "moved"}, usage, {"did you mean 'moves'?"}},
      },
      [&](const TemporaryFolder& folder) {
        folder.write("match.json", match);
        folder.write("matches.json", match + match);
      });
}
