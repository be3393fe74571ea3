// Values for declared settings: which are taken, in which spelling, and what is said of the others.
#include "host/plugin/spec.hpp"
#include "host/util/escape.hpp"
#include "tests/support/refusal.hpp"

#include <doctest/doctest.h>

#include <map>

namespace {

using Values = std::vector<std::optional<std::string>>;

host::SettingDescription setting(std::int32_t kind, double minimum = 0, double maximum = 0, double step = 1) {
  return {.name = "x",
          .summary = "",
          .kind = kind,
          .fallback = std::nullopt,
          .minimum = minimum,
          .maximum = maximum,
          .step = step,
          .choices = {}};
}

void takes(const host::SettingDescription& declared, const std::map<std::string, std::string>& spellings) {
  for (const auto& spelling : spellings) {
    CAPTURE(spelling.first);
    CHECK(host::checked_value(declared, spelling.first) == spelling.second);
    CHECK(host::checked_value(declared, spelling.second) == spelling.second);
  }
}

void refuses(const host::SettingDescription& declared, const std::vector<std::string>& values, std::string_view right) {
  for (const std::string& value : values) {
    CAPTURE(value);
    const auto refusal = support::refusal([&] { host::checked_value(declared, value); });
    CHECK(refusal.code == host::Exit::usage);
    CHECK(refusal.text.starts_with("x=" + host::printable(value) + ": it takes "));
    CHECK_MESSAGE(refusal.says(right), refusal.text);
  }
}

const std::vector<host::SettingDescription> declared = [] {
  std::vector<host::SettingDescription> all;
  for (const char* const name : {"size", "fast", "note"}) {
    host::SettingDescription one = setting(AGON_TEXT);
    one.name = name;
    all.push_back(one);
  }
  all[0].kind = AGON_INTEGER;
  all[0].minimum = 1;
  all[0].maximum = 9;
  all[0].fallback = "3";
  all[1].kind = AGON_FLAG;
  return all;
}();

}  // namespace

TEST_CASE("integers are taken within their range, on their steps, in their shortest spelling") {
  takes(setting(AGON_INTEGER, -5, 20),
        {{"7", "7"}, {"-5", "-5"}, {"20", "20"}, {"08", "8"}, {"-0", "0"}, {"000", "0"}});
  refuses(setting(AGON_INTEGER, -5, 20), {"21", "-6", "", "x", "1.0", "1e1", "+1", " 1", "1 ", "0x1", "--1"},
          "-5 to 20");
  takes(setting(AGON_INTEGER, 6, 16, 2), {{"6", "6"}, {"10", "10"}, {"16", "16"}});
  refuses(setting(AGON_INTEGER, 6, 16, 2), {"7", "15", "4", "18"}, "6, 8, ..., 16");
  takes(setting(AGON_INTEGER, -3, 9, 4), {{"-3", "-3"}, {"1", "1"}, {"9", "9"}});
  refuses(setting(AGON_INTEGER, -3, 9, 4), {"0", "3"}, "-3, 1, ..., 9");
  refuses(setting(AGON_INTEGER, -1, 1, 2), {"0", "2"}, "it takes -1 or 1");
  refuses(setting(AGON_INTEGER, 6, 11, 2), {"7", "12"}, "it takes 6, 8 or 10");
  refuses(setting(AGON_INTEGER, 6, 7, 2), {"7"}, "it takes 6");
}

TEST_CASE("integers end where doubles can't tell them apart any more") {
  const auto widest = setting(AGON_INTEGER, -9007199254740992.0, 9007199254740992.0);
  takes(widest, {{"9007199254740992", "9007199254740992"}, {"-9007199254740992", "-9007199254740992"}});
  refuses(widest, {"9007199254740993", "-9007199254740993", "9223372036854775807", "9223372036854775808"}, "");
}

TEST_CASE("numbers are taken within their range, in their shortest spelling") {
  takes(setting(AGON_NUMBER, -1, 100),
        {{"0.5", "0.5"}, {"1e1", "10"}, {"0.50", "0.5"}, {"100", "100"}, {"-1.0", "-1"}, {"1e-7", "1e-07"}});
  refuses(setting(AGON_NUMBER, -1, 100), {"100.1", "-1.01", "", "x", "nan", "inf", "-inf", "1e999", "0,5", "1f", "+1"},
          "-1 to 100");
  refuses(setting(AGON_NUMBER, 0, std::numeric_limits<double>::infinity()), {"inf", "nan"}, "");
}

TEST_CASE("flags are taken in the usual words and kept as yes or no") {
  takes(setting(AGON_FLAG), {{"yes", "yes"},
                             {"true", "yes"},
                             {"1", "yes"},
                             {"on", "yes"},
                             {"no", "no"},
                             {"false", "no"},
                             {"0", "no"},
                             {"off", "no"}});
  refuses(setting(AGON_FLAG), {"", "Yes", "maybe", "2", "y"}, "yes or no");
}

TEST_CASE("choices are taken as they are declared, and a slip is told") {
  host::SettingDescription choice = setting(AGON_CHOICE);
  choice.choices = {"squares", "edges"};
  takes(choice, {{"squares", "squares"}, {"edges", "edges"}});
  refuses(choice, {"", "Edges", "squares|edges", "circles"}, "squares | edges");
  refuses(choice, {"squres"}, "(did you mean 'squares'?)");
}

TEST_CASE("text is taken as it is, without what would break it apart") {
  takes(setting(AGON_TEXT), {{"", ""}, {"a b=c", "a b=c"}, {"caf\xC3\xA9", "caf\xC3\xA9"}});
  refuses(setting(AGON_TEXT), {"a,b", "a\nb", "a\rb"}, "text without a comma or a line break");
  const std::string with_end("a\0b", 3);
  CHECK(support::refusal([&] { host::checked_value(setting(AGON_TEXT), with_end); }).code == host::Exit::usage);
}

TEST_CASE("assignments are read in order, with everything behind the first equals sign") {
  CHECK(host::parse_assignments("n=10,board=12./3.1", "--set") == host::Assignments{{"n", "10"}, {"board", "12./3.1"}});
  CHECK(host::parse_assignments("a=", "--set") == host::Assignments{{"a", ""}});
  CHECK(host::parse_assignments("a=b=c", "--set") == host::Assignments{{"a", "b=c"}});
  CHECK(host::parse_assignments("a=1,a=2", "--set") == host::Assignments{{"a", "1"}, {"a", "2"}});
}

TEST_CASE("each declared setting gets what was given, else its default, else nothing") {
  CHECK(host::resolve(declared, {}, "tonic", "parameter") == Values{"3", std::nullopt, std::nullopt});
  CHECK(host::resolve(declared, {{"note", "hi"}, {"fast", "on"}}, "tonic", "parameter") == Values{"3", "yes", "hi"});
  CHECK(host::resolve(declared, {{"size", "05"}}, "tonic", "parameter")[0] == "5");
}

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
      {"'./a,b/my.so',depth=3", "./a,b/my.so", {{"depth", "3"}}, ""},
      {"my.so,weights=\"1,2\",note='it\"s',name=deep", "my.so", {{"weights", "1,2"}, {"note", "it\"s"}}, "deep"},
      {"it's.so,note=it's", "it's.so", {{"note", "it's"}}, ""},
      {"run:sh \"a,b.sh\" 1,note='c,d'", "run:sh \"a,b.sh\" 1", {{"note", "c,d"}}, ""},
  };
  for (const Row& row : table) {
    CAPTURE(row.text);
    const host::PluginSpec spec = host::PluginSpec::parse(row.text);
    CHECK(spec.plugin == row.plugin);
    CHECK(spec.options == row.options);
    CHECK(spec.name == row.name);
    const host::PluginSpec again = host::PluginSpec::parse(host::spec_text(spec.plugin, spec.options));
    CHECK(again.plugin == row.plugin);
    CHECK(again.options == row.options);
  }
}
