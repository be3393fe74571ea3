// Slips on the command line, and places that can't be written: each is refused in one sentence.
#include "tests/e2e/host.hpp"

#include <utility>

using namespace e2e;

TEST_CASE("an unknown name is refused, with the near one if there is one") {
  check_refused(
      {
          {{"--game", "tnoga"}, usage, {"no game called 'tnoga'", "did you mean 'tonga'?"}},
          {{"--game", "chess"}, usage, {"no game called 'chess'; there is tonga"}},
          {{"--game", ""}, usage, {"no game called ''"}},
          {{"--plugin", "greedy"}, usage, {"no game is named", "--game", "tonga"}},
          {{"info", "tnoga"}, usage, {"did you mean 'tonga'?"}},
          {tonga({"--plugin", "sever"}), usage, {"no strategy called 'sever'", "did you mean 'server'?"}},
          {tonga({"--plugin", "tonga/grredy"}), usage, {"'grredy'", "did you mean 'greedy'?"}},
          {tonga({"--plugin", "*/server"}), usage, {"no strategy called '*/server'", "did you mean 'server'?"}},
          {tonga({"--plugin", "zebra"}), usage, {"no strategy called 'zebra' for tonga; there is greedy, random"}},
          {tonga({"--plugin", "chess/greedy"}), usage, {"'chess/greedy'", "write tonga/greedy"}},
          {tonga({"--plugin", "mybot"}), usage, {"no strategy called 'mybot'", "did you mean the file ./mybot.so?"}},
          {tonga({"--plugin", "server,perimetre=edges"}), usage, {"server", "did you mean 'perimeter'?"}},
          {tonga({"--plugin", "server,perimeter=edgse"}), usage, {"perimeter=edgse", "did you mean 'edges'?"}},
          {tonga({"--plugin", "greedy,depth=3"}), usage, {"strategy greedy has no option 'depth'; it has none"}},
          {tonga({"--set", "m=8"}), usage, {"tonga has no parameter 'm'", "did you mean 'n'?"}},
          {tonga({"--set", "colour=8"}), usage, {"tonga has no parameter 'colour'; it has n"}},
          {tonga({"--plguin", "greedy"}), usage, {"no option --plguin", "did you mean '--plugin'?"}},
          {tonga({"-x"}), usage, {"no option -x", "'host play --help'"}},
          {{"list", "--jsn"}, usage, {"no option --jsn", "did you mean '--json'?", "'host list --help'"}},
          {{"replay", "--bord", "none", "x"}, usage, {"no option --bord", "did you mean '--board'?"}},
          {{"reply", "x"}, usage, {"no command 'reply'", "did you mean 'replay'?"}},
          {{"referee"},
           usage,
           {"no command 'referee'", "play, compare, tournament, replay, serve, standings, blame, new"}},
          {{"tonga"}, usage, {"no command 'tonga' (did you mean 'host --game tonga'?)"}},
          {{"./mybot.so"}, usage, {"(did you mean 'host --game GAME --plugin ./mybot.so'?)"}},
          {{"completion", "csh"}, usage, {"bash or zsh"}},
          {{"help", "reply"}, usage, {"no command 'reply'", "did you mean 'replay'?"}},
          {{"info", "--game", "tonga"}, usage, {"info takes the game without an option", "host info GAME"}},
      },
      put_broken_libraries);
}

TEST_CASE("a takeover or a person that can't be is refused in one sentence") {
  check_refused({
      {tonga({"--swap", "5"}), usage, {"--swap 5: it takes TURN:SEAT=STRATEGY, as in 12:0=greedy"}},
      {tonga({"--swap", "5:0="}), usage, {"it takes TURN:SEAT=STRATEGY"}},
      {tonga({"--swap", "0:0=greedy"}), usage, {"'0' is not the number of an action: a whole number from 1"}},
      {tonga({"--swap", "x:0=greedy"}), usage, {"'x' is not the number of an action"}},
      {tonga({"--swap", "-3:0=greedy"}), usage, {"'-3' is not the number of an action"}},
      {tonga({"--swap", "5:2=greedy"}), usage, {"--swap 5:2=greedy: there is no seat '2': the match has seats 0 to 1"}},
      {tonga({"--swap", "5:Red=greedy"}), usage, {"there is no seat 'Red'"}},
      {tonga({"--swap", "5:0=gredy"}), usage, {"no strategy called 'gredy'", "did you mean 'greedy'?"}},
      {tonga({"--swap", "5:0=greedy", "--seeds", "1-3"}), usage, {"need one match"}},
      {tonga({"--plugin", "human,depth=3"}), usage, {"a person has no option 'depth'"}},
      {tonga({"--plugin", "human", "--seeds", "1-3"}), usage, {"need one match"}},
      {tonga({"--plugin", "human", "--db", "x.db"}), usage, {"--db does not go with people"}},
      {{"tournament", "--game", "tonga", "--plugin", "human", "--plugin", "greedy"}, usage, {"only with 'host play'"}},
      {tonga({"--after", "3"}), usage, {"--after needs --from"}},
      {{"--from", "none.json"}, transcript, {"none.json: can't be read"}},
      {{"--from", "none.json", "--seed", "3"}, usage, {"--seed does not go with --from"}},
  });
}

TEST_CASE("a parameter's value that can't be is refused with those that can") {
  std::vector<Case> cases;
  for (const std::string value :
       {"7", "18", "5", "2", "-6", "0", "abc", "", "6.0", "6 ", "0x6", "+6", "99999999999999999999", "1e1", "nan"}) {
    cases.push_back(
        {{"--game", "tonga", "--set", "n=" + value}, usage, {"tonga", "n=" + value + ": it takes 4, 6, ..., 16"}});
  }
  cases.push_back({{"--game", "tonga", "--set", "n"}, usage, {"--set: 'n' is not of the form name=value"}});
  cases.push_back({{"--game", "tonga", "--set", ""}, usage, {"--set: '' is not of the form name=value"}});
  cases.push_back({{"--game", "tonga", "--set", "=6"}, usage, {"--set: '=6' is not of the form name=value"}});
  cases.push_back({{"--game", "tonga", "--set", "n=6,"}, usage, {"--set: '' is not of the form name=value"}});
  check_refused(cases);
}

TEST_CASE("a specification of a plugin that is none is refused") {
  check_refused({
      {tonga({"--plugin", ""}), usage, {"--plugin ''", "mybot.so,depth=3"}},
      {tonga({"--plugin", ",perimeter=edges"}), usage, {"--plugin ',perimeter=edges'"}},
      {tonga({"--plugin", "server,"}), usage, {"--plugin server: '' is not of the form name=value"}},
      {tonga({"--plugin", "server,perimeter"}), usage, {"'perimeter' is not of the form name=value"}},
      {tonga({"--plugin", "server,perimeter="}), usage, {"perimeter=: it takes squares | edges | outline"}},
      {tonga({"--plugin", fixture("failing") + ":picky,depth=3"}), usage, {"picky: depth and width"}},
      {tonga({"--plugin", fixture("failing") + ":picky,depth=3", "--isolation", "none"}), usage, {"picky: depth and"}},
      {{"compare", "--game", "tonga", "--plugin", fixture("failing") + ":picky,depth=3", "--against", "random"},
       usage,
       {"strategy picky: depth and width don't go together"}},
      {tonga({"--plugin", fixture("failing") + ":picky,depth=99999"}), usage, {"depth=99999: it takes", "1 to 9"}},
  });
}

TEST_CASE("too many or too few strategies are refused with the number that the game takes") {
  check_refused({
      {small_match({"--plugin", "random"}), usage, {"3 plugins are too many", "tonga has 2 seats"}},
      {{"--game", fixture("broken_game")}, usage, {"broken has 1 seat and no default opponent", "name 1 more"}},
  });
}

TEST_CASE("an option's value that can't be is refused with those that can") {
  check_refused({
      {small_match({"--seed", "abc"}), usage, {"'abc'", "whole numbers"}},
      {small_match({"--seed", "-1"}), usage, {"'-1'"}},
      {small_match({"--seed", "1.5"}), usage, {"'1.5'"}},
      {small_match({"--seed", "18446744073709551616"}), usage, {"'18446744073709551616'"}},
      {small_match({"--seed", "1,2"}), usage, {"--seed takes one number; --seeds takes several"}},
      {small_match({"--seeds", "1-"}), usage, {"'1-'", "as in 7 or 1-20"}},
      {small_match({"--seeds", "1,,2"}), usage, {"'1,,2'"}},
      {small_match({"--seeds", "5-1"}), usage, {"5-1 runs backwards"}},
      {small_match({"--seeds", "1-5,3"}), usage, {"3 is named twice"}},
      {small_match({"--seeds", "0-18446744073709551615"}), usage, {"more than ten million"}},
      {small_match({"--seed", "1", "--seeds", "1-2"}), usage, {"--seed and --seeds exclude each other"}},
      {small_match({"--seats", "lsited"}), usage, {"--seats lsited", "draw, listed, rotate"}},
      {small_match({"--seats", "0,0"}), usage, {"--seats 0,0", "as in 1,0"}},
      {small_match({"--seats", "1"}), usage, {"--seats 1"}},
      {small_match({"--seats", "0,1,2"}), usage, {"--seats 0,1,2"}},
      {small_match({"--seats", "0,2"}), usage, {"--seats 0,2"}},
      {small_match({"--time", "abc"}), usage, {"--time abc: it takes seconds"}},
      {small_match({"--time", "-1"}), usage, {"--time -1", "seconds"}},
      {small_match({"--time", "nan"}), usage, {"--time nan"}},
      {small_match({"--threads", "two"}), usage, {"--threads two: it takes the number of threads, from 1 to 1024"}},
      {small_match({"--set", "n=8"}), usage, {"tonga: the parameter n is given twice"}},
      {small_match({"--plugin", "server,perimeter=edges,perimeter=squares"}), usage, {"perimeter is given twice"}},
      {small_match({"--plugin", "greedy,name="}), usage, {"it takes one name, as in greedy,name=deep"}},
      {{"help", "play", "list"}, usage, {"help takes one command"}},
      {small_match({"--time", "1e10"}), usage, {"--time"}},
      {small_match({"--turn-time", "-1"}), usage, {"--turn-time -1", "seconds"}},
      {small_match({"--increment", "1e10"}), usage, {"--increment"}},
      {small_match({"--increment", "0.1", "--time", "0"}), usage, {"--increment 0.1 needs", "give --time"}},
      {small_match({"--board", "moved"}), usage, {"--board moved", "did you mean 'moves'?"}},
      {small_match({"--isolation", "jail"}), usage, {"--isolation jail", "it takes sandbox | "}},
      {small_match({"--isolation", ""}), usage, {"--isolation"}},
      {small_match({"--quiet=3"}), usage, {"--quiet"}},
      {small_match({"--game", "tonga"}), usage, {"--game", "more than once"}},
      {small_match({"stray"}), usage, {"'stray' stands alone", "--plugin", "--game"}},
      {{"list", "tonga"}, usage, {"host info tonga"}},
      {{"info"}, usage, {"info takes one game", "tonga"}},
      {{"info", "tonga", "tonga"}, usage, {"info takes one game"}},
      {{"replay"}, usage, {"replay takes one file"}},
      {{"replay", "a", "b"}, usage, {"replay takes one file"}},
      {{"serve", "--address", "nowhere"}, usage, {"--address nowhere: it takes an IP address, as 127.0.0.1"}},
      {{"serve", "--port", "65536"}, usage, {"--port 65536: it takes a port's number, from 0 to 65535"}},
      {{"serve", "--port", "-1"}, usage, {"--port -1: it takes a port's number, from 0 to 65535"}},
      {{"serve", "--port", "http"}, usage, {"--port"}},
      {{"completion"}, usage, {"bash"}},
  });
}

TEST_CASE("an option without its value is refused with its name") {
  std::vector<Case> cases;
  for (const std::string option :
       {"--seed", "--seeds", "--seats", "--set", "--time", "--board", "--isolation", "--record", "--plugin"}) {
    cases.push_back({small_match({option}), usage, {option, "missing"}});
  }
  cases.push_back({{"--game"}, usage, {"--game", "missing"}});
  check_refused(cases);
}

TEST_CASE("a record that can't be written is refused before the first match, and leaves nothing") {
  check_refused(
      {
          {small_match({"--record", "nowhere/match.json"}), output, {"nowhere/match.json: can't be written"}},
          {small_match({"--record", "folder.so"}), output, {"folder.so: can't be written: Is a directory"}},
          {small_match({"--record", "text.so"}), usage, {"text.so is there and holds no transcripts"}},
          {small_match({"--record", "text.so/match.json"}), output, {"can't be written: Not a directory"}},
          {small_match({"--record", "/dev/full"}), output, {"/dev/full: can't be written: No space left"}},
      },
      put_broken_libraries);
}

TEST_CASE("a file that an option takes has a name, and no output replaces what was stored or recorded") {
  const TemporaryFolder folder;
  REQUIRE(folder.run(small_match({"--seeds", "1-2", "--db", "good.db", "--record", "good.jsonl"})).code == 0);
  const std::string record = content(folder.path() / "good.jsonl");
  const std::string long_name(300, 'x');
  for (const auto& [words, code] :
       std::vector<std::pair<Words, int>>{{{"standings", "--db", "good.db", "--html", long_name}, output},
                                          {{"merge", long_name, "--into", "all.db"}, output},
                                          {{"league", "run", long_name}, usage}}) {
    const Result result = folder.run(words);
    CHECK(result.code == code);
    CHECK(has(result.err, ": File name too long"));
  }
  folder.write("package.json", "{\"name\": 1}\n");
  const auto refused = [&](const Words& words, const std::string& said) {
    CAPTURE(said);
    const Result result = folder.run(words);
    CHECK(result.code == usage);
    CHECK(has(result.err, said));
  };
  for (const std::string option : {"--record", "--db", "--trace", "--openings"})
    refused(small_match({option, ""}), option + " takes the name of a file, and this one is empty");
  refused({"league", "run", ""}, "the name of the folder is empty");
  refused({"standings", "--db", "good.db", "--html", "good.db"}, "good.db is there and holds a database");
  refused({"standings", "--db", "good.db", "--pgn", "good.db"}, "good.db is there and holds a database");
  refused({"replay", "good.jsonl", "--match", "1", "--html", "good.jsonl"}, "good.jsonl is there and holds recorded");
  refused(small_match({"--record", "package.json"}), "package.json is there and holds no transcripts");
  refused(small_match({"--seeds", "1-2", "--db", "new.db", "--record", "new.db"}), "that is the results database");
  CHECK(folder.run({"standings", "--db", "good.db"}).code == 0);
  CHECK(content(folder.path() / "good.jsonl") == record);
  CHECK(names_in(folder.path()) == Words{"good.db", "good.jsonl", "package.json"});
}

TEST_CASE("an existing record is kept as it is if the run that should replace it can't begin") {
  const TemporaryFolder folder;
  folder.write("match.json", "{\"agon\":1,\"precious\": 1}\n");
  CHECK(folder.run(small_match({"--record", "match.json", "--plugin", "random"})).code == usage);
  CHECK(folder.run({"--game", fixture("broken_game"), "--plugin", fixture("broken_game"), "--record", "match.json"})
            .code == game);
  CHECK(content(folder.path() / "match.json") == "{\"agon\":1,\"precious\": 1}\n");
  CHECK(names_in(folder.path()) == Words{"match.json"});
}

TEST_CASE("a run whose record does not fit on the disk keeps the matches that do") {
  const TemporaryFolder folder;
  const std::string limited = "trap '' XFSZ; ulimit -f 128; exec \"$@\"";  // KiB: above each library's size
  Words words = {"bash", "-c", limited, "bash", host_program};
  const Words rest = small_match({"--seeds", "1-300", "--record", "match.json", "--no-db"});
  words.insert(words.end(), rest.begin(), rest.end());
  const Result result = run({.words = words, .folder = folder.path()});
  CHECK(result.code == output);
  CHECK(has(result.err, "match.json: can't be written"));
  CHECK(names_in(folder.path()) == Words{"match.json"});
  const std::string kept = content(folder.path() / "match.json");
  CHECK(kept.ends_with("\n"));
  CHECK(lines_of(kept).size() == lines_of(result.out).size());
  CHECK(folder.run({"replay", "match.json", "--quiet"}).code == 0);
}

TEST_CASE("a library above the limit of file sizes can't be copied to be played, which is said") {
  const Result result = run({.words = {"bash", "-c", "ulimit -f 50; exec \"$@\"", "bash", host_program, "--game",
                                       "tonga", "--plugin", "random", "--no-db"}});
  CHECK(result.code == output);
  CHECK(has(result.err,
            "tonga.so: can't be copied into memory, as it has to be to play: File too large (the limit of "
            "file sizes, ulimit -f, is below its size)"));
}

TEST_CASE("output that can't be written is an error, not a success") {
  const Result result = run({.words = {"bash", "-c", "exec \"$@\" > /dev/full", "bash", host_program, "list"}});
  CHECK(result.code == output);
  CHECK(result.err == "host: the output can't be written\n");
}
