// `host new`: what it writes, what it says, what it refuses. That the projects build and play is tested beside this.
#include "tests/e2e/host.hpp"
#include "tests/e2e/in_terminal.hpp"

#include <algorithm>
#include <fstream>

using namespace e2e;

namespace {

/// The host of the build tree, which has all games and their templates beside it.
const fs::path host_file = built_folder / "host";

Result make(Words words, const fs::path& folder, const std::string& game_path = {}) {
  words.insert(words.begin(), {host_file, "new"});
  Command command = {.words = words, .folder = folder};
  if (!game_path.empty()) command.environment["AGON_GAME_PATH"] = game_path;
  return run(command);
}

/// All files below a folder, with their content.
std::string everything_in(const fs::path& folder) {
  std::string all;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    all += entry.path().string() + "\n";
    if (entry.is_regular_file()) all += content(entry.path());
  }
  return all;
}

/// It is refused in one sentence, and the folder holds what it held.
void check_refused_in(const TemporaryFolder& folder, const Words& words, int code, const Words& fragments) {
  const std::string before = everything_in(folder.path());
  const Result result = make(words, folder.path());
  CAPTURE(words);
  check_refusal(result, code, fragments);
  CHECK(everything_in(folder.path()) == before);
}

}  // namespace

TEST_CASE("a strategy's project has a source, a build, a readme, and no placeholder left in it") {
  const TemporaryFolder folder;
  const std::vector<std::pair<std::string, Words>> expected = {
      {"c++", {"CMakeLists.txt", "README.md", "lynx.cpp"}},
      {"c", {"CMakeLists.txt", "README.md", "lynx.c"}},
      {"topcoder", {"CMakeLists.txt", "README.md", "lynx.cpp"}},
      {"rust", {"CMakeLists.txt", "README.md", "agon.rs", "lynx.rs", "tonga.rs"}},
      {"python", {"README.md", "agon.py", "lynx.py", "tonga.py"}},
      {"javascript", {"README.md", "agon.js", "lynx.js", "tonga.js"}},
      {"java", {"Agon.java", "README.md", "Tonga.java", "lynx.java"}},
      {"go", {"README.md", "agon.go", "go.mod", "lynx.go", "tonga.go"}},
  };
  for (const auto& each : expected) {
    const std::string& language = each.first;
    const Words& files = each.second;
    CAPTURE(language);
    const Result result = make({"strategy", "--game", "tonga", "--language", language, "lynx"}, folder.path());
    CHECK(result.err == "");
    CHECK(result.code == 0);
    CHECK(names_in(folder.path()) == Words{"lynx"});
    CHECK(names_in(folder.path() / "lynx") == files);
    const std::string all = everything_in(folder.path());
    for (const std::string placeholder : {"mybot", "myhost", "mygame", "myprefix", "mybuild", "myplugin"}) {
      CAPTURE(placeholder);
      CHECK(!has(all, placeholder));
    }
    CHECK((fs::status(folder.path() / "lynx").permissions() & fs::perms::owner_all) == fs::perms::owner_all);
    fs::remove_all(folder.path() / "lynx");
  }
}

TEST_CASE("it prints three commands, with the path that the program was called by") {
  const TemporaryFolder folder;
  const Result result = make({"strategy", "--game", "tonga", "lynx"}, folder.path());
  CHECK(support::replaced(result.out, host_file.string(), "host") ==
        "lynx/ is a strategy for tonga: how it plays is in lynx/lynx.cpp. Next:\n\n"
        "  cmake -S lynx -B lynx/build && cmake --build lynx/build\n"
        "  host --game tonga --plugin lynx/build/lynx.so\n"
        "  host compare --game tonga --plugin lynx/build/lynx.so --against server\n");
}

TEST_CASE("a program that is called agon calls itself so, in what it prints and in what it writes") {
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "bin");
  fs::create_symlink(host_file, folder.path() / "bin/agon");
  const Result result = run(
      {.words = {"sh", "-c", "PATH=$PWD/bin:$PATH && agon new strategy --game tonga lynx"}, .folder = folder.path()});
  CHECK(result.err == "");
  CHECK(has(result.out, "\n  agon --game tonga --plugin lynx/build/lynx.so\n"));
  CHECK(has(content(folder.path() / "lynx/README.md"), "agon --game tonga"));
  CHECK(has(content(folder.path() / "lynx/lynx.cpp"), "'agon info tonga'"));
}

TEST_CASE("a program that was started by a relative path writes that path, and an absolute one into the project") {
  const TemporaryFolder folder;
  fs::create_symlink(host_file, folder.path() / "agon");
  const auto typed = [&](const std::string& line) {
    return run({.words = {"sh", "-c", line}, .folder = folder.path()});
  };
  const Result result = typed("./agon new strategy --game tonga lynx");
  CHECK(result.err == "");
  CHECK(has(result.out, "\n  ./agon --game tonga --plugin lynx/build/lynx.so\n"));
  const std::string program = (folder.path() / "agon").string();
  CHECK(has(content(folder.path() / "lynx/README.md"), "    " + program + " --game tonga"));
  CHECK(has(typed("./agon --help").out, "\n'./agon help COMMAND' lists"));
  CHECK(typed("./agon list tonga").err == "agon: list takes no argument; './agon info tonga' tells about one game\n");
}

TEST_CASE("projects know the folder of the SDK that they were made with") {
  const TemporaryFolder folder;
  CHECK(make({"strategy", "--game", "tonga", "lynx"}, folder.path()).code == 0);
  CHECK(make({"game", "hill"}, folder.path()).code == 0);
  const std::string hint = "HINTS \"" + built_folder.parent_path().string() + "\"";
  for (const std::string project : {"lynx", "hill"}) {
    CHECK(has(content(folder.path() / project / "CMakeLists.txt"), hint));
  }
}

TEST_CASE("a game of each kind takes the new name in files, macros and texts") {
  for (const std::string kind : {"board", "cards", "simultaneous"}) {
    CAPTURE(kind);
    const TemporaryFolder folder;
    CHECK(make({"game", "--kind", kind, "tic_tac"}, folder.path()).code == 0);
    CHECK(fs::exists(folder.path() / "tic_tac/tic_tac.hpp"));
    CHECK(names_in(folder.path() / "tic_tac/templates") == Words{"c", "c++", "python", "rust"});
    CHECK(has(content(folder.path() / "tic_tac/tic_tac.h"), "#define TIC_TAC_PROTOCOL \"tic_tac/1\""));
    CHECK(content(folder.path() / "tic_tac/README.md").starts_with("# Tic tac\n"));
    const std::string all = everything_in(folder.path());
    for (const std::string placeholder : {"mygame", "MyGame", "MYGAME", "myhost", "myprefix"}) {
      CAPTURE(placeholder);
      CHECK(!has(all, placeholder));
    }
  }
}

TEST_CASE("without a kind, a new game is one for a board; in a terminal, it is asked for") {
  const TemporaryFolder folder;
  const auto kind_of = [&](const std::string& id) {
    const std::string header = content(folder.path() / id / (id + ".h"));
    return has(header, "stones") ? "board" : has(header, "QUEEN") ? "cards" : "";
  };
  CHECK(make({"game", "hill"}, folder.path()).code == 0);
  CHECK(kind_of("hill") == "board");
  const auto answered = [&](const std::string& id, const std::string& answer) {
    InTerminal terminal({"/bin/sh", "-c", "cd \"$1\" && exec \"$2\" new game \"$3\"", "sh", folder.path().string(),
                         host_file.string(), id});
    CHECK(terminal.shows("[board]: "));
    terminal.type(answer);
    return terminal.end();
  };
  CHECK(answered("dale", "\n") == 0);
  CHECK(kind_of("dale") == "board");
  CHECK(answered("rill", "cards\n") == 0);
  CHECK(kind_of("rill") == "cards");
  CHECK(answered("mere", "card\n") != 0);
  CHECK_FALSE(fs::exists(folder.path() / "mere"));
}

TEST_CASE("an empty folder is filled, and whatever else stands in the way is left as it is") {
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "empty");
  CHECK(make({"strategy", "--game", "tonga", "empty"}, folder.path()).code == 0);
  CHECK(fs::exists(folder.path() / "empty/empty.cpp"));

  folder.write("full/notes.txt", "mine");
  folder.write("file", "mine");
  fs::create_symlink("nowhere", folder.path() / "arrow");
  for (const std::string name : {"full", "file", "arrow", "empty"}) {
    check_refused_in(folder, {"strategy", "--game", "tonga", name}, usage, {name + " is there already"});
    check_refused_in(folder, {"game", name}, usage, {name + " is there already"});
  }
}

TEST_CASE(
    "a project that can't be written, as on a full disk, leaves nothing behind, and the exit code is that of files") {
  const TemporaryFolder folder;
  for (const std::string made : {"strategy --game tonga lynx", "strategy --game tonga --language python lynx",
                                 "game hill", "game --language python hill"}) {
    CAPTURE(made);
    const std::string line = "trap '' XFSZ; ulimit -f 0; exec '" + host_file.string() + "' new " + made;
    const Result full = run({.words = {"/bin/bash", "-c", line}, .folder = folder.path()});
    CHECK(full.code == output);
    check_has(full.err, " can't be written: File too large\n");
    CHECK(fs::is_empty(folder.path()));
  }
}

TEST_CASE("a name that can't be an id is refused, and so is one that has a meaning already") {
  const TemporaryFolder folder;
  for (const std::string name : {"My", "1st", "a-b", "a b", "", ".", "..", "\xc3\xa4", "_x"}) {
    check_refused_in(folder, {"strategy", "--game", "tonga", name}, usage,
                     {"'" + name + "' can't be the name of a strategy: it needs a lower-case letter"});
    check_refused_in(folder, {"game", name}, usage, {"'" + name + "' can't be the name of a game: it needs"});
  }
  check_refused_in(folder, {"game", std::string(65, 'a')}, usage, {"more than 64 characters"});
  for (const std::string name : {"int", "class", "random", "agon", "time"})
    check_refused_in(folder, {"game", name}, usage, {"'" + name + "'", "'" + name + "_game' would do"});
  check_refused_in(folder, {"strategy", "--game", "tonga", "--language", "rust", "tonga"}, usage,
                   {"two files would be called tonga.rs"});
}

TEST_CASE(
    "a name may be a path: the project is made in that folder, which must exist, and has the last part as its id") {
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "my bots");
  const auto printed = [&](const Words& words) {
    const Result result = make(words, folder.path());
    CHECK(result.err == "");
    return support::replaced(result.out, host_file.string(), "host");
  };
  CHECK(printed({"strategy", "--game", "tonga", "my bots/lynx/"}) ==
        "my bots/lynx/ is a strategy for tonga: how it plays is in my bots/lynx/lynx.cpp. Next:\n\n"
        "  cmake -S 'my bots/lynx' -B 'my bots/lynx/build' && cmake --build 'my bots/lynx/build'\n"
        "  host --game tonga --plugin 'my bots/lynx/build/lynx.so'\n"
        "  host compare --game tonga --plugin 'my bots/lynx/build/lynx.so' --against server\n");
  CHECK(printed({"strategy", "--game", "tonga", "--language", "python", "my bots/wolf"})
            .find("\n  host --game tonga --plugin './my bots/wolf/wolf.py'\n") != std::string::npos);
  CHECK(has(printed({"game", (folder.path() / "my bots/hill").string()}), "/my bots/mybot'\n"));
  CHECK(fs::exists(folder.path() / "my bots/hill/hill.hpp"));
  CHECK(names_in(folder.path() / "my bots") == Words{"hill", "lynx", "wolf"});

  check_refused_in(folder, {"strategy", "--game", "tonga", "bots/lynx"}, usage,
                   {"there is no folder bots to make lynx in: make it with 'mkdir -p bots'"});
  check_refused_in(folder, {"strategy", "--game", "tonga", "my bots/Lynx"}, usage,
                   {"'Lynx' can't be the name of a strategy"});
  check_refused_in(folder, {"game", "my bots/lynx"}, usage, {"my bots/lynx is there already"});
}

TEST_CASE("an unknown game, language or kind is refused with those that there are") {
  const TemporaryFolder folder;
  check_refused_in(folder, {"strategy", "--game", "tnoga", "lynx"}, usage, {"did you mean 'tonga'?"});
  check_refused_in(folder, {"strategy", "lynx"}, usage, {"no game is named: write --game and one of", "tonga"});
  check_refused_in(folder, {"strategy", "--game", "tonga", "--language", "cobol", "lynx"}, usage,
                   {"tonga has no template in 'cobol'; it has c, c++, go, java, javascript, python, rust, topcoder"});
  for (const char* const name : {"cpp", "C++", "cxx", "cc"})
    check_refused_in(folder, {"strategy", "--game", "tonga", "--language", name, "lynx"}, usage,
                     {"did you mean 'c++'?"});
  check_refused_in(folder, {"strategy", "--game", "tonga", "--language", "rs", "lynx"}, usage,
                   {"did you mean 'rust'?"});
  check_refused_in(folder, {"strategy", "--game", "tonga", "--language", "rusty", "lynx"}, usage,
                   {"did you mean 'rust'?"});
  check_refused_in(folder, {"strategie", "lynx"}, usage, {"did you mean 'strategy'?"});
  check_refused_in(folder, {"player", "lynx"}, usage, {"there is strategy, game"});
  check_refused_in(folder, {"game", "--game", "tonga", "lynx"}, usage, {"--game is for strategies"});
  check_refused_in(folder, {"game", "--language", "c", "lynx"}, usage, {"there is no template for games in 'c'"});
  check_refused_in(folder, {"game", "--kind", "card", "lynx"}, usage,
                   {"there is no kind of game 'card' (did you mean 'cards'?); there is board, cards, simultaneous"});
  check_refused_in(folder, {"strategy", "--game", "tonga", "--kind", "cards", "lynx"}, usage, {"--kind is for games"});
  for (const Words& words : {Words{}, {"strategy"}, {"game", "one", "two"}})
    check_refused_in(folder, words, usage, {"new takes what to make and its name"});
}

TEST_CASE("a game without templates says so, and so does a host without any") {
  const TemporaryFolder folder;
  folder.copy(fixture("broken_game"), "broken_game.so");
  check_refused_in(folder, {"strategy", "--game", "./broken_game.so", "lynx"}, usage,
                   {"has no templates for strategies"});
  const TemporaryFolder empty;
  for (const Words& words : {Words{"new", "game", "lynx"}, {"new", "strategy", "--game", "tonga", "lynx"}}) {
    const Result result = run(host(words, empty.path()));
    CHECK(result.code == usage);
    CHECK(has(result.err, "install the part of Agon that plugins are written with"));
    CHECK(empty.count() == 0);
  }
}

#ifndef AGON_SANITIZED  // which write files themselves before they start
TEST_CASE("nothing is left where the files can't be written") {
  const TemporaryFolder folder;
  for (const std::string what : {"game", "strategy --game tonga"}) {
    const Result result = run({.words = {"sh", "-c", "ulimit -f 0 && exec \"$0\" new " + what + " lynx", host_file},
                               .folder = folder.path()});
    CHECK(result.code == output);
    CHECK(has(result.err, "can't be written: File too large"));
    CHECK(folder.count() == 0);
  }
}
#endif
