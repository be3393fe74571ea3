// Every template of every game plays a whole match from the start. Here each source is compiled as it stands, without a
// warning and without its project, which other tests build. Ordinarily each language is tried with one game, and each
// game in one language; the suite "slow" tries all.
#include "tests/e2e/host.hpp"
#include "tests/e2e/new_project.hpp"

#include <fstream>

using namespace e2e;

namespace {

/// The games that have a template in this language, as folders. Not every game was a contest's.
Words games_with_template(const std::string& language) {
  Words names;
  for (const auto& entry : fs::directory_iterator(source_folder / "plugins")) {
    if (fs::exists(entry.path() / "templates" / language)) names.push_back(entry.path().filename().string());
  }
  return names;
}

std::string include_flag() {
  return " -I '" + (built_folder.parent_path() / "include").string() + "' ";
}

const std::string warnings = " -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror ";
const std::string shared = " -shared -fPIC -fvisibility=hidden -Wl,-z,defs ";

/// How the sources of a language become lynx.so.
std::string compile_line(const std::string& language) {
  if (language == "c") return "cc -std=c99" + warnings + shared + include_flag() + "lynx/lynx.c -o lynx.so";
  if (language == "rust") {
    return "rustc --crate-name bot --crate-type cdylib --edition 2021 -D warnings -C opt-level=1 -C strip=symbols "
           "-o lynx.so lynx/lynx.rs";
  }
  const std::string dialect = language == "topcoder" ? "gnu++98" : "c++20";
  return "c++ -std=" + dialect + " -fno-gnu-unique" + warnings + shared + include_flag() + "lynx/lynx.cpp -o lynx.so";
}

void check(const std::string& game, const std::string& language) {
  CAPTURE(game);
  CAPTURE(language);
  const Desk desk;
  static_cast<void>(desk.made("strategy --game " + game + " --language " + language + " lynx"));
  static_cast<void>(desk.output(compile_line(language)));
  const std::string match = desk.output(built_host.string() + " --game " + game + " --plugin ./lynx.so");
  Desk::check_ok(match, "lynx");
}

/// All games' templates of one language.
void check_language(const std::string& language) {
  CHECK(games_with_template(language).size() >= 5);
  for (const std::string& game : games_with_template(language)) check(game, language);
}

/// A contest's class, as it stood there, in these dialects.
void check_dialects(const Words& dialects) {
  const Desk desk;
  static_cast<void>(desk.made("strategy --game tonga --language topcoder lynx"));
  const std::string source = content(desk.path() / "lynx/lynx.cpp");
  const std::string as_it_was =
      source.substr(0, source.find("AGON_TOPCODER")) + "AGON_TOPCODER_STRATEGY(PseudoTonga)\n";
  REQUIRE(as_it_was.size() < source.size());
  std::ofstream(desk.path() / "lynx.cpp") << as_it_was;
  for (const std::string& dialect : dialects) {
    CAPTURE(dialect);
    static_cast<void>(
        desk.output("c++ -O0 -std=" + dialect + warnings + shared + include_flag() + "lynx.cpp -o lynx.so"));
    const std::string match = desk.output(built_host.string() + " --game tonga --set n=6 --plugin ./lynx.so");
    Desk::check_ok(match, "pseudotonga");
  }
}

}  // namespace

TEST_CASE("a template of each language plays a match") {
  check("linez", "c++");
  check("chesspuzzle", "c");
  check("inc", "topcoder");
  check("polyomino", "rust");
}

TEST_CASE("a contest's class is compiled in old and new dialects of C++, and what the host reads of it is the same") {
  check_dialects({"c++98", "gnu++20"});
}

TEST_CASE("a contest's class that does not exist is one error of the compiler, in old and new dialects of C++") {
  const Desk desk;
  std::ofstream(desk.path() / "lynx.cpp") << "#include <agon/topcoder/linez.hpp>\n"
                                             "class Linez {};\n"
                                             "AGON_TOPCODER_STRATEGY(Linex)\n";
  for (const std::string dialect : {"gnu++98", "c++20"}) {
    CAPTURE(dialect);
    const Result refused = desk.typed("g++ -fsyntax-only -std=" + dialect + include_flag() + "lynx.cpp");
    CAPTURE(refused.err);
    CHECK(refused.code != 0);
    const std::size_t error = refused.err.find("error: ");
    CHECK(refused.err.substr(error).find("Linex") < refused.err.substr(error).find('\n'));
    CHECK(error == refused.err.rfind("error: "));
  }
}

TEST_SUITE("slow" * doctest::skip()) {
  TEST_CASE("every game's template in C++ plays a match") {
    check_language("c++");
  }

  TEST_CASE("every game's template in C plays a match") {
    check_language("c");
  }

  TEST_CASE("every game's template of a contest's class plays a match") {
    check_language("topcoder");
  }

  TEST_CASE("every game's template in Rust plays a match") {
    check_language("rust");
  }

  TEST_CASE("a contest's class is compiled in the dialects between them") {
    check_dialects({"gnu++98", "gnu++11", "gnu++14", "gnu++17"});
  }
}
