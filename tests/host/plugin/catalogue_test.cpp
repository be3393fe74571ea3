// Plugins by name and by path, in folders in order.
#include "host/plugin/catalogue.hpp"

#include "tests/host/plugin/fixtures.hpp"
#include "tests/support/temporary_folder.hpp"

#include <agon/game.h>

#include <vector>

namespace {

using fixtures::path;
using support::refusal;
using support::Refusal;
using support::TemporaryFolder;

host::GameDescription pebbles() {
  return host::Library::load(host::Build::take(path("game")))->description().games.at(0);
}

/// Two folders of plugins: the conventional one, and one with other names.
struct Folders {
  Folders() {
    front.copy(path("game"), "pebbles/pebbles.so");
    front.copy(path("good"), "pebbles/taker.so");
    back.copy(path("twin"), "pebbles/taker.so");
    back.copy(path("two"), "anything.so");
    back.copy(path("other"), "deep/er.so");
    back.copy(path("good"), "too/deep/for_us.so");
    back.write("pebbles/broken.so", "no library");
    back.write("readme.txt", "no library");
  }
  [[nodiscard]] host::Catalogue catalogue() const { return host::Catalogue({front.path(), back.path()}); }

  TemporaryFolder front;
  TemporaryFolder back;
};

}  // namespace

TEST_CASE("a game is found by its name, in its conventional place or any other") {
  const Folders folders;
  const host::Game game = folders.catalogue().game("pebbles");
  CHECK(game.description.id == "pebbles");
  CHECK(game.library->description().path == folders.front.path() / "pebbles/pebbles.so");
  CHECK(std::string(game.type->id) == "pebbles");
  const TemporaryFolder elsewhere;
  elsewhere.copy(path("two_games"), "odd.so");
  CHECK(host::Catalogue({elsewhere.path()}).game("stones").description.id == "stones");
}

TEST_CASE("a game is found by its path, and by its id where a library holds several") {
  const host::Catalogue none({});
  CHECK(none.game(path("game").string()).description.id == "pebbles");
  CHECK(none.game(path("two_games").string() + ":stones").description.id == "stones");
  CHECK(none.game(path("two_games").string() + ":pebbles").description.id == "pebbles");
  const Refusal several = refusal([&] { return none.game(path("two_games").string()); });
  CHECK(several.code == host::Exit::usage);
  CHECK(several.says("holds several"));
  CHECK(several.says("pebbles, stones"));
  const Refusal slip = refusal([&] { return none.game(path("two_games").string() + ":stone"); });
  CHECK(slip.says("(did you mean 'stones'?)"));
  const Refusal wrong = refusal([&] { return none.game(path("good").string()); });
  CHECK(wrong.code == host::Exit::plugin);
  CHECK(wrong.says("holds no game: it holds the strategy taker for pebbles (pebbles/1)"));
}

TEST_CASE("where no game is found at all, the variable that names their folders is told") {
  CHECK(refusal([] { return host::Catalogue({}).game("pebbles"); }).says("none was found: set AGON_GAME_PATH"));
}

TEST_CASE("a strategy is found by its name, with or without its game's, and the first folder wins") {
  const Folders folders;
  for (const char* const name : {"taker", "pebbles/taker"}) {
    const host::StrategyFile found = folders.catalogue().strategy(name, pebbles());
    CHECK(found.build->path() == folders.front.path() / "pebbles/taker.so");
    CHECK(found.description.summary == "takes one");
  }
  const host::Catalogue turned({folders.back.path(), folders.front.path()});
  CHECK(turned.strategy("taker", pebbles()).description.summary == "another");
}

TEST_CASE("a strategy is found in a file of any name, one folder down at most") {
  const Folders folders;
  const host::StrategyFile found = folders.catalogue().strategy("second", pebbles());
  CHECK(found.build->path() == folders.back.path() / "anything.so");
  host::GameDescription stones = pebbles();
  stones.id = "stones";
  stones.protocol = "stones/1";
  CHECK(folders.catalogue().strategy("thrower", stones).build->path() == folders.back.path() / "deep/er.so");
  for (const auto& entry : folders.catalogue().folders().scan()) CHECK(entry.plugin.path.filename() != "for_us.so");
}

TEST_CASE("a strategy is found by its path, and by its id where a library holds several") {
  const host::Catalogue none({});
  CHECK(none.strategy(path("good").string(), pebbles()).description.id == "taker");
  CHECK(none.strategy(path("two").string() + ":second", pebbles()).description.id == "second");
  const Refusal several = refusal([&] { return none.strategy(path("two").string(), pebbles()); });
  CHECK(several.says("holds several: write " + path("two").string() + ":ID with one of taker, second"));
  CHECK(refusal([&] {
          return none.strategy(path("two").string() + ":third", pebbles());
        }).says("holds no strategy 'third'"));
  CHECK(refusal([&] { return none.strategy("./nowhere.so", pebbles()); }).says("./nowhere.so: no such file"));
}

TEST_CASE("what is not found may lie where nothing could be taken from, and that is said") {
  const TemporaryFolder folder;
  for (const char* const name : {"a.so", "b.so", "c.so"}) folder.write(name, "no library");
  const host::Catalogue catalogue({folder.path()}, {folder.path() / "missing"});
  const auto says = [&](const Refusal& refusal) {
    CAPTURE(refusal.text);
    CHECK(refusal.code == host::Exit::usage);
    CHECK(refusal.says("; passed over: " + (folder.path() / "missing").string() + ": no such folder; "));
    CHECK(refusal.says("a.so: is not a shared library"));
    CHECK(refusal.says("; and 1 more, which '"));
  };
  says(refusal([&] { return catalogue.strategy("taker", pebbles()); }));
  says(refusal([&] { return catalogue.find_game("pebbles"); }));
  says(refusal([&] { return catalogue.plugin("taker", std::nullopt); }));
}

TEST_CASE("the ids of all that is found are listed once each, in order") {
  const Folders folders;
  CHECK(folders.catalogue().game_ids() == std::vector<std::string>{"pebbles"});
  CHECK(folders.catalogue().strategy_ids("pebbles/1") == std::vector<std::string>{"second", "taker"});
  CHECK(folders.catalogue().strategy_ids("stones/1") == std::vector<std::string>{"thrower"});
  CHECK(folders.catalogue().strategy_ids("cards/1").empty());
}

TEST_CASE("a scan goes through the folders in order, their libraries by name, and reads what they declare") {
  const Folders folders;
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : folders.catalogue().folders().scan()) {
    CHECK(entry.refusal.empty() == (entry.plugin.path.filename() != "broken.so"));
    paths.push_back(entry.plugin.path);
  }
  const auto& front = folders.front.path();
  const auto& back = folders.back.path();
  CHECK(paths == std::vector<std::filesystem::path>{front / "pebbles/pebbles.so", front / "pebbles/taker.so",
                                                    back / "anything.so", back / "deep/er.so",
                                                    back / "pebbles/broken.so", back / "pebbles/taker.so"});
}

TEST_CASE("links that lead nowhere, pipes and folders called .so do not disturb a scan") {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("nowhere", folder.path() / "a.so");
  std::filesystem::create_symlink("b.so", folder.path() / "b.so");
  std::filesystem::create_directory(folder.path() / "c.so");
  std::filesystem::create_directory_symlink(folder.path(), folder.path() / "d");
  folder.copy(path("good"), "z.so");
  std::filesystem::create_symlink("z.so", folder.path() / "y.so");
  const auto entries = host::Catalogue({folder.path()}).folders().scan();
  REQUIRE(entries.size() == 4);
  CHECK(entries[0].refusal == (folder.path() / "a.so").string() + ": no such file");
  CHECK(entries[1].refusal == (folder.path() / "b.so").string() + ": can't be read: Too many levels of symbolic links");
  CHECK(entries[2].plugin.path.filename() == "y.so");
  CHECK(entries[3].plugin.path.filename() == "z.so");
}

TEST_CASE("folders that are missing, no folders, or named twice are left out, the first two in words") {
  const TemporaryFolder folder;
  folder.copy(path("good"), "good.so");
  folder.write("file", "no folder");
  const host::Catalogue catalogue(
      {folder.path() / "missing", folder.path() / "file", folder.path(), folder.path() / ".", folder.path()});
  CHECK(catalogue.folders().scan().size() == 1);
  CHECK(catalogue.folders().all().size() == 1);
  const auto skipped = catalogue.folders().skipped({});
  REQUIRE(skipped.size() == 2);
  CHECK(skipped[0].reason == (folder.path() / "missing").string() + ": no such folder");
  CHECK(skipped[1].reason == (folder.path() / "file").string() + ": is not a folder");
}

TEST_CASE("the folders of AGON_PLUGIN_PATH come first, in their order, then those of AGON_GAME_PATH") {
  const Folders folders;
  const std::string joined = folders.back.path().string() + "::" + folders.front.path().string();
  const TemporaryFolder games;
  ::setenv("AGON_PLUGIN_PATH", joined.c_str(), 1);
  ::setenv("AGON_GAME_PATH", games.path().c_str(), 1);
  const host::Catalogue catalogue = host::Catalogue::standard();
  ::unsetenv("AGON_PLUGIN_PATH");
  ::unsetenv("AGON_GAME_PATH");
  const auto& all = catalogue.folders().all();
  REQUIRE(all.size() >= 3);
  CHECK(all[0].path == folders.back.path());
  CHECK(all[1].path == folders.front.path());
  CHECK(all[2].path == games.path());
  CHECK_FALSE(all[0].games);
  CHECK(all[2].games);
  CHECK(catalogue.strategy("taker", pebbles()).description.summary == "another");
}

TEST_CASE("links to one file are one game, whatever their names") {
  const TemporaryFolder folder;
  folder.copy(path("game"), "a.so");
  std::filesystem::create_hard_link(folder.path() / "a.so", folder.path() / "b.so");
  std::filesystem::create_symlink("a.so", folder.path() / "c.so");
  const host::Catalogue catalogue({folder.path()});
  CHECK(catalogue.find_game("pebbles").path == folder.path() / "a.so");
  CHECK(catalogue.folders().skipped(catalogue.folders().scan()).empty());
}

TEST_CASE("all that a catalogue gives of a file is one build, whatever becomes of the file") {
  const TemporaryFolder folder;
  const auto file = folder.copy(path("good"), "taker.so");
  const host::Catalogue catalogue({folder.path()});
  const auto first = catalogue.strategy("taker", pebbles()).build;
  std::filesystem::remove(file);
  folder.copy(path("twin"), "taker.so");
  CHECK(catalogue.strategy(file.string(), pebbles()).build == first);
  CHECK(catalogue.strategy(file.string(), pebbles()).description.summary == "takes one");
  CHECK(host::Catalogue({}).strategy(file.string(), pebbles()).description.summary == "another");
}
