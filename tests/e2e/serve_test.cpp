// What `serve` is given on its command line, from the outside. The tests of its pages are in tests/browser.
#include "tests/e2e/host.hpp"
#include "tests/support/http.hpp"

#include <csignal>

using namespace e2e;

TEST_CASE("serve --trace shows the lines of a match's program beside its turns, and says so where there are none") {
  const TemporaryFolder folder;
  folder.write_program(
      "bot.sh",
      "#!/bin/sh\nwhile read -r word rest; do case $word in start) echo ready;; turn) echo error no idea;; "
      "quit) exit;; esac; done\n");
  for (const char* const seed : {"1", "2"}) {
    folder.done(tonga({"--plugin", "./bot.sh", "--plugin", "random", "--quiet", "--seed", seed, "--trace",
                       std::string(seed) + ".tsv", "--record", std::string(seed) + ".jsonl"}));
  }
  Process server(folder.command({"serve", "1.jsonl", "2.jsonl", "--trace", "1.tsv"}));
  const std::string link = link_of(server);
  const auto asked = [&](const std::string& what) { return support::ask(link + "api/" + what).body; };
  CHECK(has(asked("block?id=file-1&number=0"), R"(\u003c error no idea)"));
  CHECK_FALSE(has(asked("match?id=file-1"), "--trace"));
  CHECK_FALSE(has(asked("block?id=file-2&number=0"), "error no idea"));
  CHECK(has(asked("match?id=file-2"), "--trace 1.tsv: it has no lines of seed 2 with the players of this match"));
  server.stop(SIGINT);
  folder.refuses({"serve", "--trace", "1.tsv"}, usage, {"--trace needs a FILE"});
  folder.refuses({"serve", "1.jsonl", "--trace", "none.tsv"}, transcript, {"--trace none.tsv: can't be read"});
}
