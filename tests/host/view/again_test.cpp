// Commands on a page: how they are broken, and made of what the database has.
#include "host/view/again.hpp"
#include "host/text.hpp"

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

/// The command that plays the match of a run with this command line again.
std::string again_of(const host::MatchReference& match, const std::string& run, const std::string& program = "host") {
  return host::join(host::stored_match_again(match, host::words_of_line(run), program), " ");
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a command breaks before its options, not inside them") {
  const host::Words words = {"host", "play", "--game", "tonga", "--set", "-a b", "--quiet"};
  CHECK(host::shell_phrases(words) == host::Words{"host play", "--game tonga", "--set '-a b'", "--quiet"});
  CHECK(host::shell_line(words) == "host play --game tonga --set '-a b' --quiet");
}

TEST_CASE("a match is played again with the game, parameters, limits and strategies of its run, in its seats") {
  const std::string run =
      "host tournament --game tonga --set n=6 --plugin ./bots/greedy.so,depth=3 --plugin=random,name=chance "
      "--opening-plies 4 --openings=o.txt --threads 2 --increment 0.1 --turn-time=0.5 --time 2 --seeds 1-9 --jobs 4 "
      "--db x.db --game-wall 5 --game-memory 512 --fresh";
  CHECK(again_of(match_of({"chance", "greedy"}), run, "./agon") ==
        "./agon --game tonga --set n=6 --openings o.txt --opening-plies 4 --time 2 --turn-time 0.5 --increment 0.1 "
        "--game-wall 5 --game-memory 512 --threads 2 --fresh --plugin "
        "random,name=chance --plugin ./bots/greedy.so,depth=3 "
        "--seats listed --seed 7 --record match-12-seed-7.jsonl --quiet && ./agon replay match-12-seed-7.jsonl");
}

TEST_CASE("a run with random seeds gives its matches' secret") {
  const std::string run = "host tournament --game tonga --plugin greedy --plugin random --seeds random:9:";
  const std::string again = again_of(match_of({"greedy", "random"}), run + "00112233445566778899aabbccddeeff");
  CHECK(says(again, " --secret "));
  CHECK_FALSE(says(again, "00112233445566778899aabbccddeeff"));
  CHECK(says(again_of(match_of({"greedy", "random"}), run + "nonsense"), "--seed 7"));
}

TEST_CASE("a strategy that the command line does not name is written with its options, and a lost command with all") {
  const std::string run = "host --game tonga --plugin greedy --seeds 1-2";
  CHECK(says(again_of(match_of({"server", "greedy"}), run), "--plugin server,depth=3 --plugin greedy --seats"));
  CHECK(
      again_of(match_of({"server"}), "").starts_with("host --game tonga --set n=6 --plugin server,depth=3 --seed 7 "));
}

TEST_CASE("a file's strategy may have any id, but of two files of one name neither is guessed") {
  CHECK(says(again_of(match_of({"champion", "random"}), "host --game tonga --plugin build/mybot.so --plugin random"),
             "--plugin build/mybot.so --plugin random --seats"));
  CHECK(again_of(match_of({"mybot", "mybot"}), "host compare --game tonga --plugin new/mybot.so --against old/mybot.so")
            .empty());
}

TEST_CASE("programs are found by their files' names, and files of one name by the names that distinguished them") {
  const std::string run =
      "host tournament --game tonga --plugin ./bots/\u0431\u043e\u0442.py --plugin 'run:python3 \"my bots/bot-1.2.py\" "
      "5' "
      "--plugin anna/bot.py,name=anna/bot --plugin jan.so";
  CHECK(says(again_of(match_of({"bot-1.2", "\u0431\u043e\u0442"}), run),
             "--plugin 'run:python3 \"my bots/bot-1.2.py\" 5' --plugin './bots/\u0431\u043e\u0442.py' --seats"));
  CHECK(
      says(again_of(match_of({"anna/bot", "jan"}), run), "--plugin anna/bot.py,name=anna/bot --plugin jan.so --seats"));
}

TEST_CASE("a game that is a file is named for the replay, too, and no word of a command line runs in a shell") {
  const std::string again = again_of(match_of({"greedy"}), "host --game ./mygame.so --set 'n=$(rm x)' --plugin greedy");
  CHECK(again.ends_with("host replay match-12-seed-7.jsonl --game ./mygame.so"));
  CHECK(says(again, "--set 'n=$(rm x)'"));
  CHECK(says(again_of(match_of({"greedy"}), "host --game $(rm) --plugin greedy"), "--game '$(rm)'"));
}

TEST_CASE("the search of a tuning is told from its check and from other runs by the command") {
  CHECK(host::is_search(host::words_of_line("agon tune --game tonga --plugin server")));
  CHECK_FALSE(host::is_search(host::words_of_line("agon compare --game tonga --plugin server --against tune")));
  CHECK_FALSE(host::is_search(host::words_of_line("agon --game tonga --plugin tune")));
  CHECK_FALSE(host::is_search(host::words_of_line("")));
}
