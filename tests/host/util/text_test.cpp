// Text of plugins, files and users, made fit for a terminal, for JSON and for a shell; words and numbers in messages.
#include "host/util/text.hpp"
#include "host/util/escape.hpp"
#include "tests/support/checked_json.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>

TEST_CASE("letters, signs and emoji of all languages pass") {
  for (const std::string text : {"", "plain ASCII, 100 % ~", "Größe é ñ ş", "漢字 かな 한글", "Ωμέγα Жук", "שלום עולם",
                                 "سلام", "می‌خواهم", "क्‍ष", "🙂 👩‍💻 🏳️‍🌈 ❤️",
                                 "→ ≤ ½ ™ “quoted”", "e\u0301", "\u00a0\u3000", "\ue0a0", "\ufffd"}) {
    CAPTURE(text);
    CHECK(host::printable(text) == text);
    CHECK(host::plain_lines(text) == text);
    CHECK(host::is_printable(text));
  }
}

TEST_CASE("what breaks a line becomes a blank in what is one line, and stays in what has several") {
  CHECK(host::printable("a\tb\nc\rd\ve\ff") == "a b c d e f");
  CHECK(host::plain_lines("a\tb\nc") == "a\tb\nc");
  CHECK(host::plain_lines("a\rb\v\f") == "a\\x0db\\x0b\\x0c");
  CHECK_FALSE(host::is_printable("a\nb"));
}

TEST_CASE("what steers a terminal, turns the direction of writing or is not visible becomes an escape") {
  CHECK(host::printable("\x1b[31mred\x07") == "\\x1b[31mred\\x07");
  CHECK(host::printable(std::string("\0\x7f", 2)) == "\\x00\\x7f");
  CHECK(host::printable("\u009b2J") == "\\u009b2J");
  for (const std::string text :
       {"\u0080",     "\u009f",     "\u00ad",     "\u061c",     "\u115f",     "\u180e",    "\u200b", "\u200e",
        "\u200f",     "\u2028",     "\u2029",     "\u202a",     "\u202e",     "\u2060",    "\u2066", "\u2069",
        "\u206f",     "\u3164",     "\ufe00",     "\ufeff",     "\ufff9",     "\ufffe",    "\uffff", "\ufdd0",
        "\U0001d173", "\U000e0001", "\U000e007f", "\U000e0100", "\U0001fffe", "\U0010ffff"}) {
    CAPTURE(text);
    CHECK(host::printable("a" + text).starts_with("a\\"));
    CHECK(host::plain_lines("\U0001f642" + text).starts_with("\U0001f642\\"));
    CHECK_FALSE(host::is_printable(text));
  }
  CHECK(host::printable("\u202e") == "\\u202e");
  CHECK(host::printable("\U000e0001") == "\\U000e0001");
}

TEST_CASE("joiners and selectors are left where a script or an emoji has them, and hide nothing elsewhere") {
  CHECK(host::printable("gre\u200dedy") == "gre\\u200dedy");
  CHECK(host::printable("v1\ufe0f") == "v1\\ufe0f");
  CHECK(host::printable("\u200d") == "\\u200d");
  CHECK(host::printable("\u2764\ufe0f") == "\u2764\ufe0f");
  CHECK(host::printable("\u2764\ufe0f\u200d\u200d") == "\u2764\ufe0f\u200d\\u200d");
}

TEST_CASE("bytes that are no UTF-8 become escapes, one each") {
  CHECK(host::printable("caf\xe9!") == "caf\\xe9!");
  CHECK(host::printable("\xff\xc3") == "\\xff\\xc3");
  CHECK(host::printable("\xe2\x82") == "\\xe2\\x82");
  CHECK(host::printable("\xc0\x9b") == "\\xc0\\x9b");           // ESC, overlong
  CHECK(host::printable("\xed\xa0\x80") == "\\xed\\xa0\\x80");  // half of a pair
  CHECK(host::printable("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");
}

TEST_CASE("JSON means the same with its escapes, and shows nothing that is not visible") {
  const support::Json json = {{"a\u202e", "\u009b \x7f \x1b \U000e0001 \U0001f642 ü"}, {"b", "\n"}};
  for (const int indent : {-1, 2}) {
    const std::string text = host::plain_json(support::to_text(json, indent));
    CHECK(support::parse_json(text) == json);
    CHECK(host::plain_lines(text) == text);
    CHECK(text.find("\\u202e") != std::string::npos);
    CHECK(text.find("\\udb40\\udc01") != std::string::npos);
    CHECK(text.find("ü") != std::string::npos);
  }
}

TEST_CASE("a word for a shell is as short as it can be, and visible") {
  CHECK(host::shell_word("plain") == "plain");
  CHECK(host::shell_word("./a,b=c@d.so") == "./a,b=c@d.so");
  CHECK(host::shell_word("") == "''");
  CHECK(host::shell_word("two words") == "'two words'");
  CHECK(host::shell_word("it's") == "'it'\\''s'");
  CHECK(host::shell_word("größe") == "'größe'");
  CHECK(host::shell_word("a\nb'\\") == "$'a\\012b\\'\\\\'");
  CHECK(host::shell_word("\xff"
                         "1\u202e") == "$'\\3771\\342\\200\\256'");
}

TEST_CASE("how much of a character is missing at the end of a text is known") {
  CHECK(host::unfinished("") == 0);
  CHECK(host::unfinished("a") == 0);
  CHECK(host::unfinished("ü") == 0);
  CHECK(host::unfinished("\xc3") == 1);
  CHECK(host::unfinished("a\xe2\x82") == 2);
  CHECK(host::unfinished("\xf0\x9f\x99") == 3);
  CHECK(host::unfinished("🙂") == 0);
  CHECK(host::unfinished("\xff") == 0);
  CHECK(host::unfinished("\x80\x80\x80\x80") == 0);
}

namespace {

using Parts = std::vector<std::string>;

}  // namespace

TEST_CASE("text is split at every separator, and joined again") {
  CHECK(host::split("", ',') == Parts{""});
  CHECK(host::split("a", ',') == Parts{"a"});
  CHECK(host::split("a,b,,c", ',') == Parts{"a", "b", "", "c"});
  CHECK(host::split(",", ',') == Parts{"", ""});
  CHECK(host::join({}).empty());
  CHECK(host::join({"a"}) == "a");
  CHECK(host::join({"a", "b", "c"}) == "a, b, c");
  CHECK(host::join({"a", "a"}, "|") == "a|a");
}

TEST_CASE("a slip of the keyboard finds the word that was meant") {
  const Parts words = {"server", "random", "greedy", "a"};
  CHECK(host::did_you_mean("sever", words) == " (did you mean 'server'?)");
  CHECK(host::did_you_mean("serevr", words) == " (did you mean 'server'?)");
  CHECK(host::did_you_mean("randomm", words) == " (did you mean 'random'?)");
  CHECK(host::did_you_mean("gredy", words) == " (did you mean 'greedy'?)");
  CHECK(host::did_you_mean("gr", words) == " (did you mean 'greedy'?)");
}

TEST_CASE("a word that is like none of them finds nothing") {
  const Parts words = {"server", "random"};
  CHECK(host::did_you_mean("tiger", words).empty());
  CHECK(host::did_you_mean("xyz", words).empty());
  CHECK(host::did_you_mean("", words).empty());
  CHECK(host::did_you_mean("server", {}).empty());
}

TEST_CASE("numbers are written as short as they can be read back") {
  CHECK(host::decimal(4.0) == "4");
  CHECK(host::decimal(-0.5) == "-0.5");
  CHECK(host::decimal(0.1) == "0.1");
  CHECK(host::decimal(1e-7) == "1e-07");
  CHECK(host::decimal(1e21) == "1e+21");
  for (const double number : {1.0 / 3, 5e-324, std::numeric_limits<double>::max(), 123456.789}) {
    CHECK(std::strtod(host::decimal(number).c_str(), nullptr) == number);
  }
}

TEST_CASE("whole numbers are written in full") {
  CHECK(host::decimal(100000) == "100000");
  CHECK(host::decimal(-3e9) == "-3000000000");
  CHECK(host::decimal(9007199254740992) == "9007199254740992");
}

TEST_CASE("memory is written in MiB of 2^20 bytes, to two digits at most") {
  CHECK(host::in_mebibytes(64 << 20) == "64 MiB");
  CHECK(host::in_mebibytes(512 << 10) == "0.5 MiB");
  CHECK(host::in_mebibytes(64'000'000) == "61.04 MiB");
  CHECK(host::in_mebibytes(std::int64_t{1} << 44) == "16777216 MiB");
}

TEST_CASE("what is counted stands in the singular or the plural") {
  CHECK(host::counted(0, "seed") == "0 seeds");
  CHECK(host::counted(1, "match") == "1 match");
  CHECK(host::counted(2, "match") == "2 matches");
  CHECK(host::counted(1, "strategy") == "1 strategy");
  CHECK(host::counted(1'000'000, "strategy") == "1000000 strategies");
}

TEST_CASE("text is as wide as it has letters") {
  CHECK(host::width("") == 0);
  CHECK(host::width("abc") == 3);
  CHECK(host::width("caf\xC3\xA9 \xE2\x97\x8F") == 6);
}
