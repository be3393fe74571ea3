// What a program does wrong, the result says so that its author can mend it.
#include "tests/programs/scripts.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

using namespace programs;

/// A program that gets ready, and does this at its first turn.
struct Failing {
  const char* turn;
  const char* kind;
  const char* reason;
};

void fails(const Failing& how, const Words& more = {}) {
  const Stage stage;
  // On a busy machine, any other strategy might exceed a tight limit before the first turn.
  const std::string bot = stage.script("bot.sh", how.turn);
  const support::Json match = stage.match(bot, more, bot);
  CAPTURE(std::string(how.turn));
  check_outcome(match, how.kind, how.reason);
}

void fails_to_start(const std::string& text, const std::string& kind, const std::string& reason,
                    const std::string& options = "") {
  const Stage stage;
  const support::Json match = stage.match(stage.write("bot.sh", "#!/bin/sh\n" + text) + options);
  CAPTURE(text);
  check_outcome(match, kind, reason);
}

}  // namespace

TEST_CASE("an action that is none is illegal, with the game's reason") {
  fails({"echo 'action 9 9'", "illegal", "9"});
  fails({"echo 'action here'", "illegal", "it answered 'here': "});
  fails({"printf 'action 1 1\\0\\n'", "illegal", "it answered '1 1\\x00': it has a zero byte"});
}

TEST_CASE("a misspelt word and an action without its word are named, with what is expected") {
  fails({"echo 'acton 1 1'", "error", "it wrote 'acton 1 1', and the host expects 'action' and the action"});
  fails({"echo '1 1'", "error", "it wrote '1 1', and the host expects 'action' and the action, as in 'action 1 1'"});
  fails({"echo 'bestmove 1 1'", "error",
         "it wrote 'bestmove 1 1', and the host expects 'action' and the action, as in 'action 1 1'"});
  // The game describes its actions if the line has none.
  fails(
      {"echo 'move e4'", "error",
       "it wrote 'move e4', and the host expects 'action' and the action: 'e4' is no move: write row and column, both "
       "from 0, as in '3 4'"});
}

TEST_CASE("an indented word, and one in capitals, are errors at once") {
  fails({"echo ' action 1 1'", "error",
         "it wrote ' action 1 1', and the host expects 'action' and the action, as in 'action 1 1'"});
  fails({"echo 'ACTION 1 1'", "error", "as in 'action 1 1'"});
  fails_to_start("echo ' ready'; sleep 100", "load", "it wrote ' ready', and the host expects 'ready'");
}

TEST_CASE("blanks and tabs between the words of an answer, and at its end, change nothing") {
  const Stage stage;
  const auto actions = [&](const std::string& answer) {
    const support::Json match = stage.match(stage.script("bot.sh", "first_empty; set -- $cell; " + answer));
    CHECK(kind_of(match) == "ok");
    return match.at("actions");
  };
  const support::Json plain = actions("echo \"action $1 $2\"");
  CHECK(actions("echo \"action $1 $2 \"") == plain);
  CHECK(actions("echo \"action  $1 $2\"") == plain);
  CHECK(actions("echo \"action $1   $2\"") == plain);
  CHECK(actions("printf 'action\\t%s\\t%s \\r\\n' $1 $2") == plain);
}

TEST_CASE("a closed pipe is reported with the exit status and the end of standard error") {
  fails({"echo 'first' >&2; echo 'no such square' >&2; exit 3", "exit",
         "it ended, with exit status 3; the end of its standard error: no such square"});
  fails({"kill -SEGV $$", "crash", "it crashed (SIGSEGV)"});
}

TEST_CASE("the reason has the error of an interpreter, not what it writes below") {
  fails({"printf 'bot.js:1\\nTypeError: no move\\n    at turn (bot.js:1:1)\\n\\nNode.js v20.20.2\\n' >&2; exit 1",
         "exit", "; the end of its standard error: TypeError: no move"});
}

TEST_CASE("a file that can't be opened is told to lie outside the folders that the sandbox opens, where there is one") {
  const char* const turn = "echo \"can't open weights.txt\" >&2; exit 1";
  fails({turn, "exit", "can't open weights.txt. The sandbox opens only the program's own folder and the system's; "});
  const Stage stage;
  const support::Json match = stage.match(stage.script("bot.sh", turn), {"--isolation", "process"});
  CHECK(reason_of(match).ends_with("can't open weights.txt"));
}

TEST_CASE("what a program writes to its standard output and is no message is in the log, and is no last word") {
  const Stage stage;
  const std::string bot = stage.script("bot.sh", "echo 'I see 36 squares'; echo 'no move' >&2; exit 3");
  const support::Result result =
      stage.host(e2e::tonga({"--seats", "listed", "--plugin", bot, "--plugin", "greedy", "--log"}));
  check_has(result.err, "stdout: I see 36 squares");
  check_has(result.out, "the end of its standard error: no move");
}

TEST_CASE("a program that closes its output and runs on is ended") {
  fails({"exec >&-; sleep 100", "exit", "it closed its output, and runs on"});
}

TEST_CASE("an answer without a line break is reported with its length") {
  fails({"printf 'action 1 1'; read -r never", "stall",
         "the program is alive and has written 10 bytes without a line break"});
}

TEST_CASE("a program that ends after half a line is told the length of what it has left open") {
  fails({"printf 'action 1'; exit 3", "exit",
         "it ended, with exit status 3; its last 8 bytes came without a line break: end each message with one"});
  fails({"printf 'act'; kill -SEGV $$", "crash", "it crashed (SIGSEGV); its last 3 bytes came without a line break"});
  fails({"printf 'action 1'; exec >&-; sleep 100", "exit",
         "it closed its output, and runs on; its last 8 bytes came without a line break"});
  fails_to_start("printf ready; exit 0", "load",
                 "it ended before it wrote 'ready', with exit status 0; its last 5 bytes came without a line break");
}

TEST_CASE("a program that does not answer in time is told what the host has waited for") {
  fails({"sleep 100", "stall", "it did not answer within 0.2"}, {"--wall", "0.2"});
  fails({"echo 'play 1 1'; sleep 100", "stall",
         "it wrote 'play 1 1', and the host expects 'action' and the action, as in 'action 1 1'"},
        {"--wall", "0.2"});
  fails({"echo 'thinking'; sleep 100", "stall",
         "it wrote 'thinking', and the host expects 'action' and the action: 'thinking' is no move: write row and "
         "column"},
        {"--wall", "0.2"});
  fails({"while :; do :; done", "time", "it used up its CPU time of 0.1 s"}, {"--time", "0.1"});
}

TEST_CASE("the CPU time of children counts, also of orphans") {
  const std::string busy = "(while :; do :; done) & sleep 100";
  fails({busy.c_str(), "time", "it used up its CPU time"}, {"--time", "0.2"});
  const std::string orphan = "( (while :; do :; done) & ) ; sleep 100";
  fails({orphan.c_str(), "time", "it used up its CPU time"}, {"--time", "0.2"});
}

TEST_CASE("a line without an end is refused before it fills the memory") {
  fails({"while :; do printf '0123456789012345678901234567890123456789'; done", "error",
         "it wrote more than 65536 bytes without a line break"});
}

TEST_CASE("unknown messages are ignored, as long as an answer follows") {
  const Stage stage;
  const std::string turn = std::string("echo hello; echo 'info depth 3'; echo; ") + takes_first;
  CHECK(kind_of(stage.match(stage.script("bot.sh", turn))) == "ok");
}

TEST_CASE("a program that is not ready in time is reported, with the option that allows more") {
  fails_to_start("while :; do :; done", "load",
                 "its start took more than 0.1 s of CPU time: the option start=", ",start=0.1");
  fails_to_start("read -r never; sleep 100", "load", "it has slept for ", ",start=0.2");
  fails_to_start("echo 'cannot open the book' >&2; exit 2", "load",
                 "it ended before it wrote 'ready', with exit status 2; the end of its standard error: cannot open the "
                 "book");
  fails_to_start("echo redy; sleep 100", "load", "it wrote 'redy', and the host expects 'ready'");
  fails_to_start("kill -SEGV $$; sleep 100", "load", "it crashed before it wrote 'ready' (SIGSEGV)");
}

TEST_CASE("options that a program refuses are an error of the command line") {
  const Stage stage;
  const std::string bot =
      stage.write("bot.sh", "#!/bin/sh\nread -r line\necho 'error no option depth'\nread -r line\n");
  stage.refuses({"--game", "tonga", "--plugin", bot + ",depth=3"}, 2, "strategy bot: it says: no option depth");
}
