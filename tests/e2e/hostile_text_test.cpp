// Texts that would steer a terminal, a page, a table of numbers or a shell, sent through every command.
#include "tests/e2e/fixtures/hostile_text.hpp"
#include "tests/e2e/host.hpp"
#include "tests/support/pattern.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

using namespace e2e;

namespace {

/// The first code point and its bytes; none for what is not UTF-8. Written without the host's own decoder.
std::optional<std::pair<std::uint32_t, std::size_t>> first_code(std::string_view text) {
  const auto byte = [&](std::size_t at) { return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U; };
  const auto tail = [&](std::size_t at) { return (byte(at) & 0xC0U) == 0x80U; };
  const std::uint32_t first = byte(0);
  if (first < 0x80) return {{first, 1}};
  const auto rest = [&](std::size_t at) { return byte(at) & 0x3FU; };
  if (first >= 0xC2 && first < 0xE0 && tail(1)) return {{(first & 0x1FU) << 6U | rest(1), 2}};
  if (first >= 0xE0 && first < 0xF0 && tail(1) && tail(2)) {
    const std::uint32_t code = (first & 0xFU) << 12U | rest(1) << 6U | rest(2);
    if (code >= 0x800 && (code < 0xD800 || code > 0xDFFF)) return {{code, 3}};
  }
  if (first >= 0xF0 && first < 0xF5 && tail(1) && tail(2) && tail(3)) {
    const std::uint32_t code = (first & 7U) << 18U | rest(1) << 12U | rest(2) << 6U | rest(3);
    if (code >= 0x10000 && code < 0x110000) return {{code, 4}};
  }
  return std::nullopt;
}

bool is_forbidden(std::uint32_t code) {
  if (code == '\n' || code == '\t') return false;
  if (code < 0x20 || (code >= 0x7F && code < 0xA0)) return true;
  if (code >= 0xE0000 && code < 0xE1000) return true;
  for (const std::uint32_t each : {0xADU,   0x61CU,  0x180EU, 0x200BU, 0x200EU, 0x200FU, 0x2028U, 0x2029U, 0x202AU,
                                   0x202BU, 0x202CU, 0x202DU, 0x202EU, 0x2060U, 0x2066U, 0x2067U, 0x2068U, 0x2069U,
                                   0x206AU, 0xFEFFU, 0xFFF9U, 0xFFFAU, 0xFFFBU, 0xFFFEU, 0xFFFFU})
    if (code == each) return true;
  return false;
}

/// What the first byte is of that no terminal should get, with what stands around it; empty: none.
std::string harm_in(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto code = first_code(text.substr(at));
    if (!code || is_forbidden(code->first)) {
      const std::size_t from = at - std::min<std::size_t>(at, 60);
      return "byte " + std::to_string(static_cast<unsigned char>(text[at])) + " at " + std::to_string(at) +
             " behind '" + std::string(text.substr(from, at - from)) + "'";
    }
    at += code->second;
  }
  return {};
}

void check_harmless(const std::string& text) {
  CHECK(harm_in(text) == "");
  for (const std::string& line : lines_of(text)) {
    CAPTURE(line);
    CHECK(!line.starts_with("FORGED"));
    CHECK(!line.starts_with("\tFORGED"));
  }
}

Result checked(const Command& command) {
  std::string words;
  for (const std::string& word : command.words) words += " " + word;
  INFO(words);
  Result result = run(command);
  CHECK(!result.timed_out);
  check_harmless(result.out);
  check_harmless(result.err);
  return result;
}

const std::string hostile_plugin = fixture("hostile_texts");
const std::string hostile_name = "a\x1b[2J\n\nFORGED\r\x07\xff\xe2\x80\xae;reboot;'\".so";

/// Where a library with hostile texts has a hostile name, among files that can't be used.
struct HostileFolder {
  HostileFolder() {
    folder.copy(hostile_plugin, hostile_name);
    folder.copy(fixture("abi_new_major"), "refused\x1b[2J\nFORGED\xff.so");
    folder.copy(fixture("hostile_id"), "hostile_id.so");
  }
  [[nodiscard]] Command command(const Words& words) const {
    Command command = folder.command(words);
    command.environment["AGON_GAME_PATH"] = folder.path();
    return command;
  }
  TemporaryFolder folder;
};

Words match_of(const std::string& strategy, const Words& more = {}) {
  return with({"--game", "shouting", "--seats", "listed", "--plugin", strategy, "--plugin", "plays,name=" HOSTILE_WORD},
              more);
}

/// All of these fields of the JSON below a pointer.
void visit(Json& json, const std::function<void(Json&)>& take) {
  if (!json.is_structured()) return take(json);
  for (Json& each : json) visit(each, take);
}

/// The cells of comma-separated values.
Words cells_of(const std::string& csv) {
  Words cells(1);
  bool quoted = false;
  for (const char each : csv) {
    if (each == '"') {
      quoted = !quoted;
    } else if (!quoted && (each == ',' || each == '\n')) {
      cells.emplace_back();
    } else {
      cells.back() += each;
    }
  }
  return cells;
}

bool is_number(const std::string& text) {
  char* end = nullptr;
  std::strtod(text.c_str(), &end);
  return !text.empty() && end == text.c_str() + text.size();
}

void check_csv(const std::string& csv) {
  for (const std::string& cell : cells_of(csv)) {
    CAPTURE(cell);
    if (!cell.empty() && std::string_view("=+-@\t\r").find(cell.front()) != std::string_view::npos)
      CHECK(is_number(cell));
  }
}

void check_page(const std::string& page) {
  CHECK(harm_in(page) == "");
  // Its data and its own script are the only ones, and no text of the data ends them.
  const Json report = support::page_data(page, "report");
  CHECK(report.is_object());
  const std::size_t script = page.rfind("<script type=\"module\">");
  REQUIRE(script != std::string::npos);
  CHECK(page.rfind("<script", script - 1) == page.find("<script"));
  CHECK(page.find("<script") == page.find("<script type=\"application/json\" id=\"report\">"));
  CHECK(has(support::to_text(report), "=cmd"));
}

/// Names of files have no hostile letter, and no text of the data ends the element that it is in.
void check_site(const fs::path& site) {
  for (const auto& each : fs::recursive_directory_iterator(site)) {
    const std::string name = each.path().filename();
    CAPTURE(name);
    CHECK(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-_.") == std::string::npos);
    if (!name.ends_with(".html")) continue;
    const std::string page = content(each.path());
    CHECK(harm_in(page) == "");
    const bool is_match = each.path().parent_path().filename() == "match";
    CHECK(support::page_data(page, is_match ? "match" : "report").is_object());
    std::size_t scripts = 0;
    for (std::size_t at = 0; (at = page.find("<script", at)) != std::string::npos; ++at) ++scripts;
    std::size_t ends = 0;
    for (std::size_t at = 0; (at = page.find("</script>", at)) != std::string::npos; ++at) ++ends;
    CHECK(scripts == (is_match ? 4 : 2));  // a match has a plot and a block of steps
    CHECK(ends == scripts);
  }
}

}  // namespace

TEST_CASE("commands that read plugins show no hostile text of theirs as it is") {
  const HostileFolder hostile;
  const Result list = checked(hostile.command({"list"}));
  CHECK(has(list.out, "shouting"));
  CHECK(has(list.out, "Skipped: "));
  CHECK(has(list.out, "a strategy's id is '=cmd\\x1b]0;pwned\\x07"));
  const Result json = checked(hostile.command({"list", "--json"}));
  CHECK(parse_json(json.out).at("games").size() >= 3);
  for (const std::string id : {"shouting", "murmuring", "silent"}) {
    const Result info = checked(hostile.command({"info", id}));
    CHECK(info.code == 0);
    CHECK(has(info.out, "Größe 漢字 🙂 👩‍💻 🏳️‍🌈 שלום می‌خواهم"));
  }
  checked(hostile.command({"new", "strategy", "--game", "shouting", "mybot"}));
  checked(hostile.command({"validate", "./" + hostile_name, "--matches", "1", "--json"}));
  checked(hostile.command({"validate", "./" + hostile_name + ":plays", "--matches", "1", "--game", "shouting"}));
  checked(hostile.command({"validate", "./" + hostile_name + ":shouting", "--matches", "1"}));
}

TEST_CASE("matches show no hostile text as it is, however they end") {
  const HostileFolder hostile;
  for (const char* const strategy : {"plays", "fails", "cheats", "refuses"}) {
    for (const Words& more : std::vector<Words>{{},
                                                {"--log", "--board", "moves"},
                                                {"--json", "--log"},
                                                {"--quiet", "--log"},
                                                {"--seeds", "1-3", "--no-db", "--log"},
                                                {"--board", "final"}})
      checked(hostile.command(match_of(strategy, more)));
    // What a strategy prints inside of the host is its own output.
    checked(hostile.command({"--game", "shouting", "--isolation", "none", "--plugin",
                             std::string(strategy) + ",choice=silent", "--plugin", "plays,choice=silent"}));
  }
  for (const char* const id : {"murmuring", "silent"})
    checked(hostile.command({"--game", id, "--board", "moves", "--plugin", "plays", "--plugin", "plays"}));
  const Result compared =
      checked(hostile.command({"compare", "--game", "shouting", "--plugin", "./" + hostile_name + ":plays,text=\x1b[2J",
                               "--against", "./" + hostile_name + ":cheats", "--seeds", "1-3", "--no-db", "--json"}));
  CHECK(parse_json(compared.out).is_object());
  checked(hostile.command({"compare", "--game", "shouting", "--plugin", "./" + hostile_name + ":plays,text=\x1b[2J",
                           "--against", "./" + hostile_name + ":cheats", "--seeds", "1-3", "--no-db"}));
}

TEST_CASE("a board in colour holds no sequence but the host's own colours") {
  const HostileFolder hostile;
  Command command = hostile.command(match_of("plays", {"--board", "moves"}));
  command.terminal = true;
  command.environment["TERM"] = "xterm";
  const Result result = run(command);
  CHECK(result.code == 0);
  CHECK(!has(result.out, "\x1b[1;"));
  const std::string left = support::Pattern("\x1b\\[[0-9;]+m").replaced(result.out, "");
  CHECK(left.size() < result.out.size());
  check_harmless(left);
}

TEST_CASE("a library that is watched has any name") {
  const TemporaryFolder folder;
  folder.copy(shipped("greedy"), hostile_name);
  Process process(
      folder.command({"watch", "--game", "tonga", "--set", "n=6", "--plugin",
                      "./" + hostile_name + ",name=" HOSTILE_WORD, "--plugin", "random", "--seeds", "1-2"}));
  CHECK(process.read_until([](const std::string& out) { return has(out, "Waiting for "); }));
  const Result result = process.stop(SIGINT);
  CHECK(result.code == 0);
  check_harmless(result.out);
  check_harmless(result.err);
}

TEST_CASE("a command to type again names hostile files so that a shell finds them") {
  const HostileFolder hostile;
  const Result result = checked(hostile.command(
      {"--game", "shouting", "--plugin", "./" + hostile_name + ":fails", "--seeds", "1-2", "--no-db", "--json"}));
  const std::string last = result.out.substr(result.out.rfind('\n', result.out.size() - 2) + 1);
  Command again = hostile.command({});
  again.words = {"bash", "-c", parse_json(last).at("run").at("failures").at(0).at("again")};
  const Result second = checked(again);
  CHECK(second.code == 0);
  CHECK(has(second.out, "error"));
}

TEST_CASE("error messages show arguments and names of files as they can be shown") {
  const HostileFolder hostile;
  const std::string text = HOSTILE_LINES;
  hostile.folder.write(hostile_name + ".json", "{");
  for (const Words& words : std::vector<Words>{{text},
                                               {"--" + text},
                                               {"--game", text},
                                               {"list", text},
                                               {"info", text},
                                               {"doctor", text},
                                               {"new", text, text},
                                               {"new", "strategy", "--game", "tonga", text},
                                               {"new", "strategy", "--game", "tonga", "--language", text, "bot"},
                                               {"completion", text},
                                               {"replay", text},
                                               {"replay", hostile_name + ".json"},
                                               {"replay", hostile_name},
                                               {"validate", text},
                                               {"validate", "./" + hostile_name, "--only", text},
                                               {"standings", "--db", text},
                                               {"standings", "--db", hostile_name},
                                               {"--game", "tonga", "--plugin", text},
                                               {"--game", "tonga", "--plugin", "./" + hostile_name},
                                               {"--game", "tonga", "--plugin", "greedy," + text},
                                               {"--game", "tonga", "--set", text},
                                               {"--game", "tonga", "--set", "n=" + text},
                                               {"--game", "tonga", "--seeds", text},
                                               {"--game", "tonga", "--board", text},
                                               {"--game", "tonga", "--isolation", text},
                                               {"--game", "tonga", "--pin", text},
                                               {"--game", "tonga", "--seats", text},
                                               {"--game", "tonga", "--record", text + "/none"},
                                               {"--game", "tonga", "--seeds", "1-2", "--db", "/dev/null/" + text},
                                               {"--game", "shouting", "--set", "choice=none"},
                                               {"--game", "shouting", "--plugin", "plays,choice=none"}}) {
    const Result result = checked(hostile.command(words));
    CHECK(result.code != 0);
    CHECK(lines_of(result.err).size() == 1);
  }
}

TEST_CASE("a host in a folder of any name tells of it harmlessly") {
  const TemporaryFolder folder;
  const fs::path place = folder.path() / hostile_name;
  fs::create_directory(place);
  folder.copy(host_program, fs::path(hostile_name) / "host");
  for (const std::string program : {"agon-arena", "agon-worker"})
    folder.copy(host_program.parent_path() / program, fs::path(hostile_name) / program);
  fs::create_directory(place / "plugins");
  for (const Words& words :
       std::vector<Words>{{"list"}, {"list", "--json"}, {"doctor"}, {"doctor", "--json"}, {"--help"}}) {
    Command command = host(words);
    command.words.front() = place / "host";
    checked(command);
  }
}

TEST_CASE("a transcript with hostile texts in any field is shown harmlessly") {
  const HostileFolder hostile;
  for (const char* const strategy : {"plays", "fails"}) {
    CAPTURE(strategy);
    REQUIRE(checked(hostile.command(match_of(strategy, {"--record", "match.json"}))).code == 0);
    const std::string line = content(hostile.folder.path() / "match.json");
    check_harmless(line);  // it may be shown as it is
    CHECK(checked(hostile.command({"replay", "match.json"})).code == 0);
    for (const Words& more : std::vector<Words>{{"--board", "final"}, {"--board", "none"}, {"--quiet"}})
      checked(hostile.command(with({"replay", "match.json"}, more)));
  }
  done(host(small_match({"--record", "tonga.json"}), hostile.folder.path()));
  const Json whole = parse_json(content(hostile.folder.path() / "tonga.json"));
  std::size_t fields = 0;
  Json counted = whole;
  visit(counted, [&](Json&) { ++fields; });
  const std::string valid = HOSTILE_TEXT_LINES;
  for (std::size_t chosen = 0; chosen < fields; ++chosen) {
    Json altered = whole;
    std::size_t number = 0;
    visit(altered, [&](Json& field) {
      if (number++ == chosen) field = valid;
    });
    hostile.folder.write("altered.json", support::to_text(altered) + "\n");
    checked(host({"replay", "altered.json", "--board", "none"}, hostile.folder.path()));
    if (chosen > 60) chosen += 20;  // actions are all alike
  }
  // In the place of a key, and as bytes that are no UTF-8.
  hostile.folder.write("altered.json", support::to_text(Json{{valid, 1}}) + "\n" + HOSTILE_WORD "\n");
  checked(host({"replay", "altered.json"}, hostile.folder.path()));
}

TEST_CASE("a database with hostile texts in every column gives harmless tables, pages and JSON") {
  const HostileFolder hostile;
  const auto run = [&](const Words& more) {
    return checked(hostile.command(with({"standings", "--db", "results.db"}, more)));
  };
  REQUIRE(checked(hostile.command({"tournament", "--game", "shouting", "--plugin", "plays,name==1+1", "--plugin",
                                   "fails", "--seeds", "1-4", "--db", "results.db", "--keep"}))
              .code == 0);
  const auto check_all = [&] {
    CHECK(parse_json(run({"--json"}).out).is_object());
    CHECK(parse_json(run({"--run", "list", "--json"}).out).is_object());
    run({});
    run({"--run", "list"});
    run({"--run", "all"});
    run({"--game", HOSTILE_WORD});
    check_csv(run({"--csv"}).out);
    run({"--html", "page.html"});
    check_page(content(hostile.folder.path() / "page.html"));
    run({"--html", "site"});
    check_site(hostile.folder.path() / "site");
  };
  check_all();
  {
    SQLite::Database database((hostile.folder.path() / "results.db").string(), SQLite::OPEN_READWRITE);
    const auto set = [&](const char* table, const std::vector<const char*>& columns) {
      for (const char* const column : columns) {
        SQLite::Statement change(database, std::string("UPDATE ") + table + " SET " + column + " = ?1 || " + column);
        change.bind(1, HOSTILE_LINES);
        change.exec();
      }
    };
    set("runs", {"game", "version", "host"});
    set("conditions", {"game", "version", "protocol", "sha256"});
    set("strategies", {"game", "strategy", "version", "sha256"});
    set("seats", {"reason", "log"});
    const Json names = Json::array({"=1+1\x1b[2J<script>\u202e", "@\n\nFORGED"});
    SQLite::Statement(database, "UPDATE line_ups SET names = '" + support::to_text(names) + "' WHERE id = 1").exec();
    SQLite::Statement(database, "UPDATE runs SET command = '" + support::to_text(names) + "'").exec();
    SQLite::Statement(database, "UPDATE strategies SET options = '{\"=\\u001b[2J\":\"\\u202e\\nFORGED\"}' WHERE id = 1")
        .exec();
  }
  check_all();
  {
    SQLite::Database database((hostile.folder.path() / "results.db").string(), SQLite::OPEN_READWRITE);
    SQLite::Statement change(database, "UPDATE seats SET outcome = ?");
    change.bind(1, HOSTILE_LINES);
    change.exec();
  }
  CHECK(run({}).code != 0);
}

TEST_CASE("Tab offers no word that a shell would run") {
  const HostileFolder hostile;
  for (const Words& words : std::vector<Words>{{"--game", ""},
                                               {"--game", "shouting", "--plugin", ""},
                                               {"--game", "shouting", "--plugin", "plays,"},
                                               {"--game", "shouting", "--plugin", "plays,choice="},
                                               {"--game", "shouting", "--set", ""},
                                               {"--game", "shouting", "--set", "choice="}}) {
    const Words asked = {"completion", "words", std::to_string(words.size()), "--"};
    const Result result = checked(hostile.command(with(asked, words)));
    CHECK(result.out != "");
    for (const std::string& line : lines_of(result.out)) {
      CAPTURE(line);
      CHECK_FALSE(support::Pattern("[-a-z_@,=]+").match(line).empty());
    }
  }
}
