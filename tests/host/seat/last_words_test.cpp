// Which line of a log says why its writer has ended.
#include "host/isolation/channel.hpp"
#include "host/seat/program_messages.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

using host::last_words;
using host::misses_file;

TEST_CASE("the last line that is not blank has the last words") {
  CHECK(last_words("").empty());
  CHECK(last_words("\n  \n").empty());
  CHECK(last_words("first\n  last \n\n") == "last");
  CHECK(last_words("Traceback (most recent call last):\n  File \"bot.py\", line 3\nValueError: no move\n") ==
        "ValueError: no move");
  CHECK(last_words("bot: bot.cpp:7: int main(): Assertion `n > 0' failed.\n") ==
        "bot: bot.cpp:7: int main(): Assertion `n > 0' failed.");
}

TEST_CASE("of a failure of Python with a message of several lines, they are the first one, below the last stack") {
  const std::string stack = "Traceback (most recent call last):\n  File \"bot.py\", line 3, in <module>\n    turn()\n";
  const std::string chained =
      "KeyError: 'a'\n\nDuring handling of the above exception, another exception occurred:\n\n";
  CHECK(last_words(stack + chained + stack + "RuntimeError: no device\nCompile with tests\nto see more.\n") ==
        "RuntimeError: no device");
  CHECK(last_words(stack + "ValueError: no move\nException ignored in: <stdout>\nBrokenPipeError: Broken pipe\n") ==
        "ValueError: no move");
  CHECK(last_words("  + Exception Group Traceback (most recent call last):\n  |   File \"bot.py\", line 2\n"
                   "  | ExceptionGroup: several (1 sub-exception)\n  +-+---------------- 1 ----------------\n"
                   "    | ValueError: one\n    +------------------------------------\n") == "| ValueError: one");
}

TEST_CASE("of a failure of Node.js, they are the error") {
  CHECK(last_words("/bots/bot.js:5\n  null.x;\n       ^\n\nTypeError: Cannot read properties of null (reading 'x')\n"
                   "    at Object.<anonymous> (/bots/bot.js:5:8)\n    at node:internal/main:28:49\n\n"
                   "Node.js v20.20.2\n") == "TypeError: Cannot read properties of null (reading 'x')");
  CHECK(last_words("node:internal/modules:1\n  throw err;\n  ^\n\nError: Cannot find module 'x'\nRequire stack:\n"
                   "- /bots/bot.js\n    at Module._resolve (node:internal:1:1) {\n  code: 'MODULE_NOT_FOUND',\n"
                   "  requireStack: [ '/bots/bot.js' ]\n}\n\nNode.js v20.20.2\n") == "Error: Cannot find module 'x'");
  CHECK(last_words("/bots/bot.js:1\nthrow 'no move'\n^\nno move\n(Use `node --trace-uncaught ...` to show where the "
                   "exception was thrown)\n\nNode.js v20.20.2\n") == "no move");
  CHECK(last_words("Node.js v20.20.2\n") == "Node.js v20.20.2");
}

TEST_CASE("of a failure in Java, Ruby, Rust, Go and C++, they are the cause above the frames, with both its lines") {
  CHECK(last_words("Exception in thread \"main\" java.lang.RuntimeException: outer\n\tat Bot.main(Bot.java:5)\n"
                   "Caused by: java.lang.NullPointerException: inner\n\tat Bot.turn(Bot.java:9)\n\t... 1 more\n") ==
        "Caused by: java.lang.NullPointerException: inner");
  CHECK(last_words("bot.rb:2:in `turn': no move (RuntimeError)\n\tfrom bot.rb:5:in `<main>'\n") ==
        "bot.rb:2:in `turn': no move (RuntimeError)");
  CHECK(last_words("thread 'main' panicked at src/main.rs:3:9:\nindex out of bounds: the len is 0\n"
                   "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n") ==
        "thread 'main' panicked at src/main.rs:3:9: index out of bounds: the len is 0");
  CHECK(last_words("panic: runtime error: nil pointer\n[signal SIGSEGV: segmentation violation]\n\n"
                   "goroutine 1 [running]:\nmain.main()\n\t/bots/bot.go:7 +0x1d\nexit status 2\n") ==
        "panic: runtime error: nil pointer");
  CHECK(last_words("runtime: goroutine stack exceeds 1000000000-byte limit\nfatal error: stack overflow\n\n"
                   "runtime stack:\nruntime.throw({0x4a, 0xe})\n\t/usr/lib/go/panic.go:1023 +0x5c\n\n"
                   "goroutine 1 [running]:\nmain.f(0x1)\n") == "fatal error: stack overflow");
  CHECK(last_words("thread 'main' panicked at src/main.rs:3:9:\nno move\nstack backtrace:\n"
                   "   0: rust_begin_unwind\n             at /rustc/library/std/src/panicking.rs:662:5\n"
                   "note: Some details are omitted\n") == "thread 'main' panicked at src/main.rs:3:9: no move");
  CHECK(last_words("terminate called after throwing an instance of 'std::runtime_error'\n  what():  no move\n") ==
        "terminate called after throwing an instance of 'std::runtime_error': no move");
}

TEST_CASE("what a program writes to its standard output is not among them, nor that the log is full") {
  CHECK(last_words("no move\nstdout: I see 36 squares\n") == "no move");
  CHECK(last_words("no move\n(the log is full)\n") == "no move");
  CHECK(last_words("stdout: I see 36 squares\n").empty());
}

TEST_CASE("a file that can't be opened is recognised, other things that can't be done are not") {
  for (const char* const text :
       {"can't open weights.txt", "FileNotFoundError: [Errno 2] No such file or directory: 'w'",
        "Error: EACCES: permission denied, open 'w'", "Failed to open weights.txt"})
    CHECK(misses_file(text));
  for (const char* const text : {"TypeError: Cannot read properties of null", "no move", ""})
    CHECK_FALSE(misses_file(text));
}

// Where things lie in the memory that host and worker share.

using host::channel::Channel;
using host::channel::Layout;
using host::channel::Slot;
using host::channel::Start;

TEST_CASE("nothing in the shared memory overlaps") {
  for (const std::uint64_t capacity : {0U, 1U, 63U, 64U, 100'000U}) {
    Start start{};
    start.task_size = 77;
    start.observation_capacity = capacity;
    start.action_capacity = capacity + 1;
    start.reply_capacity = capacity / 2;
    const Layout layout(start);
    CHECK(layout.task >= sizeof(Channel));
    CHECK(layout.slot >= layout.task + start.task_size);
    CHECK(layout.slot % 64 == 0);
    CHECK(layout.observation >= layout.slot + sizeof(Slot));
    CHECK(layout.observation % 16 == 0);
    CHECK(layout.action >= layout.observation + start.observation_capacity);
    CHECK(layout.action % 16 == 0);
    CHECK(layout.reply >= layout.action + start.action_capacity);
    CHECK(layout.size >= layout.reply + start.reply_capacity);
  }
}
