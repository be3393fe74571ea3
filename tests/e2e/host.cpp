#include "tests/e2e/host.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <utility>

namespace e2e {

std::string fixture(const std::string& name) {
  return fixture_folder / (name + ".so");
}

std::string shipped(const std::string& name) {
  return plugin_folder / "tonga" / (name + ".so");
}

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

void check_has(const std::string& text, const std::string& part) {
  CHECK_MESSAGE(has(text, part), "'" << part << "' in: " << text);
}

Command host(Words arguments, fs::path folder) {
  arguments.insert(arguments.begin(), host_program);
  return {.words = std::move(arguments), .folder = std::move(folder)};
}

Result TemporaryFolder::run(const Words& words) const {
  return support::run(command(words));
}

Result TemporaryFolder::done(const Words& words) const {
  return e2e::done(command(words));
}

Json TemporaryFolder::object_of(const Words& words) const {
  return e2e::object_of(command(words));
}

void TemporaryFolder::refuses(const Words& words, int code, const Words& parts) const {
  check_refusal(run(words), code, parts);
}

Words tonga(const Words& more) {
  return with({"--game", "tonga", "--set", "n=6"}, more);
}

Words small_match(const Words& more) {
  return with(tonga({"--plugin", "greedy", "--plugin", "random"}), more);
}

Words small_tournament(const Words& more) {
  return with({"tournament"}, small_match(more));
}

std::string link_of(Process& server) {
  std::string link;
  REQUIRE(server.read_until([&](const std::string& out) {
    const std::size_t at = out.find("http://");
    const std::size_t end = at == std::string::npos ? at : out.find('\n', at);
    if (end != std::string::npos) link = out.substr(at, end - at);
    return !link.empty();
  }));
  return link;
}

Result done(const Command& command) {
  Result result = run(command);
  CAPTURE(result.err);
  REQUIRE(result.code == 0);
  return result;
}

Json object_of(const Command& command) {
  const Result result = done(command);
  REQUIRE(lines_of(result.out).size() == 1);
  return parse_json(result.out);
}

std::string rows(const fs::path& database, const std::string& query) {
  SQLite::Database opened(database.string(), SQLite::OPEN_READWRITE, 10'000);
  SQLite::Statement statement(opened, query);
  std::string all;
  while (statement.executeStep()) {
    for (int column = 0; column < statement.getColumnCount(); ++column)
      all += (column == 0 ? "" : " ") + statement.getColumn(column).getString();
    all += "\n";
  }
  return all;
}

std::int64_t number(const fs::path& database, const std::string& query) {
  return std::stoll(rows(database, query));
}

void check_refusal(const Result& result, int code, const Words& parts) {
  INFO(result.err);
  CHECK(result.code == code);
  CHECK(result.out == "");
  const Words lines = lines_of(result.err);
  REQUIRE(lines.size() == 1);
  CHECK(lines.front().starts_with("host: "));
  for (const std::string& part : parts) check_has(lines.front(), part);
}

void check_usage_refused(const Words& arguments, const std::string& part) {
  check_refusal(run(host(arguments)), usage, {part});
}

void check_refused(const std::vector<Case>& cases, const std::function<void(const TemporaryFolder&)>& prepare) {
  const TemporaryFolder folder;
  if (prepare) prepare(folder);
  const Words before = names_in(folder.path());
  for (const Case& each : cases) {
    CAPTURE(each.arguments);
    check_refusal(run(host(each.arguments, folder.path())), each.code, each.parts);
    CHECK(names_in(folder.path()) == before);
  }
}

void put_broken_libraries(const TemporaryFolder& folder) {
  const std::string whole = content(shipped("greedy"));
  folder.write("empty.so", "");
  folder.write("text.so", "#include <tonga/tonga.hpp>\n");
  folder.write("source.cpp", "int main() {}\n");
  folder.write("head.so", whole.substr(0, 40));
  folder.write("half.so", whole.substr(0, whole.size() / 2));
  folder.write("nearly.so", whole.substr(0, whole.size() - 1));
  fs::create_directory(folder.path() / "folder.so");
  folder.copy(shipped("greedy"), "mybot.so");
}

}  // namespace e2e
