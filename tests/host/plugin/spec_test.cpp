#include "host/plugin/spec.hpp"

#include "tests/support/refusal.hpp"

#include <doctest/doctest.h>

TEST_CASE("a plugin is named first, then its options, and name= is the host's own") {
  struct Row {
    const char* text;
    const char* plugin;
    host::Assignments options;
    const char* name;
  };
  const Row table[] = {
      {"server", "server", {}, ""},
      {"tonic/server", "tonic/server", {}, ""},
      {"./my.so:two", "./my.so:two", {}, ""},
      {"my.so,depth=3", "my.so", {{"depth", "3"}}, ""},
      {"my.so,depth=3,name=deep,book=a=b", "my.so", {{"depth", "3"}, {"book", "a=b"}}, "deep"},
      {"my.so,depth=", "my.so", {{"depth", ""}}, ""},
      {"my bot.so", "my bot.so", {}, ""},
  };
  for (const Row& row : table) {
    CAPTURE(row.text);
    const host::PluginSpec spec = host::PluginSpec::parse(row.text);
    CHECK(spec.plugin == row.plugin);
    CHECK(spec.options == row.options);
    CHECK(spec.name == row.name);
  }
}

TEST_CASE("a spec without a plugin, or with an option that is none, is refused with what was written") {
  for (const char* const text : {"", ",depth=3", "my.so,", "my.so,depth", "my.so,=3", "my.so,depth=3,",
                                 "my.so,name=", "my.so,name=one,name=two"}) {
    CAPTURE(text);
    const auto refusal = support::refusal([&] { host::PluginSpec::parse(text); });
    CHECK(refusal.code == host::Exit::usage);
    CHECK(refusal.text.starts_with("--plugin "));
  }
}
