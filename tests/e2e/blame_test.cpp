// The turn at which a match was lost, from the outside.
#include "tests/e2e/host.hpp"

#include <chrono>
#include <csignal>
#include <thread>

using namespace e2e;

namespace {

Words blame(const Words& more, const std::string& reference = "server") {
  return with({"blame", "m.jsonl", "--reference", reference, "--seconds", "600", "--quiet"}, more);
}

/// A match that greedy loses against random.
void record(const TemporaryFolder& folder, const std::string& file = "m.jsonl") {
  folder.done(tonga(
      {"--seats", "listed", "--plugin", "greedy", "--plugin", "random", "--seed", "2", "--quiet", "--record", file}));
}

}  // namespace

TEST_CASE("blame names the same turn with any number of jobs, its cost with a bound, and what the reference plays") {
  const TemporaryFolder folder;
  record(folder);
  const Json one = folder.object_of(blame({"--json", "--jobs", "1"}));
  const Json two = folder.object_of(blame({"--json", "--jobs", "2"}));
  CHECK(one == two);
  CHECK(one.at("seat") == 0);
  CHECK(one.at("strategy") == "greedy");
  CHECK(one.at("turns") == 18);
  CHECK(one.at("failures") == 0);
  REQUIRE(one.at("found").is_object());
  const Json found = one.at("found");
  CHECK(found.at("action").get<int>() == 2 * found.at("turn").get<int>() - 1);
  CHECK(found.at("at_least") > 0.1);
  CHECK(found.at("before").get<double>() - found.at("after").get<double>() ==
        doctest::Approx(found.at("cost").get<double>()));
  CHECK(found.at("instead").size() >= 1);
}

TEST_CASE("blame prints the values, and writes a page with them beside the match") {
  const TemporaryFolder folder;
  record(folder);
  const Result result = folder.done(blame({"--html", "b.html"}));
  CHECK(has(result.out, "Black (greedy) lost at its turn "));
  CHECK(has(result.out, "with an error of at most 2.5 %, if strategies have 10 % of their time; "));
  CHECK(has(result.out, "value: the chance to win, a tie half, if server plays on for Black before the turn"));
  CHECK(has(content(folder.path() / "b.html"), "\"answer\":\"Black (greedy) lost at its turn "));
}

TEST_CASE("blame ends at its time and by Ctrl-C, although a continuation goes on") {
  const TemporaryFolder folder;
  record(folder);
  folder.write_program("bot.sh",
                       "#!/bin/sh\nwhile read -r word rest; do [ \"$word\" = quit ] && exit; done\n");  // never acts
  const auto judge = [&](const std::string& seconds, const std::string& jobs) {
    return folder.command({"blame", "m.jsonl", "--reference", "./bot.sh", "--time", "0", "--seconds", seconds, "--jobs",
                           jobs, "--quiet", "--json"});
  };
  for (const char* const jobs : {"1", "2"}) {
    const Json ended = object_of(judge("1", jobs));
    CHECK_FALSE(ended.at("complete").get<bool>());
    CHECK(ended.at("continuations") == 0);
  }
  Process process(judge("600", "2"));
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  const Result result = process.stop(SIGINT);
  CHECK(result.code == 130);
  CHECK(has(result.out, "no answer yet"));
}

TEST_CASE("with limits of time, blame searches with a part of it, and tests the turn that it finds with all of it") {
  const TemporaryFolder folder;
  record(folder);
  const Json one = folder.object_of(blame({"--json", "--time", "20"}));
  REQUIRE(one.at("found").is_object());
  CHECK(one.at("search_part") == 0.1);
  REQUIRE(one.at("with_all_time").is_object());
  CHECK(one.at("with_all_time").at("turn") == one.at("found").at("turn"));
  CHECK(one.at("with_all_time").at("at_least") > 0.1);
  CHECK(has(one.at("answer").get<std::string>(), ", if strategies have 10 % of their time; if they have all of it, "));
}

TEST_CASE("if a strategy runs out of its short time, blame searches with all of it") {
  const TemporaryFolder folder;
  record(folder);
  folder.write_program("slow.sh",
                       "#!/bin/sh\nwhile read -r word rest; do\n  case $word in\n    start) echo ready ;;\n    turn) "
                       "i=0; while [ $i -lt 3000000 ]; do i=$((i+1)); done ;;\n    quit) exit ;;\n  esac\ndone\n");
  const Json json = folder.object_of(
      {"blame", "m.jsonl", "--reference", "./slow.sh", "--time", "1", "--seconds", "10", "--quiet", "--json"});
  CHECK(json.at("search_part") == 1);
  CHECK(json.at("failures").get<int>() >= 1);
}

TEST_CASE("blame tests the turn that is named") {
  const TemporaryFolder folder;
  record(folder);
  const Json one = folder.object_of(blame({"--json", "--turn", "12", "--jobs", "2"}));
  REQUIRE(one.at("tested").size() == 1);
  CHECK(one.at("tested")[0].at("turn") == 12);
  CHECK(one.at("tested")[0].at("pairs").get<int>() >= 9);
  CHECK(one.at("values").empty());
}

TEST_CASE("blame refuses a match that it can't judge, in one sentence") {
  const TemporaryFolder folder;
  record(folder);
  const auto refused = [&](const Words& more, const Words& parts) { folder.refuses(blame(more), usage, parts); };
  refused({"--seat", "1"}, {"seat 1 (White) has won"});
  refused({"--seat", "2"}, {"--seat: there is no seat '2'"});
  refused({"--turn", "19"}, {"--turn 19: seat 0 (Black) has had 18 turns"});
  refused({"--target", "7"}, {"--target is no longer there", "best stored one on its seed"});
  refused({"--match", "2"}, {"--match 2: m.jsonl holds 1 transcript"});
  folder.refuses({"blame", "none.jsonl"}, transcript, {"none.jsonl: can't be read"});
  folder.write("two.txt", "one\ntwo\n");
  folder.refuses({"blame", "two.txt"}, transcript, {"two.txt, line 1: is no transcript"});
  folder.refuses({"blame"}, usage, {"blame takes one file of transcripts"});
  // Options that nobody can type, and some that the strategy does not have.
  for (const char* const option : {R"({"x":"a,'b\"c"})", R"({"x":"1"})"}) {
    Json match = objects(content(folder.path() / "m.jsonl")).front();
    match.at("seats")[1].at("options") = Json::parse(option);
    folder.write("changed.jsonl", support::to_text(match) + "\n");
    folder.refuses({"blame", "changed.jsonl", "--reference", "server", "--seat", "0"}, usage,
                   {"the strategy 'random' does not play as recorded (", "name its file with --plugin PATH"});
  }
}

TEST_CASE("a match with one seat is compared with the best stored one on its seed") {
  const TemporaryFolder folder;
  const auto with_all = [&](const Words& words) {
    Command command = folder.command(words);
    command.environment["AGON_GAME_PATH"] = (built_folder / "plugins").string();
    return command;
  };
  const auto play = [&](const Words& more) {
    done(with_all(
        with({"play", "--game", "linez", "--set", "colours=9", "--seed", "24", "--time", "0", "--quiet"}, more)));
  };
  play({"--plugin", "random", "--no-db", "--record", "m.jsonl"});
  const Words judge = {"blame",  "m.jsonl", "--db",      "r.db", "--reference", "greedy",
                       "--turn", "1",       "--seconds", "2",    "--quiet",     "--json"};
  check_refusal(run(with_all(judge)), usage,
                {"the match has one seat, and the database has none with its seed that scores more"});
  play({"--plugin", "greedy", "--db", "r.db"});
  const Json told = object_of(with_all(judge));
  CHECK(told.at("unit") == "part of the way to the target");
  CHECK(told.at("target").get<double>() > 0);
}

namespace {

/// A program that takes the first free cell.
constexpr const char* first_free = R"(#!/bin/sh
while read -r word turn rows rest; do
  case $word in
    start) echo ready ;;
    turn)
      row=0 IFS=/
      for cells in $rows; do
        before=${cells%%.*}
        if [ "$before" != "$cells" ]; then echo "action $row ${#before}"; break; fi
        row=$((row+1))
      done
      unset IFS ;;
    quit) exit ;;
  esac
done
)";

/// A match that a program, given as a file, wins: so it is started to judge the loser.
struct WonByFile : TemporaryFolder {
  WonByFile() {
    for (const char* const name : {"bots", "elsewhere"}) fs::create_directory(path() / name);
    write_program("bots/first.sh", first_free);
    done(tonga({"--seats", "listed", "--plugin", "random", "--plugin", "./bots/first.sh", "--seed", "4", "--quiet",
                "--record", "m.jsonl"}));
  }
  /// The command in another folder than the match's.
  [[nodiscard]] Command elsewhere(const Words& words) const { return host(words, path() / "elsewhere"); }
  [[nodiscard]] Command blame(const Words& more) const {
    return elsewhere(
        with({"blame", "../m.jsonl", "--reference", "greedy", "--turn", "3", "--seconds", "2", "--quiet"}, more));
  }
};

}  // namespace

TEST_CASE("blame finds a player that was given as a file where the record says that it was, and no page says where") {
  const WonByFile folder;
  const Json recorded = parse_json(content(folder.path() / "m.jsonl"));
  const std::string hash = recorded.at("seats")[1].at("sha256");
  CHECK(recorded.at("files").size() == 1);
  CHECK(recorded.at("files").at(hash).at("plugin") == "./bots/first.sh");
  CHECK(recorded.at("files").at(hash).at("folder") == fs::canonical(folder.path()).string());
  const Json judged = object_of(folder.blame({"--json", "--html", "b.html"}));
  CHECK(judged.at("strategy") == "random");
  CHECK(judged.at("continuations").get<int>() >= 2);
  done(folder.elsewhere({"replay", "../m.jsonl", "--html", "r.html"}));
  for (const char* const page : {"b.html", "r.html"})
    CHECK_FALSE(has(content(folder.path() / "elsewhere" / page), folder.path().filename().string()));
}

TEST_CASE("a player that is not found any more, or has changed, is named with --plugin, as the message says") {
  const WonByFile folder;
  folder.write_program("bots/first.sh", std::string(first_free) + "# changed\n");
  check_refusal(run(folder.blame({})), usage,
                {"the strategy 'first' was given as ./bots/first.sh in ", "which has changed since", "--plugin PATH"});
  CHECK(has(done(folder.blame({"--plugin", "../bots/first.sh"})).err, "is another build of first"));
  fs::rename(folder.path() / "bots/first.sh", folder.path() / "bots/moved.sh");
  check_refusal(run(folder.blame({})), usage, {"the strategy 'first' was given as ./bots/first.sh", "--plugin PATH"});
  check_refusal(run(folder.blame({"--plugin", "../bots/moved.sh"})), usage,
                {"has no player 'moved', but random, first", "../bots/moved.sh,name=first"});
  done(folder.blame({"--plugin", "../bots/moved.sh,name=first"}));
}

TEST_CASE("a record does not start a command, and the database of one's own runs does") {
  const WonByFile folder;
  const Words match = tonga(
      {"--seats", "listed", "--plugin", "random", "--plugin", "run:/bin/sh bots/first.sh", "--seed", "4", "--quiet"});
  folder.done(with(match, {"--record", "m.jsonl"}));
  check_refusal(run(folder.blame({})), usage, {"a command that a transcript does not start", "--plugin PATH"});
  folder.done(with(match, {"--db", "r.db", "--keep"}));
  done(folder.blame({"--db", "../r.db"}));
  const Words stored = {"blame",  "--run", "latest",    "--match", "1",           "--db",   "../r.db",
                        "--turn", "3",     "--seconds", "2",       "--reference", "greedy", "--quiet"};
  done(folder.elsewhere(stored));
  folder.write_program("bots/first.sh", std::string(first_free) + "# changed\n");
  CHECK(has(done(folder.elsewhere(stored)).err, "is another build of first"));
  CHECK(number(folder.path() / "r.db", "SELECT count(*) FROM files") == 1);
}

TEST_CASE("a match goes on with players that were files, from any folder") {
  const WonByFile folder;
  done(folder.elsewhere({"--from", "../m.jsonl", "--after", "10", "--quiet"}));
}
