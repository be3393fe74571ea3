// Commands on a page: how they are read, broken, and made of what the database has.
#include "host/view/stored_again.hpp"
#include "host/plain.hpp"
#include "host/view/shell_line.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

namespace {

host::MatchReference match_of(const std::vector<std::string>& names) {
  const auto conditions = std::make_shared<host::Conditions>();
  conditions->game = "tonga";
  conditions->parameters = {{"n", "6"}};
  host::MatchReference match{1, 12, 7, conditions, {}};
  for (const std::string& name : names) match.seats.push_back({name, name, "1.0.0", "abc", {{"depth", "3"}}});
  return match;
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a line of shell words gives back what they were made of") {
  const std::vector<std::string> words = {"host", "a b", "it's", "", "x\x1by\n'\\", "--set", "n=6", "$(rm)"};
  std::string line;
  for (const std::string& word : words) line += host::shell_word(word) + " ";
  std::vector<std::string> values;
  for (const host::ShellWord& word : host::shell_words(line)) {
    values.push_back(word.value);
    CHECK(host::shell_word(word.value) == word.written);
  }
  CHECK(values == words);
  CHECK(host::shell_words("  ").empty());
  CHECK(host::shell_words("'open")[0].value == "open");
}

TEST_CASE("a command line breaks before options and commands, not inside them") {
  CHECK(host::shell_phrases("host play --game tonga --quiet && host replay 'a b.jsonl'") ==
        std::vector<std::string>{"host play", "--game tonga", "--quiet &&", "host replay 'a b.jsonl'"});
}

TEST_CASE("a match is played again with the game, parameters, limits and strategies of its run, in its seats") {
  const std::string run =
      "host tournament --game tonga --set n=6 --plugin ./bots/greedy.so,depth=3 --plugin=random,name=chance "
      "--opening-plies 4 --openings=o.txt --threads 2 --increment 0.1 --turn-time=0.5 --time 2 --seeds 1-9 --jobs 4 "
      "--db x.db --game-wall 5 --game-memory 512 --fresh";
  CHECK(host::stored_match_again(match_of({"chance", "greedy"}), run, "./agon") ==
        "./agon --game tonga --set n=6 --openings o.txt --opening-plies 4 --time 2 --turn-time 0.5 --increment 0.1 "
        "--game-wall 5 --game-memory 512 --threads 2 --fresh --plugin "
        "random,name=chance --plugin ./bots/greedy.so,depth=3 "
        "--seats listed --seed 7 --record match-12-seed-7.jsonl --quiet && ./agon replay match-12-seed-7.jsonl");
}

TEST_CASE("a run with random seeds gives its matches' secret") {
  const std::string run = "host tournament --game tonga --plugin greedy --plugin random --seeds random:9:";
  const std::string again =
      host::stored_match_again(match_of({"greedy", "random"}), run + "00112233445566778899aabbccddeeff", "host");
  CHECK(says(again, " --secret "));
  CHECK_FALSE(says(again, "00112233445566778899aabbccddeeff"));
  CHECK(says(host::stored_match_again(match_of({"greedy", "random"}), run + "nonsense", "host"), "--seed 7"));
}

TEST_CASE("a strategy that the command line does not name is written with its options, and a lost command with all") {
  const std::string run = "host --game tonga --plugin greedy --seeds 1-2";
  CHECK(says(host::stored_match_again(match_of({"server", "greedy"}), run, "host"),
             "--plugin server,depth=3 --plugin greedy --seats"));
  CHECK(host::stored_match_again(match_of({"server"}), "", "host")
            .starts_with("host --game tonga --set n=6 --plugin server,depth=3 --seed 7 "));
}

TEST_CASE("a file's strategy may have any id, but of two files of one name neither is guessed") {
  CHECK(says(host::stored_match_again(match_of({"champion", "random"}),
                                      "host --game tonga --plugin build/mybot.so --plugin random", "host"),
             "--plugin build/mybot.so --plugin random --seats"));
  CHECK(host::stored_match_again(match_of({"mybot", "mybot"}),
                                 "host compare --game tonga --plugin new/mybot.so --against old/mybot.so", "host")
            .empty());
}

TEST_CASE("programs are found by their files' names, and files of one name by the names that distinguished them") {
  const std::string run =
      "host tournament --game tonga --plugin ./bots/\u0431\u043e\u0442.py --plugin 'run:python3 \"my bots/bot-1.2.py\" "
      "5' "
      "--plugin anna/bot.py,name=anna/bot --plugin jan.so";
  CHECK(says(host::stored_match_again(match_of({"bot-1.2", "\u0431\u043e\u0442"}), run, "host"),
             "--plugin 'run:python3 \"my bots/bot-1.2.py\" 5' --plugin './bots/\u0431\u043e\u0442.py' --seats"));
  CHECK(says(host::stored_match_again(match_of({"anna/bot", "jan"}), run, "host"),
             "--plugin anna/bot.py,name=anna/bot --plugin jan.so --seats"));
}

TEST_CASE("a game that is a file is named for the replay, too, and no word of a command line runs in a shell") {
  const std::string again = host::stored_match_again(
      match_of({"greedy"}), "host --game ./mygame.so --set 'n=$(rm x)' --plugin greedy", "host");
  CHECK(again.ends_with("host replay match-12-seed-7.jsonl --game ./mygame.so"));
  CHECK(says(again, "--set 'n=$(rm x)'"));
  CHECK(says(host::stored_match_again(match_of({"greedy"}), "host --game $(rm) --plugin greedy", "host"),
             "--game '$(rm)'"));
}

TEST_CASE("the search of a tuning is told from its check and from other runs by the command") {
  CHECK(host::is_search("agon tune --game tonga --plugin server"));
  CHECK_FALSE(host::is_search("agon compare --game tonga --plugin server --against tune"));
  CHECK_FALSE(host::is_search("agon --game tonga --plugin tune"));
  CHECK_FALSE(host::is_search(""));
}
