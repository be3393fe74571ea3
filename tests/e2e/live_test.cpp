// People, takeovers and branches, as users meet them: at a terminal, through a pipe, in transcripts.
#include "tests/e2e/host.hpp"
#include "tests/e2e/in_terminal.hpp"
#include "tests/e2e/schema.hpp"

using namespace e2e;

namespace {

/// A small match of these players, in the order of the seats.
Words match_of(const std::string& black, const std::string& white, const Words& more = {}) {
  return with(tonga({"--seats", "listed", "--plugin", black, "--plugin", white}), more);
}

Result piped(const Words& words, const std::string& input, const TemporaryFolder& folder) {
  Command command = folder.command(words);
  command.input = input;
  return run(command);
}

/// A transcript without what depends on time: its text up to the result.
std::string timeless(const std::string& line) {
  return line.substr(0, line.find(",\"result\":"));
}

std::string transcript_in(const TemporaryFolder& folder, const std::string& name = "match.json") {
  return content(folder.path() / name);
}

/// The actions of Black in a match of greedy against random, a line each: what a person has to type for the same match.
std::string actions_of_black() {
  const TemporaryFolder folder;
  folder.done(match_of("greedy", "random", {"--record", "match.json", "--quiet"}));
  std::string lines;
  const Json json = parse_json(transcript_in(folder));
  for (const Json& action : json.at("actions")) {
    if (action.at("seat") == 0) lines += action.at("action").get<std::string>() + "\n";
  }
  return lines;
}

/// In a match as Black against a strategy.
void type_first_turn(InTerminal& terminal) {
  REQUIRE(terminal.shows("1. Black: "));
  terminal.type("2 3\r");
  REQUIRE(terminal.shows("3. Black: "));
}

void check_replays(const TemporaryFolder& folder, const std::string& name = "match.json") {
  const Result result = folder.run({"replay", name, "--quiet"});
  CHECK(result.err == "");
  CHECK(result.code == 0);
  const Json schema = parse_json(content(source_folder / "docs/transcript.schema.json"));
  CHECK(schema_faults(schema, parse_json(transcript_in(folder, name))) == Words{});
}

}  // namespace

TEST_CASE("a person's match is the same through a pipe and at a terminal, whatever was asked and taken back") {
  const std::string lines = actions_of_black();
  const TemporaryFolder folder;
  const Result result = piped(match_of("human", "random", {"--record", "match.json"}), lines, folder);
  CHECK(result.err == "");
  REQUIRE(result.code == 0);
  CHECK(has(result.out, "\n2. White: "));
  CHECK(has(result.out, "\nBlack  human "));
  check_replays(folder);
  const Json json = parse_json(transcript_in(folder));
  CHECK(json.at("agon") == 2);
  CHECK(json.at("seats").at(0) == Json{{"person", "human"}});
  CHECK(json.at("result").at("wall_s").at(0) == 0);

  const std::string chatty = "legal\n" + lines.substr(0, lines.find('\n')) + "\nundo\n99 99\nhint greedy\n" + lines;
  const Result quiet = piped(match_of("human", "random", {"--record", "chatty.json", "--quiet"}), chatty, folder);
  CHECK(quiet.err == "host: 99 99 is off the board of 6 x 6\n");
  CHECK(timeless(transcript_in(folder, "chatty.json")) == timeless(transcript_in(folder)));

  InTerminal terminal(folder.path(), match_of("human", "random", {"--record", "typed.json"}));
  REQUIRE(terminal.shows("Tab completes it"));
  int number = 1;
  for (const std::string& line : lines_of(lines)) {
    REQUIRE(terminal.shows(std::to_string(number) + ". Black: "));
    terminal.type(line + "\r");
    number += 2;
  }
  REQUIRE(terminal.shows("over: "));
  terminal.type('\r');
  const int status = terminal.end();
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(timeless(transcript_in(folder, "typed.json")) == timeless(transcript_in(folder)));
}

TEST_CASE("at a terminal, Tab completes actions and commands") {
  InTerminal terminal("/", match_of("human", "greedy"));
  REQUIRE(terminal.shows("1. Black: "));
  terminal.type("hi\tgr\t\r");
  REQUIRE(terminal.shows("greedy would play: "));
  terminal.type("4\t\t\t");
  REQUIRE(terminal.shows("0  1  2  3  4  5"));
  terminal.type("5\r");
  REQUIRE(terminal.shows("3. Black: "));
  CHECK(has(terminal.shown(), "2. White: "));
}

TEST_CASE("whoever leaves a match at a terminal can save it and go on with it") {
  for (const char key : {'\x03', '\x04'}) {  // Ctrl-C, Ctrl-D
    const TemporaryFolder folder;
    const std::string file = folder.path() / "mine.json";
    InTerminal terminal(folder.path(), match_of("human", "greedy"));
    type_first_turn(terminal);
    terminal.type(key);
    REQUIRE(terminal.shows("Save the match?"));
    terminal.type(file + "\r");
    REQUIRE(terminal.shows("--from " + file + " goes on with it"));
    const int status = terminal.end();
    CHECK(WEXITSTATUS(status) == 130);
    check_replays(folder, "mine.json");
    CHECK(parse_json(transcript_in(folder, "mine.json")).at("actions").size() == 2);
  }
}

TEST_CASE("quit asks before a match is lost, and does not if nothing would be") {
  const TemporaryFolder folder;
  InTerminal terminal(folder.path(), match_of("human", "greedy"));
  type_first_turn(terminal);
  terminal.type("quit\r");
  REQUIRE(terminal.shows("Leave the match? [y/N] "));
  terminal.type("\r");
  terminal.type("save mine.json\r");
  REQUIRE(terminal.shows("Saved in mine.json"));
  terminal.type("quit\r");
  static_cast<void>(terminal.end());
  CHECK(!has(terminal.shown(), "Save the match?"));
  check_replays(folder, "mine.json");
  InTerminal other(folder.path(), match_of("human", "greedy"));
  type_first_turn(other);
  other.type("quit\r");
  REQUIRE(other.shows("Leave the match? [y/N] "));
  other.type("y\r");
  REQUIRE(other.shows("Save the match?"));
}

TEST_CASE("who answers no when asked for a file's name saves none, and yes is no file's name") {
  const TemporaryFolder folder;
  InTerminal terminal(folder.path(), match_of("human", "greedy"));
  type_first_turn(terminal);
  terminal.type('\x04');
  REQUIRE(terminal.shows("Save the match?"));
  terminal.type("yes\r");
  REQUIRE(terminal.shows("'yes' is no file's name here"));
  terminal.type("N\r");
  REQUIRE(terminal.shows("the match is not over; it has 2 actions"));
  static_cast<void>(terminal.end());
  CHECK(folder.count() == 0);
}

TEST_CASE("Ctrl-D that was typed before the prompt leaves the match, too") {
  InTerminal terminal("/", match_of("human", "greedy"));
  terminal.type('\x04');
  REQUIRE(terminal.shows("the match is not over; it has 0 actions"));
  const int status = terminal.end();
  CHECK(WEXITSTATUS(status) == 130);
}

TEST_CASE("a match that was left and taken up again is one match") {
  const TemporaryFolder folder;
  const Result first =
      piped(match_of("human,name=Ada", "human,name=Bob", {"--record", "first.json", "--board", "none"}), "2 3\n4 4\n",
            folder);
  CHECK(first.code == 130);
  CHECK(first.err == "host: the match is not over; it has 2 actions; --from first.json goes on with it\n");
  check_replays(folder, "first.json");
  const Result second = piped({"--from", "first.json", "--record", "second.json"}, "0 0\n", folder);
  CHECK(second.code == 130);
  const Result whole =
      piped(match_of("human,name=Ada", "human,name=Bob", {"--record", "whole.json"}), "2 3\n4 4\n0 0\n", folder);
  CHECK(whole.code == 130);
  CHECK(transcript_in(folder, "second.json") == transcript_in(folder, "whole.json"));
}

TEST_CASE("commands do what help says") {
  const TemporaryFolder folder;
  const std::string input =
      "help\nboard\nlegall\n/undo\nswap 1\nswap 7 greedy\nswap White nobody\nswap White random\n2 3\n"
      "save one.json\nundo 9\nundo 1\nresign\n";
  const Result result = piped(match_of("human", "greedy", {"--record", "match.json"}), input, folder);
  CHECK(result.code == 0);
  for (const std::string part : {"hint [STRATEGY]", "random plays seat 1 (White) from now on.", "Saved in one.json",
                                 "1. Black is out, resigned"}) {
    CAPTURE(part);
    CHECK(has(result.out, part));
  }
  for (const std::string part :
       {"(did you mean 'legal'?)", "undo: you have not acted yet", "swap: write the seat", "no seat '7'",
        "no strategy called 'nobody'", "undo: '9' is not one of your actions, which are 1"}) {
    CAPTURE(part);
    CHECK(has(result.err, "host: "));
    CHECK(has(result.err, part));
  }
  check_replays(folder);
  check_replays(folder, "one.json");
  const Json seats = parse_json(transcript_in(folder)).at("seats");
  CHECK(seats.at(1).at("strategy") == "random");
}

TEST_CASE("a takeover gives the same transcript at every level of isolation, and stands in it") {
  Words lines;
  for (const std::string level : {"sandbox", "process", "none"}) {
    CAPTURE(level);
    const TemporaryFolder folder;
    const Result result = folder.run(match_of("greedy", "random",
                                              {"--swap", "5:0=random", "--swap", "9:White=greedy", "--swap",
                                               "99:0=greedy", "--record", "match.json", "--isolation", level}));
    CHECK(result.code == 0);
    CHECK(result.err == "host: --swap 99:0=greedy: the seat had no turn from action 99 on; the match has 36 actions\n");
    CHECK(has(result.out, "greedy, then random from action 5"));
    check_replays(folder);
    lines.push_back(timeless(transcript_in(folder)));
  }
  CHECK(lines[0] == lines[1]);
  CHECK(lines[0] == lines[2]);
  const Json takeovers = parse_json(lines[0] + "}").at("takeovers");
  REQUIRE(takeovers.size() == 2);
  CHECK(takeovers.at(0).at("action") == 5);
  CHECK(takeovers.at(0).at("player").at("strategy") == "random");
  CHECK(takeovers.at(1).at("action") == 10);  // White's first turn from action 9 on
}

TEST_CASE("replay notices a takeover that does not fit") {
  const TemporaryFolder folder;
  folder.done(match_of("greedy", "random", {"--swap", "5:0=random", "--record", "match.json", "--quiet"}));
  Json json = parse_json(transcript_in(folder));
  json["takeovers"][0]["action"] = 6;
  folder.write("moved.json", support::to_text(json) + "\n");
  const Result moved = folder.run({"replay", "moved.json", "--quiet"});
  CHECK(moved.code == 1);
  CHECK(moved.err == "host: moved.json: takeover 1: action 6 is not of seat 0\n");
  json["takeovers"][0]["seat"] = 2;
  folder.write("moved.json", support::to_text(json) + "\n");
  CHECK(folder.run({"replay", "moved.json", "--quiet"}).code == 4);
}

TEST_CASE("a branch keeps its origin's first actions, and names it") {
  const TemporaryFolder folder;
  folder.done(match_of("greedy", "random", {"--record", "match.json", "--quiet"}));
  folder.done({"--from", "match.json", "--after", "7", "--plugin", "random", "--plugin", "greedy", "--record",
               "branch.json", "--quiet"});
  check_replays(folder, "branch.json");
  const Json origin = parse_json(transcript_in(folder));
  const Json branch = parse_json(transcript_in(folder, "branch.json"));
  for (std::size_t action = 0; action < 7; ++action)
    CHECK(branch.at("actions").at(action) == origin.at("actions").at(action));
  CHECK(branch.at("origin").at("actions") == 7);
  folder.write("text", timeless(transcript_in(folder)));
  const std::string digest = run({.words = {"sha256sum", folder.path() / "text"}}).out;
  CHECK(branch.at("origin").at("sha256") == digest.substr(0, digest.find(' ')));
  CHECK(branch.at("takeovers").at(0).at("action") == 8);
}

TEST_CASE("matches with people or takeovers are in no database") {
  const TemporaryFolder folder;
  for (const Words& more : std::vector<Words>{{"--swap", "5:0=random"}, {"--reload"}}) {
    const Result result = folder.run(match_of("greedy", "random", with({"--db", "results.db"}, more)));
    CHECK(result.code == 2);
    CHECK(has(result.err, "does not count in ratings"));
  }
  CHECK(names_in(folder.path()).empty());
}
