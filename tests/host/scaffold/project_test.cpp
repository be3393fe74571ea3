#include "host/scaffold/project.hpp"
#include "host/util/failure.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <sys/stat.h>

#include <filesystem>
#include <string>

using support::TemporaryFolder;

TEST_CASE("names are filled in wherever they stand, in one pass") {
  CHECK(host::filled("", {{"mybot", "x"}}) == "");
  CHECK(host::filled("mybot, mybot_test and my bot", {{"mybot", "lynx"}}) == "lynx, lynx_test and my bot");
  CHECK(host::filled("mygame/MYGAME.mybo", {{"mygame", "hill"}, {"MYGAME", "HILL"}, {"mybot", "x"}}) ==
        "hill/HILL.mybo");
  // What takes a name's place may look like another name.
  CHECK(host::filled("mybot plays mygame", {{"mybot", "mygame"}, {"mygame", "mybot"}}) == "mygame plays mybot");
}

TEST_CASE("a project is written with its folders, under the user's mask") {
  const TemporaryFolder folder;
  const mode_t before = ::umask(027);
  host::write_project(folder.path() / "new", {{"a.txt", "one"}, {"b/c/d.txt", "two"}, {"empty", ""}});
  ::umask(before);
  CHECK(support::content(folder.path() / "new/a.txt") == "one");
  CHECK(support::content(folder.path() / "new/b/c/d.txt") == "two");
  CHECK(std::filesystem::file_size(folder.path() / "new/empty") == 0);
  CHECK(std::filesystem::status(folder.path() / "new").permissions() == std::filesystem::perms(0750));
  CHECK(std::filesystem::status(folder.path() / "new/a.txt").permissions() == std::filesystem::perms(0640));
  CHECK(folder.count() == 1);
}

TEST_CASE("a project that can't be written whole is not written") {
  const TemporaryFolder folder;
  // A file can't be a folder as well.
  CHECK_THROWS_AS(host::write_project(folder.path() / "new", {{"a", "one"}, {"a/b", "two"}}), host::Failure);
  CHECK_THROWS_AS(host::write_project(folder.path() / "no/folder/new", {{"a", "one"}}), host::Failure);
  CHECK(folder.count() == 0);
}

TEST_CASE("an id that would break the sources of a game is refused, and one like it is not") {
  for (const char* const id : {"int", "namespace", "std", "time", "Hill", "", "a-b"}) {
    CAPTURE(id);
    CHECK_THROWS_AS(host::check_game_id(id), host::Failure);
  }
  for (const char* const id : {"hill", "int_game", "times_up", "x", "a1_b2"}) {
    CAPTURE(id);
    CHECK_NOTHROW(host::check_game_id(id));
  }
}
