#include "host/own_files.hpp"

#include <doctest/doctest.h>

#include <string>

using host::renamed;

TEST_CASE("command lines in a text are renamed") {
  CHECK(renamed("  host --game GAME\n  host list\n", "other") == "  other --game GAME\n  other list\n");
  CHECK(renamed("it is in 'host list', too", "other") == "it is in 'other list', too");
  CHECK(renamed("source <(host completion bash)", "other") == "source <(other completion bash)");
  CHECK(renamed("  host play && host replay", "other") == "  other play && other replay");
}

TEST_CASE("the host that a sentence is about keeps its name") {
  for (const std::string text : {"the host takes a copy", "host plays", "host: a warning", "'hosting'", "    host is",
                                 "its library\nhost takes", "'ghost list'", ""}) {
    CHECK(renamed(text, "other") == text);
  }
}
