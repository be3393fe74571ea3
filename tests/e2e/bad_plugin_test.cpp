// Libraries and games that can't be used: each is refused in one sentence.
#include "tests/e2e/host.hpp"

using namespace e2e;

TEST_CASE("a file that is no library that can be used is refused with its name and the reason") {
  check_refused(
      {
          {tonga({"--plugin", "./none.so"}), plugin, {"./none.so: no such file"}},
          {tonga({"--plugin", "none.so"}), plugin, {"none.so: no such file"}},
          {tonga({"--plugin", "/none"}), plugin, {"/none: no such file"}},
          {tonga({"--plugin", "empty.so"}), plugin, {"empty.so: is not a shared library"}},
          {tonga({"--plugin", "text.so"}), plugin, {"text.so: is not a shared library"}},
          {tonga({"--plugin", "./source.cpp"}), plugin, {"./source.cpp: is not a shared library"}},
          {tonga({"--plugin", "head.so"}), plugin, {"head.so: is not a shared library"}},
          {tonga({"--plugin", "half.so"}), plugin, {"half.so: is damaged: its end is missing"}},
          {tonga({"--plugin", "nearly.so"}), plugin, {"nearly.so: is damaged: its end is missing"}},
          {tonga({"--plugin", "folder.so"}), plugin, {"folder.so: is a folder"}},
          {tonga({"--plugin", "/dev/null"}), plugin, {"/dev/null: is no regular file"}},
          {tonga({"--plugin", fixture("no_symbol")}), plugin, {"no_symbol.so: ", "does not export", "agon_plugin"}},
          {tonga({"--plugin", fixture("abi_old")}), plugin, {"abi_old.so: ", "0.9", "older", "(1.0)", "build"}},
          {tonga({"--plugin", fixture("abi_new_minor")}), plugin, {"abi_new_minor.so: ", "1.77", "newer", "(1.0)"}},
          {tonga({"--plugin", fixture("abi_new_major")}), plugin, {"abi_new_major.so: ", "2.0", "newer host"}},
          {tonga({"--plugin", fixture("bad_tables")}), plugin, {"bad_tables.so: strategy 'hollow' lacks a function"}},
          {{"--game", "./none.so"}, plugin, {"./none.so: no such file"}},
          {{"--game", "text.so"}, plugin, {"text.so: is not a shared library"}},
          {{"--game", fixture("no_symbol")}, plugin, {"no_symbol.so: ", "does not export"}},
          {{"--game", fixture("abi_new_major")}, plugin, {"abi_new_major.so: ", "2.0"}},
          {{"info", "half.so"}, plugin, {"half.so: is damaged"}},
      },
      put_broken_libraries);
}

TEST_CASE("a library that misses a symbol is refused with the symbol's name where it is loaded into the host itself") {
  check_refused({{tonga({"--plugin", fixture("undefined_symbol"), "--isolation", "none"}),
                  plugin,
                  {"undefined_symbol.so: can't be loaded: undefined symbol: fixture_that_nobody_defines"}}});
}

TEST_CASE("a library that holds something else than what is asked for says what it holds") {
  check_refused({
      {tonga({"--plugin", fixture("other_game")}), plugin, {"other_game.so", "no strategy for tonga", "for chess"}},
      {tonga({"--plugin", fixture("other_revision")}),
       plugin,
       {"other_revision.so", "(tonga/1)", "(tonga/77)", "build it again with this game's header"}},
      {tonga({"--plugin", shipped("tonga")}), plugin, {"tonga.so holds no strategy for tonga", "the game tonga"}},
      {{"--game", shipped("greedy")}, plugin, {"greedy.so holds no game", "the strategy greedy for tonga"}},
      {{"info", shipped("greedy")}, plugin, {"greedy.so holds no game"}},
      {tonga({"--plugin", fixture("failing")}), usage, {"failing.so holds several", "failing.so:ID", "illegal"}},
      {tonga({"--plugin", fixture("failing") + ":ilegal"}), usage, {"no strategy 'ilegal'", "did you mean 'illegal'?"}},
  });
}

TEST_CASE("a game that breaks its contract ends the run with its name, and not the host") {
  check_refused({{{"--game", fixture("broken_game"), "--plugin", fixture("broken_game")},
                  game,
                  {"the game broken, seed 1, says that seat 7 is to move"}},
                 {{"--game", fixture("broken_game"), "--plugin", fixture("broken_game"), "--record", "match.json"},
                  game,
                  {"broken", "notation"}}});
}

TEST_CASE("what is no plugin in a searched folder does not keep the others from being found") {
  const TemporaryFolder folder;
  put_broken_libraries(folder);
  fs::copy_file(fixture("abi_new_major"), folder.path() / "newer.so");
  fs::copy_file(fixture("undefined_symbol"), folder.path() / "undefined.so");
  Command command = folder.command({"list"});
  command.environment["AGON_PLUGIN_PATH"] = folder.path().string() + ":/nowhere::";
  const Result listed = run(command);
  CHECK(listed.code == 0);
  CHECK(has(listed.out, "tonga/greedy"));
  CHECK(has(listed.out, "Skipped: " + (folder.path() / "newer.so").string()));
  // It can't be loaded, but a list loads nothing.
  CHECK(has(listed.out, (folder.path() / "undefined.so").string()));
  CHECK(has(listed.out, "Skipped: " + (folder.path() / "text.so").string() + ": is not a shared library"));
  CHECK(has(listed.out, "Skipped: /nowhere: no such folder\n"));
  command.words = host(small_match({"--quiet"})).words;
  CHECK(run(command).code == 0);
}

TEST_CASE("lists, descriptions, completion and hints run nothing of a strategy") {
  const TemporaryFolder folder;
  fs::copy_file(fixture("aborting"), folder.path() / "aborting.so");
  const auto printed = [&](const Words& words) {
    Command command = folder.command(words);
    command.environment["AGON_PLUGIN_PATH"] = folder.path().string();
    return run(command);
  };
  for (const Words& words : {Words{"list"}, Words{"list", "--json"}, Words{"info", "tonga"},
                             Words{"completion", "words", "4", "--", "--game", "tonga", "--plugin", "o"}}) {
    CAPTURE(words);
    const Result result = printed(words);
    CHECK(result.code == 0);
    CHECK(has(result.out, "other"));
  }
  const Result slip = printed(tonga({"--plugin", "othre"}));
  CHECK(slip.code == usage);
  CHECK(has(slip.err, "did you mean 'other'?"));
}
