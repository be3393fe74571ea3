// `validate` judges programs: what a sound one passes, and the faults that each check finds.
#include "tests/programs/scripts.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

using namespace programs;

/// Returns the results of these checks, or of all.
support::Json validated(const Stage& stage, const std::string& program, const Words& only = {}) {
  // A fixed seed: with most seeds, two matches show each fault, but not with all.
  Words words = {"validate", "--game", "tonga", "--json", "--matches", "2", "--seed", "1", program};
  for (const std::string& check : only) words.insert(words.end(), {"--only", check});
  const support::Result result = stage.host(words);
  CHECK(result.err == "");
  return support::parse_json(result.out).at("checks");
}

/// Checks that this check finds this fault of a program that does `turn` at its turns, and `start` at its start.
void finds(const std::string& check, const std::string& verdict, const std::string& text, const std::string& turn,
           const std::string& start = "") {
  const Stage stage;
  const support::Json found = validated(stage, stage.script("bot.sh", turn, start), {check});
  CAPTURE(check);
  REQUIRE(found.size() == 1);
  CHECK(found.at(0).at("id") == check);
  CHECK(found.at(0).at("result") == verdict);
  const auto said = found.at(0).at("text").get<std::string>();
  check_has(said, text);
}

}  // namespace

TEST_CASE("a sound program passes all checks") {
  const Stage stage;
  const support::Json found = validated(stage, stage.script("bot.sh", takes_first));
  CHECK(found.size() == 5);
  for (const support::Json& check : found) {
    CAPTURE(check.at("id").get<std::string>());
    CHECK_MESSAGE(check.at("result") == "ok", check.at("text").get<std::string>());
  }
}

TEST_CASE("faults of programs are found, each by its check") {
  finds("program-starts", "fail", "load: it ended before it wrote 'ready', with exit status 4", takes_first, "exit 4;");
  finds("program-plays", "fail", "illegal: it answered 'x'", "echo 'action x'");
  finds("program-takes-over", "fail", "it answered 'none'",
        "seen=${seen}x; [ \"${board#*[BW]}\" != \"$board\" ] && [ $seen = x ] && echo 'action none'; first_empty; echo "
        "\"action $cell\"");
  finds("program-repeats", "warn", "the second match of a process differs from the first",
        "first_empty; [ \"$played\" = yes ] && cell='5 5'; [ \"${board#*[BW]}\" = \"$board\" ] && played=yes; echo "
        "\"action $cell\"");
  finds("program-ends", "warn", "it ignores 'quit', and ends only when its input is closed",
        takes_first + std::string(" ;; quit) continue"));
  finds("program-ends", "fail", "it does not end after 'quit'", takes_first + std::string(" ;; quit) exec sleep 1000"));
  finds("program-ends", "fail", "it does not end when its input is closed",
        std::string("trap 'exec sleep 1000' EXIT; ") + takes_first, "trap 'exec sleep 1000' EXIT;");
}

TEST_CASE("a program needs a game, and is refused if it can't be run") {
  const Stage stage;
  stage.refuses({"validate", stage.script("bot.sh", takes_first)}, 2,
                "./bot.sh is a program: name the game that it plays, with --game");
  CHECK(stage.host({"validate", "--game", "tonga", stage.write("text.py", "print()\n")}).code == 3);
}

TEST_CASE("a cause that several checks find is told once, and a limit of time makes hanging programs known soon") {
  const Stage stage;
  const auto validate = [&](const std::string& turn) {
    return stage.host({"validate", "--game", "tonga", "--matches", "1", "--seed", "1", "--time", "0.1", "--only",
                       "program-plays", "--only", "program-takes-over", stage.script("bot.sh", turn)});
  };
  const std::string illegal = validate("echo 'action 99 99'").out;
  check_has(illegal, " for the same reason as program-plays\n");
  CHECK(illegal.find("illegal: ") == illegal.rfind("illegal: "));
  CHECK(has(validate("while :; do :; done").out, "it used up its CPU time of 0.1 s"));
  CHECK(stage.host({"validate", "--game", "tonga", "--time", "-1", "./bot.sh"}).code == 2);
}
