// Names of strategies that come from files: they keep their letters, and are told apart by folders.
#include "host/plugin/file_names.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using Names = std::vector<std::string>;

Names by_place(const Names& files, const std::string& id) {
  return host::names_by_place({files.begin(), files.end()}, id);
}

}  // namespace

TEST_CASE("a file's name keeps the letters of all languages and its version, without its ending") {
  CHECK(host::name_of_file("bots/bot.py") == "bot");
  CHECK(host::name_of_file("\u0431\u043e\u0442.py") == "\u0431\u043e\u0442");
  CHECK(host::name_of_file("\u65e5\u672c.py") == "\u65e5\u672c");
  CHECK(host::name_of_file("bot-1.2.3") == "bot-1.2.3");
  CHECK(host::name_of_file("bot-1.2.3.py") == "bot-1.2.3");
  CHECK(host::name_of_file("2048.jar") == "2048");
  CHECK(host::name_of_file(".py") == ".py");
  CHECK(host::name_of_file("a.") == "a.");
}

TEST_CASE("a name has nothing that options, shells, pages and tables read as their own, and nothing invisible") {
  CHECK(host::name_of_file("my bot,n=1;'\"<b>$(x)&|\\.py") == "my_bot_n_1____b___x____");
  CHECK(host::name_from("a\u202eb\nc\x1b\xff") == "a_u202eb_c_x1b_xff");
  CHECK(host::name_from("") == "program");
}

TEST_CASE("files of one name are told apart by the nearest folders that differ") {
  CHECK(by_place({"/bots/anna/bot.py", "/bots/gus/bot.js"}, "bot") == Names{"anna/bot", "gus/bot"});
  CHECK(by_place({"/anna/my/build/my.so", "/gus/my/build/my.so"}, "my") == Names{"anna/my", "gus/my"});
  CHECK(by_place({"/a/x/bot.py", "/a/y/bot.py", "/b/x/bot.py"}, "bot") == Names{"a/x/bot", "a/y/bot", "b/x/bot"});
  CHECK(by_place({"/a/bot.py", "/a/a/bot.py"}, "bot") == Names{"a/bot", "a/a/bot"});
  CHECK(by_place({"/bot.py", "/a/bot.py"}, "bot") == Names{"bot", "a/bot"});
}

TEST_CASE("files of different names in one folder are told apart by these, and one file is one name") {
  CHECK(by_place({"/a/new.so", "/a/old.so"}, "my") == Names{"new", "old"});
  CHECK(by_place({"/a/bots.so", "/b/bots.so"}, "my") == Names{"a/my", "b/my"});
  CHECK(by_place({"/a/bot.py", "/a/bot.py"}, "bot") == Names{"bot", "bot"});
  CHECK(by_place({"/a/bot.py", "/a/bot.py", "/b/bot.py"}, "bot") == Names{"a/bot", "a/bot", "b/bot"});
}
