#include "tests/e2e/refusals.hpp"

#include "tests/support/files.hpp"

#include <doctest/doctest.h>

#include <filesystem>

namespace e2e {

namespace {

std::string spelled(const Words& words) {
  std::string line = "host";
  for (const std::string& word : words) line += " '" + word + "'";
  return line;
}

}  // namespace

std::string fixture(const std::string& name) {
  return fixture_folder / (name + ".so");
}

std::string shipped(const std::string& name) {
  return plugin_folder / "tonga" / (name + ".so");
}

Words tonga(Words more) {
  Words words = {"--game", "tonga", "--set", "n=6"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

void check_refused(const std::vector<Case>& cases,
                   const std::function<void(const support::TemporaryFolder&)>& prepare) {
  const support::TemporaryFolder folder;
  if (prepare) prepare(folder);
  const Words before = support::names_in(folder.path());
  for (const Case& each : cases) {
    INFO(spelled(each.arguments));
    const support::Result result = support::run(host(each.arguments, folder.path()));
    INFO(result.err);
    CHECK(result.code == each.code);
    CHECK(result.out == "");
    const Words lines = support::lines_of(result.err);
    REQUIRE(lines.size() == 1);
    CHECK(lines.front().starts_with("host: "));
    for (const std::string& fragment : each.fragments) {
      CAPTURE(fragment);
      CHECK(lines.front().find(fragment) != std::string::npos);
    }
    CHECK(support::names_in(folder.path()) == before);
  }
}

void put_broken_libraries(const support::TemporaryFolder& folder) {
  const std::string whole = support::content(shipped("greedy"));
  folder.write("empty.so", "");
  folder.write("text.so", "#include <tonga/tonga.hpp>\n");
  folder.write("source.cpp", "int main() {}\n");
  folder.write("head.so", whole.substr(0, 40));
  folder.write("half.so", whole.substr(0, whole.size() / 2));
  folder.write("nearly.so", whole.substr(0, whole.size() - 1));
  std::filesystem::create_directory(folder.path() / "folder.so");
  folder.copy(shipped("greedy"), "mybot.so");
}

}  // namespace e2e
